"""Patterns and addresses: matching, ranking, and addresses for patterns with parameters. Pure, no source needed."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

PARAMETER = re.compile(r":[A-Za-z_$][\w$]*")


def matches(pattern: str, path: str) -> bool:
    """True when ``path`` (query and fragment ignored, ``#/…`` read as a hash route) is an address of ``pattern``.

    ``*`` takes any number of segments, none included; ``:name`` takes one; letters compare exactly.
    """
    return _expression(pattern).fullmatch(bare(path)) is not None


def bare(path: str) -> str:
    """The route in an address: hash routes unpacked, no query, no fragment, no trailing slash, percent codes read."""
    head, mark, fragment = path.partition("#")
    path = fragment.lstrip("!") if mark and fragment.lstrip("!").startswith("/") else head
    return "/" + unquote(path.split("#", 1)[0].split("?", 1)[0]).strip("/")


@lru_cache(maxsize=4096)
def _expression(pattern: str) -> re.Pattern[str]:
    out = []
    for segment in pattern.strip("/").split("/"):
        if segment == "*":
            out.append("(?:/.*)?")
        elif segment.endswith("?"):
            out.append(f"(?:/{_segment(segment[:-1])})?")
        elif segment:
            out.append("/" + _segment(segment))
    return re.compile("".join(out) + "/?", re.DOTALL)


def _segment(segment: str) -> str:
    """Regular expression of one segment; parameters may stand inside (``post-:id``)."""
    parts, at = [], 0
    for match in PARAMETER.finditer(segment):
        parts += [re.escape(segment[at : match.start()]), "[^/]+?"]
        at = match.end()
    return "".join([*parts, re.escape(segment[at:])])


def specificity(pattern: str) -> tuple[int, ...]:
    """Sort key: of two patterns that match one address, the one with the greater key is meant.

    Segment by segment: literal 4, partly literal 3, parameter 2, optional 1, rest 0 (the order that
    React Router, vue-router and Next use).
    """
    ranks = []
    for segment in pattern.strip("/").split("/"):
        if segment == "*":
            ranks.append(0)
        elif segment.endswith("?"):
            ranks.append(1)
        elif segment:
            whole = PARAMETER.fullmatch(segment)
            ranks.append(2 if whole else 3 if PARAMETER.search(segment) else 4)
    return tuple(ranks)


def make_concrete(pattern: str, paths: Iterable[str], *, others: Iterable[str] = ()) -> str | None:
    """An address for ``pattern`` out of the links seen, or None.

    The first in the order given that matches and that no more specific pattern of ``others`` claims
    (``/users/new`` is no address for ``/users/:id`` when ``/users/new`` is a route). A pattern without
    parameters is its own address; one with optional parts only is its shortest form when no link fits. Links that
    fill in optional parts and rests come before one that leaves them out.
    """
    if ":" not in pattern and "*" not in pattern and "?" not in pattern:
        return pattern
    rivals = [other for other in others if other != pattern and specificity(other) > specificity(pattern)]
    fitting = [
        bare(path) for path in paths if matches(pattern, path) and not any(matches(rival, path) for rival in rivals)
    ]
    short = optional_variants(pattern)[0]
    empty = short.removesuffix("*").rstrip("/") or "/"
    found = next((path for path in fitting if path not in (short, empty)), None)
    return found or (fitting[0] if fitting else short if ":" not in short and "*" not in short else None)


def optional_variants(pattern: str) -> tuple[str, ...]:
    """The pattern with its optional segments left out and put in, the shortest first.

    ``/:lang?/about`` gives ``/about`` and ``/:lang/about``; at most 16 variants.
    """
    segments = [segment for segment in pattern.split("/") if segment]
    optional = [index for index, segment in enumerate(segments) if segment.endswith("?")][:4]
    found = []
    for kept in product((False, True), repeat=len(optional)):
        chosen = {index for index, keep in zip(optional, kept, strict=True) if keep}
        parts = [s.removesuffix("?") for i, s in enumerate(segments) if i not in optional or i in chosen]
        found.append("/" + "/".join(parts))
    return tuple(sorted(dict.fromkeys(found), key=lambda path: path.count("/") if path != "/" else 0))
