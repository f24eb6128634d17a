"""Run files: what they hold, how they are read, written and locked."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import filelock

from pytest_uibench.model import from_wire

from .processes import ProcessId

FAILED_SUFFIX: Final = ".failed.json"
LOCK_SUFFIX: Final = ".lock"
ROOM_SUFFIX: Final = ".room"
"""Private home and temporary folder of a server, next to its run file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """One use of a server by one process."""

    process: ProcessId
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRecord:
    """What a run file holds."""

    key: str
    token: str
    """Marks the processes of this server in their environment."""
    run_id: str
    machine: str
    users: tuple[User, ...] = ()
    supervisor: ProcessId | None = None
    origin: str | None = None
    """None until the server's answer was proven to be its own."""
    notes: tuple[str, ...] = ()

    @property
    def living(self) -> tuple[User, ...]:
        """Users whose process still runs."""
        return tuple(user for user in self.users if user.process.alive)


def write_atomic(path: Path, value: object) -> None:
    """Write JSON so that a reader sees the old content or the new one, never a part."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        part.write_text(json.dumps(value), encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_record(path: Path) -> ServerRecord | None:
    """Return a run file's record, or None when there is none or it makes no sense."""
    try:
        record = from_wire(ServerRecord, json.loads(path.read_text(encoding="utf-8")))
        whole = isinstance(record.key, str) and isinstance(record.token, str) and bool(record.token)
        people = [user.process for user in record.users] + ([record.supervisor] if record.supervisor else [])
        whole = whole and all(type(who.pid) is int and type(who.created) in (int, float) for who in people)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None
    return record if whole else None


def lock_path(run_file: Path) -> Path:
    """Return the lock of a run file: one per server and run, so that runs never wait for each other."""
    return run_file.with_suffix(LOCK_SUFFIX)


def try_lock(run_file: Path) -> filelock.BaseFileLock | None:
    """Take the lock of a run file if nobody holds it."""
    lock = filelock.FileLock(lock_path(run_file))
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        return None
    return lock
