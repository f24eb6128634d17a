"""Made-up score cards for the tests of summaries and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pytest_uibench.model import (
    AppCard,
    Diagnostic,
    ExecCard,
    Failure,
    FidelityCard,
    ItemRecord,
    LinkCard,
    LinksCard,
    RouteCard,
    RunCard,
    Scorecard,
    Status,
    ToolCard,
    TypesCard,
)
from pytest_uibench.scoring.summary import summarise

ROUTES = ("/", "/cart", "/checkout", "/favourites", "/orders", "/product/:id", "/profile", "/settings")
HOSTILE = (
    '<img src=x onerror="alert(1)"></details><script>alert(2)</script>\u202egnp.exe\x1b[31mred\x1b[0m\x00\x07 & "\''
)


def scorecard(apps: Sequence[AppCard], *, complete: bool = True) -> Scorecard:
    """A card of ``apps`` with its summary."""
    return Scorecard(
        tool=ToolCard(name="pytest-uibench", version="0.1.0"),
        run=RunCard(
            id="20260115-100000-7f3a",
            started="2026-01-15T10:00:00+00:00",
            seconds=83.4,
            complete=complete,
            command="pytest --uibench-app='gen/*' -n 2",
            browser="Chromium 156.0 (headless shell)",
            platform="Linux, Python 3.11, Node 20.19",
            determinism={"timezone": "UTC", "locale": "en-US", "clock": "2026-01-15T10:00:00Z"},
            network="hermetic",
        ),
        apps=tuple(apps),
        summary=summarise(apps),
    )


def look(vfs: float | None) -> FidelityCard:
    """Fidelity of an app whose one screen scores ``vfs``."""
    return FidelityCard(vfs=vfs, vfs_matched=vfs, matched=1, total=1, content_vfs=vfs)


def app_card(name: str, passes: bool | None = True, **fields: object) -> AppCard:
    """A small app; ``fields`` go to the card, and ``at_3`` and ``strict`` to its EXEC."""
    outcome = {key: fields.pop(key) for key in ("at_3", "strict", "failure") if key in fields}
    return AppCard(app=name, path=f"gen/{name}", exec=ExecCard(at_1=passes, **outcome), **fields)  # type: ignore[arg-type]


def item(app: str, kind: str, name: str, status: Status = "passed", **fields: object) -> ItemRecord:
    """The record of one item."""
    nodeid = f"gen/{app}/package.json::{kind}" + ("" if name == kind else f"[{name}]")
    return ItemRecord(app=app, kind=kind, id=name, nodeid=nodeid, status=status, **fields)  # type: ignore[arg-type]


def rich_card() -> Scorecard:
    """Three apps: one all green, one that runs with faults, one that does not build."""
    return scorecard([green_app(), partial_app(), broken_app()])


def green_app() -> AppCard:
    """All is well, with a few remarks."""
    name = "shop-sonnet"
    routes = [_route(name, route, title=_title(route)) for route in ROUTES]
    routes.append(_route(name, "/home", title="Northwind Goods", alias_of="/", source="crawl"))
    stages = [
        _stage(name, "install", 2.1),
        _stage(name, "build", 3.4),
        _stage(name, "types", 4.0),
        _stage(name, "render", 0.8),
    ]
    return AppCard(
        app=name,
        path=f"gen/{name}",
        task="shop",
        category="commerce",
        model="Sonnet",
        exec=ExecCard(
            at_1=True,
            strict=True,
            types=TypesCard(status="passed"),
            seconds={"install": 2.1, "build": 3.4, "types": 4.0, "serve": 0.1, "render": 6.2},
            cached={"install": True},
            reproducible=True,
            containment="bubblewrap (no network)",
            framework="Vite + React",
            package_manager="npm",
        ),
        routes=tuple(routes),
        links=LinksCard(checked=48),
        refused_hosts=("fonts.googleapis.com", "images.unsplash.com"),
        items=(
            *stages,
            *(item(name, "route", route, seconds=0.5, evidence=(_shot(name, route),)) for route in ROUTES),
            item(name, "links", "links", seconds=1.2),
        ),
        notes=("2 lock files disagree: package-lock.json was used",),
    )


def partial_app() -> AppCard:
    """Builds and renders at home; three routes throw, one is blank, types fail, links are dead."""
    name = "shop-kimi"
    throws = "TypeError: Cannot read properties of undefined (reading 'map')"
    routes = []
    for route in ROUTES:
        card = _route(name, route, title=_title(route), file="src/App.tsx", line=14 + ROUTES.index(route))
        if route in ("/cart", "/checkout", "/orders"):
            card = replace(card, rendered=False, label="render:exception", errors=(throws,), console_errors=3)
        if route == "/profile":
            card = replace(card, rendered=False, label="render:blank", failed_requests=("/api/profile",), title=None)
        if route == "/product/:id":
            card = replace(card, url=None, rendered=None, label="route:unresolved", screenshot=None, title=None)
        routes.append(card)
    dead = (
        LinkCard(
            path="/help", text="Help centre", on="/", reason="no such route", file="src/components/Footer.tsx", line=22
        ),
        LinkCard(path="/terms", text="Terms", on="/checkout", reason="shows the not-found page"),
    )
    return AppCard(
        app=name,
        path=f"gen/{name}",
        task="shop",
        category="commerce",
        model="Kimi",
        exec=ExecCard(
            at_1=True,
            strict=False,
            types=TypesCard(status="failed", errors=3, failure=_type_failure()),
            seconds={"install": 21.4, "build": 4.9, "types": 5.3, "serve": 0.1, "render": 11.7},
            degraded=("--legacy-peer-deps",),
            reproducible=False,
            containment="bubblewrap (no network)",
            framework="Vite + React",
            package_manager="npm",
        ),
        routes=tuple(routes),
        links=LinksCard(checked=31, dead=dead, unchecked=4),
        refused_hosts=("fonts.googleapis.com",),
        items=(*_partial_stages(name), *_partial_routes(name, throws), _dead_links(name)),
    )


def broken_app() -> AppCard:
    """Does not build: a relative import of a file that was never written (C4)."""
    name = "shop-glm"
    message = 'Could not resolve "../components/CartSummary" from "src/pages/Cart.tsx"'
    failure = Failure(
        label="build:unresolved-import",
        stage="build",
        message=message,
        code="C4",
        bucket="inconsistency",
        file="src/pages/Cart.tsx",
        line=3,
        column=25,
        hint="Write src/components/CartSummary.tsx, or correct the path; nearest file: src/components/CartSidebar.tsx",
        log=f"apps/{name}/logs/build.log",
        diagnostics=(Diagnostic(message=message, file="src/pages/Cart.tsx", line=3, column=25),),
    )
    why = "blocked by exec[build]: build:unresolved-import (C4) at src/pages/Cart.tsx:3"
    return AppCard(
        app=name,
        path=f"gen/{name}",
        task="shop",
        category="commerce",
        model="GLM",
        exec=ExecCard(
            at_1=False,
            strict=False,
            failure=failure,
            types=TypesCard(status="skipped"),
            seconds={"install": 9.6, "build": 1.8},
            reproducible=True,
            containment="bubblewrap (no network)",
            framework="Vite + React",
            package_manager="npm",
        ),
        items=(
            _stage(name, "install", 9.6),
            replace(
                _stage(name, "build", 1.8),
                status="failed",
                label=failure.label,
                reason=message,
                detail=f"src/pages/Cart.tsx:3:25\n{message}\nlog: {failure.log}",
            ),
            item(name, "exec", "types", "blocked", reason=why),
            item(name, "exec", "render", "blocked", reason=why),
            *(item(name, "route", route, "blocked", reason=why) for route in ROUTES),
            item(name, "links", "links", "blocked", reason=why),
        ),
    )


def hostile_app() -> AppCard:
    """Every text that an app controls is an attack, one is a megabyte long."""
    failure = Failure(
        label="build:" + HOSTILE,
        stage="build",
        message=HOSTILE + "A" * 1_000_000,
        file="../../etc/" + HOSTILE,
        hint=HOSTILE,
        log="javascript:alert(3)",
        diagnostics=(Diagnostic(message=HOSTILE, file=HOSTILE, line=1, rule=HOSTILE),),
    )
    route = RouteCard(
        route="/" + HOSTILE,
        url="/" + HOSTILE,
        source="static",
        rendered=False,
        label=HOSTILE,
        title=HOSTILE + "\ud800",
        errors=(HOSTILE,),
        failed_requests=(HOSTILE,),
        screenshot="//evil.example/x.png",
    )
    return AppCard(
        app=HOSTILE,
        path=HOSTILE,
        task=HOSTILE,
        exec=ExecCard(
            at_1=False,
            failure=failure,
            types=TypesCard(status="failed", errors=1, failure=failure),
            degraded=(HOSTILE,),
            framework=HOSTILE,
            containment=HOSTILE,
        ),
        routes=(route,),
        links=LinksCard(checked=1, dead=(LinkCard(path=HOSTILE, text=HOSTILE, on=HOSTILE, reason=HOSTILE),)),
        refused_hosts=(HOSTILE,),
        items=(
            item(
                HOSTILE, "route", HOSTILE, "failed", label=HOSTILE, reason=HOSTILE, detail=HOSTILE, warnings=(HOSTILE,)
            ),
        ),
        missing=(HOSTILE,),
        notes=(HOSTILE,),
    )


def make_files(card: Scorecard, output: Path) -> None:
    """Write the screenshots and logs that ``card`` names."""
    from PIL import Image, ImageDraw

    for app in card.apps:
        for number, route in enumerate(app.routes):
            if route.screenshot is not None:
                path = output / route.screenshot
                path.parent.mkdir(parents=True, exist_ok=True)
                image = Image.new("RGB", (1440, 900), "#f7f5f0")
                _paint(ImageDraw.Draw(image), number, blank=route.rendered is False)
                image.save(path)
        for name in [entry for record in app.items for entry in record.evidence if entry.endswith(".log")]:
            path = output / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("vite v7.1.0 building for production...\n", encoding="utf-8")


def _paint(draw, number: int, *, blank: bool) -> None:
    if blank:
        return
    draw.rectangle((0, 0, 1440, 72), fill="#1f3a34")
    draw.rectangle((40, 22, 240, 50), fill="#e9e3d3")
    for column in range(4):
        for row in range(2):
            left, top = 40 + 345 * column, 120 + 390 * row
            draw.rectangle(
                (left, top, left + 320, top + 240),
                fill=("#c9d8c5", "#e6cfa9", "#d9c2c0", "#bccbd9")[(column + row + number) % 4],
            )
            draw.rectangle((left, top + 258, left + 220, top + 276), fill="#8a8577")
            draw.rectangle((left, top + 292, left + 90, top + 312), fill="#b5532f")


def _title(route: str) -> str:
    page = route.strip("/").partition("/")[0].capitalize()
    return f"{page} · Northwind Goods" if page else "Northwind Goods"


def _shot(app: str, route: str) -> str:
    return f"apps/{app}/routes/{route.strip('/').replace('/', '-').replace(':', '') or 'home'}.png"


def _route(app: str, route: str, **fields: object) -> RouteCard:
    values = {
        "source": "static",
        "rendered": True,
        "url": route.replace(":id", "3"),
        "screenshot": _shot(app, route),
        **fields,
    }
    return RouteCard(route=route, **values)  # type: ignore[arg-type]


def _stage(app: str, stage: str, seconds: float) -> ItemRecord:
    return item(app, "exec", stage, seconds=seconds, evidence=(f"apps/{app}/logs/{stage}.log",))


def _partial_stages(name: str) -> list[ItemRecord]:
    return [
        replace(_stage(name, "install", 21.4), warnings=("installed with --legacy-peer-deps",)),
        _stage(name, "build", 4.9),
        replace(
            _stage(name, "types", 5.3),
            status="failed",
            label="types:errors",
            reason="3 type errors; the bundle builds without the type check",
            detail="src/pages/Cart.tsx:41:18 TS2339 Property 'total' does not exist on type 'CartItem[]'.",
        ),
        _stage(name, "render", 0.9),
    ]


def _partial_routes(name: str, throws: str) -> list[ItemRecord]:
    found = []
    for route in ROUTES:
        if route in ("/cart", "/checkout", "/orders"):
            seen = f"http://127.0.0.1:41873{route}\npageerror: {throws}\n    at Cart (src/pages/Cart.tsx:41:18)"
            detail = f"{seen}\nscreenshot: {_shot(name, route)}"
            record = item(
                name, "route", route, "failed", label="render:exception", reason=throws, detail=detail, seconds=0.9
            )
        elif route == "/profile":
            reason = "the page is blank: 0 elements below #root"
            record = item(name, "route", route, "failed", label="render:blank", reason=reason, seconds=4.6)
        elif route == "/product/:id":
            reason = "no value for :id was found on any page"
            record = item(name, "route", route, "not_applicable", label="route:unresolved", reason=reason)
        else:
            record = item(name, "route", route, seconds=0.6)
        found.append(record)
    return found


def _dead_links(name: str) -> ItemRecord:
    reason = "2 of 31 internal links lead nowhere"
    return item(
        name,
        "links",
        "links",
        "failed",
        label="links:dead",
        reason=reason,
        detail="/help on /\n/terms on /checkout",
        seconds=2.8,
    )


def _type_failure() -> Failure:
    message = "Property 'total' does not exist on type 'CartItem[]'."
    return Failure(
        label="types:errors",
        stage="types",
        message=message,
        code="types",
        file="src/pages/Cart.tsx",
        line=41,
        column=18,
        hint="The bundle builds all the same; npx tsc -b shows all errors.",
        log="apps/shop-kimi/logs/types.log",
        diagnostics=(
            Diagnostic(message=message, file="src/pages/Cart.tsx", line=41, column=18, rule="TS2339"),
            Diagnostic(
                message="'Link' is declared but its value is never read.",
                file="src/pages/Home.tsx",
                line=2,
                column=10,
                rule="TS6133",
            ),
            Diagnostic(
                message="Type 'string' is not assignable to type 'number'.",
                file="src/lib/money.ts",
                line=9,
                column=3,
                rule="TS2322",
            ),
        ),
    )
