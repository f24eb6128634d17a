"""Fonts: text in a script that no font covers is drawn as boxes, in every picture and for OCR (F82)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_uibench.constants import DOCTOR_TOOL_SECONDS

from .ask import ask
from .finding import Finding, Machine


@dataclass(frozen=True, slots=True)
class _Coverage:
    """A group of scripts that one font package covers."""

    id: str
    name: str
    scripts: Mapping[str, str]
    """Script to the code point of one telling character. For emoji not a smiley: many text fonts have those."""
    purpose: str


_TEXT = _Coverage("fonts", "Text fonts", {"Latin": "41"}, "draws text in screenshots")
_COVERAGE = (
    _TEXT,
    _Coverage(
        "fonts-cjk",
        "CJK fonts",
        {"Chinese": "4e2d", "Japanese": "3042", "Korean": "d55c"},
        "draws Chinese, Japanese and Korean text in screenshots",
    ),
    _Coverage("fonts-emoji", "Emoji font", {"emoji": "1f680"}, "draws emoji in screenshots"),
)


def probe_fonts(machine: Machine) -> list[Finding]:
    """What fontconfig knows for Latin, CJK and emoji."""
    if machine.platform.family == "macos":
        return [_finding(machine, _TEXT, found="the system's own")]
    tool = machine.which("fc-list")
    if tool is None:
        return [
            _unknown(_TEXT, "fc-list not found on PATH: fonts cannot be listed", machine.platform.install("fontconfig"))
        ]
    return [_look(machine, tool, entry) for entry in _COVERAGE]


def _look(machine: Machine, tool: str, entry: _Coverage) -> Finding:
    # The user's own configuration counts, so XDG_CONFIG_HOME stays as it is.
    environment = {**machine.environment, "XDG_CACHE_HOME": str(machine.scratch)}
    families: set[str] = set()
    bare = []
    for script, character in entry.scripts.items():
        answer = ask([tool, f":charset={character}", "family"], seconds=DOCTOR_TOOL_SECONDS, environment=environment)
        if not answer.ok:
            return _unknown(entry, f"{tool}: {answer.why}")
        covering = {line.split(",")[0].strip() for line in answer.output.splitlines() if line.strip()}
        families |= covering
        if not covering:
            bare.append(script)
    if bare:
        return _finding(machine, entry, missing=bare)
    first, *others = sorted(families)
    return _finding(machine, entry, found=f"{first}{f' and {len(others)} more' if others else ''}")


def _finding(machine: Machine, entry: _Coverage, *, found: str = "", missing: Sequence[str] = ()) -> Finding:
    return Finding(
        id=entry.id,
        name=entry.name,
        status="warning" if missing else "ok",
        found=f"none for {', '.join(missing)}: such text is drawn as empty boxes" if missing else found,
        purpose=entry.purpose,
        need="recommended",
        fix=machine.platform.install(entry.id) if missing else (),
    )


def _unknown(entry: _Coverage, found: str, fix: tuple[str, ...] = ()) -> Finding:
    return Finding(
        id=entry.id, name=entry.name, status="unknown", found=found, purpose=entry.purpose, need="recommended", fix=fix
    )
