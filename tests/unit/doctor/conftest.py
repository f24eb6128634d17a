"""Fixtures of the doctor's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from .machines import Bench


@pytest.fixture
def bench(tmp_path) -> Bench:
    (tmp_path / "bin").mkdir()
    (tmp_path / "scratch").mkdir()
    return Bench(tmp_path)


@pytest.fixture
def own_cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UIBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
