"""Steps: what a person does, each under its deadline and told as a :class:`StepTrace`."""

from __future__ import annotations

import time
from collections.abc import MutableMapping
from dataclasses import dataclass, field

from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.browser.records import Reply
from pytest_uibench.constants import ACT_TAKEOVER_MS
from pytest_uibench.model.interaction import StepTrace
from pytest_uibench.spec.steps import (
    Answer,
    Check,
    Click,
    DoubleClick,
    Drag,
    Fill,
    Focus,
    Go,
    Hover,
    Press,
    Remember,
    ScrollUntil,
    Select,
    Step,
    Type,
    Uncheck,
    Upload,
    WaitFor,
)
from pytest_uibench.spec.targets import Target

from . import controls, moves
from .actor import Actor
from .choices import select
from .errors import GoneError, NotFoundError, StepError
from .expect import poll
from .facts import PageView, Remembered, read
from .pointer import Aimed, point
from .resolve import Found
from .words import remembered_target, step_text

Did = tuple[Found | None, tuple[str, ...]]
"""What the target was found as, and notes."""
AMBIGUOUS = "{count} visible elements match: the first was taken (nth, within or near would tell which)"


@dataclass(slots=True)
class Stage:
    """What lasts from step to step of one feature."""

    actor: Actor
    remembered: MutableMapping[str, Remembered] = field(default_factory=dict)
    acted: bool = False
    """Something was clicked already: the page has been taken over by its code (F44)."""


def run_step(stage: Stage, step: Step, *, new: bool = False) -> StepTrace:
    """Do one step and settle. Never raises for what the app does, except a fault of the whole page.

    Raises:
        PageFaultError: the page hung or crashed (``interact:hang`` …); ``trace`` on it tells the step.
        BrowserGoneError: the browser ended.
    """
    actor = stage.actor
    started = time.monotonic()
    before = actor.url
    found: Found | None = None
    reason: str | None = None
    candidates: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    actor.patient = step.timeout is not None
    try:
        found, notes = _guarded(stage, step, started + step.deadline)
    except NotFoundError as error:
        found, reason, candidates = error.found, str(error), error.candidates
    except StepError as error:
        reason = str(error)
    finally:
        actor.patient = False
    if found is not None:
        notes = (*found.notes, *_ambiguity(step, found), *notes)
    return StepTrace(
        text=step_text(step),
        place=str(step.place),
        ok=reason is None,
        reason=reason,
        hint=found.hint if found else None,
        matched=found.matched if found else 0,
        candidates=candidates,
        url_before=before,
        url_after=actor.url,
        seconds=round(time.monotonic() - started, 3),
        notes=notes,
        new=new,
    )


def step_target(step: Step) -> Target | None:
    """The element that a step is about."""
    if isinstance(step, Remember):
        return remembered_target(step)
    for name in ("target", "source", "visible"):
        value = getattr(step, name, None)
        if isinstance(value, Target):
            return value
    return None


def failed_step(step: Step, error: PageFaultError, seconds: float = 0.0) -> StepTrace:
    """The trace of a step at which the page hung or crashed."""
    return StepTrace(text=step_text(step), place=str(step.place), ok=False, reason=str(error), seconds=seconds)


def _guarded(stage: Stage, step: Step, end: float) -> Did:
    if isinstance(step, Go) and step.screen is not None and step.move is None:
        # The navigator watches over its own calls.
        return _done(stage, step, end)
    with stage.actor.guard(step.deadline):
        return _done(stage, step, end)


def _done(stage: Stage, step: Step, end: float) -> Did:
    did = _do(stage, step, end)
    if not isinstance(step, (Remember, Answer, WaitFor)):
        stage.actor.settle()
    return did


def _do(stage: Stage, step: Step, end: float) -> Did:
    actor = stage.actor
    match step:
        case Click() | DoubleClick() | Hover():
            return _pointed(stage, step, end)
        case Drag():
            return moves.drag(actor, step, end)
        case ScrollUntil():
            return moves.scroll_until(actor, step, end)
        case Go():
            return None, moves.go(actor, step)
        case Press():
            actor.page.keyboard.press(step.keys)
            return None, ()
        case Answer():
            actor.recorder.replies.append(Reply(step.dialog, step.text))
            return None, ()
        case Select():
            return select(actor, step, end)
        case WaitFor():
            return _waited(stage, step, end)
        case Remember():
            return _remember(stage, step, end)
        case _:
            return _on_control(actor, step, end)


