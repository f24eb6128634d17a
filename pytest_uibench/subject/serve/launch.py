"""What exactly is started for a server: command line, environment, containment, limits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import filelock
import psutil

import pytest_uibench
from pytest_uibench import constants
from pytest_uibench.model import Prepared, SubjectOptions
from pytest_uibench.subject.environment import build_environment, command_path
from pytest_uibench.subject.process import Limits
from pytest_uibench.subject.sandbox import Room, Sandbox, choose
from pytest_uibench.subject.tools import find_node, find_tool, roots_of

from .listening import LOOPBACK, Listener, listeners
from .processes import TOKEN_VARIABLE, ProcessId, identify, tree

SHARED_LOOPBACK = "the server shares this machine's network: a browser could not reach it in a network of its own"


@dataclass(frozen=True, slots=True)
class Launch:
    """A command line that is ready to be handed to the supervisor."""

    argv: tuple[str, ...]
    cwd: Path
    env: dict[str, str]
    notes: tuple[str, ...]


def prepare(prepared: Prepared, options: SubjectOptions, room: Room, port: int, token: str) -> Launch:
    """Return how the server of ``prepared`` is started on ``port``, contained as its build was.

    Raises:
        SubjectError: ``infra:sandbox`` when a sandbox is required and does not work.
    """
    sandbox = choose(options.sandbox)
    workdir, root = Path(prepared.workdir), _copy_root(prepared)
    room.create()
    node = find_node()
    managers = [tool for name in ("npm", "pnpm", "yarn", "bun") if (tool := find_tool(name))]
    folders = list(dict.fromkeys((workdir, root)))
    own = {
        "NODE_ENV": "production",
        "HOST": LOOPBACK,
        "HOSTNAME": LOOPBACK,
        "PORT": str(port),
        # SvelteKit's Node server compares the origin of form posts with this.
        "ORIGIN": f"http://{LOOPBACK}:{port}",
        **prepared.project.env,
        TOKEN_VARIABLE: token,
    }
    env = build_environment(room, command_path(folders, node, managers), own, contained=sandbox.program is not None)
    line = str(prepared.project.serve.command).replace("{host}", LOOPBACK).replace("{port}", str(port))
    # `a & b` and `a &`: the shell stays until its background jobs end, so that the server ends when they do.
    argv = ["/bin/sh", "-c", f"{line}\ncode=$?\nwait\nexit $code"]
    readonly = [path for tool in (*([node.path] if node else []), *managers) for path in roots_of(tool)]
    readonly += _outside(folders, root)
    wrapped = sandbox.wrap(argv, room=room, cwd=workdir, writable=[root], readonly=readonly, network=True)
    return Launch(tuple(wrapped), workdir, env, _notes(sandbox))


def _notes(sandbox: Sandbox) -> tuple[str, ...]:
    return (SHARED_LOOPBACK,) if sandbox.program else (f"the server ran uncontained ({sandbox.containment})",)


def _copy_root(prepared: Prepared) -> Path:
    """Return the root of the working copy: workspaces keep shared packages above the project folder."""
    workdir = Path(prepared.workdir)
    depth = len(Path(prepared.project.folder).parts)
    inside = depth and workdir.parts[-depth:] == Path(prepared.project.folder).parts
    return workdir.parents[depth - 1] if inside else workdir


def _outside(folders: Sequence[Path], root: Path) -> list[Path]:
    """Return where ``node_modules`` really lies when it is a link out of the working copy (dependency cache)."""
    real = [(folder / "node_modules").resolve() for folder in folders if (folder / "node_modules").is_symlink()]
    return [path for path in real if not path.is_relative_to(root)]


class Supervised:
    """A server under its supervisor, as the process that started it sees it."""

    def __init__(self, launch: Launch, run_file: Path, token: str, log: Path) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        self.report: dict[str, Any] = {}
        self._ended = threading.Event()
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pytest_uibench.subject.serve.supervisor"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={"PYTHONPATH": _import_path(), "PYTHONDONTWRITEBYTECODE": "1"},
                cwd="/",
                start_new_session=True,
            )
        identity = identify(self._process.pid)
        self.identity = identity or ProcessId(pid=self._process.pid, created=time.time())
        order = json.dumps(_order(launch, run_file, token, log)).encode() + b"\n"
        threading.Thread(target=self._watch, args=(order,), name="uibench-server", daemon=True).start()

    def _watch(self, order: bytes) -> None:
        # communicate() also collects the supervisor's exit status: no zombie while this process lives.
        output, _ = self._process.communicate(order)
        for line in output.splitlines():
            self.report |= json.loads(line)
        self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the server and its whole tree; True when it ended."""
        return self._ended.wait(seconds)

    def listeners(self) -> list[Listener]:
        """Listening sockets of the server's process tree."""
        return listeners(tree(self.identity))


def _import_path() -> str:
    """Return where the supervisor's imports lie: this process may have found them in its own ways."""
    files = (pytest_uibench.__file__, psutil.__file__, filelock.__file__)
    return os.pathsep.join(dict.fromkeys(str(Path(file).absolute().parents[1]) for file in files))


def _order(launch: Launch, run_file: Path, token: str, log: Path) -> dict[str, Any]:
    """Return the supervisor's order; on its standard input, since a command line can be read by everybody."""
    limits = Limits(seconds=constants.SERVE_LIFETIME_SECONDS, cpu=constants.SERVE_LIFETIME_SECONDS, output=sys.maxsize)
    return asdict(limits) | {
        "argv": list(launch.argv),
        "cwd": str(launch.cwd),
        "env": launch.env,
        "log": str(log),
        "head": constants.COMMAND_LOG_HEAD_BYTES,
        "tail": constants.COMMAND_LOG_TAIL_BYTES,
        "poll": constants.COMMAND_POLL_SECONDS,
        "drain": constants.COMMAND_DRAIN_SECONDS,
        "run_file": str(run_file),
        "token": token,
    }


def forget(room: Room) -> None:
    """Remove the private folders of a server that ended."""
    shutil.rmtree(room.base, ignore_errors=True)
