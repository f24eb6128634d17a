"""Settling on pages that are quiet, late, or never quiet."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pytest_uibench import constants
from pytest_uibench.browser.settle import settle

from .conftest import Handler, Opener, Site

WORDS = "<div id=root><h1>Hello</h1><p>Enough text to be a page of its own.</p><a href=/x>x</a></div>"


def script(code: str) -> str:
    return f"<!doctype html>{WORDS}<script>{code}</script>"


def test_quiet_page_settles_well_before_the_deadline(opener: Opener) -> None:
    seen = opener.see(script(""))
    assert seen.settling is not None
    assert seen.settling.settled
    assert seen.settling.pending == ()
    assert seen.settling.flags == ()
    assert seen.settling.seconds < constants.SETTLE_DEADLINE_MS / 1000


@pytest.mark.parametrize(
    "code",
    [
        "setInterval(() => fetch('/poll'), 50)",
        "(async () => { for (;;) await fetch('/poll') })()",
        "new EventSource('/stream')",
        "fetch('/hang')",
        "const x = new XMLHttpRequest(); x.open('GET', '/hang'); x.send()",
        "(function again() { fetch('/hang?' + Math.random()).then(again) })()",
    ],
    ids=["interval", "loop", "stream", "long-poll", "xhr", "long-poll-query"],
)
def test_endless_requests_do_not_hold_the_page(opener: Opener, site: Site, code: str) -> None:
    """F42."""

    def stream(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        while not handler.server.closing.wait(0.1):
            handler.wfile.write(b"data: x\n\n")

    site.pages.update({"/stream": stream, "/poll": "{}", "/hang": lambda handler: handler.late(60, "{}")})
    seen = opener.see(script(code))
    assert seen.settling is not None
    assert seen.settling.settled, seen.settling


@pytest.mark.parametrize(
    "code",
    [
        "let n = 0; setInterval(() => document.querySelector('h1').textContent = ++n, 50)",
        "let n = 0; setInterval(() => document.querySelector('p').innerHTML = `<b>${++n}</b>`, 30)",
        "let n = 0; const go = () => { root.style.left = ++n + 'px'; requestAnimationFrame(go) }; go()",
    ],
    ids=["clock", "inner-html", "frames"],
)
def test_live_nodes_do_not_hold_the_page(opener: Opener, code: str) -> None:
    """G13."""
    seen = opener.see(script(code))
    assert seen.settling is not None
    assert seen.settling.settled, seen.settling
    assert "live" in seen.settling.flags


@pytest.mark.parametrize(
    "style",
    ["animation: turn 1s linear infinite", "animation: turn 500s linear 3", "animation: turn .3s linear 100000"],
)
def test_endless_animations_do_not_hold_the_page(opener: Opener, style: str) -> None:
    """G13: infinite, or finite and for all purposes endless."""
    seen = opener.see(
        f"<style>@keyframes turn {{ to {{ rotate: 360deg }} }} i {{ display: inline-block; {style} }}</style>"
        f"<i>spin</i>{WORDS}"
    )
    assert seen.settling is not None
    assert seen.settling.settled, seen.settling


def test_finite_animation_is_waited_for(opener: Opener) -> None:
    seen = opener.see(
        "<style>@keyframes in { from { opacity: 0 } } h1 { animation: in .8s }</style>"
        + script("document.querySelector('h1').onanimationend = () => document.title = 'over'")
    )
    assert seen.title == "over"


@pytest.mark.parametrize("delay", [600, 800, 1000])
def test_skeleton_gives_way(opener: Opener, delay: int) -> None:
    """G24: the content comes from a timer."""
    seen = opener.see(
        f"<!doctype html><div id=root><div class=animate-pulse>…</div></div>"
        f"<script>setTimeout(() => root.innerHTML = '<h1>Arrived after a while</h1>', {delay})</script>"
    )
    assert "Arrived" in seen.text


def test_longer_skeleton_is_waited_for_while_its_indicator_is_on_show(opener: Opener) -> None:
    seen = opener.see(
        "<!doctype html><div id=root><div aria-busy=true>Wait</div></div>"
        "<script>setTimeout(() => root.innerHTML = '<h1>Arrived after a while</h1>', 1700)</script>"
    )
    assert "Arrived" in seen.text


def test_chain_of_requests_is_followed_to_its_end(opener: Opener, site: Site) -> None:
    site.pages["/a.json"] = lambda handler: handler.late(0.4, '"b.json"')
    site.pages["/b.json"] = lambda handler: handler.late(0.4, '"all there"')
    seen = opener.see(
        script(
            "fetch('/a.json').then(r => r.json()).then(n => fetch('/' + n)).then(r => r.json())"
            ".then(t => document.querySelector('h1').textContent = t)"
        )
    )
    assert "all there" in seen.text


def test_lazy_code_is_waited_for(opener: Opener, site: Site) -> None:
    """A native ``import()`` shows neither in the DOM nor among the page's own requests."""
    site.pages["/lazy.js"] = lambda handler: handler.late(
        0.7, "document.querySelector('#root').innerHTML = '<h1>Lazy page</h1>'"
    )
    seen = opener.see("<!doctype html><div id=root>…</div><script>import('/lazy.js')</script>")
    assert seen.text == "Lazy page"


def test_page_that_mounts_late_is_not_called_blank(opener: Opener) -> None:
    seen = opener.see(
        "<!doctype html><div id=root></div><script>const c = new MessageChannel(); const start = performance.now();"
        "c.port1.onmessage = () => performance.now() - start < 700 ? c.port2.postMessage(0) :"
        "root.innerHTML = '<h1>Late mount</h1>'; c.port2.postMessage(0)</script>"
    )
    assert seen.text == "Late mount"


