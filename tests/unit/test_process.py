"""Process trees end whatever happens; limits and logs hold (F23, F32). Real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from pytest_uibench.subject import process
from pytest_uibench.subject.process import Limits, Outcome, run, start

ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
PATIENCE = 20.0


def limits(**changed: float) -> Limits:
    return Limits(**({"seconds": 30.0, "cpu": 60.0} | changed))  # type: ignore[arg-type]


@pytest.fixture
def shell(tmp_path: Path) -> Callable[..., Outcome]:
    def call(line: str, **changed: float) -> Outcome:
        return run(["/bin/sh", "-c", line], cwd=tmp_path, env=ENV, log=tmp_path / "log.txt", limits=limits(**changed))

    return call


def marked(mark: str) -> list[psutil.Process]:
    """Living processes that carry ``mark`` on their command line."""
    found = []
    for item in psutil.process_iter():
        try:
            if mark in " ".join(item.cmdline()) and item.status() != psutil.STATUS_ZOMBIE:
                found.append(item)
        except psutil.Error:
            continue
    return found


def until(condition: Callable[[], bool]) -> bool:
    """Poll a condition under a deadline."""
    deadline, tick = time.monotonic() + PATIENCE, threading.Event()
    while time.monotonic() < deadline:
        if condition():
            return True
        tick.wait(0.05)
    return condition()


def test_status_output_and_log(shell: Callable[..., Outcome]) -> None:
    outcome = shell("echo out; echo err >&2; exit 3")
    assert (outcome.returncode, outcome.limit, outcome.ok) == (3, None, False)
    assert outcome.tail.splitlines() == ["out", "err"]
    assert outcome.log.read_text().splitlines() == ["out", "err"]


def test_environment_is_only_what_is_given(shell: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_SHELL", "hunter2")
    assert "hunter2" not in shell("env; cat /proc/$$/environ | tr '\\0' '\\n'").tail


def test_standard_input_is_closed(shell: Callable[..., Outcome]) -> None:
    assert shell("cat; echo over").tail == "over\n"


def test_status_of_a_command_that_ends_at_once_is_never_lost(shell: Callable[..., Outcome]) -> None:
    outcomes = [shell(f"sleep 30 & exit {number}", seconds=10.0) for number in range(20)]
    assert [(o.returncode, o.limit) for o in outcomes] == [(number, None) for number in range(20)]


def test_missing_program(tmp_path: Path) -> None:
    outcome = run(["/no/such/program"], cwd=tmp_path, env=ENV, log=tmp_path / "log", limits=limits())
    assert outcome.returncode == 127
    assert "No such file" in outcome.tail


@pytest.mark.parametrize(
    "line",
    [
        "sleep 600 MARK & echo started",
        "setsid sleep 600 MARK & echo started",
        "(setsid sh -c 'setsid sleep 600 MARK & exit' &) ; echo started",
        "nohup setsid sh -c 'trap \"\" TERM HUP INT; sleep 600 MARK' >/dev/null 2>&1 & echo started",
    ],
)
def test_nothing_of_the_tree_outlives_the_command(shell: Callable[..., Outcome], line: str) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"
    outcome = shell(line.replace("MARK", mark))
    assert outcome.returncode == 0
    assert "started" in outcome.tail
    assert marked(mark) == []


def test_wall_clock_limit_ends_a_tree_that_ignores_signals(shell: Callable[..., Outcome]) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"
    outcome = shell(f"trap '' TERM INT; (trap '' TERM; setsid sleep 600 {mark}) & wait", seconds=1.0)
    assert outcome.limit == "time"
    assert not outcome.ok
    assert marked(mark) == []


def test_memory_of_the_whole_tree_is_limited(shell: Callable[..., Outcome]) -> None:
    eater = f"'{sys.executable}' -S -c \"x = bytearray(120 << 20); import time; time.sleep(60)\""
    # Each child alone stays below the limit.
    outcome = shell(f"{eater} & {eater} & {eater} & wait", memory=250 << 20)
    assert outcome.limit == "memory"
    assert outcome.memory > 250 << 20


def test_processor_time_is_limited(shell: Callable[..., Outcome]) -> None:
    assert shell("while :; do :; done", cpu=1.0, seconds=120.0).limit == "cpu"


def test_processor_time_of_all_processes_counts_together(shell: Callable[..., Outcome]) -> None:
    assert shell("(while :; do :; done) & (while :; do :; done) & wait", cpu=1.5, seconds=120.0).limit == "cpu"


def test_log_of_a_flood_keeps_start_and_end(shell: Callable[..., Outcome]) -> None:
    outcome = shell("echo FIRST; yes 0123456789 | head -c 6000000; echo LAST")
    text = outcome.log.read_text()
    assert outcome.ok
    assert text.startswith("FIRST\n")
    assert text.endswith("LAST\n")
    assert "bytes left out" in text
    assert outcome.output == 6000000 + len("FIRST\nLAST\n")
    assert len(text) < 1_200_000
    assert outcome.tail.endswith("LAST\n")


def test_endless_output_is_ended(shell: Callable[..., Outcome]) -> None:
    outcome = shell("yes", output=5_000_000)
    assert outcome.limit == "output"
    assert outcome.log.stat().st_size < 1_200_000


def test_size_of_a_file_is_limited(shell: Callable[..., Outcome], tmp_path: Path) -> None:
    outcome = shell("head -c 3000000 /dev/zero > big; echo status $?", file=1_000_000)
    assert (tmp_path / "big").stat().st_size == 1_000_000
    assert "status 0" not in outcome.tail


def test_log_is_written_while_the_command_runs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    running = start(["/bin/sh", "-c", "echo early; sleep 600"], cwd=tmp_path, env=ENV, log=log, limits=limits())
    try:
        assert until(lambda: process.read_tail(log) == "early\n")
        assert running.wait(0) is None
    finally:
        outcome = running.end()
    assert outcome.limit == "ended"
    assert running.end() == outcome


def test_grace_lets_a_server_say_goodbye(tmp_path: Path) -> None:
    line = "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done"
    log = tmp_path / "log"
    running = start(["/bin/sh", "-c", line], cwd=tmp_path, env=ENV, log=log, limits=limits(grace=10.0))
    assert until(lambda: process.read_tail(log) == "up\n")
    running.end()
    assert process.read_tail(log).splitlines()[-1] == "bye"


def test_progress_is_reported_and_an_interrupt_ends_the_tree(tmp_path: Path) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"

    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(
            ["/bin/sh", "-c", f"setsid sleep 600 {mark}"],
            cwd=tmp_path,
            env=ENV,
            log=tmp_path / "log",
            limits=limits(),
            progress=interrupt,
        )
    assert marked(mark) == []


def test_end_all_ends_what_runs(tmp_path: Path) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"
    start(["/bin/sh", "-c", f"setsid sleep 600 {mark}"], cwd=tmp_path, env=ENV, log=tmp_path / "l", limits=limits())
    assert until(lambda: marked(mark) != [])
    process.end_all()
    assert marked(mark) == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_kill_of_the_asking_process_ends_the_tree(tmp_path: Path, how: signal.Signals) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"
    script = f"""
