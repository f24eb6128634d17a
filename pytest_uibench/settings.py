"""One frozen Settings: the only reader of options and ini values (DESIGN, "Options")."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Network = Literal["hermetic", "open"]
Sandbox = Literal["auto", "require", "off"]

NETWORKS: tuple[Network, ...] = ("hermetic", "open")
SANDBOXES: tuple[Sandbox, ...] = ("auto", "require", "off")
DEFAULT_OUTPUT = "uibench-report"
DEFAULT_SPECS = "specs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the user asked for."""

    apps: tuple[str, ...]
    """Directories or globs as written, relative to ``start``."""
    specs: tuple[str, ...]
    """Spec files as written on the command line or in the ini file."""
    specs_dir: Path
    """Where a spec named after its app is looked for."""
    output: Path
    browser: str | None
    network: Network
    sandbox: Sandbox
    cache: Path
    start: Path
    """Directory that relative paths are relative to: the invocation directory."""

    @property
    def active(self) -> bool:
        """False: the plugin does nothing at all."""
        return bool(self.apps)


def read_settings(option: Callable[[str], Any], ini: Callable[[str], Any], *, start: Path, root: Path) -> Settings:
    """Read every option once; an option given on the command line wins over its ini twin.

    Args:
        option: ``config.getoption`` or alike: destination name to value, None when not given.
        ini: ``config.getini`` or alike.
        start: invocation directory, for paths on the command line.
        root: rootdir, for paths in the ini file.
    """

    def path(name: str, default: str) -> Path:
        given = option(name)
        return placed(start, str(given)) if given else placed(root, str(ini(name) or default))

    apps = option("uibench_app") or [str(placed(root, entry)) for entry in ini("uibench_app")]
    specs = option("uibench_spec") or [str(placed(root, entry)) for entry in ini("uibench_spec")]
    return Settings(
        apps=tuple(apps),
        specs=tuple(specs),
        specs_dir=placed(root, ini("uibench_specs") or DEFAULT_SPECS),
        output=path("uibench_output", DEFAULT_OUTPUT),
        browser=option("uibench_browser") or ini("uibench_browser") or None,
        network=option("uibench_network") or ini("uibench_network") or "hermetic",
        sandbox=option("uibench_sandbox") or ini("uibench_sandbox") or "auto",
        cache=cache_root(),
        start=start,
    )


def placed(base: Path, path: str) -> Path:
    """``path`` as a person means it: relative to ``base``, ``~`` is the home directory, no ``..`` left."""
    try:
        expanded = Path(path).expanduser()
    except RuntimeError:
        # "~name" of nobody, or nobody is at home: a file may be called so.
        expanded = Path(path)
    return Path(os.path.normpath(base / expanded))


def cache_root() -> Path:
    """Cache shared by all runs of this user: ``$UIBENCH_CACHE``, else ``$XDG_CACHE_HOME/pytest-uibench``."""
    if given := os.environ.get("UIBENCH_CACHE"):
        return placed(Path.cwd(), given)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return placed(Path.cwd(), base) / "pytest-uibench"
    try:
        return Path.home() / ".cache" / "pytest-uibench"
    except RuntimeError:
        # A user without an entry in the system's list (many containers).
        return Path(tempfile.gettempdir()) / f"pytest-uibench-{os.getuid()}"
