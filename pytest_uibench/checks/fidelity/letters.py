"""Letters of many texts at once: what can be said of a ratio without running the matcher.

Two facts about Ratcliff-Obershelp matching, where no letter is junk:

- Let m be the number of letters that two texts have in common, each counted as often as it occurs in both. The matching
  letters are at most m, and at least 1 when m > 0.
- When the texts share no two letters in a row, every longest match is a single letter. The matcher takes the first
  letter of the one that the other has, at its first place there; what stands before it in the one matches
  nothing, so that it goes on behind both. The count is that of this walk from left to right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]
Counts = NDArray[np.int64]
K = TypeVar("K", bound=Hashable)

WALK_LENGTH = 40
"""Longer texts nearly always share two letters in a row: walking along them would be for nothing."""


class Letters:
    """An index of texts (rows) by their letters and pairs of letters."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._rows = len(texts)
        self._single = _index(Counter(text) for text in texts)
        self._double = {pair: rows for pair, (rows, _) in _index(Counter(pairwise(text)) for text in texts).items()}
        self._codes = {letter: code for code, letter in enumerate(self._single, start=1)}
        self._lengths = np.array([len(text) for text in texts], dtype=np.intp)
        self._coded = np.zeros((self._rows, WALK_LENGTH), dtype=np.intp)
        for row, text in enumerate(texts):
            if len(text) <= WALK_LENGTH:
                self._coded[row, : len(text)] = [self._codes[letter] for letter in text]

    def common(self, text: str) -> Counts:
        """The number m of common letters of ``text`` and each row."""
        found = np.zeros(self._rows, dtype=np.int64)
        for letter, count in Counter(text).items():
            if letter in self._single:
                rows, counts = self._single[letter]
                found[rows] += np.minimum(counts, count)
        return found

    def walkable(self, text: str) -> NDArray[np.bool_]:
        """The rows that share no two letters in a row with ``text``, and are short enough to walk along."""
        found: NDArray[np.bool_] = self._lengths <= WALK_LENGTH
        for pair in set(pairwise(text)):
            rows = self._double.get(pair)
            if rows is not None:
                found[rows] = False
        return found

    def walk(self, text: str, rows: Ints) -> Counts:
        """Matching letters of ``text`` and each of these walkable rows, from left to right."""
        nowhere = len(text)
        following = np.full((len(text) + 1, len(self._codes) + 1), nowhere, dtype=np.intp)
        for position in range(len(text) - 1, -1, -1):
            following[position] = following[position + 1]
            code = self._codes.get(text[position])
            if code is not None:
                following[position, code] = position
        place, matched = np.zeros(len(rows), dtype=np.intp), np.zeros(len(rows), dtype=np.int64)
        for column in self._coded[rows, : self._lengths[rows].max(initial=0)].T:
            found = following[place, column]
            here = found < nowhere
            matched += here
            place = np.where(here, found + 1, place)
        return matched


def _index(counters: Iterable[Mapping[K, int]]) -> dict[K, tuple[Ints, Counts]]:
    """Per key: the rows that have it, and how often."""
    found: dict[K, tuple[list[int], list[int]]] = {}
    for row, counter in enumerate(counters):
        for key, count in counter.items():
            rows, counts = found.setdefault(key, ([], []))
            rows.append(row)
            counts.append(count)
    return {key: (np.array(r, dtype=np.intp), np.array(c, dtype=np.int64)) for key, (r, c) in found.items()}
