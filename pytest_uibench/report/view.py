"""What the page shows of a score card, bounded in number and length; the template only lays it out."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import quote

from pytest_uibench import constants
from pytest_uibench.model import STATUSES, AppCard, Diagnostic, ItemRecord, LinkCard, RouteCard, Scorecard

from .findings import Finding, Verdict, findings, most_telling, place, refused_hosts, remarks, verdict
from .screens import ScreenView, screen_views
from .text import clean, one_line

T = TypeVar("T")

STAGES = ("install", "build", "types", "serve", "render")
WORDS: dict[str, str] = {"passed": "passed", "faulty": "runs with faults", "failed": "fails", "unjudged": "not judged"}
TONES: dict[str, str] = {
    "passed": "good",
    "faulty": "warn",
    "failed": "bad",
    "unjudged": "ours",
    "partial": "warn",
    "blocked": "off",
    "not_applicable": "off",
    "errored": "ours",
}


@dataclass(frozen=True, slots=True)
class Capped(Generic[T]):
    """The first entries of a list and how many were left out."""

    shown: Sequence[T]
    hidden: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """A finding, with the number of its app's section and what it links to."""

    finding: Finding
    app: int
    evidence: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteView:
    """A row of the table of routes."""

    card: RouteCard
    word: str
    tone: str
    errors: Sequence[str]
    screenshot: str | None
    declared: str | None

    @property
    def quiet(self) -> bool:
        """Nothing was seen on the page that is worth a line."""
        card = self.card
        return not (card.alias_of or card.landed or self.errors or card.console_errors or card.failed_requests)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """A row of the list of items."""

    record: ItemRecord
    name: str
    label: str
    reason: str
    detail: str
    warnings: Sequence[str]
    evidence: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageView:
    """A stage of EXEC with its time and log."""

    name: str
    status: str
    seconds: float | None
    cached: bool
    log: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppView:
    """The section of one app."""

    number: int
    card: AppCard
    verdict: Verdict
    findings: Capped[FindingView]
    failure_place: str | None
    diagnostics: Capped[Diagnostic]
    stages: Sequence[StageView]
    routes: Capped[RouteView]
    screens: Capped[ScreenView]
    dead: Capped[LinkCard]
    items: Sequence[ItemView]
    remarks: Capped[str]
    missing: Capped[str]
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """The whole page."""

    card: Scorecard
    title: str
    apps: Sequence[AppView]
    first: Capped[FindingView]
    items: Sequence[tuple[str, int]]
    refused: Capped[str]
    missing: int


@dataclass(slots=True)
class _Budget:
    """Bytes left for long texts of the page: with a thousand failing items each gets less (DESIGN: under 5 MB)."""

    left: int = field(default=constants.REPORT_PAGE_BUDGET)

    def cut(self, text: str, limit: int) -> str:
        shown = clean(text, limit)
        cost = len(html.escape(shown).encode())
        if cost <= self.left:
            self.left -= cost
            return shown
        short = one_line(text, constants.REPORT_STUB_LIMIT)
        return short if short == shown else f"{short} (in full in results.json)"


def page_view(card: Scorecard, output: Path) -> PageView:
    """Choose what of ``card`` is shown; files are linked when they lie below ``output``."""
    budget = _Budget()
    numbers = {id(app): number for number, app in enumerate(card.apps, 1)}
    owners = {app.app: numbers[id(app)] for app in card.apps}
    telling = [_finding(found, owners[found.app], output) for found in most_telling(card.apps)]
    apps = [
        _app(app, numbers[id(app)], output, budget, few=len(card.apps) <= constants.REPORT_OPEN_APPS)
        for app in card.apps
    ]
    return PageView(
        card=card,
        title=_title(apps, sum(not entry.finding.infrastructure for entry in telling)),
        apps=apps,
        first=_cap(telling, constants.REPORT_FIRST_LIMIT),
        items=[(status, card.summary.items.get(status, 0)) for status in STATUSES],
        refused=_cap(refused_hosts(card.apps), constants.REPORT_LIST_LIMIT),
        missing=sum(len(app.missing) for app in card.apps),
    )


def link(path: str | None, output: Path) -> str | None:
    """Return the address of ``path`` relative to the page, or None when no such file lies below ``output``."""
    if not path or path.startswith("/") or "\\" in path or ".." in path.split("/"):
        return None
    # os.path and not Path.is_file: false, without an exception, also for names that no file can have.
    return quote(path) if os.path.isfile(f"{output}/{path}") else None  # noqa: PTH113


def _title(apps: Sequence[AppView], faults: int) -> str:
    words = [app.verdict for app in apps]
    if not apps:
        return "No app was judged"
    if len(apps) == 1:
        word = {
            "passed": "Everything works",
            "faulty": "It runs",
            "failed": "It does not run",
            "unjudged": "Not judged",
        }
        said = word[words[0]]
    else:
        said = f"{words.count('passed') + words.count('faulty')} of {len(apps)} apps run"
    return said if not faults else f"{said}, {faults:,} {'thing' if faults == 1 else 'things'} to fix"