def _on_control(actor: Actor, step: Focus | Fill | Type | Check | Uncheck | Upload, end: float) -> Did:
    """Once more where the element was replaced meanwhile: frameworks render lists anew."""
    while True:
        try:
            return _on_control_once(actor, step, end)
        except GoneError:
            if time.monotonic() >= end:
                raise


def _on_control_once(actor: Actor, step: Focus | Fill | Type | Check | Uncheck | Upload, end: float) -> Did:
    hidden = isinstance(step, (Check, Uncheck, Upload))
    found = actor.find(step.target, end, hidden=hidden)
    match step:
        case Focus():
            node = found.first
            if node is None or not actor.ask("focus", index=node.index, all=False).get("focused"):
                raise StepError("the element does not take the focus")
            return found, ()
        case Fill():
            return found, controls.fill(actor, found, step.value, end)
        case Type():
            controls.type_keys(actor, found, step.value, end)
            return found, ()
        case Upload():
            return found, controls.upload(actor, found, step.files, end)
        case _:
            return found, controls.tick(actor, found, isinstance(step, Check), end)


def _pointed(stage: Stage, step: Click | DoubleClick | Hover, end: float) -> Did:
    actor = stage.actor
    found = actor.find(step.target, end)
    if isinstance(step, Hover):
        point(actor, found, end, "hover", target=step.target)
        return found, ()
    if isinstance(step, DoubleClick):
        point(actor, found, end, "double_click", target=step.target)
        return found, ()
    first = not stage.acted
    stage.acted = True
    before = actor.activity() if first else ()
    aimed = point(actor, found, end, "click", target=step.target)
    notes = ("nothing there looks as if it could be clicked",) if aimed.plain else ()
    if first and _without_effect(actor, aimed, before):
        return found, (*notes, *_again(actor, step, end))
    return found, notes


def _without_effect(actor: Actor, aimed: Aimed, before: tuple[object, ...]) -> bool:
    """F44: server markup that its framework had not taken over yet. A control with a state of its own answers alone."""
    if aimed.native:
        return False
    end = time.monotonic() + ACT_TAKEOVER_MS / 1000
    while time.monotonic() < end:
        actor.settle()
        if actor.activity() != before:
            return False
        actor.pause()
    return True


def _again(actor: Actor, step: Click, end: float) -> tuple[str, ...]:
    found = actor.find(step.target, end)
    point(actor, found, max(end, time.monotonic() + 1), "click", target=step.target)
    return ("the first click changed nothing: it was made once more",)


def _waited(stage: Stage, step: WaitFor, end: float) -> Did:
    judged, candidates = poll(stage.actor, step.expectation, stage.remembered, end)
    if not judged.holds:
        found = Found(why=judged.found)
        raise _LateError(judged.found, found, candidates)
    return None, judged.notes


class _LateError(NotFoundError):
    def __init__(self, told: str, found: Found, candidates: tuple[str, ...]) -> None:
        Exception.__init__(self, f"it did not come: {told}")
        self.found = found
        self.candidates = candidates


def _remember(stage: Stage, step: Remember, end: float) -> Did:
    target = remembered_target(step)
    if step.count is None:
        found = stage.actor.find(target, end)
    while True:
        value, found = read(step, PageView.now(stage.actor, stage.remembered, [target]))
        if value is not None:
            break
        if time.monotonic() >= end:
            raise GoneError("the element went away while it was read")
    stage.remembered[step.name] = Remembered(step=step, value=value)
    return found, (f"{step.name} = {value!r}",)


def _ambiguity(step: Step, found: Found) -> tuple[str, ...]:
    target = step_target(step)
    counted = isinstance(step, Remember) and step.count is not None
    if target is None or len(found.nodes) < 2 or counted or target.near is not None:
        return ()
    return (AMBIGUOUS.format(count=len(found.nodes)),)
