"""Broken, hostile and enormous sources: always an answer, always the same, nothing raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench import constants
from pytest_uibench.model import from_wire, to_wire
from pytest_uibench.subject.routes import candidate_values, discover
from pytest_uibench.subject.routes.sources import Sources

from .routing import patterns, project, routes

RR = "import { BrowserRouter, Routes, Route } from 'react-router-dom';\n"
GOOD = (
    RR + "export default () => <BrowserRouter><Routes><Route path='/' element={<A/>}/><Route path='/b' "
    "element={<B/>}/></Routes></BrowserRouter>;"
)


def test_nothing_at_all(tmp_path: Path) -> None:
    found = routes(tmp_path, {})
    assert (patterns(found), found.mode) == (["/"], "none")
    assert discover(project(tmp_path / "absent", {})).mode == "none"


@pytest.mark.parametrize(
    "broken",
    [
        RR + "export default () => <Routes><Route path='/a' element={<A/>",
        RR + "<Routes><Route path=/></Routes> }}}} ((( `${",
        "<Route path={\n" * 3_000,
        RR + "const r = " + "[\n" * 20_000 + "]\n" * 20_000 + "; export default () => <Routes>{r}</Routes>",
        RR + "export default () => <Routes>" + "<Route path='a'>\n" * 2_000 + "</Route>\n" * 2_000 + "</Routes>;",
        RR
        + "export default () => <Routes>"
        + "{x && (\n" * 2_000
        + "<Route path='a'/>"
        + ")}\n" * 2_000
        + "</Routes>;",
        RR
        + "const p = "
        + "'a' +\n" * 5_000
        + "'b'; export default () => <Routes><Route path={p} element={<A/>}/></Routes>;",
        RR + "const f = (x) => f(x); export default () => <Routes>{f(1)}</Routes>;",
        RR + "const a = b, b = a; export default () => <Routes><Route path={a} element={<A/>}/></Routes>;",
        RR + "const r = [{ path: 'x', children: r }]; export default () => useRoutes(r);",
        RR + "const a = [1,2,3,4,5,6,7,8,9,0]; const g = (d) => a.map((x) => g(d + x)); export default () => "
        "<Routes>{g('')}</Routes>;",
        RR + "const t = `${a}${a}${a}${a}${a}${a}`; const a = x ? 'p' : 'q'; export default () => "
        "<Routes><Route path={t} element={<A/>}/></Routes>;",
        "\ufeff"
        + RR
        + "// \ud83d\ude00 кириллица\nexport default () => <Routes><Route path='/ü' element={<A/>}/></Routes>;",
    ],
)
def test_broken_sources_end_with_an_answer(tmp_path: Path, broken: str) -> None:
    first = routes(
        tmp_path,
        {"src/App.tsx": broken.encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "src/Other.tsx": GOOD},
    )
    assert first == discover(project(tmp_path, {}))
    assert len(first.routes) <= constants.ROUTE_LIMIT
    assert len(first.notes) <= constants.ROUTE_NOTES
    assert from_wire(type(first), to_wire(first)) == first


def test_cyclic_imports_and_reexports(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + "import { P } from './a';\nexport default () => <Routes><Route path={P} element={<A/>}/><Route "
        "path='/ok' element={<A/>}/></Routes>;",
        "src/a.ts": "export * from './b';\nexport { Q as P } from './b';",
        "src/b.ts": "export * from './a';\nimport { P } from './a';\nexport const Q = P;",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/ok"]
    assert found.notes


def test_components_that_mount_each_other(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + "import A from './A';\nexport default () => <Routes><Route path='/a/*' element={<A/>}/></Routes>;",
        "src/A.tsx": RR + "import App from './App';\nexport default () => <Routes><Route path='x/*' "
        "element={<App/>}/><Route path='y' element={<Y/>}/></Routes>;",
    }
    assert patterns(routes(tmp_path, files)) == ["/a/x/*", "/a/y"]


def test_links_loops_large_binary_and_minified_files(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir(parents=True)
    (tmp_path / "src" / "loop").symlink_to(tmp_path)
    (tmp_path / "src" / "out.tsx").symlink_to("/etc/passwd")
    (tmp_path / "src" / "gone.tsx").symlink_to(tmp_path / "nowhere")
    (tmp_path / "src" / "huge.tsx").write_bytes(b"<Route path='/huge'/>" * 600_000)
    (tmp_path / "src" / "bin.tsx").write_bytes(b"\x00\xff<Routes>" * 100)
    (tmp_path / "src" / "bad.tsx").write_bytes(
        b"\xff\xfe\xfa import 'react-router-dom'; <Routes><Route path='/\xff'/></Routes>"
    )
    (tmp_path / "src" / "min.js").write_bytes(b"import'react-router-dom';" + b"a(<Route path='/min'/>);" * 2_000)
    found = routes(tmp_path, {"src/App.tsx": GOOD})
    assert patterns(found) == ["/", "/b"]
    sources = Sources(project(tmp_path, {}))
    assert all("loop" not in rel and not rel.endswith(("out.tsx", "gone.tsx")) for rel in sources.files)
    assert sources.read("src/huge.tsx") == b""
    assert sources.read("src/min.js") == b""


def test_skipped_folders_and_files(tmp_path: Path) -> None:
    stray = GOOD.replace("/b", "/stray")
    places = ["node_modules/x/App.tsx", "dist/App.tsx", "build/App.tsx", ".next/App.tsx", ".hidden/App.tsx",
              "tests/App.tsx",
              "e2e/App.tsx", "src/__tests__/App.tsx", "src/App.test.tsx", "src/App.stories.tsx",
              "public/App.tsx"]  # fmt: skip
    assert patterns(routes(tmp_path, {"src/App.tsx": GOOD, **dict.fromkeys(places, stray)})) == ["/", "/b"]


def test_the_number_of_files_is_bounded_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "ROUTE_FILES_LIMIT", 5)
    files = {f"src/f{i}.ts": "export {}" for i in range(9)}
    assert any("too many files" in note for note in routes(tmp_path, {**files, "src/App.tsx": GOOD}).notes)


def test_deep_folders_end(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(constants.ROUTE_DEPTH + 10):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "App.tsx").write_text(GOOD)
    assert routes(tmp_path, {"src/App.tsx": GOOD}).notes == ()


def test_a_project_in_a_folder_has_files_relative_to_the_subject(tmp_path: Path) -> None:
    files = {
        "web/src/App.tsx": GOOD,
        "web/index.html": '<script type="module" src="/src/App.tsx"></script>',
        "other/src/App.tsx": GOOD.replace("/b", "/other"),
    }
    found = discover(project(tmp_path, files, folder="web"))
    assert [(r.pattern, r.file) for r in found.routes] == [("/", "web/src/App.tsx"), ("/b", "web/src/App.tsx")]


def test_nothing_in_the_subject_is_touched(tmp_path: Path) -> None:
    built = project(tmp_path, {"src/App.tsx": GOOD})
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")}
    discover(built)
    candidate_values(built, "id")
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")} == before


@pytest.mark.parametrize(
    "noise",
    ["<script>\n" * 20_000, "/*\n" * 60_000, "<!--\n" * 40_000, "export {\n" * 20_000, "import(/*\n" * 20_000,
     "<Route {\n" * 20_000, "definePageMeta({\n" * 10_000, "find: '\n" * 20_000, ("a" * 1_900 + "\n") * 150],
)  # fmt: skip
@pytest.mark.parametrize(
    ("framework", "library", "package"),
    [("vite", "vue", "vue-router"), ("vite", "svelte", "svelte-routing"), ("next", "react", "next")],
)
def test_no_search_through_noise_explodes(
    tmp_path: Path, noise: str, framework: str, library: str, package: str
) -> None:
    head = f"<script>import {{ createRouter, Route }} from '{package}'; createRouter({{ history: 1, routes: [] }})"
    head += "</script>\n"
    names = [
        "src/App.tsx",
        "index.html",
        "tsconfig.json",
        "vite.config.ts",
        "next.config.js",
        "app/page.tsx",
        "pages/a.vue",
    ]
    files = dict.fromkeys(names, noise) | {"src/A.vue": head + noise, "src/B.svelte": head + noise}
    built = project(tmp_path, files, depends={package: "1"}, framework=framework, library=library)
    assert discover(built).routes
    assert candidate_values(built, "id") == ()
