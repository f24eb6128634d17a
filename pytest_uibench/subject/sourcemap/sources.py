"""Source names of maps to files of the subject. A build is hostile output: only files that are really there count."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from pytest_uibench import constants
from pytest_uibench.model import Project

from .decode import Original

_SCHEME: Final = re.compile(r"^(?:[a-z][\w+.-]*:)?//[^/]*/|^[a-z][\w+.-]+:(?=[^/])", re.IGNORECASE)
"""``webpack://_N_E/``, ``turbopack:///``, ``file:///``: what follows is a path in the project or on this machine."""
_LAYER: Final = re.compile(r"^(?:\./|\[(?:project|root-of-the-server)\]/|\((?:ssr|rsc|client|app-[\w-]+)\)/)+")
_PACKAGE: Final = re.compile(r"(?:.*/)?node_modules/((?:@[^/]+/)?[^/]+)/", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePlace:
    """A place in what a person wrote."""

    file: str
    """Relative to the subject directory, forward slashes; for a package ``node_modules/<name>/…``."""
    line: int
    """1-based."""
    column: int
    """1-based."""
    package: str | None = None
    """The npm package that the file belongs to, None for the app's own source."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of one subject, as its maps may name them."""

    project: Project
    app: Path
    """Copy of the subject directory in which the map was made."""

    def place(self, original: Original, folder: str) -> SourcePlace | None:
        """The file and line that a map's place is, or None for what is neither the app's own nor a package's.

        Args:
            folder: where the map lay, relative to :attr:`app`: relative names start there.
        """
        package = _PACKAGE.match(original.source.replace("\\", "/"))
        if package:
            inner = original.source.replace("\\", "/")[package.start(1) :]
            file = f"node_modules/{re.sub(r'[?#].*$', '', inner)}"
            return SourcePlace(file=file, line=original.line + 1, column=original.column + 1, package=package[1])
        for name in self._candidates(original.source, folder):
            text = self.read(name)
            if text is None:
                continue
            line = _line_in(text, original)
            return None if line is None else SourcePlace(file=name, line=line, column=original.column + 1)
        return None

    def read(self, name: str) -> str | None:
        """Text of a file of the subject (relative to its directory), or None for what is none."""
        root = Path(os.path.realpath(self.project.path))
        try:
            file = Path(os.path.realpath(root / name))
            if not file.is_relative_to(root) or not file.is_file() or file.stat().st_size > constants.SOURCE_MAX_BYTES:
                return None
            return file.read_text("utf-8", errors="replace")
        except (OSError, ValueError):
            return None

    def in_project(self, name: str) -> str:
        """A path in the project's folder, relative to the subject directory."""
        return posixpath.normpath(posixpath.join(self.project.folder, name))

    def _candidates(self, raw: str, folder: str) -> Iterator[str]:
        """Paths relative to the subject directory that a name may mean, the most literal first."""
        text = raw.replace("\\", "/")
        for name in dict.fromkeys((text, unquote(text))):
            # Vue's loaders number the parts of one file in a query.
            bare = re.sub(r"[?#].*$", "", name)
            scheme = _SCHEME.match(bare)
            rest = _LAYER.sub("", bare[scheme.end() :]) if scheme else bare
            absolute = f"/{rest}" if scheme and bare.startswith("file:") else rest
            for root in {str(self.app), os.path.realpath(self.app)}:
                if absolute.startswith(f"{root}/"):
                    yield posixpath.normpath(absolute[len(root) + 1 :])
            if rest.startswith("/"):
                # Inside a container, or Vite's own form of "from the project's root".
                rest = rest.lstrip("/")
            elif not scheme:
                joined = posixpath.normpath(posixpath.join(folder, rest))
                if not joined.startswith("../"):
                    yield joined
            # An adapter copied the map: what is left without the way up counts from the project.
            inner = posixpath.normpath(re.sub(r"^(?:\.\./)+", "", rest))
            yield self.in_project(inner)
            yield inner
            # Create React App counts from its sources.
            yield self.in_project(posixpath.join("src", inner))


def _line_in(text: str, original: Original) -> int | None:
    """The 1-based line, by its text where the map's copy of the file is not the file: a step in front changed it."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if original.content is not None:
        carried = original.content.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        if carried != lines and carried != lines[:-1]:
            wanted = carried[original.line].strip() if original.line < len(carried) else ""
            return the_line(lines, wanted)
    return original.line + 1 if original.line < len(lines) else None


def the_line(lines: list[str], wanted: str) -> int | None:
    """The only line with this text, blanks around it apart; None when there is none or several."""
    found = [number for number, line in enumerate(lines, start=1) if line.strip() == wanted] if wanted else []
    return found[0] if len(found) == 1 else None
