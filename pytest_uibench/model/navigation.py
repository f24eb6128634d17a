"""How one navigation entry went (METRICS section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .failure import Failure
from .interaction import StepTrace

Stop = Literal["start", "skipped", "steps", "click", "destination"]
"""Where it ended before its goal: the start was not reached, ``only_if`` did not hold, a step, the click, the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTrace:
    """One entry, run by itself in a fresh context."""

    id: str
    kind: Literal["page", "tab", "parent-child"]
    stop: Stop | None = None
    """None: it arrived."""
    reason: str = ""
    """What was found where it ended, one line."""
    start: str | None = None
    """Address that was opened first."""
    landed: str | None = None
    """Path where it ended, query included."""
    before: tuple[StepTrace, ...] = ()
    steps: tuple[StepTrace, ...] = ()
    """``do:`` and the click, up to the first that failed."""
    picture: str | None = None
    """Where it ended, relative to the app's folder."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    fault: Failure | None = None
    """The page hung or crashed."""
