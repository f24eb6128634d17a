"""Values cross process boundaries as plain builtins and come back equal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.model import (
    Diagnostic,
    Failure,
    ItemRecord,
    Link,
    PageObservation,
    Prepared,
    Probe,
    Project,
    ServePlan,
    SiteObservation,
    StageReport,
    from_wire,
    to_wire,
)

FAILURE = Failure(
    label="build:unresolved-import",
    stage="build",
    message="…",
    code="C4",
    bucket="inconsistency",
    file="src/App.tsx",
    line=3,
    diagnostics=(Diagnostic(message="m", file="a.ts", line=1),),
)
PROJECT = Project(
    path="/x/app",
    folder="",
    manifest="package.json",
    name="app",
    framework="vite",
    library="react",
    typescript=True,
    package_manager=None,
    build=None,
    serve=ServePlan(kind="static", outputs=("dist",)),
    env={"A": "b"},
)
REPORT = StageReport(stage="build", status="failed", seconds=1.5, failure=FAILURE, degraded=("x",))
PAGE = PageObservation(
    route="/",
    path="/",
    landed="/",
    probe=Probe(mount="#root", all=5, text=30, visuals=0, interactive=1),
    links=(Link(href="/a", path="/a", text="A"),),
)


@pytest.mark.parametrize(
    "value",
    [
        FAILURE,
        REPORT,
        PAGE,
        Prepared(
            project=PROJECT,
            install=REPORT,
            build=REPORT,
            workdir="/w",
            site=None,
            key="k",
            containment="none",
            environment={"PATH": "/bin"},
        ),
        SiteObservation(pages=(PAGE,), probe=PAGE, unresolved={"/p/:id": "no link"}, unvisited=("/x",)),
        ItemRecord(app="a", kind="exec", id="build", nodeid="n", status="failed", evidence=("x.png",)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_round_trip_through_json(value: object) -> None:
    wire = to_wire(value)
    assert from_wire(type(value), json.loads(json.dumps(wire))) == value


def test_keys_of_newer_writers_are_ignored() -> None:
    wire = {**to_wire(FAILURE), "added_later": 1}
    assert from_wire(Failure, wire) == FAILURE


@pytest.mark.parametrize("value", [Path("x"), {1, 2}, object(), 1j])
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="does not go over the wire"):
        to_wire({"key": value})


def test_numpy_scalars_are_refused() -> None:
    """A numpy scalar in ``user_properties`` kills an ``-n`` run."""
    import numpy as np

    with pytest.raises(TypeError):
        to_wire(np.float64(1.0))
