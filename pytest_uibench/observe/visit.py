"""Pages of one served app: the home page, the declared routes made concrete, and what a crawl adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from pytest_uibench import constants
from pytest_uibench.browser.session import AppSession, SessionOptions, attach, open_context
from pytest_uibench.browser.settle import settle
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import PageObservation, Project, RouteMap, Served, SiteObservation
from pytest_uibench.settings import Network
from pytest_uibench.subject.routes.values import candidate_values

from .addresses import Address, AddressBook
from .crawl import crawl, missing_requests
from .page import RouteRequest, View
from .routes import Pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SHOTS = "screenshots"
NewContext = Callable[..., "BrowserContext"]
"""Makes a browser context from Playwright's context options."""


class Visitor:
    """Opens pages of one app in one process; a few sessions are kept from call to call."""

    def __init__(
        self,
        *,
        served: Served,
        project: Project,
        routes: RouteMap,
        folder: Path,
        network: Network,
        launch: Callable[[], Browser],
        say: Callable[[str], None],
    ) -> None:
        self.launch = launch
        self._served = served
        self._project = project
        self._routes = routes
        self._say = say
        self._options = SessionOptions(network=network)
        self._book = AddressBook(routes, served.base)
        self._view = View(hash_router=routes.mode == "hash", shots=folder / SHOTS, shots_name=SHOTS)
        self._watchdog: Watchdog | None = None
        self._recording = False
        self._pages = Pages(self._session, self._view)

    @contextmanager
    def recorded(self, new_context: NewContext | None) -> Iterator[None]:
        """Within the block, pages open in contexts of their own that ``new_context`` makes, one at a time.

        pytest-playwright's contexts carry its traces, videos and screenshots. None changes nothing.
        """
        if new_context is None:
            yield
            return
        kept = self._pages
        self._pages = Pages(lambda: self._session(new_context), self._view, in_flight=1)
        self._recording = True
        try:
            yield
        finally:
            self._pages.close()
            self._pages = kept
            self._recording = False

    @property
    def browser(self) -> str:
        """Name and version of the browser."""
        browser = self.launch()
        return f"{browser.browser_type.name} {browser.version}"

    def home(self) -> PageObservation:
        """The home page."""
        return self._see([RouteRequest(route="/", path=self._book.path("/"))])[0]

    def declared(
        self, patterns: Sequence[str], known: SiteObservation, home: PageObservation, *, everything: Sequence[str]
    ) -> SiteObservation:
        """``known`` with the declared ``patterns`` added.

        Parameters are made concrete from links seen; ``everything`` are all patterns of the app: those without
        parameters are looked at as well when a pattern with parameters needs links.
        """
        site = merged(known, [] if "/" not in patterns else [home], {})
        plain = [p for p in patterns if _plain(p) and p != "/"]
        dynamic = [p for p in patterns if not _plain(p)]
        # The probe comes along where that costs nothing; a recorded item shows its own page alone.
        extra = [] if self._recording or known.probe else [self._impossible()]
        pages = self._see([*(self._request(p) for p in plain), *extra])
        site = merged(site, pages[: len(plain)], {})
        if extra:
            site = replace(site, probe=pages[-1])
        sources = [home, *site.pages]
        if any(self._book.from_links(p, _links(sources)) is None for p in dynamic):
            seen = {page.route for page in sources}
            sources += self._see([self._request(p) for p in everything if _plain(p) and p not in seen])
        return self._dynamic(dynamic, site, sources)

    def crawl(self, known: SiteObservation) -> SiteObservation:
        """``known`` with pages that only links show, and with the probe of an address that cannot exist."""
        probe = known.probe or self._see([self._impossible()])[0]
        found = crawl(self._pages, known.pages, shape_of=self._book.shape)
        if found.pages:
            self._say(f"{len(found.pages)} pages found by following links")
        pages = (*known.pages, *found.pages)
        return replace(known, pages=pages, probe=probe, unvisited=found.unvisited, crawled=True)

    def isolated_page(self, new_context: NewContext) -> Page:
        """A page in a fresh context made by ``new_context`` (pytest-playwright's, with its artifacts)."""
        browser = _with_contexts(self.launch(), new_context)
        page = open_context(browser, self._served.origin, self._options).new_page()
        attach(page, self._served.origin, self._options, close_popups=False)
        return page

    def goto(self, page: Page, route: str) -> None:
        """Open a route in ``page`` and wait until it has settled."""
        page.goto(f"{self._served.origin}{self._served.base}{self._book.path(route)}", wait_until="commit")
        settle(page)

    def close(self) -> None:
        """Close every session."""
        self._pages.close()

    def _dynamic(
        self, patterns: Sequence[str], site: SiteObservation, sources: Sequence[PageObservation]
    ) -> SiteObservation:
        links = list(_links(sources))
        shown = {p: address for p in patterns if (address := self._book.from_links(p, links)) is not None}
        site = merged(site, self._see([_to(address) for address in shown.values()]), {})
        # Pages with parameters show links to deeper ones (/orders/:id -> /orders/:id/edit).
        links = list(_links([*sources, *site.pages]))
        unresolved: dict[str, str] = {}
        for pattern in (p for p in patterns if p not in shown):
            address = self._book.from_links(pattern, links)
            page = self._see([_to(address)])[0] if address else self._guessed(pattern)
            if page is None:
                unresolved[pattern] = "no link leads to it, and no value in the source gives it a page of its own"
            else:
                site = merged(site, [page], {})
        return merged(site, [], unresolved)

    def _guessed(self, pattern: str) -> PageObservation | None:
        """The page of a value seen in the source, when it shows something else than a value that cannot be."""
        guesses = self._book.guesses(pattern, lambda name, whole: candidate_values(self._project, name, pattern=whole))
        if not guesses:
            return None
        requests = [_to(address) for address in guesses]
        impossible = RouteRequest(route=pattern, path=self._book.impossible(pattern), source="probe")
        *pages, missing = self._see([*requests, impossible])
        return next((page for page in pages if page.fault or page.fingerprint != missing.fingerprint), None)

    def _impossible(self) -> RouteRequest:
        """An address that cannot exist."""
        return missing_requests(hash_router=self._routes.mode == "hash", prefix=self._book.prefix)[0]

    def _request(self, pattern: str) -> RouteRequest:
        return RouteRequest(route=pattern, path=self._book.path(pattern))

    def _see(self, requests: Sequence[RouteRequest]) -> list[PageObservation]:
        self.launch()
        progress = partial(self._progress) if len(requests) > constants.PROGRESS_MIN_PAGES else None
        return self._pages.observe(requests, progress)

    def _progress(self, done: int, total: int, page: PageObservation) -> None:
        del page
        if done == total or done % constants.PROGRESS_EVERY_PAGES == 0:
            self._say(f"rendered {done} of {total} pages")

    def _session(self, new_context: NewContext | None = None) -> AppSession:
        browser = self.launch()
        if self._watchdog is None or self._watchdog.browser is not browser:
            # One for all sessions: a kill may take pages of other sessions with it, and they must know.
            self._watchdog = Watchdog(browser)
        return AppSession(
            browser if new_context is None else _with_contexts(browser, new_context),
            self._served.origin,
            base=self._served.base,
            options=self._options,
            watchdog=self._watchdog,
        )


def _with_contexts(browser: Browser, new_context: NewContext) -> Browser:
    """The browser, but its contexts are made by ``new_context``."""
    return cast("Browser", SimpleNamespace(new_context=new_context, is_connected=browser.is_connected))


def merged(known: SiteObservation, pages: Sequence[PageObservation], unresolved: dict[str, str]) -> SiteObservation:
    """``known`` with newly seen pages in place of older ones of the same route."""
    fresh = {(page.source, page.route): page for page in pages}
    kept = [page for page in known.pages if (page.source, page.route) not in fresh]
    open_left = {p: why for p, why in {**known.unresolved, **unresolved}.items() if ("static", p) not in fresh}
    return replace(known, pages=(*kept, *fresh.values()), unresolved=open_left)


def _plain(pattern: str) -> bool:
    return not any(mark in pattern for mark in (":", "*", "?"))


def _links(pages: Iterable[PageObservation]) -> Iterable[str]:
    return (link.path for page in pages for link in page.links if link.path is not None)


def _to(address: Address) -> RouteRequest:
    return RouteRequest(route=address.pattern, path=address.path)
