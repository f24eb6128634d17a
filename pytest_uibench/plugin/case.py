"""One item's question, asked of what was gathered: gather first, then judge."""

from __future__ import annotations

import errno
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench.checks.executability import failure_lines, first_line, judge_render, judge_route, judge_stage
from pytest_uibench.checks.links import judge_links
from pytest_uibench.model import Failure, ItemPlan, ItemRecord, StageReport, SubjectError, UibenchError, Verdict
from pytest_uibench.observe.gather import Gatherer
from pytest_uibench.plugin.apps import App
from pytest_uibench.subject.routes.concrete import matches

if TYPE_CHECKING:
    from pytest_uibench.observe.visit import NewContext
    from pytest_uibench.spec import Spec


@dataclass(frozen=True, slots=True)
class Case:
    """The verdict of an item, made in its set-up."""

    plan: ItemPlan
    verdict: Verdict


def evaluate(app: App, plan: ItemPlan, gatherer: Gatherer, *, again: bool, contexts: NewContext) -> Verdict:
    """Gather what the item needs and judge it.

    Args:
        again: the item is run once more (reruns): its own page is observed anew.
        contexts: makes the contexts of items that act on a page of their own.
    """
    try:
        if plan.kind == "exec":
            return _exec(plan.id, gatherer, again)
        blocked = _upstream(gatherer)
        if blocked is not None:
            return blocked
        if plan.kind in ("navigation", "interaction"):
            return _tried(app, plan, gatherer, contexts)
        return _page(app, plan, gatherer, again)
    except SubjectError as error:
        return failed(error.failure)


def record_of(app: App, plan: ItemPlan, verdict: Verdict, *, nodeid: str, seconds: float, attempt: int) -> ItemRecord:
    """What the item tells the controller."""
    return ItemRecord(
        app=app.key,
        kind=plan.kind,
        id=plan.id,
        nodeid=nodeid,
        status=verdict.status,
        label=verdict.label,
        reason=verdict.reason,
        detail="\n".join(verdict.detail) or None,
        evidence=tuple(f"{app.folder}/{path}" for path in verdict.evidence),
        warnings=verdict.warnings,
        seconds=round(seconds, 3),
        attempts=attempt,
    )


def failed(failure: Failure) -> Verdict:
    """A failure value as the verdict of an item."""
    return Verdict(
        status="errored" if failure.infrastructure else "failed",
        label=failure.label,
        reason=first_line(failure.message),
        detail=failure_lines(failure),
        failure=failure,
    )


def file_trouble(error: OSError, output: Path) -> Verdict:
    """A file of ours that cannot be read or written: the machine's trouble, with its place and the way out."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    reason = f"{error.strerror or error}: {error.filename or output}"
    hint = "Free some disk space, or choose other folders with --uibench-output=DIR and UIBENCH_CACHE=DIR."
    return Verdict(
        status="errored", label="infra:disk" if full else "infra:files", reason=reason, detail=(reason, hint)
    )


def clock() -> float:
    """Monotonic seconds."""
    return time.perf_counter()


def _exec(stage: str, gatherer: Gatherer, again: bool) -> Verdict:
    prepared = gatherer.prepared()
    if stage == "install":
        return judge_stage(prepared.install)
    if stage == "build":
        return _blocked_by(prepared.install) or judge_stage(prepared.build)
    blocked = _blocked_by(prepared.install) or _blocked_by(prepared.build)
    if blocked is not None:
        return blocked
    if stage == "types":
        return judge_stage(gatherer.types())
    return judge_render(gatherer.home(again=again), prepared.build.warnings, prepared.scaffold)


def _upstream(gatherer: Gatherer) -> Verdict | None:
    """The one cause for which every item after EXEC is skipped, or None."""
    prepared = gatherer.prepared()
    blocked = _blocked_by(prepared.install) or _blocked_by(prepared.build)
    if blocked is not None:
        return blocked
    try:
        verdict = judge_render(gatherer.home(), prepared.build.warnings, prepared.scaffold)
    except SubjectError as error:
        verdict = failed(error.failure)
    if verdict.status == "passed":
        return None
    return Verdict(status="blocked", label=verdict.label, reason=f"the app does not render: {verdict.reason}")


def _blocked_by(report: StageReport) -> Verdict | None:
    if report.failure is None:
        return None
    cause = f"{report.failure.label}: {first_line(report.failure.message)}"
    return Verdict(status="blocked", label=report.failure.label, reason=f"{report.stage} failed: {cause}")


def _page(app: App, plan: ItemPlan, gatherer: Gatherer, again: bool) -> Verdict:
    if plan.kind == "fidelity":
        return _fidelity(app, plan, gatherer, again)
    if plan.kind == "links":
        patterns = [route.pattern for route in app.routes.routes]
        return judge_links(gatherer.site(), lambda path: any(matches(p, path) for p in patterns))[0]
    pattern = plan.target or plan.id
    site = gatherer.routes(pattern, again=again)
    seen = next((page for page in site.pages if page.route == pattern and page.source == "static"), None)
    if seen is None:
        reason = site.unresolved.get(pattern, "no concrete address was found")
        return Verdict(status="not_applicable", label="route:unresolved", reason=reason)
    return judge_route(seen, gatherer.prepared().build.warnings)


def _fidelity(app: App, plan: ItemPlan, gatherer: Gatherer, again: bool) -> Verdict:
    from pytest_uibench.checks.fidelity.verdict import judge_fidelity
    from pytest_uibench.plugin.fidelity import compared

    spec = _spec(app, plan)
    need = spec.fidelity.of(plan.id) if spec.fidelity else None
    return judge_fidelity(compared(spec, gatherer, again=again), plan.id, need)


def _tried(app: App, plan: ItemPlan, gatherer: Gatherer, contexts: NewContext) -> Verdict:
    """Act on a page of the item's own; what was recorded is kept for the report."""
    from pytest_uibench.checks.features import judge_trial
    from pytest_uibench.checks.navigation import judge_navigation
    from pytest_uibench.plugin.trials import try_feature, try_navigation

    spec = _spec(app, plan)
    name = f"{plan.kind}/{plan.id.replace('/', '__')}"
    if plan.kind == "navigation":
        entry = next(entry for entry in spec.navigation if entry.id == plan.target)
        return judge_navigation(gatherer.save(name, try_navigation(spec, entry, gatherer, contexts)))
    feature = next(feature for item, feature in spec.features() if f"{item.id}/{feature.id}" == plan.target)
    return judge_trial(gatherer.save(name, try_feature(spec, feature, gatherer, contexts)))


def _spec(app: App, plan: ItemPlan) -> Spec:
    if app.spec is None:  # pragma: no cover - such items come from a spec
        raise UibenchError(f"{plan.name} has no spec")
    return app.spec
