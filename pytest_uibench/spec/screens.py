"""Screens: the expected routes and visual states of a task (METRICS section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final, Literal

from pytest_uibench.constants import SPEC_ID_LIMIT

from .expected import ADDRESS
from .files import PathTo
from .matching import Pattern
from .records import Placed, Record, key
from .routes import fits_route, parameters_of
from .rules import Needs, Rule, SomeOf
from .scalars import Choice, PatternText, ScreenId, Text
from .shapes import ListOf
from .steps import MOVES, STEPS, Step

ID: Final = Text(
    "an id (ASCII letters, digits, '.', '_', '-', starting with a letter or digit)",
    r"[A-Za-z0-9][A-Za-z0-9._\-]*",
    limit=SPEC_ID_LIMIT,
)
ROLES: Final = ("page", "tab", "child", "state")
ScreenRole = Literal["page", "tab", "child", "state"]


@dataclass(frozen=True, kw_only=True)
class Screen(Placed):
    """One screen: an expected route or visual state, known by its reference, or by its route and text."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        SomeOf(("route", "text", "screenshot", "reach")),
        Needs("example", "route"),
    )
    id: str = field(metadata=key(ID, "Unique name, used by the rest of the spec and in item ids."))
    route: str | None = field(
        default=None,
        metadata=key(
            ADDRESS, "Expected address; ':name' stands for a part without a fixed value. Apps may choose others."
        ),
    )
    example: str | None = field(
        default=None, metadata=key(ADDRESS, "A concrete address of a route with ':name' in it, to open it by.")
    )
    screenshot: Path | None = field(
        default=None, metadata=key(PathTo("picture"), "Picture of the reference, relative to this spec.")
    )
    role: ScreenRole = field(
        default="page",
        metadata=key(
            Choice(ROLES, "a role of a screen"),
            "tab: one of the app's root-level tabs; child: reached from its parent; "
            "state: a visual state without an address of its own; page: any other.",
        ),
    )
    label: str | None = field(default=None, metadata=key(Text(), "Name for people; its words help to find the screen."))
    text: tuple[Pattern, ...] = field(
        default=(),
        metadata=key(
            ListOf(PatternText(), least=1, single=True),
            "Texts that tell this screen from the others: all are visible on it.",
        ),
    )
    parent: str | None = field(default=None, metadata=key(ScreenId(), "Screen that leads to this one."))
    reach: tuple[Step, ...] = field(
        default=(),
        metadata=key(STEPS, "Steps from the home page that lead here, where the address is made at run time."),
    )

    @property
    def address(self) -> str | None:
        """Concrete address to open it by: the route, else its example; None when it is made at run time."""
        if self.example or self.route is None:
            return self.example
        return None if parameters_of(self.route) else self.route

    @property
    def can_start(self) -> bool:
        """Whether entries can start here: by its address, by steps that reach it, or, where the spec names no route, at
        the address where an app is found to show what its screenshot shows."""
        return self.address is not None or bool(self.reach) or (self.route is None and self.screenshot is not None)

    def problems(self) -> Iterator[str]:
        if self.id in MOVES or self.id.startswith("__"):
            yield f"a screen: the id {self.id!r} is taken: 'go: {self.id}' means something else"
        if self.route and self.example and not fits_route(self.route, self.example):
            yield f"a screen: the example {self.example!r} is no address of the route {self.route!r}"
        if self.example and parameters_of(self.example):
            yield f"a screen: the example {self.example!r} has a ':name' in it; give a concrete address"
        if self.parent == self.id:
            yield f"a screen: {self.id!r} is its own parent"


SCREENS: Final = ListOf(Record(Screen, "a screen", "screen"))
