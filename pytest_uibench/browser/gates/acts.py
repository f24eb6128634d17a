"""Single acts on a page, with what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model import GateStep

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .sight import Facts, Sight

Rest = Callable[[], object]
"""Brings the page to rest after an act."""


def rest_of(page: Page) -> Rest:
    """The plain way to let a page come to rest."""
    from pytest_uibench.browser.settle import settle

    return lambda: settle(page)


def click(page: Page, sight: Sight, facts: Facts, steps: list[GateStep]) -> bool:
    """Press a control as a person would; False when it cannot be pressed (covered, moving, gone)."""
    from playwright.sync_api import Error

    from .sight import look

    element = sight.element(facts["index"])
    if element is None:
        return False
    try:
        element.click(timeout=constants.GATE_ACT_MS)
    except Error:
        # On a loaded machine the time may be over after the click and before its answer.
        if look(page).view == sight.view:
            return False
    steps.append(GateStep(action="click", selector=facts["path"], text=facts.get("text") or facts.get("name") or ""))
    return True


def wait_until(page: Page, holds: Callable[[], bool], limit_ms: int) -> bool:
    """Ask until it holds or the time is over."""
    left = limit_ms
    while True:
        if holds():
            return True
        if left <= 0:
            return False
        page.wait_for_timeout(min(left, constants.GATE_POLL_MS))
        left -= constants.GATE_POLL_MS


def same_path(left: str, right: str) -> bool:
    """Whether two addresses are the same page of an app: queries and a last slash aside, hash routes kept."""
    return _page(left) == _page(right)


def _page(url: str) -> str:
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    route = parts.fragment if parts.fragment.startswith(("/", "!/")) else ""
    return f"{parts.netloc}{parts.path.rstrip('/')}#{route.lstrip('!').split('?')[0].rstrip('/')}"