def _app(app: AppCard, number: int, output: Path, budget: _Budget, *, few: bool) -> AppView:
    word, failure = verdict(app), app.exec.failure
    types = app.exec.types.failure if app.exec.types is not None else None
    diagnostics = [
        *(failure.diagnostics if failure else ()),
        *(types.diagnostics if types and types != failure else ()),
    ]
    found = [_finding(entry, number, output) for entry in findings(app)]
    dead = app.links.dead if app.links is not None else ()
    return AppView(
        number=number,
        card=app,
        verdict=word,
        findings=_cap(found, constants.REPORT_LIST_LIMIT),
        failure_place=place(app, failure.file, failure.line) if failure is not None else None,
        diagnostics=_cap(diagnostics, constants.REPORT_LIST_LIMIT),
        stages=[_stage(app, stage, output) for stage in STAGES if _ran(app, stage)],
        routes=_cap([_route(app, route, output, budget) for route in app.routes], constants.REPORT_ROUTE_LIMIT),
        screens=_cap(
            screen_views(
                app, lambda path: link(path, output), lambda text: budget.cut(text, constants.REPORT_SHORT_LIMIT)
            ),
            constants.REPORT_ROUTE_LIMIT,
        ),
        dead=_cap(dead, constants.REPORT_LIST_LIMIT),
        items=[_item(record, output, budget) for record in app.items],
        remarks=_cap(remarks(app), constants.REPORT_LIST_LIMIT),
        missing=_cap(app.missing, constants.REPORT_LIST_LIMIT),
        open=few and word != "passed",
    )


def _cap(entries: Sequence[T], limit: int) -> Capped[T]:
    return Capped(entries[:limit], max(0, len(entries) - limit))


def _finding(finding: Finding, number: int, output: Path) -> FindingView:
    return FindingView(finding=finding, app=number, evidence=link(finding.evidence, output))


def _ran(app: AppCard, stage: str) -> bool:
    return stage in app.exec.seconds or any(item.kind == "exec" and item.id == stage for item in app.items)


def _stage(app: AppCard, stage: str, output: Path) -> StageView:
    record = next((item for item in app.items if item.kind == "exec" and item.id == stage), None)
    logs = [entry for entry in record.evidence if entry.endswith(".log")] if record is not None else []
    return StageView(
        name=stage,
        status=record.status if record is not None else "passed",
        seconds=app.exec.seconds.get(stage),
        cached=app.exec.cached.get(stage, False),
        log=link(logs[0], output) if logs else None,
    )


def _route(app: AppCard, route: RouteCard, output: Path, budget: _Budget) -> RouteView:
    record = next((item for item in app.items if item.kind == "route" and item.id == route.route), None)
    word, tone = _outcome(route, record)
    reason = record.reason if record is not None and record.status != "passed" else None
    errors = route.errors or ((reason,) if reason else ())
    return RouteView(
        card=route,
        word=word,
        tone=tone,
        errors=[budget.cut(error, constants.REPORT_SHORT_LIMIT) for error in errors[: constants.TERMINAL_NAMES]],
        screenshot=link(route.screenshot, output),
        declared=place(app, route.file, route.line),
    )


def _outcome(route: RouteCard, record: ItemRecord | None) -> tuple[str, str]:
    """The item's verdict where there is one: a page that renders and throws has failed."""
    if record is not None and record.status not in ("passed", "not_applicable"):
        return record.status, TONES.get(record.status, "bad")
    if route.rendered is None:
        return "not opened" if route.url is None else "not judged", "off"
    if not route.rendered:
        return "not rendered", "bad"
    if route.label == "route:gated":
        return "behind a wall", "off"
    return ("alias", "off") if route.alias_of is not None else ("rendered", "good")


def _item(record: ItemRecord, output: Path, budget: _Budget) -> ItemView:
    linked = [(entry, link(entry, output)) for entry in record.evidence[: constants.TERMINAL_NAMES]]
    name = record.kind if record.id == record.kind else f"{record.kind}[{record.id}]"
    return ItemView(
        record=record,
        name=one_line(name, constants.REPORT_NAME_LIMIT),
        label=one_line(record.label or "", constants.REPORT_NAME_LIMIT),
        reason=budget.cut(record.reason or "", constants.REPORT_SHORT_LIMIT),
        detail=budget.cut(record.detail or "", constants.REPORT_DETAIL_LIMIT),
        warnings=[
            budget.cut(text, constants.REPORT_SHORT_LIMIT) for text in record.warnings[: constants.TERMINAL_NAMES]
        ],
        evidence=[(name.rpartition("/")[2], address) for name, address in linked if address is not None],
    )
