"""Whether this machine can install and build a project: Node's version, the package manager (F07, F10)."""

from __future__ import annotations

import re
from dataclasses import replace

from pytest_uibench.model import Failure, PackageManager, PackageManagerName, Project

from .floors import floor
from .manifest import read_manifest
from .semver import satisfies, too_old
from .tools import find_node, find_tool, tool_version

_GET: dict[PackageManagerName, str] = {
    "npm": "install Node.js with npm (https://nodejs.org)",
    "pnpm": "npm install --global pnpm",
    "yarn": "npm install --global yarn (corepack enable for yarn 2 and later)",
    "bun": "npm install --global bun",
}
_NODE_HINT = "Install a Node version in that range (nvm install, fnm use, or your system's packages) and run again."


def check_node(project: Project) -> Failure | None:
    """Compare Node on PATH with what the project needs, before anything is installed.

    A Node that is *older* than a range is a failure (``infra:node-version``), one that is newer than ``engines`` allows
    is not: npm itself only warns, and hosting services write ranges such as ``20.x`` into many manifests.
    """
    if project.package_manager is None and project.build is None:
        return None
    node = find_node()
    if node is None:
        message = "Node.js is not on PATH (no node that answers node --version)"
        return Failure(label="infra:node-missing", stage="install", message=message, hint=_GET["npm"])
    for wanted, who in _wanted(project):
        if too_old(node.version, wanted):
            message = f"Node {node.version} is too old: {who} needs {wanted}"
            return Failure(
                label="infra:node-version", stage="install", message=message, file=project.manifest, hint=_NODE_HINT
            )
    return None


def node_notes(project: Project) -> tuple[str, ...]:
    """A remark when Node is newer than the manifest asks for."""
    node = find_node()
    if node is None or project.node_range is None or satisfies(node.version, project.node_range) is not False:
        return ()
    if too_old(node.version, project.node_range):
        return ()
    return (f"Node {node.version} is newer than engines.node {project.node_range}",)


def _wanted(project: Project) -> list[tuple[str, str]]:
    """Ranges with who asks for them: the manifest's own, and the floor of its build tool, which may be narrower."""
    wanted = [(project.node_range, "engines.node")] if project.node_range else []
    if project.fault is None and project.manifest.endswith("package.json"):
        from pathlib import Path

        tool = floor(read_manifest(Path(project.path) / project.manifest, project.manifest))
        if tool is not None:
            wanted = [(text, who) for text, who in wanted if text != tool[1]]
            wanted.append((tool[1], tool[0]))
    return wanted


def choose_manager(project: Project) -> tuple[PackageManager | None, tuple[str, ...], Failure | None]:
    """Return the manager to use here, ``degraded`` notes, and a failure when none is there.

    A declared manager that is absent is replaced by npm, which then resolves from the manifest alone.
    """
    wanted = project.package_manager
    if wanted is None:
        return None, (), None
    if find_tool(wanted.name) is not None:
        return wanted, _version_notes(wanted), None
    missing = f"{wanted.name} ({wanted.reason}) is not installed here"
    if wanted.name != "npm" and find_tool("npm") is not None:
        lost = f", {wanted.lockfile} is not used" if wanted.lockfile else ""
        note = f"{missing}: installed with npm instead{lost}. To get it: {_GET[wanted.name]}"
        return (
            replace(wanted, name="npm", reason=f"{wanted.name} is not installed", lockfile=None, version=None),
            (note,),
            None,
        )
    also = "" if wanted.name == "npm" else ", and neither is npm"
    hint = f"{_GET[wanted.name]}" if wanted.name == "npm" else f"{_GET['npm']}, or: {_GET[wanted.name]}"
    fault = Failure(label="infra:package-manager", stage="install", message=missing + also, hint=hint)
    return wanted, (), fault


def _version_notes(wanted: PackageManager) -> tuple[str, ...]:
    """A different major than the ``packageManager`` field names."""
    if wanted.version is None:
        return ()
    there = tool_version(wanted.name)
    declared = re.match(r"\d+", wanted.version)
    found = re.match(r"\d+", there or "")
    if there is None or declared is None or found is None or declared[0] == found[0]:
        return ()
    return (f"packageManager asks for {wanted.name} {wanted.version}, {there} is here",)
