"""Walls of real builds: the right content behind each, on every route, and apps without walls left as they are."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from fixtures.make import describe, materialise
from pytest_uibench.browser.find import find_browser
from pytest_uibench.browser.gates import move_within
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.browser.session import AppSession
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import GatePlan, GateTrace, RouteMap, SubjectOptions
from pytest_uibench.observe.addresses import AddressBook
from pytest_uibench.observe.captures import load_screen
from pytest_uibench.observe.gated import Gatekeeper
from pytest_uibench.observe.survey import LOGIN_VIEW, survey_home
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.gates import find_gates
from pytest_uibench.subject.prepare import prepare
from pytest_uibench.subject.routes import discover
from pytest_uibench.subject.serve import serve

pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
STORED = "() => JSON.stringify([Object.keys(localStorage).sort(), Object.keys(sessionStorage).sort()])"


class Built:
    """One fixture, built and served, with sessions on it."""

    def __init__(self, browser: Browser, origin: str, base: str, routes: RouteMap, plan: GatePlan) -> None:
        self.browser, self.origin, self.base, self.routes, self.plan = browser, origin, base, routes, plan
        self.watchdog = Watchdog(browser)
        self.book = AddressBook(routes, base)

    def session(self) -> AppSession:
        return AppSession(self.browser, self.origin, base=self.base, watchdog=self.watchdog)

    def see(self, keeper: Gatekeeper, session: AppSession, route: str) -> tuple[GateTrace | None, str]:
        """Open a route, pass its walls; the trace and the page's text."""
        path = self.book.path(route)
        session.visit(path)
        session.rest()
        trace = keeper.after_load(session, path, route)
        assert session.page.url == session.address(path)
        return trace, session.page.inner_text("body")


@pytest.fixture(scope="module")
def engine() -> Iterator[Browser]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(**launch_arguments(find_browser(), {}))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def built(
    engine: Browser, shared_cache: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Built]]:
    """Build and serve a fixture, each once."""
    folder = tmp_path_factory.mktemp("gates")
    known: dict[str, Built] = {}
    with ExitStack() as stack:

        def build(name: str) -> Built:
            if name not in known:
                known[name] = stack.enter_context(_running(engine, name, folder, shared_cache))
            return known[name]

        yield build


@contextmanager
def _running(engine: Browser, name: str, folder: Path, cache: Path) -> Iterator[Built]:
    project = detect(materialise(name, folder))
    logs = folder / "logs" / name
    logs.mkdir(parents=True)
    options = SubjectOptions(cache=str(cache), logs=str(logs), run_id=uuid.uuid4().hex, types=False)
    prepared = prepare(project, options, lambda _: None)
    assert prepared.failure is None, prepared.failure
    routes = discover(project)
    with serve(prepared, options, lambda _: None) as served:
        yield Built(engine, served.origin, served.base, routes, find_gates(project, routes))


@pytest.mark.parametrize("name", ["login-storage", "login-memory", "splash", "consent"])
def test_content_behind_the_wall_on_every_route(built: Callable[[str], Built], name: str, tmp_path: Path) -> None:
    app, behind = built(name), describe(name)["behind"]
    survey = survey_home(app.session, app.plan, [app.book.path("/")], folder=tmp_path)
    keeper = Gatekeeper(app.plan, app.origin, survey, keep_intro_of=None)
    session = app.session()
    keeper.prepare(session.context)
    for route, text in behind.items():
        trace, shown = app.see(keeper, session, route)
        assert text in shown, (route, trace)
        assert trace is None or trace.all_passed
        assert (trace is None) == (name == "login-storage")
    session.close()


def test_storage_gate_seeds_its_key_and_nothing_else(built: Callable[[str], Built]) -> None:
    app, gate = built("login-storage"), describe("login-storage")["gate"]
    assert [(seed.storage, seed.key) for seed in app.plan.seeds] == [(gate["storage"], gate["key"])]
    assert app.plan.login_routes == (gate["route"],)
    keeper = Gatekeeper(app.plan, app.origin)
    session = app.session()
    keeper.prepare(session.context)
    session.visit("/cart")
    session.rest()
    own, _ = json.loads(session.page.evaluate(STORED))
    unseeded = app.session()
    unseeded.visit("/login")
    unseeded.rest()
    # The shop writes its cart, favourites and theme by itself as soon as it renders.
    assert set(own) - set(json.loads(unseeded.page.evaluate(STORED))[0]) == {gate["key"]}
    assert session.page.evaluate("() => localStorage.getItem('fold-field.cart')") == "[]"
    for one in (session, unseeded):
        one.close()


