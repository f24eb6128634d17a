"""Servers shared by processes: users that come, go and are killed; killed supervisors; pids that are reused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from pytest_uibench.model import Failure, SubjectError, from_wire, to_wire
from pytest_uibench.subject.serve import prune, serve
from pytest_uibench.subject.serve.processes import ProcessId, identify, machine, myself
from pytest_uibench.subject.serve.records import ServerRecord, User, read_record, try_lock, write_atomic
from pytest_uibench.subject.serve.registry import Registry

from .serving import LISTEN, UserProcess, app, get, options, prepared, processes_in, until

SANDBOXES = pytest.mark.parametrize("sandbox", ["auto", "off"])


def quiet(_text: str) -> None:
    """Take progress and drop it."""


def run_files(root: Path) -> list[Path]:
    return sorted((root / "cache/servers").glob("*.json"))


def the_record(root: Path) -> ServerRecord:
    (path,) = run_files(root)
    record = read_record(path)
    assert record is not None
    return record


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def dead_process() -> ProcessId:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    identity = identify(child.pid)
    child.communicate(b"\n")
    assert identity is not None
    return identity


def record(**fields: object) -> ServerRecord:
    values: dict[str, object] = {"key": "aa-bb", "token": "t" * 32, "run_id": "old", "machine": machine()}
    return ServerRecord(**{**values, **fields})  # type: ignore[arg-type]


def put(root: Path, value: ServerRecord) -> Path:
    folder = root / "cache/servers"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{value.key}.json"
    write_atomic(path, to_wire(value))
    return path


def test_two_users_share_one_server_and_the_last_one_stops_it(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    one, two = UserProcess(tmp_path), UserProcess(tmp_path)
    one.ready()
    two.ready()
    assert (one.origin, one.pid) == (two.origin, two.pid)
    assert len(the_record(tmp_path).users) == 2
    first = get(one.origin).split()
    one.finish()
    # Same process, same counter: nothing was restarted in between.
    assert get(two.origin).split()[1] == first[1]
    two.finish()
    assert until(lambda: gone(one.pid))
    assert not processes_in(tmp_path / "app")
    assert run_files(tmp_path) == []


def test_one_process_may_use_a_server_twice(tmp_path: Path) -> None:
    subject = prepared(app(tmp_path, s=LISTEN), "exec node s.js")
    with serve(subject, options(tmp_path), quiet) as outer:
        with serve(subject, options(tmp_path), quiet) as inner:
            assert inner.origin == outer.origin
        assert "<h1>" in get(outer.origin)
    assert not processes_in(tmp_path / "app")


def test_other_runs_and_other_apps_get_servers_of_their_own(tmp_path: Path) -> None:
    subject = prepared(app(tmp_path, s=LISTEN), "exec node s.js")
    other = replace(subject, project=replace(subject.project, path="/somewhere/else"))
    with (
        serve(subject, options(tmp_path), quiet) as one,
        serve(subject, options(tmp_path, "next run"), quiet) as two,
        serve(other, options(tmp_path), quiet) as three,
    ):
        assert len({one.origin, two.origin, three.origin}) == 3


@SANDBOXES
def test_killing_every_user_ends_the_server(tmp_path: Path, sandbox: str) -> None:
    """F23, F105: the supervisor notices, nobody has to come by."""
    detached = "require('child_process').spawn('sleep', ['1000'], {detached: true, stdio: 'ignore'}).unref();"
    app(tmp_path, s=detached + LISTEN)
    users = [UserProcess(tmp_path, sandbox=sandbox) for _ in range(2)]
    for user in users:
        user.ready()
    tree = psutil.Process(users[0].pid).children(recursive=True)
    assert any(process.name() == "sleep" for process in tree)
    users[0].kill()
    assert "<h1>" in get(users[1].origin), "one user is left"
    users[1].kill()
    assert until(lambda: gone(users[0].pid))
    assert until(lambda: all(gone(process.pid) for process in tree))
    assert until(lambda: run_files(tmp_path) == [])


def test_the_one_who_started_it_may_go_first(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    starter = UserProcess(tmp_path).ready()
    joined = UserProcess(tmp_path).ready()
    starter.kill()
    # Several heartbeats of the supervisor: an end that was wrong would come with the first.
    assert not until(lambda: gone(joined.pid), seconds=2.0)
    assert "<h1>" in get(joined.origin)
    joined.finish()
    assert until(lambda: gone(joined.pid))


def test_a_starter_killed_half_way_leaves_nothing(tmp_path: Path) -> None:
    app(tmp_path, s="setInterval(() => {}, 1000)")
    user = UserProcess(tmp_path)
    assert until(lambda: processes_in(tmp_path / "app") and run_files(tmp_path) and the_record(tmp_path).supervisor)
    supervisor = the_record(tmp_path).supervisor
    assert supervisor is not None
    user.kill()
    assert until(lambda: gone(supervisor.pid))
    assert until(lambda: not processes_in(tmp_path / "app"))


@SANDBOXES
def test_prune_cleans_up_after_a_killed_supervisor(tmp_path: Path, sandbox: str) -> None:
    """F22. Without a sandbox, the marked environment finds what has left the tree."""
    left = "require('child_process').spawn('sleep', ['1000'], {detached: true, stdio: 'ignore'}).unref();"
    app(tmp_path, s=left + LISTEN)
    user = UserProcess(tmp_path, sandbox=sandbox).ready()
    tree = psutil.Process(user.pid).children(recursive=True)
    os.kill(user.pid, 9)
    user.kill()
    said = prune(tmp_path / "cache")
    assert until(lambda: all(gone(process.pid) for process in tree))
    assert run_files(tmp_path) == []
    assert not list((tmp_path / "cache/servers").glob("*.room"))
    if sandbox == "off":
        assert len(said) == 1
        assert user.origin in said[0]
        assert "left by run run" in said[0]
    assert prune(tmp_path / "cache") == ()


def test_prune_leaves_a_server_in_use_alone(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    user = UserProcess(tmp_path).ready()
    assert prune(tmp_path / "cache") == ()
    assert "<h1>" in get(user.origin)
    user.finish()


def test_a_killed_supervisor_is_replaced_for_the_next_user(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    one = UserProcess(tmp_path).ready()
    os.kill(one.pid, 9)
    two = UserProcess(tmp_path).ready()
    assert two.pid != one.pid
    assert "<h1>" in get(two.origin)
    one.finish()
    assert "<h1>" in get(two.origin), "the lease on the dead server ends nothing of the new one"
    two.finish()
    assert not processes_in(tmp_path / "app")


@pytest.mark.parametrize("offset", [-3600.0, 3600.0])
def test_a_reused_pid_is_neither_a_user_nor_killed(tmp_path: Path, offset: float) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        real = identify(bystander.pid)
        assert real is not None
        stale = ProcessId(pid=real.pid, created=real.created + offset)
        path = put(
            tmp_path, record(users=(User(process=stale, token="u"),), supervisor=stale, origin="http://127.0.0.1:1")
        )
        assert prune(tmp_path / "cache") == ()
        assert not path.exists()
        assert bystander.poll() is None
    finally:
        bystander.communicate(b"\n")


def test_run_files_of_other_machines_are_left_alone(tmp_path: Path) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        path = put(tmp_path, record(machine="another host", supervisor=identify(bystander.pid)))
        assert prune(tmp_path / "cache") == ()
        assert path.exists()
        assert bystander.poll() is None
        os.utime(path, (0, 0))
        prune(tmp_path / "cache")
        assert not path.exists()
        assert bystander.poll() is None
    finally:
        bystander.communicate(b"\n")


def test_old_locks_and_rooms_are_removed_young_locks_stay(tmp_path: Path) -> None:
    folder = put(tmp_path, record()).parent
    for name in ("young.lock", "old.lock", "aa-bb.lock"):
        (folder / name).touch()
    (folder / "left.room/home").mkdir(parents=True)
    for name in ("old.lock", "aa-bb.lock"):
        os.utime(folder / name, (0, 0))
    (folder / "left.room/home/file").touch()
    held = try_lock(folder / "aa-bb.json")
    assert held is not None
    prune(tmp_path / "cache")
    held.release()
    names = {path.name for path in folder.iterdir()}
    assert {"young.lock", "aa-bb.json", "aa-bb.lock"} <= names
    assert not {"old.lock", "left.room"} & names


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", '{"key": 3}', '{"key": "a", "token": ""}', '{"users": 7}', "\x00"),
        '{"key": "a", "token": "t", "run_id": "r", "machine": "m", "users": [3]}',
        '{"key": "a", "token": "t", "run_id": "r", "machine": "m", "supervisor": {"pid": "1", "created": 0}}',
        '{"key": "a", "token": "t", "run_id": "r", "machine": "m", "supervisor": {"pid": 1}}',
    ],
)
def test_a_broken_run_file_is_removed_and_said(tmp_path: Path, text: str) -> None:
    path = put(tmp_path, record())
    path.write_text(text)
    (said,) = prune(tmp_path / "cache")
    assert path.name in said
    assert not path.exists()


def test_a_broken_run_file_does_not_stop_a_start(tmp_path: Path) -> None:
    subject = prepared(app(tmp_path, s=LISTEN), "exec node s.js")
    with serve(subject, options(tmp_path), quiet):
        (path,) = run_files(tmp_path)
    path.write_text('{"key": "x"')
    with serve(subject, options(tmp_path), quiet) as served:
        assert "<h1>" in get(served.origin)


def test_prune_of_an_empty_or_missing_cache(tmp_path: Path) -> None:
    assert prune(tmp_path / "nothing") == ()
    assert not (tmp_path / "nothing").exists()


def test_a_failed_start_is_told_to_the_whole_run_and_tried_again_by_the_next(tmp_path: Path) -> None:
    starts = tmp_path / "app/starts"
    subject = prepared(app(tmp_path, s="require('fs').appendFileSync('starts', 'x'); process.exit(2)"), "node s.js")
    failures: list[Failure] = []
    for run in ("run", "run", "next"):
        with pytest.raises(SubjectError) as caught, serve(subject, options(tmp_path, run), quiet):
            pass
        failures.append(caught.value.failure)
    assert failures[0] == failures[1]
    assert failures[0].label == "serve:exit"
    assert starts.read_text() == "xx"


def test_an_exception_in_the_block_ends_the_server(tmp_path: Path) -> None:
    subject = prepared(app(tmp_path, s=LISTEN), "node s.js")
    for kind in (KeyboardInterrupt, RuntimeError):
        with pytest.raises(kind), serve(subject, options(tmp_path), quiet):
            raise kind
        assert not processes_in(tmp_path / "app")
        assert run_files(tmp_path) == []


def test_an_interrupt_while_it_starts_ends_the_server(tmp_path: Path) -> None:
    def interrupt(_text: str) -> None:
        raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        serve(prepared(app(tmp_path, s=LISTEN), "node s.js"), options(tmp_path), interrupt),
    ):
        pass
    assert run_files(tmp_path) == []
    assert not processes_in(tmp_path)


def test_a_record_goes_over_the_wire(tmp_path: Path) -> None:
    value = record(
        users=(User(process=myself(), token="a"),), supervisor=myself(), origin="http://127.0.0.1:1", notes=("n",)
    )
    assert from_wire(ServerRecord, json.loads(json.dumps(to_wire(value)))) == value
    assert read_record(put(tmp_path, value)) == value


def test_dead_users_are_dropped_when_somebody_joins(tmp_path: Path) -> None:
    subject = prepared(app(tmp_path, s=LISTEN), "exec node s.js")
    with serve(subject, options(tmp_path), quiet):
        (path,) = run_files(tmp_path)
        current = the_record(tmp_path)
        dead = User(process=dead_process(), token="dead")
        write_atomic(path, to_wire(replace(current, users=(*current.users, dead))))
        with serve(subject, options(tmp_path), quiet):
            assert len(the_record(tmp_path).users) == 2
            assert dead not in the_record(tmp_path).users
        write_atomic(path, to_wire(replace(current, users=(*current.users, dead))))
    assert run_files(tmp_path) == [], "a dead user keeps nothing alive"


def test_processes_are_told_apart_by_creation_time() -> None:
    me = myself()
    assert me.alive
    assert not replace(me, created=me.created - 100).alive
    assert not dead_process().alive
    assert not ProcessId(pid=2**22 + 1, created=0.0).alive


def test_the_registry_is_quiet_about_a_lease_that_is_gone(tmp_path: Path) -> None:
    registry = Registry(tmp_path / "cache")
    subject = prepared(app(tmp_path, s=LISTEN), "node s.js")
    with serve(subject, options(tmp_path), quiet) as served:
        (path,) = run_files(tmp_path)
        path.unlink()
        assert until(lambda: gone(served.pid or 0)), "a server that nothing names ends itself"
    assert registry.prune() == ()
