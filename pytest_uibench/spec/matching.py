"""How strings of a spec match what a page shows (SPEC.md, "Targets"): pure, shared by the browser and the checks.

Texts are normalised first: format characters (zero-width spaces and joiners, soft hyphens, direction marks) and
variation selectors dropped, Unicode NFC, white space collapsed, case ignored. Then the best rank wins: *equal*, then
*whole words*, then *substring*. ``men's`` is a substring of ``Women's`` but equal to ``Men's``, so it picks the latter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

EQUAL: Final = 0
WHOLE_WORDS: Final = 1
SUBSTRING: Final = 2
"""Ranks of a match; lower is better."""

_FLAGS: Final = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "u": re.UNICODE}
_REGEX: Final = re.compile(r"/(.+)/([dgimsuvy]{0,4})", re.DOTALL)


def tidy(text: str) -> str:
    """``text`` as a person sees it: format characters dropped, NFC, white space collapsed; case is kept."""
    if text.isascii():
        return " ".join(text.split())
    kept = "".join(char for char in text if not _unseen(char))
    return " ".join(unicodedata.normalize("NFC", kept).split())


def normalise(text: str) -> str:
    """Like :func:`tidy`, with case ignored (full case folding: ``ß`` is ``ss``)."""
    folded = tidy(text).casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string of a spec: plain text, or a regular expression ``/…/`` with the flags ``i``, ``m``, ``s``."""

    source: str
    """As written."""
    needle: str
    """Normalised text; empty for a regular expression."""
    regex: re.Pattern[str] | None = None
    exact: bool = False
    """Only equality counts; a regular expression must match the whole text."""

    @classmethod
    def parse(cls, source: str, *, exact: bool = False) -> Pattern:
        """Read a string of a spec.

        Raises:
            ValueError: nothing visible in it, or a broken regular expression; says what is wrong.
        """
        if found := _REGEX.fullmatch(source.strip()):
            return cls(source, "", compile_regex(found[1], found[2]), exact)
        needle = normalise(source)
        if not needle:
            raise ValueError("has nothing visible in it and would match every text")
        return cls(source, needle, None, exact)

    def match_rank(self, text: str) -> int | None:
        """:data:`EQUAL`, :data:`WHOLE_WORDS` or :data:`SUBSTRING`, None when ``text`` does not match.

        A regular expression is searched in the tidied text and gives :data:`EQUAL`.
        """
        if self.regex is not None:
            seen = tidy(text)
            found = self.regex.fullmatch(seen) if self.exact else self.regex.search(seen)
            return EQUAL if found else None
        seen = normalise(text)
        if seen == self.needle:
            return EQUAL
        if self.exact or self.needle not in seen:
            return None
        return WHOLE_WORDS if _stands_alone(self.needle, seen) else SUBSTRING

    def matches(self, text: str) -> bool:
        """Whether ``text`` matches at any rank."""
        return self.match_rank(text) is not None

    def __str__(self) -> str:
        return self.source


def best_matches(pattern: Pattern, texts: Iterable[str]) -> list[int]:
    """Indexes of the texts that match best, in order: all of the lowest rank there is."""
    ranks = [pattern.match_rank(text) for text in texts]
    best = min((rank for rank in ranks if rank is not None), default=None)
    return [] if best is None else [index for index, rank in enumerate(ranks) if rank == best]


def is_regex(source: str) -> bool:
    """Whether a string of a spec is written as a regular expression."""
    return _REGEX.fullmatch(source.strip()) is not None


def compile_regex(body: str, flags: str = "") -> re.Pattern[str]:
    """Compile what stands between the slashes.

    Raises:
        ValueError: broken, or an unknown flag; says what and where.
    """
    unknown = sorted(set(flags) - set(_FLAGS))
    if unknown:
        raise ValueError(f"has the flag {unknown[0]!r}; a regular expression takes i, m and s")
    bits = re.NOFLAG
    for flag in flags:
        bits |= _FLAGS[flag]
    try:
        return re.compile(unicodedata.normalize("NFC", body), bits)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"is not a regular expression: {error}") from None


def _unseen(char: str) -> bool:
    # Variation selectors choose between text and emoji form of the same character: both are read alike.
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"


def _stands_alone(needle: str, text: str) -> bool:
    start = text.find(needle)
    while start >= 0:
        end = start + len(needle)
        before = start > 0 and _joined(text[start - 1], text[start])
        after = end < len(text) and _joined(text[end - 1], text[end])
        if not before and not after:
            return True
        start = text.find(needle, start + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word: no word boundary between them."""
    return _wordy(left) and _wordy(right)


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "_" or unicodedata.category(char) in ("Mn", "Mc")
