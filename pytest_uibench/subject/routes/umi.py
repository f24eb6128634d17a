"""Umi (Ant Design Pro): routes are a table in the configuration (https://umijs.org/docs/guides/routes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import syntax
from .declare import Context, Declarer, Dialect
from .elements import ElementWalker
from .static import UNDEFINED, Array, Code, Obj, Value

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .routing import Routing

PACKAGES = frozenset(("umi", "@umijs/max", "@umijs/preset-react"))
FILES = ("config/routes", ".umirc", "config/config")
DIALECT = Dialect(name="umi", nested=True, follow=False)


def read(routing: Routing) -> RouteMap | None:
    """Routes of an Umi app with a table, or None."""
    if not PACKAGES & set(routing.dependencies):
        return None
    walker = ElementWalker(routing.ev, Declarer(routing.ev, routing.collector))
    for name in (f"{stem}.{extension}" for stem in FILES for extension in ("ts", "js", "tsx")):
        rel = routing.sources.relative(name)
        module = routing.workspace.module(rel) if rel in routing.sources.files else None
        value = _table(routing, routing.ev.export(module, "default")) if module is not None else UNDEFINED
        if isinstance(value, Array):
            walker.walk(value, Context(dialect=DIALECT, listing=True))
            break
    if not routing.collector.found:
        return None
    hashed = b"createHashHistory" in b"".join(
        map(routing.sources.read, routing.sources.containing(b"createHashHistory"))
    )
    return routing.result("hash" if hashed else "path", "umi")


def _table(routing: Routing, value: Value) -> Value:
    """The table itself, or the ``routes`` of ``defineConfig({…})``."""
    if isinstance(value, Code) and value.node.type == "call_expression":
        arguments = syntax.arguments(value.node)
        value = routing.ev.at(value, arguments[0]) if arguments else UNDEFINED
    return routing.ev.field(value, "routes") if isinstance(value, Obj) else value
