"""Python itself and the packages that this one asks for."""

from __future__ import annotations

import sys
from importlib import metadata
from typing import TYPE_CHECKING

from .finding import Finding, Machine
from .fixes import python_module

if TYPE_CHECKING:
    from packaging.requirements import Requirement

DISTRIBUTION = "pytest-uibench"
MINIMUM_PYTHON = (3, 11)

_SHOWN = ("pytest", "pytest-playwright", "playwright")
"""Packages whose versions are worth a line; the others are named only when something is wrong."""

_EXTRAS = {
    "xdist": ("pytest-xdist", "several apps at the same time (`-n 2`)"),
    "ocr": ("pytesseract", "reads the text of references that are screenshots only"),
}


def probe_python(_machine: Machine) -> list[Finding]:
    """The interpreter that runs pytest."""
    version = ".".join(map(str, sys.version_info[:3]))
    enough = sys.version_info[:2] >= MINIMUM_PYTHON
    return [
        Finding(
            id="python",
            name="Python",
            status="ok" if enough else "missing",
            found=f"{version} ({sys.executable})" if enough else f"{version} is too old: 3.11 or newer is needed",
            purpose="runs pytest",
            fix=() if enough else ("python3.11 -m venv .venv && .venv/bin/pip install pytest-uibench",),
        )
    ]


def probe_packages(_machine: Machine) -> list[Finding]:
    """Installed packages against the requirements of this one, and its extras."""
    from packaging.requirements import Requirement

    try:
        declared = [Requirement(text) for text in metadata.requires(DISTRIBUTION) or ()]
    except metadata.PackageNotFoundError:
        return [_not_installed()]
    wanted = [r for r in declared if r.marker is None or r.marker.evaluate({"extra": ""})]
    faults = [fault for r in wanted if (fault := _fault(r)) is not None]
    shown = ", ".join(f"{name} {_version(name)}" for name in _SHOWN)
    main = Finding(
        id="packages",
        name="Python packages",
        status="missing" if faults else "ok",
        found="; ".join(faults) if faults else shown,
        purpose="runs the tests and drives the browser",
        fix=(python_module("pip", "install", "--upgrade", *(str(r).partition(";")[0] for r in wanted if _fault(r))),)
        if faults
        else (),
        detail={r.name: _version(r.name) for r in wanted},
    )
    return [main, *(_extra(*entry) for entry in _EXTRAS.items())]


def _extra(extra: str, entry: tuple[str, str]) -> Finding:
    package, purpose = entry
    version = _version(package)
    return Finding(
        id=package,
        name=package,
        status="ok" if version else "missing",
        found=version or "not installed",
        purpose=purpose,
        need="optional",
        fix=() if version else (python_module("pip", "install", f"{DISTRIBUTION}[{extra}]"),),
    )


def _fault(requirement: Requirement) -> str | None:
    version = _version(requirement.name)
    if version is None:
        return f"{requirement.name} is not installed"
    if not requirement.specifier.contains(version, prereleases=True):
        return f"{requirement.name} {version} does not meet {requirement.specifier}"
    return None


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _not_installed() -> Finding:
    return Finding(
        id="packages",
        name="Python packages",
        status="missing",
        found=f"{DISTRIBUTION} runs from its source folder and is not installed: pytest does not find the plugin",
        purpose="runs the tests and drives the browser",
        fix=(python_module("pip", "install", DISTRIBUTION),),
    )
