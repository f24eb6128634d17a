"""The source files of a project: listed once, bounded, read on demand, never written.

The subject is hostile until proven otherwise: links are not followed, folders and files are
bounded (constants), unreadable and binary files count as empty.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_uibench.model import Project

CODE = (".tsx", ".ts", ".jsx", ".js", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".astro")
LISTED = frozenset((*CODE, ".html", ".htm", ".json", ".md", ".mdx"))
NEVER = frozenset(("node_modules", "bower_components", "__tests__", "__mocks__", "__snapshots__", "storybook-static"))
AT_TOP = frozenset(
    ("dist", "build", "out", "coverage", "test", "tests", "e2e", "cypress", "playwright", "public", "static", "vendor")
)
"""Skipped in the project folder only: deeper down they are names of features."""
SIDE_FILE = re.compile(r"\.(?:test|spec|stories|story|cy|e2e|min)\.[a-z]+$|\.d\.[cm]?ts$")
CONFIG_FILE = re.compile(r"^[^/]*\.config\.[cm]?[jt]s$")
"""Tool configuration at the top; deeper down such names are the app's own (``app.config.ts`` of Angular)."""


class Sources:
    """Files below the project folder by their path relative to the subject directory."""

    def __init__(self, project: Project) -> None:
        self.root = Path(project.path)
        self.folder = project.folder.strip("/")
        self.top = self.root / self.folder if self.folder else self.root
        self.truncated = False
        self._texts: dict[str, bytes] = {}
        self.files: dict[str, str] = dict(self._walk(self.top, skip_tests=True))
        self.pages = [rel for rel in self.files if rel.lower().endswith((".html", ".htm"))]
        self.code = [rel for rel in self.files if rel.endswith(CODE) and not self._aside(rel)]

    def _walk(self, top: Path, *, skip_tests: bool) -> Iterator[tuple[str, str]]:
        """(relative path, absolute path) of listed files, folder by folder in sorted order."""
        pending = [(str(top), 0)]
        count = 0
        while pending:
            folder, depth = pending.pop()
            subfolders = []
            for name, path, is_dir in _entries(folder):
                if is_dir:
                    if depth < constants.ROUTE_DEPTH and not _skipped(name, depth, skip_tests):
                        subfolders.append((path, depth + 1))
                elif name[name.rfind(".") :].lower() in LISTED:
                    count += 1
                    if count > constants.ROUTE_FILES_LIMIT:
                        self.truncated = True
                        return
                    yield self._relative(path), path
            pending.extend(reversed(subfolders))

    def _aside(self, rel: str) -> bool:
        return bool(SIDE_FILE.search(rel) or CONFIG_FILE.match(self.local(rel)))

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self.root).replace(os.sep, "/")

    def below(self, folder: str) -> list[str]:
        """Every listed file below ``folder`` (relative to the project folder), whatever its folders are called.

        File-based routers give meaning to names such as ``test`` or ``build``.
        """
        top = self.top / folder
        if top.is_symlink() or not top.is_dir():
            return []
        found = dict(self._walk(top, skip_tests=False))
        for rel, path in found.items():
            self.files.setdefault(rel, path)
        return list(found)

    def has_folder(self, folder: str) -> bool:
        """True when ``folder`` (relative to the project folder) is a real folder."""
        top = self.top / folder
        return top.is_dir() and not top.is_symlink()

    def relative(self, name: str) -> str:
        """A path in the project folder, relative to the subject directory."""
        return f"{self.folder}/{name}" if self.folder else name

    def local(self, rel: str) -> str:
        """The opposite of ``relative``."""
        return rel[len(self.folder) + 1 :] if self.folder and rel.startswith(self.folder + "/") else rel

    def read(self, rel: str) -> bytes:
        """Bytes of a file; empty when it is missing, too large, binary or minified."""
        if rel not in self._texts:
            self._texts[rel] = _read(self.files.get(rel) or str(self.root / rel))
        return self._texts[rel]

    def text(self, name: str) -> str:
        """Text of a file in the project folder (manifest, configuration), ``""`` when missing."""
        return self.read(self.relative(name)).decode("utf-8", "replace")

    def containing(self, *needles: bytes) -> list[str]:
        """Code files, and pages with scripts, that contain one of the byte strings, in listing order."""
        files = [*self.code, *self.pages]
        return [rel for rel in files if any(needle in data for data in (self.read(rel),) for needle in needles)]


def _entries(folder: str) -> list[tuple[str, str, bool]]:
    """(name, path, is a folder), sorted; links left out; ``[]`` when unreadable."""
    try:
        with os.scandir(folder) as entries:
            found = [(e.name, e.path, e.is_dir(follow_symlinks=False)) for e in entries if not e.is_symlink()]
    except OSError:
        return []
    return sorted(found)


def _skipped(name: str, depth: int, skip_tests: bool) -> bool:
    if name.startswith(".") or name in NEVER:
        return True
    return skip_tests and depth == 0 and name in AT_TOP


def _read(path: str) -> bytes:
    try:
        found = os.lstat(path)
        if not stat.S_ISREG(found.st_mode) or found.st_size > constants.ROUTE_FILE_BYTES:
            return b""
        data = Path(path).read_bytes()
    except (OSError, ValueError):
        return b""
    if b"\0" in data[:4096]:
        return b""
    if len(data) > constants.ROUTE_MINIFIED_FROM and len(data) > constants.ROUTE_LINE_BYTES * (data.count(b"\n") + 1):
        return b""
    return data
