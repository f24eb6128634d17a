"""pytest-uibench: generated web front-ends as test subjects.

Importing the package is cheap: everything heavy is loaded where it is used.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

try:
    __version__ = version("pytest-uibench")
except PackageNotFoundError:  # pragma: no cover - a source tree that was never installed
    __version__ = "0"

if TYPE_CHECKING:
    from pytest_uibench.report.json import load_results

__all__ = ["__version__", "load_results"]

_HOMES = {"load_results": "pytest_uibench.report.json"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
