"""What an app changed of the scaffold it was given (METRICS section 1, C2 and C8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pytest_uibench.constants import SOURCE_MAX_BYTES
from pytest_uibench.model import Diagnostic, Failure, Project
from pytest_uibench.subject.manifest import read_manifest

from .codes import BUCKETS, package_of

Sort = Literal["source", "config"]

_CONFIG = re.compile(
    r"^(?:package\.json|(?:vite|next|astro|svelte|vue|tailwind|postcss|webpack"
    r"|craco)\.config\.\w+|[tj]sconfig[\w.]*\.json|components\.json|\.postcssrc\w*)$"
)
_ENTRY = re.compile(
    r"^(?:index\.html|public/index\.html|src/(?:main|index|app)\.(?:tsx?|jsx?|mjs|html)"
    r"|(?:src/)?app/layout\.(?:tsx|jsx|js)"
    r"|(?:src/)?pages/_(?:app|document)\.(?:tsx|jsx|js)|app/(?:root|entry\.client)\.(?:tsx|jsx))$"
)
_GENERIC_PAGES = ("render:blank", "render:exception")
"""Other labels of a page tell their own cause."""
_FOLDERS = ("", "src", "public", "app", "src/app", "pages", "src/pages")


def scaffold_differences(project: Project, *, root: Path) -> tuple[Diagnostic, ...]:
    """Files of the scaffold's entry and configuration that the app lacks or changed, and configuration it added.

    ``rule`` is ``C2`` for entry files and ``C8`` for configuration; the place is the first line that differs.
    Empty without a scaffold.
    """
    if project.scaffold is None:
        return ()
    scaffold = Path(project.scaffold)
    found = []
    for name in _names(scaffold):
        note = _difference(scaffold / name, root / name, name, project)
        if note is not None:
            found.append(note)
    for name in sorted(set(_names(root)) - set(_names(scaffold))):
        if not _ENTRY.match(name):
            file = f"{project.folder}/{name}" if project.folder else name
            found.append(Diagnostic(message=f"{name} is not part of the scaffold", file=file, rule="C8"))
    return tuple(found)


def attribute_scaffold(failure: Failure, project: Project, *, root: Path) -> Failure:
    """Give a failure whose own cause is generic the code C2 or C8 when the scaffold was overwritten.

    Only failures without a code, or with the mere C9, are generic. An unresolved package (C3) that the scaffold
    declared and the app's manifest dropped is C8.
    """
    if project.scaffold is None or failure.infrastructure:
        return failure
    if failure.code == "C3":
        return _dropped(failure, project)
    return attribute_differences(failure, scaffold_differences(project, root=root))


def attribute_differences(failure: Failure, differences: Sequence[Diagnostic]) -> Failure:
    """The same over differences found before: pure."""
    if failure.infrastructure or failure.code not in (None, "C9"):
        return failure
    if failure.stage == "render" and failure.label not in _GENERIC_PAGES:
        return failure
    cause = _cause(failure, differences)
    if cause is None:
        return failure
    hint = f"{cause.message}. " + (failure.hint or "Go back to the scaffold's version, and change no more than needed.")
    return replace(
        failure,
        code=cause.rule,
        bucket=BUCKETS[cause.rule or "C8"],
        file=cause.file or failure.file,
        line=failure.line if cause.file == failure.file and failure.line else cause.line,
        hint=hint,
        diagnostics=(*failure.diagnostics, *differences),
    )


def _cause(failure: Failure, differences: Sequence[Diagnostic]) -> Diagnostic | None:
    """The changed file that the failure names; without one, the entry for a page and the configuration for a build."""
    if failure.file is not None:
        named = {failure.file, *(note.file for note in failure.diagnostics)}
        return next((note for note in differences if note.file in named), None)
    first = "C2" if failure.stage in ("render", "serve") else "C8"
    return next((note for note in differences if note.rule == first), next(iter(differences), None))


def _dropped(failure: Failure, project: Project) -> Failure:
    quoted = [package_of(name) for name in re.findall(r"[\"'`]([^\"'`\s]+)[\"'`]", failure.message)]
    scaffold = read_manifest(Path(project.scaffold or "") / "package.json", "package.json")
    name = next((name for name in quoted if scaffold.has(name)), None)
    if name is None:
        return failure
    hint = f"The scaffold declares {name} {scaffold.declared[name]}; the app's package.json dropped it."
    return replace(failure, code="C8", bucket=BUCKETS["C8"], hint=hint)


def _names(scaffold: Path) -> list[str]:
    found = []
    for folder in _FOLDERS:
        try:
            entries = sorted(entry.name for entry in (scaffold / folder).iterdir() if entry.is_file())
        except OSError:
            continue
        names = [f"{folder}/{name}" if folder else name for name in entries]
        found += [name for name in names if _ENTRY.match(name) or (not folder and _CONFIG.match(name))]
    return found


def _difference(theirs: Path, ours: Path, name: str, project: Project) -> Diagnostic | None:
    rule = "C2" if _ENTRY.match(name) else "C8"
    file = f"{project.folder}/{name}" if project.folder else name
    wanted, got = _lines(theirs), _lines(ours)
    if wanted is None or wanted == got:
        return None
    if got is None:
        return Diagnostic(message=f"{name} of the scaffold is gone", file=file, rule=rule)
    if name == "package.json":
        return _manifest_difference(theirs, ours, file)
    line = next(
        (n for n, (a, b) in enumerate(zip(wanted, got, strict=False), 1) if a != b), min(len(wanted), len(got)) + 1
    )
    return Diagnostic(message=f"{name} differs from the scaffold's", file=file, line=line, rule=rule)


def _manifest_difference(theirs: Path, ours: Path, file: str) -> Diagnostic | None:
    """A manifest that only adds packages is as it should be; one that drops or changes what the scaffold has is not."""
    scaffold, app = read_manifest(theirs, "package.json"), read_manifest(ours, file)
    if app.fault is not None:
        return Diagnostic(message="package.json differs from the scaffold's", file=file, line=app.fault.line, rule="C8")
    dropped = [name for name in scaffold.declared if name not in app.declared]
    changed = [name for name, wanted in scaffold.declared.items() if app.declared.get(name, wanted) != wanted]
    scripts = [name for name, line in scaffold.scripts.items() if app.scripts.get(name) != line]
    said = [
        f"{what} {', '.join(names[:4])}"
        for what, names in (("drops", dropped), ("changes", changed), ("scripts", scripts))
        if names
    ]
    return (
        Diagnostic(message=f"package.json differs from the scaffold's: {'; '.join(said)}", file=file, rule="C8")
        if said
        else None
    )


def _lines(file: Path) -> list[str] | None:
    """Lines without trailing blanks; formatting at line ends is no difference."""
    try:
        if file.stat().st_size > SOURCE_MAX_BYTES:
            return None
        text = file.read_text("utf-8", errors="replace")
    except OSError:
        return None
    return [line.rstrip() for line in text.strip().splitlines()]
