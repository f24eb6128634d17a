"""Follow the app's own links to pages that its source did not show, and see what "not there" looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pytest_uibench import constants
from pytest_uibench.model import Link, PageObservation

from .links import page_key, parent, shape
from .page import RouteRequest
from .routes import Pages, Progress

Shape = Callable[[str], str]
Along = Callable[[Sequence[PageObservation]], Sequence[RouteRequest]]
"""Further requests for the next wave, asked with the pages that were seen since the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawled:
    """What a crawl added."""

    pages: tuple[PageObservation, ...] = ()
    """Breadth first, in the order in which the links were seen; what was asked for along the way included."""
    unvisited: tuple[str, ...] = ()
    """Internal paths that the budget left out (others of a shape that was opened often enough are not listed)."""


@dataclass(slots=True)
class _Frontier:
    """Links to open: each page once, a few of each shape, no more than the budget."""

    limit: int
    shape_of: Shape
    known: set[str] = field(default_factory=set)
    shapes: Counter[str] = field(default_factory=Counter)
    siblings: dict[str, set[str]] = field(default_factory=dict)
    opened: int = 0
    unvisited: dict[str, None] = field(default_factory=dict)

    def seen(self, page: PageObservation) -> None:
        """An address that was opened, and where it ended, is known."""
        for path in (page.path, page.landed):
            if path.startswith("/") and page_key(path) not in self.known:
                self.known.add(page_key(path))
                self.shapes[self.shape(path)] += 1

    def reserve(self, request: RouteRequest) -> None:
        """A page that is opened along with the next wave needs no request of its own."""
        self.known.add(page_key(request.path))
        self.shapes[self.shape(request.path)] += 1

    def shape(self, path: str) -> str:
        """Shape of a path; many links under one parent are one shape whatever their words."""
        found = self.shape_of(path)
        above = parent(path)
        if above and len(self.siblings.get(above, ())) > constants.CRAWL_SIBLINGS and "*" not in found:
            return f"{above}/*"
        return found

    def take(self, pages: Iterable[PageObservation]) -> list[RouteRequest]:
        """Requests for the new links on ``pages``."""
        links = [link for page in pages for link in page.links if _opens_page(link)]
        for link in links:
            if link.path is not None:
                self.siblings.setdefault(parent(link.path), set()).add(page_key(link.path))
        wanted = []
        for link in links:
            path = link.path or ""
            key = page_key(path)
            if key in self.known:
                continue
            self.known.add(key)
            kind = self.shape(path)
            if self.shapes[kind] >= constants.CRAWL_PER_SHAPE and "*" in kind:
                continue
            if self.opened >= self.limit:
                self.unvisited[path] = None
                continue
            self.shapes[kind] += 1
            self.opened += 1
            wanted.append(RouteRequest(route=path, path=link.target or path, source="crawl"))
        return wanted


def crawl(
    pages: Pages,
    seen: Sequence[PageObservation],
    *,
    limit: int = constants.CRAWL_LIMIT,
    shape_of: Shape = shape,
    along: Along | None = None,
    on_progress: Progress | None = None,
) -> Crawled:
    """Open internal links that are not among ``seen``, breadth first, at most ``limit`` pages.

    Query and hash variants of one page are one page; of a shape (``/product/1`` … ``/product/500``) a few are opened.
    ``shape_of`` maps a path to its shape: pass one that knows the app's declared patterns where there are any.
    ``along`` adds requests that do not count for ``limit``: they are opened together with the next links.
    """
    frontier = _Frontier(limit=limit, shape_of=shape_of)
    for page in seen:
        frontier.seen(page)
    added: list[PageObservation] = []
    fresh = list(seen)
    while True:
        asked = list(along(fresh)) if along is not None else []
        for request in asked:
            frontier.reserve(request)
        wave = [*asked, *frontier.take(fresh)]
        if not wave:
            return Crawled(pages=tuple(added), unvisited=tuple(frontier.unvisited))
        fresh = pages.observe(wave, on_progress)
        for page in fresh:
            frontier.seen(page)
        added.extend(fresh)


def missing_requests(
    patterns: Iterable[str] = (), *, hash_router: bool = False, prefix: str = ""
) -> list[RouteRequest]:
    """Addresses that cannot exist: one at the top, and one below some parameterised prefixes (G07).

    ``patterns`` are declared routes (``/product/:id``); the request's ``route`` names the prefix that it stands for,
    ``*`` at the top. ``prefix`` is the router's basename.
    """
    lead = f"{prefix}/#" if hash_router else prefix
    requests = [RouteRequest(route="*", path=f"{lead}/{constants.MISSING_TOKEN}", source="probe")]
    for pattern in patterns:
        if len(requests) > constants.MISSING_PREFIXES:
            break
        parts = pattern.split("/")
        if not any(part.startswith(":") for part in parts):
            continue
        filled = [constants.MISSING_TOKEN if part[:1] in (":", "*") else part for part in parts]
        requests.append(RouteRequest(route=pattern, path=f"{lead}{'/'.join(filled)}", source="probe"))
    return requests


def _opens_page(link: Link) -> bool:
    """A link that shows a page of the app when it is followed; ``download`` links save a file instead (F48)."""
    return link.path is not None and not link.download
