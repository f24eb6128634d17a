"""The published page score, ``vfs-paper/1`` (METRICS section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pytest_uibench import constants
from pytest_uibench.model import Block, PageScore, Pair

from .blocks import BlockLike, as_blocks
from .colors import differences
from .pairing import assign
from .ratios import Ratios

METRIC = "vfs-paper/1"
PARAMETERS = {
    "text_floor": constants.VFS_TEXT_FLOOR,
    "autojunk": True,
    "unmatched": "size",
    "ratio": "difflib.SequenceMatcher",
    "color": "CIEDE2000",
}
"""What the number depends on besides the blocks."""
EMPTY = PageScore(size=0.0, text=0.0, position=0.0, color=0.0, page=0.0)
_SUB_METRICS = 4
_FULL = 100.0

Floats = NDArray[np.float64]


def score_page(reference_blocks: Iterable[BlockLike], generated_blocks: Iterable[BlockLike]) -> PageScore:
    """Score one generated page against one reference screen as UI2App publishes it.

    Args:
        reference_blocks: ``Block`` values or dicts ``{"text", "bbox": {"x", "y", "w", "h"}, "fg_color": [r, g, b],
            "tag"}``, boxes in fractions of the viewport, colours 8-bit sRGB, in document order.
        generated_blocks: the same of the generated page.

    Returns:
        Sub-metrics 0-1, ``page`` 0-100 unrounded, and the matched pairs. Every value is 0 where nothing matches.

    Raises:
        BlockError: a block is malformed; names the block and the key.
    """
    reference = as_blocks(reference_blocks, "reference_blocks")
    generated = as_blocks(generated_blocks, "generated_blocks")
    return score_blocks(reference, generated, Ratios(_texts(reference), _texts(generated)))


def score_blocks(reference: Sequence[Block], generated: Sequence[Block], ratios: Ratios) -> PageScore:
    """The same over checked blocks, with ratios shared between pages."""
    similarity = ratios.matrix(_texts(reference), _texts(generated), autojunk=True)
    matched = [(r, g) for r, g in assign(similarity) if similarity[r, g] >= constants.VFS_TEXT_FLOOR]
    pairs = measured_pairs(reference, generated, matched, similarity)
    if not pairs:
        return EMPTY
    ours = sum(area(reference[pair.reference]) + area(generated[pair.generated]) for pair in pairs) / 2
    total = (sum(map(area, reference)) + sum(map(area, generated))) / 2
    size = min(1.0, ours / total) if total > 0 else 0.0
    text, position, color = (
        float(np.mean([getattr(p, name) for p in pairs])) for name in ("text", "position", "color")
    )
    return page_score(size, text, position, color, pairs)


def page_score(size: float, text: float, position: float, color: float, pairs: Sequence[Pair]) -> PageScore:
    """The page score of four sub-metrics."""
    page = _FULL * (size + text + position + color) / _SUB_METRICS
    return PageScore(size=size, text=text, position=position, color=color, page=page, pairs=tuple(pairs))


def measured_pairs(
    reference: Sequence[Block],
    generated: Sequence[Block],
    matched: Sequence[tuple[int, int]],
    similarity: Floats,
) -> list[Pair]:
    """The pairs with text, position and colour agreement, each 0-1."""
    colors = (
        1
        - differences([reference[r].fg_color for r, _ in matched], [generated[g].fg_color for _, g in matched]) / _FULL
    )
    return [
        Pair(r, g, float(similarity[r, g]), placement(reference[r], generated[g]), max(0.0, float(color)))
        for (r, g), color in zip(matched, colors, strict=True)
    ]


def placement(one: Block, other: Block) -> float:
    """1 - Chebyshev distance of the centres in viewport fractions, at least 0."""
    (x, y), (u, v) = center(one), center(other)
    return max(0.0, 1.0 - max(abs(x - u), abs(y - v)))


def center(block: Block) -> tuple[float, float]:
    """Centre of the block in viewport fractions."""
    box = block.bbox
    return box.x + box.w / 2, box.y + box.h / 2


def area(block: Block) -> float:
    """Area of the block in viewport fractions."""
    return block.bbox.w * block.bbox.h


def _texts(blocks: Iterable[Block]) -> list[str]:
    return [block.text for block in blocks]
