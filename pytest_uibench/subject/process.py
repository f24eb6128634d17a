"""Run commands of a subject: whole trees, under limits, with output in a capped file.

Every command runs below a small supervisor process (``_supervisor.py``). The supervisor holds the reading end of a
pipe whose writing end only this process has: when this process ends in whatever way, ``kill -9`` included, the
kernel closes the pipe and the supervisor ends the tree, grandchildren with sessions of their own included.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final, Literal, cast

from pytest_uibench import constants

Limit = Literal["time", "cpu", "memory", "output", "ended"]
"""Why a tree was ended; ``ended`` is our own order (cancelled, interrupted)."""

_SUPERVISOR: Final = Path(__file__).with_name("_supervisor.py")
_live: set[Running] = set()
_live_lock = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a process tree may use. Seconds and bytes."""

    seconds: float
    """Wall clock."""
    cpu: float
    """Processor seconds of the whole tree."""
    memory: int = constants.COMMAND_MEMORY_LIMIT_BYTES
    """Resident memory of the whole tree."""
    output: int = constants.COMMAND_OUTPUT_LIMIT_BYTES
    """What it may print in all; the log keeps the start and the end of it."""
    file: int = constants.COMMAND_FILE_LIMIT_BYTES
    """The largest file it may write."""
    grace: float = 0.0
    """Time between the request to end and the killing."""

    @classmethod
    def of(cls, seconds: float, *, grace: float = 0.0) -> Limits:
        """The usual limits of a command that may take ``seconds``."""
        return cls(seconds=seconds, cpu=seconds * constants.CPU_TIME_FACTOR, grace=grace)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a command ended."""

    returncode: int
    """Negative for a signal, 127 when it could not be started."""
    seconds: float
    limit: Limit | None
    """The limit that was hit, or None when the command ended by itself."""
    log: Path
    tail: str
    """End of the log, at most ``COMMAND_TAIL_CHARACTERS``."""
    cpu: float = 0.0
    memory: int = 0
    """Highest resident memory of the tree that was seen, in bytes."""
    output: int = 0
    """Bytes printed, those that the log left out included."""

    @property
    def ok(self) -> bool:
        """True when the command ended by itself with status 0."""
        return self.returncode == 0 and self.limit is None


def read_tail(log: Path, characters: int = constants.COMMAND_TAIL_CHARACTERS) -> str:
    """The end of a log file as text; empty when there is none."""
    try:
        with log.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - characters))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


class Running:
    """A command that runs. End it with :meth:`end`, or leave it to the end of this process."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process, self.log = process, log
        self._buffer = b""
        self._report: dict[str, Any] = {}
        self._lock = threading.Lock()
        self.started = time.monotonic()
        with _live_lock:
            _live.add(self)

    @property
    def pid(self) -> int:
        """Process id of the supervisor: its end means that the whole tree ended."""
        return self._process.pid

    def wait(self, seconds: float) -> Outcome | None:
        """The outcome, or None while the command still runs after ``seconds``."""
        deadline = time.monotonic() + seconds
        with self._lock, selectors.DefaultSelector() as selector:
            status = cast("IO[bytes]", self._process.stdout)
            if "returncode" in self._report or status.closed:
                return self._outcome()
            selector.register(status, selectors.EVENT_READ)
            while selector.select(max(0.0, deadline - time.monotonic())):
                data = os.read(status.fileno(), constants.COMMAND_TAIL_CHARACTERS)
                self._buffer += data
                self._take_lines()
                if not data or "returncode" in self._report:
                    return self._finish()
            return None

    def end(self) -> Outcome:
        """End the whole tree and return how it ended."""
        with contextlib.suppress(OSError, ValueError):
            cast("IO[bytes]", self._process.stdin).close()
        outcome = self.wait(constants.COMMAND_DRAIN_SECONDS * 2)
        if outcome is None:
            self._process.kill()
            with self._lock:
                outcome = self._finish()
        return outcome

    def _take_lines(self) -> None:
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            self._report |= json.loads(line)

    def _finish(self) -> Outcome:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        with _live_lock:
            _live.discard(self)
        return self._outcome()

    def _outcome(self) -> Outcome:
        # A supervisor that was killed itself reports nothing: the command did not end by itself.
        lost = {"returncode": -9, "limit": "ended", "seconds": time.monotonic() - self.started}
        report: dict[str, Any] = lost | self._report
        return Outcome(
            returncode=report["returncode"],
            seconds=report["seconds"],
            limit=report["limit"],
            log=self.log,
            tail=read_tail(self.log),
            cpu=report.get("cpu", 0.0),
            memory=report.get("memory", 0),
            output=report.get("output", 0),
        )


def start(argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], log: Path, limits: Limits) -> Running:
    """Start ``argv`` below a supervisor; its output is appended to ``log``.

    Args:
        argv: program and arguments; ``["/bin/sh", "-c", line]`` for a shell line.
        env: the whole environment of the command, nothing is inherited.

    Raises:
        OSError: when the supervisor itself cannot be started.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    order = asdict(limits) | {
        "argv": list(argv),
        "cwd": str(cwd),
        "env": dict(env),
        "log": str(log),
        "head": constants.COMMAND_LOG_HEAD_BYTES,
        "tail": constants.COMMAND_LOG_TAIL_BYTES,
        "poll": constants.COMMAND_POLL_SECONDS,
        "drain": constants.COMMAND_DRAIN_SECONDS,
    }
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_SUPERVISOR)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )
    running = Running(process, log)
    # Not on the command line: that can be read by everybody on the machine.
    control = cast("IO[bytes]", process.stdin)
    with contextlib.suppress(BrokenPipeError):
        control.write(json.dumps(order).encode() + b"\n")
        control.flush()
    return running


def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    log: Path,
    limits: Limits,
    progress: Callable[[float], None] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Outcome:
    """Run ``argv`` to its end; ``progress`` is called with the seconds so far every few seconds.

    ``meanwhile`` is called once, while the command runs: for what this process can do until then.

    The tree is ended on every way out, exceptions such as ``KeyboardInterrupt`` included.
    """
    running = start(argv, cwd=cwd, env=env, log=log, limits=limits)
    fail_safe = time.monotonic() + limits.seconds + limits.grace + constants.COMMAND_DRAIN_SECONDS * 4
    try:
        if meanwhile is not None:
            meanwhile()
        while (outcome := running.wait(constants.COMMAND_PROGRESS_SECONDS)) is None:
            if progress is not None:
                progress(time.monotonic() - running.started)
            if time.monotonic() > fail_safe:
                return running.end()
        return outcome
    finally:
        if running in _live:
            running.end()


def end_all() -> None:
    """End every command that this process started and that still runs."""
    with _live_lock:
        living = list(_live)
    for running in living:
        with contextlib.suppress(OSError, ValueError):
            cast("IO[bytes]", running._process.stdin).close()  # first ask all, then wait for each
    for running in living:
        running.end()


atexit.register(end_all)
