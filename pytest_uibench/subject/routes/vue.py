"""vue-router: ``createRouter`` and ``new VueRouter``, or routes generated from a folder of pages."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from . import folders, patterns, syntax
from .declare import Context, Declarer, Dialect
from .elements import ElementWalker
from .objects import TABLE_NAME, is_table
from .static import UNDEFINED, Array, Code, Obj, Undefined, Unknown, alternatives

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.model import RouteMap, RouterMode

    from .modules import Module
    from .routing import Routing
    from .static import Value

PACKAGES = frozenset(("vue-router", "@ionic/vue-router", "vue-router/auto"))
CREATE = re.compile(rb"\b(?:createRouter|new\s+(?:Vue)?Router)\s*\(")
ADD = re.compile(rb"\.addRoutes?\s*\(")
MANY = 20
"""Routers and additions read in one module."""
IMPORT = re.compile(rb"[\"'](?:@ionic/)?vue-router(?:/auto(?:-routes)?)?[\"']|\bVueRouter\b")
TABLE = re.compile(rb"\bpath\s*:")
HISTORIES: dict[str, RouterMode] = {
    "createWebHistory": "path",
    "createWebHashHistory": "hash",
    "createMemoryHistory": "memory",
}
OLD_MODES: dict[str, RouterMode] = {"history": "path", "hash": "hash", "abstract": "memory"}
DIALECT = Dialect(name="vue-router", nested=True, follow=False)


def read(routing: Routing) -> RouteMap | None:
    """Routes of a vue-router app, or None."""
    sources = routing.sources
    named = sources.containing(b"vue-router", b"VueRouter")
    marked = [rel for rel in named if IMPORT.search(sources.read(rel)) and CREATE.search(sources.read(rel))]
    live = [rel for rel in marked if routing.live(rel)] or marked
    reader = _Reader(routing)
    for rel in live:
        module = routing.workspace.module(rel)
        if module is not None:
            reader.module(module)
    if not reader.seen:
        return None
    reader.added()
    reader.names()
    return routing.result(reader.mode, "vue-router", reader.base)


class _Reader:
    """Reads router calls and the route tables around them."""

    def __init__(self, routing: Routing) -> None:
        self.routing = routing
        self.declarer = Declarer(routing.ev, routing.collector)
        self.walker = ElementWalker(routing.ev, self.declarer)
        self.mode: RouterMode = "path"
        self.base = ""
        self.seen = False
        self.folders: set[str] = set()
        self.tables: list[str] = []

    def module(self, module: Module) -> None:
        """Every router made in a module."""
        for match in islice(CREATE.finditer(module.data), MANY):
            node = module.root.named_descendant_for_byte_range(match.start(), match.end() - 1)
            while node is not None and node.type not in ("call_expression", "new_expression"):
                node = node.parent
            if node is None:
                continue
            arguments = syntax.arguments(node)
            options = self.routing.ev.at(Code(module, node), arguments[0]) if arguments else UNDEFINED
            if isinstance(options, Obj) and (
                "routes" in options.fields or "history" in options.fields or "mode" in options.fields
            ):
                self.seen = True
                self.folders.add(module.rel.rpartition("/")[0])
                self._router(module, node, options)

    def _router(self, module: Module, node: Node, options: Obj) -> None:
        self._history(options, module)
        value = self.routing.ev.field(options, "routes")
        if self._generated(module):
            return
        if isinstance(value, Undefined):
            return
        self.walker.walk(value, Context(dialect=DIALECT, listing=True))
        whole = isinstance(value, Array) and value.open is None
        if not whole:
            self._tables(module)
        if not self.routing.collector.found:
            self.routing.collector.unresolved(Code(module, node), "the list of routes")

    def _history(self, options: Obj, module: Module) -> None:
        """Mode and base: ``history: createWebHistory(base)``, or ``mode`` and ``base`` of vue-router 3."""
        old = self.routing.ev.field(options, "mode")
        if isinstance(old, str):
            self.mode = OLD_MODES.get(old, "path")
        elif "history" not in options.fields:
            self.mode = "hash"
        value: Value = self.routing.ev.field(options, "base") if "base" in options.fields else UNDEFINED
        for history in alternatives(self.routing.ev.field(options, "history")):
            if isinstance(history, Code) and history.node.type == "call_expression":
                self.mode = HISTORIES.get(syntax.callee(history.node), self.mode)
                arguments = syntax.arguments(history.node)
                value = self.routing.ev.at(history, arguments[0]) if arguments else UNDEFINED
                break
        texts = [item for item in alternatives(value) if isinstance(item, str)]
        self.base = patterns.clean_base(texts[0]) if texts else ""
        if not texts and isinstance(value, Unknown):
            self.routing.collector.unresolved(value.code or Code(module, module.root), "the base of the router")

    def _generated(self, module: Module) -> bool:
        """Routes that a plugin makes from ``src/pages``."""
        configs = "".join(self.routing.sources.text(f"vite.config.{e}") for e in ("ts", "js", "mts", "mjs"))
        if not folders.GENERATED.search(module.data) and "unplugin-vue-router" not in configs:
            return False
        match = re.search(r"(?:routesFolder|dirs|pagesDir)\s*:\s*\[?\s*[\"']([\w./-]+)[\"']", configs)
        return folders.vue_pages(self.routing, match[1].strip("./") if match else "src/pages")

    def _tables(self, module: Module) -> None:
        """Tables beside a router whose list of routes could not be followed to its end."""
        folder = module.rel.rpartition("/")[0]
        near = [
            rel
            for rel in self.routing.sources.code
            if rel.startswith(folder + "/") and TABLE.search(self.routing.sources.read(rel))
        ]
        for rel in near:
            found = self.routing.workspace.module(rel)
            if found is not None:
                self._tables_of(found)

    def _tables_of(self, module: Module) -> None:
        names = [name for name in module.declared if TABLE_NAME.search(name)]
        values = [self.routing.ev.top(module, name) for name in names]
        default = module.exports.get("default")
        if default is not None:
            values.append(self.routing.ev.export(module, "default"))
        for value in values:
            if is_table(value):
                self.tables.append(module.rel)
                self.walker.walk(value, Context(dialect=DIALECT, listing=True))

    def added(self) -> None:
        """``router.addRoute(…)`` in live files; tables beside the router when what is added is not known."""
        for rel in self.routing.sources.code:
            data = self.routing.sources.read(rel)
            if not ADD.search(data) or not self.routing.live(rel):
                continue
            module = self.routing.workspace.module(rel)
            for match in islice(ADD.finditer(data), MANY) if module is not None else ():
                if module is not None and not self._add(module, match.end() - 2):
                    for folder in sorted(self.folders):
                        self._tables_below(folder)

    def _tables_below(self, folder: str) -> None:
        for rel in self.routing.sources.code:
            if rel.startswith(folder + "/") and TABLE.search(self.routing.sources.read(rel)):
                module = self.routing.workspace.module(rel)
                if module is not None:
                    self._tables_of(module)

    def _add(self, module: Module, at: int) -> bool:
        """One ``addRoute`` call; False when its argument is not known."""
        node: Node | None = module.root.named_descendant_for_byte_range(at, at + 1)
        node = syntax.enclosing(node, frozenset(("call_expression",)))
        if node is None or not syntax.callee(node).startswith("addRoute"):
            return True
        arguments = syntax.arguments(node)
        values = [self.routing.ev.at(Code(module, node), argument) for argument in arguments]
        parent = values[0] if len(values) == 2 and isinstance(values[0], str) else None
        base = self.walker.objects.named.get(parent, "") if parent else ""
        known = [value for value in values if isinstance(value, (Obj, Array))]
        for value in known:
            self.walker.walk(value, Context(dialect=DIALECT, base=base, inside=bool(base)))
        return bool(known)

    def names(self) -> None:
        """Redirects to a named route become its path; tables that were read by their look are noted."""
        if self.tables:
            files = list(dict.fromkeys(self.tables))
            more = f" and {len(files) - 1} more" if len(files) > 1 else ""
            self.routing.collector.note(f"{files[0]}{more}: routes added at run time were read from their tables")
        for pattern, route in list(self.routing.collector.found.items()):
            if route.redirect and route.redirect.startswith("name:"):
                target = self.walker.objects.named.get(route.redirect[len("name:") :])
                self.routing.collector.redirect(pattern, patterns.normalise(target)[0] if target else "")
