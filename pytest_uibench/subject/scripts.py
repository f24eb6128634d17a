"""The project's build script taken apart: what makes the site, what checks types, what comes after."""

from __future__ import annotations

import fnmatch
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from pytest_uibench.constants import SCRIPT_NESTING
from pytest_uibench.model import BuildPlan

from .shell import Word, command_of, split_line, words_of
from .steps import Kind, emits_elsewhere, kind_of

BUILD_SCRIPTS = ("build", "build:prod", "build:production", "build:client", "build:web", "build:app", "build:site")
"""Script names that build a site, in order of trust."""
_RUNNERS = frozenset({"run-s", "run-p", "npm-run-all", "npm-run-all2"})
_OTHER_FOLDER = frozenset(
    {"--prefix", "--cwd", "-C", "--dir", "--filter", "-F", "-w", "--workspace", "--workspaces", "-r", "--recursive"}
)
_NOT_SCRIPTS = frozenset(
    {
        "install",
        "i",
        "ci",
        "add",
        "exec",
        "dlx",
        "x",
        "workspace",
        "workspaces",
        "why",
        "config",
        "version",
        "pack",
        "node",
    }
    | {"publish", "remove", "up", "update", "upgrade", "link", "cache", "audit", "init", "create", "test", "start"}
)


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the script with everything expanded."""

    line: str
    """As it is to be run in the project folder."""
    kind: Kind
    word: Word | None
    foreign: bool = False
    """Runs in another folder (``cd client``, ``--prefix client``, ``-w app``)."""


@dataclass(frozen=True, slots=True)
class TakenApart:
    """A build script with its tools known."""

    plan: BuildPlan
    tool: Word | None
    """The command that makes the site, None when no bundler is known by name."""
    foreign: bool
    """Every working step runs in another folder: this manifest only delegates."""


def build_script(scripts: Mapping[str, str]) -> str | None:
    """Name of the script that builds the site, or None."""
    return next((name for name in BUILD_SCRIPTS if scripts.get(name, "").strip()), None)


def take_apart(
    script: str, scripts: Mapping[str, str], *, name: str | None = None, embedded: bool = False, emitting: bool = True
) -> TakenApart:
    """Take a build line apart.

    Args:
        script: the line itself.
        scripts: all scripts of the manifest, for ``npm run x``.
        name: the script's own name, so that ``prebuild`` and ``postbuild`` are included.
        embedded: the bundler checks types by itself.
        emitting: a bare ``tsc`` would write code (``noEmit`` is not set in tsconfig.json).
    """
    steps = _with_hooks(name, script, scripts, (name,) if name else ()) if name else _expand(script, scripts, ())
    steps = [step for step in steps if step.kind not in ("install", "ignore")]
    site = _site_step(steps)
    lines: dict[str, list[str]] = {"bundle": [], "types": [], "extra": []}
    for number, step in enumerate(steps):
        lines[_place(step, number, site, steps, emitting=emitting)].append(step.line)
    plan = BuildPlan(
        script=script,
        bundle=tuple(lines["bundle"]),
        types=tuple(lines["types"]),
        extra=tuple(lines["extra"]),
        embedded_types=embedded,
    )
    tool = steps[site].word if site is not None else None
    return TakenApart(plan, tool, bool(steps) and all(step.foreign for step in steps))


def _site_step(steps: list[Step]) -> int | None:
    """Index of the command that makes the site: a whole-site bundler, else the first generic one, else ``tsc``."""
    ranks: tuple[Kind, ...] = ("app", "generic", "tsc", "css")
    for kind in ranks:
        for number, step in enumerate(steps):
            checks_only = step.word is not None and step.word.has("--noEmit")
            if step.kind == kind and not (kind == "tsc" and checks_only):
                return number
    return None


def _place(step: Step, number: int, site: int | None, steps: list[Step], *, emitting: bool) -> str:
    """``bundle``, ``types`` or ``extra``."""
    whole = site is not None and steps[site].kind == "app"
    if step.kind == "types":
        return "types"
    if step.kind == "tsc" and step.word is not None:
        checks = step.word.has("--noEmit") or not emitting or (whole and not emits_elsewhere(step.word))
        if checks and number != site:
            return "types"
    if site is None or number <= site or step.kind in ("css", "app"):
        return "extra" if step.kind in ("server", "after") and site is not None else "bundle"
    if step.kind == "generic" and not whole:
        return "bundle"
    return "extra"


def _with_hooks(name: str, script: str, scripts: Mapping[str, str], stack: tuple[str, ...]) -> list[Step]:
    """The script with its ``pre`` and ``post`` scripts, as npm runs them."""
    steps: list[Step] = []
    for hook in (f"pre{name}", None, f"post{name}"):
        line = script if hook is None else scripts.get(hook, "")
        if line and hook not in stack:
            steps += _expand(line, scripts, stack if hook is None else (*stack, hook))
    return steps


def _expand(line: str, scripts: Mapping[str, str], stack: tuple[str, ...]) -> list[Step]:
    """All commands of a line in order, local scripts replaced by what they run."""
    steps: list[Step] = []
    prefix, foreign = "", False
    for unit in split_line(line):
        words = words_of(unit)
        carried = _carried(words)
        if carried is not None:
            # Every line is run by a shell of its own: what changes the shell goes in front of the lines after it.
            prefix += carried
            foreign = foreign or carried.startswith("cd ")
            continue
        steps += [
            Step(prefix + step.line, step.kind, step.word, step.foreign or foreign)
            for step in _unit(unit, scripts, stack, foreign=foreign)
        ]
    return steps


def _carried(words: list[str]) -> str | None:
    """``cd x``, ``export A=b``, Windows' ``set A=b``: prefix for the following lines, or None."""
    if len(words) == 2 and words[0] == "cd":
        return "" if words[1] in (".", "./") else f"cd {_quoted(words[1])} && "
    if len(words) >= 2 and words[0] in ("export", "set") and "=" in words[1]:
        return "".join(f"export {key}={_quoted(value)} && " for key, _, value in (w.partition("=") for w in words[1:]))
    return None


