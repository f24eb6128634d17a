"""Where the built site is (G04)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pytest_uibench import constants
from pytest_uibench.model import Project

_SKIPPED = frozenset({"node_modules", ".git", "coverage", "storybook-static", "playwright-report"})


def find_site(project: Project, folder: Path, source: frozenset[str]) -> Path | None:
    """The folder to serve, or None when the build made no page.

    Args:
        folder: the project's folder in the working copy.
        source: files that the subject brought, relative to the working copy: a page among them was not built.
    """
    for output in project.serve.outputs:
        place = folder / output
        if _inside(place, folder) and _has_page(place):
            return Path(os.path.normpath(place))
    if project.build is None:
        return folder
    root = project.folder.strip("/")
    made = [
        page
        for page in _pages(folder)
        if (f"{root}/" if root else "") + page.relative_to(folder).as_posix() not in source and _inside(page, folder)
    ]
    # Newest first; of one build the page nearest to the project: locale folders hold pages as well.
    made.sort(key=lambda page: (len(page.parts), -page.stat().st_mtime_ns))
    return made[0].parent if made else None


def has_output(project: Project, folder: Path) -> bool:
    """For servers: whether the build left any of the folders that the start command needs."""
    outputs = project.serve.outputs
    return not outputs or any((folder / output).exists() and _inside(folder / output, folder) for output in outputs)


def _has_page(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    return (folder / "index.html").is_file() or any(folder.glob("*.html"))


def _inside(place: Path, folder: Path) -> bool:
    """A build can leave links: a site outside the working copy is not served."""
    try:
        return place.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _pages(folder: Path) -> Iterator[Path]:
    """Every index.html within ``SITE_SEARCH_DEPTH`` levels."""
    for place, folders, files in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        if depth >= constants.SITE_SEARCH_DEPTH:
            folders.clear()
        if "index.html" in files:
            yield Path(place) / "index.html"
