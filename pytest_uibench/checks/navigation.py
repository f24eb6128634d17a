"""Outcome of a ``navigation[<id>]`` item from what was recorded. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uibench.checks.interaction import step_line
from pytest_uibench.model import Verdict
from pytest_uibench.model.interaction import StepTrace
from pytest_uibench.model.navigation import NavigationTrace

_LABELS = {
    "start": "navigation:start",
    "steps": "navigation:step",
    "click": "navigation:click",
    "destination": "navigation:wrong-place",
}


def judge_navigation(trace: NavigationTrace) -> Verdict:
    """Passed where the destination was recognised; a start that is not reached is a failure, not a skip (ours)."""
    evidence = (trace.picture,) if trace.picture else ()
    detail = tuple(trace_lines(trace.start, trace.before, trace.steps, trace.landed))
    if trace.stop is None:
        return Verdict(status="passed", reason=trace.reason, detail=detail, evidence=evidence, warnings=trace.notes)
    if trace.stop == "skipped":
        return Verdict(status="not_applicable", label="navigation:only-if", reason=trace.reason, detail=detail)
    label = trace.fault.label if trace.fault is not None else _LABELS[trace.stop]
    status = "errored" if trace.fault is not None and trace.fault.infrastructure else "failed"
    return Verdict(
        status="errored" if status == "errored" else "failed",
        label=label,
        reason=trace.reason,
        detail=detail,
        evidence=evidence,
        warnings=trace.notes,
    )


def trace_lines(
    start: str | None, before: tuple[StepTrace, ...], steps: tuple[StepTrace, ...], landed: str | None
) -> Iterator[str]:
    """What was done, a line each, for a person."""
    if start is not None:
        yield f"start:   {start}"
    for title, done in (("before", before), ("step", steps)):
        for number, step in enumerate(done, 1):
            yield f"{title} {number}:  {step_line(step)}"
            for note in step.notes:
                yield f"         {note}"
    if landed is not None:
        yield f"ended:   {landed}"
