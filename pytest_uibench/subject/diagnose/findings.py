"""What the patterns find in a log, before it is judged."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from .aliases import target_of
from .places import Places
from .text import plain, shorten, without_stack

Kind = Literal[
    "native", "node", "memory", "network", "config", "css", "unresolved", "export", "syntax",
    "prerender", "types", "lint", "script", "entry", "framework", "option", "content",
]  # fmt: skip
"""What went wrong, in the words of failure labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One telling place of a log."""

    kind: Kind
    message: str
    file: str | None = None
    """Inside the project folder."""
    line: int | None = None
    column: int | None = None
    specifier: str | None = None
    """What was imported, as written (``@/lib/x``, ``lucide-react``)."""
    symbol: str | None = None
    """Name that the module does not export; ``default`` for the default export."""
    source: str | None = None
    """Module that lacks it, as the tool names it (a path or a package)."""
    rule: str | None = None
    warning: bool = False
    rank: int = 0
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A message of a tool.

    Named groups of ``regex``: ``file``, ``line``, ``column``, ``spec``, ``symbol``, ``source``, ``rule`` and ``say``
    (the message, else the whole match).
    """

    kind: Kind
    regex: re.Pattern[str]
    rank: int = 1
    """Findings of a lower rank are more telling than earlier ones of a higher rank."""
    zero: bool = False
    """The tool counts columns from 0."""
    warning: bool = False


def pattern(kind: Kind, text: str, *, rank: int = 1, zero: bool = False, warning: bool = False) -> Pattern:
    """Compile a pattern: ``^`` and ``$`` are line ends, blanks in the text count."""
    return Pattern(kind, re.compile(text, re.MULTILINE), rank, zero, warning)


def readable(log: str, places: Places) -> str:
    """The log without colours and stacks, paths inside the working copy made relative."""
    text = plain(log)
    for base in dict.fromkeys((str(places.root), str(places.root.resolve()))):
        text = text.replace(f"file://{base}/", "").replace(f"{base}/", "").replace(base, ".")
    return without_stack(text)


def scan(text: str, patterns: Iterable[Pattern], places: Places) -> list[Finding]:
    """All findings of a readable log, the most telling first."""
    found = [_finding(p, match, places) for p in patterns for match in p.regex.finditer(text)]
    found.sort(key=lambda finding: (finding.warning, finding.rank, finding.offset))
    return found


def _finding(pattern: Pattern, match: re.Match[str], places: Places) -> Finding:
    groups = match.groupdict()
    line, column = _number(groups.get("line")), _number(groups.get("column"))
    raw = groups.get("file")
    if groups.get("dir"):
        # webpack names the importer's folder alone
        importer = places.importer_of(groups.get("spec") or "", places.inside(groups["dir"]) or "")
        raw = importer[0] if importer else None
    finding = Finding(
        kind=pattern.kind,
        message=_tidy(groups.get("say") or match[0]),
        file=places.inside(raw),
        line=line,
        column=column + 1 if column is not None and pattern.zero else column,
        specifier=groups.get("spec"),
        symbol=groups.get("symbol"),
        source=groups.get("source"),
        rule=groups.get("rule"),
        warning=pattern.warning,
        rank=pattern.rank,
        offset=match.start(),
    )
    return _in_source(finding, places)


def _tidy(message: str) -> str:
    """Without the tool's own tags in front: ``Error: [vite]: [UNRESOLVED_IMPORT] …``."""
    text = re.sub(r"[ \t\u2009]+", " ", re.sub(r"\?vue&[^\s\"')]*", "", message.strip()))
    return shorten(re.sub(r"^(?:Error: |\[[\w@:/ -]+\]:? |\S+ \(\d+:\d+\) (?=\[))+", "", text))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _in_source(finding: Finding, places: Places) -> Finding:
    """Recover a missing line, or one that counts in compiled code (Vue, Svelte), from the importer's source."""
    finding = _clamped(finding, places)
    if finding.kind == "unresolved" and finding.specifier is None:
        finding = _as_written(finding, places)
    if finding.kind == "css" and finding.symbol:
        # Tailwind places a class where it came to stand after expansion.
        place = places.line_of(finding.file, finding.symbol)
        return replace(finding, line=place[0], column=place[1]) if place else finding
    needles = [n for n in (finding.specifier, finding.symbol if finding.symbol != "default" else finding.source) if n]
    if not needles or finding.kind not in ("unresolved", "export", "css", "config"):
        return finding
    if finding.file is None:
        importer = places.importer_of(finding.specifier or finding.source or "", symbol=finding.symbol)
        return replace(finding, file=importer[0], line=importer[1], column=importer[2]) if importer else finding
    text = places.read(finding.file)
    if text is None:
        return finding
    lines = text.splitlines()
    if finding.line and finding.line <= len(lines) and any(n in lines[finding.line - 1] for n in needles):
        return finding
    if (
        finding.line
        and not finding.file.endswith((".vue", ".svelte", ".astro", ".html"))
        and finding.symbol == "default"
    ):
        return finding
    wanted = (finding.symbol or "", finding.specifier or "") if finding.kind == "export" else (finding.specifier or "",)
    place = places.line_of(finding.file, *(n for n in wanted if n and n != "default"))
    return replace(finding, line=place[0], column=place[1]) if place else finding


def _clamped(finding: Finding, places: Places) -> Finding:
    """A line beyond the end of the file counts in compiled code: better none than a wrong one."""
    text = places.read(finding.file) if finding.line else None
    if text is None or finding.line is None or finding.line <= text.count("\n") + 1:
        return finding
    return replace(finding, line=None, column=None)


def _as_written(finding: Finding, places: Places) -> Finding:
    """The specifier behind a path that an alias was already turned into."""
    text, source = places.read(finding.file), places.inside(finding.source)
    for written in re.findall(r"[\"']([^\"'\s]+)[\"']", text or "") if source else ():
        if not written.startswith(".") and target_of(written, places) == source:
            return replace(finding, specifier=written)
    return finding
