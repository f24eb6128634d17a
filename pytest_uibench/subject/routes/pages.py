"""What routers that read folders have in common: bracket segments, optional rests, pages that only redirect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from . import components

if TYPE_CHECKING:
    from .routing import Routing

BRACKET = re.compile(
    r"\[\[\.\.\.(?P<orest>[^\]]+)\]\]|\[\[(?P<opt>[^\]]+)\]\]|\[\.\.\.(?P<rest>[^\]]*)\]|\[(?P<name>[^\]]+)\]"
)
DEFAULT = re.compile(rb"^export\s+default\b", re.MULTILINE)
NOT_WORD = re.compile(r"\W")
OPTIONAL_REST = "\0"
"""Marks a rest that may be empty (``[[...slug]]``) until the page is added."""


class Page(NamedTuple):
    """A document of a folder router."""

    file: str
    path: str
    """Below the root, segments already in the common form."""
    redirect: str | None = None
    component: str | None = None


def bracket(segment: str) -> str:
    """``[id]`` → ``:id``, ``[[id]]`` → ``:id?``, ``[...x]`` → ``*``, also inside a segment; matchers dropped."""
    return BRACKET.sub(_bracket, segment)


def _bracket(match: re.Match[str]) -> str:
    if match["orest"]:
        return "*" + OPTIONAL_REST
    if match["rest"] is not None:
        return "*"
    name = NOT_WORD.sub("_", (match["opt"] or match["name"]).split("=", 1)[0].strip())
    return f":{name}?" if match["opt"] else f":{name}"


def add(routing: Routing, page: Page) -> None:
    """Add a page; ``[[...slug]]`` also stands for its folder's own address."""
    component = page.component or default_name(routing, page.file)
    redirect = page.redirect or page_redirect(routing, page.file)
    path = page.path.replace(OPTIONAL_REST, "")
    full = "/" + path
    match = DEFAULT.search(routing.sources.read(page.file))
    line = routing.sources.read(page.file).count(b"\n", 0, match.start()) + 1 if match else 1
    if path != page.path:
        parent = full[: full.index("*")]
        routing.collector.add(parent, file=page.file, line=line, component=component, redirect=redirect)
    index = full == "/" or page.file.rpartition("/")[2].split(".", 1)[0] == "index"
    routing.collector.add(full, file=page.file, line=line, component=component, redirect=redirect, index=index)


def default_name(routing: Routing, rel: str) -> str | None:
    """Name of the component that a module exports by default; None when it has none."""
    match = re.search(
        rb"export\s+default\s+(?:async\s+)?(?:function\s*|class\s+)?([A-Z]\w*)", routing.sources.read(rel)
    )
    return match[1].decode("ascii", "replace") if match else None


def page_redirect(routing: Routing, rel: str) -> str | None:
    """Target of a page module whose default export redirects before anything else."""
    data = routing.sources.read(rel)
    if b"redirect(" not in data.lower() and b"<Navigate" not in data:
        return None
    module = routing.workspace.module(rel)
    target = module.exports.get("default") if module is not None else None
    if module is None or target is None:
        return None
    value = routing.ev.export(module, "default")
    return components.redirect_of(routing.ev, value) or components.called_redirect(routing.ev, value)


def load_redirect(routing: Routing, rel: str, names: tuple[str, ...]) -> str | None:
    """Target of an exported function (``load``) that redirects whatever comes."""
    if b"redirect" not in routing.sources.read(rel):
        return None
    module = routing.workspace.module(rel)
    for name in names:
        if module is not None and name in module.exports:
            found = components.called_redirect(routing.ev, routing.ev.export(module, name))
            if found:
                return found
    return None


def joined(*parts: str) -> str:
    """Segments joined, empty ones dropped."""
    return "/".join(part.strip("/") for part in parts if part.strip("/"))
