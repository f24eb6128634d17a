"""Node's version ranges, as far as manifests use them: ``^ ~ >= <= > < = || - x *`` and blanks for "and"."""

from __future__ import annotations

import re

Version = tuple[int, int, int]
Bounds = tuple[Version, Version]
"""Half-open interval: lowest version inside, lowest version above."""

TOP: Version = (1 << 30, 0, 0)
_PARTIAL = re.compile(r"^[v=\s]*(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][0-9A-Za-z.+-]*)?$")
_VERSION = re.compile(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?")
_OPERATOR = re.compile(r"(>=|<=|>|<|\^|~>?|=)\s+")


def parse_version(text: str) -> Version | None:
    """Return the first version in ``text`` (``v20.19.0``, ``9.1.0+sha512…``), missing parts as 0, or None."""
    found = _VERSION.search(text)
    if found is None:
        return None
    major, minor, patch = (int(part) if part else 0 for part in found.groups())
    return (major, minor, patch)


def parse_range(text: str) -> tuple[Bounds, ...] | None:
    """Return the intervals that ``text`` allows, or None when it is not a version range (``latest``, a URL, a tag)."""
    intervals: list[Bounds] = []
    for branch in text.split("||"):
        bounds = _branch(branch.strip())
        if bounds is None:
            return None
        if bounds[0] < bounds[1]:
            intervals.append(bounds)
    return tuple(intervals)


def satisfies(version: str, wanted: str) -> bool | None:
    """Tell whether ``version`` lies in the range ``wanted``; None when either cannot be read."""
    number, intervals = parse_version(version), parse_range(wanted)
    if number is None or intervals is None:
        return None
    return any(low <= number < high for low, high in intervals)


def too_old(version: str, wanted: str) -> bool:
    """Tell whether a newer version is needed: ``version`` is outside ``wanted`` and something above it is inside."""
    number, intervals = parse_version(version), parse_range(wanted)
    if number is None or not intervals:
        return False
    return not any(low <= number < high for low, high in intervals) and any(number < low for low, _ in intervals)


def lowest(wanted: str) -> Version | None:
    """Return the lowest version that the range allows, or None when it cannot be read."""
    intervals = parse_range(wanted)
    return min(low for low, _ in intervals) if intervals else None


def _branch(text: str) -> Bounds | None:
    hyphen = re.match(r"^(\S+)\s+-\s+(\S+)$", text)
    if hyphen:
        low, high = _comparator(">=" + hyphen[1]), _comparator("<=" + hyphen[2])
        return None if low is None or high is None else (low[0], high[1])
    bounds: Bounds = ((0, 0, 0), TOP)
    for word in _OPERATOR.sub(r"\1", text).split():
        one = _comparator(word)
        if one is None:
            return None
        bounds = (max(bounds[0], one[0]), min(bounds[1], one[1]))
    return bounds


def _comparator(word: str) -> Bounds | None:
    operator = re.match(r"^(>=|<=|>|<|\^|~>?|=)?", word)
    sign = operator[0] if operator else ""
    found = _PARTIAL.match(word[len(sign) :])
    if found is None:
        return None
    parts = [int(part) for part in _numbers(found.groups())]
    low: Version = tuple((*parts, 0, 0, 0)[:3])  # type: ignore[assignment]
    above = _next(low, len(parts))
    if sign == ">=":
        return low, TOP
    if sign == ">":
        return above, TOP
    if sign == "<":
        return (0, 0, 0), low
    if sign == "<=":
        return (0, 0, 0), above
    if sign == "^":
        return low, _caret(low, len(parts))
    if sign.startswith("~"):
        return low, _next(low, min(len(parts), 2))
    return low, above


def _numbers(groups: tuple[str | None, ...]) -> list[str]:
    """Leading parts that are numbers: ``1.x.3`` counts as ``1``."""
    kept: list[str] = []
    for part in groups:
        if part is None or not part.isdigit():
            break
        kept.append(part)
    return kept


def _next(low: Version, parts: int) -> Version:
    """Lowest version above everything that starts with the first ``parts`` numbers of ``low``."""
    if parts == 0:
        return TOP
    if parts == 1:
        return (low[0] + 1, 0, 0)
    if parts == 2:
        return (low[0], low[1] + 1, 0)
    return (low[0], low[1], low[2] + 1)


def _caret(low: Version, parts: int) -> Version:
    """The first non-zero number from the left may not change."""
    if parts == 0:
        return TOP
    if low[0] > 0 or parts == 1:
        return (low[0] + 1, 0, 0)
    if low[1] > 0 or parts == 2:
        return (0, low[1] + 1, 0)
    return (0, 0, low[2] + 1)
