"""Real apps, real npm, real browser: runs of pytest on fixtures, as a user starts them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import materialise

E2E_TIMEOUT = 1800
SUBJECT = Path(__file__).parents[2] / "pytest_uibench" / "subject"


@dataclass(frozen=True)
class Ran:
    """One run of pytest on apps."""

    exit: int
    out: str
    folder: Path
    results: dict[str, Any]

    def app(self, name: str) -> dict[str, Any]:
        return next(app for app in self.results["apps"] if app["app"] == name)


@pytest.fixture(scope="session")
def shared_cache() -> Path:
    """One cache for the whole suite: a set of dependencies is installed once."""
    base = os.environ.get("UIBENCH_TEST_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    # What an older version of the code made of a build must not stand in for what this one makes of it.
    code = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(SUBJECT.rglob("*.*py")))).hexdigest()[:12]
    return Path(base).expanduser() / "pytest-uibench-tests" / code


@pytest.fixture(scope="session")
def run_pytest(shared_cache: Path) -> Callable[..., Ran]:
    """Run pytest in ``folder`` with the given arguments."""

    def run(folder: Path, *args: str, env: Mapping[str, str] | None = None, cache: Path | None = None) -> Ran:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "UIBENCH_"))}
        environment |= {"UIBENCH_CACHE": str(cache or shared_cache), **(env or {})}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(folder), *args],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=E2E_TIMEOUT,
            check=False,
        )
        path = folder / "uibench-report" / "results.json"
        results = json.loads(path.read_text()) if path.exists() else {}
        return Ran(exit=done.returncode, out=done.stdout + done.stderr, folder=folder, results=results)

    return run


@pytest.fixture
def make_apps(tmp_path: Path) -> Callable[..., list[Path]]:
    """Write fixtures as ready-to-run folders."""
    return lambda *names: [materialise(name, tmp_path) for name in names]


def without_times(value: Any, drop: Sequence[str] = ("seconds", "started", "id", "command", "cached")) -> Any:
    """A results value with everything that may differ between two equal runs taken out."""
    if isinstance(value, dict):
        return {key: without_times(item, drop) for key, item in value.items() if key not in drop}
    if isinstance(value, list):
        return [without_times(item, drop) for item in value]
    return value
