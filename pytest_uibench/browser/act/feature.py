"""One feature from start to end: guards, steps, expectations, all told as a :class:`FeatureTrace`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from pytest_uibench import constants
from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.model.failure import Failure
from pytest_uibench.model.interaction import ExpectTrace, FeatureTrace, StepTrace
from pytest_uibench.spec.expectations import RELOAD, Expectation, Persists
from pytest_uibench.spec.interactions import Feature
from pytest_uibench.spec.on_pages import Unchanged
from pytest_uibench.spec.steps import Go, Remember, Step, WaitFor
from pytest_uibench.spec.targets import Target

from .actor import Actor
from .errors import StepError
from .expect import judge_now, run_expectation
from .facts import PageView, Remembered, read, targets_of
from .resolve import resolve
from .snapshot import FIXED, NOTICE
from .steps import Stage, failed_step, run_step, step_target
from .words import remembered_target


def run_feature(
    actor: Actor,
    feature: Feature,
    *,
    remembered: Mapping[str, Remembered] | None = None,
    held_without_acting: Sequence[bool] | None = None,
) -> FeatureTrace:
    """Run a feature on a page that stands at its start.

    Args:
        actor: the page, settled on the start screen, in a context of its own.
        feature: from the spec.
        remembered: values that the ``before:`` steps remembered.
        held_without_acting: what :func:`without_acting` gave on another such page: expectations that the moves alone
            bring about are guards too.

    Raises:
        BrowserGoneError: the browser ended.
    """
    started = time.monotonic()
    stage = Stage(actor, dict(remembered or {}))
    url = actor.url
    steps: list[StepTrace] = []
    expectations: list[ExpectTrace] = []
    fault: Failure | None = None
    notes: tuple[str, ...] = ()
    try:
        notes = wait_for_notices(actor)
        held, new = _baseline(stage, feature)
        if held_without_acting is not None:
            held = [one or other for one, other in zip(held, held_without_acting, strict=True)]
        if _run_steps(stage, feature.do, new, steps):
            expectations += _judge_all(stage, feature.expect, held)
    except PageFaultError as error:
        fault = error.failure
        if len(steps) < len(feature.do):
            steps.append(failed_step(feature.do[len(steps)], error))
    finally:
        actor.close()
    return FeatureTrace(
        steps=tuple(steps),
        expectations=tuple(expectations),
        url_start=url,
        url_end=actor.url,
        seconds=round(time.monotonic() - started, 3),
        notes=(*notes, *_unasked(actor)),
        fault=fault,
        compared=held_without_acting is not None,
    )


def run_steps(stage: Stage, steps: Sequence[Step]) -> tuple[StepTrace, ...]:
    """Steps outside of a feature (``before:``, ``reach:``, ``do:`` of navigation), up to the first that fails.

    Raises:
        PageFaultError: the page hung or crashed.
        BrowserGoneError: the browser ended.
    """
    traces: list[StepTrace] = []
    try:
        _run_steps(stage, steps, [False] * len(steps), traces)
    finally:
        stage.actor.close()
    return tuple(traces)


def needs_comparison(feature: Feature) -> bool:
    """Whether its expectations are judged elsewhere than on the start page: the moves alone may bring them about."""
    return any(isinstance(step, Go) for step in feature.do) or isinstance(feature.expect[-1], Persists)


def without_acting(actor: Actor, feature: Feature) -> tuple[bool, ...]:
    """Which expectations hold when only the moves (``go:``, the walk of ``persists``) of a feature are made.

    Run on a start page in a context of its own: what holds here says nothing about the controls.

    Raises:
        PageFaultError: the page hung or crashed.
        BrowserGoneError: the browser ended.
    """
    stage = Stage(actor)
    known = _as_of_now(actor, feature.do)
    for step in feature.do:
        if isinstance(step, Go) and not run_step(stage, step).ok:
            return (False,) * len(feature.expect)
    held = [
        _holds(actor, expectation, known) for expectation in feature.expect if not isinstance(expectation, Persists)
    ]
    if isinstance(feature.expect[-1], Persists):
        held.append(run_expectation(actor, feature.expect[-1], known).ok)
    return tuple(held)


def wait_for_notices(actor: Actor) -> tuple[str, ...]:
    """Let transient notices leave, so that their leaving is no effect of a control (G15). Gives a note.

    Raises:
        PageFaultError: the page hung or crashed.
    """
    end = time.monotonic() + constants.ACT_NOTICE_MS / 1000
    waited = False
    with actor.guard(constants.ACT_NOTICE_MS / 1000):
        while True:
            shown = [n for n in actor.look().nodes if n.shown and n.flags & NOTICE and n.flags & FIXED and n.text]
            if not shown:
                return ("a notice was waited out before the start",) if waited else ()
            if time.monotonic() >= end:
                return (f"a notice stays: {shown[0].text!r}",)
            waited = True
            actor.pause(constants.ACT_POLL_MS * 2)


def _baseline(stage: Stage, feature: Feature) -> tuple[list[bool], list[bool]]:
    """Which expectations hold on the start page, and which steps speak of what is not there yet."""
    actor = stage.actor
    targets = [target for step in feature.do if (target := step_target(step)) is not None]
    with actor.guard(constants.STEP_TIMEOUT_SECONDS):
        snapshot = actor.look([*targets, *targets_of(feature.expect, {})])
        new = [_is_new(stage, step, lambda target: bool(resolve(target, snapshot).nodes)) for step in feature.do]
    known = {**stage.remembered, **_as_of_now(actor, feature.do)}
    held = [_held(actor, expectation, known, feature.start) for expectation in feature.expect]
    return held, new


def _as_of_now(actor: Actor, steps: Sequence[Step]) -> dict[str, Remembered]:
    """What the ``remember`` steps would read now: what compares with it can be judged before anything is done."""
    wanted = [step for step in steps if isinstance(step, Remember)]
    if not wanted:
        return {}
    with actor.guard(constants.STEP_TIMEOUT_SECONDS):
        view = PageView.now(actor, {}, [remembered_target(step) for step in wanted])
        values = [(step, read(step, view)[0]) for step in wanted]
    return {step.name: Remembered(step=step, value=value) for step, value in values if value is not None}


def _is_new(stage: Stage, step: Step, there: Callable[[Target], bool]) -> bool:
    if isinstance(step, WaitFor):
        return not judge_now(stage.actor, step.expectation, stage.remembered).holds
    target = step_target(step)
    return target is not None and not there(target)


def _held(actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered], start: str) -> bool:
    if isinstance(expectation, Persists):
        # Judged where the walk ends; only there what holds on the start page says something.
        back = all(place in (RELOAD, start) for place in expectation.through[-1:])
        return back and all(_held(actor, inner, remembered, start) for inner in expectation.then)
    if isinstance(expectation, Unchanged) and expectation.source not in remembered:
        # Holds before anything is done, by what it says.
        return True
    return _holds(actor, expectation, remembered)


def _holds(actor: Actor, expectation: Expectation, remembered: Mapping[str, Remembered]) -> bool:
    if any(name not in remembered for name in expectation.remembered):
        return False
    try:
        with actor.guard(constants.STEP_TIMEOUT_SECONDS):
            return judge_now(actor, expectation, remembered).holds
    except StepError:
        return False


def _run_steps(stage: Stage, steps: Sequence[Step], new: Sequence[bool], traces: list[StepTrace]) -> bool:
    for step, fresh in zip(steps, new, strict=True):
        traces.append(run_step(stage, step, new=fresh))
        if not traces[-1].ok:
            return False
    return True


def _judge_all(stage: Stage, expectations: Sequence[Expectation], held: Sequence[bool]) -> list[ExpectTrace]:
    """All of them, also after one failed; they share the time of waiting."""
    started = time.monotonic()
    return [
        run_expectation(stage.actor, expectation, stage.remembered, started=started, held_before=before)
        for expectation, before in zip(expectations, held, strict=True)
    ]


def _unasked(actor: Actor) -> tuple[str, ...]:
    left = len(actor.recorder.replies)
    return (f"{left} answers were not asked for: no dialog was raised",) if left else ()
