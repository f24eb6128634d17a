"""``.ci/demo``: an app with defects is what it is for; trouble of the machine is not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run_demo(tmp_path):
    """Run the script in a clone whose pytest ends with a given status and writes given counts of items."""
    for folder in (".ci", "fixtures", ".venv/bin", "build/demo", "uibench-report"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "demo", tmp_path / ".ci" / "demo")
    (tmp_path / "fixtures" / "make.py").write_text("")
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "uibench-report" / "results.json").write_text('{"summary": {"items": {"passed": 9}}}')

    def run(status, items):
        written = "" if items is None else json.dumps({"summary": {"items": items}})
        stub = tmp_path / ".venv" / "bin" / "pytest"
        write = f"cat > {tmp_path}/uibench-report/results.json <<'END'\n{written}\nEND\n" if items is not None else ""
        stub.write_text(f'#!/bin/sh\necho "in $PWD: $*"\n{write}exit {status}\n')
        stub.chmod(0o755)
        return subprocess.run(
            ["bash", str(tmp_path / ".ci" / "demo")], capture_output=True, text=True, timeout=60, check=False
        )

    return run


def test_defects_of_the_app_are_the_point(run_demo, tmp_path):
    result = run_demo(1, {"passed": 10, "failed": 2})
    assert result.returncode == 0, result.stderr
    assert "the failures above are the point" in result.stdout
    assert f"in {tmp_path}/build/demo: --uibench-app=partial" in result.stdout
    assert result.stdout.rstrip().endswith(f"{tmp_path}/uibench-report/index.html")
    assert (tmp_path / "build" / "demo" / "pytest.ini").read_text() == "[pytest]\n"


def test_a_variant_of_the_shop_is_compared_with_it(run_demo, tmp_path):
    variant = tmp_path / "fixtures/variants/partial/variant.yaml"
    variant.parent.mkdir(parents=True)
    variant.write_text("about: x\nbase: shop\n")
    result = run_demo(0, {"passed": 12})
    assert "$ pytest --uibench-app=partial --uibench-spec=specs/shop.yaml" in result.stdout
    assert f"--uibench-app=partial --uibench-spec={tmp_path}/specs/shop.yaml --uibench-output=" in result.stdout


def test_app_without_defects(run_demo):
    result = run_demo(0, {"passed": 12})
    assert result.returncode == 0, result.stderr
    assert "everything" in result.stdout


@pytest.mark.parametrize(
    ("status", "items", "told"),
    [
        (1, {"passed": 3, "errored": 2}, "2 items could not be judged"),
        (1, {}, "all items could not be judged"),
        (1, None, "there are no results"),
        (4, {"passed": 3}, "pytest ended with status 4"),
        (5, None, "pytest ended with status 5"),
    ],
)
def test_trouble_of_the_machine_fails(run_demo, status, items, told):
    """Also where an earlier run left results behind."""
    result = run_demo(status, items)
    assert result.returncode not in (0, 1)
    assert told in result.stderr
    assert "the point" not in result.stdout
