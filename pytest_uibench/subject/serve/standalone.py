"""Completes Next's standalone folder, which its server needs and its build leaves to the deployer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from pytest_uibench.model import Prepared


def complete_standalone(prepared: Prepared) -> tuple[Path, ...]:
    """Copy ``static`` and ``public`` into the standalone folder of the working copy where they are missing.

    Links are copied as links: what they point to outside the copy must not become part of it.

    Returns:
        The folders that were made, for the record.
    """
    if "standalone" not in str(prepared.project.serve.command):
        return ()
    workdir = Path(prepared.workdir)
    made = []
    for server in _servers(workdir):
        dist = _dist_of(server)
        wanted = (
            (dist / "static", server.parent / dist.relative_to(workdir) / "static"),
            (workdir / "public", server.parent / "public"),
        )
        for source, target in wanted:
            if source.is_dir() and not source.is_symlink() and not target.exists():
                _copy(source, target)
                made.append(target)
    return tuple(made)


def _dist_of(server: Path) -> Path:
    """Return ``.next`` of ``.next/standalone/apps/web/server.js``."""
    return next(parent.parent for parent in server.parents if parent.name == "standalone")


def _servers(workdir: Path) -> Iterator[Path]:
    for dist in (workdir / ".next", *sorted(path for path in workdir.iterdir() if path.name != ".next")):
        if not (dist / "standalone").is_dir() or dist.name == "node_modules":
            continue
        for folder, folders, files in os.walk(dist / "standalone"):
            folders[:] = sorted(name for name in folders if name != "node_modules")
            if "server.js" in files:
                yield Path(folder) / "server.js"
                return


def _copy(source: Path, target: Path) -> None:
    """Copy next to the target first, so that a copy that was cut off is never taken for a whole one."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(source, part, symlinks=True)
    try:
        part.replace(target)
    except OSError:
        # Another run made the same copy meanwhile.
        shutil.rmtree(part, ignore_errors=True)
        if not target.is_dir():
            raise
