"""Served places to files of a subject: names in maps, files behind addresses, what counts as the same code."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.model import Prepared, Project, ServePlan, StageReport, SubjectOptions
from pytest_uibench.subject.sourcemap import SourcePlace, locate
from pytest_uibench.subject.sourcemap.decode import Original
from pytest_uibench.subject.sourcemap.rebuild import Maps
from pytest_uibench.subject.sourcemap.served import (
    Mapped,
    ServedCode,
    beside,
    offset_of,
    position_of,
    same_code,
    stem,
)
from pytest_uibench.subject.sourcemap.sources import Sources

from .test_sourcemap_decode import ROLLUP

ROLLUP_CODE = (
    "function b(list) {\n  return list.map((one) => one.missing.value);\n}\n\n"
    "const list = [1, 2];\nconsole.log(b(list));\n"
)


def prepared(tmp_path: Path, *, folder: str = "", site: str | None = "dist", kind: Any = "static") -> Prepared:
    subject, copy = tmp_path / "subject", tmp_path / "copy"
    (subject / folder).mkdir(parents=True, exist_ok=True)
    (copy / folder).mkdir(parents=True, exist_ok=True)
    project = Project(
        path=str(subject),
        folder=folder,
        manifest="package.json",
        name="subject",
        framework="other",
        library=None,
        typescript=False,
        package_manager=None,
        build=None,
        serve=ServePlan(kind=kind),
    )
    return Prepared(
        project=project,
        install=StageReport(stage="install", status="passed"),
        build=StageReport(stage="build", status="passed"),
        workdir=str(copy / folder),
        site=None if site is None else str(copy / folder / site),
        key="",
        containment="",
    )


def write(folder: Path | str, files: dict[str, str]) -> None:
    for name, text in files.items():
        (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
        (Path(folder) / name).write_text(text, "utf-8")


def options(tmp_path: Path) -> SubjectOptions:
    return SubjectOptions(cache=str(tmp_path / "cache"), logs=str(tmp_path / "logs"), run_id="run")


def found(done: Prepared, tmp_path: Path, *places: tuple[str, int, int]) -> dict[tuple[str, int, int], SourcePlace]:
    return locate(done, options(tmp_path), lambda line: None, places)


SUBJECT = {
    "src/App.tsx": "one\ntwo\nthree\n",
    "src/index.js": "an own file whose name packages have too\n",
    "app/posts/[slug]/page.tsx": "one\ntwo\n",
    "packages/ui/button.ts": "one\n",
}


@pytest.mark.parametrize(
    ("raw", "folder", "file"),
    [
        ("../../src/App.tsx", "dist/assets", "src/App.tsx"),
        ("src/App.tsx", ".", "src/App.tsx"),
        ("..\\..\\src\\App.tsx", "dist/assets", "src/App.tsx"),
        ("webpack://_N_E/./src/App.tsx", ".next/static", "src/App.tsx"),
        ("webpack:///src/App.tsx?3ac1", "dist/js", "src/App.tsx"),
        ("webpack://shop/(app-pages-browser)/./src/App.tsx", "dist", "src/App.tsx"),
        ("turbopack:///[project]/app/posts/[slug]/page.tsx", ".next/static", "app/posts/[slug]/page.tsx"),
        ("webpack://_N_E/./app/posts/%5Bslug%5D/page.tsx", ".next", "app/posts/[slug]/page.tsx"),
        ("file://{copy}/src/App.tsx", "dist", "src/App.tsx"),
        ("{copy}/src/App.tsx", "dist", "src/App.tsx"),
        ("../../../../../../src/App.tsx", "build/_app", "src/App.tsx"),
        ("/src/App.tsx", "dist", "src/App.tsx"),
        ("App.tsx", "build/static/js", "src/App.tsx"),
        ("../packages/ui/button.ts", "dist", "packages/ui/button.ts"),
    ],
)
def test_names_of_the_apps_own_files(tmp_path: Path, raw: str, folder: str, file: str) -> None:
    done = prepared(tmp_path)
    write(done.project.path, SUBJECT)
    sources = Sources(done.project, tmp_path / "copy")
    original = Original(raw.replace("{copy}", str(tmp_path / "copy")), 0, 2, None)
    assert sources.place(original, folder) == SourcePlace(file=file, line=1, column=3)


@pytest.mark.parametrize(
    ("raw", "package"),
    [
        ("../../node_modules/react-dom/cjs/react-dom.production.js", "react-dom"),
        ("../../node_modules/.pnpm/@vue+runtime@3/node_modules/@vue/runtime-core/dist/index.js", "@vue/runtime-core"),
        ("webpack://_N_E/../node_modules/next/dist/src/index.js?1a", "next"),
        ("../../node_modules/library/src/index.js", "library"),
        ("../../node_modules/a/node_modules/b/src/index.js", "b"),
    ],
)
def test_files_of_packages_are_never_taken_for_the_apps(tmp_path: Path, raw: str, package: str) -> None:
    done = prepared(tmp_path)
    write(done.project.path, SUBJECT)
    place = Sources(done.project, tmp_path / "copy").place(Original(raw, 4, 0, None), "dist/assets")
    assert place is not None
    assert place.package == package
    assert place.file.startswith(f"node_modules/{package}/")
    assert "?" not in place.file


@pytest.mark.parametrize(
    "raw",
    ["/etc/passwd", "../../../../../../etc/passwd", "file:///etc/passwd", "webpack/bootstrap", "\0virtual", "", "../..",
     "webpack://x/external commonjs", "src", "../secret.txt", "link.txt", "a" * 10_000],
)  # fmt: skip
def test_names_of_nothing_in_the_subject(tmp_path: Path, raw: str) -> None:
    done = prepared(tmp_path)
    write(done.project.path, SUBJECT)
    write(tmp_path, {"secret.txt": "one\n"})
    (tmp_path / "subject" / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert Sources(done.project, tmp_path / "copy").place(Original(raw, 0, 0, None), "dist") is None


def test_a_project_in_a_folder(tmp_path: Path) -> None:
    done = prepared(tmp_path, folder="web")
    write(done.project.path, {"web/src/App.tsx": "one\n"})
    sources = Sources(done.project, tmp_path / "copy")
    for raw, folder in (("../../src/App.tsx", "web/dist/assets"), ("webpack://w/./src/App.tsx", "web/dist")):
        assert sources.place(Original(raw, 0, 0, None), folder) == SourcePlace(file="web/src/App.tsx", line=1, column=1)


def test_a_map_of_a_changed_file_counts_by_the_text_of_the_line(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(done.project.path, {"src/a.js": "// by hand\nfirst();\nsecond();\nsame();\nsame();\n"})
    sources = Sources(done.project, tmp_path / "copy")

    def line(text: str, number: int) -> int | None:
        place = sources.place(Original("src/a.js", number, 0, text), ".")
        return None if place is None else place.line

    assert line("first();\nsecond();\n", 1) == 3
    assert line("added();\nsame();\n", 1) is None
    assert line("added();\n", 0) is None
    assert line("// by hand\r\nfirst();\r\nsecond();\r\nsame();\r\nsame();\r\n", 3) == 4


def test_lines_beyond_the_file(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(done.project.path, SUBJECT)
    assert Sources(done.project, tmp_path / "copy").place(Original("src/App.tsx", 500, 0, None), ".") is None


def test_a_map_beside_the_served_code(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(done.project.path, {"b.js": ROLLUP["sourcesContent"][0], "a.js": ROLLUP["sourcesContent"][1]})
    write(done.workdir, {"dist/index.html": "", "dist/a.js": ROLLUP_CODE, "dist/a.js.map": json.dumps(ROLLUP)})
    places = [("/a.js", 2, 34), ("/a.js?v=1", 6, 9), ("/missing.js", 1, 1), ("https://cdn.example/a.js", 1, 1)]
    assert found(done, tmp_path, *places) == {
        places[0]: SourcePlace(file="b.js", line=2, column=32),
        places[1]: SourcePlace(file="a.js", line=4, column=9),
    }
    assert not (tmp_path / "cache").exists()


def test_a_map_inside_the_served_code(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(done.project.path, {"b.js": ROLLUP["sourcesContent"][0], "a.js": ROLLUP["sourcesContent"][1]})
    data = base64.b64encode(json.dumps(ROLLUP).encode()).decode()
    code = f"{ROLLUP_CODE}//# sourceMappingURL=data:application/json;charset=utf-8;base64,{data}\n"
    write(done.workdir, {"dist/index.html": "", "dist/a.js": code})
    assert found(done, tmp_path, ("/a.js", 6, 9)) == {("/a.js", 6, 9): SourcePlace(file="a.js", line=4, column=9)}


def test_the_dot_of_an_access_belongs_to_the_name_behind_it(tmp_path: Path) -> None:
    """V8 points at the dot; a minifier may have put an expression from another line in front of it."""
    done = prepared(tmp_path)
    write(done.project.path, {"a.js": "const saved = load();\nsaved.names;\n"})
    # "load().names": load() from line 1, names from line 2.
    fields = {"version": 3, "sources": ["../a.js"], "mappings": "AAAc,OACR"}
    write(done.workdir, {"dist/index.html": "", "dist/a.js": "load().names", "dist/a.js.map": json.dumps(fields)})
    assert found(done, tmp_path, ("/a.js", 1, 7))[("/a.js", 1, 7)].line == 2
    assert found(done, tmp_path, ("/a.js", 1, 1))[("/a.js", 1, 1)].line == 1


def test_plain_sites_are_their_own_source(tmp_path: Path) -> None:
    done = prepared(tmp_path, site="")
    files = {"index.html": "<script>\n  broken.call();\n</script>", "js/app.js": "x\n", "über uns.html": "<p>"}
    write(done.project.path, files)
    write(done.workdir, files)
    places = [("/", 2, 3), ("/index.html", 2, 3), ("/js/app.js", 1, 1), ("/%C3%BCber%20uns.html", 1, 2)]
    assert {place: source.file for place, source in found(done, tmp_path, *places).items()} == {
        places[0]: "index.html",
        places[1]: "index.html",
        places[2]: "js/app.js",
        places[3]: "über uns.html",
    }


def test_files_that_a_build_copies_and_pages_that_it_rewrites(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(
        done.project.path, {"public/config.js": "bad();\n", "index.html": "<head>\n\n<script>\n boot();\n</script>\n"}
    )
    page = "<head>\n<script>\nboot();\n</script>\n"
    write(done.workdir, {"dist/index.html": page, "dist/config.js": "bad();\n"})
    places = [("/config.js", 1, 1), ("/", 3, 1), ("/deep/route", 3, 1), ("/", 1, 1)]
    got = found(done, tmp_path, *places)
    assert got[places[0]].file == "public/config.js"
    assert (got[places[1]].file, got[places[1]].line) == ("index.html", 4)
    assert (got[places[2]].file, got[places[2]].line) == ("index.html", 4)


@pytest.mark.parametrize("url", ["/../../secret.js", "//host/a.js", "/%2e%2e/secret.js", "/link.js", "blob:x", ""])
def test_addresses_of_nothing_in_the_site(tmp_path: Path, url: str) -> None:
    done = prepared(tmp_path)
    write(tmp_path, {"secret.js": "x"})
    write(done.workdir, {"dist/app.css": ""})
    (Path(done.site or "") / "link.js").symlink_to(tmp_path / "secret.js")
    assert ServedCode(done).file(url) is None


def test_maps_outside_the_site_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere.map": "{}", "site/a.js": "x\n//# sourceMappingURL=../elsewhere.map\n"})
    (tmp_path / "site" / "a.js.map").symlink_to(tmp_path / "elsewhere.map")
    assert beside(tmp_path / "site" / "a.js", tmp_path / "site") is None


def test_servers_files_are_found_by_their_tail(tmp_path: Path) -> None:
    done = prepared(tmp_path, site=None, kind="server")
    write(done.workdir, {".next/static/chunks/app/page-1.js": "", ".next/server/chunks/page-1.js": "", "a.js": ""})
    served = ServedCode(done)
    assert served.file("/_next/static/chunks/app/page-1.js") == Path(done.workdir) / ".next/static/chunks/app/page-1.js"
    assert served.file("/_next/static/none.js") is None
    assert served.file("/about") is None


def test_same_code() -> None:
    code = 'import{a}from"./vendor-Ab3dE_9x.js";run();'
    assert same_code(code) == same_code(f"{code}\n//# sourceMappingURL=index-1.js.map\n")
    assert same_code(code) == same_code(code.replace("Ab3dE_9x", "Zz3dE_9x"))
    assert same_code(code) != same_code(code.replace("run", "ran"))
    assert same_code(code) != same_code(code.replace("Ab3dE_9x", "Ab3dE_9xy"))
    assert stem("index-Ab3dE_9x.js") == stem("index-Zz3dE_9x.js") != stem("other-Ab3dE_9x.js")


def test_places_in_utf16_units() -> None:
    text = 'first\nsay("🌞🌞");fail()'
    offset = text.index("fail")
    assert position_of(text, offset) == (1, 12)
    assert offset_of(text, (1, 12)) == offset
    assert offset_of(text, (7, 0)) is None


def test_alike_needs_the_code_around_exactly_once(tmp_path: Path) -> None:
    here = "const built=1764500000;" + "".join(f"f{n}({n});" for n in range(60)) + "boom.missing();" + "g();" * 40
    there = "const built=1764511111111;" + here.partition(";")[2]
    write(tmp_path, {"site/index-aaaaaaaa.js": here, "kept/index-bbbbbbbb.js": there})
    twin = Mapped(tmp_path / "kept/index-bbbbbbbb.js", None, "dist")
    maps = Maps(tmp_path / "app", by_stem={stem("index-aaaaaaaa.js"): [twin]})
    code = tmp_path / "site/index-aaaaaaaa.js"
    assert maps.find(code) is None
    assert maps.alike(code, (0, here.index("boom"))) == (twin, (0, there.index("boom")))
    # Inside what repeats no place is like no other.
    write(tmp_path, {"site/index-cccccccc.js": "g();" * 500, "kept/index-bbbbbbbb.js": "h();" + "g();" * 500})
    assert maps.alike(tmp_path / "site/index-cccccccc.js", (0, 1000)) is None
    assert maps.alike(tmp_path / "site/other-aaaaaaaa.js", (0, 0)) is None


def test_a_script_that_the_build_wrote_into_a_page(tmp_path: Path) -> None:
    code = "function n(t){return t.map(e=>e.toUpperCase()).join()}document.title=n(null);"
    page = f"<h1>Title</h1><script>first()</script><p>x</p><script type=module>{code}</script><p>t.map(e</p>"
    write(tmp_path, {"site/index.html": page, "kept/a.js": f"{code}\n", "kept/b.js": "other()"})
    twins = [Mapped(tmp_path / "kept" / name, None, ".") for name in ("a.js", "b.js")]
    maps = Maps(tmp_path / "app", by_code={str(twin.code): twin for twin in twins})
    site = tmp_path / "site/index.html"
    assert maps.alike(site, (0, page.index("t.map"))) == (twins[0], (0, code.index("t.map")))
    assert maps.alike(site, (0, page.rindex("t.map"))) is None
    assert maps.alike(site, (0, page.index("first"))) is None
    assert maps.alike(site, (0, 3)) is None


def test_without_a_known_bundler_there_are_no_places(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    write(done.workdir, {"dist/index.html": "", "dist/bundle.js": "a.b.c"})
    assert found(replace(done, key="key"), tmp_path, ("/bundle.js", 1, 3)) == {}
