"""Routes whose wall could not be passed are gated (F74)."""

from __future__ import annotations

from pytest_uibench.checks.gates import gated
from pytest_uibench.model import GateTrace, PageObservation


def page(route: str, gate: GateTrace | None = None, source: str = "static") -> PageObservation:
    return PageObservation(route=route, path=route, landed=route, gate=gate, source=source)  # type: ignore[arg-type]


def test_only_walls_that_stand_make_a_route_gated() -> None:
    passed = GateTrace(kind="login", passed=True)
    stands = GateTrace(kind="login", passed=False)
    behind = GateTrace(kind="consent", passed=True, then=stands)
    pages = [page("/"), page("/a", passed), page("/b", stands), page("/c", behind), page("/d", stands, "probe")]
    assert gated(pages, lambda _: True) == {"/b", "/c"}
