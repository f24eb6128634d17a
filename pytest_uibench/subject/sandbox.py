"""Containment of commands by bubblewrap: what is not named here does not exist for them.

A command sees the system's programs read-only, a few files of /etc, a private home and temporary folder, and the
folders that its stage names. Capabilities are dropped and processes, IPC and host name are its own. Root and
ordinary users get the same: both go through a user namespace in which only the invoking user exists.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pytest_uibench import constants
from pytest_uibench.model import Failure, SubjectError

Mode = Literal["auto", "require", "off"]

_LINKS: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Links into /usr on merged systems, folders of their own elsewhere."""
_ETC: Final = (
    "alternatives", "ca-certificates", "crypto-policies", "fonts", "gai.conf", "host.conf", "hosts", "ld.so.cache",
    "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf", "pki/ca-trust", "pki/tls/certs",
    "protocols", "resolv.conf", "services", "ssl/certs", "ssl/cert.pem", "ssl/openssl.cnf", "timezone",
)  # fmt: skip
"""Public configuration only: not ``ssl/private``, which root could read."""
_NAMESPACES: Final = ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")


@dataclass(frozen=True, slots=True)
class Room:
    """The private places of one working copy: home, temporary folder, identity."""

    base: Path

    @property
    def home(self) -> Path:
        return self.base / "home"

    @property
    def tmp(self) -> Path:
        return self.base / "tmp"

    @property
    def passwd(self) -> Path:
        return self.base / "passwd"

    def create(self) -> Room:
        """Make what is missing."""
        self.home.mkdir(parents=True, exist_ok=True)
        self.tmp.mkdir(exist_ok=True)
        # os.userInfo() wants an entry; the machine's own list of users is nobody's business.
        self.passwd.write_text(f"uibench:x:{os.getuid()}:{os.getgid()}::{self.home}:/bin/sh\n")
        return self

    def clear(self) -> None:
        """Empty home and temporary folder: nothing goes from one stage to the next through them."""
        for folder in (self.home, self.tmp):
            shutil.rmtree(folder, ignore_errors=True)
        self.create()


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder that is seen at another place."""

    source: Path
    target: Path
    writable: bool = False


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How commands are contained on this machine in this run."""

    program: str | None
    """bwrap, or None when commands run uncontained."""
    reason: str
    """Why there is no containment, or ``""``."""
    namespaces: tuple[str, ...] = ()

    @property
    def containment(self) -> str:
        """What the report says, e.g. ``bubblewrap (no network in build)``."""
        return f"none: {self.reason}" if self.program is None else "bubblewrap (no network in build)"

    def wrap(
        self,
        argv: Sequence[str],
        *,
        room: Room,
        cwd: Path,
        writable: Sequence[Path] = (),
        readonly: Sequence[Path] = (),
        mounts: Sequence[Mount] = (),
        network: bool = False,
    ) -> list[str]:
        """``argv`` inside the sandbox, or unchanged where there is none.

        Args:
            room: private home and temporary folder; the latter becomes ``/tmp``.
            writable: folders that the command may change, at the same path as outside.
            readonly: further files and folders that it may read; what does not exist is left out.
            mounts: folders that it sees at another place.
            network: False gives a loopback of its own and nothing else.
        """
        if self.program is None:
            return list(argv)
        line = [self.program, "--die-with-parent", "--new-session", "--cap-drop", "ALL", *self.namespaces]
        line += ["--hostname", "uibench"] + ([] if network else ["--unshare-net"])
        line += _system()
        line += ["--bind", str(room.tmp), "/tmp", "--ro-bind", str(room.passwd), "/etc/passwd"]  # noqa: S108 - the sandbox's own
        places = [Mount(path, path) for path in readonly if path.exists()]
        places += [Mount(path, path, writable=True) for path in (*writable, room.home)]
        # Parents first, so that a folder inside another one keeps its own right.
        for mount in sorted((*places, *mounts), key=lambda mount: len(mount.target.parts)):
            line += ["--bind" if mount.writable else "--ro-bind", str(mount.source), str(mount.target)]
        return [*line, "--remount-ro", "/", "--chdir", str(cwd), "--", *argv]


def _system() -> list[str]:
    line = ["--proc", "/proc", "--dev", "/dev", "--ro-bind", "/usr", "/usr"]
    for name in _LINKS:
        path = Path(name)
        if path.is_symlink():
            line += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            line += ["--ro-bind", name, name]
    for entry in _ETC:
        line += ["--ro-bind-try", f"/etc/{entry}", f"/etc/{entry}"]
    return [*line, "--ro-bind-try", "/nix/store", "/nix/store"]


@functools.cache
def _probe() -> Sandbox:
    """Try an empty sandbox once: with a user namespace, and as a privileged program without one."""
    program = shutil.which("bwrap")
    if program is None:
        return Sandbox(None, "bwrap not found")
    reason = ""
    for user in (("--unshare-user",), ()):
        namespaces = (*user, *_NAMESPACES)
        line = [program, "--cap-drop", "ALL", *namespaces, "--unshare-net", *_system(), "--", "/bin/sh", "-c", ":"]
        try:
            result = subprocess.run(
                line, capture_output=True, text=True, check=False, timeout=constants.PROBE_TIMEOUT_SECONDS
            )
        except (OSError, subprocess.SubprocessError) as error:
            reason = reason or str(error)
            continue
        if result.returncode == 0:
            return Sandbox(program, "", namespaces)
        reason = reason or (result.stderr.strip().splitlines() or [f"bwrap ended with {result.returncode}"])[-1]
    return Sandbox(None, reason)


def choose(mode: Mode) -> Sandbox:
    """The containment of this run.

    Raises:
        SubjectError: ``infra:sandbox`` when ``mode`` is ``require`` and bubblewrap does not work here.
    """
    if mode == "off":
        return Sandbox(None, "switched off (sandbox: off)")
    sandbox = _probe()
    if mode == "require" and sandbox.program is None:
        raise SubjectError(
            Failure(
                label="infra:sandbox",
                stage="install",
                message=f"a sandbox is required, but bubblewrap does not work here: {sandbox.reason}",
                hint=(
                    "Install bubblewrap (apt-get install bubblewrap) and allow unprivileged user namespaces "
                    "(sysctl kernel.unprivileged_userns_clone=1; on Ubuntu also "
                    "kernel.apparmor_restrict_unprivileged_userns=0), or run with --uibench-sandbox=auto."
                ),
            )
        )
    return sandbox
