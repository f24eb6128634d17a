"""Outcomes of features and items, and IIS."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pytest_uibench
from pytest_uibench.checks.interaction import judge_feature, judge_item
from pytest_uibench.model import Failure
from pytest_uibench.model.interaction import ExpectTrace, FeatureTrace, ItemOutcome, StepTrace
from pytest_uibench.scoring.iis import score_interactions, sensitivity

STEP = StepTrace(text="click text=Go", place="s.yaml:3:4", ok=True)


def expectation(ok: bool, held: bool = False) -> ExpectTrace:
    return ExpectTrace(text="visible text=A", place="s.yaml:5:6", ok=ok, held_before=held, found="not found")


@pytest.mark.parametrize(
    ("expectations", "outcome"),
    [
        ([(True, False)], "W"),
        ([(True, False), (True, True)], "W"),
        ([(True, False), (False, False)], "P"),
        ([(True, True), (False, False)], "F"),
        ([(True, False), (False, True)], "P"),
        ([(False, False), (False, False)], "F"),
        ([(True, True)], "F"),
        ([], "F"),
    ],
)
def test_features(expectations: list[tuple[bool, bool]], outcome: str) -> None:
    made = tuple(expectation(ok, held) for ok, held in expectations)
    judged = judge_feature(FeatureTrace(steps=(STEP,), expectations=made, url_start="/", url_end="/"))
    assert judged.outcome == outcome
    assert (judged.label is None) is (outcome == "W")


def test_guards_alone_need_steps_that_show_something() -> None:
    guards = FeatureTrace(steps=(STEP,), expectations=(expectation(True, True),), url_start="/", url_end="/")
    assert judge_feature(guards).outcome == "F"
    assert judge_feature(replace(guards, steps=(replace(STEP, new=True),))).outcome == "W"
    assert judge_feature(replace(guards, url_end="/cart")).outcome == "W"
    assert judge_feature(replace(guards, url_end="/cart", compared=True)).outcome == "F"


def test_reasons_name_place_and_what_was_found() -> None:
    failed = replace(STEP, ok=False, reason="not found: text=Go", candidates=('button "Stop"',))
    judged = judge_feature(FeatureTrace(steps=(STEP, failed)))
    assert judged.reason == 'step 2, click text=Go (s.yaml:3:4): not found: text=Go; nearest: button "Stop"'
    judged = judge_feature(FeatureTrace(steps=(STEP,), expectations=(expectation(False), expectation(False))))
    assert judged.reason == "visible text=A (s.yaml:5:6): not found (and 1 more)"


def test_a_fault_of_the_page_is_the_reason() -> None:
    fault = Failure(label="interact:hang", stage="render", message="endless")
    judged = judge_feature(FeatureTrace(expectations=(expectation(True),), fault=fault))
    assert (judged.outcome, judged.label, judged.reason) == ("F", "interact:hang", "endless")


@pytest.mark.parametrize(
    ("features", "outcome", "r"),
    [("WW", "W", 1), ("WF", "P", 0.5), ("FF", "F", 0), ("P", "P", 0.5), ("PF", "P", 0.5), ("WP", "P", 0.5)],
)
def test_items(features: str, outcome: str, r: float) -> None:
    judged = judge_item("S2", list(features))  # type: ignore[arg-type]
    assert (judged.outcome, judged.r, judged.scope) == (outcome, r, "S2")


def test_an_item_has_features() -> None:
    with pytest.raises(ValueError, match="at least one"):
        judge_item("S1", [])


ITEMS = [{"scope": "S1", "outcome": "W"}, {"scope": "S2", "outcome": "P"}, {"scope": "S3", "outcome": "F"}]


def test_iis() -> None:
    assert score_interactions(ITEMS) == pytest.approx(100 * (1 + 1) / 6)
    assert score_interactions([ItemOutcome(outcome="W", r=1, scope="S3")]) == 100
    assert score_interactions([{"scope": "S1", "r": 0.25}, {"scope": "S1", "r": 0.75}]) == 50
    assert score_interactions([]) is None
    assert pytest_uibench.score_interactions(ITEMS) == score_interactions(ITEMS)


def test_sensitivity() -> None:
    assert sensitivity(ITEMS) == pytest.approx((50.0, 100 * 2 / 6, 100 * 2 / 7))


@pytest.mark.parametrize(
    "item", [{"scope": "S4", "outcome": "W"}, {"scope": "S1", "outcome": "X"}, {"scope": "S1", "r": 2}, {"scope": "S1"}]
)
def test_iis_refuses_nonsense(item: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"none of|needs an outcome"):
        score_interactions([item])
