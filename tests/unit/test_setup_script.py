"""``.ci/setup`` on machines made of stubs: it adds what is missing, and changes nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BASICS = [
    "bash",
    "env",
    "cat",
    "grep",
    "sed",
    "cksum",
    "mktemp",
    "tail",
    "head",
    "dirname",
    "rm",
    "uname",
    "flock",
    "printf",
]

APT_GET = """
echo "apt-get $*" >> "$LOG"
case "$*" in *" update") exit 0 ;; esac
case "$*" in *chromium*) echo "$AFTER_APT" > "$STATE" ;; esac
exit "${APT_STATUS:-0}"
"""
VENV_PYTHON = """
case "$*" in
  *browser.selftest*) echo '{"doctor": {"browser": "/bin/sh"}}'; echo "trace of the check"; exit "$(cat "$STATE")" ;;
  *"playwright install"*) echo "$*" >> "$LOG"; echo "$AFTER_PLAYWRIGHT" > "$STATE"; exit 0 ;;
  *"playwright --version"*)
    if [ -e "$LOG.noatomic" ] && ! grep -qs libatomic1 "$LOG"; then echo libatomic.so.1: no; exit 127; fi ;;
  *" install "*) echo "pip: $*" >> "$LOG" ;;
esac
exit 0
"""


@dataclass
class Fresh:
    """A clone on a machine whose PATH holds the basics and stubs."""

    folder: Path

    def stub(self, name: str, script: str = "exit 0", place: str = "bin") -> None:
        path = self.folder / place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def setup(self, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {
            "PATH": str(self.folder / "bin"),
            "LOG": str(self.folder / "log"),
            "STATE": str(self.folder / "state"),
            "AFTER_APT": "0",
            "AFTER_PLAYWRIGHT": "0",
            "TMPDIR": str(self.folder),
        }
        return subprocess.run(
            ["/bin/bash", str(self.folder / "repo" / ".ci" / "setup")],
            env={**given, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        log = self.folder / "log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def fresh(tmp_path) -> Fresh:
    machine = Fresh(tmp_path)
    (tmp_path / "repo" / ".ci").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    shutil.copy(ROOT / ".ci" / "setup", tmp_path / "repo" / ".ci" / "setup")
    (tmp_path / "repo" / "pyproject.toml").write_text("")
    for name in BASICS:
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    for name in ("node", "npm", "bwrap", "tesseract"):
        machine.stub(name)
    machine.stub("fc-list", "echo Some Font")
    machine.stub("id", "echo 0")
    machine.stub("apt-get", APT_GET)
    machine.stub("apt-cache")
    machine.stub("python", VENV_PYTHON, place="repo/.venv/bin")
    machine.stub("python3", 'if [ "$1" = --version ]; then echo Python 3.12.0; fi; exit 0')
    (tmp_path / "repo" / ".venv" / "bin" / "activate").write_text(f"VIRTUAL_ENV={tmp_path}/repo/.venv\n")
    (tmp_path / "state").write_text("0")
    return machine


def test_complete_machine_is_left_alone_the_second_time(fresh):
    first = fresh.setup()
    assert first.returncode == 0, first.stderr
    assert [call for call in fresh.calls if "apt" in call or "playwright" in call] == []
    (fresh.folder / "log").unlink()
    assert fresh.setup().returncode == 0
    assert fresh.calls == []


def test_browser_check_that_breaks_installs_nothing(fresh):
    """Only an absent browser is a reason to change the machine."""
    (fresh.folder / "state").write_text("1")
    result = fresh.setup()
    assert result.returncode == 1
    assert "the browser does not show a page" in result.stderr
    assert "trace of the check" in result.stderr
    assert [call for call in fresh.calls if "apt" in call or "playwright" in call] == []


def test_absent_browser_comes_from_apt_without_upgrades(fresh):
    (fresh.folder / "state").write_text("3")
    result = fresh.setup()
    assert result.returncode == 0, result.stderr
    update, install = (call for call in fresh.calls if call.startswith("apt-get"))
    assert update.endswith(" update")
    assert install.endswith(" chromium-headless-shell")
    assert {"--no-upgrade", "--no-remove", "--no-install-recommends"} <= set(install.split())
    assert not any("playwright" in call for call in fresh.calls)


def test_playwright_is_the_last_resort_and_leaves_system_packages_alone(fresh):
    (fresh.folder / "state").write_text("3")
    result = fresh.setup(NO_APT="1")
    assert result.returncode == 0, result.stderr
    assert [call for call in fresh.calls if "pip" not in call] == ["-m playwright install chromium"]


def test_library_that_the_driver_lacks_is_installed(fresh):
    """A minimal Debian has no libatomic1, and Playwright's own Node.js needs it."""
    (fresh.folder / "log.noatomic").write_text("")
    result = fresh.setup()
    assert result.returncode == 0, result.stderr
    assert [call.split()[-1] for call in fresh.calls if " install " in call and "apt-get" in call] == ["libatomic1"]
    (fresh.folder / "repo" / ".venv" / ".uibench-browser").unlink()
    (fresh.folder / "log").unlink()
    result = fresh.setup(NO_APT="1")
    assert result.returncode == 1
    assert "apt-get install libatomic1" in result.stderr


def test_no_way_to_a_browser_is_told_with_commands(fresh):
    (fresh.folder / "state").write_text("3")
    result = fresh.setup(AFTER_APT="3", AFTER_PLAYWRIGHT="3")
    assert result.returncode == 1
    assert "no browser could be installed" in result.stderr
    assert "apt-get install chromium-headless-shell" in result.stderr


def test_user_without_rights_is_told_the_command_and_goes_on(fresh):
    fresh.stub("id", "echo 1000")
    (fresh.folder / "bin" / "bwrap").unlink()
    result = fresh.setup()
    assert result.returncode == 0, result.stderr
    assert "sudo apt-get install bubblewrap" in result.stderr
    assert not any("apt-get" in call for call in fresh.calls)


def test_missing_tools_are_installed_in_one_go(fresh):
    for name in ("bwrap", "tesseract", "fc-list"):
        (fresh.folder / "bin" / name).unlink()
    result = fresh.setup()
    assert result.returncode == 0, result.stderr
    installs = [call for call in fresh.calls if " install " in call and call.startswith("apt-get")]
    assert len(installs) == 1
    assert {"bubblewrap", "tesseract-ocr", "fontconfig", "fonts-noto-cjk"} <= set(installs[0].split())


def test_apt_that_fails_on_extras_is_a_warning(fresh):
    (fresh.folder / "bin" / "tesseract").unlink()
    result = fresh.setup(APT_STATUS="100")
    assert result.returncode == 0, result.stderr
    assert "missing, and not installed here: tesseract-ocr" in result.stderr


@pytest.mark.parametrize("absent", ["node", "npm"])
def test_no_node_is_told_before_anything_is_made(fresh, absent):
    (fresh.folder / "bin" / absent).unlink()
    result = fresh.setup()
    assert result.returncode == 1
    assert "Node.js 18 or newer with npm is needed" in result.stderr
    assert fresh.calls == []


def test_no_python_is_told(fresh):
    fresh.stub("python3", "exit 1")
    result = fresh.setup()
    assert result.returncode == 1
    assert "no Python 3.11 or newer found" in result.stderr


def test_scripts_are_executable():
    assert all(os.access(ROOT / ".ci" / name, os.X_OK) for name in ("setup", "run", "demo"))
