"""Pages of one served app: the home page, the declared routes made concrete, and what a crawl adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from pytest_uibench import constants
from pytest_uibench.browser.session import AppSession, SessionOptions, attach, open_context
from pytest_uibench.browser.settle import settle
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import PageObservation, Project, RouteMap, Served, SiteObservation
from pytest_uibench.subject.routes.values import candidate_values

from .addresses import Address, AddressBook
from .crawl import crawl, missing_requests
from .isolated import Isolated
from .page import RouteRequest, View
from .routes import Pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SHOTS = "screenshots"
NO_VALUE = "no link leads to it, and no value in the source gives it a page of its own"
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
        session: SessionOptions,
        capture: bool,
        examples: Mapping[str, str],
        launch: Callable[[], Browser],
        say: Callable[[str], None],
    ) -> None:
        self._launch = launch
        self._served = served
        self._project = project
        self._routes = routes
        self._say = say
        self._options = session
        self._book = AddressBook(routes, served.base, examples)
        self._view = View(hash_router=routes.mode == "hash", shots=folder / SHOTS, shots_name=SHOTS, capture=capture)
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
        browser = self._launch()
        return f"{browser.browser_type.name} {browser.version}"

    def home(self, along: Sequence[str] = ()) -> tuple[PageObservation, SiteObservation]:
        """The home page and, unless it is at fault, those patterns of ``along`` that have no parameters.

        They come together because pages mostly wait: one more costs less than one alone.
        """
        plain = [p for p in along if _plain(p) and p != "/"]
        extra = [*(self._request(p) for p in plain), self._impossible()] if along else []
        home, *others = self._see([RouteRequest(route="/", path=self._book.path("/")), *extra], lead=True)
        site = SiteObservation(pages=(home,)) if "/" in along else SiteObservation()
        if not others:
            return home, site
        return home, replace(site.adding(others[:-1]), probe=others[-1])

    def declared(
        self,
        patterns: Sequence[str],
        known: SiteObservation,
        home: PageObservation,
        *,
        everything: Sequence[str],
        follow: bool = False,
    ) -> SiteObservation:
        """``known`` with the declared ``patterns`` added.

        Parameters are made concrete from links seen; ``everything`` are all patterns of the app: those without
        parameters are looked at as well when a pattern with parameters needs links. ``follow`` adds the pages that only
        links show.
        """
        site = known.adding([home] if "/" in patterns else [])
        plain = [p for p in patterns if _plain(p) and p != "/"]
        # The probe comes along where that costs nothing; a recorded item shows its own page alone.
        extra = [] if site.probe or (self._recording and not follow) else [self._impossible()]
        pages = self._see([*(self._request(p) for p in plain), *extra])
        site = site.adding(pages[: len(plain)])
        if extra:
            site = replace(site, probe=pages[-1])
        open_left = Parameters([p for p in patterns if not _plain(p)], self._book)
        sources = [home, *site.pages]
        if not open_left.shown(sources):
            seen = {page.route for page in sources}
            sources += self._see([self._request(p) for p in everything if _plain(p) and p not in seen])
        return self._followed(open_left, site, sources, follow)

    def isolated(self, new_context: NewContext) -> Isolated:
        """A page in a fresh context made by ``new_context`` (pytest-playwright's, with its artifacts)."""
        browser = _with_contexts(self._launch(), new_context)
        page = open_context(browser, self._served.origin, self._options).new_page()
        recorder = attach(page, self._served.origin, self._options, close_popups=False)
        return Isolated(
            page=page,
            recorder=recorder,
            cdp=recorder.cdp,
            watchdog=self._watched(self._launch()),
            origin=self._served.origin,
            base=self._served.base,
            book=self._book,
            hash_router=self._routes.mode == "hash",
        )

    def goto(self, page: Page, route: str) -> None:
        """Open a route in ``page`` and wait until it has settled."""
        self.open(page, self._book.path(route))

    def open(self, page: Page, path: str) -> None:
        """Open an address of the app, as links have it, and wait until the page has settled."""
        page.goto(f"{self._served.origin}{self._served.base}{path}", wait_until="commit")
        settle(page)

    def close(self) -> None:
        """Close every session."""
        self._pages.close()

    def _followed(
        self, patterns: Parameters, site: SiteObservation, sources: Sequence[PageObservation], follow: bool
    ) -> SiteObservation:
        """``site`` with the pages of ``patterns``, and with what links add: both are opened in the same waves."""
        seen = list(sources)
        left = constants.CRAWL_LIMIT if follow else 0
        while True:
            found = crawl(self._pages, seen, limit=left, shape_of=self._book.shape, along=patterns.requests)
            left -= sum(page.source == "crawl" for page in found.pages)
            seen += found.pages
            site = site.adding(found.pages)
            # What no link shows: pages of values in the source may link to the others (/orders/:id -> …/edit).
            page = self._first_guess(patterns)
            if page is None:
                break
            seen.append(page)
            site = site.adding([page])
        site = site.adding([], patterns.given_up, NO_VALUE)
        if not follow:
            return site
        if added := sum(page.source == "crawl" for page in site.pages):
            self._say(f"{added} pages found by following links")
        return replace(site, unvisited=found.unvisited, crawled=True)

    def _first_guess(self, patterns: Parameters) -> PageObservation | None:
        """The page of the first pattern left that a value in the source opens; those before it are given up."""
        while (pattern := patterns.take()) is not None:
            page = self._guessed(pattern)
            if page is not None:
                return page
            patterns.given_up.append(pattern)
        return None

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

    def _see(self, requests: Sequence[RouteRequest], *, lead: bool = False) -> list[PageObservation]:
        self._launch()
        progress = self._progress if len(requests) > constants.PROGRESS_MIN_PAGES else None
        return self._pages.observe(requests, progress, lead=lead)

    def _progress(self, done: int, total: int, page: PageObservation) -> None:
        del page
        if done == total or done % constants.PROGRESS_EVERY_PAGES == 0:
            self._say(f"rendered {done} of {total} pages")

    def _session(self, new_context: NewContext | None = None) -> AppSession:
        browser = self._launch()
        return AppSession(
            browser if new_context is None else _with_contexts(browser, new_context),
            self._served.origin,
            base=self._served.base,
            options=self._options,
            watchdog=self._watched(browser),
        )

    def _watched(self, browser: Browser) -> Watchdog:
        """One watchdog for all sessions: a kill may take pages of other sessions with it, and they must know."""
        if self._watchdog is None or self._watchdog.browser is not browser:
            self._watchdog = Watchdog(browser)
        return self._watchdog


class Parameters:
    """Declared patterns with parameters, made concrete as links to them come into sight."""

    def __init__(self, patterns: Iterable[str], book: AddressBook) -> None:
        self._left = list(patterns)
        self._book = book
        self._links: list[str] = []
        self.given_up: list[str] = []
        """Patterns for which neither a link nor a value was found."""

    def shown(self, pages: Iterable[PageObservation]) -> bool:
        """True when links on ``pages`` show an address for every pattern."""
        links = list(_links(pages))
        return all(self._book.from_links(pattern, links) is not None for pattern in self._left)

    def requests(self, pages: Sequence[PageObservation]) -> list[RouteRequest]:
        """Requests for the patterns that links on ``pages``, or on pages given before, show."""
        self._links += _links(pages)
        found = [address for pattern in self._left if (address := self._book.from_links(pattern, self._links))]
        self._left = [pattern for pattern in self._left if pattern not in {address.pattern for address in found}]
        return [_to(address) for address in found]

    def take(self) -> str | None:
        """The next pattern that no link shows."""
        return self._left.pop(0) if self._left else None


def _with_contexts(browser: Browser, new_context: NewContext) -> Browser:
    """The browser, but its contexts are made by ``new_context``."""
    return cast("Browser", SimpleNamespace(new_context=new_context, is_connected=browser.is_connected))


def _plain(pattern: str) -> bool:
    return not any(mark in pattern for mark in (":", "*", "?"))


def _links(pages: Iterable[PageObservation]) -> Iterable[str]:
    return (link.path for page in pages for link in page.links if link.path is not None)


def _to(address: Address) -> RouteRequest:
    return RouteRequest(route=address.pattern, path=address.path)
