"""Import aliases of a project: tsconfig paths, bundler aliases, and the customary ones."""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .sources import Sources

MANIFESTS = ("tsconfig.json", "tsconfig.app.json", "jsconfig.json")
CONFIGS = ("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs", "vue.config.js", "craco.config.js")
CUSTOMARY = (
    ("@", "src"),
    ("~", "src"),
    ("#", "src"),
    ("$lib", "src/lib"),
    ("src", "src"),
    ("@", "."),
    ("~", "."),
    ("@", "client/src"),
    ("~", "app"),
    ("@", "app"),
    ("", "src"),
    ("", "."),
)
"""Tried after the configured ones; a target counts only when the file is there."""
COMMENT_OR_STRING = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*(?:[^*]|\*(?!/)){0,4000}+\*/')
TRAILING_COMMA = re.compile(r",(\s*[}\]])")
ALIAS = re.compile(
    r"""(?:find\s*:\s*)?["']?(?P<key>[@~#$]?[\w./-]{0,60}+)(?:/\*)?["']?\s{0,20}+(?::|,\s*replacement\s*:)\s{0,200}+"""
    r"""(?P<target>(?:[\w.]{0,60}?(?:resolve|join|URL)\w{0,30}\(|["']\.{0,2}/)[^\n]*)"""
)
QUOTED = re.compile(r"""["']([\w./-]+)["']""")


def read(sources: Sources) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(prefix, folders relative to the project), the longest prefix first; ``""`` is a base folder."""
    found: dict[str, list[str]] = {}
    for name in MANIFESTS:
        for prefix, target in _paths(sources.text(name)):
            found.setdefault(prefix, []).append(target)
    for name in CONFIGS:
        for match in ALIAS.finditer(sources.text(name)):
            literal = match["target"][0] in "\"'"
            parts = QUOTED.findall(match["target"].split(")", 1)[0])[: 1 if literal else None]
            if parts and match["key"]:
                target = posixpath.normpath(posixpath.join(*(part.lstrip("/") for part in parts)))
                found.setdefault(match["key"].rstrip("/"), []).append(target)
    for prefix, target in CUSTOMARY:
        found.setdefault(prefix, []).append(target)
    ordered = sorted(found.items(), key=lambda item: (-len(item[0]), item[0]))
    return tuple((prefix, tuple(dict.fromkeys(targets))) for prefix, targets in ordered)


def applies(prefix: str, specifier: str) -> bool:
    """True when the alias covers the specifier as a whole name or up to a slash."""
    return not prefix or specifier == prefix or specifier.startswith(prefix + "/")


def _paths(source: str) -> Iterator[tuple[str, str]]:
    """Path mappings of a tsconfig or jsconfig (comments and trailing commas allowed)."""
    if not source:
        return
    plain = TRAILING_COMMA.sub(r"\1", COMMENT_OR_STRING.sub(lambda match: match[1] or "", source))
    try:
        options = json.loads(plain)["compilerOptions"]
        base = str(options.get("baseUrl", ".")).lstrip("/")
        paths = dict(options.get("paths") or {})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return
    for key, targets in paths.items():
        for target in targets if isinstance(targets, list) else ():
            if isinstance(target, str):
                yield key.rstrip("*").rstrip("/"), posixpath.normpath(posixpath.join(base, target.rstrip("*")))
    if "baseUrl" in options:
        yield "", posixpath.normpath(base)
