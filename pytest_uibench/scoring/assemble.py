"""Recorded values and item records to the card of one app: pure, so that a stored run can be scored anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_uibench.checks.executability import (
    exception_failure,
    first_line,
    judge_render,
    judge_route,
    rendered,
    shows,
)
from pytest_uibench.checks.gates import gated, moved_on
from pytest_uibench.checks.links import is_missing, judge_links, named_not_found, telling_probe, why_dead
from pytest_uibench.checks.plan import referenced
from pytest_uibench.model import (
    AppCard,
    Diagnostic,
    ExecCard,
    Failure,
    FidelityRecord,
    ItemRecord,
    LinksCard,
    PageObservation,
    Prepared,
    RouteCard,
    RouteMap,
    SiteObservation,
    StageReport,
    TypesCard,
)
from pytest_uibench.model.interaction import FeatureTrace
from pytest_uibench.model.navigation import NavigationTrace
from pytest_uibench.subject.routes.concrete import matches

from .screens import fidelity_card, screen_cards
from .trials import interactions_card, navigation_card

if TYPE_CHECKING:
    from pytest_uibench.spec import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class AppFacts:
    """All that one run recorded of one app. None: not gathered (not selected, interrupted, an earlier stage failed)."""

    app: str
    path: str
    folder: str
    """Folder of the app's files, relative to the output directory."""
    routes: RouteMap
    spec: Spec | None = None
    prepared: Prepared | None = None
    types: StageReport | None = None
    home: PageObservation | None = None
    site: SiteObservation | None = None
    fidelity: FidelityRecord | None = None
    navigation: Mapping[str, NavigationTrace] = field(default_factory=dict)
    """By item id."""
    features: Mapping[str, FeatureTrace] = field(default_factory=dict)
    """By item id."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    served: bool | None = None
    serve_failure: Failure | None = None
    records: Sequence[ItemRecord] = ()
    missing: Sequence[str] = ()


def assemble_app(facts: AppFacts) -> AppCard:
    """Build the app's part of results.json."""
    pages = facts.site.pages if facts.site else ((facts.home,) if facts.home else ())
    refused = sorted({host for page in pages for host in page.refused_hosts})
    execution = _exec(facts)
    asked = any(record.kind == "fidelity" for record in facts.records)
    return AppCard(
        app=facts.app,
        path=facts.path,
        task=facts.spec.task if facts.spec else None,
        category=facts.spec.category if facts.spec else None,
        exec=execution,
        routes=_routes(facts),
        links=_links(facts),
        refused_hosts=tuple(refused),
        screens=screen_cards(facts.fidelity, facts.spec, facts.folder),
        fidelity=fidelity_card(facts.fidelity, referenced(facts.spec) if asked else (), executable=execution.at_1),
        navigation=navigation_card(facts.spec, facts.navigation, facts.records),
        interactions=interactions_card(facts.spec, facts.features, facts.records),
        items=tuple(facts.records),
        missing=tuple(facts.missing),
        notes=(*_stage_notes(facts), *facts.routes.notes, *(facts.spec.warnings if facts.spec else ())),
    )


def _logged(failure: Failure | None, folder: str) -> Failure | None:
    """The failure with its log relative to the output directory."""
    if failure is None or failure.log is None:
        return failure
    return replace(failure, log=f"{folder}/logs/{failure.log}")


def _stage_notes(facts: AppFacts) -> tuple[str, ...]:
    prepared = facts.prepared
    if prepared is None:
        return ()
    stages = (prepared.install, prepared.build)
    told = (note for stage in stages if stage.status != "skipped" for note in stage.notes)
    return tuple(dict.fromkeys((*prepared.project.notes, *told)))


def _exec(facts: AppFacts) -> ExecCard:
    prepared = facts.prepared
    if prepared is None:
        return ExecCard()
    failure = prepared.failure or facts.serve_failure
    if failure is None and facts.home is not None:
        failure = judge_render(facts.home, prepared.build.warnings, prepared.scaffold).failure
    at_1 = _at_1(facts, failure)
    types = facts.types
    manager = prepared.project.package_manager
    return ExecCard(
        at_1=at_1,
        strict=None if at_1 is None else at_1 and (types is None or types.status in ("passed", "skipped")),
        failure=_logged(failure, facts.folder),
        types=None if types is None else _types(types, facts.folder),
        seconds={**_stage_seconds(prepared), **facts.seconds},
        cached={"install": prepared.install.cached, "build": prepared.build.cached},
        degraded=(*prepared.install.degraded, *prepared.build.degraded),
        reproducible=prepared.reproducible,
        containment=prepared.containment,
        framework=prepared.project.framework,
        package_manager=None if manager is None else manager.name,
    )


