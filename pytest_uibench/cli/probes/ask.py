"""Runs a command for an answer: bounded in time and output, nothing left behind, no exception."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.constants import DOCTOR_OUTPUT_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command said."""

    code: int | None
    """Exit status; None when it did not start or did not end in time."""
    output: str
    """stdout and stderr together, cut (see constants), or why it did not start."""
    timed_out: bool = False

    @property
    def ok(self) -> bool:
        """True for exit status 0."""
        return self.code == 0

    @property
    def line(self) -> str:
        """First line that is not blank."""
        return next((line.strip() for line in self.output.splitlines() if line.strip()), "")

    @property
    def why(self) -> str:
        """What went wrong, in one line."""
        if self.timed_out:
            return "it gave no answer in time"
        if self.code is None:
            return self.line
        lines = self.output.strip().splitlines()
        traceback = bool(lines) and lines[0].startswith("Traceback")  # its last line is the telling one
        telling = lines[-1].strip() if traceback else self.line
        said = f": {telling}" if telling else ""
        return f"it ended with status {self.code}{said}"


def ask(
    command: Sequence[str], *, seconds: float, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> Answer:
    """Run ``command`` (no shell, no stdin) for at most ``seconds`` and return what it said."""
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=None if environment is None else dict(environment),
            cwd=folder,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return Answer(code=None, output=f"it cannot be started: {error}")
    try:
        deadline = time.monotonic() + seconds
        output = _read(process, deadline)
        try:
            code = process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return Answer(code=None, output=output, timed_out=True)
        return Answer(code=code, output=output)
    finally:
        end_tree(process.pid)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _read(process: subprocess.Popen[bytes], deadline: float) -> str:
    """Read until the end of file, the end of the process, the limit or the deadline, whichever is first."""
    if process.stdout is None:
        return ""
    descriptor = process.stdout.fileno()
    os.set_blocking(descriptor, False)
    data = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0 and len(data) < DOCTOR_OUTPUT_LIMIT:
            # A daemon that inherited the pipe keeps it open: look at the process itself now and then.
            ready = selector.select(min(left, 0.1))
            chunk = os.read(descriptor, 65_536) if ready else None
            if chunk:
                data += chunk
            elif chunk == b"" or process.poll() is not None:
                break
    return data.decode("utf-8", "replace")


def end_tree(pid: int) -> None:
    """Kill a process with all its descendants, also those in process groups of their own."""
    import psutil

    with contextlib.suppress(OSError):  # what outlived its parent is still in the session's group
        os.killpg(pid, signal.SIGSTOP)
    try:
        parent = psutil.Process(pid)
        family = [*parent.children(recursive=True), parent]
    except psutil.Error:
        family = []
    for member in family:
        with contextlib.suppress(psutil.Error):
            member.kill()
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
