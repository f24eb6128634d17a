"""Recorded values of one app, each made once per run whatever the number of processes.

Each is a JSON file in ``<app folder>/observed``; a file lock makes the first process that needs it gather it, and the
others read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import filelock

from pytest_uibench import constants
from pytest_uibench.observe.store import load, save

T = TypeVar("T")


class Artifacts:
    """The values of one app, as this process knows them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """The app's folder in the output directory."""
        self.kept: dict[str, Any] = {}
        """What this process made or read."""

    def once(self, name: str, kind: type[T], make: Callable[[], T], *, again: bool = False) -> T:
        """The value ``name``: known, read, or made now; ``again`` makes it anew."""
        if not again and (known := self.read(name, kind)) is not None:
            return known
        with self.locked(name):
            if not again and (stored := load(self.file(name), kind)) is not None:
                return self.keep(name, stored)
            return self.keep(name, self.save(name, make()))

    def read(self, name: str, kind: type[T]) -> T | None:
        """What this process knows already."""
        kept: T | None = self.kept.get(name)
        return kept

    def keep(self, name: str, value: T) -> T:
        """Remember ``value`` in this process."""
        self.kept[name] = value
        return value

    def save(self, name: str, value: T) -> T:
        """Write ``value`` for the other processes and for the report."""
        save(self.file(name), value)
        return value

    def file(self, name: str) -> Path:
        """Where ``name`` is stored."""
        return self.folder / "observed" / f"{name}.json"

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Hold the lock of ``name``. Order: home, site, reference and fidelity; a holder only takes later ones."""
        lock = self.folder / "observed" / f".{name}.lock"
        lock.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(lock):
            yield

    def note_seconds(self, stage: str, seconds: float) -> None:
        """Note how long a stage took, the first time."""
        self.note(lambda notes: notes.setdefault("seconds", {}).setdefault(stage, round(seconds, 3)))

    def note(self, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the notes that the report reads."""
        with self.locked("gathered"):
            path = self.folder / constants.GATHERED_FILE
            notes = load(path, dict) or {}
            change(notes)
            save(path, notes)
