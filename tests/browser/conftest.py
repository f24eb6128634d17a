"""A real browser per module, and small sites served by the standard library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, sync_playwright

from pytest_uibench.browser.find import find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.browser.session import AppSession, SessionOptions
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import PageObservation
from pytest_uibench.observe.page import RouteRequest, View, observe_page
from pytest_uibench.observe.routes import Pages, Progress

Answer = str | bytes | tuple[int, Mapping[str, str], str | bytes] | Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Site

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        self.server.hits.append(self.path)
        answer = self.server.pages.get(path, self.server.fallback)
        if answer is None:
            answer = (404, {}, "not found")
        if callable(answer):
            answer(self)
        elif isinstance(answer, tuple):
            self.reply(*answer)
        else:
            self.reply(200, {}, answer)

    def do_POST(self) -> None:
        self.do_GET()

    def reply(self, status: int, headers: Mapping[str, str], body: str | bytes) -> None:
        data = body.encode() if isinstance(body, str) else body
        kinds = {".js": "text/javascript", ".png": "image/png", ".css": "text/css", ".json": "application/json"}
        suffix = "." + self.path.split("?")[0].rpartition(".")[2]
        self.send_response(status)
        for name, value in {"Content-Type": kinds.get(suffix, "text/html; charset=utf-8"), **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def late(self, seconds: float, body: str) -> None:
        """Answer after a while; at once when the site closes."""
        self.server.closing.wait(seconds)
        self.reply(200, {}, body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the base class calls it so
        del format, arguments


class Site(ThreadingHTTPServer):
    """``pages`` maps paths to answers; a callable gets the handler and may wait on ``closing``."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, Answer] = {}
        self.fallback: Answer | None = None
        self.hits: list[str] = []
        self.closing = threading.Event()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Pages leave while they are answered: no news."""


@pytest.fixture
def site() -> Iterator[Site]:
    with _running() as server:
        yield server


@pytest.fixture
def other_site() -> Iterator[Site]:
    """Some other service of this machine: foreign to the app."""
    with _running() as server:
        server.fallback = (200, {"Access-Control-Allow-Origin": "*"}, "secret")
        yield server


class _running:  # noqa: N801 - used like a function
    def __enter__(self) -> Site:
        self._site = Site()
        threading.Thread(target=self._site.serve_forever, daemon=True).start()
        return self._site

    def __exit__(self, *details: object) -> None:
        self._site.closing.set()
        self._site.shutdown()
        self._site.server_close()


@pytest.fixture(scope="module")
def engine() -> Iterator[Browser]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(**launch_arguments(find_browser(), {}))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def watchdog(engine: Browser) -> Watchdog:
    return Watchdog(engine)


class Opener:
    """Opens sessions on a site and sees pages with them."""

    def __init__(self, browser: Browser, site: Site, watchdog: Watchdog) -> None:
        self.browser, self.site, self.watchdog = browser, site, watchdog
        self.sessions: list[AppSession] = []

    def __call__(self, options: SessionOptions | None = None, base: str = "") -> AppSession:
        session = AppSession(self.browser, self.site.origin, base=base, options=options, watchdog=self.watchdog)
        self.sessions.append(session)
        return session

    def see(self, page: Answer | None = None, path: str = "/", view: View | None = None) -> PageObservation:
        """Serve ``page`` at ``path`` and observe it in a session of its own."""
        if page is not None:
            self.site.pages[path.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0]] = page
        session = self()
        return observe_page(session, RouteRequest(route=path, path=path), view)


@pytest.fixture
def opener(engine: Browser, site: Site, watchdog: Watchdog) -> Iterator[Opener]:
    opener = Opener(engine, site, watchdog)
    yield opener
    for session in opener.sessions:
        session.close()


def observe_routes(
    opener: Opener,
    requests: Sequence[RouteRequest],
    view: View | None = None,
    *,
    in_flight: int = 2,
    on_progress: Progress | None = None,
) -> list[PageObservation]:
    """Pages seen once, and their sessions ended."""
    with Pages(opener, view or View(), in_flight=in_flight) as pages:
        return pages.observe(requests, on_progress)
