"""Keeps one server for its users and ends its whole process tree when the last of them is gone.

Runs as ``python -m pytest_uibench.subject.serve.supervisor`` in a session of its own, so that neither Ctrl-C nor the
end of the process that started it reaches it: ``kill -9`` of every user ends the server within a few seconds (F23).
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import sys
import time
from pathlib import Path
from typing import Any

from pytest_uibench.subject._supervisor import PR_SET_CHILD_SUBREAPER, Supervisor, _prctl, descendants

from .records import read_record, try_lock


class Keeper(Supervisor):
    """Owner of one server's process tree; lives as long as the run file names a living user."""

    def __init__(self, order: dict[str, Any]) -> None:
        super().__init__(order)
        self.run_file = Path(order["run_file"])

    def keep(self) -> None:
        """Until nothing of the server is left, nobody uses it, a limit was passed, or SIGTERM came."""
        self.reap()  # a child that ended before the loop stood
        checked = time.monotonic()
        with selectors.DefaultSelector() as selector:
            for side in (self.output, self.wake):
                selector.register(side, selectors.EVENT_READ)
            while self.limit is None and not self._over():
                for key, _events in selector.select(self.order["poll"]):
                    self._ready(selector, key.fd)
                self.reap()
                if time.monotonic() - checked >= self.order["poll"]:
                    checked = time.monotonic()
                    # The process that started the server may go: only its users count.
                    self.parent = os.getppid()
                    self.measure()
                    if not self._wanted():
                        self.limit = self.limit or "ended"

    def _over(self) -> bool:
        """``node a.js &`` ends at once and leaves its server behind: over only when nothing is left."""
        return self.status is not None and not descendants(os.getpid())

    def _wanted(self) -> bool:
        record = read_record(self.run_file)
        if record is None or record.token != self.order["token"]:
            return False
        if record.living:
            return True
        # Nobody is left. Under the lock, so that no new user joins between the look and the end.
        lock = try_lock(self.run_file)
        if lock is None:
            return True
        try:
            record = read_record(self.run_file)
            if record is None or record.token != self.order["token"]:
                return False
            if record.living:
                return True
            self.run_file.unlink(missing_ok=True)
            return False
        finally:
            lock.release()


def main() -> None:
    """Take one order (a JSON line) from standard input; tell how the server ended on standard output."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    keeper = Keeper(json.loads(sys.stdin.readline()))
    report: dict[str, Any] = {"returncode": 127, "limit": None}
    try:
        keeper.spawn()
    except OSError as error:
        keeper.log.write(f"{error}\n".encode())
    else:
        try:
            keeper.keep()
        finally:
            report = {"returncode": keeper.status, "limit": keeper.limit}
            keeper.end()
    keeper.log.close()
    with contextlib.suppress(OSError):
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
