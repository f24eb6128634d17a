"""Places in the subject: paths out of logs made relative, lines recovered from source."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from pytest_uibench.constants import SOURCE_FILES_LIMIT, SOURCE_MAX_BYTES
from pytest_uibench.model import Project

SOURCES = (
    ".tsx",
    ".ts",
    ".jsx",
    ".js",
    ".mjs",
    ".cjs",
    ".mts",
    ".vue",
    ".svelte",
    ".astro",
    ".css",
    ".scss",
    ".less",
    ".html",
)
"""Endings of files that a person writes."""
_PREFIXES = re.compile(
    r"^(?:file://(?:localhost)?|webpack-internal:///|webpack://[^/]*/|turbopack:///"
    r"|\[project\]/|\[output\]/|\\0|\./|\((?:ssr|rsc|client)\)/)+"
)
_SKIPPED = frozenset(
    {"node_modules", ".git", "dist", "build", ".next", ".svelte-kit", "out", "coverage", ".astro", ".output"}
)


@dataclass(frozen=True)
class Places:
    """Turns what logs call a file into paths relative to the subject directory."""

    project: Project
    root: Path
    """Project folder in the working copy."""

    def inside(self, raw: str | None) -> str | None:
        """Path relative to the project folder, or None for what is not a file of the app."""
        if not raw:
            return None
        text = _PREFIXES.sub("", unquote(raw.strip().strip("'\"`")).replace("\\", "/"))
        text = re.sub(r"[?#].*$", "", text)
        text = _config_copy(text)
        relative = self._relative(text)
        # Bundlers number their own chunks: assets/index-!~{001}~.js is no file of the app.
        if relative is None or re.search(r"[{}<>*|~]", relative) or "node_modules" in relative.split("/"):
            return None
        return relative

    def shown(self, inside: str | None) -> str | None:
        """Path relative to the subject directory."""
        if inside is None:
            return None
        return posixpath.join(self.project.folder, inside) if self.project.folder else inside

    def _relative(self, text: str) -> str | None:
        if not text or "\n" in text:
            return None
        if text.startswith("/") or re.match(r"^[A-Za-z]:/", text):
            for base in {str(self.root), os.path.realpath(self.root)}:
                if text.startswith(base + "/"):
                    return posixpath.normpath(text[len(base) + 1 :])
            return self._by_suffix(text)
        path = posixpath.normpath(text)
        if path.startswith("../"):
            return self._by_suffix(path)
        return path if path != "." else None

    def _by_suffix(self, text: str) -> str | None:
        """The longest tail of a foreign path that is a file here: a sandbox may mount the copy elsewhere."""
        parts = [part for part in text.split("/") if part not in ("", ".", "..")]
        for start in range(len(parts)):
            tail = "/".join(parts[start:])
            if (self.root / tail).is_file():
                return tail
        return None

    def read(self, inside: str | None) -> str | None:
        """Text of a file of the app, None when it is not there or too large."""
        if inside is None:
            return None
        if inside not in self._texts:
            self._texts[inside] = self._text(inside)
        return self._texts[inside]

    @cached_property
    def _texts(self) -> dict[str, str | None]:
        return {}

    def _text(self, inside: str) -> str | None:
        try:
            file = self.root / inside
            if file.stat().st_size > SOURCE_MAX_BYTES or not file.is_file():
                return None
            return file.read_text("utf-8", errors="replace")
        except (OSError, ValueError):
            return None

    def line_of(self, inside: str | None, *needles: str) -> tuple[int, int] | None:
        """1-based line and column of the first of the needles that the file holds, import lines first."""
        text = self.read(inside)
        for needle in needles if text else ():
            found = _import_line(text or "", needle) or _plain_line(text or "", needle)
            if found:
                return found
        return None

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Files of the app that a person writes, sorted, bounded in number."""
        return _sources(str(self.root))

    def importer_of(
        self, specifier: str, folder: str = "", *, symbol: str | None = None
    ) -> tuple[str, int, int] | None:
        """The first file (below ``folder``) that imports ``specifier`` (and names ``symbol``), with line and column."""
        if not specifier:
            return None
        for file in self.sources:
            if folder and not file.startswith(folder + "/"):
                continue
            text = self.read(file)
            if not text or specifier not in text or (symbol not in (None, "default") and str(symbol) not in text):
                continue
            found = _import_line(text, specifier)
            if found:
                return file, *found
        return None


def _config_copy(text: str) -> str:
    """``node_modules/.vite-temp/vite.config.ts.timestamp-1-a.mjs`` is the app's ``vite.config.ts``."""
    found = re.search(r"(?:node_modules/\.vite-temp/)?([\w.-]+\.config\.[cm]?[jt]s)\.timestamp-[\w-]+\.mjs$", text)
    return found[1] if found else text


def _import_line(text: str, specifier: str) -> tuple[int, int] | None:
    quoted = re.search(
        rf"(?:from|import|require|@import|@use|src|href|url|@plugin|@config)\b[^'\"\n]*(['\"]){re.escape(specifier)}\1",
        text,
    )
    return _position(text, quoted.end() - len(specifier) - 2) if quoted else None


def _plain_line(text: str, needle: str) -> tuple[int, int] | None:
    edge = r"(?<![\w$])" if re.match(r"[\w$]", needle) else ""
    end = r"(?![\w$])" if re.search(r"[\w$]$", needle) else ""
    found = re.search(edge + re.escape(needle) + end, text)
    return _position(text, found.start()) if found else None


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _sources(root: str) -> tuple[str, ...]:
    found: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        base = os.path.relpath(folder, root).replace(os.sep, "/")
        found += [name if base == "." else f"{base}/{name}" for name in sorted(files) if name.endswith(SOURCES)]
        if len(found) >= SOURCE_FILES_LIMIT:
            break
    return tuple(found[:SOURCE_FILES_LIMIT])
