"""Runs one command and answers for its whole process tree. Started as a script; standard library only.

It reads one JSON line from its standard input (see ``process.py``); from then on the closing of that pipe means
"end everything": the kernel closes it when the process that asked is killed. Output of the command goes to a capped
log file. JSON lines on standard output tell the command's process id, and how it ended.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from typing import Any, BinaryIO, NamedTuple

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CHUNK = 65536
SHELL_SIGNAL_BASE = 128
"""A shell reports a child that a signal ended as this plus the signal."""
CPU_MARGIN_SECONDS = 5
SWEEP_WAIT_SECONDS = 0.02
FREEZE_ROUNDS = 40
"""Rounds of stopping processes before they are killed: a fork bomb is still within a few."""


class Usage(NamedTuple):
    """One process of the tree as the kernel accounts for it."""

    pid: int
    parent: int
    cpu: float
    """Processor seconds of the process and of its children that were waited for."""
    memory: int
    """Resident bytes."""


def _prctl(option: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _processes() -> list[Usage]:
    """All processes of this machine that can be seen."""
    if not LINUX:
        text = subprocess.run(["ps", "-axo", "pid=,ppid=,rss="], capture_output=True, text=True, check=False).stdout
        rows = [[int(word) for word in line.split()] for line in text.splitlines()]
        return [Usage(pid, parent, 0.0, rss * 1024) for pid, parent, rss in rows]
    tick, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib costs start-up time in a process that is started often
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - as above
                # The command name stands in brackets and may hold blanks and brackets itself.
                rest = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        cpu = sum(int(rest[i]) for i in (11, 12, 13, 14)) / tick
        found.append(Usage(int(name), int(rest[1]), cpu, int(rest[21]) * page))
    return found


def descendants(root: int) -> list[Usage]:
    """Every process below ``root``, parents before children."""
    children: dict[int, list[Usage]] = {}
    for usage in _processes():
        children.setdefault(usage.parent, []).append(usage)
    tree: list[Usage] = []
    queue = collections.deque([root])
    while queue:
        below = children.pop(queue.popleft(), [])
        tree += below
        queue.extend(usage.pid for usage in below)
    return tree


def _signal(pids: set[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


class CappedLog:
    """A log file that keeps the first and the last bytes of an endless output."""

    def __init__(self, file: BinaryIO, head: int, tail: int) -> None:
        self.file, self.head, self.tail = file, head, tail
        self.total = 0
        self._ring: collections.deque[bytes] = collections.deque()
        self._kept = 0

    def write(self, data: bytes) -> None:
        room = max(0, self.head - self.total)
        self.total += len(data)
        if room:
            self.file.write(data[:room])
            self.file.flush()
        rest = data[room:]
        if rest:
            self._ring.append(rest)
            self._kept += len(rest)
        while self._ring and self._kept - len(self._ring[0]) >= self.tail:
            self._kept -= len(self._ring.popleft())

    def close(self) -> None:
        """Append the kept end, with a line that says how much is missing."""
        end = b"".join(self._ring)[-self.tail :]
        left_out = max(0, self.total - self.head - len(end))
        if left_out:
            self.file.write(f"\n[... {left_out} bytes left out ...]\n".encode())
        self.file.write(end)
        self.file.close()


class Supervisor:
    """Owner of one process tree."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.order = order
        self.started = time.monotonic()
        self.log = CappedLog(open(order["log"], "ab"), order["head"], order["tail"])  # noqa: PTH123, SIM115 - closed at the end
        self.limit: str | None = None
        self.status: int | None = None
        self.peak = 0
        self.cpu = 0.0
        self.parent = os.getppid()
        self.wake = self._wake_on_signals()

    def _wake_on_signals(self) -> int:
        """A pipe that becomes readable when a child ends or this process is asked to end."""
        read, write = os.pipe()
        for end in (read, write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.signal(signal.SIGTERM, self._terminate)
        return read

    def _terminate(self, _number: int, _frame: object) -> None:
        self.limit = self.limit or "ended"

    def spawn(self) -> None:
        """Start the command in its own session."""
        read, write = os.pipe()
        self.output = read
        os.set_blocking(read, False)
        child = subprocess.Popen(
            self.order["argv"],
            cwd=self.order["cwd"],
            env=self.order["env"],
            stdin=subprocess.DEVNULL,
            stdout=write,
            stderr=write,
            start_new_session=True,
            preexec_fn=self._limit_child,  # noqa: PLW1509 - this process has one thread
        )
        os.close(write)
        # Kept for good: a Popen object that is collected waits for its child and takes the status away from reap().
        self._popen = child
        self.child = child.pid

    def _limit_child(self) -> None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # The tree is measured as a whole; the limit of single processes only catches what is too fast for that.
        cpu = self.order["cpu"] + CPU_MARGIN_SECONDS
        for kind, wanted in ((resource.RLIMIT_CPU, cpu), (resource.RLIMIT_FSIZE, self.order["file"])):
            _soft, hard = resource.getrlimit(kind)
            value = int(wanted) if hard == resource.RLIM_INFINITY else min(int(wanted), hard)
            resource.setrlimit(kind, (value, hard if kind == resource.RLIMIT_CPU else value))

    def watch(self) -> None:
        """Until the command ended, a limit was passed, or the asking process is gone."""
        self.reap()  # a child that ended before the loop stood
        checked = 0.0
        with selectors.DefaultSelector() as selector:
            for end in (0, self.output, self.wake):
                selector.register(end, selectors.EVENT_READ)
            while self.status is None and self.limit is None:
                for key, _events in selector.select(self.order["poll"]):
                    self._ready(selector, key.fd)
                if time.monotonic() - checked >= self.order["poll"]:
                    checked = time.monotonic()
                    self.measure()
                self.reap()

    def _ready(self, selector: selectors.BaseSelector, end: int) -> None:
        if end == self.output:
            if not self.drain():
                selector.unregister(end)
        elif end == 0:
            # Anything on the control pipe, its closing included, is the order to end.
            self.limit = self.limit or "ended"
            selector.unregister(end)
        else:
            os.read(end, CHUNK)

    def drain(self) -> bool:
        """Move waiting output to the log; False at its end."""
        try:
            data = os.read(self.output, CHUNK)
        except BlockingIOError:
            return True
        self.log.write(data)
        if self.log.total > self.order["output"]:
            self.limit = self.limit or "output"
        return bool(data)

    def measure(self) -> None:
        """Compare the tree with its limits."""
        tree = descendants(os.getpid())
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = max(self.cpu, own.ru_utime + own.ru_stime + sum(usage.cpu for usage in tree))
        memory = sum(usage.memory for usage in tree)
        self.peak = max(self.peak, memory)
        if os.getppid() != self.parent:
            self.limit = self.limit or "ended"
        elif memory > self.order["memory"]:
            self.limit = self.limit or "memory"
        elif self.cpu > self.order["cpu"]:
            self.limit = self.limit or "cpu"
        elif time.monotonic() - self.started > self.order["seconds"]:
            self.limit = self.limit or "time"

    def reap(self) -> None:
        """Wait for whatever ended, orphans of the tree included."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.child:
                self.status = os.waitstatus_to_exitcode(status)

    def end(self) -> None:
        """Leave no process of the tree alive: politely where asked, then all at once."""
        if self.order["grace"] and self.status is None:
            with contextlib.suppress(OSError):
                os.killpg(self.child, signal.SIGTERM)
            self._until_empty(self.order["grace"])
        stopped: set[int] = set()
        for _round in range(FREEZE_ROUNDS):
            fresh = {usage.pid for usage in descendants(os.getpid())} - stopped
            if not fresh:
                break
            _signal(fresh, signal.SIGSTOP)
            stopped |= fresh
        with contextlib.suppress(OSError):
            os.killpg(self.child, signal.SIGKILL)
        _signal(stopped, signal.SIGKILL)
        self._until_empty(self.order["drain"])

    def _until_empty(self, seconds: float) -> None:
        """Reap and drain until no descendant is left, at most ``seconds``."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for end in (self.output, self.wake):
                selector.register(end, selectors.EVENT_READ)
            while time.monotonic() < deadline and descendants(os.getpid()):
                for key, _events in selector.select(SWEEP_WAIT_SECONDS):
                    if key.fd != self.wake:
                        if not self.drain():
                            selector.unregister(self.output)
                    else:
                        os.read(self.wake, CHUNK)
                self.reap()
        # What the dead left in the pipe; bounded, since a process outside our reach might go on writing.
        for _read in range(self.order["head"] // CHUNK + 1):
            before = self.log.total
            self.drain()
            if self.log.total == before:
                break


def main() -> None:
    """Take one order from standard input and report its outcome on standard output."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    # Unbuffered, so that nothing after the newline is taken out of the pipe: it is the order to end.
    with open(0, "rb", buffering=0, closefd=False) as control:
        supervisor = Supervisor(json.loads(control.readline()))
    report: dict[str, Any] = {}
    try:
        supervisor.spawn()
    except (OSError, subprocess.SubprocessError) as error:
        supervisor.log.write(f"{error}\n".encode())
        report = {"returncode": 127, "limit": None}
    else:
        sys.stdout.write(json.dumps({"pid": supervisor.child}) + "\n")
        sys.stdout.flush()
        supervisor.watch()
        supervisor.end()
        code = supervisor.status if supervisor.status is not None else -int(signal.SIGKILL)
        if code in (-signal.SIGXCPU, SHELL_SIGNAL_BASE + signal.SIGXCPU):
            supervisor.limit = supervisor.limit or "cpu"
        report = {"returncode": code, "limit": supervisor.limit}
    supervisor.log.close()
    used = time.monotonic() - supervisor.started
    report |= {"seconds": used, "cpu": supervisor.cpu, "memory": supervisor.peak, "output": supervisor.log.total}
    with contextlib.suppress(OSError):
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
