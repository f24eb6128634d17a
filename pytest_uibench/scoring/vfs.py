"""The app's fidelity from the scores of its screens (METRICS section 3): pure arithmetic.

``vfs`` = mean over the matched screens times matched / total. Screens whose capture failed are in neither count and are
named; an app that fails EXEC scores 0 (flagged) and has no conditional score; one that could not be judged has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pytest_uibench.model import AppFidelity, MetricScore, ScreenFidelity


def app_fidelity(screens: Sequence[ScreenFidelity], executable: bool | None = True) -> AppFidelity:
    """Fidelity of one app.

    Args:
        screens: one per reference screen.
        executable: outcome of EXEC; False gives zeros, None (infrastructure) gives no score.
    """
    if executable is None:
        return AppFidelity(vfs=None, vfs_matched=None, matched=0, total=len(screens), content_vfs=None)
    if not executable:
        return zero_imputed(len(screens))
    unscored = tuple(screen.screen for screen in screens if screen.vfs is None and screen.content_vfs is None)
    vfs = _sides([(screen.vfs, screen.match.published.generated is not None) for screen in screens])
    content = _sides([(screen.content_vfs, screen.match.content.generated is not None) for screen in screens])
    return AppFidelity(
        vfs=vfs[0],
        vfs_matched=vfs[1],
        matched=vfs[2],
        total=vfs[3],
        content_vfs=content[0],
        content_vfs_matched=content[1],
        content_matched=content[2],
        content_total=content[3],
        vfs_conditional=vfs[0],
        content_vfs_conditional=content[0],
        unscored=unscored,
        metrics=_metrics(screens),
    )


def zero_imputed(total: int) -> AppFidelity:
    """Fidelity of an app that fails EXEC, over ``total`` screens: zeros that say what they are."""
    value = 0.0 if total else None
    empty = AppFidelity(vfs=value, vfs_matched=None, matched=0, total=total, content_vfs=value)
    return replace(empty, content_total=total, zero_imputed=True)


def _sides(screens: Sequence[tuple[float | None, bool]]) -> tuple[float | None, float | None, int, int]:
    """Headline, mean over the matched, number matched, number judged; None over nothing."""
    judged = [(score, matched) for score, matched in screens if score is not None]
    scores = [score for score, matched in judged if matched]
    if not judged:
        return None, None, 0, 0
    mean = sum(scores) / len(scores) if scores else None
    headline = 0.0 if mean is None else mean * len(scores) / len(judged)
    return headline, mean, len(scores), len(judged)


def _metrics(screens: Sequence[ScreenFidelity]) -> dict[str, Mapping[str, object]]:
    found: list[MetricScore] = [metric for s in screens for metric in (s.paper, s.content) if metric is not None]
    return {metric.metric: metric.parameters for metric in found}
