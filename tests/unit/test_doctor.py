"""The checks of ``uibench doctor`` on machines made of stub executables, and its exit status and output."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from pytest_uibench.cli import doctor, main
from pytest_uibench.cli.doctor_text import Style, render, style_of
from pytest_uibench.cli.probes import PROBES, Finding, Machine, fonts, gather, packages, sandbox, servers, tools
from pytest_uibench.cli.probes import ask as ask_module
from pytest_uibench.cli.probes import machine as machine_module
from pytest_uibench.cli.probes.ask import ask
from pytest_uibench.cli.probes.fixes import Platform, this_platform
from pytest_uibench.model import to_wire

DEBIAN = Platform(family="debian", name="Debian GNU/Linux 12 (bookworm)", prefix="sudo ")


@dataclass
class Bench:
    """A machine whose PATH holds nothing but stubs."""

    folder: Path

    @property
    def machine(self) -> Machine:
        return self.variant()

    def variant(self, **changes) -> Machine:
        given = {
            "platform": DEBIAN,
            "cache": self.folder / "cache",
            "scratch": self.folder / "scratch",
            "environment": {"PATH": str(self.folder / "bin")},
        }
        return Machine(**{**given, **changes})

    def stub(self, name: str, script: str) -> Path:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path


@pytest.fixture
def bench(tmp_path) -> Bench:
    (tmp_path / "bin").mkdir()
    (tmp_path / "scratch").mkdir()
    return Bench(tmp_path)


@pytest.fixture
def own_cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UIBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def by_id(findings) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings}


def finding(status="ok", need="required", **changes) -> Finding:
    given = {"id": "thing", "name": "Thing", "found": "1.0", "purpose": "does things"}
    return Finding(status=status, need=need, **{**given, **changes})


def gone(pid: int) -> bool:
    """Whether the process ends: a signal that was sent takes its time to arrive."""
    try:
        process = psutil.Process(pid)
        process.wait(timeout=30)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return process.status() == psutil.STATUS_ZOMBIE
    return True


# --- Node and package managers ---


@pytest.mark.parametrize(
    ("version", "status", "words"),
    [
        ("v20.20.2", "ok", ["20.20.2"]),
        ("v22.12.0", "ok", ["22.12.0"]),
        ("v26.0.0-nightly", "ok", ["26.0.0"]),
        ("v20.9.0", "warning", ["20.9.0 is too old", "Vite"]),
        ("v18.20.4", "warning", ["18.20.4 is too old", "Vite", "Next"]),
        ("v21.7.3", "warning", ["21.7.3", "Vite"]),
    ],
)
def test_node_against_current_bundlers(bench, version, status, words):
    bench.stub("node", f"echo {version}")
    bench.stub("npm", "echo 11.0.0")
    node = by_id(tools.probe_node(bench.machine))["node"]
    assert node.status == status
    assert all(word in node.found for word in words)
    assert bool(node.fix) == (status != "ok")
    assert "Next" not in node.found or "18" in node.found


def test_no_node_blocks_and_names_the_command(bench):
    findings = by_id(tools.probe_node(bench.machine))
    assert findings["node"].blocking
    assert findings["node"].fix == ("sudo apt-get install -y nodejs npm",)
    assert findings["npm"].blocking


def test_node_that_does_not_run(bench):
    """A version manager's shim with no version behind it, as pyenv and nodenv leave them."""
    bench.stub("node", "echo 'node: command not found in these versions' >&2; exit 127")
    node = by_id(tools.probe_node(bench.machine))["node"]
    assert node.blocking
    assert "does not work: it ended with status 127: node: command not found in these versions" in node.found


def test_managers_are_optional_and_never_download(bench):
    """Corepack's shims fetch a package manager when they are asked for their version."""
    bench.stub("yarn", 'test "$COREPACK_ENABLE_NETWORK" = 0 && echo 4.5.0')
    bench.stub("pnpm", "exit 1")
    findings = by_id(tools.probe_managers(bench.machine))
    assert findings["yarn"].status == "ok"
    assert findings["pnpm"].status == findings["bun"].status == "missing"
    assert findings["bun"].fix == ("npm install -g bun",)
    assert not any(finding.blocking for finding in findings.values())


def test_tools_are_asked_away_from_the_invocation_directory(bench):
    """pnpm and yarn obey the project they stand in, and may start downloads for it."""
    bench.stub("bun", "echo 1.0.0; pwd > where")
    tools.probe_managers(bench.machine)
    assert (bench.folder / "scratch" / "where").read_text().strip() == str(bench.folder / "scratch")


