"""How each package manager is called: scripts off, short network timeouts, nothing that the project names is run.

Command-line flags win over any configuration file, and the project's own files were neutralised before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_uibench import constants
from pytest_uibench.model import PackageManager

from .tools import find_tool, tool_version

LOCKS: Final[Mapping[str, tuple[str, ...]]] = {
    "npm": ("npm-shrinkwrap.json", "package-lock.json"),
    "pnpm": ("pnpm-lock.yaml",),
    "yarn": ("yarn.lock",),
    "bun": ("bun.lock", "bun.lockb"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Manager:
    """One package manager of this machine."""

    name: str
    tool: Path
    version: str

    @property
    def major(self) -> int:
        found = re.match(r"\d+", self.version)
        return int(found[0]) if found else 0

    def install(self, store: Path, *, frozen: bool, extra: Sequence[str] = ()) -> list[str]:
        """Command that installs: exactly what the lock file says (``frozen``), else what the manifest allows."""
        return [str(self.tool), *_COMMANDS[self.name](self, store, frozen), *extra]

    def environment(self, store: Path) -> dict[str, str]:
        """Variables that only this manager reads."""
        if self.name == "pnpm":
            return {"npm_config_manage_package_manager_versions": "false"}
        if self.name == "bun":
            return {"BUN_INSTALL_CACHE_DIR": str(store)}
        if self.name == "yarn" and self.major >= 2:
            return {
                "YARN_IGNORE_PATH": "1",
                "YARN_NODE_LINKER": "node-modules",
                "YARN_ENABLE_SCRIPTS": "false",
                "YARN_ENABLE_TELEMETRY": "0",
                "YARN_ENABLE_IMMUTABLE_INSTALLS": "false",
                "YARN_ENABLE_GLOBAL_CACHE": "true",
                "YARN_GLOBAL_FOLDER": str(store),
                "YARN_HTTP_RETRY": str(constants.FETCH_RETRIES),
                "YARN_HTTP_TIMEOUT": str(constants.FETCH_TIMEOUT_MS),
            }
        return {"YARN_IGNORE_PATH": "1"} if self.name == "yarn" else {}


def _npm(_manager: Manager, store: Path, frozen: bool) -> list[str]:
    return ["ci" if frozen else "install", *npm_flags(store), "--ignore-scripts"]


def npm_flags(store: Path) -> list[str]:
    """Flags of every npm command."""
    return [
        "--no-audit",
        "--no-fund",
        "--no-progress",
        "--prefer-offline",
        # The lock file may name a mirror that only its author reaches (G01).
        "--replace-registry-host=always",
        f"--fetch-retries={constants.FETCH_RETRIES}",
        f"--fetch-timeout={constants.FETCH_TIMEOUT_MS}",
        f"--fetch-retry-mintimeout={constants.FETCH_RETRY_MIN_MS}",
        f"--fetch-retry-maxtimeout={constants.FETCH_RETRY_MAX_MS}",
        f"--cache={store}",
        "--include=dev",
        "--include=optional",
        "--global=false",
        "--dry-run=false",
    ]


def _pnpm(_manager: Manager, store: Path, frozen: bool) -> list[str]:
    return [
        "install",
        "--frozen-lockfile" if frozen else "--no-frozen-lockfile",
        "--ignore-scripts",
        "--ignore-pnpmfile",
        "--prefer-offline",
        "--prod=false",
        "--reporter=append-only",
        # Hard links into the store would let one build change the packages of another.
        "--package-import-method=copy",
        f"--store-dir={store}",
        f"--fetch-retries={constants.FETCH_RETRIES}",
        f"--fetch-timeout={constants.FETCH_TIMEOUT_MS}",
        f"--fetch-retry-mintimeout={constants.FETCH_RETRY_MIN_MS}",
        f"--fetch-retry-maxtimeout={constants.FETCH_RETRY_MAX_MS}",
    ]


def _yarn(manager: Manager, store: Path, frozen: bool) -> list[str]:
    if manager.major >= 2:
        return ["install", "--mode=skip-build", *(["--immutable"] if frozen else [])]
    return [
        "install",
        "--ignore-scripts",
        "--non-interactive",
        "--no-progress",
        "--production=false",
        "--prefer-offline",
        f"--cache-folder={store}",
        f"--network-timeout={constants.FETCH_TIMEOUT_MS}",
        *(["--frozen-lockfile"] if frozen else []),
    ]


def _bun(_manager: Manager, _store: Path, frozen: bool) -> list[str]:
    return [
        "install",
        "--ignore-scripts",
        "--no-progress",
        "--backend=copyfile",
        *(["--frozen-lockfile"] if frozen else []),
    ]


_COMMANDS: Final = {"npm": _npm, "pnpm": _pnpm, "yarn": _yarn, "bun": _bun}

_OUT_OF_STEP: Final = re.compile(
    r"""(?ix) can\ only\ install\ packages\ when\ your | npm\ (?:error|ERR!)\ code\ EUSAGE
      | ERR_PNPM_(?:OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|LOCKFILE_BREAKING_CHANGE|BROKEN_LOCKFILE|NO_LOCKFILE)
      | your\ lockfile\ needs\ to\ be\ updated | YN0028 | lockfile\ would\ have\ been\ (?:modified|created)
      | lockfile\ had\ changes,\ but\ lockfile\ is\ frozen | npm\ (?:error|ERR!)\ code\ (?:EJSONPARSE|EINVALIDLOCK)
      | Invalid\ value\ type\ [\d:]+\ in\ .*yarn\.lock | Cannot\ read\ properties\ of\ (?:null|undefined) """
)
_PEER_CONFLICT: Final = re.compile(r"(?i)npm (?:error|ERR!) (?:code )?ERESOLVE")


def out_of_step(log: str) -> bool:
    """The lock file cannot be used as it is: it disagrees with the manifest or is broken (F02)."""
    return bool(_OUT_OF_STEP.search(log))


def peer_conflict(log: str) -> bool:
    """Npm refused because of peer dependencies (F01)."""
    return bool(_PEER_CONFLICT.search(log))


def resolve_manager(chosen: PackageManager) -> Manager | None:
    """The manager as a program of this machine, or None when it does not answer."""
    tool, version = find_tool(chosen.name), tool_version(chosen.name)
    return Manager(name=chosen.name, tool=tool, version=version) if tool and version else None
