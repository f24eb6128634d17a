"""Does every internal link lead somewhere real? (FIELD-CASES G07, G08)"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pytest_uibench import constants
from pytest_uibench.checks.executability import first_line, render_failure
from pytest_uibench.checks.gates import moved_on
from pytest_uibench.model import Link, LinkCard, LinksCard, PageObservation, SiteObservation, Verdict
from pytest_uibench.observe.links import page_key

Matcher = Callable[[str], bool]
"""True when a declared route takes this path."""
_NOT_FOUND = re.compile(r"(?:^|[/_.-])(?:404|not-?found)(?:[_.-][^/]*)?$", re.IGNORECASE)


def judge_links(site: SiteObservation, declared: Matcher) -> tuple[Verdict, LinksCard]:
    """Judge all internal links seen on the pages of a site.

    Args:
        site: every page that was opened, and the probe of an address that cannot exist.
        declared: tells whether a path belongs to a route that the source declares.
    """
    opened = {page_key(page.path): page for page in site.pages}
    unvisited = {page_key(path) for path in site.unvisited}
    seen: dict[str, tuple[Link, PageObservation]] = {}
    for page in site.pages:
        for link in internal_links(page):
            seen.setdefault(page_key(link.path or ""), (link, page))
    dead: list[LinkCard] = []
    checked = unchecked = 0
    for path, (link, page) in sorted(seen.items()):
        target = opened.get(path)
        if target is None:
            unchecked += path in unvisited and not declared(path)
            continue
        checked += 1
        reason = why_dead(target, telling_probe(site, target.path, declared), declared)
        if reason is not None:
            dead.append(LinkCard(path=path, text=link.text, on=page.route, reason=reason))
    card = LinksCard(checked=checked, dead=tuple(dead), unchecked=unchecked)
    return _verdict(card, any_page=bool(site.pages)), card


def internal_links(page: PageObservation) -> Iterator[Link]:
    """Links of a page that stay in the app and are not downloads."""
    return (link for link in page.links if link.path is not None and not link.download)


def why_dead(target: PageObservation, probe: PageObservation | None, matcher: Matcher) -> str | None:
    """Reason why the page that a link led to is not real, or None.

    A declared route that fails is judged by its own item; here it only counts when it shows what an impossible
    address shows.
    """
    if target.downloads or named_not_found(target.path) or (target.fault and target.fault.infrastructure):
        return None
    declared = matcher(page_key(target.path))
    if target.status is not None and target.status >= 400:
        return f"answered with status {target.status}"
    if lost := _without_hash(target.path, matcher):
        return lost
    if declared and moved_on(target):
        # A log-in wall takes known and unknown addresses alike to one place: that says nothing about this one.
        return None
    if probe is not None and is_missing(target, probe):
        where = f" (both end on {target.landed})" if target.landed == probe.landed else ""
        return f"shows the same as an address that does not exist{where}"
    if declared:
        return None
    failure = render_failure(target)
    return first_line(failure.message) if failure is not None and not failure.infrastructure else None


def telling_probe(site: SiteObservation, path: str, declared: Matcher) -> PageObservation | None:
    """The probe, or None where it tells nothing about ``path``.

    Where every address shows the start page (a wall or a splash at each, or no router at all), a declared route that
    shows it too is not missing.
    """
    home = next((page for page in site.pages if page.route == "/" and page.source == "static"), None)
    everywhere = home is not None and site.probe is not None and _alike(home, site.probe)
    return None if everywhere and declared(page_key(path)) else site.probe


def is_missing(page: PageObservation, probe: PageObservation) -> bool:
    """True when ``page`` shows what the impossible address of ``probe`` shows.

    A catch-all that sends every unknown address to ``/login`` does not make ``/login`` itself missing, and one that
    shows the start page for them all does not make ``/`` missing.
    """
    if page_key(page.path) in ("/", page_key(probe.landed)):
        return False
    return _alike(page, probe)


def _alike(page: PageObservation, other: PageObservation) -> bool:
    if page.fingerprint and page.fingerprint == other.fingerprint:
        return True
    return page.elements == other.elements and _neutral(page) == _neutral(other)


def _without_hash(path: str, declared: Matcher) -> str | None:
    """``/cart`` in an app whose routes stand behind ``#``: a host gives out the start page for it, or nothing."""
    head, mark, route = path.partition("#")
    if not mark or route.strip("/") or head in ("", "/") or not declared(head):
        return None
    return f"opens the start page: with hash routes the address is #{head}"


def named_not_found(path: str) -> bool:
    """A link to the not-found page itself (``/404.html``, ``/error-404``) shows what it is meant to show."""
    return _NOT_FOUND.search(page_key(path)) is not None


def _neutral(page: PageObservation) -> str:
    """Text without the page's own address: not-found pages like to repeat it."""
    text = page.text
    for own in sorted({page.path, page.landed}, key=len, reverse=True):
        if len(own) > 1:
            text = text.replace(own, "")
    return text


def _verdict(card: LinksCard, *, any_page: bool) -> Verdict:
    if not any_page:
        return Verdict(status="not_applicable", reason="no page could be opened")
    left = (f"{card.unchecked} links beyond the crawl budget were not opened",) if card.unchecked else ()
    if not card.dead:
        return Verdict(status="passed", reason=f"{card.checked} internal links lead somewhere", warnings=left)
    lines = [f"{d.path} (“{d.text}” on {d.on}): {d.reason}" for d in card.dead[: constants.DEAD_LINKS_SHOWN]]
    if len(card.dead) > len(lines):
        lines.append(f"… and {len(card.dead) - len(lines)} more in the report")
    return Verdict(
        status="failed",
        label="links:dead",
        reason=f"{len(card.dead)} of {card.checked} internal links lead nowhere: {card.dead[0].path}",
        detail=tuple(lines),
        warnings=left,
    )
