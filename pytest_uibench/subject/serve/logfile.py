"""What a server's log says: its last lines, and of these the ones that tell why it ended."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pytest_uibench.constants import SERVE_LOG_LINE_CHARACTERS, SERVE_LOG_READ_BYTES, SERVE_LOG_TELLING_LINES

_COLOUR: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NOISE: Final = re.compile(r"^\s*(?:at |Node\.js v\d|\^+$|npm (?:ERR!|error) A complete log|\[?Function|\}$|\{$)")
_ERROR: Final = re.compile(
    r"^\s*(?:\W{0,3}\s*)?(?:Uncaught\s+)?(?:\w*(?:Error|Exception)\b|error\b|ERR!|fatal\b|panic\b)|\[ERR_|Cannot find ",
    re.IGNORECASE,
)


def last_lines(path: Path) -> list[str]:
    """Return the printable lines at the end of a log, colours removed; empty when there is none."""
    try:
        with path.open("rb") as handle:
            handle.seek(0, 2)
            handle.seek(max(0, handle.tell() - SERVE_LOG_READ_BYTES))
            text = handle.read().decode("utf-8", "replace")
    except OSError:
        return []
    lines = (_CONTROL.sub("", _COLOUR.sub("", line)).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


def telling(lines: list[str], limit: int = SERVE_LOG_TELLING_LINES) -> str:
    """Return the lines that say why a server ended: from the last error on, without its stack; else the last ones."""
    useful = [line[:SERVE_LOG_LINE_CHARACTERS] for line in lines if not _NOISE.match(line)]
    starts = [number for number, line in enumerate(useful) if _ERROR.search(line)]
    if starts:
        return "\n".join(useful[starts[-1] :][:limit])
    return "\n".join(useful[-limit:])
