"""Packages with machine code: is it there, and which of them may run their install script (F03, F13)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from .tools import Node

_PLATFORM_PACKAGES: Final = (
    "rollup", "esbuild", "rolldown", "lightningcss", "@swc/core", "@tailwindcss/oxide", "@rspack/binding",
    "sass-embedded", "@biomejs/biome", "oxc-parser", "oxc-resolver", "unrs-resolver",
)  # fmt: skip
"""Packages that do nothing without one of their ``optionalDependencies`` for this platform."""
REBUILD: Final = (
    "better-sqlite3", "sqlite3", "bcrypt", "argon2", "canvas", "node-sass", "sharp", "esbuild", "@parcel/watcher",
    "bufferutil", "utf-8-validate",
)  # fmt: skip
"""Well-known packages whose install script makes or fetches the machine code; only these ever run theirs."""
_REGISTRY_RANGE: Final = re.compile(r"^(?![a-z+]+:|[./~]/|/)[\w.*^~<>=|\s+-]*$", re.IGNORECASE)


def read_package(folder: Path) -> Mapping[str, Any]:
    """A package's manifest, ``{}`` when it cannot be read."""
    try:
        data = json.loads((folder / "package.json").read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def missing_platform_packages(modules: Path, node: Node) -> tuple[str, ...]:
    """Names of installed packages that lack their part for this platform (npm's optional-dependency bug, F03)."""
    return tuple(name for name in _PLATFORM_PACKAGES if (modules / name).is_dir() and _lacks_part(modules, name, node))


def _lacks_part(modules: Path, name: str, node: Node) -> bool:
    system, _, arch = node.platform.partition("-")
    optional = read_package(modules / name).get("optionalDependencies")
    parts = (
        [part for part in optional if _names(part, system) and _names(part, arch)] if isinstance(optional, dict) else []
    )
    if not parts:
        return False
    # pnpm puts the parts beside the package behind its link.
    places = (modules, modules / name / "node_modules", *_beside(modules / name))
    return not any((place / part).is_dir() for part in parts for place in places)


def _names(part: str, word: str) -> bool:
    return word in re.split(r"[-/@]", part)


def _beside(package: Path) -> Iterator[Path]:
    real = package.resolve()
    yield from (parent for parent in real.parents if parent.name == "node_modules")


def to_rebuild(project: Path, node: Node) -> tuple[str, ...]:
    """Names of :data:`REBUILD` whose machine code is missing and that come from the registry under their own name."""
    modules = project / "node_modules"
    return tuple(name for name in REBUILD if _needs_script(modules, name, node) and _genuine(project, name))


def _needs_script(modules: Path, name: str, node: Node) -> bool:
    folder = modules / name
    if not folder.is_dir():
        return False
    manifest = read_package(folder)
    scripts = manifest.get("scripts")
    has_script = isinstance(scripts, dict) and any(hook in scripts for hook in ("preinstall", "install", "postinstall"))
    if not has_script and not (folder / "binding.gyp").is_file():
        return False
    if isinstance(manifest.get("optionalDependencies"), dict) and not _lacks_part(modules, name, node):
        return not _any_part(modules, manifest["optionalDependencies"])
    built = any(next(folder.glob(place), None) for place in ("build/Release/*.node", "lib/binding/**/*.node"))
    # prebuildify: PLATFORM-ARCH/NAME.node comes with the package and needs no script.
    return not built and next(folder.glob(f"prebuilds/{node.platform}*/*.node"), None) is None


def _any_part(modules: Path, optional: Mapping[str, Any]) -> bool:
    return any((modules / part).is_dir() for part in optional)


def _genuine(project: Path, name: str) -> bool:
    """Not a folder, an archive, a repository or another package under a trusted name: its script would run."""
    folder = project / "node_modules" / name
    if not folder.resolve().is_relative_to((project / "node_modules").resolve()):
        return False
    if read_package(folder).get("name") != name:
        return False
    manifest = read_package(project)
    wanted = [manifest.get(kind) for kind in ("dependencies", "devDependencies", "optionalDependencies", "overrides")]
    ranges = [section[name] for section in wanted if isinstance(section, dict) and name in section]
    return all(isinstance(text, str) and _REGISTRY_RANGE.match(text) for text in ranges) and _genuine_lock(
        project, name
    )


def _genuine_lock(project: Path, name: str) -> bool:
    """What npm itself noted about where the package came from, beside the modules."""
    try:
        lock = json.loads((project / "node_modules" / ".package-lock.json").read_text("utf-8"))
        entry = lock["packages"][f"node_modules/{name}"]
    except (OSError, ValueError, KeyError, TypeError):
        # Another manager: without npm's notes there is nothing to go by.
        return False
    resolved = str(entry.get("resolved", ""))
    tarball = f"/{name}/-/{name.rpartition('/')[2]}-"
    return "name" not in entry and not entry.get("link") and (not resolved or tarball in resolved)