def test_registry_is_asked_only_on_request(bench):
    bench.stub("npm", f'echo "$1" >> {bench.folder}/calls; echo https://user:secret@registry.example/npm/')
    assert tools.probe_registry(bench.machine) == []
    assert not (bench.folder / "calls").exists()
    (found,) = tools.probe_registry(bench.variant(network=True))
    assert found.status == "ok"
    assert found.found == "https://registry.example/npm/ answers"


def test_registry_that_does_not_answer(bench):
    bench.stub(
        "npm", '[ "$1" = config ] && echo https://registry.example/ || { echo "npm error code ENOTFOUND"; exit 1; }'
    )
    (found,) = tools.probe_registry(bench.variant(network=True))
    assert found.status == "missing"
    assert found.found == "https://registry.example/ does not answer (ENOTFOUND)"
    assert not found.blocking


# --- commands that misbehave ---


def test_tool_that_hangs_is_ended_with_its_children(bench, monkeypatch):
    monkeypatch.setattr(tools, "DOCTOR_TOOL_SECONDS", 0.5)
    bench.stub("bun", f"/bin/sleep 600 & echo $! > {bench.folder}/child; echo $$ > {bench.folder}/parent; wait")
    found = by_id(tools.probe_managers(bench.machine))["bun"]
    assert found.status == "missing"
    assert "no answer in time" in found.found
    assert all(gone(int((bench.folder / name).read_text())) for name in ("child", "parent"))


def test_endless_output_is_cut(bench, monkeypatch):
    monkeypatch.setattr(ask_module, "DOCTOR_OUTPUT_LIMIT", 1_000)
    chatter = bench.stub("chatter", f"echo $$ > {bench.folder}/pid; while :; do echo yes; done")
    answer = ask([str(chatter)], seconds=0.5)
    assert answer.output.startswith("yes\nyes")
    assert len(answer.output) < 1_000 + 65_536
    assert gone(int((bench.folder / "pid").read_text()))


def test_daemon_that_keeps_the_pipe_open_does_not_delay(bench):
    """The answer is there when the tool itself has ended; what it left behind is ended too."""
    tool = bench.stub("tool", f"/bin/sleep 600 & echo $! > {bench.folder}/daemon; echo 1.2.3")
    answer = ask([str(tool)], seconds=60)
    assert answer.ok
    assert answer.line == "1.2.3"
    assert gone(int((bench.folder / "daemon").read_text()))


@pytest.mark.parametrize("command", [["/nonexistent/tool"], ["/"], ["/bin/ec\0ho"]])
def test_command_that_cannot_be_started(command):
    answer = ask(command, seconds=5)
    assert answer.code is None
    assert answer.why.startswith("it cannot be started")


def test_output_that_is_not_utf8(bench):
    tool = bench.stub("tool", r"printf '\377\376 1.0\n'")
    assert ask([str(tool)], seconds=10).line.endswith("1.0")


# --- Tesseract, fonts, packages ---


def test_tesseract_without_english(bench):
    bench.stub("tesseract", '[ "$1" = --version ] && echo tesseract 5.3.0 || printf "List of languages (1):\\nosd\\n"')
    (found,) = tools.probe_tesseract(bench.machine)
    assert found.status == "warning"
    assert found.found == "5.3.0, languages: osd (eng is missing)"
    assert found.fix == ("sudo apt-get install -y tesseract-ocr",)


def test_fonts_per_script(bench):
    """F82: each script is asked for by itself, since one CJK font need not have all three."""
    bench.stub("fc-list", 'case $1 in *d55c|*1f680) ;; *) echo "Droid Sans Fallback,Droid" ;; esac')
    found = by_id(fonts.probe_fonts(bench.machine))
    assert found["fonts"].status == "ok"
    assert found["fonts-cjk"].status == "warning"
    assert "Korean" in found["fonts-cjk"].found
    assert "Chinese" not in found["fonts-cjk"].found
    assert found["fonts-cjk"].fix == ("sudo apt-get install -y fonts-noto-cjk",)
    assert found["fonts-emoji"].status == "warning"


def test_fonts_cannot_be_listed(bench):
    (found,) = fonts.probe_fonts(bench.machine)
    assert found.status == "unknown"
    assert found.fix == ("sudo apt-get install -y fontconfig",)
    assert not found.blocking


def test_package_that_is_too_old_blocks(bench, monkeypatch):
    installed = packages._version
    monkeypatch.setattr(packages, "_version", lambda name: "7.4.0" if name == "pytest" else installed(name))
    found = by_id(packages.probe_packages(bench.machine))
    assert found["packages"].blocking
    assert "pytest 7.4.0 does not meet >=9.0" in found["packages"].found
    assert "pip install --upgrade 'pytest>=9.0'" in found["packages"].fix[0]


