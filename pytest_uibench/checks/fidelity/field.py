"""All screens against all routes: similarities in both forms, computed once (METRICS section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pytest_uibench import constants
from pytest_uibench.model import Block, ScreenCapture

from .content import content_comparison
from .page import Floats
from .ratios import Ratios
from .recognise import OwnTexts, Recognition, own_texts, recognise, set_apart
from .routes import distinct_routes, page_similarities, token_bonus, tokens
from .shell import Shell, find_shell, height_of

_FULL = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The screens and routes of one alignment, those with a failed capture left out of every matrix."""

    references: tuple[ScreenCapture, ...]
    generated: tuple[ScreenCapture, ...]
    rows: tuple[int, ...]
    """Indexes of the screens that can be compared."""
    columns: tuple[int, ...]
    """Indexes of the routes that are candidates: captured, and no alias."""
    shell: Shell
    ratios: Ratios
    own: tuple[OwnTexts, ...]
    """Per row."""
    bonus: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Similarities of the screens (rows) with the candidate routes (columns), 0-1."""

    published: Floats
    content: Floats
    """Content score over 100; NaN where it does not apply."""
    combined: Floats
    """Mean of content score and recognised share; the published similarity for a screen without texts of its own."""
    recognised: tuple[tuple[Recognition, ...], ...]
    accepted: np.ndarray
    bonus: Floats


def lay_out(
    references: Sequence[ScreenCapture], generated: Sequence[ScreenCapture], aliases: Mapping[str, str]
) -> Field:
    """Prepare the comparison; where some capture has only the paper's form, all are compared in that form."""
    everything = (*references, *generated)
    if any(capture.blocks and not capture.content for capture in everything):
        references = [replace(capture, content=()) for capture in references]
        generated = [replace(capture, content=()) for capture in generated]
    rows = [i for i, capture in enumerate(references) if capture.fault is None]
    distinct = distinct_routes([capture.route for capture in generated], aliases)
    columns = [i for i in distinct if generated[i].fault is None]
    shell = find_shell(
        [content_of(references[i]) for i in rows],
        [content_of(generated[i]) for i in columns],
        heights=[height_of(references[i]) for i in rows],
        generated_heights=[height_of(generated[i]) for i in columns],
    )
    pages = [(content_of(references[i]), height_of(references[i])) for i in rows]
    kept = [_outside(blocks, shell.in_reference(blocks, height)) for blocks, height in pages]
    return Field(
        references=tuple(references),
        generated=tuple(generated),
        rows=tuple(rows),
        columns=tuple(columns),
        shell=shell,
        ratios=Ratios(
            _texts([references[i] for i in rows]),
            _texts([generated[i] for i in columns]),
        ),
        own=tuple(own_texts(kept)),
        bonus=token_bonus(
            [references[i].route for i in rows],
            [references[i].label for i in rows],
            [generated[i].route for i in columns],
        ),
    )


def compare_all(field: Field) -> Grid:
    """Both similarities of every screen with every candidate."""
    references = [field.references[i] for i in field.rows]
    generated = [field.generated[i] for i in field.columns]
    published = page_similarities([c.blocks for c in references], [c.blocks for c in generated], field.ratios)
    routes = [(content_of(c), height_of(c)) for c in generated]
    others = [_outside(blocks, field.shell.in_generated(blocks, height)) for blocks, height in routes]
    texts = [[block.text for capture in side for block in content_of(capture)] for side in (references, generated)]
    field.ratios.fill(*texts, autojunk=False)
    content = np.full(published.shape, np.nan)
    recognised: list[tuple[Recognition, ...]] = []
    for row, reference in enumerate(references):
        for column, candidate in enumerate(generated):
            found = content_comparison(reference, candidate, field.shell, field.ratios)
            content[row, column] = np.nan if found is None else found.metric.score.page / _FULL
        words = [share_a_word(reference.route, candidate.route) for candidate in generated]
        judged = zip(others, words, strict=True)
        recognised.append(tuple(recognise(field.own[row], b, field.ratios, same_word=word) for b, word in judged))
    return _grid(field, published, content, set_apart(recognised))


def _grid(field: Field, published: Floats, content: Floats, recognised: Sequence[tuple[Recognition, ...]]) -> Grid:
    combined, accepted = published.copy(), np.zeros(published.shape, dtype=bool)
    for row, judged in enumerate(recognised):
        for column, one in enumerate(judged):
            if one.share is None:
                agreement = np.nanmin((published[row, column], content[row, column]))
                accepted[row, column] = agreement >= constants.ALIGN_FLOOR
            else:
                combined[row, column] = (np.nan_to_num(content[row, column]) + one.share) / 2
                accepted[row, column] = one.accepted
    return Grid(
        published=published,
        content=content,
        combined=combined,
        recognised=tuple(recognised),
        accepted=accepted,
        bonus=field.bonus,
    )


def content_of(capture: ScreenCapture) -> tuple[Block, ...]:
    """The content form, else the paper's."""
    return capture.content or capture.blocks


def share_a_word(one: str, other: str) -> bool:
    """Whether two routes share a word that is no parameter."""
    words = tokens(one) & tokens(other)
    return any(not word.startswith((":", "[", "{", "$", "*")) for word in words)


def _outside(blocks: Sequence[Block], left_out: frozenset[int]) -> list[Block]:
    return [block for i, block in enumerate(blocks) if i not in left_out]


def _texts(captures: Sequence[ScreenCapture]) -> list[str]:
    return [block.text for c in captures for blocks in (c.blocks, c.content) for block in blocks]
