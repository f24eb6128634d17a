"""The search for a browser, and what it is launched with. No browser is started."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from pytest_uibench.browser import find, launch
from pytest_uibench.browser.find import BrowserChoice, bundled_browsers, find_browser, version
from pytest_uibench.browser.launch import context_arguments, launch_arguments, require_no_event_loop
from pytest_uibench.model import UibenchError

SHELL = BrowserChoice(path="/opt/chromium-headless-shell", name="chromium-headless-shell", shell=True)
FULL = BrowserChoice(path="/opt/chromium", name="chromium", shell=False)


def executable(path: Path, text: str = "#!/bin/sh\necho 'Chromium 1.2.3 built on Nowhere'\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty machine: ``bin`` on PATH, Playwright's downloads in ``pw``."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "pw").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "pw"))
    return tmp_path


def test_nothing_found_lists_every_place_and_the_command(machine: Path) -> None:
    """F116."""
    with pytest.raises(UibenchError) as caught:
        find_browser()
    text = str(caught.value)
    assert str(machine / "pw") in text
    for name in find.NAMES:
        assert f"{name} on PATH: not found" in text
    assert "playwright install chromium-headless-shell" in text
    assert "--uibench-browser=PATH" in text


def test_order_playwrights_own_then_shell_then_full(machine: Path) -> None:
    chrome = executable(machine / "bin" / "google-chrome")
    assert find_browser().path == str(chrome)
    chromium = executable(machine / "bin" / "chromium")
    assert (find_browser().path, find_browser().shell) == (str(chromium), False)
    shell = executable(machine / "bin" / "chromium-headless-shell")
    assert (find_browser().path, find_browser().shell) == (str(shell), True)
    own = executable(machine / "pw/chromium-1000/chrome-linux64/chrome")
    assert find_browser().path == str(own)
    own_shell = executable(
        machine / "pw/chromium_headless_shell-1000/chrome-headless-shell-linux64/chrome-headless-shell"
    )
    choice = find_browser()
    assert (choice.path, choice.shell) == (str(own_shell), True)
    assert choice.tried[-1].endswith(": used")
    assert find_browser(headed=True).path == str(own)


def test_bundled_of_the_installed_version_comes_first(machine: Path) -> None:
    revision = find._revisions()["chromium-headless-shell"]
    names = {"1": "chrome-linux/headless_shell", "9999999": "chrome-headless-shell-linux64/chrome-headless-shell"}
    for number, name in names.items():
        executable(machine / f"pw/chromium_headless_shell-{number}/{name}")
    exact = executable(
        machine / f"pw/chromium_headless_shell-{revision}/chrome-headless-shell-linux64/chrome-headless-shell"
    )
    assert [Path(path).parts[-3].rpartition("-")[2] for path in bundled_browsers()] == [revision, "9999999", "1"]
    assert find_browser().path == str(exact)


def test_half_downloaded_bundle_is_passed_over(machine: Path) -> None:
    broken = executable(machine / "pw/chromium-1000/chrome-linux/chrome")
    broken.chmod(0o644)
    chromium = executable(machine / "bin" / "chromium")
    assert find_browser().path == str(chromium)
    choice = find_browser(bundled=[str(broken)])
    assert choice.path == str(chromium)
    assert "not executable" in choice.tried[0]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "no such file"),
        (lambda path: path.mkdir(), "a directory"),
        (lambda path: path.write_text("x"), "not executable"),
    ],
    ids=["missing", "folder", "not-executable"],
)
def test_explicit_browser_is_never_replaced(machine: Path, make: object, said: str) -> None:
    executable(machine / "bin" / "chromium")
    path = machine / "mine"
    assert callable(make)
    make(path)
    with pytest.raises(UibenchError, match=said) as caught:
        find_browser(str(path))
    assert str(path) in str(caught.value)


def test_explicit_name_is_looked_up_on_path(machine: Path) -> None:
    brave = executable(machine / "bin" / "brave")
    assert find_browser("brave").path == str(brave)
    with pytest.raises(UibenchError, match="neither a file nor a command"):
        find_browser("vivaldi")


def test_version(machine: Path) -> None:
    assert version(find_browser(str(executable(machine / "a")))) == "Chromium 1.2.3"
    failing = executable(machine / "b", "#!/bin/sh\necho 'libnss3.so: cannot open' >&2\nexit 127\n")
    with pytest.raises(UibenchError, match=r"exit 127.*libnss3\.so"):
        version(find_browser(str(failing)))
    with pytest.raises(UibenchError, match="does not start"):
        version(find_browser(str(executable(machine / "c", "no program"))))


def test_version_that_never_comes(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "BROWSER_VERSION_SECONDS", 0.3)
    hanging = executable(machine / "a", "#!/bin/sh\nexec /bin/sleep 30\n")
    with pytest.raises(UibenchError, match="no answer"):
        version(find_browser(str(hanging)))


def test_sandbox_is_off_for_root_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """F115."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "--no-sandbox" in launch_arguments(SHELL, {})["args"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for usable in (True, False):
        monkeypatch.setattr(launch, "_sandbox_usable", lambda usable=usable: usable)
        options = launch_arguments(SHELL, {})
        assert "--no-sandbox" not in options["args"]
        assert options["chromium_sandbox"] is usable
    assert launch_arguments(SHELL, {"chromium_sandbox": False})["chromium_sandbox"] is False


