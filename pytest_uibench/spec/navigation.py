"""Navigation entries (METRICS section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from .entries import Entries, Entry
from .matching import Pattern
from .records import Placed, Record, key
from .rules import Rule, When
from .scalars import Choice, PatternText, ScreenId
from .shapes import Either
from .steps import STEPS, Step
from .targets import TARGET, Target

KINDS: Final = ("page", "tab", "parent-child")
NavigationKind = Literal["page", "tab", "parent-child"]


@dataclass(frozen=True, kw_only=True)
class External(Placed):
    """A destination off the site."""

    external: Pattern = field(
        metadata=key(PatternText(), "Part of the address, or a regular expression such as /host/.")
    )


@dataclass(frozen=True, kw_only=True)
class NavigationEntry(Entry):
    """One way to get somewhere.

    ``page``: ``screen`` is there at its route. ``tab``: clicking a root-level tab on ``start`` leads to ``to``.
    ``parent-child``: a known action on the parent ``start`` leads to ``to``.
    """

    RULES: ClassVar[tuple[Rule, ...]] = (
        When("kind", "page", needs=("screen",), refuses=("from", "do", "click", "to")),
        When("kind", "tab", needs=("from", "click", "to"), refuses=("screen",)),
        When("kind", "parent-child", needs=("from", "click", "to"), refuses=("screen",)),
    )
    kind: NavigationKind = field(metadata=key(Choice(KINDS, "a kind of navigation"), "What is tried."))
    screen: str | None = field(
        default=None, metadata=key(ScreenId(start=True), "kind page: the screen that must exist.")
    )
    start: str | None = field(
        default=None,
        metadata=key(ScreenId(start=True), "kind tab, parent-child: the screen it starts from.", name="from"),
    )
    do: tuple[Step, ...] = field(default=(), metadata=key(STEPS, "Steps ahead of the click, such as opening a menu."))
    click: Target | None = field(default=None, metadata=key(TARGET, "kind tab, parent-child: what is clicked."))
    to: str | External | None = field(
        default=None,
        metadata=key(
            Either(ScreenId(), Record(External, "a destination", "external")),
            "kind tab, parent-child: the screen it leads to, or {external: /host/} for a link off the site.",
        ),
    )

    def problems(self) -> Iterator[str]:
        yield from super().problems()
        if self.kind == "tab" and isinstance(self.to, External):
            yield "a navigation entry of kind tab leads to a screen of the app"
        if self.to is not None and self.to == self.start:
            yield f"a navigation entry leads from {self.start!r} to itself"

    @property
    def destination(self) -> str | External | None:
        """Where it must end: the screen of kind ``page``, else ``to``."""
        return self.screen if self.kind == "page" else self.to


NAVIGATION: Final = Entries(Record(NavigationEntry, "a navigation entry", "navigation_entry"))
