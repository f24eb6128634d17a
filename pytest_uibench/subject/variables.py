"""Variables that a source file reads at build time and nothing sets (F16, G05)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pytest_uibench.model import Project

from .jsvalues import read_config

_READ: Final = re.compile(r"\b(?:import\.meta\.env|process\.env)(?:\.|\[\s*['\"])([A-Z][A-Z0-9_]+)")
_SET: Final = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*[^\s#]", re.MULTILINE)
_GIVEN: Final = frozenset({"NODE_ENV", "MODE", "DEV", "PROD", "SSR", "BASE_URL", "PUBLIC_URL", "ASSET_PREFIX", "SITE"})
"""Set by the bundlers themselves."""
_FILES: Final = (".env", ".env.local", ".env.production", ".env.production.local")


def unset_variables(project: Project, file: str) -> tuple[str, ...]:
    """Names in the order in which ``file`` (relative to the subject directory) reads them; never their values."""
    found = read_config(Path(project.path), file)
    read = dict.fromkeys(_READ.findall(found[1])) if found else {}
    if not read:
        return ()
    folder = Path(project.path) / project.folder
    known = {*_GIVEN, *project.env}
    for name in (*_FILES, *((project.env_example,) if project.env_example else ())):
        known |= _names(folder / name)
    return tuple(name for name in read if name not in known)


def _names(file: Path) -> set[str]:
    try:
        return set(_SET.findall(file.read_text("utf-8", "replace"))) if file.is_file() else set()
    except OSError:
        return set()
