"""Where screens are and how they look: what the caller knows, and steps and expectations ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Move = Literal["control", "address"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """How a move to a screen went."""

    ok: bool
    by: Move | None = None
    """A visible control was clicked, or the address loaded (which drops what is only in memory)."""
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """Whether the page is a screen."""

    ok: bool
    reason: str = ""
    """What it is instead, or by what it was recognised."""


class Navigator(Protocol):
    """Knows where screens are and how they look; given by the caller, which has the coverage alignment."""

    def address(self, route: str) -> str:
        """Full address of a route of the app."""

    def go(self, screen: str, by: Move | None, seconds: float) -> Arrival:
        """Bring the page to a screen: by a visible control, else by address; ``by`` insists."""

    def shows(self, screen: str) -> Recognised:
        """Whether the page is this screen now."""
