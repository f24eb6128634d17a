"""Declared routes that send their visitor on: a log-in wall, or a redirect (FIELD-CASES F74, G09)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pytest_uibench import constants
from pytest_uibench.model import PageObservation
from pytest_uibench.observe.links import page_key


def moved_on(page: PageObservation) -> bool:
    """True when another address stood there in the end than the one that was opened."""
    return page_key(page.landed) != page_key(page.path)


def gated(pages: Iterable[PageObservation], declared: Callable[[str], bool]) -> frozenset[str]:
    """Routes behind a wall: those whose wall could not be passed, and several that all end at the same other address.

    Told by where they end alone, in any language. What stands behind the wall was not seen, so that such a route is
    neither missing nor the same page as another.
    """
    behind: dict[str, set[str]] = {}
    walled: set[str] = set()
    for page in pages:
        if page.source != "probe" and page.gate is not None and not page.gate.all_passed:
            walled.add(page.route)
        if page.source == "static" and moved_on(page) and declared(page.path):
            behind.setdefault(page_key(page.landed), set()).add(page.route)
    walls = [routes for routes in behind.values() if len(routes) >= constants.GATED_ROUTES]
    return frozenset(walled).union(*walls)
