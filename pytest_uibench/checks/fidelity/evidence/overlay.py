"""The generated page with every block outlined by what became of it, colours as swatches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.checks.fidelity.content import Comparison
from pytest_uibench.checks.fidelity.faults import block_faults, hex_color
from pytest_uibench.checks.fidelity.pictures import Picture
from pytest_uibench.model import Block, BlockFault, Viewport

from .pen import Pen, Rect, pen_on
from .sheet import MARGIN, PAPER, RULE, Panel, background, padded, panel

if TYPE_CHECKING:
    from PIL.Image import Image

_COLORS = constants.EVIDENCE_COLORS
_NOTED = ("moved", "text", "size")


def overlay(
    comparison: Comparison, generated: Picture | None, viewport: Viewport
) -> tuple[Image, Counter[str], tuple[BlockFault, ...], Panel]:
    """The page with its outlines; with it the number of blocks of each kind, the numbered faults, and its caption.

    Blocks of the reference are drawn where the reference has them; the page below is faded towards its own
    background, and extended with hatching where missing blocks lie beyond it.
    """
    shown = panel("Generated, with outlines", generated, (viewport.width, viewport.height))
    paper = background(shown.image)
    page = _faded(shown.image, paper) if generated is not None else shown.image
    page = padded(page, _extent(comparison, page.size, viewport))
    pen = pen_on(page, hex_color(paper))
    faults = block_faults(comparison, viewport, None)
    worst = faults[: constants.FAULTS_SHOWN]
    kinds = {fault.generated: _kind(fault) for fault in faults if fault.generated is not None}
    counts: Counter[str] = Counter()
    _draw_generated(pen, comparison, kinds, viewport, counts)
    _draw_reference(pen, comparison, viewport, counts)
    _draw_moves(pen, comparison, kinds, worst, viewport)
    counts["color"] = _draw_swatches(pen, comparison, viewport)
    for number, fault in enumerate(worst, start=1):
        left, top, _, _ = _rect(_block(comparison, fault), viewport)
        center = (max(12.0, left - 6), max(12.0, top - 6))
        pen.badge(center, str(number), color_of(fault))
    return page, counts, worst, shown


def color_of(fault: BlockFault) -> str:
    """Colour of a fault's outline and badge."""
    return _COLORS[_kind(fault)]


def _kind(fault: BlockFault) -> str:
    """What the outline says: a block whose colour alone differs stands where it should."""
    return "matched" if fault.kind == "color" or fault.note.startswith("slightly") else fault.kind


def framed(page: Image) -> Image:
    """The page on the sheet's paper, with a thin frame."""
    from PIL import Image as Images

    sheet = Images.new("RGB", (page.width + MARGIN, page.height), PAPER)
    sheet.paste(page, (0, 0))
    pen_on(sheet).draw.rectangle((0, 0, page.width - 1, page.height - 1), outline=RULE)
    return sheet


def _faded(image: Image, paper: tuple[int, int, int]) -> Image:
    from PIL import Image as Images

    return Images.blend(image, Images.new("RGB", image.size, paper), constants.EVIDENCE_PALE)


def _extent(comparison: Comparison, size: tuple[int, int], viewport: Viewport) -> tuple[int, int]:
    matched = {pair.reference for pair in comparison.metric.score.pairs} | comparison.reference_shell
    missing = [block for i, block in enumerate(comparison.reference) if i not in matched]
    bottoms = [(block.bbox.y + block.bbox.h) * viewport.height + MARGIN for block in missing]
    wanted = max([size[1], *map(round, bottoms)])
    return size[0], min(wanted, max(size[1], constants.EVIDENCE_MAX_HEIGHT))


def _draw_generated(
    pen: Pen, comparison: Comparison, kinds: dict[int, str], viewport: Viewport, counts: Counter[str]
) -> None:
    for index, block in enumerate(comparison.generated):
        if index in comparison.generated_shell:
            kind, width, dashed = "shell", 1, True
        else:
            kind = kinds.get(index, "matched")
            width, dashed = (1 if kind == "matched" else 2), False
        counts[kind] += 1
        pen.outline(_rect(block, viewport), _COLORS[kind], width=width, dashed=dashed)


def _draw_reference(pen: Pen, comparison: Comparison, viewport: Viewport, counts: Counter[str]) -> None:
    matched = {pair.reference for pair in comparison.metric.score.pairs} | comparison.reference_shell
    for index, block in enumerate(comparison.reference):
        if index in matched:
            continue
        counts["missing"] += 1
        rect = _rect(block, viewport)
        pen.outline(rect, _COLORS["missing"], dashed=True)
        label = pen.fit(block.text, max(40.0, rect[2] - rect[0]), size=12)
        width = pen.width(label, size=12)
        top = (rect[1] + rect[3]) / 2 - 8
        pen.draw.rectangle((rect[0], top, rect[0] + width + 4, top + 16), fill="#ffffff")
        pen.text((rect[0] + 2, top + 1), label, size=12, color=_COLORS["missing"])


def _draw_moves(
    pen: Pen, comparison: Comparison, kinds: dict[int, str], worst: Sequence[BlockFault], viewport: Viewport
) -> None:
    moved = [pair for pair in comparison.metric.score.pairs if kinds.get(pair.generated) == "moved"]
    if len(moved) > constants.EVIDENCE_ARROWS:
        named = {fault.generated for fault in worst}
        moved = [pair for pair in moved if pair.generated in named]
    for pair in moved:
        start = _rect(comparison.reference[pair.reference], viewport)
        end = _rect(comparison.generated[pair.generated], viewport)
        pen.outline(start, _COLORS["moved"], width=1, dashed=True)
        pen.arrow(_middle(start), _middle(end), _COLORS["moved"])


def _draw_swatches(pen: Pen, comparison: Comparison, viewport: Viewport) -> int:
    drawn = 0
    for pair in comparison.metric.score.pairs:
        if 100 * (1 - pair.color) < constants.FAULT_COLOR:
            continue
        one, other = comparison.reference[pair.reference], comparison.generated[pair.generated]
        _, top, right, _ = _rect(other, viewport)
        place = (min(right + 6, pen.image.width - 22), max(3.0, top))
        pen.swatches(place, (hex_color(one.fg_color), hex_color(other.fg_color)))
        drawn += 1
    return drawn


def _block(comparison: Comparison, fault: BlockFault) -> Block:
    if fault.generated is not None:
        return comparison.generated[fault.generated]
    return comparison.reference[fault.reference or 0]


def _rect(block: Block, viewport: Viewport) -> Rect:
    """The block's box in CSS pixels, no further off the picture than can be drawn."""
    box, limit = block.bbox, 2.0 * constants.EVIDENCE_MAX_HEIGHT
    sides = (box.x * viewport.width, box.y * viewport.height, box.w * viewport.width, box.h * viewport.height)
    left, top = (min(max(side, -limit), limit) for side in sides[:2])
    return left, top, left + min(sides[2], limit), top + min(sides[3], limit)


def _middle(rect: Rect) -> tuple[float, float]:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
