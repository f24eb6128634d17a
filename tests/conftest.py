"""Shared by the whole suite."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run on an app from this repository's root is about the app, not about this suite."""
    about_an_app = config.getoption("uibench_app", None) and not config.option.file_or_dir
    return True if about_an_app else None
