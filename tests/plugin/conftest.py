"""Small plain sites (nothing to install, nothing to build) and ways to run pytest on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><nav><a href="index.html">Home</a> <a href="about.html">About us</a></nav>
<main><h1>{title}</h1><p>{text}</p><button type="button">Say hello</button></main></body></html>
"""

NO_XDIST = ("-p", "no:xdist")
MODES = {"no-xdist": NO_XDIST, "n0": ("-n0",), "n2": ("-n2",)}


def write_site(folder: Path, **pages: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"index": "A small site with two pages.", "about": "We are two people and a dog."} | pages
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(PAGE.format(title=name.title(), text=text))
    return folder


@pytest.fixture
def gen_app(pytester: pytest.Pytester) -> Path:
    """A site of two pages that link to each other."""
    return write_site(pytester.path / "gen_app")


@pytest.fixture(params=list(MODES))
def mode(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Without xdist, with ``-n0``, with ``-n2``."""
    return MODES[request.param]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of this suite neither see nor fill the user's cache."""
    monkeypatch.setenv("UIBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_TESTRUNUID", raising=False)


@pytest.fixture
def run(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Run pytest in a process of its own, as a user does."""
    return lambda *args: pytester.runpytest_subprocess(*map(str, args), timeout=120)


@pytest.fixture
def results(pytester: pytest.Pytester) -> Callable[[], dict[str, Any]]:
    """The results.json of the last run."""
    return lambda: json.loads((pytester.path / "uibench-report" / "results.json").read_text())
