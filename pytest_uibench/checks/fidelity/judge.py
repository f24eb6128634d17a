"""Scores of every screen of a reference: alignment, both metrics, reasons (METRICS sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_uibench.model import Alignment, Match, ScreenCapture, ScreenFidelity, ScreenMatch

from .cascade import cascade
from .content import Comparison, content_comparison, paper_comparison
from .faults import block_faults, explain
from .field import Field, lay_out
from .screens import aligned

_OPAQUE_FROM = 0.005
_USUAL = ("scrolled",)
"""Flags that say nothing about the scores."""
Pictures = Sequence[Path | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result, with the comparisons that pictures of evidence are drawn from."""

    alignment: Alignment
    screens: tuple[ScreenFidelity, ...]
    paper: tuple[Comparison | None, ...]
    content: tuple[Comparison | None, ...]


def judge_screens(
    references: Sequence[ScreenCapture],
    generated: Sequence[ScreenCapture],
    *,
    aliases: Mapping[str, str] | None = None,
    reference_pictures: Pictures | None = None,
    generated_pictures: Pictures | None = None,
) -> Judged:
    """Align and score all screens.

    Args:
        references: captures of the reference's screens, in the spec's order.
        generated: captures of the app's routes.
        aliases: route → earlier route that shows the same; see :func:`~.screens.find_aliases`.
        reference_pictures: screenshots, for screens without any block (cascade, tiers T5a and T5b).
        generated_pictures: screenshots of the routes.

    Returns:
        One entry per screen, in order. MISS scores 0; a failed capture, a reference without blocks and a pair without
        content have no score, and ``reason`` says so.
    """
    field = lay_out(references, generated, aliases or {})
    alignment = _with_cascade(aligned(field, aliases or {}), field, reference_pictures, generated_pictures)
    papers = tuple(_compare(field, match, match.published, paper=True) for match in alignment.screens)
    contents = tuple(_compare(field, match, match.content, paper=False) for match in alignment.screens)
    screens = tuple(
        _screen(field, match, paper, content)
        for match, paper, content in zip(alignment.screens, papers, contents, strict=True)
    )
    return Judged(alignment=alignment, screens=screens, paper=papers, content=contents)


def _with_cascade(alignment: Alignment, field: Field, ours: Pictures | None, theirs: Pictures | None) -> Alignment:
    """Screens without blocks find their route by name and picture, among the routes that no other screen took."""
    bare = [m for m in alignment.screens if m.unscored is None and not _has_blocks(field.references[m.reference])]
    if not bare:
        return alignment
    taken = {match.generated for match in (*alignment.published, *alignment.content)}
    found = cascade(
        [field.references[match.reference].route for match in bare],
        [capture.route for capture in field.generated],
        None if ours is None else [ours[match.reference] for match in bare],
        theirs,
        [column for column in field.columns if column not in taken],
    )
    by_screen = {screen.reference: match for screen, match in zip(bare, found, strict=True)}
    screens = [
        _by_cascade(field, screen, by_screen[screen.reference]) if screen.reference in by_screen else screen
        for screen in alignment.screens
    ]
    return replace(alignment, screens=tuple(screens))


def _by_cascade(field: Field, screen: ScreenMatch, match: Match) -> ScreenMatch:
    placed = replace(match, reference=screen.reference)
    if match.generated is None:
        why = "the reference has no blocks; no route has its name or looks like it"
    else:
        how = f"by its picture ({match.similarity:.2f})" if match.tier.startswith("T5") else "by its name"
        why = f"the reference has no blocks; {field.generated[match.generated].route} {how} (tier {match.tier})"
    return replace(screen, published=placed, content=placed, why=why, missing_by_content=False, margin=None)


def _compare(field: Field, screen: ScreenMatch, match: Match, *, paper: bool) -> Comparison | None:
    if match.generated is None or screen.unscored is not None or not _has_blocks(field.references[screen.reference]):
        return None
    pair = field.references[screen.reference], field.generated[match.generated]
    return paper_comparison(*pair, field.ratios) if paper else content_comparison(*pair, field.shell, field.ratios)


def _screen(field: Field, match: ScreenMatch, paper: Comparison | None, content: Comparison | None) -> ScreenFidelity:
    reference = field.references[match.reference]
    return ScreenFidelity(
        screen=match.screen,
        route=reference.route,
        match=match,
        paper=paper.metric if paper else None,
        content=content.metric if content else None,
        vfs=_value(match, match.published, paper),
        content_vfs=_value(match, match.content, content),
        reason=_reason(field, match, content),
        faults=block_faults(content, reference.viewport) if content else (),
        flags=_flags(field, match),
    )


def _value(screen: ScreenMatch, match: Match, comparison: Comparison | None) -> float | None:
    """0 for MISS; None where nothing could be compared: these are different things."""
    if screen.unscored is not None:
        return None
    if match.generated is None:
        return 0.0
    return comparison.metric.score.page if comparison else None


def _reason(field: Field, match: ScreenMatch, content: Comparison | None) -> str:
    if match.unscored is not None:
        return f"not scored: {match.unscored}"
    if match.content.generated is None:
        return f"MISS: {match.why}"
    if content is not None:
        return explain(content)
    if not _has_blocks(field.references[match.reference]):
        return "not scored: the reference has no blocks to compare"
    return "not applicable: neither side shows anything beyond the app's shell"


def _flags(field: Field, match: ScreenMatch) -> tuple[str, ...]:
    captures = [("reference", field.references[match.reference])]
    if match.content.generated is not None:
        captures.append(("generated", field.generated[match.content.generated]))
    found: list[str] = []
    for side, capture in captures:
        if capture.estimated_colors:
            found.append(f"{side}: colours estimated from pixels")
        if capture.capped:
            found.append(f"{side}: the page goes on below what was captured")
        if capture.opaque >= _OPAQUE_FROM:
            found.append(f"{side}: {100 * capture.opaque:.0f} % canvas, video or foreign frames, not compared")
        found += [f"{side}: {flag}" for flag in capture.flags if flag not in _USUAL]
    return tuple(found)


def _has_blocks(capture: ScreenCapture) -> bool:
    return bool(capture.blocks or capture.content)
