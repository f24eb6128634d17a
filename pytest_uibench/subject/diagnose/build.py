"""Why a build failed, from its log (METRICS section 1, codes C1 to C7)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from pytest_uibench.constants import DIAGNOSTICS_LIMIT
from pytest_uibench.model import Diagnostic, Failure, Project

from .codes import failure
from .findings import Finding, readable, scan
from .judge import judge
from .patterns import CONFIG, EXPORTS, INFRASTRUCTURE, SYNTAX, UNRESOLVED
from .patterns_frameworks import FRAMEWORKS, STYLES, WARNINGS
from .places import Places
from .scaffold import attribute_scaffold
from .secrets import redacted
from .text import telling
from .types import diagnose_types, type_findings
from .verdict import diagnostic, missing_variable

_PATTERNS = (*INFRASTRUCTURE, *CONFIG, *UNRESOLVED, *EXPORTS, *SYNTAX, *STYLES, *FRAMEWORKS)
OWN_FAULTS = ("unresolved", "export", "syntax")
_MARKS = re.compile(
    r"^(?:error during build:|.*Failed to compile\.?|.*Build failed(?: (?:in|with"
    r"|because).*)?|.*ERROR in .*|.*Build error occurred.*"
    r"|.*\[?(?:ERROR|error)\]?[:!].*|(?:\w+)?Error: .*|.*✘ \[ERROR\].*|npm (?:ERR!|error).*)$",
    re.MULTILINE,
)
_NOISE = re.compile(
    r"^(?:>|npm (?:ERR!|error|warn|notice)|vite v\d|transforming|rendering|computing"
    r"|Collecting|Generating|Linting|Finalizing|Compil|Running|Route|✓|dist/|build/"
    r"|\(node:|Browserslist|Creating an optimized"
    r"|error during build:$|Build failed with \d+ errors?:?$|Failed to compile\.?$|.*✗ "
    r"Build failed in|x Build failed in|Stack trace:|Node\.js v)"
)


def diagnose_build(project: Project, log: str, *, root: Path) -> Failure:
    """Tell why the bundle lines failed.

    Args:
        project: as detected.
        log: standard output and error of the build, colours and all.
        root: the project folder in the working copy. Files in the result are relative to the subject directory.
    """
    places = Places(project, root)
    text = readable(log, places)
    findings = _unique([*_demoted(scan(text, _PATTERNS, places), text), *type_findings(text, places)])
    errors = [finding for finding in findings if not finding.warning]
    chosen = _telling(errors, findings)
    if chosen and chosen.kind == "types":
        # A bundler that checks types by itself, or a check that is part of its line, stopped at them.
        return diagnose_types(project, log, root=root)
    result = judge(chosen, places) if chosen else _unknown(text)
    # Secrets that the app brings must not come back in a report (G25).
    noted = [diagnostic(finding, places) for finding in (errors or findings) if finding.file]
    result = replace(result, diagnostics=_telling_first(result, noted))
    return redacted(attribute_scaffold(result, project, root=root), project, root)


def _telling_first(result: Failure, noted: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """All messages with a place; the failure's own first, also where its place was found in the source."""
    if result.file is None:
        return tuple(noted[:DIAGNOSTICS_LIMIT])
    place = (result.file, result.line)
    own = [note for note in noted if (note.file, note.line) == place][:1]
    own = own or [Diagnostic(message=result.message, file=result.file, line=result.line, column=result.column)]
    return tuple([*own, *(note for note in noted if note is not own[0])][:DIAGNOSTICS_LIMIT])


def warnings_in(log: str, project: Project | None = None, *, root: Path | None = None) -> tuple[Diagnostic, ...]:
    """Missing exports that the bundler only warned about: a later runtime failure may come from one of them.

    ``rule`` is the code that such a failure gets: ``C1``, ``C5`` or ``C6``.
    """
    if project is None or root is None:
        here = Path("/nonexistent")
        project = project or _nobody(here)
        root = here
    places = Places(project, root)
    text = readable(log, places)
    found = [finding for finding in scan(text, WARNINGS, places) if finding.kind == "export"]
    placed = {(f.symbol, f.source) for f in found if f.file}
    found = [f for f in found if f.file or (f.symbol, f.source) not in placed]
    unique = {(f.file, f.line, f.symbol, f.source): f for f in found}.values()
    return tuple(replace(diagnostic(f, places), rule=judge(f, places).code) for f in unique)[:DIAGNOSTICS_LIMIT]


def _nobody(here: Path) -> Project:
    from pytest_uibench.model import ServePlan

    return Project(
        path=str(here), folder="", manifest="package.json", name="app", framework="other", library=None,
        typescript=False, package_manager=None, build=None, serve=ServePlan(kind="static"),
    )  # fmt: skip


def _telling(errors: list[Finding], findings: list[Finding]) -> Finding | None:
    """The finding that names the cause: a page that throws at build time is most often an import that is not there."""
    if errors and errors[0].kind == "prerender":
        exports = [finding for finding in findings if finding.kind == "export"]
        undefined = re.search(r"(?i)undefined|is not a (?:function|constructor)|type is invalid", errors[0].message)
        if exports and undefined:
            return exports[0]
    if errors and errors[0].kind == "network":
        # The missing network excuses nothing that the app did wrong by itself.
        errors = [finding for finding in errors if finding.kind in OWN_FAULTS and finding.file] or errors
    if errors and errors[0].kind == "export":
        # Through re-exports: the module at the end of the chain is where the name is missing.
        last = errors[0]
        for finding in errors[1:]:
            if finding.kind == "export" and finding.symbol == last.symbol and finding.file == last.source:
                last = finding
        return last
    return errors[0] if errors else None


def _unique(findings: list[Finding]) -> list[Finding]:
    """Tools repeat themselves; patterns overlap."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for finding in findings:
        key = (
            finding.kind,
            finding.file,
            finding.line,
            finding.symbol,
            finding.specifier,
            finding.file is None and finding.message,
        )
        if key not in seen:
            seen.add(key)
            kept.append(finding)
    return sorted(kept, key=lambda f: (f.warning, f.rank, f.offset))


def _demoted(findings: list[Finding], text: str) -> list[Finding]:
    """What webpack lists under "Compiled with warnings" did not stop the build."""
    marks = [
        (m.start(), "warnings" in m[0])
        for m in re.finditer(r"Compiled with warnings|Failed to compile|Build failed", text)
    ]
    return [
        replace(finding, warning=True)
        if finding.kind in ("export", "lint", "unresolved")
        and next((warned for start, warned in reversed(marks) if start < finding.offset), False)
        else finding
        for finding in findings
    ]


def _unknown(text: str) -> Failure:
    """Nothing known in the log: the first lines that look like an error, else the last ones."""
    lines = [line for line in text.splitlines() if line.strip()]
    start = next((n for n, line in enumerate(lines) if _MARKS.match(line)), None)
    picked = lines[start:] if start is not None else lines[-6:]
    message = (
        telling(line for line in picked if not _NOISE.match(line.strip()))
        or telling(lines[-4:])
        or "the build failed without a message"
    )
    variable = missing_variable(message)
    if variable:
        hint = (
            f"The build needs the environment variable {variable}: set subject: {{env: {{{variable}: …}}}} in the spec."
        )
        return failure("build:env", "build", message, hint=hint)
    return failure("build:other", "build", message)
