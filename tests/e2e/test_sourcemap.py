"""Runtime errors of real production builds are reported at the line that a person wrote (METRICS 1, C9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import expected, materialise

from .conftest import Ran

THROWING = ("broken-c9-throw", "broken-c9-import-throw", "broken-c9-loop")
NULL = 'JSON.parse(localStorage.getItem("nowhere") ?? "null") as { names: string[] }'
ASKED = "once more with source maps"


def edit(file: Path, find: str, put: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(find) == 1, f"{file}: {find!r}"
    file.write_text(text.replace(find, put), "utf-8")


def line_of(file: Path, text: str) -> int:
    return next(n for n, line in enumerate(file.read_text("utf-8").splitlines(), start=1) if text in line)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory, run_pytest: Callable[..., Ran]) -> Ran:
    """Everything in one session: one set of dependencies for all shops."""
    folder = tmp_path_factory.mktemp("maps")
    for name in (*THROWING, "partial", "data-router", "vue-notes"):
        materialise(name, folder / "apps")
    # Errors that nobody sees but a router or Vue, which log them.
    edit(
        folder / "apps/data-router/src/pages/AboutPage.tsx",
        "export function AboutPage() {\n",
        f"export function AboutPage() {{\n  const saved = {NULL};\n  document.title = saved.names.join();\n",
    )
    edit(
        folder / "apps/vue-notes/src/views/TagsView.vue",
        "const chosen = ref(tags[0]);\n",
        f"const chosen = ref(tags[0]);\nconst saved = {NULL};\ndocument.title = saved.names.join();\n",
    )
    return run_pytest(folder, "--uibench-app=apps/*", "-q", "-m", "uibench_exec or uibench_route or uibench_links")


def failed(ran: Ran, app: str, item: str) -> dict[str, Any]:
    found = next(i for i in ran.app(app)["items"] if i["nodeid"].endswith(f"::{item}"))
    assert found["status"] == "failed", found
    return found


@pytest.mark.parametrize("name", THROWING)
def test_home_page(ran: Ran, name: str) -> None:
    want, seen = expected(name)["exec"]["failure"], ran.app(name)["exec"]["failure"]
    assert (seen["label"], seen["code"], seen["file"]) == (want["label"], "C9", want["file"])
    line = want.get("line") or line_of(ran.folder / "apps" / name / want["file"], "setVisits(visits + 1)")
    assert seen["line"] == line
    assert f"at {seen['file']}:{line}" in failed(ran, name, "exec[render]")["detail"]


def test_one_route(ran: Ran) -> None:
    place = next(r for r in expected("partial")["routes"] if r["route"] == "/favourites")["place"]
    assert f"at {place['file']}:{place['line']}" in failed(ran, "partial", "route[/favourites]")["detail"]
    route = next(r for r in ran.app("partial")["routes"] if r["route"] == "/favourites")
    assert f"({place['file']}:{place['line']})" in route["errors"][0]


@pytest.mark.parametrize(
    ("app", "item", "file"),
    [
        ("data-router", "route[/about]", "src/pages/AboutPage.tsx"),
        ("vue-notes", "route[/tags]", "src/views/TagsView.vue"),
    ],
)
def test_errors_that_are_only_logged(ran: Ran, app: str, item: str, file: str) -> None:
    found = failed(ran, app, item)
    assert found["label"] == "render:exception"
    assert f"at {file}:{line_of(ran.folder / 'apps' / app / file, 'saved.names')}" in found["detail"]


def test_maps_are_made_once_and_only_where_an_error_asks(ran: Ran, run_pytest: Callable[..., Ran]) -> None:
    (ran.folder / "apps/quiet").mkdir()
    (ran.folder / "apps/quiet/index.html").write_text(
        "<!doctype html><h1>Quiet</h1><p>Nothing is wrong here.</p><a>x</a>"
    )
    again = run_pytest(
        ran.folder, "--uibench-app=apps/partial", "--uibench-app=apps/quiet", "-q", "-k", "favourites or render"
    )
    logs = ran.folder / "uibench-report" / "apps"
    assert not (logs / "partial/logs/source-maps/build.log").exists(), "built again although nothing changed"
    assert not (logs / "quiet/logs/source-maps").exists()
    assert ASKED not in again.out
    place = next(r for r in expected("partial")["routes"] if r["route"] == "/favourites")["place"]
    assert f"at {place['file']}:{place['line']}" in failed(again, "partial", "route[/favourites]")["detail"]


def test_the_subject_is_left_as_it_was(ran: Ran) -> None:
    for name in THROWING:
        app = ran.folder / "apps" / name
        assert not [path for path in app.rglob("*") if path.name in ("dist", "node_modules") or path.suffix == ".map"]
