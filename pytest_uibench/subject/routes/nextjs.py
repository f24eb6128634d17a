"""Next: the ``app`` folder and the ``pages`` folder (https://nextjs.org/docs, "Routing" and "Pages and Layouts")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import config, pages
from .pages import Page

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .routing import Routing

PAGE_FILE = re.compile(r"^page\.(?:tsx|ts|jsx|js|mdx|md)$")
DEFAULT_FILE = re.compile(r"^default\.(?:tsx|ts|jsx|js)$")
SCRIPT = re.compile(r"\.(?:tsx|ts|jsx|js|mdx|md)$")
SPECIAL = frozenset(("_app", "_document", "_error", "_middleware", "404", "500", "_meta"))
INTERCEPTING = re.compile(r"^\(\.{1,3}\)")


def read(routing: Routing) -> RouteMap | None:
    """Routes of a Next project, or None for other projects."""
    if not routing.built_with("next", "next"):
        return None
    seen = False
    router = "next-pages"
    for folder in ("app", "src/app"):
        files = [rel for rel in routing.sources.below(folder) if SCRIPT.search(rel)]
        if any(PAGE_FILE.match(rel.rpartition("/")[2]) for rel in files):
            _app(routing, routing.sources.relative(folder), files)
            seen, router = True, "next-app"
            break
    for folder in ("pages", "src/pages"):
        files = [rel for rel in routing.sources.below(folder) if SCRIPT.search(rel) and not rel.endswith(".d.ts")]
        if files:
            _pages(routing, routing.sources.relative(folder), files)
            seen = True
            break
    return routing.result("files", router, config.base(routing, "next", "basePath")) if seen else None


def _app(routing: Routing, top: str, files: list[str]) -> None:
    defaults = {rel.rpartition("/")[0] for rel in files if DEFAULT_FILE.match(rel.rpartition("/")[2])}
    slots: list[Page] = []
    for rel in files:
        folder, _, name = rel.rpartition("/")
        if name.startswith("not-found.") and folder == top:
            routing.collector.catch_all = True
        if not PAGE_FILE.match(name):
            continue
        segments = folder[len(top) :].strip("/").split("/") if folder != top else []
        if any(segment.startswith("_") or INTERCEPTING.match(segment) for segment in segments):
            continue
        kept = [s for s in segments if not s.startswith("@") and not (s.startswith("(") and s.endswith(")"))]
        page = Page(rel, "/".join(pages.bracket(segment) for segment in kept))
        slot = next((i for i, segment in enumerate(segments) if segment.startswith("@")), None)
        if slot is None:
            pages.add(routing, page)
        elif "/".join([top, *segments[:slot]]) in defaults:
            slots.append(page)
    for page in slots:
        pages.add(routing, page)


def _pages(routing: Routing, top: str, files: list[str]) -> None:
    for rel in files:
        local = SCRIPT.sub("", rel[len(top) + 1 :])
        segments = local.split("/")
        if segments[0] == "api" or segments[-1] in SPECIAL or segments[-1].endswith((".test", ".spec", ".stories")):
            routing.collector.catch_all = routing.collector.catch_all or segments == ["404"]
            continue
        if segments[-1] == "index":
            segments.pop()
        pages.add(routing, Page(rel, "/".join(pages.bracket(segment) for segment in segments)))
