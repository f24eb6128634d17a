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
    from pytest_uibench.checks.fidelity.page import score_page
    from pytest_uibench.checks.fidelity.routes import align_screens
    from pytest_uibench.plugin.design import DesignMatch, assert_matches_design
    from pytest_uibench.report.json import load_results
    from pytest_uibench.scoring.iis import score_interactions

__all__ = [
    "DesignMatch",
    "__version__",
    "align_screens",
    "assert_matches_design",
    "load_results",
    "score_interactions",
    "score_page",
]

_HOMES = {
    "DesignMatch": "pytest_uibench.plugin.design",
    "align_screens": "pytest_uibench.checks.fidelity.routes",
    "assert_matches_design": "pytest_uibench.plugin.design",
    "load_results": "pytest_uibench.report.json",
    "score_interactions": "pytest_uibench.scoring.iis",
    "score_page": "pytest_uibench.checks.fidelity.page",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
