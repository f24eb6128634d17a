"""One 15-route app against an 8-screen reference: fixed waits against the plugin, side by side in one run.

Times are printed and written to ``uibench-bench.json`` in the temporary folder; none is asserted (machines are noisy).
What is asserted is that both give the same scores.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import expected, materialise
from pytest_uibench.model import SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import check_types, prepare
from pytest_uibench.subject.routes import discover

from . import fixed_waits
from .test_kernel import plain_score

APP = "dashboard-15"
SCREENS = {
    "overview": "/", "orders": "/orders", "order": "/orders/2400", "customers": "/customers", "products": "/products",
    "calendar": "/calendar", "settings": "/settings", "reports": "/reports",
}  # fmt: skip
EDITS = {
    "slate-": "zinc-",
    "text-sm": "text-base",
    "Revenue, thousands": "Turnover, thousands",
    "Latest orders": "Recent orders",
}
"""How the app differs from its reference."""
TOLERANCE = 0.5
"""Points by which a page score may differ from the one after fixed waits (DESIGN, "Facts")."""


@dataclass
class Measured:
    times: dict[str, float] = field(default_factory=dict)
    fixed: dict[str, float] = field(default_factory=dict)
    """Page scores per screen."""
    ours: dict[str, float] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)
    """Routes that were still empty after a fixed wait."""


def plugin_run(folder: Path, app: Path, cache: Path, *extra: str) -> tuple[float, dict[str, Any]]:
    # Without compiled bytecode every run would compile the whole package again.
    left_out = ("PYTEST_", "UIBENCH_", "PYTHONDONTWRITEBYTECODE")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--uibench-app={app}", *extra],
        cwd=folder,
        env=environment | {"UIBENCH_CACHE": str(cache)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    seconds = time.perf_counter() - start
    results = json.loads((folder / "uibench-report" / "results.json").read_text())
    return seconds, results["apps"][0]


def forget(cache: Path, *names: str) -> None:
    for name in names:
        shutil.rmtree(cache / name, ignore_errors=True)


def edited(app: Path) -> None:
    for file in (app / "src").rglob("*.ts*"):
        text = file.read_text()
        for old, new in EDITS.items():
            text = text.replace(old, new)
        file.write_text(text)


def installed(source: Path, target: Path) -> Path:
    shutil.copytree(source, target)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=target, check=True)
    return target


def write_spec(path: Path, reference: Path) -> Path:
    lines = ["uibench: 1", "task: bench", f"reference: {{app: {reference}}}", "screens:"]
    for screen, address in SCREENS.items():
        route = "/orders/:id" if screen == "order" else address
        example = f", example: {address}" if screen == "order" else ""
        lines.append(f'  - {{id: {screen}, route: "{route}"{example}}}')
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    folder = tmp_path_factory.mktemp("bench")
    cache = folder / "cache"
    app = materialise(APP, folder)
    reference = folder / "reference"
    shutil.copytree(app, reference)
    edited(app)
    project = detect(app)
    known = {route["route"]: route.get("example") or route["route"] for route in expected(APP)["routes"]}
    routes = {route.pattern: known[route.pattern] for route in discover(project).routes if not route.redirect}
    routes["/orders/:id"] = SCREENS["order"]
    result = Measured()
    times = result.times
    fixed(result, folder, app, reference, routes)

    options = SubjectOptions(cache=str(cache), logs=str(folder / "logs"), run_id="bench")
    prepared = prepare(project, options, print)
    assert prepared.failure is None
    # It runs on beside: what is measured next must have the machine, and the folder, to itself.
    check_types(prepared, options, print)
    (folder / "pytest.ini").touch()
    spec = f"--uibench-spec={write_spec(folder / 'bench.yaml', reference)}"
    forget(cache, "builds", "work", "runs")
    times["exec: cold"], card = plugin_run(folder, app, cache)
    times["cold: install step"] = card["exec"]["seconds"]["install"]
    times["cold: build step"] = card["exec"]["seconds"]["build"]
    times["exec: build cached"], _ = plugin_run(folder, app, cache)
    forget(cache, "builds", "work", "runs")
    times["all: cold"], _ = plugin_run(folder, app, cache, spec)
    forget(cache, "captures")
    times["all: built, nothing captured"], _ = plugin_run(folder, app, cache, spec)
    times["all: cached"], card = plugin_run(folder, app, cache, spec)
    result.ours = {screen["id"]: screen["vfs"] for screen in card["screens"]}

    other = folder / "other"
    shutil.copytree(app, other)
    (other / "src" / "extra.ts").write_text("export const extra = 1;\n")
    _, card = plugin_run(folder, other, cache)
    times["second app, same dependencies: install step"] = card["exec"]["seconds"]["install"]
    (folder / "uibench-bench.json").write_text(json.dumps(times, indent=1))
    return result


def fixed(result: Measured, folder: Path, app: Path, reference: Path, routes: dict[str, str]) -> None:
    """The published pipeline: executability, coverage (routes, then screens), scores."""
    shots = folder / "shots"
    shots.mkdir()
    theirs, ours = installed(app, folder / "dev"), installed(reference, folder / "dev-reference")
    times = result.times
    times["fixed waits: exec"], result.empty = fixed_waits.execute(theirs, list(routes.values()), shots)
    route_seconds, generated = fixed_waits.look(theirs, routes, fixed_waits.ROUTE_MS)
    screen_seconds, wanted = fixed_waits.look(ours, SCREENS, fixed_waits.SCREEN_MS)
    start = time.perf_counter()
    scores = {
        screen: {route: plain_score(list(wanted[screen]), list(blocks))[-1] for route, blocks in generated.items()}
        for screen in wanted
    }
    times["fixed waits: coverage and scores"] = route_seconds + screen_seconds + time.perf_counter() - start
    times["fixed waits: all"] = times["fixed waits: exec"] + times["fixed waits: coverage and scores"]
    of_address = {address: route for route, address in routes.items()}
    result.fixed = {screen: scores[screen][of_address[address]] for screen, address in SCREENS.items()}


def test_report(measured: Measured, capsys: pytest.CaptureFixture[str]) -> None:
    base = {"exec": measured.times["fixed waits: exec"], "all": measured.times["fixed waits: all"]}
    with capsys.disabled():
        print()
        for name, seconds in measured.times.items():
            kind = name.partition(":")[0]
            ratio = f"  {base[kind] / seconds:6.1f} x" if kind in base else ""
            print(f"  {name:<48} {seconds:8.2f} s{ratio}")
        print(f"  empty after the fixed wait: {', '.join(measured.empty) or 'none'}")
    assert {"exec: cold", "exec: build cached", "all: cold", "all: cached"} <= set(measured.times)


def test_scores_agree(measured: Measured, capsys: pytest.CaptureFixture[str]) -> None:
    differences = {screen: abs(measured.ours[screen] - score) for screen, score in measured.fixed.items()}
    with capsys.disabled():
        print(f"\n  page scores differ by at most {max(differences.values()):.2f}: {measured.ours}")
    assert max(differences.values()) <= TOLERANCE, (measured.fixed, measured.ours)
