"""Pages that hang, crash or load themselves for ever: a value, and the next page works."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import psutil
import pytest
from playwright.sync_api import Browser, Error

from pytest_uibench import constants
from pytest_uibench.browser.faults import BrowserGoneError
from pytest_uibench.browser.find import find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.browser.session import AppSession
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.observe.page import RouteRequest, View, observe_page

from .conftest import Opener, Site, observe_routes

PAGE = "<div id=root><h1>Fine</h1><p>a page with enough text</p></div>"
HANGS = {
    "on-load": "<script>while (true) {}</script>",
    "later": f"{PAGE}<script>setTimeout(() => {{ while (true) {{}} }}, 100)</script>",
    "render-loop": f"{PAGE}<script>const again = () => Promise.resolve().then(again); again()</script>",
}


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same code with less waiting; above the settle deadline used here."""
    monkeypatch.setattr(constants, "HANG_SECONDS", 2.0)
    monkeypatch.setattr(constants, "SETTLE_DEADLINE_MS", 1_000)


@pytest.mark.parametrize("kind", sorted(HANGS))
def test_hanging_page_is_a_fault_and_the_next_page_works(opener: Opener, site: Site, kind: str) -> None:
    """F73, on load."""
    site.pages.update({"/": HANGS[kind], "/next": PAGE})
    session = opener()
    view = View(deadline_ms=1_000)
    seen = observe_page(session, RouteRequest(route="/", path="/"), view)
    assert seen.fault is not None
    assert (seen.fault.label, seen.fault.code, seen.fault.stage) == ("render:hang", "C9", "render")
    after = observe_page(session, RouteRequest(route="/next", path="/next"), view)
    assert after.fault is None
    assert after.text.startswith("Fine")


def test_hang_on_click_frees_the_caller(opener: Opener, site: Site) -> None:
    """F73: the guard is for other callers too."""
    site.pages["/"] = f"{PAGE}<button onclick='while (true) {{}}'>Go</button>"
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    with session.watchdog.guard(1.0) as guard, pytest.raises(Error):
        session.page.evaluate("document.querySelector('button').click()")
    assert guard.fired
    assert observe_page(session, RouteRequest(route="/", path="/")).text.startswith("Fine")


def test_synchronous_request_that_hangs_without_using_the_processor(opener: Opener, site: Site) -> None:
    site.pages["/slow"] = lambda handler: handler.late(60, "")
    seen = opener.see(
        f"{PAGE}<script>const r = new XMLHttpRequest(); r.open('GET', '/slow', false); r.send()</script>",
        view=View(deadline_ms=1_000),
    )
    assert seen.fault is not None
    assert seen.fault.label == "render:hang"


def test_hang_beside_another_page_in_flight(opener: Opener, site: Site) -> None:
    """The innocent neighbour is seen as it is, and the order is that of the requests."""
    site.pages.update({"/a": PAGE, "/hang": HANGS["on-load"], "/b": PAGE, "/hang2": HANGS["later"], "/c": PAGE})
    paths = ["/a", "/hang", "/b", "/hang2", "/c"]
    seen = observe_routes(opener, [RouteRequest(route=p, path=p) for p in paths], View(deadline_ms=1_000))
    assert [page.path for page in seen] == paths
    assert [page.fault.label if page.fault else None for page in seen] == [
        None, "render:hang", None, "render:hang", None,
    ]  # fmt: skip


def test_crash(opener: Opener, site: Site, engine: Browser) -> None:
    site.pages["/"] = f"{PAGE}<script>setTimeout(() => document.title = 'x', 900)</script>"
    session = opener()
    session.visit("/")
    with session.watchdog.guard(5.0), pytest.raises(Error):
        session.page.goto("chrome://crash")
    seen = observe_page(session, RouteRequest(route="/", path="/"))
    assert seen.fault is None, "a page that crashed before is replaced"
    assert engine.is_connected()