def _at_1(facts: AppFacts, failure: Failure | None) -> bool | None:
    if failure is not None:
        return None if failure.infrastructure else False
    return None if facts.home is None else rendered(facts.home.probe)


def _build_warnings(facts: AppFacts) -> Sequence[Diagnostic]:
    return facts.prepared.build.warnings if facts.prepared else ()


def _types(report: StageReport, folder: str) -> TypesCard:
    failure = report.failure
    errors = 0 if failure is None else max(1, len(failure.diagnostics))
    return TypesCard(status=report.status, errors=errors, failure=_logged(failure, folder))


def _stage_seconds(prepared: Prepared) -> dict[str, float]:
    return {"install": round(prepared.install.seconds, 3), "build": round(prepared.build.seconds, 3)}


def _routes(facts: AppFacts) -> tuple[RouteCard, ...]:
    site = facts.site or SiteObservation(pages=(facts.home,) if facts.home else ())
    places = {route.pattern: (route.file, route.line) for route in facts.routes.routes}
    walled = gated(site.pages, _declared(facts))
    first: dict[str, str] = {}
    cards = []
    for page in sorted(_real(site, _declared(facts)), key=lambda p: (p.source != "static", p.route != "/")):
        alias = first.setdefault(page.fingerprint, page.route) if page.fingerprint else page.route
        card = _route(page, alias if alias != page.route else None, places.get(page.route, (None, None)), facts)
        cards.append(replace(card, label=card.label or "route:gated") if page.route in walled else card)
    known = {card.route for card in cards}
    for pattern, reason in site.unresolved.items():
        if pattern not in known:
            file, line = places.get(pattern, (None, None))
            cards.append(
                RouteCard(
                    route=pattern,
                    url=None,
                    source="static",
                    rendered=None,
                    label="route:unresolved",
                    errors=(reason,),
                    file=file,
                    line=line,
                )
            )
    order = {route.pattern: index for index, route in enumerate(facts.routes.routes)}
    return tuple(sorted(cards, key=lambda c: (c.source != "static", order.get(c.route, len(order)), c.route)))


def _real(site: SiteObservation, declared: Callable[[str], bool]) -> list[PageObservation]:
    """Pages that are routes: an undeclared address that a dead link names is told with the links."""
    return [
        p
        for p in site.pages
        if p.source != "crawl" or why_dead(p, telling_probe(site, p.path, declared), declared) is None
    ]


def _route(
    page: PageObservation, alias: str | None, place: tuple[str | None, int | None], facts: AppFacts
) -> RouteCard:
    verdict = judge_route(page, _build_warnings(facts))
    label = verdict.label
    probe = telling_probe(facts.site, page.path, _declared(facts)) if facts.site else None
    itself = moved_on(page) or named_not_found(page.path)
    if label is None and probe is not None and not itself and is_missing(page, probe):
        label = "route:not-found"
    error = exception_failure(page)
    return RouteCard(
        route=page.route,
        url=page.path,
        source="crawl" if page.source == "crawl" else "static",
        rendered=None if verdict.status == "errored" else shows(page),
        label=label,
        alias_of=alias,
        landed=page.landed if moved_on(page) else None,
        title=page.title or None,
        errors=(_said(error, verdict.failure),) if error else ((page.fault.message,) if page.fault else ()),
        console_errors=sum(line.kind == "error" for line in page.console),
        failed_requests=tuple(dict.fromkeys(f.url for f in page.requests if not f.refused)),
        screenshot=f"{facts.folder}/{page.screenshot}" if page.screenshot else None,
        file=place[0],
        line=place[1],
    )


def _said(error: Failure, judged: Failure | None) -> str:
    """An uncaught error in one line, with its place in the sources where that is known."""
    place = (judged or error).place
    return first_line(error.message) + (f" ({place})" if place else "")


def _links(facts: AppFacts) -> LinksCard | None:
    if facts.site is None or not any(record.kind == "links" for record in facts.records):
        return None
    return judge_links(facts.site, _declared(facts))[1]


def _declared(facts: AppFacts) -> Callable[[str], bool]:
    """Whether a path belongs to a route that the source declares."""
    patterns = [route.pattern for route in facts.routes.routes]
    return lambda path: any(matches(pattern, path) for pattern in patterns)
