"""Servers of the subject: real node scripts that do what generated ones do."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import psutil
import pytest

from pytest_uibench.model import Failure, Served, SubjectError
from pytest_uibench.subject.serve import base_of, crash, serve
from pytest_uibench.subject.serve.listening import Listener, free_port
from pytest_uibench.subject.serve.node import serve_node
from pytest_uibench.subject.serve.standalone import complete_standalone

from .serving import LISTEN, SERVER, TOLD, answering, app, get, options, prepared, processes_in, until

SANDBOXES = pytest.mark.parametrize("sandbox", ["auto", "off"])


def quiet(_text: str) -> None:
    """Take progress and drop it."""


def failing(root: Path, command: str, seconds: float = 60.0, sandbox: str = "auto", **ports: object) -> Failure:
    with (
        pytest.raises(SubjectError) as caught,
        serve_node(
            prepared(root / "app", command),
            options(root, sandbox=sandbox),
            quiet,
            seconds=seconds,
            **ports,  # type: ignore[arg-type]
        ),
    ):
        pass
    assert until(lambda: not processes_in(root)), "a failed start leaves nothing"
    assert not list((root / "cache/servers").glob("*.room"))
    return caught.value.failure


@contextlib.contextmanager
def foreign_server(port: int = 0) -> Iterator[int]:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "7")
            self.end_headers()
            self.wfile.write(b"foreign")

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", port), Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@SANDBOXES
def test_a_server_is_run_and_ends_with_the_block(tmp_path: Path, sandbox: str) -> None:
    folder = app(tmp_path, s=LISTEN)
    said: list[str] = []
    with serve(
        prepared(folder, "node s.js", env={"TITLE": "shop"}), options(tmp_path, sandbox=sandbox), said.append
    ) as served:
        assert served.origin.startswith("http://127.0.0.1:")
        assert served.kind == "server"
        assert get(served.origin, "/cart").startswith("<h1>shop ")
        assert psutil.pid_exists(served.pid or 0)
        assert any("network" in note or "uncontained" in note for note in served.notes)
        assert list((tmp_path / "cache/servers").glob("*.json"))
    assert not processes_in(tmp_path)
    assert not list((tmp_path / "cache/servers").glob("*.json"))
    assert not list((tmp_path / "cache/servers").glob("*.room"))
    assert "starting" in said[0]


def test_flags_and_variables_name_host_and_port(tmp_path: Path) -> None:
    script = SERVER + "http.createServer(page).listen(+process.argv[3], process.argv[2]);"
    with serve(prepared(app(tmp_path, s=script), "exec node s.js {host} {port}"), options(tmp_path), quiet) as served:
        assert served.notes[1:] == ()
        assert "<h1>" in get(served.origin)


def test_the_environment_holds_no_secret_and_no_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F30: neither the server nor the probe goes through a proxy."""
    for name in ("HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("GITHUB_TOKEN", "s3cret")
    script = answering("r.end(JSON.stringify(process.env))")
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        env = json.loads(get(served.origin))
    assert not {"GITHUB_TOKEN", "CI"} & set(env)
    assert not [name for name in env if "proxy" in name.lower()]
    assert (env["HOST"], env["HOSTNAME"], env["NODE_ENV"], env["ORIGIN"]) == (
        "127.0.0.1",
        "127.0.0.1",
        "production",
        served.origin,
    )


def test_a_server_on_the_ipv6_loopback_only_is_found_and_said(tmp_path: Path) -> None:
    """F20."""
    script = SERVER + "http.createServer(page).listen(+process.env.PORT, '::1');"
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        assert served.origin.startswith("http://[::1]:")
        assert "<h1>" in get(served.origin)
        assert any("::1 only" in note for note in served.notes)


def test_a_server_on_its_own_port_is_found_and_said(tmp_path: Path) -> None:
    port = free_port()
    script = SERVER + f"http.createServer(page).listen({port});"
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        assert served.origin == f"http://127.0.0.1:{port}"
        assert any(f"port {port} although" in note for note in served.notes)
        assert any("every interface" in note for note in served.notes)


def test_the_page_is_taken_before_the_interface(tmp_path: Path) -> None:
    body = "r.setHeader('content-type', 'application/json'); r.end('{}')"
    one, two = sorted((free_port(), free_port()))
    folder = app(
        tmp_path,
        a=answering(body, f"{one}, '127.0.0.1'"),
        b=SERVER + f"http.createServer(page).listen({two}, '127.0.0.1');",
    )
    with serve(prepared(folder, "node a.js & node b.js"), options(tmp_path), quiet) as served:
        assert served.origin == f"http://127.0.0.1:{two}"


@pytest.mark.parametrize(
    "script",
    [
        LISTEN,
        # Swallows the error and lives on: only the owner of the socket tells that the page is somebody else's.
        SERVER + f"http.createServer(page).on('error', () => setInterval(() => {{}}, 1000)).listen({TOLD});",
    ],
    ids=["exits", "lives on"],
)
def test_a_port_taken_in_between_is_changed(tmp_path: Path, script: str) -> None:
    """F21."""
    with foreign_server() as taken:
        ports = itertools.chain([taken], iter(free_port, None))
        subject = prepared(app(tmp_path, s=script), "node s.js")
        with serve_node(subject, options(tmp_path), quiet, ports=lambda: next(ports)) as served:
            assert served.origin != f"http://127.0.0.1:{taken}"
            assert "<h1>app" in get(served.origin)
            assert any(f"port {taken} was taken" in note for note in served.notes)


def test_ports_taken_again_and_again_are_nobodys_fault_here(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    with foreign_server() as taken:
        failure = failing(tmp_path, "node s.js", ports=lambda: taken)
    assert failure.label == "infra:port"
    assert failure.code is None


def test_a_fixed_port_in_use_is_waited_for(tmp_path: Path) -> None:
    with foreign_server() as port:
        app(tmp_path, s=answering("r.end('mine')", f"{port}, '127.0.0.1'"))
        failure = failing(tmp_path, "node s.js", seconds=8.0)
        assert failure.label == "infra:port"
        assert str(port) in failure.message
    said: list[str] = []
    with contextlib.ExitStack() as stack:
        foreign = stack.enter_context(contextlib.ExitStack())
        foreign.enter_context(foreign_server(port))

        def say(text: str) -> None:
            said.append(text)
            if "waiting" in text:
                foreign.close()

        served = stack.enter_context(serve(prepared(tmp_path / "app", "node s.js"), options(tmp_path), say))
        assert get(served.origin) == "mine"
    assert any("insists on port" in text for text in said)


@SANDBOXES
def test_no_descendant_is_left(tmp_path: Path, sandbox: str) -> None:
    """F23: two children, one that left the session, one that was orphaned on purpose."""
    detach = """
const { spawn } = require('child_process');
const { PATH } = process.env;
const idle = "setInterval(() => {}, 1000)";
spawn(process.execPath, ['-e', idle], { detached: true, stdio: 'ignore', env: {} }).unref();
spawn('/bin/sh', ['-c', `(setsid node -e '${idle}' >/dev/null 2>&1 &) ; exit 0`], { env: { PATH } });
"""
    folder = app(tmp_path, a=detach + "setInterval(() => {}, 1000);", b=LISTEN)
    with serve(prepared(folder, "node a.js & node b.js"), options(tmp_path, sandbox=sandbox), quiet) as served:
        assert until(lambda: len(psutil.Process(served.pid).children(recursive=True)) >= 5)
        tree = psutil.Process(served.pid).children(recursive=True)
    assert not [process for process in tree if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]
    assert not processes_in(tmp_path)


@SANDBOXES
def test_a_server_in_the_background_of_its_shell_lives(tmp_path: Path, sandbox: str) -> None:
    with serve(prepared(app(tmp_path, s=LISTEN), "node s.js &"), options(tmp_path, sandbox=sandbox), quiet) as served:
        assert "<h1>" in get(served.origin)


@pytest.mark.parametrize("size", [100 * 1024, 50 * 1024 * 1024])
def test_a_flood_on_the_log_neither_blocks_nor_fills_the_disk(tmp_path: Path, size: int) -> None:
    """F32."""
    flood = f"for (let i = 0; i < {size}; i += 1024) require('fs').writeSync(1, 'x'.repeat(1023) + '\\n');"
    script = f"{flood} console.error('end of flood');"
    with serve(prepared(app(tmp_path, s=script + LISTEN), "node s.js"), options(tmp_path), quiet) as served:
        assert "<h1>" in get(served.origin)
    log = (tmp_path / "logs/serve.log").read_bytes()
    assert log.endswith(b"end of flood\n")
    assert min(size, 1_000_000) <= len(log) <= 1_300_000 or len(log) < size + 100
    assert (b"bytes left out" in log) == (size > 1024 * 1024)


def test_a_server_that_never_listens(tmp_path: Path) -> None:
    """F28: "ready" in the log is nothing."""
    app(tmp_path, s="console.log('ready on http://localhost:' + process.env.PORT); setInterval(() => {}, 1000);")
    failure = failing(tmp_path, "node s.js", seconds=6.0)
    assert (failure.label, failure.code, failure.stage) == ("serve:timeout", "timeout", "serve")
    assert "opened no port" in failure.message
    assert "ready on" in failure.message


def test_a_server_that_listens_but_never_answers(tmp_path: Path) -> None:
    app(tmp_path, s="require('net').createServer(() => {}).listen(+process.env.PORT, process.env.HOST);")
    failure = failing(tmp_path, "node s.js", seconds=6.0)
    assert failure.label == "serve:timeout"
    assert "no answer over HTTP" in failure.message


@SANDBOXES
@pytest.mark.parametrize(
    ("script", "label", "told"),
    [
        ("process.exit(3)", "serve:exit", "status 3"),
        ("require('express')", "serve:exit", "Cannot find module 'express'"),
        ("console.log('connecting'); throw new TypeError('db is null')", "serve:exit", "TypeError: db is null"),
        ("throw new Error('Missing required environment variable DATABASE_URL')", "serve:env", "DATABASE_URL"),
        (
            "for (let i = 3e3; i--; ) require('fs').writeSync(2, 'x'.repeat(999) + '\\n'); throw Error('too late')",
            "serve:exit",
            "Error: too late",
        ),
        ("process.kill(process.pid, 'SIGSEGV')", "serve:exit", "ended"),
    ],
)
def test_an_early_end_tells_why(tmp_path: Path, script: str, label: str, told: str, sandbox: str) -> None:
    app(tmp_path, s=script)
    failure = failing(tmp_path, "node s.js", sandbox=sandbox)
    assert failure.label == label
    assert told in failure.message
    assert "    at " not in failure.message
    assert failure.log == "serve.log"
    assert len(failure.message.splitlines()) <= 10
    assert len(failure.message) <= 4000


def test_a_supervisor_that_dies_is_not_the_apps_fault(tmp_path: Path) -> None:
    app(tmp_path, s="process.kill(process.ppid, 'SIGKILL'); setInterval(() => {}, 1000)")
    failure = failing(tmp_path, "exec node s.js", sandbox="off")
    assert failure.label == "infra:supervisor"
    assert failure.infrastructure


def test_a_cache_that_cannot_be_written_is_not_the_apps_fault(tmp_path: Path) -> None:
    app(tmp_path, s=LISTEN)
    (tmp_path / "cache").write_text("a file where a folder should be")
    with (
        pytest.raises(SubjectError) as caught,
        serve(prepared(tmp_path / "app", "node s.js"), options(tmp_path), quiet),
    ):
        pass
    assert caught.value.failure.label == "infra:disk"


def test_a_start_command_that_does_not_exist(tmp_path: Path) -> None:
    app(tmp_path)
    failure = failing(tmp_path, "vite preview --port {port}")
    assert failure.label == "serve:exit"
    assert "vite" in failure.message
    assert "dependencies" in str(failure.hint)


def test_an_address_that_loopback_does_not_reach(tmp_path: Path) -> None:
    others = [a.address for group in psutil.net_if_addrs().values() for a in group if a.family == socket.AF_INET]
    outside = next((address for address in others if not address.startswith("127.")), None)
    if outside is None:
        assert Listener(80, "10.0.0.1", 1).hosts == ()
        return
    app(tmp_path, s=f"require('http').createServer(() => {{}}).listen(+process.env.PORT, '{outside}');")
    failure = failing(tmp_path, "node s.js", seconds=30.0)
    assert failure.label == "serve:wrong-host"
    assert outside in failure.message


@pytest.mark.parametrize("status", [302, 404, 500])
def test_any_answer_proves_the_server(tmp_path: Path, status: int) -> None:
    headers = "{ location: 'http://example.com/login' }"
    script = answering(f"r.writeHead({status}, {headers}); r.end('x')")
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        assert get(served.origin) == "x"


def test_a_server_that_warms_up_is_waited_for(tmp_path: Path) -> None:
    script = answering("r.statusCode = ++n < 4 ? 503 : 200; r.end(String(n))")
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        assert get(served.origin) == "5"


def test_the_base_path_is_probed_and_told(tmp_path: Path) -> None:
    script = answering("if (q.url === '/docs/') r.end('docs'); else q.socket.destroy()")
    with serve(prepared(app(tmp_path, s=script), "node s.js", base="/docs/"), options(tmp_path), quiet) as served:
        assert served.base == "/docs"
        assert get(served.origin, served.base + "/") == "docs"


@pytest.mark.parametrize(
    ("base", "path"),
    [
        ("/", ""),
        ("./", ""),
        ("", ""),
        ("/repo/", "/repo"),
        ("/a/b", "/a/b"),
        ("https://cdn.example.com/x/", ""),
        ("//cdn.example.com/", ""),
    ],
)
def test_base_of(base: str, path: str) -> None:
    assert base_of(base) == path


def test_the_server_neither_reads_nor_writes_outside_its_copy(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept")
    (tmp_path / "cache/servers").mkdir(parents=True)
    files = [f"{tmp_path}/precious", f"{tmp_path}/cache/servers/x.json", "/etc/uibench-was-here"]
    script = f"""
const fs = require('fs');
const records = fs.readdirSync('{tmp_path}/cache/servers').filter((file) => file.endsWith('.json'));
const seen = records.length || fs.existsSync('{tmp_path}/precious');
for (const file of {files!r}) {{ try {{ fs.writeFileSync(file, 'x') }} catch {{ }} }}
fs.writeFileSync('own', 'x');
"""
    subject = prepared(app(tmp_path, s=script + answering("r.end(String(seen))")), "node s.js")
    with serve(subject, options(tmp_path), quiet) as served:
        if "uncontained" in served.notes[0]:
            pytest.skip("no bubblewrap on this machine")
        assert get(served.origin) == "false"
    assert (tmp_path / "precious").read_text() == "kept"
    assert not Path(files[1]).exists()
    assert not Path(files[2]).exists()
    assert (tmp_path / "app/own").exists()


def test_next_standalone_gets_what_its_build_leaves_out(tmp_path: Path) -> None:
    folder = app(tmp_path)
    for name in (
        ".next/standalone/apps/web/server.js",
        ".next/static/chunks/a.js",
        "public/robots.txt",
        ".next/standalone/node_modules/x/server.js",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "public/passwd").symlink_to("/etc/passwd")
    subject = prepared(folder, "exec node .next/standalone/apps/web/server.js")
    made = complete_standalone(subject)
    web = folder / ".next/standalone/apps/web"
    assert made == (web / ".next/static", web / "public")
    assert (web / ".next/static/chunks/a.js").is_file()
    assert (web / "public/passwd").is_symlink()
    assert complete_standalone(subject) == ()
    assert complete_standalone(prepared(folder, "next start")) == ()


def test_a_server_without_command_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(SubjectError) as caught, serve(prepared(app(tmp_path), None), options(tmp_path), quiet):
        pass
    assert caught.value.failure.label == "serve:no-site"


def test_a_server_that_crashes_while_it_is_used_says_why(tmp_path: Path) -> None:
    script = answering("if (q.url === '/buy') setImmediate(() => { throw new Error('no stock') }); else r.end('ok')")
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), quiet) as served:
        assert crash(served, options(tmp_path)) is None
        with pytest.raises(OSError):
            get(served.origin, "/buy")
        assert until(lambda: crash(served, options(tmp_path)))
        failure = crash(served, options(tmp_path))
    assert failure is not None
    assert failure.label == "serve:crash"
    assert "Error: no stock" in failure.message


def test_served_is_a_plain_value(tmp_path: Path) -> None:
    with serve(prepared(app(tmp_path, s=LISTEN), "node s.js"), options(tmp_path), quiet) as served:
        assert isinstance(served, Served)
        assert served.seconds > 0
