"""Expectations about the page as a whole: its address, what it raised, what it stored, what was remembered of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from .conditions import ANY_NUMBER, TEXT_TESTS, TextTest
from .expected import ADDRESS, NAME, Expected
from .matching import Pattern
from .records import key
from .routes import RoutePattern
from .rules import OneOf, Rule, SomeOf
from .scalars import PatternText, RouteText
from .shapes import NumberOrText


@dataclass(frozen=True, kw_only=True)
class Changed(Expected):
    """A remembered value is another one now."""

    source: str = field(metadata=key(NAME, "Name of the remembered value.", name="from"))
    by: float | None = field(default=None, metadata=key(ANY_NUMBER, "By how much its number grew (or fell)."))
    to: float | Pattern | None = field(
        default=None, metadata=key(NumberOrText(ANY_NUMBER, PatternText()), "What it is now: a number or a text.")
    )

    def problems(self) -> Iterator[str]:
        if self.by == 0:
            yield "changed: by: 0 is no change; use unchanged"

    @property
    def remembered(self) -> tuple[str, ...]:
        return (self.source,)


@dataclass(frozen=True, kw_only=True)
class Unchanged(Expected):
    """A remembered value is still the same."""

    source: str = field(metadata=key(NAME, "Name of the remembered value.", name="from"))

    @property
    def negative(self) -> bool:
        return True

    @property
    def remembered(self) -> tuple[str, ...]:
        return (self.source,)


@dataclass(frozen=True, kw_only=True)
class OnRoute(Expected):
    """The address of the page: its path, and its query where the pattern has one."""

    RULES: ClassVar[tuple[Rule, ...]] = (OneOf(("is", "matches")),)
    equals: str | None = field(default=None, metadata=key(ADDRESS, "The address itself.", name="is"))
    matches: RoutePattern | None = field(
        default=None, metadata=key(RouteText(), "A route such as /product/:id, or a regular expression /…/.")
    )

    def holds(self, address: str) -> bool:
        """Whether ``address`` (path, perhaps with query and fragment) is so."""
        if self.matches is not None:
            return self.matches.matches(address)
        path, _, query = address.partition("#")[0].partition("?")
        wanted, mark, wanted_query = (self.equals or "").partition("#")[0].partition("?")
        same = (path.rstrip("/") or "/") == (wanted.rstrip("/") or "/")
        return same and (not mark or query == wanted_query)


@dataclass(frozen=True, kw_only=True)
class OnScreen(Expected):
    """The page is this screen, by what it shows (SPEC.md, "Which screen is this?")."""

    screen: str


@dataclass(frozen=True, kw_only=True)
class SawDialog(Expected, TextTest):
    """An alert, confirm or prompt was raised; with a test, its message is so."""


@dataclass(frozen=True, kw_only=True)
class GotDownload(Expected):
    """A file was downloaded."""

    name: Pattern | None = field(default=None, metadata=key(PatternText(), "Its name."))


@dataclass(frozen=True, kw_only=True)
class OpenedPopup(Expected):
    """A new tab or window was opened."""

    route: RoutePattern | None = field(default=None, metadata=key(RouteText(), "Its address: a route or /…/."))


@dataclass(frozen=True, kw_only=True)
class InClipboard(Expected, TextTest):
    """The app wrote to the clipboard."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(TEXT_TESTS),)


@dataclass(frozen=True, kw_only=True)
class InStorage(Expected, TextTest):
    """A key of the app's local or session storage; without is, contains or matches it must only be there."""

    name: Pattern = field(metadata=key(PatternText(), "Name of the key, or a regular expression /…/.", name="key"))
