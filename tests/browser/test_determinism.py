"""What is held fixed, and what goes on as in any browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from pytest_uibench.browser.determinism import Determinism
from pytest_uibench.browser.session import SessionOptions, open_context

from .conftest import Opener, Site

PAGE = "<!doctype html><h1>Clock</h1><p>and dice, with enough text</p>"
FIXED = 1768471200000


def evaluate(opener: Opener, code: str, fixed: Determinism | None = None) -> Any:
    opener.site.pages["/"] = PAGE
    session = opener(SessionOptions(determinism=fixed or Determinism()))
    session.visit("/")
    session.rest()
    return session.page.evaluate(code)


def test_wall_clock_reads_the_fixed_time(opener: Opener) -> None:
    read = evaluate(
        opener,
        """() => ({stands: +new Date(), text: new Date().toISOString(), string: Date(),
        year: new Date(2020, 1).getFullYear(),
        now: Date.now() - new Date(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, given: +new Date(5),
        instance: new Date() instanceof Date, same: new Date().constructor === Date, locale: navigator.language,
        mine: +new (class extends Date { })(), parsed: Date.parse('2020-01-01'), broken: isNaN(new Date(undefined)),
        formatted: new Intl.DateTimeFormat('en', {dateStyle: 'short'}).format()})""",
    )
    now = read.pop("now")
    assert 0 < now < 60_000
    assert read == {
        "stands": FIXED,
        "text": "2026-01-15T10:00:00.000Z",
        "year": 2020,
        "string": "Thu Jan 15 2026 10:00:00 GMT+0000 (Coordinated Universal Time)",
        "zone": "UTC",
        "given": 5,
        "instance": True,
        "same": True,
        "locale": "en-US",
        "mine": FIXED,
        "parsed": 1577836800000,
        "broken": True,
        "formatted": "1/15/26",
    }


INTERVAL = """new Promise(done => {
  let n = 0;
  const id = setInterval(() => { if (++n === 3) { clearInterval(id); done('ran') } }, 10);
})"""
PERFORMANCE = """(async () => {
  const before = performance.now();
  await new Promise(done => setTimeout(done, 30));
  return performance.now() - before >= 29 && 'ran';
})()"""
CLEARED = """new Promise(done => {
  clearTimeout(setTimeout(() => done('not cleared'), 20));
  setTimeout(() => done('ran'), 60);
})"""
DEBOUNCE = """new Promise(done => {
  // As lodash does: a timer that asks Date.now() whether the time is over.
  const called = Date.now();
  const expired = () => Date.now() - called >= 100 ? done('ran') : setTimeout(expired, 100 - (Date.now() - called));
  setTimeout(expired, 100);
})"""


@pytest.mark.parametrize(
    "code",
    [
        "new Promise(done => setTimeout(() => done('ran'), 20))",
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(time => done(time > 0 && 'ran'))))",
        INTERVAL,
        PERFORMANCE,
        "(async () => Math.abs(performance.now() - document.timeline.currentTime) < 1000 && 'ran')()",
        CLEARED,
        "(() => { const start = new Date(); while (new Date() - start < 50) {} return 'ran' })()",
        "new Promise(done => setTimeout((a, b) => done(a + b), 5, 'r', 'an'))",
        DEBOUNCE,
    ],
    ids=["timeout", "frames", "interval", "performance", "timeline", "clear", "busy-wait", "arguments", "debounce"],
)
def test_timers_go_on(opener: Opener, code: str) -> None:
    assert evaluate(opener, code) == "ran"


def test_an_error_in_a_timer_is_an_uncaught_error(engine: Browser, opener: Opener, site: Site) -> None:
    """Why the clock is our own: with ``page.clock`` the same page has no uncaught error at all."""
    site.pages["/"] = f"{PAGE}<script>setTimeout(() => {{ throw new Error('late') }}, 10)</script>"
    seen = opener.see(path="/")
    assert [line.kind for line in seen.console] == ["pageerror"]
    context = engine.new_context()
    page = context.new_page()
    page.clock.set_fixed_time("2026-01-15T10:00:00Z")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.message))
    page.goto(site.origin)
    page.wait_for_timeout(200)
    context.close()
    assert errors == []


def test_random_numbers_repeat_from_load_to_load_but_not_after_a_reload(opener: Opener, site: Site) -> None:
    """An app that stores what it drew must not draw the same identifiers again after a reload."""
    site.pages["/"] = PAGE
    first, second = opener(), opener()
    draws = []
    for session in (first, first, second):
        session.visit("/")
        draws.append(session.page.evaluate("[Math.random(), Math.random()]"))
    second.page.reload()
    after = second.page.evaluate("[Math.random(), Math.random()]")
    assert draws[0] == draws[1] == draws[2]
    assert draws[0][0] != draws[0][1]
    assert after[0] not in draws[0]
    assert all(0 <= value < 1 for value in draws[0])


def test_identifiers_from_crypto_stay_unique(opener: Opener) -> None:
    assert evaluate(opener, "crypto.randomUUID()") != evaluate(opener, "crypto.randomUUID()")


def test_each_part_can_be_switched(opener: Opener) -> None:
    off = Determinism(clock="off", seed=None)
    assert evaluate(opener, "Date.now() - performance.timeOrigin - performance.now()", off) < 1000
    assert evaluate(opener, "Math.random()", off) != evaluate(opener, "Math.random()", off)
    frozen = Determinism(clock="frozen", time="2030-02-03T04:05:06Z", timezone="Asia/Tokyo", locale="de-DE")
    assert evaluate(opener, "[Date.now(), +new Date(), new Date().getHours(), navigator.language]", frozen) == [
        1896321906000, 1896321906000, 13, "de-DE",
    ]  # fmt: skip
    moving = Determinism(reduced_motion=False, viewport=(800, 600))
    asked = "[matchMedia('(prefers-reduced-motion: reduce)').matches, innerWidth, innerHeight]"
    assert evaluate(opener, asked, moving) == [False, 800, 600]
    assert evaluate(opener, asked) == [True, 1440, 900]


def test_settings_are_recorded() -> None:
    record = Determinism(clock="off", seed=None, scheme="dark").record()
    names = ("clock", "time", "random_seed", "color_scheme")
    assert [record[name] for name in names] == ["off", None, None, "dark"]


def test_own_context_options_win(engine: Browser, site: Site) -> None:
    options = SessionOptions(context={"locale": "fr-FR", "viewport": {"width": 390, "height": 844}, "has_touch": True})
    context = open_context(engine, site.origin, options)
    page = context.new_page()
    assert page.evaluate("[navigator.language, innerWidth, navigator.maxTouchPoints > 0]") == ["fr-FR", 390, True]
    context.close()


def test_nothing_of_ours_is_listed_on_the_window(opener: Opener) -> None:
    """An app that walks over ``window`` must not trip over us."""
    assert evaluate(opener, "Object.keys(window).filter(name => /uibench/i.test(name))") == []
