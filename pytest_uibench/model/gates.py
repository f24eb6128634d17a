"""Walls in front of an app's screens: how they are expected to be passed, and what was done (METRICS section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Storage = Literal["localStorage", "sessionStorage", "cookie"]
GateKind = Literal["storage", "login", "splash", "consent"]
GateAction = Literal["seed", "fill", "check", "click", "wait", "move", "load"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedKey:
    """A stored value that a guard of the app asks for."""

    storage: Storage
    key: str
    value: str
    """What is stored: a payload made up to let anybody in, never one found in the app's environment."""
    file: str
    """Where the guard reads it, relative to the subject directory."""
    line: int
    why: str
    """For people: what the guard does without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePlan:
    """What the source tells about an app's walls; an app without walls has an empty plan."""

    seeds: tuple[SeedKey, ...] = ()
    memory: str | None = None
    """``file:line`` of a guard that asks for state which only a log-in form sets; None without one."""
    login_routes: tuple[str, ...] = ()
    """Declared patterns whose own page asks for a password: there such a form is the page and no wall."""
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """True when the source shows no wall (one may still be met: a splash, a consent overlay)."""
        return not self.seeds and self.memory is None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateStep:
    """One thing that was done to a page."""

    action: GateAction
    selector: str | None = None
    """Readable path of the element, None for moves and waits."""
    text: str = ""
    """Name of the control or field, key of a stored value, address of a move; never a value that was filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateTrace:
    """What stood in front of a page and what was done about it."""

    kind: GateKind
    passed: bool
    """False: the page behind it was not seen; its route is gated, neither missing nor an alias."""
    steps: tuple[GateStep, ...] = ()
    reason: str = ""
    """For people: why it counts as a wall, or why it could not be passed."""
    before: str = ""
    """Address at which the wall stood."""
    after: str = ""
    then: GateTrace | None = None
    """A wall behind this one (a consent overlay over a log-in page)."""

    @property
    def all_passed(self) -> bool:
        """True when every wall was passed."""
        return self.passed and (self.then is None or self.then.all_passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSurvey:
    """What the home page shows to somebody who comes for the first time, and what seeding does to it."""

    home: str = ""
    """Signature of what the unseeded home page shows; empty when it could not be read."""
    login: str = ""
    """Signature of a log-in form that stands in place of the home page, or where it sends its visitor."""
    splash: str = ""
    """Signature of an intro page or layer in front of the home page."""
    overlay: str = ""
    """Signature of a layer that blocks the home page."""
    landed: str = ""
    """Address where the unseeded home page ended."""
    seeding: bool = True
    """False when stored values made the home page worse than it is without: they are then left out."""
    notes: tuple[str, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)
    """Name of a kept view (``__login__``) to its capture file."""
