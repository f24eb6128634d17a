"""Values that must not come back in a report (G25): the app's own ``.env`` files and the spec's environment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_uibench.constants import CONFIG_MAX_BYTES
from pytest_uibench.model import Failure, Project

from .text import read_env, redact


def secrets_of(project: Project, root: Path) -> dict[str, str]:
    """Variables of the ``.env*`` files in the working copy and of the spec."""
    found: dict[str, str] = {}
    try:
        files = sorted(file for file in root.glob(".env*") if file.is_file())
    except OSError:
        files = []
    for file in files:
        try:
            if file.stat().st_size <= CONFIG_MAX_BYTES:
                found |= read_env(file.read_text("utf-8", errors="replace"))
        except OSError:
            continue
    return {**found, **project.env}


def redacted(result: Failure, project: Project, root: Path) -> Failure:
    """The failure with every text cleared of secrets."""
    env = secrets_of(project, root)
    return replace(
        result,
        message=redact(result.message, env),
        hint=redact(result.hint, env) if result.hint else None,
        diagnostics=tuple(replace(note, message=redact(note.message, env)) for note in result.diagnostics),
    )
