"""Sandbox: what contains the app's own build scripts (DESIGN, "Untrusted input"). The one that a run uses is tried."""

from __future__ import annotations

import sys
from pathlib import Path

from pytest_uibench.constants import DOCTOR_TOOL_SECONDS
from pytest_uibench.subject.sandbox import Room, Sandbox, choose

from .ask import ask
from .finding import Finding, Machine, Status

_PURPOSE = "contains hostile build scripts: no network, no view of your files"
_KERNEL = Path("/proc/sys")

_PROOF = """
grep -v '^ *lo:' /proc/net/dev | grep -q ':' && exit 3
touch /usr/.uibench 2>/dev/null && exit 4
test -e "$1" && exit 5
echo contained
"""
"""Seen from inside: no network device but loopback, a system that cannot be written, no file of the user."""

_BREACHES = {3: "the network is visible inside", 4: "the system is writable inside", 5: "your files are visible inside"}

_SWITCHES = (
    ("user/max_user_namespaces", "0", "15000"),
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
)
"""Kernel setting, its value when user namespaces are off, the value that allows them."""


def probe_sandbox(machine: Machine) -> list[Finding]:
    """Whether bubblewrap is there and really contains a command."""
    if not sys.platform.startswith("linux"):
        return [_finding("missing", "bubblewrap exists on Linux only: build scripts run with your rights")]
    if machine.which("bwrap") is None:
        return [_finding("missing", "bwrap not found on PATH", machine.platform.install("bubblewrap"))]
    sandbox = choose("auto")
    why = sandbox.reason if sandbox.program is None else _breach(machine, sandbox)
    if why:
        return [_finding("warning", f"bubblewrap does not work here: {why}", _unlock(machine))]
    return [_finding("ok", "bubblewrap works: no network and none of your files inside")]


def _breach(machine: Machine, sandbox: Sandbox) -> str | None:
    """Return what a command can do inside that it should not, or why it does not run; None when it is contained."""
    secret = machine.scratch / "outside"
    secret.write_text("must not be seen\n", encoding="ascii")
    room = Room(machine.scratch / "room")
    room.base.mkdir(exist_ok=True)
    command = ["/bin/sh", "-c", _PROOF, "sh", str(secret)]
    answer = ask(
        sandbox.wrap(command, room=room.create(), cwd=room.home),
        seconds=DOCTOR_TOOL_SECONDS,
        environment=machine.quiet(),
    )
    if answer.ok and "contained" in answer.output:
        return None
    return _BREACHES.get(answer.code or 0) or answer.why


def _finding(status: Status, found: str, fix: tuple[str, ...] = ()) -> Finding:
    return Finding(
        id="sandbox", name="Sandbox", status=status, found=found, purpose=_PURPOSE, need="recommended", fix=fix
    )


def _unlock(machine: Machine) -> tuple[str, ...]:
    """Return the commands that allow user namespaces, as far as the kernel's settings tell."""
    settings = []
    for name, off, on in _SWITCHES:
        try:
            value = (_KERNEL / name).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if value == off:
            settings.append(f"{machine.platform.prefix}sysctl -w {name.replace('/', '.')}={on}")
    return tuple(settings) or ("in a container, allow user namespaces: docker run --security-opt seccomp=unconfined …",)
