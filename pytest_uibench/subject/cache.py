"""Everything that is kept between runs and shared by the workers of one run.

::

    <root>/deps/<key>/        installed dependencies: node_modules, the lock file that was made, record.json
    <root>/work/<key>/        working copies; app/ is the copy, home/ and tmp/ belong to its commands
    <root>/builds/<key>.json  what building a working copy gave; without it the copy is unfinished and made again
    <root>/captures/<key>/    captures of reference projects
    <root>/runs/<run>/…json   results of one run, so that no worker repeats another one's install
    <root>/locks, slots       lock files; the system releases them when their holder dies, whatever the way
    <root>/npm                the package manager's own download cache

Lock order: application, then dependencies, then a slot; nobody waits for a lock while holding a slot.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from pytest_uibench import constants

from .workcopy import remove_tree

Say = Callable[[str], None]
_SECONDS_A_DAY: Final = 86_400
_OURS: Final = re.compile(r"[0-9a-f]{16}|[0-9a-f]{32}")
"""Names of entries: digests and run ids."""


def digest(*parts: str | bytes | None) -> str:
    """A short key over its parts; None differs from ``""``, and no two lists of parts share a key."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(b"-" if data is None else b"%d:%b" % (len(data), data))
    return total.hexdigest()[:32]


class Cache:
    """The folder behind ``SubjectOptions.cache``."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in ("deps", "work", "builds", "captures", "runs", "locks", "slots", "npm"):
            (self.root / name).mkdir(exist_ok=True)
        tag = self.root / constants.CACHE_TAG
        if not tag.exists():
            tag.write_text(constants.CACHE_SIGNATURE, encoding="ascii")

    def deps(self, key: str) -> Path:
        return self.root / "deps" / key

    def work(self, key: str) -> Path:
        return self.root / "work" / key

    def captures(self, key: str) -> Path:
        return self.root / "captures" / key

    def build_record(self, key: str) -> Path:
        return self.root / "builds" / f"{key}.json"

    def build_log(self, key: str, stage: str) -> Path:
        """Copy of a stage's log that a hit shows again."""
        return self.root / "builds" / f"{key}.{stage}.log"

    def run_record(self, run: str, key: str, stage: str) -> Path:
        # A run id comes from the command line: it must not lead out of the folder.
        return self.root / "runs" / digest(run)[:16] / f"{key}.{stage}.json"

    @contextlib.contextmanager
    def lock(self, name: str, what: str, say: Say) -> Iterator[None]:
        """Hold the lock ``name``; while somebody else holds it, say so."""
        lock = FileLock(self.root / "locks" / f"{name}.lock", thread_local=False)
        started = time.monotonic()
        while True:
            try:
                lock.acquire(timeout=constants.LOCK_REPORT_SECONDS, poll_interval=constants.LOCK_POLL_SECONDS)
                break
            except Timeout:
                say(f"waiting for another process: {what} … {time.monotonic() - started:.0f} s")
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def slot(self, jobs: int, what: str, say: Say) -> Iterator[None]:
        """One of ``jobs`` places for heavy work on this machine."""
        places = [FileLock(self.root / "slots" / f"{i}.lock", thread_local=False) for i in range(max(1, jobs))]
        started = time.monotonic()
        reported = started
        while (place := self._free(places)) is None:
            if time.monotonic() - reported >= constants.LOCK_REPORT_SECONDS:
                reported = time.monotonic()
                say(f"waiting for a free place to run {what} … {reported - started:.0f} s")
        try:
            yield
        finally:
            place.release()

    @staticmethod
    def _free(places: list[FileLock]) -> FileLock | None:
        """The first free place; looks at all of them once, waits a little at the last one."""
        for place in places:
            wait = constants.LOCK_POLL_SECONDS * 2 if place is places[-1] else 0
            with contextlib.suppress(Timeout):
                place.acquire(timeout=wait, poll_interval=constants.LOCK_POLL_SECONDS)
                return place
        return None

    def publish_deps(self, key: str, fill: Callable[[Path], None]) -> Path:
        """Make ``deps/<key>`` with ``fill(folder)`` and show it only when it is whole. Needs the lock of ``key``."""
        parent = self.root / "deps"
        for left_over in parent.glob(f".{key}.*"):
            # Its maker died: the lock is ours.
            remove_tree(left_over)
        folder = Path(tempfile.mkdtemp(prefix=f".{key}.", dir=parent))
        try:
            fill(folder)
            remove_tree(self.deps(key))
            folder.rename(self.deps(key))
        except BaseException:
            remove_tree(folder)
            raise
        return self.deps(key)

    def prune(self, days: float = constants.CACHE_KEEP_DAYS) -> int:
        """Drop what no run used for ``days``; returns the number of entries dropped. Entries in use are locked."""
        oldest = time.time() - days * _SECONDS_A_DAY
        dropped = 0
        for kind, prefix in (("deps", "deps"), ("work", "build"), ("captures", "captures"), ("runs", None)):
            for entry in (self.root / kind).iterdir():
                # A cache pointed at a home directory must not cost the user a folder that is called "work" as well.
                if not _OURS.fullmatch(entry.name) or entry.stat().st_mtime >= oldest:
                    continue
                with contextlib.suppress(Timeout), self._idle(entry, prefix):
                    if kind == "work":
                        self.build_record(entry.name).unlink(missing_ok=True)
                        for log in (self.root / "builds").glob(f"{entry.name}.*.log"):
                            log.unlink(missing_ok=True)
                    remove_tree(entry)
                    dropped += 1
        return dropped

    def _idle(self, entry: Path, prefix: str | None) -> contextlib.AbstractContextManager[object]:
        """The lock of an entry, or Timeout when somebody holds it."""
        if prefix is None:
            return contextlib.nullcontext()
        return FileLock(self.root / "locks" / f"{prefix}-{entry.name}.lock", timeout=0, thread_local=False).acquire()


def touch(path: Path) -> None:
    """Note that a cache entry was used."""
    with contextlib.suppress(OSError):
        os.utime(path)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder as it is, links kept; blocks are shared where the file system can.

    A true copy, not hard links or a mount: builds write into node_modules (caches, generated clients), and what they
    write must not reach another subject. Measured: 173 MB in 15,800 files in 0.4 s against 0.12 s for hard links.

    Raises:
        OSError: when it cannot be copied whole.
    """
    program = shutil.which("cp")
    target.parent.mkdir(parents=True, exist_ok=True)
    if program is None:
        shutil.copytree(source, target, symlinks=True)
        return
    flags = ["-a", "--reflink=auto"] if os.uname().sysname == "Linux" else ["-a"]
    result = subprocess.run(
        [program, *flags, "--", str(source), str(target)], capture_output=True, text=True, check=False
    )
    if result.returncode != 0 and "reflink" in result.stderr:
        result = subprocess.run([program, "-a", str(source), str(target)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        remove_tree(target)
        raise OSError(f"copying {source.name} failed: {result.stderr.strip()[-300:]}")


def write_json(path: Path, data: Any) -> None:
    """Write a record so that a reader sees the old or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(data, file)
    Path(name).replace(path)


def read_json(path: Path) -> Any | None:
    """A record, or None when there is none that can be read."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
