"""Browser: found, started, a page rendered. All in a process of its own, so that a hang ends with it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from pytest_uibench.constants import DOCTOR_LAUNCH_SECONDS

from .ask import Answer, ask
from .finding import Finding, Machine
from .fixes import python_module

_PURPOSE = "renders the pages of the app"
_DRIVER_PURPOSE = "steers the browser"


def probe_browser(machine: Machine) -> list[Finding]:
    """The Playwright driver, the browser that the search finds, and whether it shows a page."""
    command = [sys.executable, "-m", "pytest_uibench.browser.selftest"]
    if machine.browser:
        command.append(machine.browser)
    environment = machine.quiet()
    del environment["XDG_CACHE_HOME"]  # Playwright's own browsers are found through it
    if "XDG_CACHE_HOME" in machine.environment:
        environment["XDG_CACHE_HOME"] = machine.environment["XDG_CACHE_HOME"]
    answer = ask(command, seconds=DOCTOR_LAUNCH_SECONDS, environment=environment)
    said = _reports(answer)
    if "driver" not in said:
        return [_driver_missing(machine, said, answer)]
    driver = Finding(
        id="playwright",
        name="Playwright",
        status="ok",
        found=f"driver {said['driver']} starts",
        purpose=_DRIVER_PURPOSE,
    )
    if "browser" not in said:
        return [driver, _not_found(machine, said, answer)]
    return [driver, _rendered(machine, said, answer)]


def _reports(answer: Answer) -> Mapping[str, Any]:
    """Merge the JSON lines of the child: later ones add to earlier ones; other output is left alone."""
    merged: dict[str, Any] = {}
    for line in answer.output.splitlines():
        if line.startswith('{"doctor":'):
            try:
                merged.update(json.loads(line)["doctor"])
            except (ValueError, TypeError):
                continue
    return merged


def _driver_missing(machine: Machine, said: Mapping[str, Any], answer: Answer) -> Finding:
    """The child or the loader said why, or it broke before that: then reinstalling anything would be a guess."""
    loader = re.search(r"error while loading shared libraries: (.*)", answer.output)
    why = loader[1] if loader else said.get("error") or (answer.why if answer.timed_out else None)
    fix: tuple[str, ...] = ()
    if loader and "libatomic" in loader[1]:
        fix = machine.platform.install("libatomic")
    elif loader:
        fix = (f"install the package that brings {loader[1].partition(':')[0]}",)
    elif why:
        fix = (python_module("pip", "install", "--force-reinstall", "playwright"),)
    return Finding(
        id="playwright",
        name="Playwright",
        status="missing" if why else "unknown",
        found=f"the driver does not start: {why}" if why else f"the check broke: {answer.why}",
        purpose=_DRIVER_PURPOSE,
        fix=fix,
    )


def _not_found(machine: Machine, said: Mapping[str, Any], answer: Answer) -> Finding:
    return Finding(
        id="browser",
        name="Browser",
        status="missing",
        found=str(said.get("error") or answer.why),
        purpose=_PURPOSE,
        fix=machine.platform.install("browser"),
        detail={"tried": said.get("tried", [])},
    )


def _rendered(machine: Machine, said: Mapping[str, Any], answer: Answer) -> Finding:
    path = str(said["browser"])
    detail = {key: said[key] for key in ("browser", "version", "tried", "arguments", "webgl") if key in said}
    if said.get("rendered"):
        extra = "" if said.get("webgl") else ", no WebGL"
        return Finding(
            id="browser",
            name="Browser",
            status="ok",
            found=f"{path} ({said['version']}) starts and renders{extra}",
            purpose=_PURPOSE,
            detail=detail,
        )
    what = "starts but shows nothing" if "version" in said else "does not start"
    return Finding(
        id="browser",
        name="Browser",
        status="missing",
        found=f"{path} {what}: {said.get('error') or answer.why}",
        purpose=_PURPOSE,
        fix=machine.platform.install("browser"),
        detail=detail,
    )
