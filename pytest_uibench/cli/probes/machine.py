"""Disk, cache directory, memory, cores and limits of this machine or container."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pytest_uibench.constants import (
    DISK_COMFORTABLE_BYTES,
    DISK_NEEDED_BYTES,
    DOCTOR_WALK_SECONDS,
    MEMORY_COMFORTABLE_BYTES,
    OPEN_FILES_COMFORTABLE,
    SHARED_MEMORY_BYTES,
)

from .finding import Finding, Machine, Need, Status

_CGROUP = Path("/sys/fs/cgroup")


def size(count: float) -> str:
    """Return bytes for people: ``1.5 GiB``."""
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    power = 0
    while count >= 1024 and power < len(units) - 1:
        count /= 1024
        power += 1
    return f"{count:.1f} {units[power]}" if power > 0 and count < 10 else f"{count:.0f} {units[power]}"


def existing(path: Path) -> Path:
    """Return ``path`` or its nearest parent that exists."""
    return next((p for p in (path, *path.parents) if p.exists()), Path("/"))


def probe_cache(machine: Machine) -> list[Finding]:
    """The cache directory: writable, and how large."""
    purpose = "keeps dependencies and builds between runs"
    problem = _unwritable(machine.cache)
    if problem:
        return [
            Finding(
                id="cache",
                name="Cache directory",
                status="missing",
                found=problem,
                purpose=purpose,
                fix=("export UIBENCH_CACHE=/a/folder/you/may/write",),
                detail={"path": str(machine.cache)},
            )
        ]
    used, complete = folder_size(machine.cache, DOCTOR_WALK_SECONDS)
    found = f"{machine.cache}, {'' if complete else 'more than '}{size(used)}"
    return [
        Finding(
            id="cache",
            name="Cache directory",
            status="ok",
            found=found,
            purpose=purpose,
            detail={"path": str(machine.cache), "bytes": used},
        )
    ]


def _unwritable(cache: Path) -> str | None:
    """Try it for real: a read-only file system does not show in permission bits, nor do they bind root."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache):
            return None
    except OSError as error:
        return f"{cache} cannot be written: {error.strerror or error}"


def folder_size(folder: Path, seconds: float) -> tuple[int, bool]:
    """Return the disk space used below ``folder`` and whether all of it was seen within ``seconds``.

    Links are not followed; a file with several names counts once, as it does on the disk.
    """
    end = time.monotonic() + seconds
    used, seen, todo = 0, set[tuple[int, int]](), [str(folder)]
    while todo:
        if time.monotonic() > end:
            return used, False
        try:
            with os.scandir(todo.pop()) as entries:
                for entry in entries:
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
                    elif status.st_nlink == 1 or (status.st_dev, status.st_ino) not in seen:
                        seen.add((status.st_dev, status.st_ino)) if status.st_nlink > 1 else None
                        used += status.st_blocks * 512
        except OSError:
            continue
    return used, True


def probe_disk(machine: Machine) -> list[Finding]:
    """Free space where apps are installed and built, and where tools keep temporary files."""
    cache, temporary = existing(machine.cache), existing(Path(tempfile.gettempdir()))
    places = [("disk", "Disk (cache)", cache)]
    if cache.stat().st_dev != temporary.stat().st_dev:
        places.append(("disk-temporary", "Disk (temporary files)", temporary))
    return [_disk(*place) for place in places]


def _disk(key: str, name: str, place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    nodes = os.statvfs(place)
    scarce = nodes.f_files > 0 and nodes.f_favail < 100_000  # one dependency tree is 30,000 files and more
    status: Status = "missing" if free < DISK_NEEDED_BYTES else "ok"
    if status == "ok" and (free < DISK_COMFORTABLE_BYTES or scarce):
        status = "warning"
    fix = ("uibench doctor --clear-cache", "or point UIBENCH_CACHE (and TMPDIR) to a larger disk")
    return Finding(
        id=key,
        name=name,
        status=status,
        found=f"{size(free)} free at {place}" + (f", only {nodes.f_favail} files more" if scarce else ""),
        purpose="dependencies, working copies and builds: up to 1 GiB an app",
        need="required" if key == "disk" else "recommended",
        fix=() if status == "ok" else fix,
        detail={"path": str(place), "free_bytes": free},
    )


def probe_resources(machine: Machine) -> list[Finding]:
    """Cores, memory, shared memory and open files, as this process may use them."""
    import psutil

    cores = usable_cores()
    total, available = psutil.virtual_memory().total, psutil.virtual_memory().available
    limit = _cgroup_number("memory.max")
    if limit is not None and limit < total:
        total, available = limit, max(0, min(available, limit - (_cgroup_number("memory.current") or 0)))
    tight = available < MEMORY_COMFORTABLE_BYTES
    workers = max(1, min(cores, available // MEMORY_COMFORTABLE_BYTES))
    findings = [
        _resource(
            "cores", "Cores", f"{cores} (`-n {workers}` fits)", "builds and browsers at the same time", need="optional"
        ),
        _resource(
            "memory",
            "Memory",
            f"{size(available)} available of {size(total)}",
            "a bundler and a browser, 1 GiB each",
            fix=("close other programs, or give the container more memory (`docker run --memory=4g`)",)
            if tight
            else (),
        ),
    ]
    shared = _shared_memory()
    if shared is not None:
        small = shared < SHARED_MEMORY_BYTES
        findings.append(
            _resource(
                "shared-memory",
                "Shared memory",
                f"{size(shared)} in /dev/shm",
                "large pages in the browser",
                fix=("docker run --shm-size=1g …  (or --ipc=host)",) if small else (),
            )
        )
    return [*findings, *_open_files()]


def _resource(
    key: str, name: str, found: str, purpose: str, *, fix: Sequence[str] = (), need: Need = "recommended"
) -> Finding:
    status: Status = "warning" if fix else "ok"
    return Finding(id=key, name=name, status=status, found=found, purpose=purpose, need=need, fix=tuple(fix))


def usable_cores() -> int:
    """Return the cores this process may use: affinity and the container's quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = (_CGROUP / "cpu.max").read_text(encoding="ascii").split()
        return max(1, min(cores, int(quota) // int(period)))
    except (OSError, ValueError):  # no cgroup, or quota "max"
        return cores


def _cgroup_number(name: str) -> int | None:
    try:
        return int((_CGROUP / name).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _shared_memory() -> int | None:
    try:
        return shutil.disk_usage("/dev/shm").total  # noqa: S108 -- the mount itself is asked about
    except OSError:
        return None


def _open_files() -> list[Finding]:
    try:
        import resource
    except ImportError:
        return []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= OPEN_FILES_COMFORTABLE:
        return []
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    return [_resource("open-files", "Open files", f"at most {soft}", "bundlers", fix=(f"ulimit -n {wanted}",))]
