"""Which blocks cost the points, by name, and one line that sums them up.

Points of a block are what the page score would gain if that block alone were as in the reference. In the content score
they add up to exactly what the page lost (where the reference has content and blocks have an area); in the paper's form
an unmatched block costs only its share of Size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pytest_uibench import constants
from pytest_uibench.model import Block, BlockFault, Pair, Viewport

from . import content
from .content import SUB_METRICS, Comparison
from .page import area, center

Kind = Literal["missing", "extra", "moved", "text", "color", "size"]
_POINTS = 25.0
_FULL = 100.0
_MEANS = 3
_KINDS: dict[str, Kind] = {"size": "size", "text": "text", "position": "moved", "color": "color"}
DESKTOP = Viewport(width=constants.VIEWPORT_WIDTH, height=constants.VIEWPORT_HEIGHT)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Points per unit of loss."""

    mean: float
    """Of one block's text, position or colour."""
    missing: float
    """Of a reference block without a match, apart from its area."""
    area: float
    """Of a square viewport of area."""
    sizes: bool
    """Whether a matched block's area counts."""


def block_faults(
    comparison: Comparison, viewport: Viewport = DESKTOP, limit: int | None = constants.FAULTS_SHOWN
) -> tuple[BlockFault, ...]:
    """The blocks that cost most, costliest first, then in document order; ``limit`` None gives all.

    Args:
        viewport: of the captures, so that notes can speak in CSS pixels.
    """
    found = [fault for fault in _faults(comparison, viewport) if fault.points >= constants.FAULT_MIN_POINTS]
    found.sort(key=lambda fault: (-round(fault.points, 6), fault.reference is None, fault.reference, fault.generated))
    return tuple(found if limit is None else found[:limit])


def explain(comparison: Comparison) -> str:
    """One line: the score, the points that each sub-metric lost, costliest first, and what became of the blocks."""
    metric = comparison.metric
    costs = sorted(metric.costs.items(), key=lambda cost: (-cost[1], SUB_METRICS.index(cost[0])))
    lost = ", ".join(f"{name} {points:.1f}" for name, points in costs if round(points, 1) > 0)
    score = f"{metric.metric} {metric.score.page:.1f}"
    counts = ", ".join(_counts(comparison))
    return f"{score}: lost {lost}; {counts}" if lost else f"{score}; {counts}"


def _counts(comparison: Comparison) -> Iterator[str]:
    metric, pairs = comparison.metric, comparison.metric.score.pairs
    missing, extra = metric.reference - len(pairs), metric.generated - len(pairs)
    yield f"{len(pairs)} of {metric.reference} blocks matched" if missing else f"all {metric.reference} blocks matched"
    if extra:
        yield f"{extra} extra"
    for kind, word in (("text", "reworded"), ("moved", "moved"), ("color", "recoloured"), ("size", "resized")):
        number = sum(kind in _differences(comparison, pair, DESKTOP) for pair in pairs)
        if number:
            yield f"{number} {word}"
    if metric.shell:
        yield f"{metric.shell} of the shell left out"


def _faults(comparison: Comparison, viewport: Viewport) -> Iterator[BlockFault]:
    scale, pairs = _scale(comparison), comparison.metric.score.pairs
    for pair in pairs:
        yield _changed(comparison, pair, scale, viewport)
    matched = {pair.reference for pair in pairs} | comparison.reference_shell
    for index, block in enumerate(comparison.reference):
        if index not in matched:
            points = scale.missing + scale.area * area(block)
            yield BlockFault(
                kind="missing", text=block.text, reference=index, points=points, note=_place(block, viewport)
            )
    others = {pair.generated for pair in pairs} | comparison.generated_shell
    for index, block in enumerate(comparison.generated):
        if index not in others:
            points = scale.area * area(block)
            yield BlockFault(
                kind="extra", text=block.text, generated=index, points=points, note=_place(block, viewport)
            )


