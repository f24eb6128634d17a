"""What a variant's look costs it, and that the report says why (fixtures/README.md, ``fidelity``)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import describe, materialise, names

from .conftest import Ran

LOOKS = [name for name in names() if "fidelity" in describe(name)]
SHOPS = [name for name in LOOKS if describe(name)["base"] == "shop"]
DASHBOARDS = [name for name in LOOKS if describe(name)["base"] == "dashboard-15"]
SCREENS = {
    "shop": {
        "home": "/", "catalog": "/products", "product": "/product/:id", "cart": "/cart", "favourites": "/favourites",
        "checkout": "/checkout", "about": "/about", "help": "/help",
    },
    "dashboard-15": {
        "overview": "/", "orders": "/orders", "order": "/orders/:id", "customers": "/customers",
        "products": "/products", "calendar": "/calendar", "settings": "/settings", "reports": "/reports",
    },
}  # fmt: skip
EXAMPLES = {"product": "/product/1", "order": "/orders/2400"}


def write_spec(folder: Path, base: str) -> Path:
    """The spec of all apps that are compared with one fixture."""
    reference = materialise(base, folder / "references")
    lines = ["uibench: 1", f"task: {base}", f"reference: {{app: {reference}}}", "screens:"]
    for screen, route in SCREENS[base].items():
        example = f", example: {EXAMPLES[screen]}" if screen in EXAMPLES else ""
        lines.append(f'  - {{id: {screen}, route: "{route}"{example}}}')
    path = folder / f"{base}.yaml"
    path.write_text("\n".join(lines) + "\n")
    return path


def look_at(folder: Path, base: str, apps: list[str], run_pytest: Callable[..., Ran]) -> Ran:
    spec = write_spec(folder, base)
    for name in apps:
        materialise(name, folder / "apps")
    return run_pytest(folder, "--uibench-app=apps/*", f"--uibench-spec={spec}", "-muibench_fidelity", "-n2", "-q")


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory, run_pytest: Callable[..., Ran]) -> Ran:
    return look_at(tmp_path_factory.mktemp("shops"), "shop", [*SHOPS, "renamed-routes"], run_pytest)


@pytest.fixture(scope="module")
def dashboards(tmp_path_factory: pytest.TempPathFactory, run_pytest: Callable[..., Ran]) -> Ran:
    return look_at(tmp_path_factory.mktemp("dashboards"), "dashboard-15", DASHBOARDS, run_pytest)


def check(app: dict[str, Any], want: dict[str, Any], folder: Path) -> None:
    want = dict(want)
    for score, (low, high) in want.pop("app").items():
        assert low <= app["fidelity"][score] <= high, (score, app["fidelity"])
    screens = {screen["id"]: screen for screen in app["screens"]}
    for name, expected in want.items():
        low, high = expected["content_vfs"]
        assert low <= screens[name]["content_vfs"] <= high, screens[name]
        for words in expected["says"]:
            assert words in screens[name]["reason"] + screens[name]["why"], screens[name]
        for picture in screens[name]["pictures"].values():
            assert (folder / "uibench-report" / picture).stat().st_size > 10_000


@pytest.mark.parametrize("name", SHOPS)
def test_shop(shops: Ran, name: str) -> None:
    check(shops.app(name), describe(name)["fidelity"], shops.folder)


@pytest.mark.parametrize("name", DASHBOARDS)
def test_dashboard(dashboards: Ran, name: str) -> None:
    """A page that is missing behind a shared sidebar is missing; the published rule credits it."""
    app = dashboards.app(name)
    check(app, describe(name)["fidelity"], dashboards.folder)
    lost = next(screen for screen in app["screens"] if screen["content_vfs"] == 0)
    assert lost["vfs"] > 80


def test_other_addresses_cost_nothing(shops: Ran) -> None:
    app = shops.app("renamed-routes")
    assert app["fidelity"]["content_vfs"] > 99
    found = {screen["id"]: screen["content_route"] for screen in app["screens"]}
    assert found == describe("renamed-routes")["screens"]


def test_every_change_costs_points(shops: Ran) -> None:
    best = shops.app("faithful")["fidelity"]["content_vfs"]
    for name in SHOPS:
        if name != "faithful":
            assert shops.app(name)["fidelity"]["content_vfs"] < best, name