def test_existing_options_are_kept(machine: Path) -> None:
    existing = {"args": ["--host-resolver-rules=MAP a b", "--lang=de"], "slow_mo": 5, "executable_path": "/mine"}
    options = launch_arguments(SHELL, existing)
    assert options["args"][:2] == existing["args"]
    assert sum(argument.startswith("--host-resolver-rules") for argument in options["args"]) == 1
    assert (options["slow_mo"], options["executable_path"]) == (5, "/mine")
    assert len(existing["args"]) == 2, "what was given is not changed"
    assert "executable_path" not in launch_arguments(SHELL, {"channel": "msedge"})
    assert launch_arguments(FULL, {"headless": False})["executable_path"] == FULL.path
    full = executable(machine / "bin" / "chromium")
    assert launch_arguments(SHELL, {"headless": False})["executable_path"] == str(full)


def test_open_network_looks_up_names() -> None:
    def names(network: str) -> bool:
        options = launch_arguments(SHELL, {}, network="open" if network == "open" else "hermetic")
        return any(argument.startswith("--host-resolver-rules") for argument in options["args"])

    assert (names("hermetic"), names("open")) == (True, False)


def test_small_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for small in (True, False):
        monkeypatch.setattr(launch, "_small_shm", lambda small=small: small)
        assert ("--disable-dev-shm-usage" in launch_arguments(SHELL, {})["args"]) is small


def test_context_defaults_and_overrides() -> None:
    ours = context_arguments({})
    assert ours["viewport"] == {"width": 1440, "height": 900}
    assert (ours["device_scale_factor"], ours["color_scheme"], ours["reduced_motion"]) == (1, "light", "reduce")
    assert (ours["timezone_id"], ours["locale"], ours["service_workers"]) == ("UTC", "en-US", "block")
    assert (ours["permissions"], ours["accept_downloads"]) == ([], True)
    theirs = context_arguments({"viewport": {"width": 390, "height": 844}, "locale": "fr"}, scheme="dark")
    assert (theirs["viewport"]["width"], theirs["locale"], theirs["color_scheme"]) == (390, "fr", "dark")
    assert "viewport" not in context_arguments({"no_viewport": True})


def test_running_event_loop_is_named() -> None:
    """F108."""
    require_no_event_loop()

    async def inside() -> None:
        require_no_event_loop()

    with pytest.raises(UibenchError, match="asyncio"):
        asyncio.run(inside())


def test_revisions_come_from_the_installed_playwright() -> None:
    data = json.loads((find._driver_package() / "browsers.json").read_text())
    assert find._revisions() == {entry["name"]: entry["revision"] for entry in data["browsers"]}
