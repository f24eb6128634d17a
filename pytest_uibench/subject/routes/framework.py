"""React Router's framework mode and Remix: ``app/routes.ts`` and flat file routes.

https://reactrouter.com/start/framework/routing and https://remix.run/docs/en/main/file-conventions/routes
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import config, pages, patterns, syntax
from .static import Array, Code, Value, alternatives

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .routing import Routing

MODULE = re.compile(r"\.(?:tsx|ts|jsx|js|mdx|md)$")
DEFAULT_EXPORT = re.compile(rb"export\s+default\b|export\s*\{[^}]{0,2000}?\bdefault\b|\A---")
ESCAPED = re.compile(r"\[([^\]]*)\]")


def read(routing: Routing) -> RouteMap | None:
    """Routes of the framework mode, or None for other projects."""
    kinds = ("@react-router/dev", "@remix-run/dev", "@remix-run/react", "@react-router/fs-routes")
    if not any(kind in routing.dependencies for kind in kinds):
        return None
    app = (config.option(routing, "react-router", "appDirectory") or "app").strip("./")
    declared = next(
        (
            rel
            for rel in (routing.sources.relative(f"{app}/routes.{e}") for e in ("ts", "js", "mts", "tsx", "jsx"))
            if rel in routing.sources.files
        ),
        None,
    )
    module = routing.workspace.module(declared) if declared else None
    if module is not None:
        walker = _Walker(routing, app)
        walker.walk(routing.ev.export(module, "default"), "", 0)
    elif not flat(routing, app):
        return None
    return routing.result("path", "react-router-framework", config.base(routing, "react-router", "basename"))


class _Walker:
    """Reads ``route``, ``index``, ``layout``, ``prefix`` and ``flatRoutes`` calls."""

    def __init__(self, routing: Routing, app: str) -> None:
        self.routing = routing
        self.app = app

    def walk(self, value: Value, base: str, depth: int) -> None:
        """Add the routes of a configuration value below ``base``."""
        if depth > constants.ROUTE_NESTING:
            return
        for item in alternatives(self.routing.ev.force(value)):
            if isinstance(item, Array):
                for part in item.items:
                    self.walk(part, base, depth + 1)
                if item.open is not None:
                    self._spread(item.open, base, depth)
            elif isinstance(item, Code) and item.node.type == "call_expression":
                self._call(item, base, depth)

    def _spread(self, code: Code, base: str, depth: int) -> None:
        inner = syntax.first(code.node)
        if inner is not None and syntax.unwrap(inner).type == "call_expression":
            self._call(Code(code.module, syntax.unwrap(inner), code.env), base, depth)
        else:
            self.routing.collector.unresolved(code, "part of the routes")

    def _call(self, code: Code, base: str, depth: int) -> None:
        name = syntax.callee(code.node)
        values = [self.routing.ev.at(code, node) for node in syntax.arguments(code.node)]
        texts = [value for value in values if isinstance(value, str)]
        lists = [value for value in values if isinstance(value, Array)]
        if name == "flatRoutes":
            flat(self.routing, self.app, base)
        elif name == "prefix" and texts:
            self._all(lists, patterns.join(base, texts[0]), depth)
        elif name == "layout":
            self._all(lists, base, depth)
        elif name == "index" and texts:
            self._add(code, base or "/", texts[0], index=True)
        elif name == "route" and len(texts) >= 2:
            full = patterns.join(base, texts[0])
            if texts[0] != "*" or not base:
                self._add(code, full, texts[1], index=False)
            self._all(lists, full, depth)
        else:
            self.routing.collector.unresolved(code, "a part of the configuration")

    def _all(self, lists: list[Array], base: str, depth: int) -> None:
        for one in lists:
            self.walk(one, base, depth + 1)

    def _add(self, code: Code, full: str, file: str, *, index: bool) -> None:
        rel = self.routing.workspace.resolve(code.module.rel, file if file.startswith(".") else "./" + file)
        if (
            rel is not None
            and not DEFAULT_EXPORT.search(self.routing.sources.read(rel))
            and not redirect(self.routing, rel)
        ):
            return
        self.routing.collector.add(
            full,
            code,
            component=pages.default_name(self.routing, rel) if rel else None,
            redirect=redirect(self.routing, rel) if rel else None,
            index=index,
        )


def redirect(routing: Routing, rel: str) -> str | None:
    """Target of a route module that only redirects."""
    return pages.load_redirect(routing, rel, ("loader", "clientLoader")) or pages.page_redirect(routing, rel)


def flat(routing: Routing, app: str, base: str = "") -> bool:
    """File routes below ``app/routes``; modules without a component are resources and not listed."""
    top = routing.sources.relative(f"{app}/routes")
    found = False
    for rel in routing.sources.below(f"{app}/routes"):
        if not MODULE.search(rel):
            continue
        local = MODULE.sub("", rel[len(top) + 1 :])
        parts = local.split("/")
        if len(parts) > 1:
            if parts[-1] not in ("route", "index", "_index", "page"):
                continue
            parts = parts[:-1] if parts[-1] in ("route", "page") or len(parts) == 2 else parts
        found = True
        path = address(".".join(parts))
        target = redirect(routing, rel)
        if path is None or not (DEFAULT_EXPORT.search(routing.sources.read(rel)) or target):
            continue
        routing.collector.add(
            patterns.join(base or "/", path),
            file=rel,
            component=pages.default_name(routing, rel),
            redirect=target,
            index="_index" in local,
        )
    return found


def address(name: str) -> str | None:
    """Path of a flat route file's name; None for pathless layouts."""
    literals: list[str] = []

    def keep(match: re.Match[str]) -> str:
        literals.append(match[1])
        return f"\0{len(literals) - 1}\0"

    segments = []
    parts = ESCAPED.sub(keep, name).split(".")
    if parts[-1].startswith("_") and parts[-1] != "_index":
        return None
    for part in parts:
        if part.startswith("_"):
            continue
        optional = part.startswith("(") and part.endswith(")")
        segment = part.strip("()").removesuffix("_")
        segment = "*" if segment == "$" else re.sub(r"^\$", ":", segment)
        segments.append(segment + ("?" if optional else ""))
    path = "/".join(segments)
    return re.sub(r"\0(\d+)\0", lambda match: literals[int(match[1])], path)
