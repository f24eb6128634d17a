"""Kept dependencies: their key, and how they come into a working copy and out of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uibench import constants

from .cache import copy_tree, digest, read_json, touch, write_json
from .managers import LOCKS, Manager
from .natives import read_package
from .sandbox import Mount
from .stage import Workshop
from .workcopy import remove_tree

_DEPENDENCY_FIELDS: Final = (
    "name", "version", "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
    "peerDependenciesMeta", "overrides", "resolutions", "pnpm", "bundleDependencies", "bundledDependencies",
    "packageManager", "workspaces", "engines", "os", "cpu", "trustedDependencies", "dependenciesMeta", "catalog",
)  # fmt: skip
_CONFIGS: Final = (".npmrc", ".yarnrc.yml", "pnpm-workspace.yaml")
_SCRATCH: Final = (".vite", ".vite-temp", ".cache", ".tmp", ".astro", ".vue-global-types", ".unplugin", ".nitro")
"""Folders below node_modules that tools write to."""
_LOCAL: Final = ("file:", "link:", "portal:", "workspace:", "patch:", "./", "../", "/", "~/")
"""Dependencies that are part of the subject's own content."""


@dataclass(slots=True)
class Installation:
    """What an install gave, as the cache keeps it."""

    key: str = ""
    degraded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    reproducible: bool = True
    unbuilt: list[str] = field(default_factory=list)
    """Native packages whose machine code could not be made on this machine."""
    mounts: tuple[Mount, ...] = ()
    """How the commands of later stages see the dependencies; empty when they were copied."""


def install_root(shop: Workshop) -> Path:
    """Folder to install in: the workspace around a project that is a member of one, else the project itself."""
    folder = shop.folder
    locks = [lock for names in LOCKS.values() for lock in names]
    if folder == shop.app or any((folder / lock).is_file() for lock in locks):
        return folder
    shares = read_package(shop.app).get("workspaces") or (shop.app / "pnpm-workspace.yaml").is_file()
    return shop.app if shares else folder


def wants_anything(root: Path) -> bool:
    manifest = read_package(root)
    return any(manifest.get(key) for key in (*_DEPENDENCY_FIELDS[2:6], "workspaces"))


def deps_key(shop: Workshop, manager: Manager, root: Path) -> str:
    """Key of a set of dependencies: what they are resolved from and by, and for which machine."""
    manifest = read_package(root)
    fields = {name: manifest[name] for name in _DEPENDENCY_FIELDS[2:] if name in manifest}
    files = [_bytes(root / name) for name in (*_CONFIGS, *LOCKS[manager.name])]
    node = shop.node
    return digest(
        f"format {constants.CACHE_FORMAT}",
        json.dumps(fields, sort_keys=True),
        *files,
        f"{manager.name} {manager.major}",
        f"{node.platform} {node.version}" if node else None,
        " ".join(manager.install(Path("store"), frozen=True)[1:]),
        # Dependencies that lie in the subject itself change with its content.
        shop.snapshot.key if _has_local(root, manifest) else None,
        root.relative_to(shop.app).as_posix(),
    )


def _bytes(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _has_local(root: Path, manifest: Mapping[str, Any]) -> bool:
    if manifest.get("workspaces") or (root / "pnpm-workspace.yaml").is_file() or manifest.get("pnpm"):
        return True
    sections = [manifest.get(kind) for kind in _DEPENDENCY_FIELDS[2:9]]
    return any(
        str(wanted).startswith(_LOCAL)
        for section in sections
        if isinstance(section, dict)
        for wanted in section.values()
    )


def bring_dependencies(shop: Workshop, done: Installation) -> bool:
    """Copy kept dependencies into the working copy; False when there are none. Needs the lock of the key."""
    entry = shop.cache.deps(done.key)
    record = read_json(entry / "record.json")
    if not isinstance(record, dict) or (record.get("unbuilt") and record.get("run") != shop.options.run_id):
        # What could not be made may have needed the network: tried again in each run.
        return False
    done.unbuilt = record.get("unbuilt", [])
    give_dependencies(shop, done)
    touch(entry)
    log = shop.log("install")
    if (entry / log.name).is_file() and not log.exists():
        shutil.copyfile(entry / log.name, log)
    done.degraded += [item for item in record.get("degraded", []) if item not in done.degraded]
    done.notes += record.get("notes", [])
    done.reproducible = record.get("reproducible", False)
    return True


def give_dependencies(shop: Workshop, done: Installation, *, copied: bool = False) -> None:
    """Put kept dependencies into the working copy.

    They are mounted read-only where that is possible: nothing is copied, and no build can change what another one
    sees. Without a sandbox, for servers (which outlive it), and for builds that write into packages (``copied``),
    they are copied.
    """
    entry = shop.cache.deps(done.key)
    mounted = shop.sandbox.program is not None and shop.project.serve.kind == "static" and not copied
    mounts: list[Mount] = []
    record = read_json(entry / "record.json") or {}
    for number, name in enumerate(record.get("modules", ())):
        source, target = entry / "tree" / name, shop.app / name
        remove_tree(target)
        if not mounted:
            copy_tree(source, target)
            continue
        target.mkdir(parents=True)
        mounts.append(Mount(source, target))
        for scratch in _SCRATCH:
            own = shop.base / "scratch" / str(number) / scratch
            own.mkdir(parents=True, exist_ok=True)
            mounts.append(Mount(own, target / scratch, writable=True))
    done.mounts = tuple(mounts)


def keep_dependencies(shop: Workshop, manager: Manager, root: Path, done: Installation, folder: Path) -> None:
    """Fill a cache entry from the working copy: every outermost ``node_modules``, and the lock file that was made."""
    app = shop.app
    modules = sorted(_module_folders(app))
    for name in modules:
        kept = folder / "tree" / name
        kept.parent.mkdir(parents=True, exist_ok=True)
        (app / name).rename(kept)
        for scratch in _SCRATCH:
            # Where a writable folder can be mounted.
            (kept / scratch).mkdir(exist_ok=True)
    for lock in LOCKS[manager.name]:
        if (root / lock).is_file():
            shutil.copyfile(root / lock, folder / lock)
    log = shop.log("install")
    if log.is_file():
        shutil.copyfile(log, folder / log.name)
    own = [note for note in done.notes if note.startswith("install: ")]
    write_json(
        folder / "record.json",
        {
            "modules": modules,
            "degraded": done.degraded,
            "notes": own,
            "reproducible": done.reproducible,
            "unbuilt": done.unbuilt,
            "run": shop.options.run_id,
        },
    )


def _module_folders(app: Path) -> Iterator[str]:
    """Relative paths of all ``node_modules`` that are not inside another one."""
    for place, folders, _files in os.walk(app):
        if "node_modules" in folders:
            folders.remove("node_modules")
            yield (Path(place) / "node_modules").relative_to(app).as_posix()
