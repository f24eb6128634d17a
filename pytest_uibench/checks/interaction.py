"""Outcomes of features and items from what was recorded (SPEC.md, "Outcomes"; METRICS section 5). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_uibench.constants import OUTCOME_VALUE
from pytest_uibench.model.interaction import (
    ExpectTrace,
    FeatureOutcome,
    FeatureTrace,
    ItemOutcome,
    Outcome,
    Scope,
    StepTrace,
)

STEP = "interact:step"
EXPECTATION = "interact:expectation"
GUARDS = "interact:guards"


def judge_feature(trace: FeatureTrace) -> FeatureOutcome:
    """All expectations hold: W. Some: P. None, or a step failed: F.

    What held before any step is a guard: it can fail a feature, but earns nothing, so that a dead control is never
    partly realised. Where all were guards, the feature works only if its steps went through something that was not
    there at the start, or ended elsewhere.
    """
    if trace.fault is not None:
        return FeatureOutcome(outcome="F", label=trace.fault.label, reason=trace.fault.message)
    broken = next((step for step in trace.steps if not step.ok), None)
    if broken is not None:
        number = trace.steps.index(broken) + 1
        return FeatureOutcome(outcome="F", label=STEP, reason=f"step {number}, {step_line(broken)}")
    failed = [one for one in trace.expectations if not one.ok]
    earned = [one for one in trace.expectations if one.ok and not one.held_before]
    if failed or not trace.expectations:
        outcome: Outcome = "P" if earned else "F"
        told = expect_line(failed[0]) if failed else "no expectation was judged"
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        return FeatureOutcome(outcome=outcome, label=EXPECTATION, reason=f"{told}{more}")
    if not earned and not _went_somewhere(trace):
        told = "every expectation held before the steps already, so nothing shows that they did anything"
        return FeatureOutcome(outcome="F", label=GUARDS, reason=told)
    return FeatureOutcome(outcome="W", reason="realised")


def judge_item(scope: Scope, features: Sequence[Outcome]) -> ItemOutcome:
    """W when all features work, F when none does anything, P between (METRICS section 5).

    Raises:
        ValueError: an item without features; a spec has none.
    """
    if not features:
        raise ValueError("an item has at least one feature")
    kinds = set(features)
    outcome: Outcome = features[0] if len(kinds) == 1 else "P"
    return ItemOutcome(outcome=outcome, r=OUTCOME_VALUE[outcome], scope=scope, features=tuple(features))


def step_line(step: StepTrace) -> str:
    """``click text=Save (shop.yaml:12:9): not found …; nearest: button "Store"``."""
    near = f"; nearest: {', '.join(step.candidates)}" if step.candidates else ""
    return f"{step.text} ({step.place}): {step.reason or 'done'}{near}"


def expect_line(one: ExpectTrace) -> str:
    """``visible text=Saved (shop.yaml:14:9): not found …``."""
    near = f"; nearest: {', '.join(one.candidates)}" if one.candidates else ""
    held = "; it held before the steps" if one.held_before and not one.ok else ""
    return f"{one.text} ({one.place}): {one.found}{held}{near}"


def _went_somewhere(trace: FeatureTrace) -> bool:
    """The steps found what was not there at the start, or led to another address (unless moves were made apart)."""
    if any(step.new for step in trace.steps):
        return True
    return not trace.compared and trace.url_start != trace.url_end
