"""``discover``: the routes that a project's source declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench.model import RouteMap, StaticRoute

from . import angular, families, folders, framework, homemade, html, nextjs, react, svelte, tanstack, umi, vue
from .routing import Routing

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_uibench.model import Project


UNREAD = ("react-admin", "gatsby", "expo-router", "page", "navigo", "universal-router", "router5", "@vaadin/router")
"""Routers that no reader knows: said, so that one route is not taken for all there is."""


def discover(project: Project) -> RouteMap:
    """Routes declared by the source of ``project``; nothing is run and nothing raised.

    What cannot be resolved stands in ``notes`` with its place. With no router the only route is ``/``.
    """
    try:
        return _discover(Routing(project))
    except RecursionError:
        note = "the source is nested too deeply to be read; only the home page is known"
        return RouteMap(routes=(StaticRoute(pattern="/"),), mode="none", notes=(note,))


def _discover(routing: Routing) -> RouteMap:
    for reader in readers():
        found = reader(routing)
        if found is not None:
            return found
    return _without_router(routing)


def readers() -> tuple[Callable[[Routing], RouteMap | None], ...]:
    """Readers in order of precedence: frameworks by their folders first, then libraries by their imports."""
    return (
        nextjs.read,
        folders.sveltekit,
        folders.astro,
        folders.nuxt,
        framework.read,
        tanstack.read,
        vue.read,
        angular.read,
        umi.read,
        _elements,
        svelte.read,
    )


def _elements(routing: Routing) -> RouteMap | None:
    """React Router and relatives, the family whose package is imported by live files first."""
    for family in families.FAMILIES:
        if imports(routing, family.packages):
            found = react.read(routing, family)
            if found is not None:
                return found
    return None


def imports(routing: Routing, packages: frozenset[str]) -> bool:
    """True when a live code file names one of the packages."""
    quoted = [quote + package.encode() + quote for package in sorted(packages) for quote in (b'"', b"'")]
    quoted += [b"/" + package.encode() + b"@" for package in sorted(packages)]
    if "react-router-dom" in packages:
        quoted.append(b"ReactRouterDOM")
    return any(routing.live(rel) for rel in routing.sources.containing(*quoted))


def _without_router(routing: Routing) -> RouteMap:
    if routing.project.framework == "static":
        pages = html.documents(routing)
    else:
        pages = [rel for rel in routing.sources.pages if html.is_input(routing, rel)]
    if len(pages) > 1:
        html.collect(routing, pages)
        return routing.result("files", "html")
    mode = homemade.collect(routing)
    if mode is not None:
        return routing.result(mode, None)
    for package in (name for name in UNREAD if name in routing.dependencies):
        routing.collector.note(f"package.json: {package} is there, but its routes are not read from source")
    routing.collector.add("/", file=pages[0] if pages else None)
    return routing.result("none", None)