@pytest.mark.parametrize(
    "code",
    [
        "location.reload()",
        "location.href = '/?' + Math.random()",
        "setTimeout(() => location.reload(), 50)",
        "let n = 0; const go = () => { history.pushState(0, '', '/' + n++); setTimeout(go, 1) }; go()",
    ],
    ids=["reload", "assign", "timer", "push-state"],
)
def test_reload_loop(opener: Opener, site: Site, code: str) -> None:
    site.fallback = f"{PAGE}<script>{code}</script>"
    seen = opener.see(path="/", view=View(deadline_ms=4_000))
    assert seen.fault is not None
    assert seen.fault.label == "render:reload-loop"
    assert opener.see("<h1>After the loop</h1>", path="/after").text == "After the loop"


def test_one_redirect_in_script_is_no_loop(opener: Opener, site: Site) -> None:
    site.pages.update({"/": "<script>location.replace('/login')</script>", "/login": PAGE})
    seen = opener.see(path="/")
    assert seen.fault is None
    assert (seen.landed, seen.text.split()[0]) == ("/login", "Fine")


def test_no_answer(opener: Opener, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "NAVIGATION_TIMEOUT_MS", 800)
    site.pages["/hang"] = lambda handler: handler.late(60, "")
    site.pages["/close"] = lambda handler: handler.connection.shutdown(socket.SHUT_RDWR)
    site.pages["/circle"] = (302, {"Location": "/circle"}, "")
    site.pages["/ok"] = PAGE
    session = opener()
    labels = {}
    for path in ("/hang", "/close", "/circle", "/ok"):
        fault = observe_page(session, RouteRequest(route=path, path=path)).fault
        labels[path] = fault.label if fault else None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        gone = AppSession(opener.browser, f"http://127.0.0.1:{free.getsockname()[1]}", watchdog=opener.watchdog)
    opener.sessions.append(gone)
    fault = observe_page(gone, RouteRequest(route="/gone", path="/gone")).fault
    labels["/gone"] = fault.label if fault else None
    assert labels == {
        "/hang": "serve:no-answer",
        "/close": "serve:closed",
        "/circle": "render:redirect-loop",
        "/ok": None,
        "/gone": "serve:refused",
    }


def test_browser_that_ends_on_the_way(engine: Browser, site: Site) -> None:
    site.pages.update({"/a": PAGE, "/b": PAGE})
    browser = engine.browser_type.launch(**launch_arguments(find_browser(), {}))
    sessions = []

    def open_session() -> AppSession:
        sessions.append(AppSession(browser, site.origin))
        return sessions[-1]

    requests = [RouteRequest(route=path, path=path) for path in ("/a", "/b", "/c")]
    seen = observe_routes(open_session, requests, in_flight=1, on_progress=lambda *_: browser.close())
    assert seen[0].fault is None
    assert [page.fault.label for page in seen[1:] if page.fault] == ["infra:browser", "infra:browser"]
    with pytest.raises(BrowserGoneError):
        sessions[0].renew()


KILLED = """
import sys
from playwright.sync_api import sync_playwright
from pytest_uibench.browser.find import find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.browser.watchdog import Watchdog
with sync_playwright() as driver:
    browser = driver.chromium.launch(**launch_arguments(find_browser(), {}))
    browser.new_page().goto("data:text/html,<script>while(true){}</script>", wait_until="commit")
    print(Watchdog(browser)._pid, flush=True)
    sys.stdin.read()
"""


def test_no_chromium_is_left_of_a_killed_worker() -> None:
    """F117: ``kill -9`` of the process that drives the browser, with a page that hangs."""
    worker = subprocess.Popen([sys.executable, "-c", KILLED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    browser = psutil.Process(int(worker.stdout.readline()))
    family = [browser, *browser.children(recursive=True)]
    assert len(family) > 1
    os.kill(worker.pid, signal.SIGKILL)
    worker.communicate()
    _gone, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []


def test_watchdog_knows_the_browser(engine: Browser) -> None:
    pid = Watchdog(engine)._pid
    assert pid is not None
    assert psutil.pid_exists(pid)
