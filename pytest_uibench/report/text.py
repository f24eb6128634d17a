"""Text of an app made safe to show: no control character, no hidden direction change, a bounded length."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pytest_uibench import constants

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|[@-Z\\^_])")
_BREAKS = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_UNSAFE = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff"
    r"\ud800-\udfff\U000e0000-\U000e0fff]"
)
_BLANKS = re.compile(r"\s+")


def clean(text: str, limit: int = constants.REPORT_TEXT_LIMIT) -> str:
    """Return ``text`` cut to ``limit`` characters, without colour codes; what hides or reorders text is spelled out."""
    total = len(text)
    head = _ANSI.sub("", text[: 2 * limit])
    head = _BREAKS.sub("\n", head).expandtabs(4)
    if len(head) > limit or total > 2 * limit:
        head = f"{head[:limit].rstrip()} … (cut, {total:,} characters)"
    return _UNSAFE.sub(_spell, head)


def one_line(text: str, limit: int = constants.REPORT_SHORT_LIMIT) -> str:
    """Return ``text`` clean and on one line."""
    head = _BLANKS.sub(" ", clean(text, 4 * limit)).strip()
    return head if len(head) <= limit else head[: limit - 1].rstrip() + "…"


def cells(text: str) -> int:
    """Columns that ``text`` takes in a terminal."""
    return sum(_cells(character) for character in text)


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """Return ``text`` cut to ``width`` columns, with ``ellipsis`` where something was cut."""
    if cells(text) <= width:
        return text
    room, kept = max(0, width - cells(ellipsis)), []
    for character in text:
        room -= _cells(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ellipsis


def plural(count: int, noun: str) -> str:
    """``1 route``, ``12 routes``, ``2 processes``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun}es" if noun.endswith("s") else f"{count:,} {noun}s"


def listing(names: Sequence[str], limit: int = constants.TERMINAL_NAMES) -> str:
    """``a, b, c and 12 more``."""
    shown = ", ".join(names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit:,} more"


def duration(seconds: float) -> str:
    """Seconds for people: ``0.4 s``, ``12 s``, ``2 min 05 s``."""
    if seconds < 9.95:
        return f"{max(seconds, 0.0):.1f} s"
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"


def score(value: float | None) -> str:
    """A score with one decimal, without a trailing ``.0``; a dash for what was not measured."""
    return "—" if value is None else f"{value:.1f}".removesuffix(".0")


def _spell(match: re.Match[str]) -> str:
    point = ord(match.group())
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
