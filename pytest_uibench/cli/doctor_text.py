"""The doctor's findings as aligned text, with colour and symbols where the terminal has them."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from .probes import Finding, Machine, Need

_HEADINGS: Final[Mapping[Need, str]] = {
    "required": "Needed",
    "recommended": "Recommended",
    "optional": "For some apps and options",
}
_SYMBOLS: Final = {"ok": "✓", "warning": "!", "missing": "✗", "unknown": "?", "off": "-", "dot": "·"}
_ASCII: Final = {"ok": "ok", "warning": "warn", "missing": "MISS", "unknown": "??", "off": "-", "dot": "-"}
_COLOURS: Final = {"ok": "32", "warning": "33", "missing": "31", "unknown": "33", "off": "2", "bold": "1", "dim": "2"}
_NARROWEST, _WIDEST = 60, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What the terminal can show."""

    colour: bool
    unicode: bool
    width: int

    def paint(self, text: str, colour: str) -> str:
        """Return ``text`` in a colour, or as it is."""
        return f"\033[{_COLOURS[colour]}m{text}\033[0m" if self.colour else text

    def symbol(self, key: str) -> str:
        """Return the mark for a status."""
        return (_SYMBOLS if self.unicode else _ASCII)[key]


def style_of(stream: TextIO) -> Style:
    """Tell what ``stream`` can show: no colour in files, pipes, dumb terminals or with NO_COLOR."""
    colour = stream.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")
    try:
        "".join(_SYMBOLS.values()).encode(stream.encoding or "ascii")
        able = True
    except (UnicodeEncodeError, LookupError):
        able = False
    columns = shutil.get_terminal_size((100, 24)).columns
    return Style(colour=colour, unicode=able, width=min(max(columns, _NARROWEST), _WIDEST))


def render(machine: Machine, findings: Sequence[Finding], style: Style | None = None) -> str:
    """Return the whole text, with a newline at the end."""
    style = style or style_of(sys.stdout)
    margin = max((len(finding.name) for finding in findings), default=0)
    python = ".".join(map(str, sys.version_info[:3]))
    title = f" {style.symbol('dot')} ".join(["uibench doctor", machine.platform.name, f"Python {python}"])
    lines = [style.paint(title, "bold")]
    for need, heading in _HEADINGS.items():
        group = [finding for finding in findings if finding.need == need]
        if group:
            lines += ["", style.paint(heading, "bold")]
            for finding in group:
                lines += _entry(finding, margin, style)
    text = "\n".join([*lines, "", _verdict(findings, style), ""])
    return text if style.unicode else text.encode("ascii", "backslashreplace").decode("ascii")


def _entry(finding: Finding, margin: int, style: Style) -> list[str]:
    key = "off" if finding.status == "missing" and finding.need != "required" else finding.status
    column = max(len(mark) for mark in (_SYMBOLS if style.unicode else _ASCII).values())
    left = f"  {style.symbol(key):<{column}}  {finding.name:<{margin}}  "
    indent = " " * len(left)
    wrapped = textwrap.wrap(
        finding.found, width=style.width - len(left), break_long_words=False, break_on_hyphens=False
    ) or [""]
    head = style.paint(left[:-2], key) + "  " + wrapped[0]
    lines = [head, *(indent + line for line in wrapped[1:])]
    if finding.status != "ok":
        lines.append(indent + style.paint(f"needed: {finding.purpose}", "dim"))
        lines += [indent + ("fix: " if index == 0 else "     ") + fix for index, fix in enumerate(finding.fix)]
    return lines


def _verdict(findings: Sequence[Finding], style: Style) -> str:
    blocking = [finding.name for finding in findings if finding.blocking]
    if blocking:
        return style.paint(f"Not ready: {', '.join(blocking)}.", "missing")
    remarks = sum(finding.status != "ok" and finding.need != "optional" for finding in findings)
    noted = f" {remarks} remark{'s' if remarks != 1 else ''} above." if remarks else ""
    return style.paint("Ready: pytest --uibench-app=DIR", "ok") + noted
