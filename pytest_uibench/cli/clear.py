"""Empties the cache directory, for ``uibench doctor --clear-cache``."""

from __future__ import annotations

from pathlib import Path

from pytest_uibench.constants import CACHE_TAG, DOCTOR_WALK_SECONDS
from pytest_uibench.model import UibenchError

from .probes.machine import folder_size
from .probes.servers import recorded_servers

_OURS = frozenset({"deps", "work", "builds", "captures", "runs", "locks", "slots", "npm", "servers", CACHE_TAG})
"""Entries that runs make in a cache directory (``subject.cache``, ``subject.serve.registry``)."""
_SCRATCH = "doctor-"


def clear_cache(root: Path) -> int:
    """Remove dependencies, working copies, builds and downloads that no run holds; return the bytes given back.

    Raises:
        UibenchError: when the directory holds anything else (``UIBENCH_CACHE`` set to a home directory must not cost
            the user a folder that happens to be called ``work``), when a run uses it, or when it cannot be removed.
    """
    if not root.is_dir():
        return 0
    foreign = sorted(e.name for e in root.iterdir() if e.name not in _OURS and not e.name.startswith(_SCRATCH))
    if foreign:
        raise UibenchError(
            f"{root} is not cleared: it holds {', '.join(foreign[:3])}{' …' if len(foreign) > 3 else ''}, which is not "
            "the cache's. Point UIBENCH_CACHE to a folder of its own, or remove by hand what you do not need."
        )
    _refuse_in_use(root)
    before, _ = folder_size(root, DOCTOR_WALK_SECONDS)
    try:
        _empty(root)
    except OSError as error:
        raise UibenchError(f"{error.filename or root} cannot be removed: {error.strerror or error}") from None
    after, _ = folder_size(root, DOCTOR_WALK_SECONDS)
    return max(0, before - after)


def _refuse_in_use(root: Path) -> None:
    users = [user.process.pid for record in recorded_servers(root) for user in record.living]
    if users:
        pids = ", ".join(map(str, users))
        raise UibenchError(f"{root} is not cleared: a run uses it (process {pids}). End that run first.")


def _empty(root: Path) -> None:
    from pytest_uibench.subject.cache import Cache
    from pytest_uibench.subject.workcopy import remove_tree

    cache = Cache(root)
    cache.prune(days=-1)  # whatever its age; what a run has locked stays
    remove_tree(cache.root / "npm")
