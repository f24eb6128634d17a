"""TanStack Router: file routes and routes in code (https://tanstack.com/router, "File Naming Conventions")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import components, patterns, syntax
from .static import Code, Obj, Undefined, Value

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap, RouterMode

    from .modules import Module
    from .routing import Routing

PACKAGES = frozenset(("@tanstack/react-router", "@tanstack/solid-router", "@tanstack/vue-router", "@tanstack/router"))
FILE_ROUTE = re.compile(
    rb"\b(?:createFileRoute|createLazyFileRoute|new\s+FileRoute|new\s+LazyRoute)\s*(?:<[^>]{0,200}>)?\s*\(\s*[\"'`]([^\"'`]*)[\"'`]"
)
CODE_ROUTE = re.compile(rb"\b(createRoute|createLazyRoute|new\s+Route)\s*\(")
HISTORIES: dict[bytes, RouterMode] = {b"createHashHistory": "hash", b"createMemoryHistory": "memory"}
SERVER_ONLY = re.compile(rb"\bserver\s*:\s*\{|create(?:Server|API)FileRoute")
SHOWN = re.compile(rb"\b(?:component|pendingComponent)\s*:|createLazyFileRoute")
ROUTE_FOLDERS = ("src/routes", "app/routes", "routes", "src/app/routes", "client/src/routes")


def read(routing: Routing) -> RouteMap | None:
    """Routes of a TanStack Router app, or None."""
    mark = re.compile(rb"[\"']@tanstack/(?:react|solid|vue)?-?(?:router|start)[\"'/]")
    marked = [rel for rel in routing.sources.containing(b"@tanstack/") if mark.search(routing.sources.read(rel))]
    if not marked:
        return None
    declared = [rel for rel in marked if FILE_ROUTE.search(routing.sources.read(rel))]
    for rel in declared:
        if "routeTree.gen" not in rel:
            _file_route(routing, rel, declared)
    _bare_files(routing, marked)
    for rel in marked:
        if CODE_ROUTE.search(routing.sources.read(rel)) and (module := routing.workspace.module(rel)) is not None:
            _code_routes(routing, module)
    if not routing.collector.found and not routing.collector.catch_all:
        return None
    text = b"\n".join(routing.sources.read(rel) for rel in marked)
    mode: RouterMode = next((mode for name, mode in HISTORIES.items() if name in text), "path")
    return routing.result(mode, "tanstack-router", _basepath(routing, marked))


def tidy(path: str) -> str | None:
    """Address of a TanStack route id; None for layouts and ignored files, which have none."""
    segments = []
    parts = path.lstrip("/").split("/")
    for segment in parts:
        if segment.startswith("-"):
            return None
        if segment.startswith("_") or (segment.startswith("(") and segment.endswith(")")):
            continue
        segments.append(_segment(segment.removesuffix("_")))
    if (
        parts[-1].startswith("_")
        or parts[-1] == "__root"
        or (parts[-1].startswith("(") and len(parts) > 0 and parts[-1].endswith(")"))
    ):
        return None
    return "/" + "/".join(segment for segment in segments if segment)


def _segment(segment: str) -> str:
    segment = re.sub(r"\{-\$(\w+)\}", r":\1?", segment)
    segment = re.sub(r"\{\$(\w+)\}", r":\1", segment)
    if segment in ("$", "{$}"):
        return "*"
    return re.sub(r"\$(\w+)", r":\1", segment)


def _file_route(routing: Routing, rel: str, declared: list[str]) -> None:
    data = routing.sources.read(rel)
    match = FILE_ROUTE.search(data)
    if match is None or (SERVER_ONLY.search(data) and not SHOWN.search(data)):
        return
    written = match[1].decode("utf-8", "replace")
    path = tidy(written)
    if path is None:
        return
    module = routing.workspace.module(rel)
    options = _options(routing, module, match.start()) if module is not None else None
    _add(routing, path, module, match.start(), options, index=written.endswith("/"))
    del declared


def _options(routing: Routing, module: Module, at: int) -> Obj | None:
    """The object that ``createFileRoute("…")({ … })`` or ``createRoute({ … })`` gets."""
    node = module.root.named_descendant_for_byte_range(at, at + 1)
    while node is not None and node.type in ("identifier", "call_expression", "member_expression", "new_expression"):
        for argument in syntax.arguments(node) if node.type in ("call_expression", "new_expression") else ():
            value = routing.ev.at(routing.code(module, argument), argument)
            if isinstance(value, Obj):
                return value
        node = node.parent
    return None


def _add(routing: Routing, path: str, module: Module | None, at: int, options: Obj | None, *, index: bool) -> None:
    component: str | None = None
    redirect: str | None = None
    if options is not None:
        component = (
            components.name_of(routing.ev, options.fields["component"]) if "component" in options.fields else None
        )
        for key in ("beforeLoad", "loader"):
            if redirect is None and key in options.fields:
                redirect = components.called_redirect(routing.ev, options.fields[key])
        if redirect is None and "component" in options.fields:
            redirect = components.redirect_of(routing.ev, options.fields["component"])
    node = module.root.named_descendant_for_byte_range(at, at + 1) if module is not None else None
    code = Code(module, node) if module is not None and node is not None else None
    routing.collector.add(path, code, component=component, redirect=redirect, index=index)


def _bare_files(routing: Routing, marked: list[str]) -> None:
    """Files of the routes folder that export a component without ``createFileRoute`` are listed by their name."""
    generated = next((rel for rel in marked if "routeTree.gen" in rel), None)
    if generated is None or routing.collector.found:
        return
    for match in re.finditer(rb"fullPath:\s*[\"']([^\"']+)[\"']", routing.sources.read(generated)):
        path = tidy(match[1].decode("utf-8", "replace"))
        if path is not None:
            routing.collector.add(path, file=generated)


def _code_routes(routing: Routing, module: Module) -> None:
    for match in CODE_ROUTE.finditer(module.data):
        options = _options(routing, module, match.start())
        node = module.root.named_descendant_for_byte_range(match.start(), match.start() + 1)
        if options is None or node is None or node.type == "comment":
            continue
        full = _full(routing, options, 0)
        if full is None:
            if "path" in options.fields:
                routing.collector.unresolved(Code(module, node), "the path of a route")
        elif "path" in options.fields:
            path = tidy(full) if full.strip("/") else "/"
            if path is not None:
                _add(routing, path, module, match.start(), options, index=routing.ev.field(options, "path") == "/")


def _full(routing: Routing, options: Obj, depth: int) -> str | None:
    """Path of a route in code, below its parents'."""
    path = routing.ev.field(options, "path")
    own = path if isinstance(path, str) else "" if isinstance(path, Undefined) else None
    if own is None or depth > constants.ROUTE_NESTING:
        return None
    parent = routing.ev.force(options.fields.get("getParentRoute", options))
    if not (isinstance(parent, Code) and parent.node.type in syntax.FUNCTIONS):
        return own
    body = parent.node.child_by_field_name("body")
    above = parent_options(routing, routing.ev.at(parent, body)) if body is not None else None
    if above is None:
        return own
    base = _full(routing, above, depth + 1)
    return None if base is None else patterns.join(base, own)


def parent_options(routing: Routing, value: Value) -> Obj | None:
    """Options of the ``createRoute(…)`` call that a parent stands for; None for the root route."""
    if not isinstance(value, Code) or value.node.type not in ("call_expression", "new_expression"):
        return None
    if "Root" in syntax.callee(value.node):
        return None
    for argument in syntax.arguments(value.node):
        found = routing.ev.at(value, argument)
        if isinstance(found, Obj):
            return found
    return None


def _basepath(routing: Routing, marked: list[str]) -> str:
    for rel in marked:
        match = re.search(rb"basepath\s*:\s*[\"']([^\"']*)[\"']", routing.sources.read(rel))
        if match:
            return patterns.clean_base(match[1].decode("utf-8", "replace"))
    return ""
