"""The shipped spec judges variants of the shop by running them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.make import materialise

from .conftest import Ran

SPEC = Path(__file__).parents[2] / "specs" / "shop.yaml"
SELECT = "uibench_navigation or uibench_interaction"


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory, run_pytest: Callable[..., Ran]) -> Ran:
    folder = tmp_path_factory.mktemp("tried")
    for name in ("faithful", "frozen"):
        materialise(name, folder / "apps")
    return run_pytest(folder, "--uibench-app=apps/*", f"--uibench-spec={SPEC}", "-m", SELECT, "-n2", "-q")


def test_a_faithful_app_works_whatever_it_is_built_of(tried: Ran) -> None:
    app = tried.app("faithful")
    broken = [item["nodeid"] for item in app["items"] if item["status"] != "passed"]
    assert broken == [], tried.out[-4000:]
    assert (app["interactions"]["iis"], app["navigation"]["rate"]) == (100, 100)


def test_dead_handlers_earn_nothing_though_all_looks_right(tried: Ran) -> None:
    app = tried.app("frozen")
    assert app["interactions"]["iis"] == 0
    assert {item["outcome"] for item in app["interactions"]["items"]} == {"F"}
    failed = {entry["id"] for entry in app["navigation"]["items"] if entry["status"] == "failed"}
    assert failed == {"to-checkout"}, "links work; the way to the checkout leads through a filled cart"
