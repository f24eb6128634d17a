"""``package.json`` as a value: read once, never trusted, never an exception."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_uibench.constants import MANIFEST_MAX_BYTES
from pytest_uibench.model import Failure

_BOMS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_MERGE_MARKER = re.compile(r"^(<{7}|>{7}|={7})(\s|$)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a ``package.json`` says, with everything of a wrong type left out."""

    name: str = ""
    scripts: Mapping[str, str] = field(default_factory=dict)
    declared: Mapping[str, str] = field(default_factory=dict)
    """Package name → range over dependencies, devDependencies, optionalDependencies and peerDependencies."""
    runtime: frozenset[str] = frozenset()
    """Names under ``dependencies`` alone."""
    engines_node: str | None = None
    package_manager: str | None = None
    """``packageManager`` as written, or ``devEngines.packageManager`` in the same form."""
    homepage: str | None = None
    main: str | None = None
    workspaces: tuple[str, ...] = ()
    marked: bool = False
    """The file begins with a byte order mark: npm skips it, some build tools do not."""
    fault: Failure | None = None
    """Set when the file cannot be read as a manifest."""

    def has(self, *names: str) -> bool:
        """Tell whether any of the packages is declared."""
        return any(name in self.declared for name in names)


def read_manifest(file: Path, shown: str) -> Manifest:
    """Read a ``package.json``; ``shown`` is its path in messages. Faults are in ``Manifest.fault``."""
    try:
        if file.is_symlink() and not file.resolve().is_relative_to(file.parent.resolve()):
            # What stands elsewhere on this machine is nobody's to quote.
            return Manifest(fault=_fault(shown, f"{shown} is a link that leads out of its folder"))
        if file.stat().st_size > MANIFEST_MAX_BYTES:
            return Manifest(fault=_fault(shown, f"{shown} is larger than {MANIFEST_MAX_BYTES} bytes"))
        raw = file.read_bytes()
    except OSError as error:
        return Manifest(fault=_fault(shown, f"{shown} cannot be read: {error.strerror}"))
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return Manifest(fault=_fault(shown, f"{shown} is encoded as {encoding}", 1, "Save it as UTF-8."))
    try:
        # npm and Node skip a UTF-8 byte order mark as well.
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return Manifest(fault=_fault(shown, f"{shown} is not UTF-8", line, "Save it as UTF-8."))
    return replace(_parse(text, shown), marked=raw.startswith(b"\xef\xbb\xbf"))


def _parse(text: str, shown: str) -> Manifest:
    marker = _MERGE_MARKER.search(text)
    if marker:
        line = text.count("\n", 0, marker.start()) + 1
        hint = "Resolve the merge conflict: keep one side and delete the marker lines."
        return Manifest(fault=_fault(shown, f"{shown} holds merge conflict markers", line, hint))
    if not text.strip():
        return Manifest(fault=_fault(shown, f"{shown} is empty", 1))
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return Manifest(fault=_json_fault(shown, text, error))
    except RecursionError:
        return Manifest(fault=_fault(shown, f"{shown} is nested too deeply", 1))
    if not isinstance(data, dict):
        kind = {"list": "an array", "str": "a string", "NoneType": "null"}.get(type(data).__name__, "a bare value")
        return Manifest(fault=_fault(shown, f"{shown} must hold an object, not {kind}", 1))
    return _manifest(data)


def _json_fault(shown: str, text: str, error: json.JSONDecodeError) -> Failure:
    lines = text.splitlines()
    written = lines[error.lineno - 1].strip()[:120] if error.lineno <= len(lines) else ""
    if error.pos >= len(text.rstrip()):
        return _fault(shown, f"{shown} ends too early: {error.msg}", error.lineno, "The file is cut off.", error.colno)
    message = f"{shown} is not valid JSON: {error.msg} (line {error.lineno}, column {error.colno}): {written}"
    return _fault(
        shown, message, error.lineno, "JSON allows no comments, trailing commas or single quotes.", error.colno
    )


def _fault(
    shown: str, message: str, line: int | None = None, hint: str | None = None, column: int | None = None
) -> Failure:
    return Failure(
        label="install:manifest",
        stage="install",
        code="install",
        message=message,
        file=shown,
        line=line,
        column=column,
        hint=hint,
    )


def _manifest(data: Mapping[str, Any]) -> Manifest:
    sections = [
        _strings(data.get(key))
        for key in ("peerDependencies", "optionalDependencies", "devDependencies", "dependencies")
    ]
    return Manifest(
        name=_string(data.get("name")) or "",
        scripts=_strings(data.get("scripts")),
        declared={name: wanted for section in sections for name, wanted in section.items()},
        runtime=frozenset(sections[-1]),
        engines_node=_strings(data.get("engines")).get("node"),
        package_manager=_string(data.get("packageManager")) or _dev_engine(data.get("devEngines")),
        homepage=_string(data.get("homepage")),
        main=_string(data.get("main")),
        workspaces=_workspaces(data.get("workspaces")),
    )


def _dev_engine(value: object) -> str | None:
    if not isinstance(value, dict):
        return None
    entry = value.get("packageManager")
    if isinstance(entry, list):
        entry = entry[0] if entry else None
    said = _strings(entry)
    return f"{said['name']}@{said.get('version', '')}".rstrip("@") if said.get("name") else None


def _workspaces(value: object) -> tuple[str, ...]:
    if isinstance(value, dict):
        value = value.get("packages")
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _string(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _strings(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key: item for key, item in value.items() if isinstance(key, str) and isinstance(item, str)}
