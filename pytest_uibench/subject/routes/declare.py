"""Route declarations, however written, made into routes: nesting, index, layouts, rests, redirects, descendants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import components, patterns, syntax
from .static import UNDEFINED, Code, Undefined, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .collector import Collector
    from .evaluate import Evaluator


LAYOUT = re.compile(r"(?i)layout|outlet|shell|wrapper|guard|protected|private|router?-?view|template|frame\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a router reads nesting."""

    name: str
    nested: bool
    """Paths inside another route (or its component) are relative to it."""
    rooted: bool = True
    """A nested path with a leading slash is absolute (else it is joined all the same)."""
    follow: bool = True
    """Components of routes may declare routes below them."""
    pathless_is_rest: bool = False
    """A route without path matches everything (React Router 5, wouter)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Where a declaration stands."""

    dialect: Dialect
    base: str = ""
    inside: bool = False
    """Nested in another route of the same declaration."""
    level: str = ""
    """Path of the route whose component declares this, where paths themselves are absolute (React Router 5)."""
    listing: bool = False
    """Directly in a list of routes: what is unknown here may be a route."""
    depth: int = 0
    env: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One route as declared."""

    code: Code
    paths: tuple[str, ...] | None
    """None: no path (layout, index, or everything)."""
    index: bool = False
    component: Value = UNDEFINED
    redirect: str | None = None
    children: tuple[Value, ...] = ()
    aliases: tuple[str, ...] = ()
    nest: bool = False
    """wouter's ``nest``: children are relative to this route although the dialect's are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A route that ends in ``*``, as it is when its component declares no routes."""

    path: str
    code: Code
    component: str | None = None
    redirect: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """A component shown at ``base``, whose own file may declare more routes."""

    targets: tuple[components.Target, ...]
    base: str
    splat: bool
    """The route ends in ``*`` and so lets its component declare routes."""
    rest: Rest | None = None
    frame: str | None = None
    """Path of the route when it is only a layout: no page of its own once its component declares routes."""


class Declarer:
    """Turns declarations into routes of a collector and mounts for later."""

    def __init__(self, ev: Evaluator, collector: Collector) -> None:
        self.ev = ev
        self.collector = collector
        self.mounts: list[Mount] = []

    def declare(self, what: Declaration, context: Context, walk: Callable[[Value, Context], None]) -> None:
        """Add one route and, through ``walk``, its children."""
        if context.depth > constants.ROUTE_NESTING:
            return
        if what.paths is None and not what.index and context.dialect.pathless_is_rest:
            self._rest(what, context)
            paths: tuple[str, ...] = ()
        else:
            paths = what.paths or ("",)
        for path in paths:
            full = self.full(path, context)
            below = context.base if not context.dialect.nested and not what.nest else full
            below = below[: -len("*")].rstrip("/") if below.endswith("/*") or below == "*" else below
            inner = replace(context, base=below, inside=True, listing=context.dialect.nested, depth=context.depth + 1)
            for child in what.children:
                walk(child, inner)
            self._one(what, path, full, context)
        if not paths:
            for child in what.children:
                walk(child, replace(context, inside=True, listing=context.dialect.nested, depth=context.depth + 1))

    def full(self, path: str, context: Context) -> str:
        """Full path of a declared path."""
        rooted = context.dialect.rooted and context.inside and path.startswith("/")
        if rooted and context.dialect.nested:
            return path
        return patterns.join(context.base, path)

    def _one(self, what: Declaration, path: str, full: str, context: Context) -> None:
        everything = patterns.normalise(patterns.join(context.base, "*"))
        if patterns.normalise(path) == ("/*",) or (context.inside and patterns.normalise(full) == everything):
            self._rest(what, context)
            return
        name = components.name_of(self.ev, what.component) if what.redirect is None else None
        page = name is not None or not isinstance(what.component, Undefined) or what.redirect is not None
        targets = tuple(components.targets(self.ev, what.component)) if path and context.dialect.follow else ()
        splat = patterns.normalise(full)[0].endswith("*")
        if targets:
            rest = Rest(path=full, code=what.code, component=name, redirect=what.redirect) if splat else None
            frame = full if full.strip("/") and self._only_layout(what, name) and not splat else None
            base = full.rstrip("*").rstrip("/")
            self.mounts.append(Mount(targets=targets, base=base, splat=splat, rest=rest, frame=frame))
        if (what.children and not page) or (what.paths is None and not what.index):
            return
        only_frame = bool(what.children) and what.redirect is None and self._only_layout(what, name)
        if only_frame and (full.strip("/") or self.collector.knows(full)):
            return
        if not (targets and splat):
            self.collector.add(full, what.code, component=name, redirect=what.redirect, index=what.index)
        for alias in what.aliases:
            self.collector.add(self.full(alias, context), what.code, component=name, redirect=what.redirect)

    def _only_layout(self, what: Declaration, name: str | None) -> bool:
        """A frame around its children with nothing of its own to show: told by its name."""
        code = components.raw(self.ev, what.component)
        written = name or ("" if code is None else syntax.text(code.node))
        return LAYOUT.search(written) is not None

    def _rest(self, what: Declaration, context: Context) -> None:
        """A route that matches everything at its level: no page, unless its component declares routes."""
        targets = tuple(components.targets(self.ev, what.component)) if context.dialect.follow else ()
        top = (context.level or context.base).strip("/") == ""
        if targets and what.redirect is None:
            rest = Rest(path="/*", code=what.code) if top else None
            self.mounts.append(Mount(targets=targets, base=context.base, splat=True, rest=rest))
        elif top:
            self.collector.catch_all = True
