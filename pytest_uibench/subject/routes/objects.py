"""Routes written as objects: React Router data routers and ``useRoutes``, vue-router, Solid, own tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import components, patterns, syntax
from .declare import Context, Declaration, Declarer
from .static import UNDEFINED, Array, Code, Lazy, Obj, Undefined, Unknown, Value, alternatives

if TYPE_CHECKING:
    from collections.abc import Callable

    from .evaluate import Evaluator

COMPONENTS = ("element", "Component", "component", "lazy", "components", "loadComponent", "view", "page", "render")
TABLE_NAME = re.compile(r"(?i)route|menu")
"""Names of variables that may hold a table of routes."""
CHILDREN = ("children", "routes", "childRoutes")


class ObjectWalker:
    """Walks route objects."""

    def __init__(self, ev: Evaluator, declarer: Declarer, walk: Callable[[Value, Context], None]) -> None:
        self.ev = ev
        self.declarer = declarer
        self._walk = walk
        self.named: dict[str, str] = {}
        """Full path of each named route."""
        self.loaded: Callable[[Value], Value] = lambda _: UNDEFINED
        """Routes behind ``loadChildren`` (Angular)."""

    def walk(self, route: Obj, context: Context) -> None:
        """Declare one route object with its children."""
        code = route.code
        if code is None:
            return
        children = tuple(route.fields[key] for key in CHILDREN if key in route.fields)
        if "loadChildren" in route.fields:
            children += (self.loaded(route.fields["loadChildren"]),)
        paths = self._paths(route, code)
        if paths == ():
            return
        index = self.ev.field(route, "index") is True
        component = next((route.fields[key] for key in COMPONENTS if self._given(route, key)), UNDEFINED)
        if paths is None and not index and not children:
            if self._given(route, "Component") or self._given(route, "element"):
                self.declarer.declare(Declaration(code=code, paths=None, component=component), context, self._walk)
            return
        name = self.ev.field(route, "name")
        if isinstance(name, str) and paths:
            self.named.setdefault(name, self.declarer.full(paths[0], context))
        if any("://" in path for path in paths or ()):
            return
        what = Declaration(
            code=code,
            paths=paths,
            index=index,
            component=component,
            redirect=self._redirect(route, component, paths, context),
            children=children,
            aliases=tuple(self._texts(route, "alias")),
        )
        self.declarer.declare(what, context, self._walk)

    def _given(self, route: Obj, key: str) -> bool:
        return key in route.fields and not isinstance(self.ev.force(route.fields[key]), Undefined)

    def _paths(self, route: Obj, code: Code) -> tuple[str, ...] | None:
        if "path" not in route.fields:
            return None
        value = self.ev.field(route, "path")
        if isinstance(value, Undefined):
            return None
        found = self._texts(route, "path")
        if not found:
            field = route.fields["path"]
            self.declarer.collector.unresolved(field.code if isinstance(field, Lazy) else code, "the path of a route")
        return tuple(found)

    def _texts(self, route: Obj, key: str) -> list[str]:
        if key not in route.fields:
            return []
        found: list[str] = []
        for item in alternatives(self.ev.field(route, key)):
            parts = item.items if isinstance(item, Array) else (item,)
            found += [text for part in parts for text in (self.ev.force(part),) if isinstance(text, str)]
        return list(dict.fromkeys(found))

    def _redirect(self, route: Obj, component: Value, paths: tuple[str, ...] | None, context: Context) -> str | None:
        here = self.declarer.full((paths or ("",))[0], context)
        for key in ("redirect", "redirectTo"):
            if not self._given(route, key):
                continue
            value = self.ev.field(route, key)
            found = components.path_text(self.ev, value)
            if found is not None and found.lower() != "noredirect":
                return patterns.resolve(here.removesuffix("*"), found)
            if isinstance(value, (Code, Obj, Unknown)):
                return self._named(value) or ""
        found = components.redirect_of(self.ev, component)
        for key in ("loader", "beforeLoad", "clientLoader"):
            if found is None and key in route.fields:
                found = components.called_redirect(self.ev, route.fields[key])
        return None if found is None else patterns.resolve(here.removesuffix("*"), found)

    def _named(self, value: Value) -> str | None:
        """``{ name: "home" }``: the target's name, for people."""
        name = self.ev.field(value, "name") if isinstance(value, Obj) else None
        if isinstance(name, str):
            return f"name:{name}"
        if isinstance(value, Code) and value.node.type in syntax.FUNCTIONS:
            return components.called_redirect(self.ev, value)
        return None


def is_table(value: Value) -> bool:
    """True for a list whose elements look like route objects, and for a single one."""
    if isinstance(value, Obj):
        keys = set(value.fields)
        return "path" in keys and bool(keys & {*COMPONENTS, "children", "redirect"})
    return isinstance(value, Array) and bool(value.items) and any(is_table(item) for item in value.items[:3])
