"""Every fixture gives the outcome that is written beside it (fixtures/README.md, "Expected outcome")."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import describe, expected, materialise, names

from .conftest import Ran

ALONE = {"broken-timeout", "hang"}
"""Fixtures with a test of their own: they take their time on purpose."""
NAMES = [name for name in names() if name not in ALONE]
TASK = "uibench: 1\ntask: {name}\nsubject: {{scaffold: {scaffold}}}\n"


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory, run_pytest: Callable[..., Ran]) -> Ran:
    """All fixtures in one session, two workers: every app is installed and built once."""
    folder = tmp_path_factory.mktemp("fixtures")
    scaffold = Path(__file__).parents[2] / "fixtures" / "scaffold"
    (folder / "specs").mkdir()
    for name in NAMES:
        materialise(name, folder / "apps")
        if describe(name).get("base") == "shop":
            (folder / "specs" / f"{name}.yaml").write_text(TASK.format(name=name, scaffold=scaffold))
    return run_pytest(folder, "--uibench-app=apps/*", "-n2", "--dist=loadscope", "-q")


def test_the_run_is_complete(whole_run: Ran) -> None:
    assert whole_run.exit == pytest.ExitCode.TESTS_FAILED, whole_run.out[-3000:]
    assert whole_run.results["run"]["complete"] is True
    assert {app["app"] for app in whole_run.results["apps"]} == set(NAMES)
    assert whole_run.results["summary"]["items"].get("errored", 0) == 0, errored(whole_run)


@pytest.mark.parametrize("name", NAMES)
def test_outcome(whole_run: Ran, name: str) -> None:
    check(whole_run.app(name), expected(name))


def check(app: dict[str, Any], want: dict[str, Any]) -> None:
    """Compare one app's card with what is written beside the fixture."""
    seen = app["exec"]
    assert (seen["at_1"], seen["strict"]) == (want["exec"]["at_1"], want["exec"]["strict"]), seen["failure"]
    check_failure(seen["failure"], want["exec"]["failure"])
    if want["exec"]["at_1"]:
        types = seen["types"] or {"status": "skipped", "errors": 0}
        assert (types["status"], types["errors"]) == (
            want["exec"]["types"]["status"],
            want["exec"]["types"].get("errors", 0),
        )
    assert bool(seen["degraded"]) == bool(want["exec"].get("degraded")), seen["degraded"]
    if not want["exec"]["at_1"]:
        assert statuses(app, "links") == {"blocked"}
        return
    check_routes(app, want)
    assert [dead["path"] for dead in app["links"]["dead"]] == [dead["path"] for dead in want.get("dead_links", [])]
    failing = [item["nodeid"].partition("::")[2] for item in app["items"] if item["status"] == "failed"]
    assert sorted(failing) == sorted(want["failing"])


def check_failure(seen: dict[str, Any] | None, want: dict[str, Any] | None) -> None:
    if want is None:
        assert seen is None
        return
    assert seen is not None
    for key in ("label", "code", "bucket", "stage", "file", "line"):
        if want.get(key) is not None:
            assert seen[key] == want[key], (key, seen)
    if want.get("message"):
        assert want["message"] in seen["message"]


def check_routes(app: dict[str, Any], want: dict[str, Any]) -> None:
    seen = {route["route"]: route for route in app["routes"]}
    for route in want["routes"]:
        found = seen.pop(route["route"])
        assert found["rendered"] == route["rendered"], found
        assert found["source"] == route["source"]
        if route.get("label"):
            assert found["label"] == route["label"]
        if route.get("message"):
            assert any(route["message"] in error for error in [*found["errors"], *found["failed_requests"]])
        if route.get("alias_of"):
            assert found["alias_of"] == route["alias_of"]
    assert {route["source"] for route in seen.values()} <= {"crawl"}, "declared routes beyond the expected ones"


def statuses(app: dict[str, Any], kind: str) -> set[str]:
    return {item["status"] for item in app["items"] if item["kind"] == kind}


def errored(ran: Ran) -> list[str]:
    items = [item for app in ran.results["apps"] for item in app["items"]]
    return [f"{item['nodeid']}: {item['reason']}" for item in items if item["status"] == "errored"]


def test_hang(run_pytest: Callable[..., Ran], make_apps: Callable[..., list[Path]], tmp_path: Path) -> None:
    """F73: the page that hangs fails, the others are judged in a fresh page."""
    make_apps("hang")
    check(run_pytest(tmp_path, "--uibench-app=hang", "-q").app("hang"), expected("hang"))


def test_a_build_that_never_ends(
    run_pytest: Callable[..., Ran], make_apps: Callable[..., list[Path]], tmp_path: Path
) -> None:
    make_apps("broken-timeout")
    (tmp_path / "spec.yaml").write_text("uibench: 1\ntask: slow\nsubject: {timeout: 15}\n")
    ran = run_pytest(tmp_path, "--uibench-app=broken-timeout", "--uibench-spec=spec.yaml", "-q")
    check(ran.app("broken-timeout"), expected("broken-timeout"))
