"""Which package manager installs a project (F10, G02)."""

from __future__ import annotations

import re
from pathlib import Path

from pytest_uibench.model import PackageManager, PackageManagerName

from .manifest import Manifest

LOCKFILES: dict[str, PackageManagerName] = {
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
}
"""Lock file → manager, in order of preference when several are there (G02: npm's first)."""
_NAMES: dict[str, PackageManagerName] = {"npm": "npm", "pnpm": "pnpm", "yarn": "yarn", "bun": "bun"}


def package_manager(folder: Path, manifest: Manifest) -> tuple[PackageManager, tuple[str, ...]]:
    """Choose by the ``packageManager`` field, then by lock file, then npm; disagreements come as notes."""
    locks = [name for name in LOCKFILES if (folder / name).is_file()]
    notes: list[str] = []
    declared = _declared(manifest.package_manager, notes)
    if declared:
        name, version = declared
        own = next((lock for lock in locks if LOCKFILES[lock] == name), None)
        if locks and own is None:
            notes.append(
                f"packageManager says {name}, but the lock file is {', '.join(locks)}: using {name} without a lock"
            )
        elif len({LOCKFILES[lock] for lock in locks}) > 1:
            notes.append(f"several lock files ({', '.join(locks)}): using {own}, as packageManager says {name}")
        return PackageManager(name=name, reason="packageManager field", lockfile=own, version=version), tuple(notes)
    if not locks:
        return PackageManager(name="npm", reason="default"), tuple(notes)
    chosen = locks[0]
    if len(locks) > 1:
        notes.append(f"several lock files ({', '.join(locks)}): using {chosen}")
    return PackageManager(name=LOCKFILES[chosen], reason=chosen, lockfile=chosen), tuple(notes)


def _declared(field: str | None, notes: list[str]) -> tuple[PackageManagerName, str | None] | None:
    """``pnpm@9.1.0+sha512.…`` → (``pnpm``, ``9.1.0``)."""
    if field is None:
        return None
    found = re.match(r"^\s*([a-z]+)(?:@(.*))?$", field)
    name = _NAMES.get(found[1]) if found else None
    if found is None or name is None:
        notes.append(f"packageManager {field[:60]!r} names no known package manager ({', '.join(_NAMES)})")
        return None
    return name, (found[2] or "").split("+")[0].strip() or None
