"""Plain pages: one route for each HTML document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
    for rel in pages:
        local = routing.sources.local(rel)
        if local in NOT_FOUND:
            routing.collector.catch_all = True
            continue
        refresh = REFRESH.search(routing.sources.read(rel))
        routing.collector.add_page(
            address(local), rel, redirect=refresh[1].decode("utf-8", "replace") if refresh else None
        )


def is_input(routing: Routing, rel: str) -> bool:
    """True for a page that the bundler's configuration names as an entry beside index.html."""
    local = routing.sources.local(rel)
    if local == "index.html":
        return True
    names = ("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs", "webpack.config.js")
    return any(local in text for text in map(routing.sources.text, names))
