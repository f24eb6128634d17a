"""Real subjects with a server for the tests of serving: node scripts, values made by hand."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from pytest_uibench.model import Prepared, Project, ServePlan, StageReport, SubjectOptions

SERVER = """
const http = require('http');
let count = 0;
const page = (request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<h1>${process.env.TITLE || 'app'} ${process.pid} ${request.url} ${++count}</h1>`);
};
"""
TOLD = "+process.env.PORT, process.env.HOST"
LISTEN = SERVER + f"http.createServer(page).listen({TOLD});\n"


def answering(body: str, listen: str = TOLD) -> str:
    """A script whose server handles a request ``q`` with reply ``r`` by ``body``."""
    return f"let n = 0; require('http').createServer((q, r) => {{ {body} }}).listen({listen});\n"


def prepared(
    folder: Path, command: str | None, *, base: str = "/", env: dict[str, str] | None = None, key: str = "key"
) -> Prepared:
    project = Project(
        path=str(folder),
        folder="",
        manifest="package.json",
        name=folder.name,
        framework="other",
        library=None,
        typescript=False,
        package_manager=None,
        build=None,
        serve=ServePlan(kind="server", command=command, spa=False),
        base=base,
        env=env or {},
    )
    return Prepared(
        project=project,
        install=StageReport(stage="install", status="passed"),
        build=StageReport(stage="build", status="passed"),
        workdir=str(folder),
        site=None,
        key=key,
        containment="",
    )


def options(root: Path, run_id: str = "run", sandbox: str = "auto") -> SubjectOptions:
    return SubjectOptions(cache=str(root / "cache"), logs=str(root / "logs"), run_id=run_id, sandbox=sandbox)  # type: ignore[arg-type]


def app(root: Path, **files: str) -> Path:
    folder = root / "app"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text)
    return folder


def get(origin: str, path: str = "/") -> str:
    parts = urlsplit(origin)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def until(condition: Callable[[], object], seconds: float = 20.0) -> bool:
    """Wait for a condition; False when it never came true."""
    never, deadline = threading.Event(), time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        never.wait(0.05)
    return True


def processes_in(folder: Path) -> list[int]:
    """Living processes that work in ``folder`` or name it on their command line, this one excluded."""
    found = []
    for process in psutil.process_iter():
        try:
            named = process.pid != psutil.Process().pid and any(str(folder) in word for word in process.cmdline())
            if process.status() != psutil.STATUS_ZOMBIE and (named or process.cwd().startswith(str(folder))):
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


USER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.unit.serving import options, prepared
from pytest_uibench.subject.serve import serve
root = Path(sys.argv[2])
with serve(prepared(root / "app", sys.argv[3]), options(root, sys.argv[4], sys.argv[5]), lambda text: None) as served:
    print(served.origin, served.pid, flush=True)
    sys.stdin.read()
print("done", flush=True)
"""


class UserProcess:
    """Another process that uses the server of ``root / "app"``, as an xdist worker would."""

    def __init__(self, root: Path, command: str = "exec node s.js", run_id: str = "run", sandbox: str = "auto") -> None:
        repository = str(Path(__file__).parents[2])
        self.process = subprocess.Popen(
            [sys.executable, "-c", USER, repository, str(root), command, run_id, sandbox],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
        )
        self.origin = ""
        self.pid = 0

    def ready(self) -> UserProcess:
        assert self.process.stdout
        self.origin, pid = self.process.stdout.readline().split()
        self.pid = int(pid)
        return self

    def finish(self) -> None:
        out, _ = self.process.communicate("", timeout=60)
        assert out == "done\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()
