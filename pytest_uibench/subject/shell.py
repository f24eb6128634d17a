"""Lines of package scripts taken apart as a POSIX shell would, without running one."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

_ASSIGNMENT = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*=")
_WRAPPERS = frozenset({"npx", "bunx", "pnpx", "exec", "time", "nice", "command", "sudo", "env"})
_VALUE_FLAGS = frozenset({"-p", "--package", "-e", "-f", "-c", "--cwd", "-C", "--dir", "--prefix"})
_NODE_BIN = re.compile(r"node_modules/(?:\.bin/)?(@[^/]+/[^/]+|[^/]+)(?:/.*)?$")


@dataclass(frozen=True, slots=True)
class Word:
    """A command as it is really run: program, arguments, environment set in front of it."""

    program: str
    arguments: tuple[str, ...]
    env: tuple[str, ...] = ()
    """``NAME=value`` words, in order."""

    def has(self, *flags: str) -> bool:
        """Tell whether one of the flags is given, alone or as ``flag=value``."""
        return any(a in flags or a.split("=", 1)[0] in flags for a in self.arguments)

    def value(self, *flags: str) -> str | None:
        """Value of ``--flag value`` or ``--flag=value``."""
        for number, argument in enumerate(self.arguments):
            name, equals, given = argument.partition("=")
            if name in flags:
                if equals:
                    return given
                return self.arguments[number + 1] if number + 1 < len(self.arguments) else None
        return None

    @property
    def positional(self) -> tuple[str, ...]:
        """Arguments that are no flags (values of flags included: good enough for sub-commands)."""
        return tuple(a for a in self.arguments if not a.startswith("-"))


def split_line(line: str) -> list[str]:
    """Split at ``&&``, ``;`` and single ``&`` outside quotes and brackets; ``a || b`` and pipes stay one unit."""
    units, current, depth, quote, position = [], "", 0, "", 0
    while position < len(line):
        char = line[position]
        if quote:
            if char == "\\" and quote == '"':
                current += line[position : position + 2]
                position += 2
                continue
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char == "\\":
            current += line[position : position + 2]
            position += 2
            continue
        elif char in "({":
            depth += 1
        elif char in ")}":
            depth -= 1
        elif depth <= 0 and (char in ";\n" or (char == "&" and not _redirects(line, position))):
            units.append(current.strip())
            current = ""
            position += 2 if line.startswith("&&", position) else 1
            continue
        current += char
        position += 1
    units.append(current.strip())
    return [unit for unit in units if unit]


def _redirects(line: str, position: int) -> bool:
    """``2>&1`` and ``&>file`` are redirections, not separators."""
    return line[position - 1 : position] in ("<", ">") or line[position + 1 : position + 2] == ">"


def words_of(text: str) -> list[str]:
    """Words of a unit; a line that does not parse is split at blanks."""
    try:
        return shlex.split(text, posix=True)
    except ValueError:
        return text.split()


def command_of(unit: str) -> Word | None:
    """Return what a unit really runs, looking through ``A=b``, ``cross-env``, ``npx``, ``dotenv --``, ``node file``."""
    words = words_of(re.split(r"\|", unit, maxsplit=1)[0].lstrip("( "))
    env: list[str] = []
    while words:
        if _ASSIGNMENT.match(words[0]):
            env.append(words.pop(0))
            continue
        rest = _look_through(words)
        if rest is None:
            break
        words = rest
    if not words:
        return None
    program = words[0].replace("\\", "/")
    found = _NODE_BIN.search(program)
    scoped = program.startswith("@") and program.count("/") == 1
    name = found[1] if found else program if scoped else program.rsplit("/", 1)[-1]
    name = re.sub(r"\.(c|m)?js$|\.cmd$", "", name) if found or program.endswith(".cmd") else name
    return Word(_without_version(name), tuple(words[1:]), tuple(env))


def _without_version(name: str) -> str:
    """``vite@latest`` → ``vite``; a scope stays."""
    return name[: name.index("@", 1)] if "@" in name[1:] else name


def _look_through(words: list[str]) -> list[str] | None:
    """Return the words behind one wrapper, or None when the first word is the command itself."""
    first, rest = words[0].rsplit("/", 1)[-1], words[1:]
    if first in ("cross-env", "cross-env-shell") or first in _WRAPPERS:
        return words_of(rest[0]) if first == "cross-env-shell" and len(rest) == 1 else _after_flags(rest)
    if first in ("dotenv", "env-cmd", "dotenvx", "infisical", "doppler"):
        return rest[rest.index("--") + 1 :] if "--" in rest else _after_flags(rest[1:] if rest[:1] == ["run"] else rest)
    if first in ("npm", "pnpm", "yarn", "bun") and rest[:1] in (["exec"], ["x"], ["dlx"], ["node"]):
        return (["node"] if rest[0] == "node" else []) + _after_flags(rest[1:])
    if first == "bun" and rest[:1] == ["--bun"]:
        return rest[1:] if rest[1:2] != ["run"] else ["bun", *rest[1:]]
    if first == "node":
        behind = [word for word in rest if not word.startswith("-")]
        if behind and "node_modules" in behind[0]:
            return rest[rest.index(behind[0]) :]
    return None


def _after_flags(words: list[str]) -> list[str]:
    rest = list(words)
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        if flag in _VALUE_FLAGS and rest:
            rest.pop(0)
    return rest
