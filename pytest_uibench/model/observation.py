"""What was seen in the browser: plain values, recorded once, judged later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from .failure import Failure
from .gates import GateTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleLine:
    """An error or warning on the console, or an uncaught page error."""

    kind: Literal["error", "warning", "pageerror"]
    text: str
    url: str | None = None
    """Source address as the browser gives it, relative to the app's origin where it is the app's.

    Neither scheme nor leading slash: a source file, relative to the subject directory, found by a source map.
    """
    line: int | None = None
    column: int | None = None
    frames: tuple[str, ...] = ()
    """``url:line:column`` of the error's stack, the innermost first: the app's own origin only, bounded in number."""
    logger: str | None = None
    """npm package whose code wrote the line, where a source map tells it (``react-dom``)."""
    unset: tuple[str, ...] = ()
    """Variables of the build that the source file at ``url`` reads and nothing sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFault:
    """A request that failed, was refused by the network policy, or was answered with status >= 400."""

    url: str
    """Path for the app's own origin, full address otherwise."""
    method: str
    resource: str
    """Playwright's resource type: ``document``, ``script``, ``image``, ``fetch`` …"""
    status: int | None = None
    error: str | None = None
    refused: bool = False
    """Refused or stubbed by the network policy (not the app's fault)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An ``a[href]`` seen on a page."""

    href: str
    """As written."""
    path: str | None
    """Internal path (with the hash route for hash routers), None for external, mailto:, …"""
    text: str
    blank: bool = False
    """``target=_blank``."""
    download: bool = False
    target: str | None = None
    """Address to open for it, relative to the base: like ``path``, with the query; None where ``path`` is None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """Render probe on the mount element (METRICS section 1)."""

    mount: str
    """Selector that was found: ``#root``, ``#app``, ``#__next``, ``main`` or ``body``."""
    all: int
    text: int
    visuals: int
    interactive: int
    canvas: Literal["none", "flat", "painted"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """How a page came to rest."""

    settled: bool
    seconds: float
    pending: tuple[str, ...] = ()
    """Conditions that did not hold at the deadline: ``document``, ``fonts``, ``images``, ``requests`` …"""
    flags: tuple[str, ...] = ()
    """``fonts: timeout``, ``unstable`` …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageObservation:
    """One page load, seen once."""

    route: str
    """Pattern or path that was asked for, as in the route list."""
    path: str
    """Concrete path opened (parameters filled in, hash included)."""
    landed: str
    """Path where the page ended (redirects included)."""
    source: Literal["static", "crawl", "probe"] = "static"
    status: int | None = None
    """HTTP status of the document, None for hash moves."""
    title: str = ""
    text: str = ""
    """innerText of the mount element, whitespace collapsed, cut (see constants)."""
    fingerprint: str = ""
    """Hash of innerText and element count: equal pages are aliases (METRICS section 2)."""
    elements: int = 0
    probe: Probe | None = None
    settling: Settling | None = None
    links: tuple[Link, ...] = ()
    console: tuple[ConsoleLine, ...] = ()
    requests: tuple[RequestFault, ...] = ()
    hosts: tuple[str, ...] = ()
    """Foreign hosts that were asked for, whatever the network policy."""
    refused_hosts: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()
    popups: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    screenshot: str | None = None
    """Relative to the app's folder in the output directory."""
    capture: str | None = None
    """JSON file with the page's ScreenCapture, relative to the app's folder in the output directory."""
    seconds: float = 0.0
    fault: Failure | None = None
    """Set when the page could not be observed: hang, crash, no answer, reload loop."""
    gate: GateTrace | None = None
    """A wall that stood in front of the page and what was done about it; None where there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteObservation:
    """All pages of one app, seen in one run."""

    pages: tuple[PageObservation, ...] = ()
    """Declared routes in their order, then what the crawl added."""
    probe: PageObservation | None = None
    """An address that cannot exist: what "not there" looks like (G07)."""
    unresolved: Mapping[str, str] = field(default_factory=dict)
    """Declared patterns for which no concrete address was found, with the reason."""
    unvisited: tuple[str, ...] = ()
    """Internal paths that the crawl budget left out."""
    crawled: bool = False
    """True when links were followed."""

    def adding(
        self, pages: Sequence[PageObservation], unresolved: Sequence[str] = (), why: str = ""
    ) -> SiteObservation:
        """The same with newly seen pages in place of older ones of the same route, and patterns without an address."""
        fresh = {(page.source, page.route): page for page in pages}
        kept = [page for page in self.pages if (page.source, page.route) not in fresh]
        left = {**self.unresolved, **dict.fromkeys(unresolved, why)}
        left = {pattern: reason for pattern, reason in left.items() if ("static", pattern) not in fresh}
        return replace(self, pages=(*kept, *fresh.values()), unresolved=left)
