"""Exact Ratcliff-Obershelp ratios of many texts against many (METRICS section 3), each pair computed once.

The values are those of ``difflib.SequenceMatcher(None, reference, generated).ratio()`` to the last bit: cdifflib runs
the same algorithm in C where it is installed, and only shortcuts that give the very value are taken (equal texts, and
those of ``letters``). A bound in place of a value would not do: the assignment compares costs, so that it could change
which blocks are paired, even blocks that agree well.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pytest_uibench import constants

from .letters import Letters

try:
    from cdifflib import CSequenceMatcher as _Matcher
except ImportError:  # the extra "speed" is not installed
    _Matcher = difflib.SequenceMatcher

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
_SIZE = itemgetter(2)


class Ratios:
    """A cache of ratios between reference texts (rows) and generated texts (columns).

    Give every text that will be compared at the start; :meth:`matrix` computes what is missing of a part and keeps it.
    """

    def __init__(self, references: Iterable[str], generated: Iterable[str], *, matcher: Any = None) -> None:
        self._matcher = _Matcher if matcher is None else matcher
        self._rows = {text: index for index, text in enumerate(dict.fromkeys(references))}
        self._columns: dict[tuple[str, bool], int] = {}
        for text in dict.fromkeys(generated):
            for junk in {_junk(text, True), False}:
                self._columns[text, junk] = len(self._columns)
        self._split = [list(text) for text in self._rows]
        self._letters = Letters(list(self._rows))
        self._lengths = np.array([len(text) for text in self._rows], dtype=np.float64)
        self._values: Floats = np.full((len(self._rows), len(self._columns)), np.nan)

    def matrix(self, references: Sequence[str], generated: Sequence[str], *, autojunk: bool) -> Floats:
        """Ratios of every reference text with every generated one, shape (len(references), len(generated))."""
        self.fill(references, generated, autojunk=autojunk)
        rows = [self._rows[text] for text in references]
        columns = [self._columns[text, _junk(text, autojunk)] for text in generated]
        found: Floats = self._values[np.ix_(rows, columns)]
        return found

    def fill(self, references: Iterable[str], generated: Iterable[str], *, autojunk: bool) -> None:
        """Compute what is missing of these; many at once cost less than in parts."""
        rows = np.unique(np.array([self._rows[text] for text in references], dtype=np.intp))
        for text in dict.fromkeys(generated):
            junk = _junk(text, autojunk)
            column = self._columns[text, junk]
            missing = rows[np.isnan(self._values[rows, column])]
            if missing.size:
                values = self._matched(text, junk, missing)
                totals = self._lengths[missing] + len(text)
                # both texts empty: difflib calls them equal
                self._values[missing, column] = np.where(totals > 0, 2.0 * values / np.maximum(totals, 1.0), 1.0)

    def _matched(self, text: str, junk: bool, rows: Ints) -> Floats:
        """Numbers of matching letters of ``text`` and these rows."""
        found = np.zeros(len(rows))
        if junk:
            left = np.arange(len(rows))
        else:
            common = self._letters.common(text)[rows]
            walkable = self._letters.walkable(text)[rows] & (common > 1)
            found[:] = common
            found[walkable] = self._letters.walk(text, rows[walkable])
            left = np.flatnonzero((common > 1) & ~walkable)
        found[left] = self._run(text, junk, rows[left])
        return found

    def _run(self, text: str, junk: bool, rows: Ints) -> list[int]:
        same = self._rows.get(text)
        matcher = self._matcher(None, "", text, autojunk=junk)
        found: list[int] = []
        for row in rows.tolist():
            if row == same:
                found.append(len(text))
                continue
            # What set_seq1 does, without its check of every letter: half of the time for short texts.
            matcher.a, matcher.matching_blocks = self._split[row], None
            matcher.get_matching_blocks()
            found.append(sum(map(_SIZE, matcher.matching_blocks)))
        return found


def _junk(text: str, autojunk: bool) -> bool:
    """Whether autojunk can matter for this generated text; below the limit both forms share their values."""
    return autojunk and len(text) >= constants.VFS_JUNK_FROM
