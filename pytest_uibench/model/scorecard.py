"""What results.json holds (shared DESIGN, "results.json"): field names are a contract, grown but never renamed.

All scores are 0-100 except similarities and sub-metrics (0-1); a field that was not measured is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .failure import Failure
from .fidelity import BlockFault

Status = Literal["passed", "partial", "failed", "blocked", "not_applicable", "errored"]
"""Outcome of one item: ``blocked`` has an upstream cause and scores 0, ``errored`` is ours and scores None."""

STATUSES: tuple[Status, ...] = (
    "passed",
    "partial",
    "failed",
    "blocked",
    "not_applicable",
    "errored",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRecord:
    """What one pytest item tells the controller: plain builtins once on the wire."""

    app: str
    """Key of the app in this run (unique, see AppCard.app)."""
    kind: str
    """``exec | route | links | navigation | interaction | fidelity | controls | critique``."""
    id: str
    """The part in brackets: ``build``, ``/cart``; equal to the kind where there are no brackets."""
    nodeid: str
    status: Status
    label: str | None = None
    """``class:detail`` of a failure or remark."""
    reason: str | None = None
    """One line for a person."""
    detail: str | None = None
    """What a person would want to see: URL, console line, source place, screenshot path. Several lines."""
    evidence: tuple[str, ...] = ()
    """Files relative to the output directory (screenshots, logs)."""
    warnings: tuple[str, ...] = ()
    """Remarks that fail nothing (refused hosts, degraded install …)."""
    seconds: float = 0.0
    attempts: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TypesCard:
    """Outcome of the type check, apart from bundling."""

    status: str
    errors: int = 0
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecCard:
    """Executability (METRICS section 1)."""

    at_1: bool | None = None
    """None when it could not be judged (infrastructure)."""
    at_3: bool | None = None
    strict: bool | None = None
    """``at_1`` and the type check passes."""
    rounds: int = 0
    failure: Failure | None = None
    """What a repairing agent is given; its log is relative to the output directory."""
    types: TypesCard | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    """``install``, ``build``, ``serve``, ``render``."""
    cached: Mapping[str, bool] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()
    reproducible: bool | None = None
    containment: str | None = None
    framework: str | None = None
    package_manager: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteCard:
    """One route and how it rendered."""

    route: str
    url: str | None
    """Concrete path opened, None when no value for a parameter was found."""
    source: str
    """``static`` or ``crawl``."""
    rendered: bool | None
    label: str | None = None
    alias_of: str | None = None
    landed: str | None = None
    title: str | None = None
    errors: tuple[str, ...] = ()
    """Uncaught page errors, one line each."""
    console_errors: int = 0
    failed_requests: tuple[str, ...] = ()
    screenshot: str | None = None
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCard:
    """An internal link that leads nowhere real."""

    path: str
    text: str
    on: str
    """Route on which it was seen first."""
    reason: str
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksCard:
    """Internal links of an app."""

    checked: int = 0
    dead: tuple[LinkCard, ...] = ()
    unchecked: int = 0
    """Links left out by the crawl budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenCard:
    """One screen of the reference and how well the app shows it (METRICS sections 2 and 3)."""

    id: str
    route: str
    """Expected route."""
    matched_route: str | None
    """Generated route of the published alignment, None for MISS."""
    tier: str
    """``dom``, ``T1`` … ``T5b``, ``none``."""
    similarity: float | None
    """Un-boosted similarity of the published alignment."""
    source: str
    """What the reference's blocks come from: ``dom`` or ``ocr``."""
    size: float | None = None
    """Sub-metrics of ``vfs``, 0-1."""
    text: float | None = None
    position: float | None = None
    color: float | None = None
    vfs: float | None = None
    """Published page score (``vfs-paper/1``): 0 for MISS, None when it could not be scored."""
    content_vfs: float | None = None
    """Content score (``vfs-content/1``)."""
    content_route: str | None = None
    """Generated route of the alignment by content, None when no route shows the screen."""
    content: Mapping[str, float] = field(default_factory=dict)
    """Sub-metrics of ``content_vfs``, 0-1."""
    costs: Mapping[str, float] = field(default_factory=dict)
    """Points of the content score that each sub-metric lost."""
    why: str = ""
    """Why this route, or why none; what was second."""
    reason: str = ""
    """What cost the points."""
    faults: tuple[BlockFault, ...] = ()
    """The ten blocks that cost most."""
    flags: tuple[str, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)
    """``side``, ``overlay``, ``reference``, ``generated``: files relative to the output directory."""
    ssim: Mapping[str, float] = field(default_factory=dict)
    """Diagnostic, 0-1: ``page`` and ``ink`` (over what is drawn)."""
    need: Mapping[str, float] = field(default_factory=dict)
    """Thresholds of the spec: ``vfs``, ``content_vfs``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityCard:
    """Visual fidelity of one app (METRICS section 3); scores 0-100, None over nothing."""

    vfs: float | None
    """Mean over the matched screens times matched / total; 0 when EXEC failed."""
    vfs_matched: float | None
    matched: int
    total: int
    content_vfs: float | None
    content_vfs_matched: float | None = None
    content_matched: int = 0
    content_total: int = 0
    zero_imputed: bool = False
    """The zeros stand for a failed EXEC."""
    unscored: tuple[str, ...] = ()
    """Screens that could not be scored: in neither count."""
    shell: tuple[str, ...] = ()
    """Texts that the content score leaves out: they stand at the same place on most of the reference's screens."""
    metrics: Mapping[str, object] = field(default_factory=dict)
    """Metric id with version to its parameters."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AppCard:
    """One app of a run."""

    app: str
    path: str
    """Relative to the invocation directory where it lies below it."""
    task: str | None = None
    category: str | None = None
    model: str | None = None
    generation: int = 0
    exec: ExecCard = ExecCard()
    routes: tuple[RouteCard, ...] = ()
    links: LinksCard | None = None
    refused_hosts: tuple[str, ...] = ()
    screens: tuple[ScreenCard, ...] = ()
    fidelity: FidelityCard | None = None
    navigation: Mapping[str, object] | None = None
    interactions: Mapping[str, object] | None = None
    controls: Mapping[str, object] | None = None
    critique: Mapping[str, object] | None = None
    gates: tuple[Mapping[str, object], ...] = ()
    items: tuple[ItemRecord, ...] = ()
    missing: tuple[str, ...] = ()
    """Node ids that were collected but gave no result (crash, ``-x``, Ctrl-C)."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Means over the apps of a run; every mean is None over nothing."""

    apps: int = 0
    exec_at_1: float | None = None
    exec_at_3: float | None = None
    exec_strict: float | None = None
    vfs: float | None = None
    vfs_conditional: float | None = None
    content_vfs: float | None = None
    content_vfs_conditional: float | None = None
    iis: float | None = None
    iis_conditional: float | None = None
    navigation: float | None = None
    nrs: float | None = None
    routes_rendered: float | None = None
    """Share of the routes that rendered, micro over routes."""
    items: Mapping[str, int] = field(default_factory=dict)
    """Number of items per status."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The n behind each mean, by the mean's name: apps, or routes for ``routes_rendered``."""
    by_category: Mapping[str, object] = field(default_factory=dict)
    by_model: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCard:
    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCard:
    id: str
    started: str
    """ISO 8601 with zone."""
    seconds: float
    complete: bool
    """False when items are missing."""
    command: str | None = None
    browser: str | None = None
    platform: str | None = None
    determinism: Mapping[str, object] = field(default_factory=dict)
    network: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """The whole of results.json."""

    tool: ToolCard
    run: RunCard
    apps: tuple[AppCard, ...]
    summary: Summary
    schema_version: int = 1
