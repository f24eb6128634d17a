"""Tesseract, fonts, Python packages, the sandbox."""

from __future__ import annotations

import sys

import pytest

from pytest_uibench.cli.probes import browser, fonts, packages, sandbox, tools
from pytest_uibench.cli.probes.ask import Answer

from .machines import by_id


def test_tesseract_without_english(bench):
    bench.stub("tesseract", '[ "$1" = --version ] && echo tesseract 5.3.0 || printf "List of languages (1):\\nosd\\n"')
    (found,) = tools.probe_tesseract(bench.machine)
    assert found.status == "warning"
    assert found.found == "5.3.0, languages: osd (eng is missing)"
    assert found.fix == ("sudo apt-get install -y tesseract-ocr",)


def test_fonts_per_script(bench):
    """F82: each script is asked for by itself, since one CJK font need not have all three."""
    bench.stub("fc-list", 'case $1 in *d55c|*1f680) ;; *) echo "Droid Sans Fallback,Droid" ;; esac')
    found = by_id(fonts.probe_fonts(bench.machine))
    assert found["fonts"].status == "ok"
    assert found["fonts-cjk"].status == "warning"
    assert "Korean" in found["fonts-cjk"].found
    assert "Chinese" not in found["fonts-cjk"].found
    assert found["fonts-cjk"].fix == ("sudo apt-get install -y fonts-noto-cjk",)
    assert found["fonts-emoji"].status == "warning"


def test_fonts_cannot_be_listed(bench):
    (found,) = fonts.probe_fonts(bench.machine)
    assert found.status == "unknown"
    assert found.fix == ("sudo apt-get install -y fontconfig",)
    assert not found.blocking


def test_package_that_is_too_old_blocks(bench, monkeypatch):
    installed = packages._version
    monkeypatch.setattr(packages, "_version", lambda name: "7.4.0" if name == "pytest" else installed(name))
    found = by_id(packages.probe_packages(bench.machine))
    assert found["packages"].blocking
    assert "pytest 7.4.0 does not meet >=9.0" in found["packages"].found
    assert "pip install --upgrade 'pytest>=9.0'" in found["packages"].fix[0]


def test_missing_extra_does_not_block(bench, monkeypatch):
    installed = packages._version
    monkeypatch.setattr(packages, "_version", lambda name: None if name == "pytest-xdist" else installed(name))
    found = by_id(packages.probe_packages(bench.machine))
    assert found["packages"].status == "ok"
    assert found["pytest-xdist"].status == "missing"
    assert "'pytest-uibench[xdist]'" in found["pytest-xdist"].fix[0]


@pytest.fixture
def sandbox_path(bench, monkeypatch):
    """PATH of the process itself, where a run looks for bwrap."""
    from pytest_uibench.subject.sandbox import _probe

    monkeypatch.setenv("PATH", f"{bench.folder / 'bin'}:/usr/bin:/bin")
    _probe.cache_clear()
    yield
    _probe.cache_clear()


@pytest.mark.usefixtures("sandbox_path")
def test_sandbox_that_contains_nothing_is_found_out(bench):
    """A wrapper that only runs the command answers with status 0: what counts is what the command sees."""
    bench.stub("bwrap", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "warning"
    assert "does not work here" in found.found


@pytest.mark.usefixtures("sandbox_path")
def test_sandbox_that_may_not_make_namespaces(bench):
    bench.stub("bwrap", "echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "warning"
    assert "No permissions to create new namespace" in found.found
    assert found.fix


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap is for Linux")
@pytest.mark.parametrize("name", [name for name, *_ in sandbox._SWITCHES])
def test_kernel_switch_names_its_command(bench, monkeypatch, name):
    values = {key: off for key, off, _ in sandbox._SWITCHES if key == name}
    on = next(on for key, _, on in sandbox._SWITCHES if key == name)
    for key, off in values.items():
        (bench.folder / key).parent.mkdir(parents=True)
        (bench.folder / key).write_text(f"{off}\n")
    monkeypatch.setattr(sandbox, "_KERNEL", bench.folder)
    assert sandbox._unlock(bench.machine) == (f"sudo sysctl -w {name.replace('/', '.')}={on}",)


def test_no_bubblewrap(bench):
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "missing"
    assert not found.blocking
    assert found.fix == ("sudo apt-get install -y bubblewrap",)


# --- driver of the browser ---


@pytest.mark.parametrize(
    ("output", "told", "fix"),
    [
        (
            "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file\nTraceback",
            "libatomic.so.1",
            "sudo apt-get install -y libatomic1",
        ),
        ('{"doctor": {"error": "no Node.js"}}', "no Node.js", "playwright"),
        ("Traceback (most recent call last):\nImportError: cannot import name", "ImportError", None),
    ],
)
def test_driver_that_does_not_start(bench, monkeypatch, output, told, fix):
    """A check that broke by itself advises nothing: reinstalling would be a guess."""
    monkeypatch.setattr(browser, "ask", lambda *_args, **_more: Answer(code=1, output=output))
    (found,) = browser.probe_browser(bench.machine)
    assert found.status == ("missing" if fix else "unknown")
    assert found.blocking
    assert told in found.found
    assert fix in found.fix[0] if fix else found.fix == ()
