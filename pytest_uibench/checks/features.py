"""Outcome of an ``interaction[<item>/<feature>]`` item from what was recorded. Pure."""

from __future__ import annotations

from pytest_uibench.checks.interaction import expect_line, judge_feature
from pytest_uibench.checks.navigation import trace_lines
from pytest_uibench.model import Verdict
from pytest_uibench.model.interaction import FeatureTrace, Outcome
from pytest_uibench.model.scorecard import Status

ONLY_IF = "interact:only-if"
_STATUSES: dict[Outcome, Status] = {"W": "passed", "P": "partial", "F": "failed"}


def judge_trial(trace: FeatureTrace) -> Verdict:
    """W passes, P is partial, F fails; an app without the control gets F, never a skip (METRICS section 5)."""
    lines = [*trace_lines(trace.url_start or None, (), trace.steps, trace.url_end)]
    for number, one in enumerate(trace.expectations, 1):
        mark = "holds" if one.ok else "FAILS"
        lines.append(f"expect {number}: {mark}: {expect_line(one)}")
    detail = (*lines, *(f"note:    {note}" for note in trace.notes))
    if trace.fault is not None and trace.fault.label == ONLY_IF:
        return Verdict(status="not_applicable", label=ONLY_IF, reason=trace.fault.message, detail=detail)
    judged = judge_feature(trace)
    if trace.fault is not None and trace.fault.infrastructure:
        return Verdict(status="errored", label=judged.label, reason=judged.reason, detail=detail)
    return Verdict(status=_STATUSES[judged.outcome], label=judged.label, reason=judged.reason, detail=detail)
