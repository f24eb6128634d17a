"""Expectations: polled until they hold or the deadline passes; negative ones once the page has settled."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from pytest_uibench.model.interaction import ExpectTrace
from pytest_uibench.spec.expectations import RELOAD, Expectation, Persists, with_inner
from pytest_uibench.spec.on_pages import OnScreen

from .actor import Actor
from .errors import StepError
from .facts import PageView, Remembered, targets_of
from .judge import Judgement, judge
from .patience import Patience
from .words import expectation_text


def judge_now(actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered]) -> Judgement:
    """Judge at this moment, without waiting.

    Raises:
        PageFaultError: the page hung or crashed.
    """
    return _looked(actor, expectation, remembered)[0]


def poll(
    actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered], end: float
) -> tuple[Judgement, tuple[str, ...]]:
    """Judge until it holds or ``end`` (monotonic seconds) has passed. Also gives candidates for what was not found.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    if expectation.negative:
        actor.settle()
    patience = Patience(actor, end, whole=expectation.timeout is not None)
    while True:
        judged, view = _looked(actor, expectation, remembered)
        if judged.holds or patience.over():
            break
        actor.pause()
    lost = judged.lost
    if judged.holds or lost is None:
        return judged, ()
    why = actor.explained(view.found(lost)).why
    told = f"{judged.found} ({why})" if why and why not in judged.found else judged.found
    return replace(judged, found=told), actor.nearest(lost)


def run_expectation(
    actor: Actor,
    expectation: Expectation,
    remembered: Mapping[str, Remembered],
    *,
    started: float | None = None,
    held_before: bool = False,
) -> ExpectTrace:
    """Judge one expectation; ``persists`` walks first. ``started``: when the waiting for all of them began.

    Raises:
        PageFaultError: the page hung or crashed.
        BrowserGoneError: the browser ended.
    """
    begun = time.monotonic()
    notes: tuple[str, ...] = ()
    try:
        if isinstance(expectation, Persists):
            notes = _walk(actor, expectation)
            judged, candidates = _at_the_end(actor, expectation, remembered)
        else:
            end = (begun if started is None else started) + expectation.deadline
            judged, candidates = _guarded(actor, expectation, remembered, end)
    except StepError as error:
        judged, candidates = Judgement(holds=False, found=str(error)), ()
    return ExpectTrace(
        text=expectation_text(expectation),
        place=str(expectation.place),
        ok=judged.holds,
        found=judged.found,
        held_before=held_before,
        candidates=candidates,
        seconds=round(time.monotonic() - begun, 3),
        notes=(*notes, *judged.notes),
    )


def _guarded(
    actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered], end: float
) -> tuple[Judgement, tuple[str, ...]]:
    if any(isinstance(inner, OnScreen) for inner in with_inner((expectation,))):
        # The navigator watches over its own calls.
        return poll(actor, expectation, remembered, end)
    with actor.guard(expectation.deadline):
        return poll(actor, expectation, remembered, end)


def _looked(actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered]) -> tuple[Judgement, PageView]:
    view = PageView.now(actor, remembered, targets_of([expectation], remembered))
    return judge(expectation, view), view


def _walk(actor: Actor, expectation: Persists) -> tuple[str, ...]:
    notes = []
    for place in expectation.through:
        if place == RELOAD:
            with actor.guard(expectation.deadline):
                actor.page.reload(wait_until="commit")
                actor.settle()
            notes.append("reloaded")
            continue
        arrival = actor.navigator.go(place, None, expectation.deadline)
        if not arrival.ok:
            raise StepError(f"the walk did not reach {place}: {arrival.reason or 'it is not there'}")
        notes.append(f"went to {place} by {arrival.by or 'control'}")
        with actor.guard(expectation.deadline):
            actor.settle()
    return tuple(notes)


def _at_the_end(
    actor: Actor, expectation: Persists, remembered: Mapping[str, Remembered]
) -> tuple[Judgement, tuple[str, ...]]:
    started = time.monotonic()
    judged = []
    candidates: tuple[str, ...] = ()
    for inner in expectation.then:
        one, near = _guarded(actor, inner, remembered, started + inner.deadline)
        judged.append(one)
        candidates = candidates or near
    lost = [one for one in judged if not one.holds]
    notes = tuple(note for one in judged for note in one.notes)
    return Judgement(holds=not lost, found="; ".join(one.found for one in lost or judged), notes=notes), candidates
