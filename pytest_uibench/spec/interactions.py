"""Interactions: items of a family and a scope, with the features that realise them (METRICS section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from .entries import Entries, Entry
from .expectations import EXPECTATIONS, Expectation
from .records import Placed, Record, key
from .scalars import Choice, ScreenId, Text
from .screens import ID
from .shapes import ListOf
from .steps import STEPS, Step

Scope = Literal["S1", "S2", "S3"]
Family = Literal["disclosure", "view-switching", "form", "query", "crud", "selection", "cross-route"]
SCOPES: Final = ("S1", "S2", "S3")
USUAL_SCOPE: Final[Mapping[Family, Scope]] = {
    "disclosure": "S1",
    "view-switching": "S1",
    "form": "S1",
    "query": "S2",
    "crud": "S2",
    "selection": "S2",
    "cross-route": "S3",
}
"""Families, and the scope that an item has when the spec names none (METRICS section 5)."""
FAMILIES: Final = tuple(USUAL_SCOPE)


@dataclass(frozen=True, kw_only=True)
class Feature(Entry):
    """One sub-feature: from a screen, do the steps, then all expectations must hold."""

    start: str = field(metadata=key(ScreenId(start=True), "Screen it starts from.", name="from"))
    do: tuple[Step, ...] = field(default=(), metadata=key(STEPS, "What a person does."))
    expect: tuple[Expectation, ...] = field(metadata=key(EXPECTATIONS, "What must hold afterwards."))


@dataclass(frozen=True, kw_only=True)
class InteractionItem(Placed):
    """One interaction family of the app; its outcome W, P or F follows from its features."""

    id: str = field(metadata=key(ID, "Unique name; part of the ids of its features' items."))
    family: Family = field(metadata=key(Choice(FAMILIES, "a family of interactions"), "Family of interactions."))
    given_scope: Scope | None = field(
        default=None,
        metadata=key(
            Choice(SCOPES, "a scope"),
            "S1: effect in the page; S2: data that other components see; S3: outlives a route change. "
            "Default: the family's usual scope.",
            name="scope",
        ),
    )
    title: str | None = field(default=None, metadata=key(Text(), "One line for people."))
    features: tuple[Feature, ...] = field(
        metadata=key(Entries(Record(Feature, "a feature", "feature"), least=1), "Its sub-features, each an item.")
    )

    @property
    def scope(self) -> Scope:
        """As given, else the family's usual one."""
        return self.given_scope or USUAL_SCOPE[self.family]


INTERACTIONS: Final = ListOf(Record(InteractionItem, "an interaction", "interaction"))
