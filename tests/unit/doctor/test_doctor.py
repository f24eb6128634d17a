"""The doctor as a whole: what breaks, exit status, text and JSON; the commands it gives per platform."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading

import pytest

from pytest_uibench.cli import doctor, main
from pytest_uibench.cli.doctor_text import Style, render, style_of
from pytest_uibench.cli.probes import PROBES, gather
from pytest_uibench.cli.probes.fixes import Platform, this_platform

from .machines import finding


@pytest.mark.parametrize(
    ("release", "family", "bubblewrap"),
    [
        ('ID=debian\nPRETTY_NAME="Debian GNU/Linux 12"', "debian", "apt-get install -y bubblewrap"),
        ("ID=raspbian\nID_LIKE=debian", "debian", "apt-get install -y bubblewrap"),
        ("ID=ubuntu\nID_LIKE=debian", "ubuntu", "apt-get install -y bubblewrap"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"', "ubuntu", "apt-get install -y bubblewrap"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "fedora", "dnf install -y bubblewrap"),
        ("ID=alpine", "alpine", "apk add bubblewrap"),
        ("ID=arch", "other", "install bubblewrap (bwrap) with your package manager (Linux only)"),
        ("", "other", "install bubblewrap (bwrap) with your package manager (Linux only)"),
    ],
)
def test_platform_from_os_release(tmp_path, release, family, bubblewrap):
    (tmp_path / "os-release").write_text(f"# comment\n{release}\n")
    platform = this_platform("linux", tmp_path / "os-release")
    assert platform.family == family
    assert platform.install("bubblewrap")[0].removeprefix("sudo ").removeprefix("doas ") == bubblewrap


def test_platform_without_os_release(tmp_path):
    assert this_platform("linux", tmp_path / "none").family == "other"
    assert this_platform("darwin").install("tesseract") == ("brew install tesseract",)


@pytest.mark.parametrize("family", ["debian", "ubuntu", "fedora", "alpine", "macos", "other"])
@pytest.mark.parametrize("what", ["browser", "node", "npm", "tesseract", "bubblewrap", "fontconfig", "fonts-cjk"])
def test_every_platform_has_an_answer(family, what):
    assert all(Platform(family=family, name=family).install(what))


def test_ubuntu_is_not_sent_to_the_snap():
    (fix,) = Platform(family="ubuntu", name="Ubuntu").install("browser")
    assert fix.endswith("-m playwright install --with-deps chromium")


def test_check_that_raises_is_a_finding_and_hides_no_other(bench):
    def breaks(_machine):
        raise RuntimeError("two\nlines")

    found = gather(bench.machine, [("odd thing", "required", breaks), ("fine", "required", lambda _m: [finding()])])
    assert found[0].status == "unknown"
    assert found[0].found == "the check broke: RuntimeError: two lines"
    assert found[0].blocking
    assert found[1].status == "ok"


def test_check_that_hangs_is_a_finding(bench):
    release = threading.Event()
    probes = [
        ("slow thing", "recommended", lambda _m: release.wait() and []),
        ("fine", "required", lambda _m: [finding()]),
    ]
    found = gather(bench.machine, probes, deadline=0.3)
    release.set()
    assert [entry.status for entry in found] == ["unknown", "ok"]
    assert "no answer" in found[0].found
    assert not found[0].blocking


def test_hanging_check_does_not_keep_the_process(tmp_path):
    """Threads that never return must not hold the interpreter at exit."""
    code = (
        "import sys, threading\n"
        "from pytest_uibench.cli import doctor, main\n"
        "from pytest_uibench.cli.probes import gather\n"
        "stuck = [('stuck', 'required', lambda m: threading.Event().wait())]\n"
        "doctor.gather = lambda machine: gather(machine, stuck, deadline=0.2)\n"
        "sys.exit(main(['doctor']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"UIBENCH_CACHE": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
    )
    assert result.returncode == 1, result.stderr
    assert "Not ready: Stuck." in result.stdout


@pytest.mark.parametrize(
    ("findings", "status"),
    [
        ([finding("ok")], 0),
        ([finding("ok"), finding("warning")], 0),
        ([finding("missing", "recommended"), finding("missing", "optional"), finding("unknown", "recommended")], 0),
        ([finding("missing")], 1),
        ([finding("unknown")], 1),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.usefixtures("own_cache")
def test_exit_status(monkeypatch, capsys, findings, status, form):
    monkeypatch.setattr(doctor, "gather", lambda _machine: findings)
    assert main(["doctor", *form]) == status
    out = capsys.readouterr().out
    if form:
        document = json.loads(out)
        assert document["ready"] == (status == 0)
        assert document["schema_version"] == 1
        assert [check["status"] for check in document["checks"]] == [f.status for f in findings]
        assert set(document["checks"][0]) == {"id", "name", "status", "found", "purpose", "need", "fix", "detail"}
    else:
        assert ("Not ready: Thing" in out) == (status == 1)


def test_scratch_folder_is_gone_afterwards(own_cache, monkeypatch):
    seen = []

    def look(machine):
        (machine.scratch / "left").write_text("x")
        seen.append(machine.scratch)
        return [finding()]

    monkeypatch.setattr(doctor, "gather", look)
    assert main(["doctor"]) == 0
    assert seen[0].parent == own_cache
    assert list(own_cache.iterdir()) == []


def test_text_is_aligned_and_shows_fixes_only_where_needed(bench):
    found = [
        finding("ok", name="A", fix=("never shown",)),
        finding("missing", name="Longer name", found="not found", fix=("first command", "second command")),
        finding("warning", "recommended", name="B", found="word " * 60),
    ]
    text = render(bench.machine, found, Style(colour=False, unicode=True, width=80))
    lines = text.splitlines()
    assert "never shown" not in text
    starts = {line.index(value) for value in ("1.0", "not found", "word") for line in lines if value in line}
    assert len(starts) == 1
    assert max(map(len, lines)) <= 80
    assert [line.strip() for line in lines if "command" in line] == ["fix: first command", "second command"]
    assert text.endswith("Not ready: Longer name.\n")


def test_text_falls_back_to_ascii_without_colour(bench):
    found = [finding(status, found="café") for status in ("ok", "warning", "missing", "unknown")]
    plain = render(bench.machine, found, Style(colour=False, unicode=False, width=80))
    assert plain.isascii()
    assert "\033" not in plain
    assert "MISS  Thing" in plain
    assert "\033[31m" in render(bench.machine, found, Style(colour=True, unicode=True, width=80))


@pytest.mark.parametrize(
    ("tty", "environment", "colour"),
    [
        (True, {"TERM": "xterm"}, True),
        (False, {"TERM": "xterm"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_only_on_a_terminal(monkeypatch, tty, environment, colour):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    stream = argparse.Namespace(isatty=lambda: tty, encoding="ascii")
    assert style_of(stream).colour is colour
    assert style_of(stream).unicode is False


def test_every_check_has_a_name_of_its_own():
    names = [name for name, _, _ in PROBES]
    assert len(set(names)) == len(names)
