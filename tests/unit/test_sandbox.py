"""Containment by real bubblewrap, and what holds without it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_uibench.model import SubjectError
from pytest_uibench.subject import sandbox as module
from pytest_uibench.subject.sandbox import Room, Sandbox, choose

needs_bubblewrap = pytest.mark.skipif(choose("auto").program is None, reason=f"no sandbox: {choose('auto').reason}")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "base").create()


@pytest.fixture
def inside(room: Room, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a shell line in the sandbox with ``base/app`` writable."""
    app = room.base / "app"
    app.mkdir()

    def call(line: str, *, network: bool = False, readonly: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
        argv = choose("auto").wrap(
            ["/bin/sh", "-c", line], room=room, cwd=app, writable=[app], readonly=readonly, network=network
        )
        env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(room.home), "TMPDIR": "/tmp"}
        return subprocess.run(argv, env=env, capture_output=True, text=True, check=False, timeout=60)

    return call


@pytest.fixture
def listener() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


CONNECT = "python3 -c \"import socket; socket.create_connection(('127.0.0.1', {port}), 5); print('connected')\""


@needs_bubblewrap
def test_working_folder_home_and_tmp_can_be_written(
    inside: Callable[..., subprocess.CompletedProcess[str]], room: Room
) -> None:
    result = inside("echo 1 > file && echo 2 > $HOME/file && echo 3 > /tmp/file && echo $? && pwd")
    assert result.stdout.split() == ["0", str(room.base / "app")]
    assert [p.read_text().strip() for p in (room.base / "app/file", room.home / "file", room.tmp / "file")] == [
        "1",
        "2",
        "3",
    ]


@needs_bubblewrap
@pytest.mark.parametrize(
    "target", ["/usr/x", "/etc/x", "/etc/passwd", "/x", "/usr/bin/env", "/proc/sys/kernel/hostname"]
)
def test_nothing_else_can_be_written(inside: Callable[..., subprocess.CompletedProcess[str]], target: str) -> None:
    existed = Path(target).exists()
    before = Path(target).read_bytes() if existed else None
    inside(f"echo hacked > {target}; rm -f {target}; ls {target}")
    assert Path(target).exists() == existed
    assert before is None or Path(target).read_bytes() == before


@needs_bubblewrap
def test_system_folders_refuse_writes(inside: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    for target in ("/usr/x", "/usr/bin/env", "/etc/ssl/certs/x"):
        result = inside(f"echo x > {target}")
        assert result.returncode != 0
        assert "Read-only" in result.stderr or "Permission denied" in result.stderr or "nonexistent" in result.stderr


@needs_bubblewrap
def test_files_of_the_user_are_not_there(
    inside: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, room: Room
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2")
    listing = inside(
        f"cat {secret}; ls -A / /root /home {tmp_path} {Path.home()} {Path.cwd()}; cat /etc/shadow /etc/passwd"
    )
    assert "hunter2" not in listing.stdout
    assert set(inside("ls -A /").stdout.split()) <= {
        "bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "proc", "sbin", "tmp", "usr",
        *(part for part in room.base.parts if part != "/"),
    }  # fmt: skip
    assert set(inside(f"ls -A {tmp_path}").stdout.split()) == {"base"}
    assert set(inside(f"ls -A {room.base}").stdout.split()) == {"app", "home"}
    assert len(inside("cat /etc/passwd").stdout.splitlines()) == 1
    assert inside("ls /etc/ssl/private").returncode != 0


@needs_bubblewrap
def test_no_network_in_a_build_but_a_loopback_of_its_own(
    inside: Callable[..., subprocess.CompletedProcess[str]], listener: int
) -> None:
    assert "connected" not in inside(CONNECT.format(port=listener)).stdout
    own = "import socket as n; s = n.create_server(('127.0.0.1', 0)); n.create_connection(s.getsockname()); print('ok')"
    assert inside(f'python3 -c "{own}"').stdout == "ok\n"
    assert inside("cat /proc/net/dev").stdout.count(":") == 1


@needs_bubblewrap
def test_network_where_it_is_asked_for(inside: Callable[..., subprocess.CompletedProcess[str]], listener: int) -> None:
    assert inside(CONNECT.format(port=listener), network=True).stdout == "connected\n"


@needs_bubblewrap
def test_abstract_sockets_of_the_machine_are_out_of_reach(
    inside: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    name = f"uibench-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{name}")
        server.listen()
        line = f"python3 -c \"import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\\\0{name}'); print('in')\""
        assert "in" not in inside(line).stdout.split()


@needs_bubblewrap
def test_other_processes_cannot_be_seen_or_ended(inside: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    with subprocess.Popen(["sleep", "600"]) as bystander:
        try:
            result = inside(f"ls -d /proc/[0-9]*; kill -9 {bystander.pid} 2>&1; kill -9 -1; true")
            assert f"/proc/{bystander.pid}\n" not in result.stdout
            assert bystander.poll() is None
        finally:
            bystander.kill()


@needs_bubblewrap
def test_no_capabilities_even_for_root(inside: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    status = inside("grep -E 'Cap(Eff|Prm|Bnd)' /proc/self/status").stdout
    assert status.count("0000000000000000") == 3
    assert inside("mount -t tmpfs none /tmp").returncode != 0
    assert inside("chroot / /bin/true").returncode != 0


@needs_bubblewrap
def test_environment_and_arguments_of_the_parent_are_hidden(
    inside: Callable[..., subprocess.CompletedProcess[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI_TOKEN", "hunter2")
    assert "hunter2" not in inside("cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'; env").stdout


@needs_bubblewrap
def test_read_only_places_inside_a_writable_one_stay_read_only(room: Room) -> None:
    app, kept = room.base / "app", room.base / "app/kept"
    kept.mkdir(parents=True)
    (kept / "file").write_text("old")
    argv = choose("auto").wrap(
        ["/bin/sh", "-c", "echo new > kept/file; echo ok > file"], room=room, cwd=app, writable=[app], readonly=[kept]
    )
    subprocess.run(argv, capture_output=True, check=False, timeout=60)
    assert (kept / "file").read_text() == "old"
    assert (app / "file").read_text() == "ok\n"


def test_rooms_are_cleared(room: Room) -> None:
    (room.home / ".npmrc").write_text("x")
    (room.tmp / "x").write_text("x")
    room.clear()
    assert list(room.home.iterdir()) == list(room.tmp.iterdir()) == []


@pytest.fixture
def _fresh_probe() -> Iterator[None]:
    module._probe.cache_clear()
    yield
    module._probe.cache_clear()


@pytest.mark.usefixtures("_fresh_probe")
def test_missing_program_is_said_and_require_is_an_infrastructure_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert choose("auto").containment == "none: bwrap not found"
    with pytest.raises(SubjectError, match="bwrap not found") as caught:
        choose("require")
    failure = caught.value.failure
    assert failure.label == "infra:sandbox"
    assert failure.infrastructure
    assert failure.hint is not None
    assert "--uibench-sandbox=auto" in failure.hint


@pytest.mark.usefixtures("_fresh_probe")
def test_program_that_does_not_work_is_said_with_its_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert choose("auto").containment == "none: bwrap: No permissions to create new namespace"


def test_off_runs_the_command_as_it_is(room: Room) -> None:
    off = choose("off")
    assert off.wrap(["a", "b"], room=room, cwd=room.base) == ["a", "b"]
    assert off.containment.startswith("none: switched off")
    assert Sandbox("/usr/bin/bwrap", "").containment == "bubblewrap (no network in build)"
