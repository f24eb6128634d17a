"""Where Node and the package managers of this machine are, and what of the file system they need."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench import constants

_PROBE = "process.stdout.write(JSON.stringify([process.execPath, process.version, process.platform, process.arch]))"
_SYSTEM = (Path("/usr"), Path("/bin"), Path("/sbin"), Path("/lib"), Path("/lib64"), Path("/nix/store"))
"""Part of every sandbox anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """The Node that runs everything."""

    path: Path
    """The real binary, behind the shims of version managers."""
    version: str
    """Without the leading ``v``."""
    platform: str
    """As Node names it: ``linux-x64``."""


@functools.cache
def find_node() -> Node | None:
    """The Node on PATH, or None when there is none that runs."""
    shim = shutil.which("node")
    if shim is None:
        return None
    try:
        answer = subprocess.run(
            [shim, "-p", _PROBE], capture_output=True, text=True, check=True, timeout=constants.PROBE_TIMEOUT_SECONDS
        ).stdout
        path, version, system, arch = json.loads(answer.splitlines()[0].rpartition("]")[0] + "]")
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return None
    return Node(path=Path(path), version=version.removeprefix("v"), platform=f"{system}-{arch}")


def find_tool(name: str) -> Path | None:
    """A program that belongs to Node: the one beside Node's binary, else the first on PATH."""
    node = find_node()
    beside = node.path.with_name(name) if node else None
    if beside is not None and beside.exists():
        return beside
    found = shutil.which(name)
    return Path(found) if found else None


@functools.cache
def tool_version(name: str) -> str | None:
    """What ``name --version`` says, or None. Asked in an empty folder: some managers obey the project they stand in."""
    tool = find_tool(name)
    if tool is None:
        return None
    try:
        answer = subprocess.run(
            [str(tool), "--version"],
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
            stdin=subprocess.DEVNULL,
            timeout=constants.PROBE_TIMEOUT_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.strip().splitlines()[-1].strip() if answer.strip() else None


def roots_of(tool: Path) -> tuple[Path, ...]:
    """Folders that a program needs to be seen to run: where it stands, and the prefix of what it is a link to."""
    real = tool.resolve()
    outermost = next((part for part in reversed(real.parents) if part.name == "node_modules"), None)
    if outermost is not None:
        # PREFIX/lib/node_modules/npm/bin/npm-cli.js, or a project's own node_modules
        root = outermost.parent.parent if outermost.parent.name == "lib" else outermost
    else:
        root = real.parent.parent if real.parent.name == "bin" else real.parent
    return tuple(
        dict.fromkeys(
            folder
            for folder in (tool.parent, _narrow(root, real))
            if not any(folder.is_relative_to(system) for system in _SYSTEM)
        )
    )


def _narrow(root: Path, real: Path) -> Path:
    """Never a home directory as a whole: it holds what the sandbox has to hide."""
    home = Path.home()
    return real.parent if home.is_relative_to(root) else root
