"""Judging what was seen of one page (METRICS section 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_uibench.checks.executability import judge_render, judge_route, judge_stage, rendered
from pytest_uibench.model import ConsoleLine, Failure, PageObservation, Probe, RequestFault, Settling, StageReport

GOOD = Probe(mount="#root", all=40, text=300, visuals=2, interactive=5)
EMPTY = Probe(mount="#root", all=0, text=0, visuals=0, interactive=0)
PAGE = PageObservation(route="/", path="/", landed="/", status=200, probe=GOOD, screenshot="shots/home.png")
BLANK = replace(PAGE, probe=EMPTY)
THROW = ConsoleLine(kind="pageerror", text="TypeError: x is undefined\n  at App", url="src/App.tsx", line=4, column=2)


@pytest.mark.parametrize(
    ("probe", "expected"),
    [
        (GOOD, True),
        (EMPTY, False),
        (None, False),
        (Probe(mount="body", all=3, text=20, visuals=0, interactive=0), True),
        (Probe(mount="body", all=3, text=19, visuals=0, interactive=0), False),
        (Probe(mount="body", all=2, text=500, visuals=9, interactive=9), False),
        (Probe(mount="body", all=3, text=0, visuals=2, interactive=0), True),
        (Probe(mount="body", all=3, text=0, visuals=1, interactive=1), False),
        (Probe(mount="body", all=3, text=0, visuals=0, interactive=2), True),
        (Probe(mount="body", all=1, text=0, visuals=1, interactive=0, canvas="painted"), True),
        (Probe(mount="body", all=9, text=0, visuals=9, interactive=0, canvas="flat"), False),
        (Probe(mount="body", all=9, text=90, visuals=1, interactive=0, canvas="flat"), True),
    ],
)
def test_render_rule(probe: Probe | None, expected: bool) -> None:
    assert rendered(probe) is expected


def test_blank_page_is_c9_and_shows_the_console() -> None:
    page = replace(BLANK, console=(ConsoleLine(kind="error", text="Target container is not a DOM element."),))
    verdict = judge_render(page)
    assert (verdict.status, verdict.label) == ("failed", "render:blank")
    assert verdict.failure is not None
    assert verdict.failure.code == "C9"
    assert any("Target container" in line for line in verdict.detail)
    assert verdict.evidence == ("shots/home.png",)


def test_exception_gives_message_and_place() -> None:
    verdict = judge_render(replace(BLANK, console=(THROW,)))
    assert verdict.label == "render:exception"
    assert verdict.failure is not None
    assert verdict.failure.place == "src/App.tsx:4"
    assert verdict.reason == "TypeError: x is undefined"


def test_exception_on_a_page_that_renders_fails_the_route_not_exec() -> None:
    page = replace(PAGE, console=(THROW,))
    assert judge_render(page).status == "passed"
    assert judge_render(page).warnings == ("uncaught error: TypeError: x is undefined",)
    assert judge_route(page).label == "render:exception"


def test_missing_script_is_the_cause_of_a_blank_page() -> None:
    fault = RequestFault(url="/deep/assets/index.js", method="GET", resource="script", status=404)
    verdict = judge_route(replace(BLANK, requests=(fault,)))
    assert verdict.label == "render:asset-404"
    assert "/deep/assets/index.js" in str(verdict.reason)


def test_refused_requests_are_never_the_cause() -> None:
    fault = RequestFault(url="https://cdn.example/x.js", method="GET", resource="script", error="refused", refused=True)
    assert judge_route(replace(BLANK, requests=(fault,))).label == "render:blank"
    assert judge_route(replace(PAGE, requests=(fault,))).warnings == ()


def test_api_without_a_server_is_told_apart_from_a_blank_page() -> None:
    call = RequestFault(url="/api/items", method="GET", resource="fetch", status=404)
    shown = judge_route(replace(PAGE, requests=(call,)))
    assert (shown.status, shown.label) == ("passed", "render:api-404")
    assert shown.warnings == ("GET /api/items -> 404",)
    broken = judge_route(replace(BLANK, requests=(call,), console=(THROW,)))
    assert (broken.status, broken.label) == ("failed", "render:api-404")


def test_hang_is_passed_on() -> None:
    fault = Failure(label="render:hang", stage="render", message="no answer for 10 s", code="C9", bucket="other")
    assert judge_route(replace(PAGE, fault=fault)).label == "render:hang"


def test_infrastructure_is_errored() -> None:
    fault = Failure(label="infra:browser", stage="render", message="the browser is gone")
    assert judge_route(replace(PAGE, fault=fault)).status == "errored"


def test_remarks() -> None:
    page = replace(
        PAGE,
        path="/admin",
        landed="/login",
        settling=Settling(settled=False, seconds=4.5, pending=("requests",), flags=("fonts: timeout",)),
        dialogs=("alert: hello",),
    )
    assert judge_route(page).warnings == (
        "/admin led to /login",
        "fonts: timeout",
        "did not settle: requests",
        "dialog: alert: hello",
    )


def test_stages() -> None:
    failure = Failure(label="build:syntax", stage="build", message="Unexpected token", file="src/a.ts", line=2)
    verdict = judge_stage(StageReport(stage="build", status="failed", failure=failure, log="build.log"))
    assert (verdict.status, verdict.label, verdict.evidence) == ("failed", "build:syntax", ("logs/build.log",))
    assert "at src/a.ts:2" in verdict.detail
    assert judge_stage(StageReport(stage="build", status="skipped")).status == "not_applicable"
    passed = judge_stage(StageReport(stage="install", status="passed", degraded=("--legacy-peer-deps",)))
    assert passed.warnings == ("degraded: --legacy-peer-deps",)
