"""Svelte routers without SvelteKit: elements (svelte-routing, tinro …) and tables (svelte-spa-router)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from . import components, patterns, syntax
from .static import Code, Obj, alternatives

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.model import RouteMap, RouterMode

    from .routing import Routing

ELEMENTS = ("svelte-routing", "svelte-navigator", "tinro", "yrv", "svelte-mini-router", "svelte-router-spa")
TABLES = ("svelte-spa-router", "@keenmate/svelte-spa-router", "sv-router")
ATTRIBUTES = r"""(?:"[^"]*+"|'[^']*+'|\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}|[^>"'{}])*+"""
TAG = re.compile(rf"<(?P<close>/?)(?P<name>Route|Router)\b(?P<attributes>{ATTRIBUTES})>")
ATTRIBUTE = re.compile(
    r"""(?P<name>[\w:]+)(?:\s*=\s*(?:"(?P<d>[^"]*)"|'(?P<s>[^']*)'|\{(?P<e>[^}]*)\}))?|\{(?P<short>\w+)\}"""
)
BODY = 2_000
"""Characters of an element's content in which its component is looked for."""
SHOWN = re.compile(r"<([A-Z]\w*)")
REDIRECT = re.compile(r"""<Navigate\b[^>]*\bto\s*=\s*["']([^"']+)["']""")


class _Span(NamedTuple):
    """An element in its file's text."""

    markup: str
    start: int
    end: int


def read(routing: Routing) -> RouteMap | None:
    """Routes of a Svelte app with one of these routers, or None."""
    sources = routing.sources
    files = [rel for rel in sources.code if rel.endswith((".svelte", ".ts", ".js"))]
    for package in TABLES:
        mark = re.compile(rb"[\"']" + re.escape(package.encode()) + rb"(?:/\w+)?[\"']")
        marked = [rel for rel in files if mark.search(sources.read(rel))]
        if marked and _tables(routing, marked):
            return routing.result("path" if package == "sv-router" else "hash", package)
    for package in ELEMENTS:
        mark = re.compile(rb"[\"']" + re.escape(package.encode()) + rb"[\"']")
        marked = [rel for rel in files if rel.endswith(".svelte") and mark.search(sources.read(rel))]
        for rel in marked:
            _elements(routing, rel)
        if routing.collector.found or routing.collector.catch_all:
            text = b"".join(map(sources.read, marked))
            mode: RouterMode = (
                "hash" if re.search(rb"mode\.hash\(|createHashSource|\bhash\b\s*=\s*\{?true", text) else "path"
            )
            base = re.search(rb"<Router\b[^>]*\bbase(?:path)?\s*=\s*[\"']([^\"']+)[\"']", text)
            return routing.result(mode, package, patterns.clean_base(base[1].decode()) if base else "")
    return None


def _tables(routing: Routing, marked: list[str]) -> bool:
    """Objects whose keys are paths (``{"/": Home, "*": NotFound}``), also in modules of their own."""
    seen = False
    for rel in [*marked, *(r for r in routing.sources.code if r not in marked and "route" in r.lower())]:
        module = routing.workspace.module(rel)
        for name in module.declared if module is not None else ():
            if module is None:
                continue
            for value in alternatives(routing.ev.top(module, name)):
                if (
                    isinstance(value, Obj)
                    and value.code is not None
                    and any(key in ("/", "*") or key.startswith("/") for key in value.fields)
                ):
                    seen = True
                    for key, shown in value.fields.items():
                        where = Code(module, _key_node(value.code.node, key))
                        routing.collector.add(key, where, component=components.name_of(routing.ev, shown))
    return seen


def _key_node(node: Node, key: str) -> Node:
    """The pair of an object literal with this key, else the literal."""
    for child in node.named_children:
        name = child.child_by_field_name("key")
        if name is not None and syntax.text(name).strip("\"'`") == key:
            return child
    return node


def _elements(routing: Routing, rel: str) -> None:
    text = routing.sources.read(rel).decode("utf-8", "replace")
    markup = without_comments(text)
    bases = [""]
    for match in TAG.finditer(markup):
        if match["name"] == "Router":
            continue
        if match["close"]:
            if len(bases) > 1:
                bases.pop()
            continue
        attributes = {m["name"] or m["short"]: m for m in ATTRIBUTE.finditer(match["attributes"])}
        closed = match["attributes"].endswith("/")
        end = match.end() if closed else markup.find("</Route", match.end())
        bases.append(_route(routing, rel, attributes, bases[-1], _Span(markup, match.start(), max(end, match.end()))))
        if closed:
            bases.pop()


def without_comments(markup: str) -> str:
    """Comments blanked, lines kept."""
    out, at = [], 0
    while (start := markup.find("<!--", at)) >= 0 and (end := markup.find("-->", start)) >= 0:
        out += [markup[at:start], re.sub(r"[^\n]", " ", markup[start : end + 3])]
        at = end + 3
    return "".join([*out, markup[at:]])


def _route(routing: Routing, rel: str, attributes: dict[str, re.Match[str]], base: str, span: _Span) -> str:
    """Add one element; returns the base of what is nested in it."""
    markup, start, end = span
    line = markup.count("\n", 0, start) + 1
    path = attributes.get("path")
    written = (path["d"] or path["s"] or "") if path is not None else ""
    if "fallback" in attributes or (path is None and not base):
        written = "*"
    if path is not None and path["e"] is not None:
        literal = path["e"].strip().strip("\"'`")
        if not literal.startswith(("/", ":")):
            routing.collector.note(f"{rel}:{line}: the path of a route is not a constant: {path['e'].strip()[:60]}")
            return base
        written = literal
    body = markup[start : min(end, start + BODY)]
    shown = attributes.get("component")
    names = SHOWN.findall(body)[1:]
    component = (
        shown["e"]
        if shown is not None and shown["e"]
        else next((n for n in names if n not in ("Route", "Router")), None)
    )
    redirect = REDIRECT.search(body)
    goes = attributes.get("redirect")
    full = patterns.join(base, written)
    if not (written == "*" and base) and not ("<Route" in body[1:] and full.endswith("*")):
        target = redirect[1] if redirect else (goes["d"] or goes["s"]) if goes is not None else None
        routing.collector.add(full, file=rel, line=line, component=None if target else component, redirect=target)
    return full.rstrip("*").rstrip("/")
