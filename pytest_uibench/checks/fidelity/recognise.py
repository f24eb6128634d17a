"""Does a page show a screen at all, beyond what all pages of the app share? (METRICS section 2, ours)

Agreement of blocks alone cannot tell: on a real shop the page of a wrong address reaches a published score of 90 and a
content score of 80, since short texts of one page always find something like themselves on another. So the question is
put to the screen's *own* texts: those with a letter (numbers change from run to run) that stand on at most half of the
reference's screens, each counted once, weighted by one over the number of screens that show it, headings more. A page
is the screen when it shows a sufficient share of them; how much is sufficient depends on whether it has the screen's
heading, or at least its name in the route, and on whether it is by its heading another screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_uibench import constants
from pytest_uibench.model import Block

from .page import Floats
from .pairing import assign
from .ratios import Ratios

_NAMED = 3
"""Missing texts that are named."""


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """What one screen is recognised by."""

    weights: Mapping[str, float]
    headings: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """How much of a screen a page shows."""

    share: float | None
    """Weighted share of the screen's own texts; None when it has none."""
    heading: bool | None
    """Whether the page has the screen's heading; None when the screen has none of its own."""
    needed: float
    accepted: bool
    missing: tuple[str, ...] = ()
    """The weightiest own texts that the page lacks."""


def own_texts(pages: Sequence[Sequence[Block]]) -> list[OwnTexts]:
    """What tells each of these screens from the others; blocks without shell."""
    frequency = Counter(text for page in pages for text in {block.text for block in page})
    return [_own(page, frequency, len(pages)) for page in pages]


def _own(page: Sequence[Block], frequency: Mapping[str, int], pages: int) -> OwnTexts:
    own = [b for b in page if frequency[b.text] == 1 or frequency[b.text] <= constants.SHELL_SHARE * pages]
    worded = [block for block in own if any(letter.isalpha() for letter in block.text)]
    weights: dict[str, float] = {}
    headings: dict[str, float] = {}
    # a calculator's keys or a month's days are all that such a screen has
    for block in worded or own:
        rank = constants.HEADING_WEIGHTS.get(block.tag, 1.0)
        weights[block.text] = max(weights.get(block.text, 0.0), rank / frequency[block.text])
        if rank > 1:
            headings[block.text] = max(headings.get(block.text, 0.0), rank)
    top = max(headings.values(), default=0.0)
    return OwnTexts(weights, frozenset(text for text, rank in headings.items() if rank == top))


def recognise(own: OwnTexts, page: Sequence[Block], ratios: Ratios, *, same_word: bool) -> Recognition:
    """Judge a page's blocks (without shell) against what a screen is recognised by.

    Args:
        same_word: the screen's and the page's routes share a word that is no parameter.
    """
    needed = _needed(same_word=same_word, heading=None)
    if not own.weights:
        return Recognition(share=None, heading=None, needed=needed, accepted=False)
    texts, theirs = list(own.weights), list(dict.fromkeys(block.text for block in page))
    similarity = ratios.matrix(texts, theirs, autojunk=False)
    found = {texts[r] for r, g in assign(similarity) if similarity[r, g] >= constants.RECOGNISED_TEXT}
    share = sum(own.weights[text] for text in found) / sum(own.weights.values())
    rank = _heading_rank(own, page, texts, theirs, similarity)
    heading = bool(rank) if own.headings else None
    top = max((constants.HEADING_WEIGHTS.get(block.tag, 0.0) for block in page), default=0.0)
    needed = _needed(
        same_word=same_word,
        heading=None if heading is None else bool(rank) and rank >= top,
        lesser=0 < rank < top,
    )
    lacking = sorted((text for text in texts if text not in found), key=lambda text: (-own.weights[text], text))
    return Recognition(
        share=share, heading=heading, needed=needed, accepted=share >= needed, missing=tuple(lacking[:_NAMED])
    )


def _heading_rank(
    own: OwnTexts, page: Sequence[Block], texts: Sequence[str], theirs: Sequence[str], similarity: Floats
) -> float:
    """Weight of the page's heading that is the screen's, 0 where it has none; without any tag every text may be one."""
    ranks: dict[str, float] = {}
    for block in page:
        ranks[block.text] = max(ranks.get(block.text, 0.0), constants.HEADING_WEIGHTS.get(block.tag, 0.0))
    untagged = not any(ranks.values())
    rows = [i for i, text in enumerate(texts) if text in own.headings]
    return max(
        (
            1.0 if untagged else ranks[text]
            for column, text in enumerate(theirs)
            if any(similarity[row, column] >= constants.RECOGNISED_TEXT for row in rows)
        ),
        default=0.0,
    )


def set_apart(judged: Sequence[Sequence[Recognition]]) -> list[tuple[Recognition, ...]]:
    """A page that is one screen by its heading is another one only if it shows nearly all of that: rows are screens.

    Else a route that shows the home page in place of its own would pass for its own where pages share data.
    """
    named = {
        column: {row for row, line in enumerate(judged) if line[column].heading and line[column].accepted}
        for column in range(len(judged[0]) if judged else 0)
    }
    return [
        tuple(_strict(one) if named[column] - {row} and not one.heading else one for column, one in enumerate(line))
        for row, line in enumerate(judged)
    ]


def _strict(one: Recognition) -> Recognition:
    needed = constants.RECOGNISED_WITHOUT
    return replace(one, needed=needed, accepted=one.share is not None and one.share >= needed)


def _needed(*, same_word: bool, heading: bool | None, lesser: bool = False) -> float:
    if heading:
        return constants.RECOGNISED_WITH_HEADING
    if lesser or (same_word and heading is None):
        return constants.RECOGNISED_WITH_ROUTE
    return constants.RECOGNISED_UNNAMED if heading is None or same_word else constants.RECOGNISED_WITHOUT
