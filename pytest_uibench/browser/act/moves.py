"""Moves: drag, scroll, go (SPEC.md, "Steps")."""

from __future__ import annotations

import time
from collections.abc import Callable

from pytest_uibench import constants
from pytest_uibench.spec.steps import Drag, Go, ScrollUntil

from .actor import Actor
from .errors import GoneError, NotFoundError, StepError
from .pointer import aim
from .resolve import Found, resolve
from .snapshot import Snapshot

DRAG_EVENTS = ("dragstart", "dragenter", "dragover", "drop", "dragend")


def drag(actor: Actor, step: Drag, end: float) -> tuple[Found, tuple[str, ...]]:
    """Drag by pointer, else by the browser's drag events, else by keyboard (F53). The note says which worked.

    Raises:
        NotFoundError: one of the two is not there.
        StepError: none of the three changed anything.
    """
    found = actor.find(step.source, end)
    actor.find(step.to, end)
    ways: tuple[tuple[str, Callable[[Actor, Drag, float], None]], ...] = (
        ("pointer", _by_pointer),
        ("drag events", _by_events),
        ("keyboard", _by_keyboard),
    )
    for name, way in ways:
        before = _arrangement(actor, step)
        way(actor, step, end)
        actor.settle()
        if _arrangement(actor, step) != before:
            return found, (f"dragged by {name}",)
    raise StepError("dragging changed nothing, neither by pointer, nor by drag events, nor by keyboard")


def _pair(actor: Actor, step: Drag) -> tuple[int, int, Snapshot]:
    snapshot = actor.look([step.source, step.to])
    source, to = resolve(step.source, snapshot).first, resolve(step.to, snapshot).first
    if source is None or to is None:
        raise GoneError("the element went away while it was dragged")
    return source.index, to.index, snapshot


def _arrangement(actor: Actor, step: Drag) -> tuple[object, ...]:
    """What stands where: changes when something was moved, dropped or counted."""
    snapshot = actor.look([step.source, step.to])
    source = resolve(step.source, snapshot).first
    leaves = [node for node in snapshot.nodes if node.shown and node.text and node.end == node.index + 1]
    place = source.box[:2] if source else None
    return (place, source.parent if source else None, tuple((node.text, node.box[0], node.box[1]) for node in leaves))


def _by_pointer(actor: Actor, step: Drag, end: float) -> None:
    source, to, _ = _pair(actor, step)
    start = aim(actor, source, end)
    if start is None:
        raise GoneError("the element went away while it was dragged")
    mouse = actor.page.mouse
    mouse.move(start.x, start.y)
    mouse.down()
    actor.pause(constants.ACT_DRAG_HOLD_MS)
    goal = actor.ask("aim", index=to, scroll="none")
    if "rect" not in goal:
        mouse.up()
        return
    left, top, right, bottom = goal["rect"]
    # Beyond the middle in the direction of the move: lists swap when the middle of a neighbour is passed.
    x = (left + right) / 2
    y = (top + bottom) / 2 + (bottom - top) / 4 * (1 if (top + bottom) / 2 > start.y else -1)
    for count in range(1, constants.ACT_DRAG_STEPS + 1):
        share = count / constants.ACT_DRAG_STEPS
        mouse.move(start.x + (x - start.x) * share, start.y + (y - start.y) * share)
        actor.pause(constants.ACT_KEY_DELAY_MS)
    mouse.move(x, y)
    actor.pause()
    mouse.up()


def _by_events(actor: Actor, step: Drag, end: float) -> None:
    del end
    source, to, _ = _pair(actor, step)
    taken = True
    for kind in DRAG_EVENTS:
        if kind == "drop" and not taken:
            continue
        answer = actor.ask("dragEvent", index=source, to=to, kind=kind)
        taken = bool(answer.get("taken"))
        actor.pause(constants.ACT_KEY_DELAY_MS)


def _by_keyboard(actor: Actor, step: Drag, end: float) -> None:
    """Space, arrows, Space: as the accessible drag libraries have it."""
    source, to, snapshot = _pair(actor, step)
    one, other = snapshot.nodes[source].box, snapshot.nodes[to].box
    down, right = other[1] - one[1], other[0] - one[0]
    arrow = (
        ("ArrowDown" if down > 0 else "ArrowUp")
        if abs(down) >= abs(right)
        else ("ArrowRight" if right > 0 else "ArrowLeft")
    )
    if not actor.ask("focus", index=source, all=False).get("focused"):
        return
    keyboard = actor.page.keyboard
    keyboard.press("Space")
    actor.pause()
    size = one[3] if arrow in ("ArrowDown", "ArrowUp") else one[2]
    steps = round(max(abs(down), abs(right)) / max(size, 1.0)) or 1
    for _ in range(min(steps, constants.ACT_DRAG_KEYS)):
        if time.monotonic() >= end:
            break
        keyboard.press(arrow)
        actor.pause()
    keyboard.press("Space")


def scroll_until(actor: Actor, step: ScrollUntil, end: float) -> tuple[Found, tuple[str, ...]]:
    """Scroll the window, the given container, or the largest scroller (F55) until the element is in sight.

    Raises:
        NotFoundError: not there when the end was reached, or not in time.
    """
    targets = [step.visible, *([step.within] if step.within else [])]
    if step.within is not None:
        actor.find(step.within, end)
    last, scroller = -1.0, ""
    while True:
        snapshot = actor.look(targets)
        found = resolve(step.visible, snapshot)
        if found.first is not None:
            shown = actor.ask("show", index=found.first.index).get("shown")
            if shown:
                return found, ((f"scrolled {scroller}",) if scroller else ())
        within = resolve(step.within, snapshot).first if step.within else None
        answer = actor.ask("scroll", index=within.index if within else None, share=constants.ACT_SCROLL_SHARE)
        if answer.get("none"):
            raise NotFoundError(step.visible, Found(why="nothing on the page scrolls"), actor.nearest(step.visible))
        scroller = answer["scroller"]
        stuck = answer["moved"] == 0 and answer["height"] == last
        if stuck or time.monotonic() >= end:
            why = f"{scroller} was scrolled to its end" if stuck else "out of time while scrolling"
            raise NotFoundError(step.visible, Found(why=why), actor.nearest(step.visible))
        if answer["moved"] == 0:
            # At the end: what loads more has time until nothing happens any more.
            last = answer["height"]
            actor.settle()
        else:
            actor.pause()


def go(actor: Actor, step: Go) -> tuple[str, ...]:
    """Back, forward, reload, an address, or a screen by way of the navigator. Gives notes.

    Raises:
        StepError: it did not get there.
    """
    page = actor.page
    if step.move == "reload":
        page.reload(wait_until="commit")
    elif step.move is not None:
        before = page.url
        moved = page.go_back(wait_until="commit") if step.move == "back" else page.go_forward(wait_until="commit")
        actor.settle()
        if moved is None and page.url == before:
            return (f"go {step.move} did not change the address",)
    elif step.route is not None:
        answer = page.goto(actor.navigator.address(step.route), wait_until="commit")
        if answer is not None and answer.status >= 400:
            return (f"the address answered with status {answer.status}",)
    elif step.screen is not None:
        arrival = actor.navigator.go(step.screen, step.by, step.deadline)
        if not arrival.ok:
            raise StepError(arrival.reason or f"the screen {step.screen!r} was not reached")
        how = "by clicking a control" if arrival.by == "control" else "by loading its address"
        return (f"went to {step.screen} {how}",)
    return ()