@pytest.mark.parametrize("kind", ["timer", "slow-script", "slow-import"])
def test_hydration_is_waited_for(opener: Opener, site: Site, kind: str) -> None:
    """F44: a server-rendered button that works only 800 ms later."""
    work = "document.querySelector('button').onclick = () => document.title = 'works'; document.title = 'hydrated'"
    site.pages["/app.js"] = lambda handler: handler.late(0.8, work)
    code = {
        "timer": f"<script>setTimeout(() => {{ {work} }}, 800)</script>",
        "slow-script": "<script async src=/app.js></script>",
        "slow-import": "<script type=module>import('/app.js')</script>",
    }[kind]
    seen = opener.see(f"<!doctype html>{WORDS}<button>Buy</button>{code}")
    assert seen.title == "hydrated"


def test_framework_marks_of_hydration_are_waited_for(opener: Opener) -> None:
    """F44: the page says that a framework will take over, and no element carries its mark yet."""
    seen = opener.see(
        f"<!doctype html>{WORDS}<script>window.__NEXT_DATA__ = {{}}; const c = new MessageChannel();"
        "const start = performance.now(); c.port1.onmessage = () => { if (performance.now() - start < 900)"
        " return c.port2.postMessage(0); document.querySelector('#root').__reactFiber$x = {};"
        " document.title = 'taken over' }; c.port2.postMessage(0)</script>"
    )
    assert seen.title == "taken over"
    assert seen.settling is not None
    assert seen.settling.settled


def test_font_that_never_loads(opener: Opener, site: Site) -> None:
    """F79: go on after the limit, and say so; the picture is taken all the same."""
    site.pages["/f.woff2"] = lambda handler: handler.late(60, "")
    seen = opener.see(
        "<style>@font-face { font-family: X; src: url(/f.woff2) } h1 { font-family: X }</style>" + WORDS,
    )
    assert seen.settling is not None
    assert "fonts: timeout" in seen.settling.flags
    assert "fonts" not in seen.settling.pending


def test_hanging_picture_and_script_end_with_the_deadline(opener: Opener, site: Site, tmp_path: Path) -> None:
    """F43, for the app's own host."""
    from pytest_uibench.observe.page import View

    site.pages["/slow.png"] = lambda handler: handler.late(60, "")
    seen = opener.see(f"<img src=/slow.png width=50 height=50>{WORDS}", view=View(deadline_ms=1500, shots=tmp_path))
    assert seen.settling is not None
    assert not seen.settling.settled
    assert "images" in seen.settling.pending
    assert "Hello" in seen.text
    assert seen.screenshot is not None


def test_picture_below_the_fold_does_not_hold_the_page(opener: Opener, site: Site) -> None:
    site.pages["/slow.png"] = lambda handler: handler.late(60, "")
    seen = opener.see(f"{WORDS}<div style='height: 9000px'></div><img loading=lazy src=/slow.png width=50 height=50>")
    assert seen.settling is not None
    assert seen.settling.settled, seen.settling


MOVING = {
    "canvas": (
        "<canvas id=c></canvas><script>let n=0;(function f(){c.getContext('2d').fillStyle=`hsl(${n+=20} 90% 50%)`;"
        "c.getContext('2d').fillRect(0,0,300,150);requestAnimationFrame(f)})()</script>"
    ),
    "smil": (
        "<svg width=200 height=50><rect height=50 width=10><animate attributeName=width from=0 to=200 dur=1s"
        " repeatCount=indefinite></rect></svg>"
    ),
    "css": "<style>@keyframes k{to{translate:300px}}b{display:inline-block;animation:k 1s infinite}</style><b>x</b>",
    "typewriter": "<p id=t></p><script>setInterval(()=>t.textContent+='.',40)</script>",
}
STILL = {
    "still-canvas": "<canvas id=c></canvas><script>c.getContext('2d').fillRect(0,0,30,30)</script>",
    "css-without-effect": "<style>@keyframes k{to{color:black}}b{color:black;animation:k 1s infinite}</style><b>x</b>",
}


@pytest.mark.parametrize("kind", [*MOVING, *STILL])
def test_moving_pixels_are_flagged(opener: Opener, kind: str) -> None:
    """F80, G13: flagged, not failed; an endless animation whose pixels stand still is not flagged."""
    seen = opener.see(WORDS + (MOVING | STILL)[kind])
    assert seen.settling is not None
    assert ("unstable" in seen.settling.flags) is (kind in MOVING)


def test_onerror_loop_of_own_pictures_ends_with_the_deadline(opener: Opener) -> None:
    """G11, where the missing picture is the app's own: it settles, and what failed is bounded."""
    seen = opener.see(
        f"{WORDS}<script>const i = new Image(); let n = 0; i.onerror = () => i.src = '/missing.png?' + ++n;"
        "i.src = '/missing.png'; document.body.append(i)</script>"
    )
    assert seen.fault is None
    assert "Hello" in seen.text
    assert 0 < len(seen.requests) <= constants.CONSOLE_LIMIT


def test_settle_on_a_page_of_somebody_else(engine: Browser, site: Site) -> None:
    """Without our scripts in the context the recorder is installed on the spot; the page's clock stays real."""
    site.pages["/"] = script("setTimeout(() => document.title = 'later', 400)")
    page = engine.new_page()
    page.goto(site.origin, wait_until="commit")
    assert settle(page).settled
    assert page.evaluate("Date.now()") > page.evaluate("performance.timeOrigin")
    page.close()
