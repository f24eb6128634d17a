"""Which servers run, and for whom: a server belongs to no worker's life (F22, F23).

``<cache>/servers/<key>.json`` names the supervisor and the users of one server. Several processes of a run share it;
the last user stops it. A user that was killed is dropped by the supervisor, which ends the server when nobody is left;
a supervisor that was killed is cleaned up after by the next run's :func:`prune`.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import filelock

from pytest_uibench.constants import (
    LOCK_REPORT_SECONDS,
    SERVE_END_SECONDS,
    SERVE_FOREIGN_KEEP_SECONDS,
    SERVE_LOCK_SECONDS,
)
from pytest_uibench.model import Failure, SubjectError, from_wire, to_wire

from .processes import ProcessId, end, machine, marked, myself, tree
from .records import (
    FAILED_SUFFIX,
    LOCK_SUFFIX,
    ROOM_SUFFIX,
    ServerRecord,
    User,
    lock_path,
    read_record,
    try_lock,
    write_atomic,
)


@dataclass(frozen=True, slots=True)
class Lease:
    """A right to use a running server, given back with :meth:`Registry.release`."""

    record: ServerRecord
    user: User
    shared: bool
    """True when another process had started it."""


class Registry:
    """The run files in ``<cache>/servers``."""

    def __init__(self, cache: Path, say: Callable[[str], None] = lambda _text: None) -> None:
        self.folder = cache / "servers"
        self.say = say

    def run_file(self, key: str) -> Path:
        """Return the place of a server's run file."""
        return self.folder / f"{key}.json"

    def acquire(
        self, key: str, run_id: str, start: Callable[[ServerRecord, Callable[[ProcessId], None]], ServerRecord]
    ) -> Lease:
        """Join the running server of this run, or start it while everybody else waits.

        Args:
            key: names the run file, the same for all processes of one run.
            run_id: a failed start is told to every process of the same run instead of being tried again.
            start: starts the server; gets the record to start under and a function that publishes the supervisor as
                soon as it runs. Returns the record with origin and notes.

        Raises:
            SubjectError: when it does not start, or the lock is not to be had.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.run_file(key)
        user = User(process=myself(), token=secrets.token_hex(8))
        with self._locked(path):
            record = read_record(path)
            if (
                record
                and record.origin
                and record.machine == machine()
                and record.supervisor
                and record.supervisor.alive
            ):
                record = replace(record, users=(*record.living, user))
                write_atomic(path, to_wire(record))
                return Lease(record, user, shared=True)
            if record:
                end_server(record)
            self._raise_known(path, run_id)
            return Lease(self._start(path, run_id, user, start), user, shared=False)

    def _start(
        self,
        path: Path,
        run_id: str,
        user: User,
        start: Callable[[ServerRecord, Callable[[ProcessId], None]], ServerRecord],
    ) -> ServerRecord:
        record = ServerRecord(
            key=path.stem, token=secrets.token_hex(16), run_id=run_id, machine=machine(), users=(user,)
        )
        # Written before anything runs: a starter killed half-way leaves a record that names a dead user.
        write_atomic(path, to_wire(record))

        def publish(supervisor: ProcessId) -> None:
            write_atomic(path, to_wire(replace(record, supervisor=supervisor)))

        try:
            started = start(record, publish)
            write_atomic(path, to_wire(started))
        except BaseException as error:
            end_server(read_record(path) or record)
            path.unlink(missing_ok=True)
            if isinstance(error, SubjectError) and not error.failure.infrastructure:
                write_atomic(path.with_suffix(FAILED_SUFFIX), {"run_id": run_id, "failure": to_wire(error.failure)})
            raise
        return started

    def _raise_known(self, path: Path, run_id: str) -> None:
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            known = json.loads(path.with_suffix(FAILED_SUFFIX).read_text(encoding="utf-8"))
            if known["run_id"] == run_id:
                raise SubjectError(from_wire(Failure, known["failure"]))

    def release(self, lease: Lease) -> bool:
        """Give a lease back; the last one ends the server. True when it ended."""
        path = self.run_file(lease.record.key)
        with self._locked(path):
            record = read_record(path)
            if record is None or record.token != lease.record.token:
                return False
            left = tuple(user for user in record.living if user.token != lease.user.token)
            if left and record.supervisor and record.supervisor.alive:
                write_atomic(path, to_wire(replace(record, users=left)))
                return False
            path.unlink(missing_ok=True)
            end_server(record)
            return True

    @contextlib.contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        lock = filelock.FileLock(lock_path(path))
        deadline = time.monotonic() + SERVE_LOCK_SECONDS
        while True:
            try:
                lock.acquire(timeout=LOCK_REPORT_SECONDS)
                break
            except filelock.Timeout:
                if time.monotonic() > deadline:
                    raise SubjectError(_lock_failure(lock_path(path))) from None
                self.say("serve: another process is starting the server, waiting for it")
        try:
            yield
        finally:
            lock.release()

    def prune(self) -> tuple[str, ...]:
        """End the servers whose users are all gone, and forget run files that mean nothing any more."""
        if not self.folder.is_dir():
            return ()
        said: list[str] = []
        for path in sorted(self.folder.glob("*.json")):
            if path.name.endswith(FAILED_SUFFIX):
                _drop_if_old(path)
            else:
                said += self._prune_one(path)
        for room in self.folder.glob(f"*{ROOM_SUFFIX}"):
            self._prune_room(room)
        for lock in self.folder.glob(f"*{LOCK_SUFFIX}"):
            # A young one may be open in a process that is about to lock it: unlinking would split the lock in two.
            if not lock.with_suffix(".json").exists():
                _drop_if_old(lock)
        return tuple(said)

    def _prune_room(self, room: Path) -> None:
        """Remove the private folders of a server that is no more."""
        run_file = room.with_suffix(".json")
        lock = None if run_file.exists() else try_lock(run_file)
        if lock is None:
            return
        try:
            if not run_file.exists():
                shutil.rmtree(room, ignore_errors=True)
        finally:
            lock.release()

    def _prune_one(self, path: Path) -> list[str]:
        lock = try_lock(path)
        if lock is None:
            return []
        try:
            record = read_record(path)
            if record is None:
                path.unlink(missing_ok=True)
                return [f"serve: removed the unreadable run file {path.name}"]
            if record.machine != machine():
                # Pids of another host, container or boot say nothing here: only the file can be judged, by its age.
                _drop_if_old(path)
                return []
            if record.living:
                return []
            path.unlink(missing_ok=True)
            ended = end_server(record)
            where = record.origin or "a server that was starting"
            return [f"serve: ended {where}, left by run {record.run_id}: {', '.join(ended)}"] if ended else []
        finally:
            lock.release()


def end_server(record: ServerRecord) -> list[str]:
    """End a server with every process that belongs to it; return ``name (pid)`` of what still ran.

    The supervisor is asked first, since it alone knows children that left the process tree.
    """
    if record.machine != machine():
        return []
    said = []
    supervisor = record.supervisor.find() if record.supervisor else None
    if supervisor is not None:
        with contextlib.suppress(Exception):
            said = [f"{process.name()} ({process.pid})" for process in tree(record.supervisor)]
            supervisor.terminate()
            supervisor.wait(timeout=SERVE_END_SECONDS)
    rest = end(lambda: [*tree(record.supervisor), *([supervisor] if supervisor else []), *marked(record.token)])
    return [*said, *(text for text in rest if text not in said)]


def _drop_if_old(path: Path) -> None:
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > SERVE_FOREIGN_KEEP_SECONDS:
            path.unlink()


def _lock_failure(path: Path) -> Failure:
    return Failure(
        label="infra:lock",
        stage="serve",
        message=f"the lock {path} was held for more than {SERVE_LOCK_SECONDS:.0f} s",
        hint="another run holds it; end that run, or use another cache folder",
    )
