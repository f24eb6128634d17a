"""``uibench doctor`` with real browsers and with things that only claim to be one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import psutil
import pytest


@pytest.fixture
def place(tmp_path):
    for name in ("home", "tmp", "cache"):
        (tmp_path / name).mkdir()
    return tmp_path


def run_doctor(place, *arguments):
    """Run it as a user would, with a home and a folder for temporary files that can be looked at afterwards."""
    changed = {"HOME": place / "home", "TMPDIR": place / "tmp", "UIBENCH_CACHE": place / "cache"}
    environment = {**os.environ, **{name: str(value) for name, value in changed.items()}}
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        environment.pop(name, None)
    result = subprocess.run(
        [sys.executable, "-m", "pytest_uibench", "doctor", "--json", *arguments],
        env=environment,
        cwd=place,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in result.stderr, result.stderr
    document = json.loads(result.stdout)
    return result.returncode, {check["id"]: check for check in document["checks"]}


def stub(place, script):
    path = place / "stub"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_this_machine_renders_and_nothing_is_left(place):
    status, checks = run_doctor(place)
    assert checks["playwright"]["status"] == "ok", checks["playwright"]
    assert checks["browser"]["status"] == "ok", checks["browser"]
    assert checks["browser"]["detail"]["version"]
    assert status == (1 if any(c["need"] == "required" and c["status"] == "missing" for c in checks.values()) else 0)
    left = [path for name in ("home", "tmp", "cache") for path in (place / name).rglob("*")]
    assert left == []


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 1", "does not start"),
        ("echo 'error while loading shared libraries: libnss3.so: cannot open' >&2; exit 127", "libnss3.so"),
    ],
)
def test_browser_that_does_not_start(place, script, told):
    status, checks = run_doctor(place, "--browser", stub(place, script))
    assert status == 1
    assert checks["browser"]["status"] == "missing"
    assert told in checks["browser"]["found"]
    assert checks["browser"]["fix"]


def test_browser_that_hangs_is_ended(place, monkeypatch):
    """It runs in a process group of its own, where ending the driver's group does not reach it."""
    from pytest_uibench.cli.probes import Machine
    from pytest_uibench.cli.probes import browser as probe
    from pytest_uibench.cli.probes.fixes import this_platform

    monkeypatch.setattr(probe, "DOCTOR_LAUNCH_SECONDS", 6.0)
    path = stub(place, f"echo $$ > {place}/pid; exec /bin/sleep 600")
    machine = Machine(platform=this_platform(), cache=place / "cache", scratch=place / "tmp", browser=path)
    found = {finding.id: finding for finding in probe.probe_browser(machine)}
    assert found["playwright"].status == "ok"
    assert found["browser"].status == "missing"
    assert "does not start: it gave no answer in time" in found["browser"].found
    pid = int((place / "pid").read_text())
    try:
        psutil.Process(pid).wait(timeout=30)
    except psutil.NoSuchProcess:
        return
    except psutil.TimeoutExpired:
        assert psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_named_browser_that_is_not_there(place):
    status, checks = run_doctor(place, "--browser", "/nonexistent/chrome")
    assert status == 1
    assert checks["browser"]["status"] == "missing"
    assert "/nonexistent/chrome" in checks["browser"]["found"]
