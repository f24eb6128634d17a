"""Aiming and clicking: a person's pointer, which never reaches through what lies above (F50, F51)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pytest_uibench.constants import ACT_SAME_PX
from pytest_uibench.spec.targets import Target

from .actor import Actor
from .errors import GoneError, StepError
from .patience import Patience
from .resolve import Found
from .snapshot import Node

Button = Literal["click", "double_click", "hover"]


class Aimed:
    """Where an element can be pointed at."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.x = float(answer["x"])
        self.y = float(answer["y"])
        self.native = bool(answer["native"])
        """A control with a state of its own, which a second click would turn back."""
        self.plain = bool(answer["plain"])
        """Neither it nor what it lies in looks as if it could be clicked."""


def aim(actor: Actor, index: int, end: float, *, disabled: bool = False) -> Aimed | None:
    """Bring an element into sight and wait until it stands still, is enabled and lies on top; None when it is gone.

    Raises:
        StepError: not before ``end``: what covers it, that it is disabled, moves, or takes no pointer.
    """
    last: Mapping[str, Any] = {}
    tried = 0
    patience = Patience(actor, end)
    while True:
        # A header that sticks at the top covers what was scrolled beneath it: try the other ends too.
        where = ("center", "end", "start")[tried % 3] if tried else "center"
        answer = actor.ask("aim", index=index, scroll=where)
        if answer.get("gone"):
            return None
        still = "rect" in last and all(
            abs(a - b) < ACT_SAME_PX for a, b in zip(answer["rect"], last["rect"], strict=True)
        )
        ready = "x" in answer and (disabled or not answer["off"])
        if ready and still:
            return Aimed(answer)
        if patience.over():
            raise StepError(_hindrance(answer, still=still))
        tried += 0 if ready else 1
        last = answer
        actor.pause()


def point(actor: Actor, found: Found, end: float, how: Button, *, target: Target | None = None) -> Aimed:
    """Aim at the element of ``found`` and click, double-click or hover there; looks again when it was replaced.

    Raises:
        StepError: as :func:`aim`.
        NotFoundError: it was replaced and did not come back.
    """
    node: Node | None = found.first
    while node is not None:
        aimed = aim(actor, node.index, end, disabled=how == "hover")
        if aimed is not None:
            _act(actor, aimed, how)
            return aimed
        if target is None:
            break
        node = actor.find(target, end).first
    raise GoneError("the element went away while it was aimed at")


def click_index(actor: Actor, index: int, end: float) -> None:
    """Click an element that a script named.

    Raises:
        StepError: as :func:`aim`.
    """
    aimed = aim(actor, index, end)
    if aimed is None:
        raise GoneError("the element went away while it was aimed at")
    _act(actor, aimed, "click")


def _act(actor: Actor, aimed: Aimed, how: Button) -> None:
    mouse = actor.page.mouse
    if how == "hover":
        mouse.move(aimed.x, aimed.y)
    elif how == "double_click":
        mouse.dblclick(aimed.x, aimed.y)
    else:
        mouse.click(aimed.x, aimed.y)


def _hindrance(answer: Mapping[str, Any], *, still: bool) -> str:
    if answer.get("unseen"):
        return "the element cannot be brought into sight"
    if answer.get("deaf"):
        return "the element takes no pointer (pointer-events: none)"
    if "x" not in answer:
        cover = answer.get("cover")
        return f"the element is covered by {cover}" if cover else "the element cannot be pointed at"
    if answer.get("off"):
        return "the element is disabled"
    return "the element does not stand still" if not still else "the element cannot be clicked"
