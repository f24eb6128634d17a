"""What stands in front of a page, as facts, with the elements that they speak of."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from pytest_uibench import constants
from pytest_uibench.browser.settle import navigated_away

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, JSHandle, Page

Facts = Mapping[str, Any]
OPTIONS: Final = {
    "nodes": constants.GATE_NODES,
    "depth": constants.GATE_PATH_DEPTH,
    "text": constants.GATE_TEXT,
    "page": constants.TEXT_LIMIT,
    "others": constants.GATE_OTHER_CONTROLS,
    "covering": constants.GATE_COVERING,
    "blocked": constants.GATE_BLOCKED,
    "points": constants.GATE_POINTS,
    "screens": constants.GATE_INTRO_SCREENS,
    "introText": constants.GATE_INTRO_TEXT,
    "introButtons": constants.GATE_INTRO_BUTTONS,
}


class Sight:
    """One look at a page."""

    def __init__(self, facts: Facts, elements: JSHandle | None) -> None:
        self.facts = facts
        self._elements = elements

    @property
    def login(self) -> Facts | None:
        """A form with a visible password field: ``fields``, ``submit``, ``others``, ``outside``, ``text``, ``path``."""
        return self.facts.get("login")

    @property
    def overlay(self) -> Facts | None:
        """A layer that blocks the page: ``text``, ``buttons``, ``behind``, ``share``, ``dead``, ``locked`` …"""
        return self.facts.get("overlay")

    @property
    def intro(self) -> Facts | None:
        """The page when it is short and has few controls, none of which leads elsewhere: ``text``, ``buttons``."""
        return self.facts.get("intro")

    @property
    def timer(self) -> int:
        """Milliseconds until the last one-shot timer of the app is due; 0 without one."""
        return int(self.facts.get("timer", 0))

    @property
    def url(self) -> str:
        return str(self.facts.get("url", ""))

    @property
    def view(self) -> str:
        """Signature of all that the page shows."""
        return signature(f"{self.facts.get('count', 0)} {self.facts.get('text', '')}")

    def element(self, index: int) -> ElementHandle | None:
        """The element behind an ``index`` of the facts."""
        if self._elements is None:
            return None
        return self._elements.evaluate_handle("(all, index) => all[index]", index).as_element()


def look(page: Page) -> Sight:
    """Look at a page that is at rest; asked again when it moves on in between.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    from playwright.sync_api import Error

    for last in (False, False, True):
        try:
            answer = page.evaluate_handle(_script(), OPTIONS)
            facts = answer.evaluate("found => found.facts")
            return Sight(facts or {}, answer.get_property("elements"))
        except Error as error:
            if last or not navigated_away(error):
                raise
            page.wait_for_load_state("domcontentloaded")
    raise AssertionError("unreachable")


def signature(text: str) -> str:
    """Short name of a text; equal texts have equal ones, spaces and letter case aside."""
    return hashlib.sha256(" ".join(text.lower().split()).encode("utf-8", "replace")).hexdigest()[:16] if text else ""


def usable(buttons: Sequence[Facts]) -> list[Facts]:
    """Buttons that can be pressed and do not lead to another address."""
    return [one for one in buttons if one["enabled"] and not one["away"]]


@functools.cache
def _script() -> str:
    return files("pytest_uibench.browser").joinpath("scripts", "gates.js").read_text(encoding="utf-8").strip()
