"""Routes written as JSX elements: React Router 5 to 7, wouter, Solid, preact."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import blocks, components, patterns, syntax
from .declare import Context, Declaration, Declarer
from .objects import ObjectWalker
from .static import UNDEFINED, Array, Code, Lazy, Obj, Undefined, Unknown, Value, alternatives

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .evaluate import Evaluator

CONTENT = ("element", "component", "Component", "render", "children", "lazy")
FORWARDED = frozenset(("path", "from", "index", "exact", "default", "nest"))
NAVIGATES = frozenset(("Navigate", "Redirect"))


class ElementWalker:
    """Walks elements that declare routes."""

    def __init__(
        self,
        ev: Evaluator,
        declarer: Declarer,
        packages: frozenset[str] = frozenset(),
        *,
        any_element: bool = False,
    ) -> None:
        self.ev = ev
        self.declarer = declarer
        self.objects = ObjectWalker(ev, declarer, self.walk)
        self.packages = packages
        self.any_element = any_element
        """Every element with a ``path`` is a route (preact-router, reach)."""
        self.visited: set[tuple[str, int]] = set()

    def walk(self, value: Value, context: Context) -> None:
        """Declare every route in a value: an element, a list, alternatives, route objects."""
        value = self.ev.force(value)
        for item in alternatives(value):
            if isinstance(item, Array):
                for part in item.items:
                    self.walk(part, context)
                if item.open:
                    self.declarer.collector.unresolved(item.open, "part of the routes")
            elif isinstance(item, Obj):
                self.objects.walk(item, context)
            elif isinstance(item, Code):
                self._code(item, context)
            elif isinstance(item, Unknown) and item.code is not None and item.code.node.type != "program":
                self._unknown(item.code, context)

    def _unknown(self, code: Code, context: Context) -> None:
        if context.listing and not syntax.text(code.node).endswith("children"):
            self.declarer.collector.unresolved(code, "a part of the routes")

    def _code(self, code: Code, context: Context) -> None:
        node = code.node
        if node.type == "jsx_expression":
            inner = syntax.first(node)
            if inner is not None and inner.type != "spread_element":
                self.walk(self.ev.at(code, inner), context)
        elif node.type in syntax.JSX:
            self.element(code, context)
        elif node.type == "call_expression":
            self._call(code, context)
        elif node.type in syntax.FUNCTIONS and (shown := components.returned_element(node)) is not None:
            self.walk(Code(code.module, shown, code.env), context)

    def _call(self, code: Code, context: Context) -> None:
        """A call of a library: what it is given may be the routes (``renderRoutes(list)``, ``withX([…])``)."""
        known = False
        for argument in syntax.arguments(code.node):
            value = self.ev.at(code, argument)
            if any(isinstance(item, (Array, Obj)) or _is_element(item) for item in alternatives(value)):
                known = True
                self.walk(value, context)
        if not known and context.listing:
            self.declarer.collector.unresolved(code, "a part of the routes")

    def element(self, code: Code, context: Context) -> None:
        """A route element, or any other element whose children may be routes."""
        self.visited.add((code.module.rel, code.node.start_byte))
        attributes, spread = self.attributes(code)
        written = syntax.tag(code.node)
        name = written.rpartition(".")[2]
        original = blocks.route_tag(code.module, written, self.packages)
        if original in NAVIGATES:
            self._redirect(code, attributes, context)
        elif original == "Route" or self._own_route(name, attributes):
            self._route(code, attributes, context, spread=spread)
        else:
            inside = original in blocks.CONTAINERS or original in ("Router", "")
            self._children(code, replace(context, listing=inside and (context.listing or original != "")))

    def _own_route(self, name: str, attributes: Mapping[str, Value]) -> bool:
        """A wrapper such as ``<PrivateRoute path="…">``."""
        if self.any_element and ("path" in attributes or "default" in attributes):
            return True
        return (
            name[:1].isupper()
            and "path" in attributes
            and (name.endswith("Route") or bool(set(CONTENT) & set(attributes)))
        )

    def attributes(self, code: Code) -> tuple[dict[str, Value], bool]:
        """Attributes by name, spreads opened; True when a spread is unknown."""
        found: dict[str, Value] = {}
        unknown = False
        for node in syntax.opening(code.node).named_children:
            if node.type == "jsx_attribute":
                parts = [part for part in node.named_children if part.type != "comment"]
                found[syntax.text(parts[0])] = Lazy(Code(code.module, parts[1], code.env)) if len(parts) > 1 else True
            elif node.type == "jsx_expression":
                inner = syntax.first(node)
                spread = (
                    self.ev.at(code, syntax.first(inner))
                    if inner is not None and inner.type == "spread_element"
                    else UNDEFINED
                )
                known = [item for item in alternatives(spread) if isinstance(item, Obj)]
                for item in known:
                    found.update(item.fields)
                unknown = unknown or not known or any(item.open for item in known)
        return found, unknown

    def _children(self, code: Code, context: Context) -> None:
        if context.depth > constants.ROUTE_NESTING:
            return
        context = replace(context, depth=context.depth + 1)
        for child in code.node.named_children:
            if child.type in (*syntax.JSX, "jsx_expression"):
                self._code(Code(code.module, child, code.env), context)

    def _redirect(self, code: Code, attributes: Mapping[str, Value], context: Context) -> None:
        """``<Redirect from to>`` of React Router 5; without ``from`` it catches everything."""
        target = components.path_text(self.ev, self.ev.force(attributes.get("to", UNDEFINED)))
        if "from" in attributes:
            paths = self.paths(attributes["from"], code, context)
            everything = paths == ("/",) and "exact" not in attributes and not context.dialect.nested
            if everything and context.level:
                return
            if paths and paths not in (("*",), ("/*",)):
                self.declarer.collector.catch_all = self.declarer.collector.catch_all or everything
                self.declarer.declare(Declaration(code=code, paths=paths, redirect=target), context, self.walk)
                return
        if not context.inside or context.dialect.pathless_is_rest:
            self.declarer.declare(Declaration(code=code, paths=("*",), redirect=target), context, self.walk)

    def _route(self, code: Code, attributes: dict[str, Value], context: Context, *, spread: bool) -> None:
        paths: tuple[str, ...] | None = None
        if "path" in attributes and not isinstance(self.ev.force(attributes["path"]), Undefined):
            paths = self.paths(attributes["path"], code, context)
            if paths == ():
                return
        elif spread:
            return
        content = next((attributes[key] for key in CONTENT if key in attributes), UNDEFINED)
        index = "index" in attributes and self.ev.force(attributes["index"]) is not False
        children = tuple(
            Code(code.module, child, code.env)
            for child in code.node.named_children
            if child.type in (*syntax.JSX, "jsx_expression")
        )
        nested = context.dialect.nested or "nest" in attributes
        if isinstance(content, Undefined) and children and not context.dialect.nested:
            content = children[0]
        redirect = self._redirected(content, attributes, paths, context)
        if "default" in attributes and paths is None:
            paths = ("*",)
        what = Declaration(
            code=self._place(code, attributes.get("path")),
            paths=paths,
            index=index,
            component=content,
            redirect=redirect,
            children=tuple(child for child in children if nested or _has_routes(child)),
            nest="nest" in attributes,
        )
        self.declarer.declare(what, context, self.walk)
        if not isinstance(content, Undefined) and content is not (children[0] if children else None):
            self._content(content, what, context)

    def _place(self, code: Code, path: Value | None) -> Code:
        """Where the route is written: in the table for an element made from one."""
        written = components.raw(self.ev, path) if isinstance(path, Lazy) else None
        return (
            written if written is not None and written.env is not code.env and written.node.type == "string" else code
        )

    def _redirected(
        self, content: Value, attributes: Mapping[str, Value], paths: tuple[str, ...] | None, context: Context
    ) -> str | None:
        """Full target of a route that only redirects, by its element or its loader."""
        found = components.redirect_of(self.ev, content)
        for key in ("loader", "clientLoader"):
            if found is None and key in attributes:
                found = components.called_redirect(self.ev, attributes[key])
        if found is None or not context.dialect.nested:
            return found
        return patterns.resolve(self.declarer.full((paths or ("",))[0], context).removesuffix("*"), found)

    def _content(self, content: Value, what: Declaration, context: Context) -> None:
        """Routes inside what the route renders: ``element={<Layout><Routes>…}``, ``render={() => …}``."""
        code = components.raw(self.ev, content)
        if code is None or not _has_routes(code):
            return
        base = context.base
        if context.dialect.nested:
            base = self.declarer.full((what.paths or ("",))[0], context).removesuffix("*").rstrip("/")
        node = (
            code.node
            if code.node.type in syntax.JSX
            else components.returned_element(code.node)
            if code.node.type in syntax.FUNCTIONS
            else None
        )
        if node is not None:
            self.walk(
                Code(code.module, node, code.env), replace(context, base=base, inside=False, depth=context.depth + 1)
            )

    def paths(self, value: Value, code: Code, context: Context) -> tuple[str, ...] | None:
        """Path or paths of an attribute; ``()`` and a note when source does not tell."""
        found: list[str] = []
        forced = self.ev.force(self._bound(value, context))
        for item in alternatives(forced):
            parts = item.items if isinstance(item, Array) else (item,)
            found += [part for part in parts for part in (self.ev.force(part),) if isinstance(part, str)]
        if not found:
            place = value.code if isinstance(value, Lazy) else code
            self.declarer.collector.unresolved(place, "the path of a route")
        return tuple(dict.fromkeys(found))

    def _bound(self, value: Value, context: Context) -> Value:
        """The value with what the parent route binds (``match.path`` of React Router 5)."""
        if isinstance(value, Lazy) and context.env:
            return Lazy(Code(value.code.module, value.code.node, {**context.env, **value.code.env}))
        return value


def _is_element(value: Value) -> bool:
    return isinstance(value, Code) and value.node.type in syntax.JSX


def _has_routes(code: Code) -> bool:
    written = code.node.text or b""
    return b"Route" in written or b"Switch" in written or b"Redirect" in written
