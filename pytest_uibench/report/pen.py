"""A terminal as far as the report must know it: columns, and the characters it can show."""

from __future__ import annotations

import codecs
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pytest_uibench import constants

from .text import cells, fit, one_line


class Line(NamedTuple):
    """A line and how it is written."""

    text: str
    style: str = ""
    """``red``, ``green``, ``yellow``, ``bold`` or empty: names of pytest's terminal writer."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs of the report."""

    good: str = "✓"
    bad: str = "✗"
    warn: str = "!"
    more: str = "…"
    dot: str = "·"
    none: str = "—"


_ASCII = Glyphs(good="+", bad="x", more="...", dot="|", none="-")


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes text of unknown origin into so many columns."""

    width: int
    encoding: str
    glyphs: Glyphs

    @classmethod
    def of(cls, width: int, encoding: str | None) -> Pen:
        """A pen for ``width`` columns; signs and texts are ASCII where ``encoding`` cannot show the report's signs."""
        signs = Glyphs()
        name = encoding or "utf-8"
        try:
            "".join(getattr(signs, field) for field in Glyphs.__dataclass_fields__).encode(name)
        except (UnicodeEncodeError, LookupError):
            return cls(max(width, constants.TERMINAL_MIN_WIDTH), _known(name), _ASCII)
        return cls(max(width, constants.TERMINAL_MIN_WIDTH), name, signs)

    def say(self, text: str, limit: int = constants.REPORT_SHORT_LIMIT) -> str:
        """``text`` on one line, safe to print here."""
        return (
            one_line(text, limit)
            .replace("…", self.glyphs.more)
            .encode(self.encoding, "backslashreplace")
            .decode(self.encoding)
        )

    def fit(self, text: str, width: int | None = None) -> str:
        """``text`` cut to ``width`` columns (default: the terminal's)."""
        return fit(text, self.width if width is None else width, self.glyphs.more)

    def wrap(self, text: str, most: int, *, indent: int = 0, hang: int = 0, style: str = "") -> list[Line]:
        """``text`` on at most ``most`` lines, all after ``indent`` blanks, those after the first ``hang`` further."""
        said = self.say(text, constants.REPORT_TEXT_LIMIT)
        room = self.width - indent
        lines = _wrap(said, room, hang)
        if len(lines) > most:
            last = self.fit(f"{lines[most - 1]} {lines[most].strip()}{self.glyphs.more}", room)
            lines = [*lines[: most - 1], last]
        return [Line(f"{' ' * indent}{line}", style) for line in lines]

    def flow(self, parts: Sequence[str], joint: str, style: str = "") -> list[Line]:
        """``parts`` with ``joint`` between them; lines break between parts only."""
        lines: list[str] = []
        for part in (self.fit(self.say(part)) for part in parts):
            if lines and cells(f"{lines[-1]}{joint}{part}") <= self.width:
                lines[-1] += f"{joint}{part}"
            else:
                lines.append(part)
        return [Line(line, style) for line in lines]


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "ascii"


def _wrap(text: str, room: int, hang: int) -> list[str]:
    """Wrap ``text``; East Asian text, whose characters take two columns and no blanks, breaks anywhere."""
    if cells(text) == len(text):
        gap = " " * hang
        return textwrap.wrap(text, room, break_on_hyphens=False, drop_whitespace=True, subsequent_indent=gap) or [""]
    lines, line = [], ""
    for character in text:
        if cells(line + character) > room:
            lines.append(line.rstrip())
            line = " " * hang
        line += character if line.strip() or character != " " or not lines else ""
    return [*lines, line]
