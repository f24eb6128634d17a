"""SIGTERM as Ctrl-C: a run that a job runner ends still writes its report and ends what it started."""

from __future__ import annotations

import contextlib
import signal
import threading
from types import FrameType

WORKER_MARKS = ("exec(eval(sys.stdin.readline()))", "[pytest-xdist")
"""Command line of a worker: execnet's bootstrap, or the title that xdist sets where setproctitle is installed."""


class TerminationAsInterrupt:
    """While active, SIGTERM interrupts the session; a handler that somebody else installed is left alone."""

    def __init__(self) -> None:
        self._active = False

    def start(self) -> None:
        mine = threading.current_thread() is threading.main_thread()
        if mine and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, self._interrupt)
            self._active = True

    def stop(self) -> None:
        if self._active:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._active = False

    def _interrupt(self, signum: int, frame: FrameType | None) -> None:
        # A second one ends the process at once.
        self.stop()
        _interrupt_workers()
        raise KeyboardInterrupt("ended by SIGTERM")


def _interrupt_workers() -> None:
    """Interrupt xdist's workers as Ctrl-C does: they get no SIGTERM, and waiting for a busy one takes 20 seconds."""
    import psutil

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error):
                if any(mark in " ".join(child.cmdline()) for mark in WORKER_MARKS):
                    child.send_signal(signal.SIGINT)
