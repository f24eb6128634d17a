"""What a check says of recorded values."""

from __future__ import annotations

from dataclasses import dataclass

from .failure import Failure
from .scorecard import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Outcome of one check, before it becomes an item record."""

    status: Status
    label: str | None = None
    reason: str | None = None
    """One line for a person."""
    detail: tuple[str, ...] = ()
    """What a person would want to see, a line each."""
    warnings: tuple[str, ...] = ()
    """Remarks that fail nothing."""
    evidence: tuple[str, ...] = ()
    """Files, relative to the app's folder in the output directory."""
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPlan:
    """One item that an app gives, known without building anything."""

    kind: str
    """``exec``, ``route``, ``links``."""
    id: str
    """Part in brackets; equal to the kind where the item has none."""
    name: str
    """Item name as pytest shows it: ``exec[build]``, ``links``."""
    marker: str
    target: str | None = None
    """Route pattern of a ``route`` item."""
    file: str | None = None
    line: int | None = None
    """Place in the subject's source."""
    marks: tuple[str, ...] = ()
    """pytest marks that the spec gives it."""
    skip: str | None = None
    xfail: str | None = None
    """Reasons of the spec."""
