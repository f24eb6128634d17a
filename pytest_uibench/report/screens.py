"""What the page shows of an app's screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_uibench.model import AppCard, BlockFault, ScreenCard


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView:
    """A row of the table of screens."""

    card: ScreenCard
    picture: str | None
    side: str | None
    missing: bool
    reason: str
    why: str
    faults: Sequence[BlockFault]


def screen_views(app: AppCard, link: Callable[[str | None], str | None], cut: Callable[[str], str]) -> list[ScreenView]:
    """Rows in the spec's order. ``link`` gives a file's address, ``cut`` bounds a text."""
    return [
        ScreenView(
            card=card,
            picture=link(card.pictures.get("overlay")) or link(card.pictures.get("side")),
            side=link(card.pictures.get("side")),
            missing=card.content_route is None and card.content_vfs == 0,
            reason=cut(card.reason),
            why=cut(card.why),
            faults=[fault for fault in card.faults if round(fault.points, 1) > 0],
        )
        for card in app.screens
    ]
