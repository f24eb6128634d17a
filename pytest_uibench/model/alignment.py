"""Which generated route shows which screen, and why (METRICS section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .blocks import Source
from .failure import Failure
from .fidelity import BlockFault, Match, MetricScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One generated route as a candidate for a screen; similarities 0-1."""

    generated: int
    route: str
    similarity: float
    """Published similarity: page score to one decimal, over 100."""
    boosted: float
    """With the bonus for common words in the routes."""
    content: float | None = None
    """Content score over 100; None where it does not apply."""
    recognised: float | None = None
    """Share of the screen's own texts (heading weighted) that the route shows; None when the screen has none."""
    heading: bool | None = None
    """Whether the route shows the screen's heading; None when it has none."""
    needed: float | None = None
    """Share from which the route would be taken for the screen."""
    accepted: bool = False
    """Whether the content agrees well enough to be this screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenMatch:
    """One reference screen: the published match, ours, and the reasons."""

    reference: int
    screen: str
    """Screen id."""
    published: Match
    """As METRICS section 2 states it: a shared sidebar can match a missing page to any other."""
    content: Match
    """Ours: by what the screen shows beyond the app's shell; similarity is the mean of content score and recognised."""
    why: str
    """Why this route, or why none; what was second and by how much."""
    candidates: tuple[Candidate, ...] = ()
    """The best few, best first (ours)."""
    margin: float | None = None
    """Our boosted similarity ahead of the second candidate; None without a second."""
    missing_by_content: bool = False
    """The published match agrees through the shell only: no route shows this screen."""
    unscored: str | None = None
    """Why the screen has no score at all (a capture failed): neither matched nor missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """All reference screens, in order."""

    screens: tuple[ScreenMatch, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Generated route to the earlier one that shows the same; aliases are no candidates."""
    shell: tuple[str, ...] = ()
    """Texts of the app's shell, sorted."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def published(self) -> tuple[Match, ...]:
        """The published match of every screen."""
        return tuple(screen.published for screen in self.screens)

    @property
    def content(self) -> tuple[Match, ...]:
        """Our match of every screen."""
        return tuple(screen.content for screen in self.screens)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenFidelity:
    """The scores of one screen. A screen that is MISS scores 0, one that could not be judged None."""

    screen: str
    route: str
    match: ScreenMatch
    paper: MetricScore | None = None
    """Against the published match; None when MISS or unscored."""
    content: MetricScore | None = None
    """Against our match; None when MISS, unscored or not applicable."""
    vfs: float | None = None
    """Published page score 0-100; 0 for MISS, None when unscored."""
    content_vfs: float | None = None
    """Content score 0-100; 0 for MISS, None when unscored or when neither side has content."""
    reason: str = ""
    """One line: which sub-metric cost how many points and what happened to how many blocks; why MISS or unscored."""
    faults: tuple[BlockFault, ...] = ()
    """The worst blocks of the content score, costliest first."""
    flags: tuple[str, ...] = ()
    """What to know about the numbers: ``estimated colours``, ``opaque 40 %``, ``capped`` …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppFidelity:
    """Fidelity of one app (METRICS section 3); scores 0-100, None when nothing was measured."""

    vfs: float | None
    """Mean over the matched screens times matched / total: headline, 0 when EXEC failed."""
    vfs_matched: float | None
    """Mean over the matched screens alone."""
    matched: int
    total: int
    """Screens that could be judged."""
    content_vfs: float | None
    content_vfs_matched: float | None = None
    content_matched: int = 0
    content_total: int = 0
    """Screens to which the content score applies: leaves out those where neither side has any content."""
    vfs_conditional: float | None = None
    """``vfs`` where the app runs; None when EXEC failed."""
    content_vfs_conditional: float | None = None
    zero_imputed: bool = False
    """The zeros stand for a failed EXEC."""
    unscored: tuple[str, ...] = ()
    """Screens left out because a capture failed."""
    metrics: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Metric id with version → parameters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityRecord:
    """All that a run found about the look of one app: written once, read by its items and by the report."""

    alignment: Alignment
    screens: tuple[ScreenFidelity, ...]
    routes: tuple[str, ...]
    """Generated routes, as the alignment counts them."""
    paths: tuple[str, ...] = ()
    """Concrete paths at which they were opened, hash included."""
    sources: tuple[Source, ...]
    """What each screen's reference blocks come from."""
    faults: Mapping[str, Failure] = field(default_factory=dict)
    """Screen id to why its reference could not be captured."""
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Screen id to ``side``, ``overlay``, ``reference``, ``generated``: files relative to the app's folder."""
    ssim: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Screen id to ``page`` and ``ink``."""
    notes: tuple[str, ...] = ()