from pathlib import Path
from pytest_uibench.subject.process import Limits, run
run(["/bin/sh", "-c", "(setsid sleep 600 {mark} &) ; setsid sleep 601 {mark}"], cwd=Path("/"),
    env={ENV!r}, log=Path({str(tmp_path / "log")!r}), limits=Limits(seconds=600, cpu=600))
"""
    asking = subprocess.Popen([sys.executable, "-c", script])
    try:
        # Both sleepers run as real processes, not as arguments of a shell.
        assert until(lambda: len([p for p in marked(mark) if p.name() == "sleep"]) == 2)
        os.kill(asking.pid, how)
        asking.wait(PATIENCE)
        assert until(lambda: marked(mark) == [])
    finally:
        asking.kill()
        for left in marked(mark):
            left.kill()


def test_thread_that_started_a_command_may_end(tmp_path: Path) -> None:
    """A parent-death signal fires when the *thread* that forked ends: commands must not depend on it."""
    box = []

    def begin() -> None:
        argv = ["/bin/sh", "-c", "echo up; sleep 600"]
        box.append(start(argv, cwd=tmp_path, env=ENV, log=tmp_path / "log", limits=limits()))

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    assert until(lambda: process.read_tail(tmp_path / "log") == "up\n")
    assert box[0].wait(0.3) is None
    assert box[0].end().limit == "ended"


def test_fork_bomb_is_ended(shell: Callable[..., Outcome]) -> None:
    mark = f"0.0{uuid.uuid4().int % 10**12:012d}"
    # Grows by one process every few milliseconds, each in a session of its own.
    line = f"f() {{ setsid sleep 600 {mark} & sleep 0.005; f; }}; f"
    outcome = shell(line, seconds=1.0)
    assert outcome.limit == "time"
    assert marked(mark) == []
