"""Values read out of JavaScript configuration files without running them.

Configuration decides where a build lands and under which path it is served, and is mostly literals. What is computed
beyond small, common forms (a production switch, ``path.resolve``, an environment variable) is said to be unknown.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.constants import CONFIG_MAX_BYTES

_DEPTH = 8
_ENV = re.compile(r"^(?:process\.env|import\.meta\.env|env)(?:\.(\w+)|\[['\"](\w+)['\"]\])$")
_HERE = re.compile(
    r"^(?:__dirname|import\.meta\.dirname|process\.cwd\(\)|dirname|root|path\.dirname\(.*\)|dirname\(.*\))$"
)
_JOIN = re.compile(r"^(?:path\.|\w+\.)?(?:resolve|join)\((.*)\)$", re.DOTALL)
_URL = re.compile(r"new URL\(\s*(['\"])(.*?)\1")
_STRING = re.compile(r"^(['\"`])((?:\\.|(?!\1).)*)\1$", re.DOTALL)
_UNKNOWN_KEYS = frozenset({"undefined", "null", "false", "''", '""'})


@dataclass(frozen=True, slots=True)
class Found:
    """A value looked up in a configuration file."""

    value: str | None
    """Text, or None when the key is absent, is nothing, or cannot be told."""
    known: bool
    """False when the key is there but its value cannot be told without running the file."""
    line: int | None = None
    written: str | None = None
    """The expression as written."""


ABSENT = Found(None, True)


def read_config(folder: Path, *names: str) -> tuple[str, str] | None:
    """Return name and text (comments blanked) of the first file that exists, or None."""
    for name in names:
        file = folder / name
        try:
            if not file.is_file() or file.stat().st_size > CONFIG_MAX_BYTES:
                continue
            return name, blank_comments(file.read_text("utf-8", errors="replace"))
        except OSError:
            continue
    return None


def with_suffixes(stem: str) -> tuple[str, ...]:
    """``vite.config`` → all the names under which tools look for it."""
    return tuple(f"{stem}.{suffix}" for suffix in ("ts", "js", "mjs", "mts", "cjs", "cts"))


def blank_comments(text: str) -> str:
    """Replace comments by blanks, keeping strings and line numbers."""
    pattern = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0], text)


def look_up(text: str, key: str, env: Mapping[str, str]) -> Found:
    """Find ``key: value`` (or the shorthand ``key,``) anywhere in ``text`` and tell its value."""
    found = re.search(rf"(?<![\w.$?-])['\"]?{re.escape(key)}['\"]?\s*:(?!:)", text)
    if found:
        written = expression_at(text, found.end())
    else:
        found = re.search(rf"[{{,]\s*({re.escape(key)})\s*(?=[,}}])", text)
        if found is None or not re.search(rf"\b(?:const|let|var)\s+{re.escape(key)}\b", text):
            return ABSENT
        written = key
    known, value = _value(written, text, env, _DEPTH)
    return Found(value, known, text.count("\n", 0, found.end()) + 1, written[:120])


def expression_at(text: str, start: int) -> str:
    """The expression from ``start`` to the comma, bracket or line end that closes it."""
    depth, quote, position = 0, "", start
    while position < len(text):
        char = text[position]
        if quote:
            if char == "\\":
                position += 1
            elif char == quote:
                quote = ""
        elif char in "'\"`":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif depth == 0 and (char in ",;" or (char == "\n" and _ends(text[start:position], text[position:]))):
            break
        position += 1
    return text[start:position].strip()


def _ends(before: str, after: str) -> bool:
    """A line break ends an expression unless an operator goes on over it."""
    left, right = before.rstrip(), after.lstrip()
    return bool(left) and not re.search(r"[?:|&=+(,]$", left) and not re.match(r"[?:|&=+.)]", right)


def _value(written: str, text: str, env: Mapping[str, str], depth: int) -> tuple[bool, str | None]:
    """(known, value) of an expression."""
    written = _bare(written)
    if depth == 0:
        return False, None
    if written in _UNKNOWN_KEYS:
        return True, None
    string = _STRING.match(written)
    if string:
        return _template(string[2], text, env, depth) if string[1] == "`" else (True, string[2])
    choice = _split(written, "?", ":")
    if choice:
        decided = _truth(choice[0], text, env, depth - 1)
        return (False, None) if decided is None else _value(choice[1 if decided else 2], text, env, depth - 1)
    for operator in ("||", "??"):
        sides = _split(written, operator)
        if sides:
            known, left = _value(sides[0], text, env, depth - 1)
            return (known, left) if left or not known else _value(sides[1], text, env, depth - 1)
    variable = _ENV.match(written)
    if variable:
        return True, env.get(variable[1] or variable[2])
    if re.fullmatch(r"[A-Za-z_$][\w$]*", written):
        return _named(written, text, env, depth)
    return _path(written, text, env, depth)


def _bare(written: str) -> str:
    """Without ``as const``, ``satisfies X``, ``!`` and outer brackets."""
    written = re.sub(r"\s+(?:as|satisfies)\s+[\w.<>\[\]'\" |]+$", "", written.strip())
    while written.startswith("(") and written.endswith(")") and expression_at(written, 1) == written[1:-1].strip():
        written = written[1:-1].strip()
    return written


def _named(name: str, text: str, env: Mapping[str, str], depth: int) -> tuple[bool, str | None]:
    found = re.search(rf"\b(?:const|let|var)\s+{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)", text)
    return _value(expression_at(text, found.end()), text, env, depth - 1) if found else (False, None)


def _template(body: str, text: str, env: Mapping[str, str], depth: int) -> tuple[bool, str | None]:
    parts, known = [], True
    for literal, inner in re.findall(r"((?:[^$]|\$(?!\{))*)(?:\$\{([^}]*)\})?", body):
        parts.append(literal)
        if inner:
            sure, value = _value(inner, text, env, depth - 1)
            known = known and sure and value is not None
            parts.append(value or "")
    return (True, "".join(parts)) if known else (False, None)


def _path(written: str, text: str, env: Mapping[str, str], depth: int) -> tuple[bool, str | None]:
    """``path.resolve(__dirname, "client")`` and ``new URL("./dist", import.meta.url)``, relative to the folder."""
    address = _URL.search(written)
    if address:
        return True, posixpath.normpath(address[2])
    joined = _JOIN.match(written)
    if not joined:
        return False, None
    parts, rest = [], joined[1]
    while rest.strip():
        part = expression_at(rest, 0)
        rest = rest[rest.index(part) + len(part) :].lstrip()[1:]
        if _HERE.match(part):
            continue
        known, value = _value(part, text, env, depth - 1)
        if not known or value is None:
            return False, None
        parts.append(value)
    return True, posixpath.normpath(posixpath.join("", *parts)) if parts else "."


def _truth(written: str, text: str, env: Mapping[str, str], depth: int) -> bool | None:
    """Whether a condition holds during a production build, or None when that cannot be told."""
    written = _bare(written)
    if depth <= 0:
        return None
    for operator, rule in (("||", any), ("&&", all)):
        sides = _split(written, operator)
        if sides:
            values = [_truth(side, text, env, depth - 1) for side in sides]
            return None if None in values else rule(bool(value) for value in values)
    compared = re.match(r"^(.*?)\s*([!=]==?)\s*(['\"])(.*?)\3$", written, re.DOTALL)
    if compared:
        left = _side(compared[1].strip(), text, env, depth)
        return None if left is None else (left == compared[4]) == (compared[2][0] == "=")
    if written.startswith("!"):
        inner = _truth(written[1:], text, env, depth - 1)
        return None if inner is None else not inner
    if written in ("true", "false"):
        return written == "true"
    if re.fullmatch(r"[A-Za-z_$][\w$]*", written):
        found = re.search(rf"\b(?:const|let|var)\s+{re.escape(written)}\s*(?::[^=\n]+)?=(?!=)", text)
        return _truth(expression_at(text, found.end()), text, env, depth - 1) if found else None
    variable = _ENV.match(written)
    return bool(env.get(variable[1] or variable[2])) if variable else None


def _side(written: str, text: str, env: Mapping[str, str], depth: int) -> str | None:
    """Left side of a comparison as the build tool would see it; ``""`` for an unset variable."""
    if re.fullmatch(r"(?:\w+\.)?command", written):
        return "build"
    if re.fullmatch(r"(?:\w+\.)?mode", written) or re.search(r"(?:process\.env|env)\.NODE_ENV$", written):
        return "production"
    known, value = _value(written, text, env, depth - 1)
    return (value or "") if known else None


def _split(written: str, *marks: str) -> list[str] | None:
    """Split at the marks, each once, in order, outside quotes and brackets; None when one is missing."""
    parts, depth, quote, last, wanted = [], 0, "", 0, list(marks)
    position = 0
    while position < len(written) and wanted:
        char, mark = written[position], wanted[0]
        if quote:
            quote = "" if char == quote and written[position - 1] != "\\" else quote
        elif char in "'\"`":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and written.startswith(mark, position) and not _part_of_longer(written, position, mark):
            parts.append(written[last:position])
            position += len(mark)
            last = position
            wanted.pop(0)
            continue
        position += 1
    return None if wanted else [*parts, written[last:]]


def _part_of_longer(written: str, position: int, mark: str) -> bool:
    """A ``?`` of ``??`` or ``?.`` is no choice."""
    return mark == "?" and (written[position + 1 : position + 2] in ("?", ".") or written[position - 1] == "?")