def _scale(comparison: Comparison) -> _Scale:
    own = comparison.metric.metric == content.METRIC
    pairs = len(comparison.metric.score.pairs)
    total = _area(comparison.reference, comparison.reference_shell)
    total += _area(comparison.generated, comparison.generated_shell)
    strict = own or not pairs
    count = comparison.metric.reference if strict else pairs
    mean = _POINTS / count if count else 0.0
    return _Scale(mean, _MEANS * mean if strict else 0.0, _POINTS / total if total else 0.0, own)


def _area(blocks: Iterable[Block], left_out: frozenset[int]) -> float:
    return sum(area(block) for index, block in enumerate(blocks) if index not in left_out)


def _changed(comparison: Comparison, pair: Pair, scale: _Scale, viewport: Viewport) -> BlockFault:
    one, other = comparison.reference[pair.reference], comparison.generated[pair.generated]
    points = {
        "text": scale.mean * (1 - pair.text),
        "position": scale.mean * (1 - pair.position),
        "color": scale.mean * (1 - pair.color),
        "size": scale.area * abs(area(one) - area(other)) if scale.sizes else 0.0,
    }
    worst = max(points, key=lambda name: points[name])
    notes = _differences(comparison, pair, viewport)
    kind = _KINDS[worst]
    ordered = [notes.pop(kind, ""), *notes.values()]
    return BlockFault(
        kind=kind,
        text=one.text,
        other=other.text if other.text != one.text else None,
        reference=pair.reference,
        generated=pair.generated,
        points=sum(points.values()),
        note="; ".join(filter(None, ordered)) or f"slightly {_WORDS[kind]}",
    )


_WORDS = {"text": "reworded", "moved": "moved", "color": "recoloured", "size": "resized"}


def _differences(comparison: Comparison, pair: Pair, viewport: Viewport) -> dict[str, str]:
    """Kind of difference → a note, for those large enough to speak of."""
    one, other = comparison.reference[pair.reference], comparison.generated[pair.generated]
    found: dict[str, str] = {}
    if one.text != other.text:
        found["text"] = f'text: "{cut(one.text)}" → "{cut(other.text)}"'
    moved = _moved(one, other, viewport)
    if moved:
        found["moved"] = f"moved {moved}"
    difference = _FULL * (1 - pair.color)
    if difference >= constants.FAULT_COLOR:
        found["color"] = f"{hex_color(one.fg_color)} → {hex_color(other.fg_color)} (ΔE {difference:.0f})"
    if _resized(one, other):
        found["size"] = f"{_pixels(one, viewport)} → {_pixels(other, viewport)} px"
    return found


def _moved(one: Block, other: Block, viewport: Viewport) -> str:
    (x, y), (u, v) = center(one), center(other)
    steps = (((u - x) * viewport.width, "right", "left"), ((v - y) * viewport.height, "down", "up"))
    parts = [
        f"{abs(step):.0f} px {ahead if step > 0 else back}"
        for step, ahead, back in steps
        if abs(step) >= constants.FAULT_MOVED_PX
    ]
    return " and ".join(parts)


def _resized(one: Block, other: Block) -> bool:
    sides = ((one.bbox.w, other.bbox.w), (one.bbox.h, other.bbox.h))
    return any(abs(a - b) > constants.FAULT_SIZE_SHARE * max(a, b) for a, b in sides)


def _place(block: Block, viewport: Viewport) -> str:
    left, top = block.bbox.x * viewport.width, block.bbox.y * viewport.height
    return f"{_pixels(block, viewport)} px at {left:.0f}, {top:.0f}"


def _pixels(block: Block, viewport: Viewport) -> str:
    return f"{block.bbox.w * viewport.width:.0f} x {block.bbox.h * viewport.height:.0f}"


def cut(text: str) -> str:
    """A block's text, short enough for a note."""
    return text if len(text) <= constants.FAULT_TEXT_LIMIT else text[: constants.FAULT_TEXT_LIMIT - 1] + "…"


def hex_color(color: tuple[int, int, int]) -> str:
    """``#rrggbb``."""
    red, green, blue = color
    return f"#{red:02x}{green:02x}{blue:02x}"