def _quoted(text: str) -> str:
    return text if "$" in text else shlex.quote(text)


def _unit(unit: str, scripts: Mapping[str, str], stack: tuple[str, ...], *, foreign: bool) -> list[Step]:
    """One unit, expanded when it runs local scripts."""
    if unit.startswith("("):
        return [_group(unit)]
    word = command_of(unit)
    if word is None:
        return []
    elsewhere = _elsewhere(word)
    called = None if foreign or elsewhere or "||" in unit or "|" in unit else _called(word, scripts)
    if called is None or len(stack) >= SCRIPT_NESTING:
        return [Step(unit, kind_of(word), word, elsewhere)]
    steps: list[Step] = []
    for name, arguments in called:
        if name in stack:
            continue
        line = scripts[name] + arguments if name in scripts else name
        inner = _with_hooks(name, line, scripts, (*stack, name)) if name in scripts else _expand(line, scripts, stack)
        steps += inner
    assigned = " ".join(f"{key}={_quoted(value)}" for key, _, value in (e.partition("=") for e in word.env))
    return [Step(f"{assigned} {step.line}" if assigned else step.line, step.kind, step.word) for step in steps]


def _group(unit: str) -> Step:
    """``( … )`` is run as it is; it makes the site when a bundler is in it."""
    words = [word for inner in split_line(unit.strip("() ")) if (word := command_of(inner))]
    tool = next((word for word in words if kind_of(word) == "app"), None)
    return Step(unit, "app" if tool else "other", tool)


def _elsewhere(word: Word) -> bool:
    if word.program in ("turbo", "lerna", "nx", "lage", "rush"):
        return True
    return word.program in ("npm", "pnpm", "yarn", "bun") and (
        word.has(*_OTHER_FOLDER) or word.positional[:1] in (("workspace",), ("workspaces",))
    )


def _called(word: Word, scripts: Mapping[str, str]) -> list[tuple[str, str]] | None:
    """Local scripts that a command runs, each with the arguments appended to it, or None."""
    if word.program in ("npm", "pnpm", "yarn", "bun"):
        return _by_manager(word, scripts)
    if word.program in _RUNNERS:
        return _by_runner(list(word.arguments), scripts)
    if word.program == "concurrently":
        lines = [a for a in word.arguments if " " in a or a.startswith(("npm:", "pnpm:", "yarn:", "bun:"))]
        named = [match for line in lines for match in _npm_shorthand(line, scripts)]
        return named or None
    return None


def _npm_shorthand(line: str, scripts: Mapping[str, str]) -> list[tuple[str, str]]:
    found = re.match(r"^(?:npm|pnpm|yarn|bun):(\S+)$", line)
    if not found:
        return [(line, "")]
    return [(name, "") for name in fnmatch.filter(scripts, found[1])]


def _by_manager(word: Word, scripts: Mapping[str, str]) -> list[tuple[str, str]] | None:
    arguments = [a for a in word.arguments if a not in ("-s", "--silent", "--bun", "--if-present")]
    runs = arguments[:1] in (["run"], ["run-script"], ["rum"])
    if runs:
        arguments = [a for a in arguments[1:] if a not in ("-s", "--silent", "--if-present")]
    if not arguments or arguments[0] not in scripts:
        return None
    name = arguments[0]
    if not runs and (word.program in {"bun", "npm"} or name in _NOT_SCRIPTS):
        return None
    rest = arguments[1:]
    if rest[:1] == ["--"]:
        rest = rest[1:]
    elif word.program == "npm":
        rest = [a for a in rest if not a.startswith("-")]
    return [(name, "".join(" " + _quoted(a) for a in rest))]


def _by_runner(arguments: list[str], scripts: Mapping[str, str]) -> list[tuple[str, str]] | None:
    """``run-s``, ``run-p``, ``npm-run-all``: patterns, ``"script args"``, ``{@}``."""
    own, passed = arguments, []
    if "--" in arguments:
        cut = arguments.index("--")
        own, passed = arguments[:cut], arguments[cut + 1 :]
    found: list[tuple[str, str]] = []
    for argument in own:
        if argument.startswith("-"):
            continue
        pattern, _, rest = argument.partition(" ")
        rest = rest.replace("{@}", " ".join(passed)).replace("{*}", " ".join(passed)).strip()
        # npm-run-all: "*" stops at a colon, "**" does not.
        expression = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^:]*")
        found += [(name, f" {rest}" if rest else "") for name in scripts if re.fullmatch(expression, name)]
    return found or None
