"""Signs of life of long steps: lines on the terminal while an item runs, also from xdist workers."""

from __future__ import annotations

import contextlib
import os
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.constants import HEARTBEAT_SECONDS, PROGRESS_POLL_SECONDS

WORKER = "PYTEST_XDIST_WORKER"
HEARTBEAT = re.compile(r"… \d+ s$")


class Progress:
    """Says lines to the person in front of the terminal; a mere heartbeat of a step only now and then."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._config = config
        self._file = file
        self._worker = os.environ.get(WORKER)
        self._lock = threading.Lock()
        self._last = time.monotonic()
        self._waiting: list[str] = []

    def say(self, line: str) -> None:
        """Show one line; a worker leaves it for the controller. Called from several threads."""
        with self._lock:
            quiet = time.monotonic() - self._last
            if HEARTBEAT.search(line) and quiet < HEARTBEAT_SECONDS:
                return
            self._last = time.monotonic()
            self._waiting.append(line)
            # pytest's capture can only be lifted by the main thread; the others' lines wait for it.
            if self._worker or threading.current_thread() is threading.main_thread():
                for waiting in self._waiting:
                    self._tell(waiting)
                self._waiting.clear()

    def _tell(self, line: str) -> None:
        if self._worker:
            # A line that cannot be left (disk full) costs no result.
            with contextlib.suppress(OSError), self._file.open("a", encoding="utf-8") as out:
                out.write(f"{line}\n")
            return
        show(self._config, line)


def show(config: pytest.Config, line: str) -> None:
    """Print a line of progress from the main thread, around pytest's capture."""
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    if capture is None:
        _write(config, line)
        return
    with capture.global_and_fixture_disabled():
        _write(config, line)


class Follower:
    """Controller side under xdist: shows what workers leave in the progress file."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._config = config
        self._file = file
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="uibench-progress", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=PROGRESS_POLL_SECONDS * 4)

    def _follow(self) -> None:
        position = 0
        while not self._stop.wait(PROGRESS_POLL_SECONDS):
            if not self._file.exists():
                continue
            with self._file.open(encoding="utf-8", errors="replace") as source:
                source.seek(position)
                for line in source.read().splitlines():
                    _write(self._config, line)
                position = source.tell()


def _write(config: pytest.Config, line: str) -> None:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or config.option.verbose < 0:
        return
    reporter.ensure_newline()
    reporter.write_line(f"uibench: {line}", cyan=True)
