"""What stands beside the outlined page: scores, what each sub-metric cost, the legend, the worst blocks by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.checks.fidelity.content import SUB_METRICS
from pytest_uibench.checks.fidelity.faults import cut
from pytest_uibench.model import BlockFault, MetricScore

from .overlay import color_of
from .pen import Pen, pen_on
from .sheet import FAINT, INK, PAPER, RULE

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 460
_LOST = 25.0
_NAMES = {"size": "Size", "text": "Text", "position": "Position", "color": "Color"}
_LEGEND = (
    ("matched", "in place", False),
    ("moved", "moved (dashed: where the reference has it)", False),
    ("text", "reworded", False),
    ("size", "resized", False),
    ("missing", "missing", True),
    ("extra", "extra", False),
    ("shell", "shell of the app, left out", True),
)
_TEXT_WIDTH = WIDTH - 110


def legend(metric: MetricScore, counts: Mapping[str, int], faults: Sequence[BlockFault], facts: Sequence[str]) -> Image:
    """The column to the right of the outlined page, as tall as it needs to be."""
    from PIL import Image as Images

    column = Images.new("RGB", (WIDTH, 2_000 + 80 * len(facts)), PAPER)
    pen = pen_on(column)
    top = _scores(pen, metric, 0)
    top = _entries(pen, counts, top + 14)
    top = _worst(pen, faults, top + 14)
    top = _facts(pen, facts, top + 10)
    return column.crop((0, 0, WIDTH, min(column.height, round(top) + 16)))


def _scores(pen: Pen, metric: MetricScore, top: float) -> float:
    width = pen.text((0, top), f"{metric.score.page:.1f}", size=44, color=INK, bold=True)
    pen.text((width + 12, top + 8), metric.metric, size=15, color=INK, bold=True)
    compared = f"{metric.reference} reference blocks, {metric.generated} generated"
    pen.text((width + 12, top + 28), compared, size=13, color=FAINT)
    top += 64
    for name in SUB_METRICS:
        lost = metric.costs.get(name, 0.0)
        pen.text((0, top), _NAMES[name], size=14, color=INK)
        full = WIDTH - 190
        pen.draw.rectangle((76, top + 3, 76 + full, top + 14), fill="#d5dbe1")
        kept = full * getattr(metric.score, name)
        if kept >= 1:
            pen.draw.rectangle((76, top + 3, 76 + kept, top + 14), fill=constants.EVIDENCE_COLORS["matched"])
        color = constants.EVIDENCE_COLORS["missing"] if round(lost, 1) > 0 else FAINT
        points = f"-{lost:.1f} of {_LOST:g}" if round(lost, 1) > 0 else "nothing lost"
        pen.text((84 + full, top), points, size=14, color=color)
        top += 22
    return top


def _entries(pen: Pen, counts: Mapping[str, int], top: float) -> float:
    top = _heading(pen, "Blocks", top)
    for kind, words, dashed in _LEGEND:
        pen.outline((4, top + 4, 32, top + 13), constants.EVIDENCE_COLORS[kind], width=2, dashed=dashed)
        pen.text((48, top), words, size=14, color=INK)
        _right(pen, str(counts.get(kind, 0)), top)
        top += 23
    pen.swatches((8, top + 4), ("#111827", "#2563eb"))
    pen.text((48, top), "recoloured: reference, generated", size=14, color=INK)
    _right(pen, str(counts.get("color", 0)), top)
    return top + 23


def _worst(pen: Pen, faults: Sequence[BlockFault], top: float) -> float:
    if not faults:
        return top
    top = _heading(pen, "What cost most", top)
    for number, fault in enumerate(faults, start=1):
        pen.badge((12, top + 11), str(number), color_of(fault))
        name = pen.fit(cut(fault.text) or "(no text)", _TEXT_WIDTH, size=14, bold=True)
        pen.text((34, top + 2), name, size=14, color=INK, bold=True)
        _right(pen, f"-{fault.points:.1f}", top + 2)
        top += 22
        note = fault.note if fault.kind not in ("missing", "extra") else f"{fault.kind}, {fault.note}"
        for line in pen.wrap(note, WIDTH - 44, size=13):
            pen.text((34, top), line, size=13, color=FAINT)
            top += 17
        top += 8
    return top


def _facts(pen: Pen, facts: Sequence[str], top: float) -> float:
    if not facts:
        return top
    pen.draw.line((0, top, WIDTH - 16, top), RULE)
    top += 10
    for fact in facts:
        for line in pen.wrap(fact, WIDTH - 20, size=13, lines=4):
            pen.text((0, top), line, size=13, color=FAINT)
            top += 18
        top += 4
    return top


def _heading(pen: Pen, text: str, top: float) -> float:
    pen.draw.line((0, top, WIDTH - 16, top), RULE)
    pen.text((0, top + 10), text, size=16, color=INK, bold=True)
    return top + 38


def _right(pen: Pen, text: str, top: float) -> None:
    pen.text((WIDTH - 20 - pen.width(text, size=14), top), text, size=14, color=INK)
