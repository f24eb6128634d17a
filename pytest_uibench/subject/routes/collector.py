"""Gathers routes and notes of one project."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model import StaticRoute

from . import patterns, syntax

if TYPE_CHECKING:
    from collections.abc import Callable

    from .static import Code


class Collector:
    """Unique routes: the first place of a pattern is kept, later ones fill in what it lacks."""

    def __init__(self, spent: Callable[[], bool] = lambda: False) -> None:
        self.spent = spent
        """True when static evaluation has used up its budget."""
        self.found: dict[str, StaticRoute] = {}
        self.notes: list[str] = []
        self.catch_all = False

    def add(
        self,
        path: str,
        code: Code | None = None,
        *,
        component: str | None = None,
        redirect: str | None = None,
        index: bool = False,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        """Add the routes of a declared path; a rest at the top is the catch-all and no route."""
        if len(path) > constants.ROUTE_PATH_LENGTH:
            return
        for pattern in patterns.normalise(path):
            if pattern == "/*":
                self.catch_all = True
                continue
            route = StaticRoute(
                pattern=pattern,
                file=code.module.rel if code else file,
                line=syntax.line(code.node) if code else line,
                component=component,
                redirect=redirect,
                index=index,
            )
            known = self.found.get(pattern)
            if known is None and len(self.found) < constants.ROUTE_LIMIT:
                self.found[pattern] = route
            elif known is not None:
                self.found[pattern] = _merge(known, route)

    def redirect(self, pattern: str, target: str) -> None:
        """Replace the redirect of a known route."""
        self.found[pattern] = replace(self.found[pattern], redirect=target)

    def knows(self, path: str) -> bool:
        """True when a declared path has its route already."""
        return all(pattern in self.found for pattern in patterns.normalise(path))

    def drop(self, path: str) -> None:
        """Forget the routes of a declared path."""
        for pattern in patterns.normalise(path):
            self.found.pop(pattern, None)

    def add_page(self, pattern: str, file: str, *, redirect: str | None = None) -> None:
        """Add the address of a document, whose trailing slash matters to relative links."""
        self.found.setdefault(pattern, StaticRoute(pattern=pattern, file=file, redirect=redirect))

    def note(self, text: str) -> None:
        """Keep a note once."""
        if text not in self.notes and len(self.notes) < constants.ROUTE_NOTES:
            self.notes.append(text)

    def unresolved(self, code: Code, what: str) -> None:
        """Note a part that source does not tell, with its place and text."""
        if self.spent():
            self.note("the routes ask for too much evaluation; not all of them were read")
            return
        written = " ".join(syntax.text(code.node).split())
        short = written if len(written) <= 60 else written[:59] + "…"
        self.note(f"{code.place}: {what} is not a constant: {short}")

    def sorted(self) -> tuple[StaticRoute, ...]:
        """By pattern, which puts ``/`` first."""
        return tuple(self.found[pattern] for pattern in sorted(self.found))


def _merge(known: StaticRoute, other: StaticRoute) -> StaticRoute:
    """An index route that shows a page says more than its parent's layout; redirects give way to pages."""
    if known.redirect and not other.redirect and other.component:
        return replace(other, index=known.index or other.index)
    if other.index and not known.index:
        return replace(known, index=True, component=other.component or known.component, redirect=other.redirect)
    return known
