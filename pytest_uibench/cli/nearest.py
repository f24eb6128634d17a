"""The nearest allowed word, for error texts."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"``-like text for the nearest of ``allowed``, or an empty string."""
    match = difflib.get_close_matches(word, list(allowed), n=1, cutoff=0.5)
    return f" (did you mean {match[0]!r}?)" if match else ""
