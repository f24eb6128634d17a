"""What a refused script explains is not the app's fault, and nothing else is excused by it (F43)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_uibench.checks.executability import judge_render, judge_route
from pytest_uibench.model import ConsoleLine, PageObservation, Probe, RequestFault

FULL = Probe(mount="body", all=40, text=300, visuals=2, interactive=5)
EMPTY = Probe(mount="body", all=0, text=0, visuals=0, interactive=0)


def page(error: str, *scripts: str, probe: Probe = FULL) -> PageObservation:
    refused = [RequestFault(url=url, method="GET", resource="script", error="refused", refused=True) for url in scripts]
    thrown = ConsoleLine(kind="pageerror", text=error)
    return PageObservation(
        route="/", path="/", landed="/", status=200, probe=probe, console=(thrown,), requests=tuple(refused)
    )


@pytest.mark.parametrize(
    ("error", "script"),
    [
        ("ReferenceError: tailwind is not defined\n  at /:9", "https://cdn.tailwindcss.com/"),
        ("ReferenceError: google is not defined", "https://maps.googleapis.com/maps/api/js?key=x"),
        ("Uncaught ReferenceError: ReactDOM is not defined", "https://unpkg.com/react-dom@18/umd/react-dom.js"),
        ("ReferenceError: $ is not defined", "https://code.jquery.com/jquery-3.7.1.min.js"),
        ("ReferenceError: L is not defined", "https://unpkg.com/leaflet@1.9.4/dist/leaflet.js"),
        ("TypeError: window.Stripe is not a function", "https://js.stripe.com/v3/"),
        ("TypeError: Cannot read properties of undefined (reading 'maps')", "https://maps.example/maps/api/js"),
    ],
)
def test_a_library_that_was_refused(error: str, script: str) -> None:
    shown = judge_route(page(error, "https://cdn.example/a.js", script))
    assert (shown.status, judge_render(page(error, script)).status) == ("passed", "passed")
    assert any(script in warning for warning in shown.warnings)
    blank = judge_route(page(error, script, probe=EMPTY))
    assert (blank.status, blank.label) == ("errored", "infra:refused-script")
    assert script in blank.reason


@pytest.mark.parametrize(
    "error",
    [
        "ReferenceError: setItems is not defined",
        "ReferenceError: io is not defined",
        "ReferenceError: L is not defined",
        "TypeError: Cannot read properties of undefined (reading 'map')",
        "TypeError: Cannot read properties of undefined (reading 'items')",
    ],
)
def test_a_refused_counter_script_excuses_nothing(error: str) -> None:
    counter = "https://www.googletagmanager.com/gtag/js?id=setItems"
    assert judge_route(page(error, counter)).label == "render:exception"
    assert judge_route(page(error, counter, probe=EMPTY)).status == "failed"


def test_a_refused_call_is_named_with_the_error() -> None:
    call = RequestFault(url="https://api.example/articles", method="GET", resource="fetch", refused=True)
    lost = page("TypeError: Cannot read properties of undefined (reading 'reduce')")
    told = judge_route(replace(lost, requests=(call,)))
    assert (told.status, told.label) == ("failed", "render:api-refused")
    assert any("GET https://api.example/articles" in line for line in told.detail)
    other = page("Error: supabaseUrl is required.")
    assert judge_route(replace(other, requests=(call,))).label == "render:exception"
