"""Outcome of a ``fidelity[<screen>]`` item: is the screen there, and does it reach its thresholds?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model import FidelityRecord, MetricScore, ScreenFidelity, Verdict

if TYPE_CHECKING:
    from pytest_uibench.spec import Thresholds

OCR_MISSING = "infra:ocr"
"""Label of a screen that only a screenshot tells of, where there is no OCR (F96)."""
_NAMES = {"vfs": "VFS", "content_vfs": "content VFS"}


def judge_fidelity(record: FidelityRecord, screen: str, need: Thresholds | None) -> Verdict:
    """Judge one screen.

    Without a threshold a screen passes when a route of the app shows it. A screen that could not be scored is an error
    of ours, or skipped where all that is missing is OCR. Where neither side shows anything beyond the app's shell, the
    content threshold has nothing to judge.
    """
    seen = next(entry for entry in record.screens if entry.screen == screen)
    pictures = record.pictures.get(screen, {})
    evidence = tuple(pictures[name] for name in ("overlay", "side") if name in pictures)
    detail = tuple(fidelity_lines(seen))
    fault = record.faults.get(screen)
    if fault is not None and fault.label == OCR_MISSING:
        return Verdict(status="not_applicable", label=fault.label, reason=fault.message)
    if seen.match.unscored is not None:
        label = fault.label if fault is not None and fault.infrastructure else "infra:capture"
        return Verdict(status="errored", label=label, reason=seen.reason, detail=detail, evidence=evidence)
    if seen.match.content.generated is None:
        return Verdict(status="failed", label="fidelity:missing", reason=seen.reason, detail=detail, evidence=evidence)
    short = list(_short(seen, need))
    if short:
        reason = f"{'; '.join(said for _, said in short)}: {seen.reason}"
        return Verdict(status="failed", label=short[0][0], reason=reason, detail=detail, evidence=evidence)
    reason = ", ".join(_scores(seen)) or seen.reason
    return Verdict(status="passed", reason=reason, detail=detail, evidence=evidence)


def _short(seen: ScreenFidelity, need: Thresholds | None) -> Iterator[tuple[str, str]]:
    """Thresholds that were missed: label and words."""
    for name, label in (("vfs", "fidelity:vfs"), ("content_vfs", "fidelity:content")):
        least = getattr(need, name) if need is not None else None
        got = getattr(seen, name)
        if least is not None and got is not None and got < least:
            yield label, f"{_NAMES[name]} {got:.1f} is below {least:g}"


def _scores(seen: ScreenFidelity) -> Iterator[str]:
    for name, title in _NAMES.items():
        if getattr(seen, name) is not None:
            yield f"{title} {getattr(seen, name):.1f}"


def fidelity_lines(seen: ScreenFidelity) -> Iterator[str]:
    """What a person would want to see, a line each."""
    yield f"screen:  {seen.screen} ({seen.route})"
    yield f"route:   {seen.match.why}"
    for title, metric in (("VFS", seen.paper), ("content", seen.content)):
        if metric is not None:
            yield f"{title + ':':<9}{_sub_metrics(metric)}"
    if not seen.reason.endswith(seen.match.why):
        yield f"reason:  {seen.reason}"
    for fault in seen.faults[: constants.FIDELITY_FAULTS_SHOWN]:
        yield f"  -{fault.points:4.1f}  {fault.kind} {fault.text[: constants.LINK_TEXT_LIMIT]!r}: {fault.note}"
    for flag in seen.flags:
        yield f"note:    {flag}"


def _sub_metrics(metric: MetricScore) -> str:
    score = metric.score
    parts = (f"{name} {getattr(score, name):.2f}" for name in ("size", "text", "position", "color"))
    return f"{score.page:.1f} = {', '.join(parts)} ({metric.metric}, {metric.reference} to {metric.generated} blocks)"
