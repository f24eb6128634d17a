"""Signs of life of long steps: lines on the terminal while an item runs, also from xdist workers."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.constants import PROGRESS_POLL_SECONDS

WORKER = "PYTEST_XDIST_WORKER"


class Progress:
    """Says lines to the person in front of the terminal."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._config = config
        self._file = file
        self._worker = os.environ.get(WORKER)

    def say(self, line: str) -> None:
        """Show one line; a worker leaves it for the controller."""
        if self._worker:
            with self._file.open("a", encoding="utf-8") as out:
                out.write(f"{line}\n")
            return
        show(self._config, line)


def show(config: pytest.Config, line: str) -> None:
    """Print a line of progress around pytest's capture."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or config.option.verbose < 0:
        return
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    if capture is None or threading.current_thread() is not threading.main_thread():
        _write(reporter, line)
        return
    with capture.global_and_fixture_disabled():
        _write(reporter, line)


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
                    show(self._config, line)
                position = source.tell()


def _write(reporter: Any, line: str) -> None:
    reporter.ensure_newline()
    reporter.write_line(f"uibench: {line}", cyan=True)
