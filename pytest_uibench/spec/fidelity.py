"""Thresholds of visual fidelity (METRICS section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from .records import Placed, Record, key
from .rules import Rule, SomeOf
from .scalars import Number
from .shapes import MapOf

PERCENT: Final = Number(low=0, high=100)


@dataclass(frozen=True, kw_only=True)
class Thresholds(Placed):
    """Least scores of a screen, 0-100; None asks for nothing."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(("vfs", "content_vfs")),)
    vfs: float | None = field(default=None, metadata=key(PERCENT, "Least score as the paper defines it (vfs-paper/1)."))
    content_vfs: float | None = field(default=None, metadata=key(PERCENT, "Least content score (vfs-content/1)."))


@dataclass(frozen=True, kw_only=True)
class Fidelity(Placed):
    """How close the screens must look; a screen with a threshold is an item of its own."""

    vfs: float | None = field(default=None, metadata=key(PERCENT, "Least score of every screen (vfs-paper/1)."))
    content_vfs: float | None = field(
        default=None, metadata=key(PERCENT, "Least content score of every screen (vfs-content/1).")
    )
    screens: Mapping[str, Thresholds] = field(
        default_factory=dict,
        metadata=key(
            MapOf(Record(Thresholds, "thresholds", "thresholds"), "a mapping of screens to thresholds"),
            "Ids of screens to thresholds of their own.",
        ),
    )

    def of(self, screen: str) -> Thresholds:
        """Thresholds of a screen: its own, else those of every screen."""
        own = self.screens.get(screen)
        if own is None:
            return Thresholds(vfs=self.vfs, content_vfs=self.content_vfs, place=self.place)
        return Thresholds(
            vfs=self.vfs if own.vfs is None else own.vfs,
            content_vfs=self.content_vfs if own.content_vfs is None else own.content_vfs,
            place=own.place,
        )


FIDELITY: Final = Record(Fidelity, "fidelity", "fidelity")
