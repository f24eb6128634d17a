"""Alignment of captured screens with captured routes: as published and by content, each choice explained.

The published rule (METRICS section 2) stays beside ours because published numbers rest on it. Ours assigns only routes
that show a screen's own texts (see ``recognise``), by the mean of content score and recognised share, with the same
bonus for common words; a screen whose published match agrees through the app's shell only is ``missing_by_content``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pytest_uibench import constants
from pytest_uibench.model import Alignment, Candidate, Match, ScreenCapture, ScreenMatch

from . import content, routes
from .cascade import route_match
from .field import Field, Grid, compare_all, lay_out
from .pairing import assign
from .reasons import why

_SHOWN = 3
PARAMETERS: dict[str, object] = {
    **routes.PARAMETERS,
    "recognised_text": constants.RECOGNISED_TEXT,
    "recognised_needed": {
        "heading": constants.RECOGNISED_WITH_HEADING,
        "route": constants.RECOGNISED_WITH_ROUTE,
        "unnamed": constants.RECOGNISED_UNNAMED,
        "neither": constants.RECOGNISED_WITHOUT,
    },
}


def align_captures(
    references: Sequence[ScreenCapture],
    generated: Sequence[ScreenCapture],
    *,
    aliases: Mapping[str, str] | None = None,
) -> Alignment:
    """Align every reference screen with the captured routes of an app by what they show.

    Args:
        references: captures of the reference's screens, in the spec's order.
        generated: captures of the app's routes; ``__login__`` is the view before authentication.
        aliases: route → earlier route that shows the same (see :func:`find_aliases`).

    Returns:
        One :class:`ScreenMatch` per screen, in order. A screen whose capture failed, or whose own route's capture
        failed while nothing else shows it, is ``unscored``. Screens without any block are left to ``cascade``.

    Raises:
        UibenchError: an alias of a route that is not among ``generated``.
    """
    return aligned(lay_out(references, generated, aliases or {}), aliases or {})


def aligned(field: Field, aliases: Mapping[str, str]) -> Alignment:
    """The same over a prepared field, whose tables the scores can use again."""
    grid = compare_all(field)
    published = routes.matches(grid.published, np.minimum(1.0, grid.published + grid.bonus), field.columns)
    ours = _content_matches(grid, field.columns)
    rows = {screen: row for row, screen in enumerate(field.rows)}
    screens = [
        _screen(field, grid, rows[screen], published[rows[screen]], ours[rows[screen]])
        if screen in rows
        else _failed(field, screen)
        for screen in range(len(field.references))
    ]
    return Alignment(
        screens=tuple(screens),
        aliases=dict(aliases),
        shell=tuple(sorted(field.shell.reference)),
        parameters={**PARAMETERS, "content": content.METRIC},
        notes=tuple(_notes(field, aliases)),
    )


def find_aliases(pages: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """Routes that show the same as an earlier one (METRICS section 2).

    Args:
        pages: (route, ``innerText``, number of elements) of each captured route; ``/`` counts as the first.
    """
    first: dict[tuple[str, int], str] = {}
    found: dict[str, str] = {}
    for route, text, elements in sorted(pages, key=lambda page: page[0] != "/"):
        original = first.setdefault((text, elements), route)
        if original != route:
            found[route] = original
    return found


def _content_matches(grid: Grid, columns: Sequence[int]) -> list[Match]:
    """Our assignment: only accepted routes; the rest costs as much as no route at all."""
    boosted = np.minimum(1.0, grid.combined + grid.bonus)
    pairs = assign(np.where(grid.accepted, boosted, 0.0))
    chosen = {row: column for row, column in pairs if grid.accepted[row, column]}
    found: list[Match] = []
    for row in range(boosted.shape[0]):
        if not boosted.shape[1]:
            found.append(_nothing(row))
            continue
        column = chosen.get(row, int(np.argmax(boosted[row])))
        found.append(
            Match(
                reference=row,
                generated=columns[column] if row in chosen else None,
                similarity=float(grid.combined[row, column]),
                boosted=float(boosted[row, column]),
                tier="dom" if row in chosen else "none",
            )
        )
    return found


def _screen(field: Field, grid: Grid, row: int, published: Match, ours: Match) -> ScreenMatch:
    screen = field.rows[row]
    candidates = sorted(
        (_candidate(field, grid, row, column) for column in range(len(field.columns))),
        key=lambda found: (not found.accepted, -_boosted(grid, field, row, found), found.generated),
    )
    lost = _lost_capture(field, screen) if ours.generated is None else None
    values = {field.columns[c]: _boosted_at(grid, row, c) for c in range(len(field.columns))}
    others = [value for index, value in values.items() if index != ours.generated]
    margin = ours.boosted - max(others) if ours.generated is not None and others else None
    return ScreenMatch(
        reference=screen,
        screen=field.references[screen].id,
        published=replace(published, reference=screen),
        content=replace(ours, reference=screen),
        why=lost or why(field, grid, row, published=published, ours=ours, candidates=candidates, margin=margin),
        candidates=_shown(candidates, ours.generated, published.generated),
        margin=margin,
        missing_by_content=lost is None and published.generated is not None and ours.generated is None,
        unscored=lost,
    )


def _candidate(field: Field, grid: Grid, row: int, column: int) -> Candidate:
    judged, score = grid.recognised[row][column], float(grid.content[row, column])
    return Candidate(
        generated=field.columns[column],
        route=field.generated[field.columns[column]].route,
        similarity=float(grid.published[row, column]),
        boosted=float(min(1.0, grid.published[row, column] + grid.bonus[row, column])),
        content=None if np.isnan(score) else score,
        recognised=judged.share,
        heading=judged.heading,
        needed=None if judged.share is None else judged.needed,
        accepted=bool(grid.accepted[row, column]),
    )


def _shown(candidates: Sequence[Candidate], *chosen: int | None) -> tuple[Candidate, ...]:
    """The best few, and whatever was chosen."""
    return tuple(c for i, c in enumerate(candidates) if i < _SHOWN or c.generated in chosen)


def _boosted(grid: Grid, field: Field, row: int, candidate: Candidate) -> float:
    return _boosted_at(grid, row, field.columns.index(candidate.generated))


def _boosted_at(grid: Grid, row: int, column: int) -> float:
    return float(min(1.0, grid.combined[row, column] + grid.bonus[row, column]))


def _lost_capture(field: Field, screen: int) -> str | None:
    """The screen's own route was there but its capture failed: it may well show the screen."""
    route = field.references[screen].route
    for capture in field.generated:
        if capture.fault is not None and route_match(route, capture.route):
            return f"the capture of its route {capture.route} failed ({capture.fault.message})"
    return None


def _failed(field: Field, screen: int) -> ScreenMatch:
    fault = field.references[screen].fault
    reason = f"the capture of the reference failed ({fault.message if fault else 'no reason given'})"
    nothing = _nothing(screen)
    return ScreenMatch(
        reference=screen,
        screen=field.references[screen].id,
        published=nothing,
        content=nothing,
        why=reason,
        unscored=reason,
    )


def _nothing(reference: int) -> Match:
    return Match(reference=reference, generated=None, similarity=0.0, boosted=0.0, tier="none")


def _notes(field: Field, aliases: Mapping[str, str]) -> list[str]:
    notes = [f"{alias} shows the same as {target}" for alias, target in aliases.items()]
    notes += [f"{c.route} was not captured: {c.fault.message}" for c in field.generated if c.fault is not None]
    if len(field.rows) < constants.SHELL_MIN_SCREENS:
        notes.append(f"{len(field.rows)} screens are too few to tell the app's shell from content")
    return notes
