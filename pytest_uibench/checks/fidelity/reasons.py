"""One line for a person: why this route, what was second and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_uibench.model import Candidate, Match

from .field import Field, Grid

_TEXT_LIMIT = 40


def why(
    field: Field,
    grid: Grid,
    row: int,
    *,
    published: Match,
    ours: Match,
    candidates: Sequence[Candidate],
    margin: float | None,
) -> str:
    """The reasons of one screen's match, or of its being missing."""
    if not candidates:
        return "no route was captured"
    by_index = {candidate.generated: candidate for candidate in candidates}
    if ours.generated is not None:
        return _chosen(by_index[ours.generated], candidates, margin) + _differs(field, published, ours)
    return _missing(field, grid, row, candidates) + _differs(field, published, ours)


def _chosen(chosen: Candidate, candidates: Sequence[Candidate], margin: float | None) -> str:
    reason = f"{chosen.route}: {_evidence(chosen)}"
    second = next((c for c in candidates if c.generated != chosen.generated), None)
    if second is None:
        return f"{reason}; the only candidate"
    if margin is not None and margin < 0:
        return f"{reason}; {second.route} agrees better by {-margin:.2f} but shows another screen better still"
    return f"{reason}; second {second.route}, {margin or 0:.2f} behind ({_evidence(second)})"


def _missing(field: Field, grid: Grid, row: int, candidates: Sequence[Candidate]) -> str:
    taken = next((c for c in candidates if c.accepted), None)
    if taken is not None:
        return f"the only routes that show it show another screen better: {taken.route} ({_evidence(taken)})"
    best = candidates[0]
    if best.recognised is None:
        return f"nothing of its own to tell it by, and no route agrees: best {best.route} at {best.similarity:.2f}"
    judged = grid.recognised[row][field.columns.index(best.generated)]
    lacks = ", ".join(f'"{_cut(text)}"' for text in judged.missing)
    needed = f"{100 * judged.needed:.0f} % needed{_condition(best)}"
    return f"no route shows it: best is {best.route} with {_evidence(best)}, {needed}; it lacks {lacks}"


def _condition(candidate: Candidate) -> str:
    if candidate.heading is None:
        return ""
    return " with its heading" if candidate.heading else " without its heading"


def _evidence(candidate: Candidate) -> str:
    if candidate.recognised is None:
        return f"published similarity {candidate.similarity:.2f}"
    heading = " and its heading" if candidate.heading else ""
    score = "" if candidate.content is None else f", content {100 * candidate.content:.0f}"
    return f"{100 * candidate.recognised:.0f} % of its own texts{heading}{score}"


def _differs(field: Field, published: Match, ours: Match) -> str:
    if published.generated == ours.generated:
        return ""
    if published.generated is None:
        return f"; the published rule takes none (best {published.similarity:.2f})"
    route = field.generated[published.generated].route
    if ours.generated is None:
        return f"; the published rule takes {route} at {published.similarity:.2f}, which rests on what the pages share"
    return f"; the published rule takes {route} at {published.similarity:.2f}"


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT_LIMIT else text[: _TEXT_LIMIT - 1] + "…"
