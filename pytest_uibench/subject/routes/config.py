"""Single values out of configuration files (``basePath``, ``base``, folders), read as source and never run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import patterns
from .static import alternatives

if TYPE_CHECKING:
    from .routing import Routing

EXTENSIONS = ("ts", "js", "mjs", "mts", "cjs")


def option(routing: Routing, stem: str, key: str) -> str | None:
    """The literal value of the first ``key:`` in ``<stem>.config.*``, resolved through constants; None when not set.

    A value that source does not tell is noted.
    """
    for extension in EXTENSIONS:
        rel = routing.sources.relative(f"{stem}.config.{extension}")
        data = routing.sources.read(rel)
        match = re.search(rb"(?<![\w$.])[\"']?" + key.encode() + rb"[\"']?\s*:\s*", data)
        module = routing.workspace.module(rel) if match else None
        if match is None or module is None:
            continue
        node = module.root.named_descendant_for_byte_range(match.end(), match.end() + 1)
        while node is not None and node.parent is not None and node.parent.start_byte == node.start_byte:
            node = node.parent
        if node is None or node.type == "comment":
            continue
        code = routing.code(module, node)
        for value in alternatives(routing.ev.evaluate(code)):
            if isinstance(value, str):
                return value
        routing.collector.unresolved(code, f"{key} of the configuration")
    return None


def base(routing: Routing, stem: str, key: str) -> str:
    """A base path of the configuration, ``""`` when there is none."""
    found = option(routing, stem, key) or ""
    return patterns.clean_base(found if not found or found[0] in "./" or "://" in found else f"/{found}")
