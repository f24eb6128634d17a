"""SIGTERM as Ctrl-C: a run that a job runner ends still writes its report and ends what it started."""

from __future__ import annotations

import signal
import threading
from types import FrameType


class TerminationAsInterrupt:
    """While active, SIGTERM interrupts the session; a handler that somebody else installed is left alone."""

    def __init__(self) -> None:
        self._active = False

    def start(self) -> None:
        mine = threading.current_thread() is threading.main_thread()
        if mine and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _interrupt)
            self._active = True

    def stop(self) -> None:
        if self._active:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._active = False


def _interrupt(signum: int, frame: FrameType | None) -> None:
    # A second one ends the process at once.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise KeyboardInterrupt("ended by SIGTERM")
