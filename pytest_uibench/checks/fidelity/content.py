"""Comparisons of one screen with one page: ``vfs-paper/1`` and our content score ``vfs-content/1``.

The content score has the same four sub-metrics (METRICS sections 2 and 3, "ours"), with these differences:

- the app's shell is left out on both sides (see ``shell``);
- one block per text node (where a capture has no such form, both sides are compared in the paper's form);
- ``autojunk=False``: long texts keep their frequent characters;
- of texts that agree equally well, the nearest in place is paired;
- Text, Position and Color are means over *all* reference blocks: an unmatched one counts as 0;
- Size is 2 Σ_A min(area_ref, area_gen) ÷ (Σ_ref area + Σ_gen area). It equals the published Size where matched blocks
  are equally large, and sees what that does not: blocks that all doubled. Unmatched blocks of either side lower it.

So the points that a page lost are the sum of what each single block lost (see ``faults``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pytest_uibench import constants
from pytest_uibench.model import Block, MetricScore, PageScore, ScreenCapture

from . import page
from .page import Floats, area, measured_pairs, page_score
from .pairing import assign
from .ratios import Ratios
from .shell import Shell, height_of

METRIC = "vfs-content/1"
PARAMETERS: dict[str, object] = {
    **page.PARAMETERS,
    "autojunk": False,
    "unmatched": "text, position, color, size",
    "size": "2*sum(min)/sum",
    "shell_edges": "top, bottom",
    "shell_distance": constants.SHELL_DISTANCE,
    "shell_share": constants.SHELL_SHARE,
    "shell_min_screens": constants.SHELL_MIN_SCREENS,
    "tie_cost": constants.CONTENT_TIE_COST,
}
_POINTS = 25.0
SUB_METRICS = ("size", "text", "position", "color")
NO_SHELL = Shell()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A score with the blocks that it compares; the score's pairs are indexes into these."""

    metric: MetricScore
    reference: tuple[Block, ...]
    generated: tuple[Block, ...]
    reference_shell: frozenset[int] = frozenset()
    """Reference blocks left out as shell."""
    generated_shell: frozenset[int] = frozenset()


def forms(reference: ScreenCapture, generated: ScreenCapture) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The blocks that the content score compares: text nodes, or on both sides the paper's where one has only those."""
    if (reference.content or not reference.blocks) and (generated.content or not generated.blocks):
        return reference.content, generated.content
    return reference.blocks, generated.blocks


def paper_comparison(
    reference: ScreenCapture, generated: ScreenCapture, ratios: Ratios | None = None
) -> Comparison | None:
    """``vfs-paper/1`` of two captures; None when either failed."""
    if reference.fault or generated.fault:
        return None
    table = ratios or table_of([reference.blocks], [generated.blocks])
    score = page.score_blocks(reference.blocks, generated.blocks, table)
    metric = MetricScore(
        metric=page.METRIC,
        score=score,
        reference=len(reference.blocks),
        generated=len(generated.blocks),
        costs=_costs(score),
        parameters=page.PARAMETERS,
    )
    return Comparison(metric=metric, reference=reference.blocks, generated=generated.blocks)


def content_comparison(
    reference: ScreenCapture,
    generated: ScreenCapture,
    shell: Shell = NO_SHELL,
    ratios: Ratios | None = None,
) -> Comparison | None:
    """``vfs-content/1`` of two captures; None when either failed, or when neither has anything but shell.

    Args:
        shell: what :func:`~pytest_uibench.checks.fidelity.shell.find_shell` gave for the whole reference.
        ratios: shared between the pages of an alignment.
    """
    if reference.fault or generated.fault:
        return None
    ours, theirs = forms(reference, generated)
    left_out = shell.in_reference(ours, height_of(reference))
    also_out = shell.in_generated(theirs, height_of(generated))
    kept = [i for i in range(len(ours)) if i not in left_out]
    others = [i for i in range(len(theirs)) if i not in also_out]
    if not kept and not others:
        return None
    score = _content_score(ours, theirs, kept, others, ratios or table_of([ours], [theirs]))
    return Comparison(
        metric=MetricScore(
            metric=METRIC,
            score=score,
            reference=len(kept),
            generated=len(others),
            shell=len(left_out),
            costs=_costs(score),
            parameters=PARAMETERS,
        ),
        reference=ours,
        generated=theirs,
        reference_shell=left_out,
        generated_shell=also_out,
    )


def table_of(references: Sequence[Sequence[Block]], generated: Sequence[Sequence[Block]]) -> Ratios:
    """A table of ratios for the texts of these pages."""
    return Ratios(
        (block.text for blocks in references for block in blocks),
        (block.text for blocks in generated for block in blocks),
    )


def _content_score(
    ours: Sequence[Block], theirs: Sequence[Block], kept: Sequence[int], others: Sequence[int], ratios: Ratios
) -> PageScore:
    reference, generated = [ours[i] for i in kept], [theirs[i] for i in others]
    if not reference or not generated:
        return page.EMPTY
    similarity = ratios.matrix([b.text for b in reference], [b.text for b in generated], autojunk=False)
    chosen = assign(similarity - _tie_costs(reference, generated))
    matched = [(r, g) for r, g in chosen if similarity[r, g] >= constants.VFS_TEXT_FLOOR]
    pairs = measured_pairs(reference, generated, matched, similarity)
    total = sum(map(area, reference)) + sum(map(area, generated))
    common = sum(min(area(reference[p.reference]), area(generated[p.generated])) for p in pairs)
    size = min(1.0, 2 * common / total) if total > 0 else 0.0
    text, position, color = (
        sum(getattr(pair, name) for pair in pairs) / len(reference) for name in ("text", "position", "color")
    )
    placed = [pair._replace(reference=kept[pair.reference], generated=others[pair.generated]) for pair in pairs]
    return page_score(size, text, position, color, placed)


def _tie_costs(reference: Sequence[Block], generated: Sequence[Block]) -> Floats:
    """Small costs of distance in place and in document order, shape (reference, generated)."""
    ours, theirs = (np.array([page.center(block) for block in blocks]) for blocks in (reference, generated))
    distance = np.abs(ours[:, None, :] - theirs[None, :, :]).max(axis=2)
    order = np.abs(np.arange(len(ours))[:, None] / len(ours) - np.arange(len(theirs))[None, :] / len(theirs))
    costs: Floats = constants.CONTENT_TIE_COST * np.minimum(distance, 1.0) + constants.CONTENT_ORDER_COST * order
    return costs


def _costs(score: PageScore) -> dict[str, float]:
    """Points of 100 that each sub-metric lost."""
    return {part: _POINTS * (1.0 - getattr(score, part)) for part in SUB_METRICS}
