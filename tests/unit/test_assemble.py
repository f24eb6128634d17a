"""From what was recorded of an app to its card: walls, dead addresses, notes."""

from __future__ import annotations

from pytest_uibench.model import (
    AppCard,
    ExecCard,
    ItemRecord,
    Link,
    PageObservation,
    Prepared,
    Probe,
    Project,
    RouteMap,
    ServePlan,
    SiteObservation,
    StageReport,
    StaticRoute,
)
from pytest_uibench.report.findings import remarks
from pytest_uibench.scoring.assemble import AppFacts, assemble_app

FINE = Probe(mount="#root", all=30, text=200, visuals=1, interactive=4)
EMPTY = Probe(mount="#root", all=0, text=0, visuals=0, interactive=0)
LINKS = ItemRecord(app="a", kind="links", id="links", nodeid="a/package.json::links", status="passed")


def page(
    path: str, shown: str, *, landed: str | None = None, source: str = "static", probe: Probe = FINE
) -> PageObservation:
    return PageObservation(
        route=path,
        path=path,
        landed=landed or path,
        status=200,
        probe=probe,
        source=source,  # type: ignore[arg-type]
        text=shown,
        fingerprint=shown,
        elements=len(shown),
        links=(Link(href="/gone", path="/gone", text="Gone"),),
    )


def card(*pages: PageObservation, probe: PageObservation, prepared: Prepared | None = None) -> AppCard:
    declared = tuple(StaticRoute(pattern=seen.route) for seen in pages if seen.source == "static")
    routes = RouteMap(routes=declared, mode="path")
    site = SiteObservation(pages=pages, probe=probe)
    return assemble_app(
        AppFacts(app="a", path="a", folder="apps/a", routes=routes, site=site, records=(LINKS,), prepared=prepared)
    )


def test_routes_behind_a_wall_are_not_missing() -> None:
    """F74: also the impossible address ends at the wall."""
    made = card(
        page("/", "Zugang", landed="/zugang"),
        page("/konto", "Zugang", landed="/zugang"),
        page("/hilfe", "Hilfe"),
        page("/zugang", "Zugang"),
        probe=page("/nowhere", "Zugang", landed="/zugang", source="probe"),
    )
    assert {route.route: route.label for route in made.routes} == {
        "/": "route:gated",
        "/konto": "route:gated",
        "/hilfe": None,
        "/zugang": None,
    }
    assert remarks(made) == ("2 routes lead to /zugang, what is behind was not seen: /, /konto",)


def test_a_single_route_that_moves_on_is_a_redirect() -> None:
    made = card(
        page("/", "Start", landed="/start"), page("/start", "Start"), probe=page("/nowhere", "404", source="probe")
    )
    assert [(route.label, route.alias_of) for route in made.routes] == [(None, None), (None, "/")]


def test_an_address_that_only_a_dead_link_names_is_no_route() -> None:
    missing = page("/nowhere", "404", source="probe", probe=EMPTY)
    gone = page("/gone", "404", source="crawl", probe=EMPTY)
    made = card(page("/", "Start"), gone, page("/more", "More", source="crawl"), probe=missing)
    assert [route.route for route in made.routes] == ["/", "/more"]
    assert made.links is not None
    assert [dead.path for dead in made.links.dead] == ["/gone"]


def test_why_a_run_cannot_be_repeated() -> None:
    project = Project(
        path="/a", folder="", manifest="package.json", name="a", framework="vite", library=None, typescript=False,
        package_manager=None, build=None, serve=ServePlan(kind="static"), notes=("two lock files",),
    )  # fmt: skip
    install = StageReport(stage="install", status="passed", notes=("install: x-lock.json does not fit package.json",))
    build = StageReport(stage="build", status="passed", notes=(".env.example was copied",))
    prepared = Prepared(
        project=project, install=install, build=build, workdir="/w", site="/w/dist", key="k", containment="none",
        reproducible=False,
    )  # fmt: skip
    made = card(page("/", "Start"), probe=page("/nowhere", "404", source="probe"), prepared=prepared)
    assert made.exec != ExecCard()
    assert remarks(made) == (
        "not reproducible: x-lock.json does not fit package.json",
        "two lock files",
        ".env.example was copied",
    )
