"""Caches: whole or absent, shared between processes, never blocked by the dead."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pytest_uibench.subject.cache import Cache, copy_tree, digest, read_json, write_json


def silent(_line: str) -> None:
    return None


def test_digest_keeps_parts_apart() -> None:
    keys = [
        digest("ab", "c"),
        digest("a", "bc"),
        digest("abc"),
        digest("ab", None, "c"),
        digest("ab", "", "c"),
        digest(),
    ]
    assert len(set(keys)) == len(keys)
    assert digest("a", b"b") == digest("a", "b")


def test_entry_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    cache = Cache(tmp_path)

    def broken(folder: Path) -> None:
        (folder / "half").write_text("x")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        cache.publish_deps("key", broken)
    assert list((tmp_path / "deps").iterdir()) == []
    cache.publish_deps("key", lambda folder: write_json(folder / "record.json", 1))
    assert read_json(cache.deps("key") / "record.json") == 1
    cache.publish_deps("key", lambda folder: write_json(folder / "record.json", 2))
    assert read_json(cache.deps("key") / "record.json") == 2
    assert [p.name for p in (tmp_path / "deps").iterdir()] == ["key"]


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    script = f"""
import os
from pathlib import Path
from pytest_uibench.subject.cache import Cache
cache = Cache(Path({str(tmp_path)!r}))
def fill(folder):
    (folder / "half").write_text("x")
    os.kill(os.getpid(), 9)
with cache.lock("deps-key", "x", print):
    cache.publish_deps("key", fill)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -9
    cache = Cache(tmp_path)
    assert not cache.deps("key").exists()
    # The lock of the dead process does not block, and its half entry goes.
    with cache.lock("deps-key", "x", silent):
        cache.publish_deps("key", lambda folder: write_json(folder / "record.json", 1))
    assert [p.name for p in (tmp_path / "deps").iterdir()] == ["key"]


def _critical(root: str, number: int) -> None:
    cache = Cache(Path(root))
    with cache.lock("one", "x", silent):
        inside = Path(root) / "inside"
        # Fails when somebody else is inside.
        descriptor = os.open(inside, os.O_CREAT | os.O_EXCL)
        threading.Event().wait(0.05)
        os.close(descriptor)
        inside.unlink()
        (Path(root) / f"done-{number}").touch()


def test_lock_excludes_processes(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_critical, args=(str(tmp_path), number)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    assert len(list(tmp_path.glob("done-*"))) == 4


def test_lock_excludes_threads_of_one_process_and_says_that_it_waits(tmp_path: Path) -> None:
    cache, said, order = Cache(tmp_path), [], []
    holding, release = threading.Event(), threading.Event()

    def hold() -> None:
        with cache.lock("one", "x", silent):
            holding.set()
            release.wait()
            order.append("first")

    thread = threading.Thread(target=hold)
    thread.start()
    holding.wait()

    def say(line: str) -> None:
        said.append(line)
        release.set()

    with cache.lock("one", "build of shop", say):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]
    assert "build of shop" in said[0]


def test_slots_bound_what_runs_at_the_same_time(tmp_path: Path) -> None:
    cache, inside, most = Cache(tmp_path), [], []
    guard = threading.Lock()

    def work() -> None:
        with cache.slot(2, "build", silent):
            with guard:
                inside.append(1)
                most.append(len(inside))
            threading.Event().wait(0.1)
            with guard:
                inside.pop()

    threads = [threading.Thread(target=work) for _number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 6
    assert max(most) == 2


def test_records_are_never_read_half(tmp_path: Path) -> None:
    file = tmp_path / "a" / "record.json"
    write_json(file, {"x": list(range(1000))})
    assert read_json(file) == {"x": list(range(1000))}
    assert [p.name for p in file.parent.iterdir()] == ["record.json"]
    file.write_text(json.dumps({"x": 1})[:-2])
    assert read_json(file) is None
    assert read_json(tmp_path / "none.json") is None


def test_run_id_does_not_lead_out_of_the_cache(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    for run in ("../../x", "/etc", "a/b", "", "x" * 5000):
        record = cache.run_record(run, "key", "install")
        assert record.resolve().is_relative_to((tmp_path / "cache/runs").resolve())


def test_copies_share_nothing_that_can_be_written(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "a").mkdir(parents=True)
    (source / "a/file").write_text("old")
    (source / "link").symlink_to("a/file")
    copy_tree(source, tmp_path / "copy")
    with (tmp_path / "copy/a/file").open("r+") as file:
        file.write("new")
    assert (source / "a/file").read_text() == "old"
    assert (tmp_path / "copy/link").is_symlink()
    with pytest.raises(OSError, match="copying"):
        copy_tree(tmp_path / "missing", tmp_path / "other")


OLD, HELD, NEW = ("0" * 32, "1" * 32, "2" * 32)


def test_prune_drops_what_is_old_and_free(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for key in (OLD, HELD, NEW):
        cache.work(key).mkdir()
        write_json(cache.build_record(key), {})
    long_ago = time.time() - 30 * 86400
    for key in (OLD, HELD):
        os.utime(cache.work(key), (long_ago, long_ago))
    with cache.lock(f"build-{HELD}", "x", silent):
        assert cache.prune() == 1
    assert sorted(p.name for p in (tmp_path / "work").iterdir()) == [HELD, NEW]
    assert sorted(p.name for p in (tmp_path / "builds").iterdir()) == [f"{HELD}.json", f"{NEW}.json"]
