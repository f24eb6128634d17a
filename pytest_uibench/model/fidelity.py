"""Values of visual fidelity: page scores, alignment, and what explains them (METRICS sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Tier = Literal["dom", "T1", "T2", "T3", "T4", "T5a", "T5b", "none"]
"""How a screen found its route: by blocks, or by a tier of the cascade; ``none`` is MISS."""


class Pair(NamedTuple):
    """A reference block and the generated block matched to it; indexes into the lists given."""

    reference: int
    generated: int
    text: float
    """Ratcliff-Obershelp ratio, 0-1."""
    position: float
    """1 - Chebyshev distance of the centres in viewport fractions, 0-1."""
    color: float
    """1 - CIEDE2000 / 100, 0-1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScore:
    """Fidelity of one page to one reference screen; sub-metrics 0-1, ``page`` 0-100."""

    size: float
    text: float
    position: float
    color: float
    page: float
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One reference screen and the generated route that shows it."""

    reference: int
    generated: int | None
    """None is MISS."""
    similarity: float
    """Un-boosted, 0-1; of the best candidate where there is no match."""
    boosted: float
    """With the route's token bonus, at most 1."""
    tier: Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricScore:
    """One metric over one screen, with what explains it."""

    metric: str
    """``vfs-paper/1`` or ``vfs-content/1``."""
    score: PageScore
    reference: int
    """Number of reference blocks compared."""
    generated: int
    shell: int = 0
    """Reference blocks left out as the app's shell."""
    costs: Mapping[str, float] = field(default_factory=dict)
    """Points (of 100) that each sub-metric lost."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """What the number depends on besides the blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFault:
    """One block that costs points: missing, extra, moved, changed text, changed colour, changed size."""

    kind: Literal["missing", "extra", "moved", "text", "color", "size"]
    text: str
    """The reference block's text (the generated one's for ``extra``)."""
    other: str | None = None
    """The generated block's text where the two differ."""
    reference: int | None = None
    generated: int | None = None
    points: float = 0.0
    """Points of the page score that it costs, at most."""
    note: str = ""
    """One line: by how much, from where to where, which colours."""
