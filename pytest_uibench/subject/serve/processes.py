"""Processes by pid and creation time, and the end of whole process trees.

A pid alone is no identity: it is reused. Everything here that ends a process checks its creation time first.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from pytest_uibench.constants import SERVE_CREATED_TOLERANCE_SECONDS, SERVE_KILL_ROUND_SECONDS, SERVE_KILL_SECONDS

TOKEN_VARIABLE: Final = "PYTEST_UIBENCH_SERVER"  # noqa: S105 - names a variable, holds no secret
"""Environment variable that marks every process of one server, also those that left its tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessId:
    """A process that cannot be mistaken for a later one with the same pid."""

    pid: int
    created: float
    """Seconds since the epoch, as psutil gives it."""

    def find(self) -> psutil.Process | None:
        """Return the living process, or None when it is gone, a zombie, or another one by now."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.created) <= SERVE_CREATED_TOLERANCE_SECONDS
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.Error:
            return None

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self.find() is not None


def identify(pid: int) -> ProcessId | None:
    """Return the identity of a running process, or None when there is none with that pid."""
    try:
        return ProcessId(pid=pid, created=psutil.Process(pid).create_time())
    except psutil.Error:
        return None


def myself() -> ProcessId:
    """Return the identity of this process (never cached: a fork is another process)."""
    return ProcessId(pid=os.getpid(), created=psutil.Process().create_time())


@functools.cache
def machine() -> str:
    """Name the space in which pids mean the same: host, boot and pid namespace.

    A cache folder may be shared with another host or container, whose pids say nothing here.
    """
    parts = [os.uname().nodename]
    try:
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    except OSError:
        parts.append(str(round(psutil.boot_time())))
    return " ".join(parts)


def tree(root: ProcessId | None) -> list[psutil.Process]:
    """Return the living descendants of ``root``, itself excluded."""
    process = root.find() if root else None
    try:
        return process.children(recursive=True) if process else []
    except psutil.Error:
        return []


def marked(token: str) -> list[psutil.Process]:
    """Return every process of this user that carries ``token`` in its environment, this one excluded."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.environ().get(TOKEN_VARIABLE) == token:
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


def end(find: Callable[[], Iterable[psutil.Process]], reap: Callable[[], None] = lambda: None) -> list[str]:
    """Kill what ``find`` returns, again and again until it returns nothing (children may be born meanwhile).

    Args:
        find: gives the processes that must not live on.
        reap: collects dead children after every round, where the caller is their parent.

    Returns:
        ``name (pid)`` of what was killed.
    """
    ended: dict[int, str] = {}
    deadline = time.monotonic() + SERVE_KILL_SECONDS
    while living := [p for p in find() if _living(p)]:
        for process in living:
            try:
                ended[process.pid] = f"{process.name()} ({process.pid})"
                process.kill()
            except psutil.Error:
                continue
        psutil.wait_procs(living, timeout=SERVE_KILL_ROUND_SECONDS)
        reap()
        if time.monotonic() > deadline:
            break
    return list(ended.values())


def _living(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
