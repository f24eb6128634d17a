"""Screens and fidelity of one app as results.json has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_uibench.model import (
    AppFidelity,
    FidelityCard,
    FidelityRecord,
    MetricScore,
    ScreenCard,
    ScreenFidelity,
)

from .vfs import app_fidelity, zero_imputed

if TYPE_CHECKING:
    from pytest_uibench.spec import Screen, Spec


def screen_cards(record: FidelityRecord | None, spec: Spec | None, folder: str) -> tuple[ScreenCard, ...]:
    """One card per scored screen; ``folder`` is the app's, relative to the output directory."""
    if record is None:
        return ()
    return tuple(_card(record, index, screen, spec, folder) for index, screen in enumerate(record.screens))


def fidelity_card(
    record: FidelityRecord | None, screens: Sequence[Screen], *, executable: bool | None
) -> FidelityCard | None:
    """Scores of the app; None when nothing was to be compared, or nothing was.

    Args:
        screens: those that the spec has a reference for.
        executable: outcome of EXEC: an app that fails it scores 0 over all screens.
    """
    if executable is False and screens:
        return _app(zero_imputed(len(screens)), None)
    if record is None:
        return None
    return _app(app_fidelity(record.screens, executable), record)


def _app(found: AppFidelity, record: FidelityRecord | None) -> FidelityCard:
    return FidelityCard(
        vfs=found.vfs,
        vfs_matched=found.vfs_matched,
        matched=found.matched,
        total=found.total,
        content_vfs=found.content_vfs,
        content_vfs_matched=found.content_vfs_matched,
        content_matched=found.content_matched,
        content_total=found.content_total,
        zero_imputed=found.zero_imputed,
        unscored=found.unscored,
        shell=record.alignment.shell if record else (),
        metrics=dict(found.metrics),
        notes=record.notes if record else (),
    )


def _card(record: FidelityRecord, index: int, screen: ScreenFidelity, spec: Spec | None, folder: str) -> ScreenCard:
    published, ours = screen.match.published, screen.match.content
    pictures = record.pictures.get(screen.screen, {})
    return ScreenCard(
        id=screen.screen,
        route=screen.route,
        matched_route=_route(record, published.generated),
        tier=published.tier,
        similarity=None if screen.match.unscored else published.similarity,
        source=record.sources[index],
        **_sub_metrics(screen.paper),
        vfs=screen.vfs,
        content_vfs=screen.content_vfs,
        content_route=_route(record, ours.generated),
        content=_sub_metrics(screen.content),
        costs=screen.content.costs if screen.content else {},
        why=screen.match.why,
        reason=screen.reason,
        faults=screen.faults,
        flags=screen.flags,
        pictures={name: f"{folder}/{path}" for name, path in pictures.items()},
        ssim=record.ssim.get(screen.screen, {}),
        need=_need(spec, screen.screen),
    )


def _route(record: FidelityRecord, index: int | None) -> str | None:
    return None if index is None else record.routes[index]


def _sub_metrics(metric: MetricScore | None) -> dict[str, float]:
    if metric is None:
        return {}
    score = metric.score
    return {"size": score.size, "text": score.text, "position": score.position, "color": score.color}


def _need(spec: Spec | None, screen: str) -> dict[str, float]:
    if spec is None or spec.fidelity is None:
        return {}
    need = spec.fidelity.of(screen)
    return {name: value for name in ("vfs", "content_vfs") if (value := getattr(need, name)) is not None}
