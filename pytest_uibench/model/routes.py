"""Routes of a subject as its source declares them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RouterMode = Literal["path", "hash", "memory", "files", "none"]
"""``files``: one document per route (Next, Astro, SvelteKit, plain pages); ``none``: no router at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticRoute:
    """One declared route."""

    pattern: str
    """Normalised: leading slash, no trailing one; ``:name`` a parameter, ``:name?`` optional, ``*`` a rest."""
    file: str | None = None
    """Where it is declared, relative to the subject directory."""
    line: int | None = None
    component: str | None = None
    """Component name as written, or None."""
    redirect: str | None = None
    """Target when the route only redirects (``<Navigate to>``, ``redirect:``)."""
    index: bool = False

    @property
    def opened(self) -> bool:
        """Whether it is looked at: a mere redirect is not a page, but the start page is always looked at."""
        return self.redirect is None or self.pattern == "/"

    @property
    def dynamic(self) -> bool:
        """True when the pattern has a parameter or a rest."""
        return ":" in self.pattern or "*" in self.pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMap:
    """All declared routes of a project, sorted, unique, with ``/`` first where present."""

    routes: tuple[StaticRoute, ...]
    mode: RouterMode
    router: str | None = None
    """``react-router``, ``wouter``, ``tanstack-router``, ``next-app``, ``vue-router``, ``html`` …"""
    basename: str = ""
    """``basename`` of the router (``/app``) that addresses carry in front of the pattern."""
    catch_all: bool = False
    """A ``*`` route exists at the top (a not-found page or a redirect)."""
    notes: tuple[str, ...] = ()
    """What could not be resolved from source, with the place."""
