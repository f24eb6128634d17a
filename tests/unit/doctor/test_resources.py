"""Disk, cache, memory, leftovers, clearing the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uibench.cli import doctor, main
from pytest_uibench.cli.probes import machine as machine_module
from pytest_uibench.cli.probes import servers
from pytest_uibench.constants import CACHE_TAG
from pytest_uibench.model import to_wire
from pytest_uibench.subject.cache import Cache
from pytest_uibench.subject.serve.processes import ProcessId, identify, machine, myself
from pytest_uibench.subject.serve.records import ServerRecord, User
from pytest_uibench.subject.serve.registry import Registry

from .machines import by_id, finding


def test_cache_that_cannot_be_written_blocks(bench):
    (bench.folder / "file").write_text("")
    (found,) = machine_module.probe_cache(bench.variant(cache=bench.folder / "file" / "cache"))
    assert found.blocking
    assert "cannot be written" in found.found
    assert "UIBENCH_CACHE" in found.fix[0]


def test_folder_size_counts_a_linked_file_once_and_follows_no_link(tmp_path):
    inside, outside = tmp_path / "cache", tmp_path / "outside"
    (inside / "deep").mkdir(parents=True)
    outside.mkdir()
    (inside / "deep" / "a").write_bytes(b"x" * 100_000)
    (inside / "b").hardlink_to(inside / "deep" / "a")
    (outside / "large").write_bytes(b"x" * 1_000_000)
    (inside / "link").symlink_to(outside)
    (inside / "loop").symlink_to(inside)
    used, complete = machine_module.folder_size(inside, 30)
    assert complete
    assert 100_000 <= used < 200_000


def test_folder_size_stops_at_its_deadline(tmp_path):
    assert machine_module.folder_size(tmp_path, -1) == (0, False)


@pytest.mark.parametrize(
    ("needed", "comfortable", "status"), [(0, 0, "ok"), (0, 1 << 60, "warning"), (1 << 60, 1 << 61, "missing")]
)
def test_free_disk(bench, monkeypatch, needed, comfortable, status):
    monkeypatch.setattr(machine_module, "DISK_NEEDED_BYTES", needed)
    monkeypatch.setattr(machine_module, "DISK_COMFORTABLE_BYTES", comfortable)
    found = machine_module.probe_disk(bench.machine)[0]
    assert found.status == status
    assert found.blocking == (status == "missing")


def test_memory_limit_of_the_container_counts(bench, monkeypatch):
    (bench.folder / "memory.max").write_text("1073741824\n")
    (bench.folder / "memory.current").write_text("536870912\n")
    (bench.folder / "cpu.max").write_text("100000 100000\n")
    monkeypatch.setattr(machine_module, "_CGROUP", bench.folder)
    found = by_id(machine_module.probe_resources(bench.machine))
    assert found["memory"].status == "warning"
    assert found["memory"].found == "512 MiB available of 1.0 GiB"
    assert found["cores"].found.startswith("1 ")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1536, "1.5 KiB"),
        (64 << 20, "64 MiB"),
        (1 << 40, "1.0 TiB"),
        (1 << 54, "16384 TiB"),
    ],
)
def test_size(count, text):
    assert machine_module.size(count) == text


@pytest.fixture
def sleeper():
    process = subprocess.Popen(
        [sys.executable, "-c", "import threading; threading.Event().wait()", "--user-data-dir=/x/profile"]
    )
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("user_lives", [True, False])
def test_server_of_a_killed_run_is_told(bench, sleeper, user_lives):
    """F22: the supervisor runs, whoever used it does not."""
    user = User(process=myself() if user_lives else ProcessId(pid=myself().pid, created=1.0), token="t")
    record = ServerRecord(
        key="k-r", token="t", run_id="r", machine=machine(), users=(user,), supervisor=identify(sleeper.pid)
    )
    path = Registry(bench.machine.cache).run_file("k-r")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(to_wire(record)))
    path.with_name("broken.json").write_text("{")
    (found,) = servers.probe_leftovers(bench.machine)
    assert found.detail["servers"] == ([] if user_lives else [sleeper.pid])
    assert sleeper.poll() is None


def test_browser_without_a_driver_is_told(bench):
    process = subprocess.Popen(
        [sys.executable, "-c", "import threading; threading.Event().wait()", f"/x/{servers._PROFILE}abc"]
    )
    try:
        (found,) = servers.probe_leftovers(bench.machine)
        assert process.pid in found.detail["browsers"]
        assert found.status == "warning"
        assert str(process.pid) in found.fix[0]
    finally:
        process.kill()
        process.wait()


DEPS, WORK = "a" * 32, "b" * 32
"""Names as the cache gives them."""


def filled_cache(root: Path) -> Cache:
    cache = Cache(root)
    for folder in (cache.deps(DEPS), cache.work(WORK), root / "npm" / "_cacache"):
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"x" * 100_000)
    cache.build_record(WORK).write_text("{}")
    return cache


def test_clearing_empties_the_cache(own_cache, monkeypatch, capsys):
    filled_cache(own_cache)
    monkeypatch.setattr(doctor, "gather", lambda _machine: [finding()])
    assert main(["doctor", "--clear-cache"]) == 0
    left = [path.name for path in own_cache.rglob("*") if path.is_file() and path.suffix != ".lock"]
    assert left == [CACHE_TAG]
    assert "given back" in capsys.readouterr().err


def test_clearing_refuses_a_folder_with_other_things(own_cache, capsys):
    """UIBENCH_CACHE set to a home directory in which a folder is called work."""
    cache = filled_cache(own_cache)
    (own_cache / "thesis.tex").write_text("years")
    assert main(["doctor", "--clear-cache"]) == 2
    assert "it holds thesis.tex" in capsys.readouterr().err
    assert (cache.work(WORK) / "file").exists()


def test_clearing_refuses_while_a_run_serves(own_cache, capsys):
    cache = filled_cache(own_cache)
    record = ServerRecord(
        key="k-r", token="t", run_id="r", machine=machine(), users=(User(process=myself(), token="t"),)
    )
    path = Registry(own_cache).run_file("k-r")
    path.parent.mkdir()
    path.write_text(json.dumps(to_wire(record)))
    assert main(["doctor", "--clear-cache"]) == 2
    assert f"a run uses it (process {os.getpid()})" in capsys.readouterr().err
    assert cache.deps(DEPS).exists()


def test_clearing_keeps_what_a_run_has_locked(own_cache, monkeypatch):
    cache = filled_cache(own_cache)
    monkeypatch.setattr(doctor, "gather", lambda _machine: [finding()])
    with cache.lock(f"deps-{DEPS}", "install", lambda _text: None):
        assert main(["doctor", "--clear-cache"]) == 0
        assert (cache.deps(DEPS) / "file").exists()
    assert not cache.work(WORK).exists()
