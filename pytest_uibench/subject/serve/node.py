"""Servers of the subject itself: Next, SvelteKit, Astro, ``vite preview``, a ``start`` of the spec's.

The server is run by its own binary on 127.0.0.1 and a port that is free; whatever it makes of both, its page is taken
only from a listening socket that belongs to its own process tree (F20, F21).
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_uibench.constants import (
    SERVE_FIXED_PORT_SECONDS,
    SERVE_PORT_ATTEMPTS,
    SERVE_SCAN_SECONDS,
    SERVE_START_SECONDS,
)
from pytest_uibench.model import Failure, Prepared, Served, SubjectError, SubjectOptions
from pytest_uibench.subject.sandbox import Room

from .diagnosis import crashed, explain, fixed_port, port_busy
from .launch import Launch, Supervised, forget, prepare
from .listening import answers_on, free_port
from .logfile import last_lines
from .processes import ProcessId
from .readiness import NotReady, Ready, await_ready
from .records import ROOM_SUFFIX, ServerRecord, read_record
from .registry import Registry, end_server
from .standalone import complete_standalone


def server_key(prepared: Prepared, run_id: str) -> str:
    """Return ``<build>-<run>``: one server per app and run, shared by all processes of the run."""
    parts = (prepared.key, prepared.project.path, prepared.workdir, str(prepared.project.serve.command))
    build = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
    return f"{build[:16]}-{hashlib.sha256(run_id.encode()).hexdigest()[:12]}"


@contextlib.contextmanager
def serve_node(
    prepared: Prepared,
    options: SubjectOptions,
    say: Callable[[str], None],
    *,
    base: str = "",
    ports: Callable[[], int] = free_port,
    seconds: float = SERVE_START_SECONDS,
) -> Iterator[Served]:
    """Run, or join, the server of ``prepared`` until the block ends.

    Args:
        base: base path in front of every route, ``""`` or ``/app``.
        ports: gives the next port to try.
        seconds: from a start to its first proven answer.

    Raises:
        SubjectError: when the server does not come up (stage ``serve``).
    """
    began = time.monotonic()
    registry = Registry(Path(options.cache), say)
    key = server_key(prepared, options.run_id)
    starter = _Starter(prepared, options, registry.run_file(key), say, f"{base}/", ports, seconds)
    try:
        lease = registry.acquire(key, options.run_id, starter.start)
    except OSError as error:
        forget(starter.room)
        message = f"the server could not be started: {error}"
        raise SubjectError(Failure(label="infra:disk", stage="serve", message=message)) from error
    except BaseException:
        forget(starter.room)
        raise
    try:
        yield Served(
            origin=str(lease.record.origin),
            base=base,
            kind="server",
            pid=lease.record.supervisor.pid if lease.record.supervisor else None,
            seconds=time.monotonic() - began,
            notes=lease.record.notes,
        )
    finally:
        if registry.release(lease):
            forget(starter.room)


def crash_of(served: Served, options: SubjectOptions) -> Failure | None:
    """Return why a server that was running has ended by itself, or None while it runs.

    Args:
        served: what :func:`serve_node` gave; its block must still be open.
        options: the same as there (the log is read).
    """
    for path in (Path(options.cache) / "servers").glob("*.json"):
        record = read_record(path)
        if record and record.origin == served.origin and record.supervisor and record.supervisor.pid == served.pid:
            if record.supervisor.alive:
                return None
            break
    return crashed(newest_log(options))


def newest_log(options: SubjectOptions) -> Path:
    """Log of the server that was started last."""
    logs = sorted(Path(options.logs).glob("serve*.log"), key=lambda log: log.stat().st_mtime)
    return logs[-1] if logs else Path(options.logs, "serve.log")


@dataclass
class _Starter:
    """Starts one server, on another port where the first one is taken meanwhile."""

    prepared: Prepared
    options: SubjectOptions
    run_file: Path
    say: Callable[[str], None]
    path: str
    ports: Callable[[], int]
    seconds: float
    taken: list[int] = field(default_factory=list)
    """Ports that were found taken, one for each failed start."""

    @property
    def room(self) -> Room:
        """Private home and temporary folder of the server."""
        return Room(self.run_file.with_suffix(ROOM_SUFFIX))

    def start(self, record: ServerRecord, publish: Callable[[ProcessId], None]) -> ServerRecord:
        """Start the server; see :meth:`Registry.acquire`."""
        complete_standalone(self.prepared)
        while True:
            port = self.ports()
            launch = prepare(self.prepared, self.options, self.room, port, record.token)
            self.say(f"serve: starting the app's server on port {port}")
            server = self._run(launch, record.token)
            current = replace(record, supervisor=server.identity)
            publish(server.identity)
            verdict = await_ready(server, port, self.path, self.seconds)
            if isinstance(verdict, Ready):
                return replace(current, origin=verdict.origin, notes=(*launch.notes, *self._retries(), *verdict.notes))
            # First the end, then the log: its last part is written when the supervisor ends.
            end_server(current)
            server.wait(self.seconds)
            self._retry_or_raise(verdict, server, port)

    def _run(self, launch: Launch, token: str) -> Supervised:
        try:
            return Supervised(launch, self.run_file, token, self._log())
        except OSError as error:
            message = f"the server's supervisor cannot be started: {error}"
            raise SubjectError(Failure(label="infra:supervisor", stage="serve", message=message)) from error

    def _retries(self) -> tuple[str, ...]:
        return tuple(f"started again: port {port} was taken by another process" for port in self.taken)

    def _log(self) -> Path:
        """Return a log file of its own for every start: an earlier one's error must not be read for this one's."""
        folder = Path(self.options.logs)
        names = ("serve.log", *(f"serve-{number}.log" for number in range(2, 1000)))
        return next(folder / name for name in names if not (folder / name).exists())

    def _retry_or_raise(self, verdict: NotReady, server: Supervised, port: int) -> None:
        lines = last_lines(server.log)
        taken = port if verdict.kind == "taken" else fixed_port(lines, port) if verdict.kind == "exit" else None
        if taken is None:
            raise SubjectError(explain(verdict, server.report, server.log, port))
        self.taken.append(taken)
        if len(self.taken) >= SERVE_PORT_ATTEMPTS:
            raise SubjectError(
                explain(NotReady("taken"), server.report, server.log, port)
                if taken == port
                else port_busy(taken, server.log)
            )
        if taken != port and not self._until_free(taken):
            raise SubjectError(port_busy(taken, server.log))

    def _until_free(self, port: int) -> bool:
        """Wait for a port on which the server insists: the app next to it may have the same idea."""
        self.say(f"serve: the app insists on port {port}, which another process holds; waiting for it")
        never = threading.Event()
        deadline = time.monotonic() + min(SERVE_FIXED_PORT_SECONDS, self.seconds)
        while answers_on(port) or answers_on(port, "::1"):
            if time.monotonic() > deadline:
                return False
            never.wait(SERVE_SCAN_SECONDS)
        return True
