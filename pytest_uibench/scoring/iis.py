"""Interaction inference score (METRICS section 5). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_uibench.constants import IIS_SENSITIVITY, IIS_WEIGHTS, OUTCOME_VALUE

SCOPES = tuple(IIS_WEIGHTS)


def score_interactions(items: Iterable[Any], weights: Mapping[str, float] = IIS_WEIGHTS) -> float | None:
    """IIS of one app, 0 to 100: ``100 · Σ w·r ÷ Σ w`` over the task's inventory; None for an empty inventory.

    Args:
        items: each with ``scope`` (``S1``, ``S2``, ``S3``) and ``outcome`` (``W``, ``P``, ``F``), or ``r`` (0 to 1)
            instead of the outcome; objects such as :class:`~pytest_uibench.model.interaction.ItemOutcome`, or mappings.
        weights: weight of each scope.

    Raises:
        ValueError: an unknown scope or outcome, an ``r`` outside of 0 to 1.
    """
    pairs = [(_weight(item, weights), _value(item)) for item in items]
    total = sum(weight for weight, _ in pairs)
    return 100 * sum(weight * value for weight, value in pairs) / total if total else None


def sensitivity(items: Sequence[Any]) -> tuple[float | None, ...]:
    """IIS under each of the weightings 1:1:1, 1:2:3 and 1:2:4 of S1, S2, S3."""
    return tuple(score_interactions(items, dict(zip(SCOPES, weights, strict=True))) for weights in IIS_SENSITIVITY)


def _weight(item: Any, weights: Mapping[str, float]) -> float:
    scope = _field(item, "scope")
    if scope not in weights:
        raise ValueError(f"scope {scope!r} is none of {', '.join(weights)}")
    return weights[scope]


def _value(item: Any) -> float:
    outcome = _field(item, "outcome")
    if outcome is not None:
        if outcome not in OUTCOME_VALUE:
            raise ValueError(f"outcome {outcome!r} is none of {', '.join(OUTCOME_VALUE)}")
        return OUTCOME_VALUE[outcome]
    value = _field(item, "r")
    if not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"an item needs an outcome (W, P, F) or an r from 0 to 1, got {value!r}")
    return float(value)


def _field(item: Any, name: str) -> Any:
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)
