"""What was tried on a page and what came of it: steps, expectations, features; and the outcomes judged from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .failure import Failure

Outcome = Literal["W", "P", "F"]
"""Working, partly, failed (METRICS section 5)."""
Scope = Literal["S1", "S2", "S3"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTrace:
    """One step as it went."""

    text: str
    """The step in words: ``click role=button name='Add to cart'``."""
    place: str
    """``file:line:column`` in the spec."""
    ok: bool
    reason: str | None = None
    """Why it failed, one line."""
    hint: str | None = None
    """Hint of the target that found the element: ``role``, ``text`` …"""
    matched: int = 0
    """Elements that this hint found, hidden ones included."""
    candidates: tuple[str, ...] = ()
    """Nearest visible candidates when nothing was found."""
    url_before: str = ""
    """Path and query, with the fragment where there is one."""
    url_after: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    """What a person should know: ambiguity, a repeated click, how a move was made, accessibility remarks."""
    new: bool = False
    """What it acted on, or waited for, was not there on the start page: earlier steps had brought it about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectTrace:
    """One expectation as it was found."""

    text: str
    place: str
    ok: bool
    found: str = ""
    """What was seen: what holds, or what was there instead."""
    held_before: bool = False
    """It held on the settled start page, before any step: a guard, which earns nothing."""
    candidates: tuple[str, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureTrace:
    """All of one feature: recorded in the browser, judged later."""

    steps: tuple[StepTrace, ...] = ()
    """Up to the first that failed."""
    expectations: tuple[ExpectTrace, ...] = ()
    """All of them, also after one failed; empty where a step failed."""
    url_start: str = ""
    url_end: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    compared: bool = False
    """The expectations were also judged where only the moves were made: what those bring about is a guard too."""
    fault: Failure | None = None
    """The page hung or crashed: ``interact:hang``, ``interact:crash``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOutcome:
    """Judgement of one feature."""

    outcome: Outcome
    reason: str
    """One line for people."""
    label: str | None = None
    """``interact:step``, ``interact:expectation``, ``interact:hang`` …; None for W."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemOutcome:
    """Judgement of one item (app, interaction family)."""

    outcome: Outcome
    r: float
    """1 for W, 0.5 for P, 0 for F."""
    scope: Scope
    features: tuple[Outcome, ...] = ()
