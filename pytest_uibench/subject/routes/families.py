"""The libraries whose routes are elements or objects in modules, and what their names mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .declare import Dialect

if TYPE_CHECKING:
    from pytest_uibench.model import RouterMode

MODES: dict[str, RouterMode] = {
    "BrowserRouter": "path",
    "createBrowserRouter": "path",
    "createBrowserHistory": "path",
    "HashRouter": "hash",
    "createHashRouter": "hash",
    "createHashHistory": "hash",
    "useHashLocation": "hash",
    "MemoryRouter": "memory",
    "createMemoryRouter": "memory",
    "createMemoryHistory": "memory",
    "memoryLocation": "memory",
}
HISTORY = frozenset(("history", "wouter/use-hash-location", "wouter/use-location", "wouter/memory-location"))
ROUTER_NAMES = frozenset((*MODES, "Router", "unstable_HistoryRouter", "LocationProvider"))
MARK = re.compile(
    rb"<\w*\.?(?:Routes?|Switch|Router)\b|useRoutes|create\w*Router|createRoutesFrom|renderRoutes|History\b|HashLocation|HashRouter"
)
MARKS = (b"Route", b"<Switch", b"History", b"HashLocation")
"""Cheap test before ``MARK``."""
NESTED = Dialect(name="react-router", nested=True)
FLAT = Dialect(name="react-router", nested=False, pathless_is_rest=True)
BASE_NAMES = ("basename", "base", "basepath")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One router library."""

    name: str
    packages: frozenset[str]
    dialect: Dialect
    any_element: bool = False


FAMILIES = (
    Family(
        name="react-router",
        packages=frozenset(
            (
                "react-router-dom",
                "react-router",
                "react-router-native",
                "react-router-config",
                "react-router-dom-v5-compat",
                "connected-react-router",
            )
        ),
        dialect=NESTED,
    ),
    Family(
        name="wouter",
        packages=frozenset(("wouter", "wouter-preact")),
        dialect=Dialect(name="wouter", nested=False, pathless_is_rest=True),
    ),
    Family(
        name="solid-router",
        packages=frozenset(("@solidjs/router", "solid-app-router")),
        dialect=Dialect(name="solid-router", nested=True, rooted=False),
    ),
    Family(name="preact-iso", packages=frozenset(("preact-iso", "preact-iso/router")), dialect=FLAT, any_element=True),
    Family(name="preact-router", packages=frozenset(("preact-router",)), dialect=FLAT, any_element=True),
    Family(
        name="reach-router",
        packages=frozenset(("@reach/router", "@gatsbyjs/reach-router")),
        dialect=NESTED,
        any_element=True,
    ),
)
