"""Logs of tools as plain text: no colours, no stacks, no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pytest_uibench.constants import (
    LOG_HEAD_CHARACTERS,
    LOG_LINE_CHARACTERS,
    LOG_TAIL_CHARACTERS,
    MESSAGE_LIMIT,
    SECRET_MIN_LENGTH,
)

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FRAME = re.compile(r"^\s*(?:at\s+(?:async\s+)?\S.*|@ .*|\(node:\d+\) .*|\[?errors\]?: \[Getter/Setter\]|\})\s*$")
_FRAME_LINE = re.compile(r"^\s*(?:[│┃|╭╰╵╷·─┬▲~^ ]+|\d+\s*[|│:].*|>?\s*\d+\s*[|│].*|[│|].*)$")
_SECRET_NAME = re.compile(
    r"(?i)(?:secret|token|passw|pwd|api_?key|private|credential|auth|_key$|^key$|dsn"
    r"|database_url|connection|cookie|salt|jwt)"
)
_SECRET_TEXT = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_](?=[A-Za-z_-]*\d)(?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_\w{20,} | \bglpat-[\w-]{16,} | \bnpm_[A-Za-z0-9]{30,}
    | \bAKIA[0-9A-Z]{16}\b | \bAIza[\w-]{30,} | \bxox[abprs]-[\w-]{10,}
    | \bsb[pk]?_(?=[A-Za-z_-]*\d)(?:secret_|publishable_)?[A-Za-z0-9_-]{20,}
    | \beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?
    | (?<=://)[^\s/:@]+:[^\s/@]+(?=@)
    | -----BEGIN[ A-Z]*PRIVATE\ KEY-----.*?(?:-----END[ A-Z]*PRIVATE\ KEY-----|\Z)
    """,
    re.DOTALL,
)
_ASSIGNED = re.compile(
    r"(?im)^(\s*(?:export\s+)?[A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE"
    r"|CREDENTIAL)[A-Z0-9_]*\s*=\s*)\S.*$"
)
REDACTED = "[redacted]"


def plain(log: str) -> str:
    """Return the log without colours, progress overwrites and control characters; the middle of a huge one left out."""
    if len(log) > LOG_HEAD_CHARACTERS + LOG_TAIL_CHARACTERS:
        log = log[:LOG_HEAD_CHARACTERS] + "\n…\n" + log[-LOG_TAIL_CHARACTERS:]
    text = _ANSI.sub("", log).replace("\r\n", "\n")
    # Minified code comes in lines of megabytes; what a tool says stands at the start of a line.
    text = re.sub(rf"([^\n]{{{LOG_LINE_CHARACTERS}}})[^\n]+", r"\1…", text)
    # A bare carriage return starts the line again: what a person saw last is what counts.
    text = re.sub(r"[^\n]*\r(?=[^\n])", "", text).replace("\r", "")
    return _CONTROL.sub("", text)


def without_stack(text: str) -> str:
    """Leave out stack frames and the pointers under source excerpts."""
    return "\n".join(line for line in text.splitlines() if not _FRAME.match(line))


def telling(lines: Iterable[str], limit: int = 4) -> str:
    """The first few lines that say something, as one message."""
    kept = [line.strip() for line in lines if line.strip() and not _FRAME.match(line) and not _FRAME_LINE.match(line)]
    return shorten("\n".join(kept[:limit]))


def shorten(message: str) -> str:
    """Cut a message to the limit, at the end."""
    message = message.strip()
    return message if len(message) <= MESSAGE_LIMIT else message[: MESSAGE_LIMIT - 1].rstrip() + "…"


def redact(text: str, env: Mapping[str, str] | None = None) -> str:
    """Replace what looks like a secret, and every value of ``env`` whose name says that it is one (G25).

    Args:
        text: message or log.
        env: variables that the app brings or was given (its ``.env`` files, ``subject.env``).
    """
    for name, value in sorted((env or {}).items(), key=lambda item: -len(item[1])):
        telling_value = len(value) >= SECRET_MIN_LENGTH and value.lower() not in (
            "production",
            "development",
            "undefined",
        )
        if telling_value and (_SECRET_NAME.search(name) or _SECRET_TEXT.search(value) or _random(value)):
            text = text.replace(value, f"[{name} {REDACTED[1:]}")
    text = _SECRET_TEXT.sub(REDACTED, text)
    return _ASSIGNED.sub(rf"\1{REDACTED}", text)


def _random(value: str) -> bool:
    """A long word of letters and digits mixed is a key under whatever name."""
    return (
        len(value) >= 24
        and bool(re.fullmatch(r"[\w.+/=-]+", value))
        and bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value))
    )


def read_env(text: str) -> dict[str, str]:
    """Variables of a ``.env`` file, quotes taken off."""
    found = re.findall(r"^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$", text, re.MULTILINE)
    return {name: value.strip("'\"") for name, value in found if value}
