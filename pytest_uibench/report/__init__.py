"""Rank 6: what a run tells, from the score card only. No page, no source, no pytest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pytest_uibench.model import Scorecard

from .html import write_html
from .json import RESULTS, load_results, write_results
from .junit import properties
from .pen import Line
from .terminal import summary_lines


class Written(NamedTuple):
    """What :func:`write_reports` did."""

    paths: tuple[Path, ...]
    """Files that were written, results.json first."""
    errors: tuple[str, ...]
    """One line per file that could not be written: ours, to be shown loudly."""


def write_reports(card: Scorecard, output: Path) -> Written:
    """Write all reports of ``card`` below ``output``, results.json first; one that fails never costs the others."""
    paths, errors = [], []
    writers: tuple[tuple[str, Callable[[], Path]], ...] = (
        (RESULTS, lambda: write_results(card, output / RESULTS)),
        ("index.html", lambda: write_html(card, output)),
    )
    for name, write in writers:
        try:
            paths.append(write())
        except Exception as error:  # noqa: BLE001 - whatever breaks a report, the results must outlive it
            errors.append(f"{output / name} was not written: {type(error).__name__}: {error}")
    return Written(tuple(paths), tuple(errors))


__all__ = [
    "Line",
    "Written",
    "load_results",
    "properties",
    "summary_lines",
    "write_html",
    "write_reports",
    "write_results",
]
