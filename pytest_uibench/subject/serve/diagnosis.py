"""Why a server did not come up, as a failure with its telling lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pytest_uibench.constants import SERVE_START_SECONDS
from pytest_uibench.model import Failure

from .listening import LOOPBACK, Listener
from .logfile import last_lines, telling
from .readiness import NotReady

_TAKEN: Final = re.compile(
    r"EADDRINUSE|address already in use|port \d+ (?:is|was) (?:already |currently )?(?:in use|being used|used|taken)",
    re.IGNORECASE,
)
_PORT: Final = re.compile(r"(?:port:?\s+|:)(\d{2,5})\b", re.IGNORECASE)
_ABSENT: Final = re.compile(
    r"missing|required|undefined|not (?:set|defined|found|provided)"
    r"|must be (?:set|defined|provided)|please (?:set|provide|define)",
    re.IGNORECASE,
)
_VARIABLE: Final = re.compile(r"\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b")
_UNREACHED: Final = re.compile(r"fetch failed|getaddrinfo|EAI_AGAIN|ENOTFOUND|ENETUNREACH|UND_ERR_CONNECT")
_NO_COMMAND: Final = re.compile(r"(?:^|: )(?:\d+: )?([\w.@/-]+): (?:command )?not found\b")


def fixed_port(lines: list[str], told: int) -> int | None:
    """Return the port of an "address in use" message, ``told`` when it names none; None without such a message."""
    for line in lines:
        if _TAKEN.search(line):
            numbers = [int(number) for number in _PORT.findall(line)]
            return numbers[-1] if numbers else told
    return None


def _missing_variable(lines: list[str]) -> str | None:
    for line in reversed(lines):
        match = _VARIABLE.search(line)
        if match and _ABSENT.search(line) and not match[1].startswith(("ERR_", "MODULE_NOT", "NODE_")):
            return match[1]
    return None


def _failure(label: str, message: str, log: Path, hint: str | None = None, code: str | None = "serve") -> Failure:
    return Failure(
        label=label,
        stage="serve",
        message=message,
        code=None if label.startswith("infra:") else code,
        bucket=None if label.startswith("infra:") else "other",
        hint=hint,
        log=log.name,
    )


def explain(problem: NotReady, report: Mapping[str, Any], log: Path, told: int) -> Failure:
    """Return the failure of a server that did not come up.

    Args:
        problem: what the probe saw.
        report: the supervisor's own account (``returncode``, ``limit``), empty when it gave none.
        log: the server's log.
        told: the port that the server was given.
    """
    lines = last_lines(log)
    if problem.kind == "timeout":
        return _timeout(problem.listeners, lines, log, told)
    if problem.kind == "host":
        where = ", ".join(f"{listener.address}:{listener.port}" for listener in problem.listeners)
        text = f"the server listens on {where} only, which the loopback address {LOOPBACK} does not reach"
        return _failure("serve:wrong-host", text, log, "listen on the address in HOST, or on 0.0.0.0")
    if problem.kind == "taken":
        text = f"another process answers on every port tried, last {told}: its pages are not the app's"
        return _failure("infra:port", text, log, "end the process that takes fresh loopback ports")
    return _exit(report, lines, log)


def _timeout(found: tuple[Listener, ...], lines: list[str], log: Path, told: int) -> Failure:
    if found:
        where = ", ".join(f"{listener.address}:{listener.port}" for listener in found)
        text = f"the server listens on {where} but gave no answer over HTTP within {SERVE_START_SECONDS:.0f} s"
    else:
        text = f"the server opened no port within {SERVE_START_SECONDS:.0f} s (it was told {LOOPBACK}:{told})"
    said = telling(lines)
    return _failure("serve:timeout", f"{text}\n{said}" if said else text, log, code="timeout")


def _exit(report: Mapping[str, Any], lines: list[str], log: Path) -> Failure:
    limit, code = report.get("limit"), report.get("returncode")
    said = telling(lines) or "it printed nothing"
    if not report:
        return _failure("infra:supervisor", f"the process that keeps the server was killed or crashed\n{said}", log)
    if limit in ("memory", "cpu", "output"):
        return _failure("serve:limit", f"the server was ended: it passed its {limit} limit\n{said}", log)
    if any("EACCES" in line and "listen" in line for line in lines):
        hint = "listen on the port in PORT"
        return _failure("serve:port", f"the server may not open the port that it chose\n{said}", log, hint)
    if variable := _missing_variable(lines):
        hint = f"set {variable} under subject.env of the spec, or give it a default"
        return _failure("serve:env", f"the server needs the environment variable {variable}\n{said}", log, hint)
    if absent := next((match[1] for line in reversed(lines) if (match := _NO_COMMAND.search(line))), None):
        if absent in ("node", "npm"):
            return _failure("infra:node-missing", f"{absent} is not on PATH\n{said}", log, "install Node.js")
        hint = f"add the package that provides {absent} to the dependencies"
        return _failure("serve:exit", f"the start command {absent} does not exist\n{said}", log, hint)
    how = f"with status {code}" if isinstance(code, int) and code >= 0 else "by a signal" if code else "early"
    return _failure("serve:exit", f"the server ended {how} before it answered\n{said}", log)


def port_busy(port: int, log: Path) -> Failure:
    """Return the failure of a server that insists on a port which another process holds."""
    text = f"the server insists on port {port}, which another process holds"
    return _failure("infra:port", text, log, f"end what listens on port {port}, or let the app read PORT")


def crashed(log: Path) -> Failure:
    """Return the failure of a server that ended after it had answered."""
    said = telling(last_lines(log)) or "it printed nothing"
    return _failure("serve:crash", f"the server ended while it was used\n{said}", log)


def answered(status: int, path: str, log: Path) -> Failure:
    """Why a running server answered a page with an error of its own (5xx): its last error tells."""
    said = telling(last_lines(log))
    message = "\n".join(filter(None, [f"{path} was answered with status {status}", said]))
    label, hint = "render:server-error", None
    if _UNREACHED.search(said):
        label, hint = "infra:network", "The server calls another host, and servers here have no network."
    elif variable := _missing_variable(said.splitlines()):
        hint = f"The server needs {variable}: give it in subject.env of the spec."
    infra = label.startswith("infra:")
    return Failure(
        label=label,
        stage="render",
        message=message,
        code=None if infra else "C9",
        bucket=None if infra else "other",
        hint=hint,
        log=log.name if log.is_file() else None,
    )
