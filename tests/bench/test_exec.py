"""One 15-route app: fixed waits against the plugin, cold and cached, side by side in one run.

Times are printed and written to ``uibench-bench.json`` in the temporary folder; none is asserted (machines are noisy).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fixtures.make import expected, materialise
from pytest_uibench.model import SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import prepare
from pytest_uibench.subject.routes import discover

from . import fixed_waits

APP = "dashboard-15"


def plugin_run(folder: Path, app: Path, cache: Path) -> tuple[float, dict[str, object]]:
    # Without compiled bytecode every run would compile the whole package again.
    left_out = ("PYTEST_", "UIBENCH_", "PYTHONDONTWRITEBYTECODE")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--uibench-app={app}"],
        cwd=folder,
        env=environment | {"UIBENCH_CACHE": str(cache)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    seconds = time.perf_counter() - start
    results = json.loads((folder / "uibench-report" / "results.json").read_text())
    return seconds, results["apps"][0]


def drop_builds(cache: Path) -> None:
    """Forget what was built, keep what was installed."""
    for name in ("builds", "work", "runs"):
        shutil.rmtree(cache / name, ignore_errors=True)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    folder = tmp_path_factory.mktemp("bench")
    cache = folder / "cache"
    app = materialise(APP, folder)
    project = detect(app)
    known = {route["route"]: route.get("example") or route["route"] for route in expected(APP)["routes"]}
    routes = [known[route.pattern] for route in discover(project).routes if not route.redirect]
    options = SubjectOptions(cache=str(cache), logs=str(folder / "logs"), run_id="bench")
    prepared = prepare(project, options, print)
    assert prepared.failure is None, prepared.failure

    times: dict[str, float] = {"routes": len(routes)}
    (folder / "ini").mkdir()
    shots = folder / "shots"
    shots.mkdir()
    dev = folder / "dev"
    shutil.copytree(app, dev)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=dev, check=True)
    times["fixed waits"] = fixed_waits.render(dev, routes, shots)

    drop_builds(cache)
    times["cold"], card = plugin_run(folder, app, cache)
    times["cold: install step"] = card["exec"]["seconds"]["install"]  # type: ignore[index]
    times["cold: build step"] = card["exec"]["seconds"]["build"]  # type: ignore[index]
    times["build cached"], _ = plugin_run(folder, app, cache)

    other = folder / "other"
    shutil.copytree(app, other)
    (other / "src" / "extra.ts").write_text("export const extra = 1;\n")
    _, card = plugin_run(folder, other, cache)
    times["second app, same dependencies: install step"] = card["exec"]["seconds"]["install"]  # type: ignore[index]
    (folder / "uibench-bench.json").write_text(json.dumps(times, indent=1))
    return times


def test_report(measured: dict[str, float], capsys: pytest.CaptureFixture[str]) -> None:
    fixed = measured["fixed waits"]
    with capsys.disabled():
        print(f"\n{measured['routes']:.0f} routes")
        for name, seconds in measured.items():
            if name != "routes":
                ratio = f"  {fixed / seconds:6.1f} x" if name in ("cold", "build cached") else ""
                print(f"  {name:<48} {seconds:8.2f} s{ratio}")
    assert set(measured) >= {"fixed waits", "cold", "build cached"}
