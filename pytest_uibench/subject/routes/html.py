"""Plain pages: one route for each HTML document."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from pytest_uibench.subject.jsvalues import blank_comments, look_up

if TYPE_CHECKING:
    from .routing import Routing

DOCUMENT = re.compile(rb"<!doctype\s+html|<html\b|<body\b", re.IGNORECASE)
NOT_FOUND = frozenset(("404.html", "404.htm"))
REFRESH = re.compile(
    rb"""<meta\b[^>]{0,400}?http-equiv\s*=\s*["']?refresh["']?[^>]{0,400}?url\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE
)


def documents(routing: Routing) -> list[str]:
    """Whole HTML documents of the project (fragments have neither doctype nor body), in listing order."""
    sources = routing.sources
    return [rel for rel in sources.pages if DOCUMENT.search(sources.read(rel))]


def address(local: str) -> str:
    """``/`` for index.html, ``/docs/`` for docs/index.html, ``/about.html`` for about.html."""
    folder, _, name = local.rpartition("/")
    if name.lower() in ("index.html", "index.htm"):
        return f"/{folder}/" if folder else "/"
    return f"/{local}"


def collect(routing: Routing, pages: list[str]) -> None:
    """Add the route of every page; ``404.html`` is what unknown addresses show."""
    root = _root(routing)
    for rel in pages:
        local = routing.sources.local(rel).removeprefix(root)
        if local in NOT_FOUND:
            routing.collector.catch_all = True
            continue
        refresh = REFRESH.search(routing.sources.read(rel))
        routing.collector.add_page(
            address(local), rel, redirect=refresh[1].decode("utf-8", "replace") if refresh else None
        )


def is_input(routing: Routing, rel: str) -> bool:
    """True for the start page, and for a page that the bundler's configuration names as an entry beside it.

    Named pages may be templates that a plugin fills in: no whole documents in the source.
    """
    local, root = routing.sources.local(rel), _root(routing)
    if local == f"{root}index.html":
        return True
    names = "|".join(map(re.escape, dict.fromkeys((local, local.removeprefix(root)))))
    return any(re.search(rf"[\"'`/](?:{names})[\"'`]", text) for text in _configurations(routing))


def _configurations(routing: Routing) -> list[str]:
    names = ("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs", "webpack.config.js")
    return [text for name in names if (text := blank_comments(routing.sources.text(name)))]


def _root(routing: Routing) -> str:
    """Folder of Vite's pages with a slash at its end, ``""`` for the project folder."""
    found = next((look_up(text, "root", {}) for text in _configurations(routing)), None)
    folder = posixpath.normpath(found.value) if found is not None and found.value else "."
    return "" if folder.startswith((".", "/")) else f"{folder}/"
