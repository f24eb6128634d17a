"""Source maps of version 3 read (ECMA-426): which place of the sources a place of generated code came from.

Written out because no reader on PyPI is kept up: the two pure-Python ones are of 2015 and 2017 and know no index maps,
which Turbopack writes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGITS: Final = {char: value for value, char in enumerate(_ALPHABET)}
_MORE: Final = 32
"""Continuation bit of a digit; the five bits below it carry the number."""
_LONGEST: Final = 30
"""Shift of the last digit of a 32-bit number: longer ones are no map's."""

Position = tuple[int, int]
"""Line and column of generated code, both 0-based; columns in UTF-16 units, as engines count them."""


@dataclass(frozen=True, slots=True)
class Original:
    """A place in a source, as its map names it."""

    source: str
    """``sourceRoot`` in front; not resolved."""
    line: int
    """0-based."""
    column: int
    """0-based."""
    content: str | None
    """Text of the source that the map carries."""


def read_map(data: bytes) -> Mapping[str, Any] | None:
    """A map's own text to its fields, or None when it is no map."""
    # XSSI guard: a line in front that makes the file unusable as a script.
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    text = text.partition("\n")[2] if text.startswith(")]}'") else text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and ("mappings" in found or "sections" in found) else None


def originals(fields: Mapping[str, Any], places: Collection[Position]) -> dict[Position, Original]:
    """Where ``places`` came from; those that the map says nothing of are left out, broken maps say nothing at all."""
    try:
        if isinstance(fields.get("sections"), list):
            return _in_sections(fields["sections"], places)
        return _in_map(fields, places)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return {}


def _in_sections(sections: Sequence[Any], places: Collection[Position]) -> dict[Position, Original]:
    """An index map: each section is a map of its own, with the place where its code begins."""
    starts = [(int(part["offset"]["line"]), int(part["offset"]["column"])) for part in sections]
    found: dict[Position, Original] = {}
    inside: dict[int, dict[Position, Position]] = {}
    for place in places:
        number = max((n for n, start in enumerate(starts) if start <= place), default=None)
        if number is None:
            continue
        line, column = starts[number]
        local = (place[0] - line, place[1] - column if place[0] == line else place[1])
        inside.setdefault(number, {})[local] = place
    for number, locals_ in inside.items():
        # Sections do not nest.
        hits = _in_map(sections[number]["map"], locals_)
        found |= {locals_[local]: original for local, original in hits.items()}
    return found


def _in_map(fields: Mapping[str, Any], places: Collection[Position]) -> dict[Position, Original]:
    sources, contents = fields["sources"], fields.get("sourcesContent") or ()
    root = str(fields.get("sourceRoot") or "")
    root = root if not root or root.endswith("/") else f"{root}/"
    found = {}
    for place, (number, line, column) in _hits(fields["mappings"], places):
        if not 0 <= number < len(sources) or line < 0 or not isinstance(sources[number], str):
            continue
        content = contents[number] if number < len(contents) else None
        found[place] = Original(root + sources[number], line, column, content if isinstance(content, str) else None)
    return found


def _hits(mappings: str, places: Collection[Position]) -> Iterator[tuple[Position, tuple[int, int, int]]]:
    """For each place the last segment of its line that starts at or before it: source, line, column."""
    wanted: dict[int, list[int]] = {}
    for line, column in places:
        wanted.setdefault(line, []).append(column)
    last = max(wanted, default=-1)
    source = line = column = 0
    for number, text in enumerate(mappings.split(";", last + 1)[: last + 1]):
        generated = 0
        starts: list[tuple[int, tuple[int, int, int] | None]] = []
        for segment in text.split(",") if text else ():
            numbers = _numbers(segment)
            generated += numbers[0]
            if len(numbers) >= 4:
                source, line, column = source + numbers[1], line + numbers[2], column + numbers[3]
            if number in wanted:
                starts.append((generated, (source, line, column) if len(numbers) >= 4 else None))
        # Generators write them in order; the format does not ask for it.
        starts.sort(key=lambda start: start[0])
        for place in wanted.get(number, ()):
            hit = next((origin for start, origin in reversed(starts) if start <= place), None)
            if hit is not None:
                yield (number, place), hit


def _numbers(segment: str) -> list[int]:
    """A segment's variable-length quantities: five bits a digit, the lowest first; the lowest bit of all is the sign.

    Raises:
        ValueError, KeyError: not written like that.
    """
    numbers, value, shift = [], 0, 0
    for char in segment:
        digit = _DIGITS[char]
        value |= (digit & (_MORE - 1)) << shift
        if digit & _MORE:
            shift += 5
            if shift > _LONGEST:
                raise ValueError(f"a number longer than 32 bits: {segment[:20]}")
        else:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    if shift or not numbers:
        raise ValueError(f"a segment that breaks off: {segment[:20]!r}")
    return numbers
