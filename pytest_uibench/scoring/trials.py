"""Navigation and interactions of one app as results.json has them (METRICS sections 4 and 5). Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pytest_uibench.checks.features import ONLY_IF
from pytest_uibench.checks.interaction import judge_feature, judge_item
from pytest_uibench.checks.navigation import judge_navigation
from pytest_uibench.checks.plan import ascii_id
from pytest_uibench.model import ItemRecord
from pytest_uibench.model.interaction import FeatureOutcome, FeatureTrace, ItemOutcome
from pytest_uibench.model.navigation import NavigationTrace

from .iis import score_interactions, sensitivity

if TYPE_CHECKING:
    from pytest_uibench.spec import Feature, InteractionItem, Spec

_KINDS = ("page", "tab", "parent-child")


def navigation_card(
    spec: Spec | None, traces: Mapping[str, NavigationTrace], records: Sequence[ItemRecord]
) -> dict[str, object] | None:
    """Pass rate per kind and over all; None when no entry was asked for.

    An entry that is blocked (EXEC failed) is a failed one, one that could not be judged is in no count.
    """
    asked = {record.id: record for record in records if record.kind == "navigation"}
    if spec is None or not asked:
        return None
    items: list[dict[str, object]] = []
    for entry in spec.navigation:
        record = asked.get(ascii_id(entry.id))
        if record is None:
            continue
        trace = traces.get(ascii_id(entry.id))
        status = judge_navigation(trace).status if trace is not None else record.status
        items.append(
            {
                "id": entry.id,
                "kind": entry.kind,
                "status": record.status if record.status == "errored" else status,
                "reason": record.reason,
                "landed": trace.landed if trace else None,
            }
        )
    counted = [item for item in items if item["status"] in ("passed", "failed", "blocked")]
    return {
        **_rate(counted),
        "by_kind": {
            kind: _rate([item for item in counted if item["kind"] == kind])
            for kind in _KINDS
            if any(item["kind"] == kind for item in counted)
        },
        "nrs": None,
        "items": items,
    }


def interactions_card(
    spec: Spec | None, traces: Mapping[str, FeatureTrace], records: Sequence[ItemRecord]
) -> dict[str, object] | None:
    """IIS over the spec's inventory, which is fixed; None when no feature was asked for.

    Features that were not run (deselected, or not judged) are left out; an item without any is no part of the score.
    """
    asked = {record.id: record for record in records if record.kind == "interaction"}
    if spec is None or not asked:
        return None
    items: list[dict[str, object]] = []
    scored: list[ItemOutcome] = []
    for item in spec.interactions:
        outcomes = {
            feature.id: _outcome(asked.get(_name(item, feature)), traces.get(_name(item, feature)))
            for feature in item.features
        }
        known = {name: outcome for name, outcome in outcomes.items() if outcome is not None}
        judged = judge_item(item.scope, [outcome.outcome for outcome in known.values()]) if known else None
        if judged is not None:
            scored.append(judged)
        items.append(
            {
                "id": item.id,
                "family": item.family,
                "scope": item.scope,
                "outcome": judged.outcome if judged else None,
                "r": judged.r if judged else None,
                "features": [
                    {
                        "id": name,
                        "outcome": outcome.outcome if outcome else None,
                        "label": outcome.label if outcome else None,
                        "reason": outcome.reason if outcome else None,
                    }
                    for name, outcome in outcomes.items()
                ],
            }
        )
    return {"iis": score_interactions(scored), "sensitivity": list(sensitivity(scored)), "items": items}


def _name(item: InteractionItem, feature: Feature) -> str:
    return ascii_id(f"{item.id}/{feature.id}")


def _outcome(record: ItemRecord | None, trace: FeatureTrace | None) -> FeatureOutcome | None:
    if record is None or record.status in ("errored", "not_applicable"):
        return None
    if trace is None:
        blocked = record.status == "blocked"
        return FeatureOutcome(outcome="F", label=record.label, reason=record.reason or "") if blocked else None
    if trace.fault is not None and trace.fault.label == ONLY_IF:
        return None
    return judge_feature(trace)


def _rate(items: Sequence[Mapping[str, object]]) -> dict[str, object]:
    passed = sum(item["status"] == "passed" for item in items)
    return {"passed": passed, "total": len(items), "rate": 100 * passed / len(items) if items else None}