@pytest.mark.parametrize("name", ["login-storage", "login-memory"])
def test_view_before_the_log_in_is_kept(built: Callable[[str], Built], name: str, tmp_path: Path) -> None:
    app = built(name)
    survey = survey_home(app.session, app.plan, ["/"], folder=tmp_path)
    assert survey.login
    assert survey.seeding
    capture = load_screen(tmp_path / survey.kept[LOGIN_VIEW])
    assert capture.route == LOGIN_VIEW
    assert any("Welcome back" in block.text or "welcome back" in block.text for block in capture.blocks)


def test_intro_stays_on_the_home_page(built: Callable[[str], Built]) -> None:
    app = built("splash")
    keeper = Gatekeeper(app.plan, app.origin, survey_home(app.session, app.plan, ["/"]))
    session = app.session()
    trace, shown = app.see(keeper, session, "/")
    assert trace is None
    assert describe("splash")["gate"]["button"] in shown
    trace, shown = app.see(keeper, session, "/cart")
    assert trace is not None
    assert [step.text for step in trace.steps] == [describe("splash")["gate"]["button"]]
    session.close()


def test_consent_layer_is_answered_by_its_main_button(built: Callable[[str], Built]) -> None:
    app = built("consent")
    keeper = Gatekeeper(app.plan, app.origin, survey_home(app.session, app.plan, ["/"]))
    session = app.session()
    trace, shown = app.see(keeper, session, "/help")
    assert trace is not None
    assert [step.text for step in trace.steps] == [describe("consent")["gate"]["button"]]
    assert describe("consent")["gate"]["text"] not in shown
    session.close()


@pytest.mark.parametrize("name", ["shop", "faithful", "dashboard-15", "vue-notes"])
def test_app_without_walls_is_untouched(built: Callable[[str], Built], name: str) -> None:
    app = built(name)
    assert app.plan.seeds == ()
    survey = survey_home(app.session, app.plan, [app.book.path("/")])
    assert (survey.login, survey.splash, survey.overlay) == ("", "", "")
    keeper = Gatekeeper(app.plan, app.origin, survey)
    session, plain = app.session(), app.session()
    assert keeper.prepare(session.context) == ()
    for route in [r.pattern for r in app.routes.routes if not r.dynamic and r.redirect is None]:
        trace, shown = app.see(keeper, session, route)
        plain.visit(app.book.path(route))
        plain.rest()
        assert trace is None, route
        assert shown == plain.page.inner_text("body")
        assert session.page.evaluate(STORED) == plain.page.evaluate(STORED)
    for one in (session, plain):
        one.close()


MOVES = {
    "shop": ("/help", "How do repairs work?"),
    "data-router": ("/help", "How do repairs work?"),
    "hash-router": ("/help", "How do repairs work?"),
    "vue-notes": ("/settings", None),
    "next-blog": (None, None),
}


@pytest.mark.parametrize("name", MOVES)
def test_moves_without_a_load(built: Callable[[str], Built], name: str) -> None:
    """With links of the app taken away, so that its router must hear of the move."""
    app = built(name)
    route, text = MOVES[name]
    others = [r.pattern for r in app.routes.routes if not r.dynamic and r.redirect is None and r.pattern != "/"]
    session = app.session()
    session.visit(app.book.path("/"))
    session.rest()
    page = session.page
    page.evaluate(
        "() => { window.kept = 1; document.querySelectorAll('a').forEach((a) => a.removeAttribute('href')); }"
    )
    before = page.inner_text("body")
    step = move_within(page, session.address(app.book.path(route or others[0])))
    assert step is not None
    assert page.evaluate("() => window.kept") == 1
    assert page.inner_text("body") != before
    assert text is None or text in page.inner_text("body")
    session.close()
