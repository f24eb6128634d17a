"""Type checks: ``tsc``, ``vue-tsc``, ``svelte-check``, ``astro check``, Next's and CRA's own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from pytest_uibench.constants import DIAGNOSTICS_LIMIT
from pytest_uibench.model import Diagnostic, Failure, Project

from .codes import failure
from .findings import Finding, pattern, readable, scan
from .places import Places
from .secrets import redacted
from .text import shorten, telling

_SOURCE = r"[^\s:()][^\n:()]*?\.(?:[cm]?[jt]sx?|vue|svelte|astro|json)"
_PATTERNS = (
    # tsc, vue-tsc: src/App.tsx(9,46): error TS2345: …  (Next's route groups put brackets into paths)
    pattern(
        "types", r"^(?P<file>[^\s:][^\n:]*?\.\w+)\((?P<line>\d+),(?P<column>\d+)\): error (?P<rule>TS\d+): (?P<say>.+)"
    ),
    # tsc --pretty, vue-tsc in a terminal, astro check ("error ts(2322)")
    pattern(
        "types",
        r"^(?P<file>[^\s:][^\n:]*?\.\w+):(?P<line>\d+):(?P<column>\d+) - error (?P<rule>TS\d+"
        r"|ts\(\d+\)|astro\(\d+\)): (?P<say>.+)",
    ),
    # next build up to 15
    pattern("types", r"^(?:\./)?(?P<file>[^\s:][^\n:]*?\.\w+):(?P<line>\d+):(?P<column>\d+)\nType error: (?P<say>.+)"),
    pattern("types", r"^(?:\./)?(?P<file>[^\s:][^\n:]*?\.\w+)\nType error: (?P<say>.+)"),
    # Create React App: TS2345 in src/App.tsx:5:3, and fork-ts-checker's block
    pattern(
        "types",
        r"^(?:ERROR in )?(?P<file>[^\s:][^\n:]*?\.\w+):(?P<line>\d+):(?P<column>\d+)\n(?P<rule>TS\d+): (?P<say>.+)",
    ),
    pattern("types", r"^(?P<rule>TS\d+) in (?P<file>[^\s:(]+)\n(?P<say>.+)"),
    # svelte-check, human and machine form
    pattern(
        "types", r"^(?P<file>[^\s:][^\n:]*?\.\w+):(?P<line>\d+):(?P<column>\d+)\nError: (?P<say>.+?)(?: \(ts\))? *$"
    ),
    pattern("types", r"^\d+ ERROR \"(?P<file>[^\"]+)\" (?P<line>\d+):(?P<column>\d+) \"(?P<say>[^\n]*)\""),
    # Angular: Error: src/app/app.ts:3:5 - error TS… / ✘ [ERROR] TS2339: …
    pattern(
        "types",
        r"^(?:✘|X) \[ERROR\] (?P<rule>TS\d+): (?P<say>[^\n]+)\n+ *(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+):",
    ),
    pattern("types", r"^Error: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+) - error (?P<rule>TS\d+): (?P<say>.+)"),
)
_GLOBAL = pattern("types", r"^error (?P<rule>TS\d+): (?P<say>.+)")
_UNUSED = frozenset({"TS6133", "TS6192", "TS6196", "TS6198", "TS6138"})


def type_findings(text: str, places: Places) -> list[Finding]:
    """All type errors of a readable log, in the order of the log, each once."""
    found = sorted(scan(text, _PATTERNS, places), key=lambda finding: finding.offset)
    unique = {(f.file, f.line, f.column, f.rule, f.message): f for f in found}
    return [replace(f, rule=_rule(f.rule), rank=2) for f in unique.values()]


def _rule(rule: str | None) -> str | None:
    """``ts(2322)`` → ``TS2322``."""
    return re.sub(r"^(\w+?)\((\d+)\)$", lambda m: f"{m[1].upper()}{m[2]}", rule) if rule else None


def diagnose_types(project: Project, log: str, *, root: Path) -> Failure:
    """Tell what a type check found: ``types:errors`` with every message in ``diagnostics``, or why it could not run.

    Args:
        project: as detected.
        log: standard output and error of the type-check lines.
        root: the project folder in the working copy. Files in the result are relative to the subject directory.
    """
    places = Places(project, root)
    text = readable(log, places)
    found = type_findings(text, places)
    general = scan(text, (_GLOBAL,), places)
    if not found and not general:
        return redacted(_not_run(text), project, root)
    if not found or all("tsconfig" in (f.file or "") for f in found):
        general = [*general, *found]
        message = "\n".join(f"{f.rule}: {f.message}" for f in general[:3])
        place = next((f for f in general if f.file), general[0])
        fault = failure("types:config", "types", message, code="types", file=places.shown(place.file), line=place.line)
        return redacted(fault, project, root)
    found = [_generated(f, places) for f in found]
    return redacted(_errors(found, len(found) + len(general), places), project, root)


def _generated(finding: Finding, places: Places) -> Finding:
    """An error in the types that Next generates is an error of the page that they import."""
    named = re.search(r"import\([\"']([^\"']+)[\"']\)", finding.message)
    if not (finding.file or "").startswith(".next/") or named is None:
        return finding
    stem = places.inside(named[1].removesuffix(".js"))
    file = next(
        (f"{stem}.{end}" for end in ("tsx", "ts", "jsx", "js") if places.read(f"{stem}.{end}") is not None), None
    )
    return replace(finding, file=file, line=None, column=None) if file else finding


def _errors(found: list[Finding], count: int, places: Places) -> Failure:
    first = next((f for f in found if f.file and "node_modules" not in f.file), found[0])
    if first.rule in _UNUSED:
        # Unused names come by the dozen; an error of another sort tells more.
        first = next((f for f in found if f.file and f.rule not in _UNUSED), first)
    shown = tuple(
        Diagnostic(message=f.message, file=places.shown(f.file), line=f.line, column=f.column, rule=f.rule)
        for f in [first, *(f for f in found if f is not first)][:DIAGNOSTICS_LIMIT]
    )
    rule = f"{first.rule}: " if first.rule else ""
    return failure(
        "types:errors",
        "types",
        shorten(f"{count} type error{'s'[: count != 1]}: {rule}{first.message}"),
        code="types",
        file=places.shown(first.file),
        line=first.line,
        column=first.column,
        hint=_hint(found, first),
        diagnostics=shown,
    )


def _hint(found: list[Finding], first: Finding) -> str | None:
    if all(f.rule in _UNUSED for f in found):
        return (
            "Only unused names: remove them (noUnusedLocals and noUnusedParameters in tsconfig.json make them errors)."
        )
    untyped = re.search(r"declaration file for module '([^']+)'", first.message)
    if first.rule == "TS7016" and untyped:
        return f"Add the types of {untyped[1].split('/')[0]} to devDependencies."
    return None


def _not_run(text: str) -> Failure:
    missing = re.search(
        r"^.*?(?:sh|bash)?:? ?(?:line )?\d*:? ?([\w@/.-]+): (?:command )?not found.*$", text, re.MULTILINE
    )
    if missing:
        message = f"{missing[1]} is not installed: the type check cannot run"
        return failure("types:tool-missing", "types", message, code="types", hint="Add it to devDependencies.")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(">")]
    telling_from = next(
        (lines[n:] for n, line in enumerate(lines) if re.search(r"(?i)error|failed|cannot", line)), lines[-4:]
    )
    return failure(
        "types:other", "types", telling(telling_from) or "the type check failed without a message", code="types"
    )
