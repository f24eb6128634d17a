"""Which file of a built site answers an address: pure path logic, no sockets.

The site is hostile output: nothing outside its folder, no dot file, no listing is ever answered (F24).
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from pytest_uibench.constants import SERVE_PAGE_COUNT_LIMIT

from .mime import extension

INDEXES: Final = ("index.html", "index.htm")
NOT_FOUND_PAGES: Final = ("404.html", "404/index.html")
FALLBACKS: Final = ("200.html", "index.html")
"""``200.html`` is the shell that SvelteKit and surge write next to a prerendered home page."""
_ICON: Final = ("favicon.ico",)
"""Browsers ask for it unasked, outside the base path too: its absence is no fault of the app and stays silent."""
_SAFE: Final = "/:@!$&'()*+,;=-._~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What to answer: a file, a redirect, or only a status."""

    status: int
    file: str | None = None
    """Absolute path, proven to lie in the site and to be a regular file."""
    location: str | None = None
    """Path of a redirect, percent-encoded, query included."""


def split_path(path: str) -> tuple[str, ...] | None:
    """Return the decoded segments of an address path, or None for one that no site may answer.

    Refused: ``..``, dot files other than ``.well-known``, encoded slashes, backslashes and NUL.
    Empty segments (``//``) collapse, as in every static host.
    """
    segments = []
    for raw in path.split("/"):
        segment = unquote(raw, errors="surrogateescape")
        if not segment or segment == ".":
            continue
        if segment.startswith(".") and segment != ".well-known":
            return None
        if any(bad in segment for bad in ("/", "\\", "\0")):
            return None
        segments.append(segment)
    return tuple(segments)


def join_path(segments: tuple[str, ...], *, slash: bool, query: str = "") -> str:
    """Return segments as a percent-encoded path that always starts with exactly one slash."""
    encoded = "/".join(quote(s.encode("utf-8", "surrogateescape"), safe=_SAFE) for s in segments)
    path = f"/{encoded}/" if slash and segments else f"/{encoded}"
    return f"{path}?{query}" if query else path


def page_count(root: str, limit: int = SERVE_PAGE_COUNT_LIMIT) -> int:
    """Count the HTML pages of a site apart from its error and fallback pages, up to ``limit``."""
    count = 0
    for _folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith(".") and f != "node_modules"]
        count += sum(f.endswith((".html", ".htm")) and f not in ("404.html", "200.html") for f in files)
        if count >= limit:
            return limit
    return count


@dataclass(frozen=True, slots=True)
class Site:
    """A folder with a built site, and the base path that it is served under."""

    root: str
    base: str = ""
    """``""`` or ``/repo``."""
    spa: bool = False
    """Navigations to unknown paths get the fallback page."""
    _real: str = field(init=False)
    _prefix: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_real", os.path.realpath(self.root))
        object.__setattr__(self, "_prefix", split_path(self.base) or ())

    def answer(self, target: str, *, navigation: bool) -> Answer:
        """Return what a GET of ``target`` (path and query as sent) gets.

        Args:
            target: request target as on the request line.
            navigation: True when the browser asks for a document (then, and only then, fallback pages apply).
        """
        path, _, query = target.partition("#")[0].partition("?")
        segments = split_path(path)
        if segments is None:
            return self._missing(())
        depth = len(self._prefix)
        if segments[:depth] != self._prefix:
            if segments:
                return Answer(status=204 if segments == _ICON and not navigation else 404)
            return Answer(status=302, location=join_path(self._prefix, slash=True, query=query))
        inner = segments[depth:]
        slash = path.endswith("/")
        if depth and not inner and not slash:
            return Answer(status=302, location=join_path(self._prefix, slash=True, query=query))
        return self._inside(inner, slash=slash, query=query, navigation=navigation)

    def _inside(self, inner: tuple[str, ...], *, slash: bool, query: str, navigation: bool) -> Answer:
        found = self._lookup(inner, slash=slash, query=query)
        if found is not None:
            return found
        if inner == _ICON and not navigation:
            return Answer(status=204)
        if navigation and self.spa and (not inner or extension(inner[-1]) is None):
            for name in FALLBACKS:
                if file := self._file((name,)):
                    return Answer(status=200, file=file)
        return self._missing(inner, navigation=navigation)

    def _lookup(self, inner: tuple[str, ...], *, slash: bool, query: str) -> Answer | None:
        """Find a file as ordinary static hosts do: the file, ``.html`` added, or the folder's index."""
        if not slash and (file := self._file(inner)):
            return Answer(status=200, file=file)
        page = self._file((*inner[:-1], f"{inner[-1]}.html")) if inner else None
        if page and not slash:
            return Answer(status=200, file=page)
        for name in INDEXES:
            if index := self._file((*inner, name)):
                if slash or not inner:
                    return Answer(status=200, file=index)
                return Answer(status=301, location=join_path((*self._prefix, *inner), slash=True, query=query))
        if page:
            return Answer(status=301, location=join_path((*self._prefix, *inner), slash=False, query=query))
        return None

    def _missing(self, inner: tuple[str, ...], *, navigation: bool = False) -> Answer:
        if navigation and (not inner or extension(inner[-1]) in (None, "html", "htm")):
            for name in NOT_FOUND_PAGES:
                if file := self._file(tuple(Path(name).parts)):
                    return Answer(status=404, file=file)
        return Answer(status=404)

    def _file(self, segments: tuple[str, ...]) -> str | None:
        """Return the real path of a regular file inside the site, or None."""
        if not segments:
            return None
        try:
            real = Path(os.path.realpath(Path(self._real, *segments)))
            inside = real.relative_to(self._real).parts
            # A link may lead to a dot file that its own name hides. is_file is False for folders, pipes and devices.
            hidden = any(part.startswith(".") and part != ".well-known" for part in inside)
            return str(real) if not hidden and real.is_file() else None
        except (OSError, ValueError):
            # Too long, not decodable, a link loop: all of them are simply not there.
            return None
