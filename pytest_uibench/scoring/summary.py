"""Means over the apps of a run: pure arithmetic over score cards.

Source: METRICS sections 1, 4, 5 and 6; DESIGN, "results.json". An app is *executable* when it passes EXEC in the end
(EXEC@3 where repair ran, else EXEC@1). Headline means count an app that fails EXEC as 0, conditional ones leave it out,
and an app that could not be judged (infrastructure) is in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_uibench.model import STATUSES, AppCard, Summary, from_wire, to_wire


@dataclass(frozen=True, slots=True)
class _Metric:
    """A score of an app, where it is found, and the kinds of item that show that it was asked for."""

    name: str
    part: str
    key: str
    kinds: frozenset[str]

    def value(self, app: AppCard) -> float | None:
        found = section_value(app, self.part, self.key)
        return float(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else None

    def asked(self, app: AppCard) -> bool:
        return self.value(app) is not None or any(item.kind in self.kinds for item in app.items)


_METRICS = (
    _Metric("vfs", "fidelity", "vfs", frozenset({"fidelity"})),
    _Metric("content_vfs", "fidelity", "content_vfs", frozenset({"fidelity"})),
    _Metric("iis", "interactions", "iis", frozenset({"interaction"})),
    _Metric("navigation", "navigation", "rate", frozenset({"navigation"})),
    _Metric("nrs", "navigation", "nrs", frozenset({"navigation"})),
)
_CONDITIONAL = ("vfs", "content_vfs", "iis")


@dataclass(frozen=True, slots=True)
class _Scope:
    """What the run as a whole measured: an app that fails EXEC counts as 0 only for that."""

    metrics: frozenset[str]
    repaired: bool


def summarise(apps: Sequence[AppCard]) -> Summary:
    """Return the summary of ``apps``, with one more per category and per model.

    Scores are 0-100; ``exec_at_1``, ``exec_at_3``, ``exec_strict`` and ``routes_rendered`` are per cent. A mean over
    nothing is None, never 0; ``counts`` holds the n behind each mean.
    """
    scope = _Scope(
        frozenset(m.name for m in _METRICS if any(m.value(app) is not None for app in apps))
        | frozenset(m.name for m in _METRICS if m.name != "nrs" and any(m.asked(app) for app in apps)),
        any(app.exec.at_3 is not None for app in apps),
    )
    return replace(
        _means(apps, scope),
        by_category=_groups(apps, scope, lambda app: app.category),
        by_model=_groups(apps, scope, lambda app: app.model),
    )


def executable(app: AppCard) -> bool | None:
    """Whether the app passes EXEC in the end; None when that could not be judged."""
    return app.exec.at_1 if app.exec.at_3 is None else app.exec.at_3


def section_value(app: AppCard, part: str, key: str) -> object:
    """A value of one of an app's sections, None where the section is not there."""
    section = getattr(app, part)
    return section.get(key) if isinstance(section, Mapping) else getattr(section, key, None)


def _groups(apps: Sequence[AppCard], scope: _Scope, name: Callable[[AppCard], str | None]) -> dict[str, object]:
    names = sorted({key for key in map(name, apps) if key is not None})
    return {key: _plain(_means([app for app in apps if name(app) == key], scope)) for key in names}


def _plain(summary: Summary) -> dict[str, object]:
    wire: dict[str, object] = to_wire(summary)
    return {key: value for key, value in wire.items() if key not in ("by_category", "by_model")}


def _means(apps: Sequence[AppCard], scope: _Scope) -> Summary:
    values = {
        "exec_at_1": _rates(app.exec.at_1 for app in apps),
        "exec_at_3": _rates(_at_3(app) for app in apps) if scope.repaired else [],
        "exec_strict": _rates(app.exec.strict for app in apps),
        "routes_rendered": _rates(rendered for app in apps for rendered in _rendered(app)),
    }
    for metric in _METRICS:
        values[metric.name] = _headline(metric, apps, scope)
        if metric.name in _CONDITIONAL:
            conditional = (metric.value(app) for app in apps if executable(app) is True)
            values[f"{metric.name}_conditional"] = [value for value in conditional if value is not None]
    items = [item.status for app in apps for item in app.items]
    return from_wire(
        Summary,
        {
            "apps": len(apps),
            "items": {status: items.count(status) for status in STATUSES},
            "counts": {name: len(found) for name, found in values.items()},
            **{name: _mean(found) for name, found in values.items()},
        },
    )


def _headline(metric: _Metric, apps: Iterable[AppCard], scope: _Scope) -> list[float]:
    """Values of the judged apps, 0 for one that fails EXEC; an app whose spec never asked for the score is left out."""
    found: list[float] = []
    for app in apps:
        runs, value = executable(app), metric.value(app)
        if runs is True and value is not None:
            found.append(value)
        elif runs is False and metric.name in scope.metrics and (not app.items or metric.asked(app)):
            found.append(0.0)
    return found


def _at_3(app: AppCard) -> bool | None:
    """EXEC@3; an app that passes at the first attempt passes within three rounds, whether repair ran or not."""
    return True if app.exec.at_3 is None and app.exec.at_1 is True else app.exec.at_3


def _rendered(app: AppCard) -> list[bool | None]:
    """Per route; in an app that fails EXEC a route that was not opened did not render either."""
    failed = executable(app) is False
    return [route.rendered is True if failed else route.rendered for route in app.routes]


def _rates(outcomes: Iterable[bool | None]) -> list[float]:
    return [100.0 if outcome else 0.0 for outcome in outcomes if outcome is not None]


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