def test_missing_extra_does_not_block(bench, monkeypatch):
    installed = packages._version
    monkeypatch.setattr(packages, "_version", lambda name: None if name == "pytest-xdist" else installed(name))
    found = by_id(packages.probe_packages(bench.machine))
    assert found["packages"].status == "ok"
    assert found["pytest-xdist"].status == "missing"
    assert "'pytest-uibench[xdist]'" in found["pytest-xdist"].fix[0]


# --- sandbox ---


@pytest.fixture
def sandbox_path(bench, monkeypatch):
    """PATH of the process itself, where a run looks for bwrap."""
    from pytest_uibench.subject.sandbox import _probe

    monkeypatch.setenv("PATH", f"{bench.folder / 'bin'}:/usr/bin:/bin")
    _probe.cache_clear()
    yield
    _probe.cache_clear()


@pytest.mark.usefixtures("sandbox_path")
def test_sandbox_that_contains_nothing_is_found_out(bench):
    """A wrapper that only runs the command answers with status 0: what counts is what the command sees."""
    bench.stub("bwrap", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "warning"
    assert "does not work here" in found.found


@pytest.mark.usefixtures("sandbox_path")
def test_sandbox_that_may_not_make_namespaces(bench):
    bench.stub("bwrap", "echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "warning"
    assert "No permissions to create new namespace" in found.found
    assert found.fix


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap is for Linux")
@pytest.mark.parametrize("name", [name for name, *_ in sandbox._SWITCHES])
def test_kernel_switch_names_its_command(bench, monkeypatch, name):
    values = {key: off for key, off, _ in sandbox._SWITCHES if key == name}
    on = next(on for key, _, on in sandbox._SWITCHES if key == name)
    for key, off in values.items():
        (bench.folder / key).parent.mkdir(parents=True)
        (bench.folder / key).write_text(f"{off}\n")
    monkeypatch.setattr(sandbox, "_KERNEL", bench.folder)
    assert sandbox._unlock(bench.machine) == (f"sudo sysctl -w {name.replace('/', '.')}={on}",)


def test_no_bubblewrap(bench):
    (found,) = sandbox.probe_sandbox(bench.machine)
    assert found.status == "missing"
    assert not found.blocking
    assert found.fix == ("sudo apt-get install -y bubblewrap",)


# --- disk, cache, memory, leftovers ---


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
    from pytest_uibench.subject.serve.processes import ProcessId, identify, machine, myself
    from pytest_uibench.subject.serve.registry import Registry, ServerRecord, User

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


# --- platforms ---


@pytest.mark.parametrize(
    ("release", "family", "bubblewrap"),
    [
        ('ID=debian\nPRETTY_NAME="Debian GNU/Linux 12"', "debian", "apt-get install -y bubblewrap"),
        ("ID=raspbian\nID_LIKE=debian", "debian", "apt-get install -y bubblewrap"),
        ("ID=ubuntu\nID_LIKE=debian", "ubuntu", "apt-get install -y bubblewrap"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"', "ubuntu", "apt-get install -y bubblewrap"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "fedora", "dnf install -y bubblewrap"),
        ("ID=alpine", "alpine", "apk add bubblewrap"),
        ("ID=arch", "other", "install bubblewrap (bwrap) with your package manager (Linux only)"),
        ("", "other", "install bubblewrap (bwrap) with your package manager (Linux only)"),
    ],
)
def test_platform_from_os_release(tmp_path, release, family, bubblewrap):
    (tmp_path / "os-release").write_text(f"# comment\n{release}\n")
    platform = this_platform("linux", tmp_path / "os-release")
    assert platform.family == family
    assert platform.install("bubblewrap")[0].removeprefix("sudo ").removeprefix("doas ") == bubblewrap


def test_platform_without_os_release(tmp_path):
    assert this_platform("linux", tmp_path / "none").family == "other"
    assert this_platform("darwin").install("tesseract") == ("brew install tesseract",)


@pytest.mark.parametrize("family", ["debian", "ubuntu", "fedora", "alpine", "macos", "other"])
@pytest.mark.parametrize("what", ["browser", "node", "npm", "tesseract", "bubblewrap", "fontconfig", "fonts-cjk"])
def test_every_platform_has_an_answer(family, what):
    assert all(Platform(family=family, name=family).install(what))


def test_ubuntu_is_not_sent_to_the_snap():
    (fix,) = Platform(family="ubuntu", name="Ubuntu").install("browser")
    assert fix.endswith("-m playwright install --with-deps chromium")


# --- the whole ---


def test_check_that_raises_is_a_finding_and_hides_no_other(bench):
    def breaks(_machine):
        raise RuntimeError("two\nlines")

    found = gather(bench.machine, [("odd thing", "required", breaks), ("fine", "required", lambda _m: [finding()])])
    assert found[0].status == "unknown"
    assert found[0].found == "the check broke: RuntimeError: two lines"
    assert found[0].blocking
    assert found[1].status == "ok"


def test_check_that_hangs_is_a_finding(bench):
    release = threading.Event()
    probes = [
        ("slow thing", "recommended", lambda _m: release.wait() and []),
        ("fine", "required", lambda _m: [finding()]),
    ]
    found = gather(bench.machine, probes, deadline=0.3)
    release.set()
    assert [entry.status for entry in found] == ["unknown", "ok"]
    assert "no answer" in found[0].found
    assert not found[0].blocking


def test_hanging_check_does_not_keep_the_process(tmp_path):
    """Threads that never return must not hold the interpreter at exit."""
    code = (
        "import sys, threading\n"
        "from pytest_uibench.cli import doctor, main\n"
        "from pytest_uibench.cli.probes import gather\n"
        "stuck = [('stuck', 'required', lambda m: threading.Event().wait())]\n"
        "doctor.gather = lambda machine: gather(machine, stuck, deadline=0.2)\n"
        "sys.exit(main(['doctor']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"UIBENCH_CACHE": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
    )
    assert result.returncode == 1, result.stderr
    assert "Not ready: Stuck." in result.stdout


@pytest.mark.parametrize(
    ("findings", "status"),
    [
        ([finding("ok")], 0),
        ([finding("ok"), finding("warning")], 0),
        ([finding("missing", "recommended"), finding("missing", "optional"), finding("unknown", "recommended")], 0),
        ([finding("missing")], 1),
        ([finding("unknown")], 1),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.usefixtures("own_cache")
def test_exit_status(monkeypatch, capsys, findings, status, form):
    monkeypatch.setattr(doctor, "gather", lambda _machine: findings)
    assert main(["doctor", *form]) == status
    out = capsys.readouterr().out
    if form:
        document = json.loads(out)
        assert document["ready"] == (status == 0)
        assert document["schema_version"] == 1
        assert [check["status"] for check in document["checks"]] == [f.status for f in findings]
        assert set(document["checks"][0]) == {"id", "name", "status", "found", "purpose", "need", "fix", "detail"}
    else:
        assert ("Not ready: Thing" in out) == (status == 1)


def test_scratch_folder_is_gone_afterwards(own_cache, monkeypatch):
    seen = []

    def look(machine):
        (machine.scratch / "left").write_text("x")
        seen.append(machine.scratch)
        return [finding()]

    monkeypatch.setattr(doctor, "gather", look)
    assert main(["doctor"]) == 0
    assert seen[0].parent == own_cache
    assert list(own_cache.iterdir()) == []


def test_text_is_aligned_and_shows_fixes_only_where_needed(bench):
    found = [
        finding("ok", name="A", fix=("never shown",)),
        finding("missing", name="Longer name", found="not found", fix=("first command", "second command")),
        finding("warning", "recommended", name="B", found="word " * 60),
    ]
    text = render(bench.machine, found, Style(colour=False, unicode=True, width=80))
    lines = text.splitlines()
    assert "never shown" not in text
    starts = {line.index(value) for value in ("1.0", "not found", "word") for line in lines if value in line}
    assert len(starts) == 1
    assert max(map(len, lines)) <= 80
    assert [line.strip() for line in lines if "command" in line] == ["fix: first command", "second command"]
    assert text.endswith("Not ready: Longer name.\n")


def test_text_falls_back_to_ascii_without_colour(bench):
    found = [finding(status, found="café") for status in ("ok", "warning", "missing", "unknown")]
    plain = render(bench.machine, found, Style(colour=False, unicode=False, width=80))
    assert plain.isascii()
    assert "\033" not in plain
    assert "MISS  Thing" in plain
    assert "\033[31m" in render(bench.machine, found, Style(colour=True, unicode=True, width=80))


@pytest.mark.parametrize(
    ("tty", "environment", "colour"),
    [
        (True, {"TERM": "xterm"}, True),
        (False, {"TERM": "xterm"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_only_on_a_terminal(monkeypatch, tty, environment, colour):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    stream = argparse.Namespace(isatty=lambda: tty, encoding="ascii")
    assert style_of(stream).colour is colour
    assert style_of(stream).unicode is False


def test_every_check_has_a_name_of_its_own():
    names = [name for name, _, _ in PROBES]
    assert len(set(names)) == len(names)
