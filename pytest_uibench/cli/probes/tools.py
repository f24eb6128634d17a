"""Node.js, package managers, the package registry, Tesseract."""

from __future__ import annotations

import re
import urllib.parse

from pytest_uibench.constants import (
    DOCTOR_NETWORK_SECONDS,
    DOCTOR_TOOL_SECONDS,
    NEXT_NODE_RANGE,
    VITE_NODE_RANGE,
)
from pytest_uibench.subject.semver import satisfies, too_old

from .ask import Answer, ask
from .finding import Finding, Machine

_NODE_PURPOSE = "installs and builds apps that have a package.json"
_NPM_PURPOSE = "installs the dependencies of an app"
_UPGRADES = {
    "macos": ("brew upgrade node",),
    "alpine": ("apk add --upgrade nodejs npm",),
}
_NEWER_NODE = ("npm install -g n && n lts", "or install Node.js 22 or newer from nodejs.org or with nvm, fnm or volta")


def version_of(machine: Machine, tool: str) -> tuple[str | None, Answer]:
    """Return the version that ``tool --version`` prints, or None, with the whole answer."""
    path = machine.which(tool)
    if path is None:
        return None, Answer(code=None, output="not found on PATH")
    answer = ask([path, "--version"], seconds=DOCTOR_TOOL_SECONDS, environment=machine.quiet(), folder=machine.scratch)
    found = re.search(r"\d+\.\d+(?:\.\d+)?\S*", answer.output) if answer.ok else None
    return (found[0] if found else None), answer


def probe_node(machine: Machine) -> list[Finding]:
    """Node.js against what current bundlers ask for, and npm."""
    node, answer = version_of(machine, "node")
    return [_node(machine, node, answer), _npm(machine, node is not None)]


def _node(machine: Machine, version: str | None, answer: Answer) -> Finding:
    path = machine.which("node")
    if version is None:
        found = "not found on PATH" if path is None else f"{path} does not work: {answer.why or 'no version printed'}"
        return Finding(
            id="node",
            name="Node.js",
            status="missing",
            found=found,
            purpose=_NODE_PURPOSE,
            fix=machine.platform.install("node"),
        )
    refusing = [
        f"{name} ({wanted})"
        for name, wanted in (("current Vite", VITE_NODE_RANGE), ("current Next", NEXT_NODE_RANGE))
        if satisfies(version, wanted) is False
    ]
    if not refusing:
        return Finding(
            id="node", name="Node.js", status="ok", found=version, purpose=_NODE_PURPOSE, detail={"path": path}
        )
    old = too_old(version, VITE_NODE_RANGE)
    return Finding(
        id="node",
        name="Node.js",
        status="warning",
        found=f"{version} is {'too old' if old else 'not one of the versions'} for {' and '.join(refusing)}",
        purpose=_NODE_PURPOSE,
        fix=_UPGRADES.get(machine.platform.family, _NEWER_NODE),
        detail={"path": path, "version": version},
    )


def _npm(machine: Machine, node: bool) -> Finding:
    version, answer = version_of(machine, "npm")
    if version is not None:
        return Finding(id="npm", name="npm", status="ok", found=version, purpose=_NPM_PURPOSE)
    path = machine.which("npm")
    return Finding(
        id="npm",
        name="npm",
        status="missing",
        found="not found on PATH" if path is None else f"{path} does not work: {answer.why or 'no version printed'}",
        purpose=_NPM_PURPOSE,
        fix=machine.platform.install("npm") if node else ("comes with Node.js",),
    )


def probe_managers(machine: Machine) -> list[Finding]:
    """Package managers that only apps which ask for them need."""
    findings = []
    for name in ("pnpm", "yarn", "bun"):
        version, answer = version_of(machine, name)
        path = machine.which(name)
        found = version or ("not found on PATH" if path is None else f"{path} does not work: {answer.why}")
        findings.append(
            Finding(
                id=name,
                name=name,
                status="ok" if version else "missing",
                found=found,
                purpose=f"installs apps that declare {name} or carry its lock file",
                need="optional",
                fix=() if version else (f"npm install -g {name}",),
            )
        )
    return findings


def probe_registry(machine: Machine) -> list[Finding]:
    """Whether npm reaches its configured registry. Says nothing unless the network was asked for."""
    npm = machine.which("npm")
    if not machine.network or npm is None:
        return []
    environment = machine.quiet()
    setting = ask(
        [npm, "config", "get", "registry"],
        seconds=DOCTOR_TOOL_SECONDS,
        environment=environment,
        folder=machine.scratch,
    )
    registry = _without_credentials(setting.line) if setting.ok else "the configured registry"
    answer = ask(
        [npm, "ping", "--fetch-retries=0", f"--fetch-timeout={DOCTOR_NETWORK_SECONDS * 1000:.0f}"],
        seconds=DOCTOR_NETWORK_SECONDS,
        environment=environment,
        folder=machine.scratch,
    )
    error = re.search(r"npm error code (\S+)", answer.output)
    why = error[1] if error else "no answer in time" if answer.timed_out else f"status {answer.code}"
    return [
        Finding(
            id="registry",
            name="npm registry",
            status="ok" if answer.ok else "missing",
            found=f"{registry} answers" if answer.ok else f"{registry} does not answer ({why})",
            purpose="dependencies that are not in the cache yet",
            need="recommended",
            fix=() if answer.ok else ("npm config get registry proxy https-proxy", "npm ping"),
        )
    ]


def _without_credentials(address: str) -> str:
    parts = urllib.parse.urlsplit(address)
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def probe_tesseract(machine: Machine) -> list[Finding]:
    """Tesseract and its languages."""
    purpose = "reads the text of references that are screenshots only"
    version, answer = version_of(machine, "tesseract")
    path = machine.which("tesseract")
    if version is None or path is None:
        found = "not found on PATH" if path is None else f"{path} does not work: {answer.why}"
        fix = machine.platform.install("tesseract")
        return [
            Finding(
                id="tesseract",
                name="Tesseract",
                status="missing",
                found=found,
                purpose=purpose,
                need="optional",
                fix=fix,
            )
        ]
    listed = ask(
        [path, "--list-langs"], seconds=DOCTOR_TOOL_SECONDS, environment=machine.quiet(), folder=machine.scratch
    )
    languages = sorted(line.strip() for line in listed.output.splitlines()[1:] if line.strip()) if listed.ok else []
    english = "eng" in languages
    return [
        Finding(
            id="tesseract",
            name="Tesseract",
            status="ok" if english else "warning",
            found=f"{version}, languages: {', '.join(languages) or 'none'}" + ("" if english else " (eng is missing)"),
            purpose=purpose,
            need="optional",
            fix=() if english else machine.platform.install("tesseract"),
            detail={"languages": languages},
        )
    ]
