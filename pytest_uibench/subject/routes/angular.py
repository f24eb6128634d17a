"""Angular's router: ``provideRouter(routes)``, ``RouterModule.forRoot(routes)``, lazily loaded children."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import components, patterns, syntax
from .declare import Context, Declarer, Dialect
from .elements import ElementWalker
from .static import UNDEFINED, Array, Value

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .modules import Module
    from .routing import Routing

ROOT = re.compile(rb"\b(?:provideRouter|forRoot)\s{0,20}+\(")
CHILD = re.compile(rb"\bforChild\s{0,20}+\(")
HASH = re.compile(rb"\bwithHashLocation\b|\buseHash\s*:\s*true|\bHashLocationStrategy\b")
BASE = re.compile(rb"""<base\b[^>]{0,200}?\bhref\s*=\s*["']([^"']*)["']""", re.IGNORECASE)
TAKEN = re.compile(r"=>\s*\(?\s*\w+\.(\w+)\s*\)?")
DIALECT = Dialect(name="angular", nested=True, rooted=False, follow=False)


def read(routing: Routing) -> RouteMap | None:
    """Routes of an Angular app, or None."""
    marked = routing.sources.containing(b"@angular/router")
    roots = [rel for rel in marked if ROOT.search(routing.sources.read(rel))]
    if not roots:
        return None
    walker = ElementWalker(routing.ev, Declarer(routing.ev, routing.collector))
    walker.objects.loaded = lambda value: loaded(routing, value)
    for rel in roots:
        module = routing.workspace.module(rel)
        value = first_argument(routing, module, ROOT) if module is not None else UNDEFINED
        walker.walk(value, Context(dialect=DIALECT, listing=True))
    hashed = any(HASH.search(routing.sources.read(rel)) for rel in routing.sources.containing(b"Hash"))
    base = BASE.search(routing.sources.read(routing.sources.relative("src/index.html")))
    return routing.result(
        "hash" if hashed else "path", "angular", patterns.clean_base(base[1].decode()) if base else ""
    )


def first_argument(routing: Routing, module: Module, call: re.Pattern[bytes]) -> Value:
    """Value of the first argument of the first such call in a module."""
    match = call.search(module.data)
    node = module.root.named_descendant_for_byte_range(match.end() - 1, match.end()) if match else None
    outer = syntax.enclosing(node, frozenset(("call_expression",)))
    arguments = syntax.arguments(outer) if outer is not None else []
    return routing.ev.at(routing.code(module, arguments[0]), arguments[0]) if arguments else UNDEFINED


def loaded(routing: Routing, value: Value) -> Value:
    """Routes behind ``loadChildren: () => import("./x").then((m) => m.routes)``, also through a feature module."""
    code = components.raw(routing.ev, value)
    written = syntax.text(code.node) if code is not None else ""
    match = components.DYNAMIC.search(written)
    rel = routing.workspace.resolve(code.module.rel, match[1]) if code is not None and match else None
    module = routing.workspace.module(rel) if rel else None
    if module is None:
        return UNDEFINED
    taken = TAKEN.search(written, match.end() if match else 0)
    found = routing.ev.export(module, taken[1] if taken else "default")
    if isinstance(found, Array):
        return found
    beside = [routing.workspace.resolve(module.rel, what.specifier) for what in module.imports.values()]
    for file in (module.rel, *(other for other in beside if other)):
        feature = routing.workspace.module(file) if CHILD.search(routing.sources.read(file)) else None
        if feature is not None:
            return first_argument(routing, feature, CHILD)
    return UNDEFINED
