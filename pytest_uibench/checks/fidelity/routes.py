"""The published alignment of screens and routes (METRICS section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pytest_uibench import constants
from pytest_uibench.model import Block, Match, UibenchError

from .blocks import BlockLike, as_blocks
from .page import score_blocks
from .pairing import assign
from .ratios import Ratios

LOGIN_ROUTE = "__login__"
"""Candidate that stands for a view shown before authentication; a route name like any other."""
PARAMETERS = {
    "floor": constants.ALIGN_FLOOR,
    "token_bonus": constants.ALIGN_TOKEN_BONUS,
    "page_score_decimals": constants.ALIGN_ROUND,
}
_SEPARATORS = re.compile(r"[-_/]+")
_FULL = 100.0

Floats = NDArray[np.float64]
Pages = Sequence[Sequence[Block]]


def align_screens(
    reference_pages: Sequence[Iterable[BlockLike]],
    generated_pages: Sequence[Iterable[BlockLike]],
    reference_routes: Sequence[str],
    generated_routes: Sequence[str],
    *,
    labels: Sequence[str | None] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> list[Match]:
    """Map each reference screen to at most one generated route and each route to at most one screen.

    Similarities are page scores rounded to one decimal, over 100, as the published alignment compares them; what is
    equal is decided by order (see ``pairing``).

    Args:
        reference_pages: blocks of each screen, as :func:`score_page` takes them.
        generated_pages: blocks of each generated route.
        reference_routes: expected route of each screen; its words give the bonus.
        generated_routes: pattern of each generated route; ``__login__`` is one like any other.
        labels: further words of each screen, or None.
        aliases: generated route → the earlier one that shows the same; an alias is no candidate.

    Returns:
        One match per screen, in order; ``generated`` None and tier ``none`` is MISS, with the similarity of the best
        candidate (by boosted similarity, the earlier one where equal).

    Raises:
        BlockError: a block is malformed. UibenchError: lists of different lengths, or an alias of no route.
    """
    _same_length("reference", reference_pages, reference_routes)
    _same_length("generated", generated_pages, generated_routes)
    if labels is not None and len(labels) != len(reference_routes):
        raise UibenchError(f"labels has {len(labels)} entries for {len(reference_routes)} reference routes.")
    references = [as_blocks(page, f"reference_pages[{i}]") for i, page in enumerate(reference_pages)]
    generated = [as_blocks(page, f"generated_pages[{i}]") for i, page in enumerate(generated_pages)]
    candidates = distinct_routes(generated_routes, aliases or {})
    table = Ratios(_texts(references), _texts(generated[c] for c in candidates))
    similarity = page_similarities(references, [generated[c] for c in candidates], table)
    bonus = token_bonus(reference_routes, labels, [generated_routes[c] for c in candidates])
    return matches(similarity, np.minimum(1.0, similarity + bonus), candidates)


def page_similarities(references: Pages, generated: Pages, ratios: Ratios) -> Floats:
    """Published page scores to one decimal, over 100; shape (screens, routes)."""
    ratios.fill(_texts(references), _texts(generated), autojunk=True)
    found = np.zeros((len(references), len(generated)))
    for row, reference in enumerate(references):
        for column, page in enumerate(generated):
            page_score = round(score_blocks(reference, page, ratios).page, constants.ALIGN_ROUND)
            found[row, column] = round(page_score / _FULL, constants.ALIGN_ROUND + 2)
    return found


def matches(similarity: Floats, boosted: Floats, candidates: Sequence[int]) -> list[Match]:
    """Assign by ``boosted``, drop below the floor of ``similarity``; candidates are indexes of the columns' routes."""
    chosen = {row: column for row, column in assign(boosted) if similarity[row, column] >= constants.ALIGN_FLOOR}
    found: list[Match] = []
    for row in range(similarity.shape[0]):
        matched = row in chosen
        if not matched and not similarity.shape[1]:
            found.append(Match(reference=row, generated=None, similarity=0.0, boosted=0.0, tier="none"))
            continue
        column = chosen[row] if matched else int(np.argmax(boosted[row]))
        found.append(
            Match(
                reference=row,
                generated=candidates[column] if matched else None,
                similarity=float(similarity[row, column]),
                boosted=float(boosted[row, column]),
                tier="dom" if matched else "none",
            )
        )
    return found


def token_bonus(routes: Sequence[str], labels: Sequence[str | None] | None, generated: Sequence[str]) -> Floats:
    """0.08 times the Jaccard overlap of the words of route and label with those of each generated route."""
    found = np.zeros((len(routes), len(generated)))
    for row, route in enumerate(routes):
        words = tokens(route) | tokens((labels[row] if labels else None) or "")
        for column, other in enumerate(generated):
            theirs = tokens(other)
            union = words | theirs
            found[row, column] = constants.ALIGN_TOKEN_BONUS * len(words & theirs) / len(union) if union else 0.0
    return found


def tokens(name: str) -> frozenset[str]:
    """Words of a route or label: split on ``-``, ``_`` and ``/``, lower case."""
    return frozenset(filter(None, _SEPARATORS.split(name.lower())))


def distinct_routes(routes: Sequence[str], aliases: Mapping[str, str]) -> list[int]:
    """Indexes of the routes that are no alias, in order.

    Raises:
        UibenchError: an alias of a route that is not among the generated ones.
    """
    for alias, target in aliases.items():
        for role, name in (("alias", alias), ("its target", target)):
            if name not in routes:
                raise UibenchError(f"aliases: {role} {name!r} is none of the generated routes {', '.join(routes)}.")
    return [index for index, route in enumerate(routes) if aliases.get(route, route) == route]


def _same_length(side: str, pages: Sequence[object], routes: Sequence[str]) -> None:
    if len(pages) != len(routes):
        raise UibenchError(f"{side}_pages has {len(pages)} entries, {side}_routes {len(routes)}: one page per route.")


def _texts(pages: Iterable[Sequence[Block]]) -> list[str]:
    return [block.text for page in pages for block in page]
