"""Where the project is, broken manifests, plain pages, hostile folders (F14)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pytest_uibench.model import SubjectOverrides, UibenchError
from pytest_uibench.subject.detect import detect

from .test_detect import VITE, app, deps


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(UibenchError, match="no such directory"):
        detect(tmp_path / "nope")
    (tmp_path / "file.txt").write_text("")
    with pytest.raises(UibenchError, match=f"not a directory.*{tmp_path}"):
        detect(tmp_path / "file.txt")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UibenchError, match="no front-end project in it"):
        detect(tmp_path / "empty")


def test_the_only_nested_project_is_taken(tmp_path: Path) -> None:
    app(tmp_path / "outer/inner", VITE)
    (tmp_path / "outer/__MACOSX").mkdir()
    (tmp_path / "outer/node_modules/x").mkdir(parents=True)
    (tmp_path / "outer/node_modules/x/package.json").write_text(json.dumps(VITE))
    project = detect(tmp_path / "outer")
    assert (project.folder, project.manifest, project.name) == ("inner", "inner/package.json", "outer")
    assert "the project is in inner/" in project.notes
    assert detect(tmp_path).folder == "outer/inner"


def test_several_nested_projects_are_listed(tmp_path: Path) -> None:
    app(tmp_path / "two", VITE)
    app(tmp_path / "one", VITE)
    with pytest.raises(UibenchError) as error:
        detect(tmp_path)
    assert "\n  one\n  two\n" in str(error.value)
    assert "subject: {folder: one}" in str(error.value)
    assert detect(tmp_path, SubjectOverrides(folder="two")).folder == "two"
    assert detect(tmp_path, SubjectOverrides(folder="./two/")).folder == "two"


@pytest.mark.parametrize("folder", ["frontend", "client", "web", "app"])
@pytest.mark.parametrize(
    "root",
    [
        {"scripts": {"dev": "concurrently a b"}, "devDependencies": {"concurrently": "8"}},
        {"scripts": {"build": "cd {folder} && npm install && npm run build"}},
        {"scripts": {"build": "npm --prefix {folder} run build"}, "dependencies": {"express": "4"}},
        {"scripts": {"build": "turbo run build"}, "workspaces": ["{folder}"]},
        {"scripts": {"build": "npm run build -w {folder}"}},
    ],
)
def test_a_root_that_only_delegates(folder: str, root: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps(root).replace("{folder}", folder))
    app(tmp_path / folder, VITE)
    app(tmp_path / "server", deps("express", start="node index.js"))
    assert detect(tmp_path).folder == folder


def test_a_root_that_builds_is_the_project(tmp_path: Path) -> None:
    app(tmp_path / "examples", VITE)
    assert app(tmp_path, VITE, {"index.html": ""}).folder == ""
    assert app(tmp_path, deps("next", "react", build="next build")).folder == ""


def test_an_unknown_bundler_that_starts_from_a_page_in_a_folder(tmp_path: Path) -> None:
    page = {"public/index.html": "<div id=app></div><script type=module src=index.tsx></script>"}
    assert app(tmp_path / "a", deps("preact", build="bundleit build"), page).manifest == "package.json"
    assert app(tmp_path / "b", deps("express", build="bundleit build"), page).folder == "public"


def test_workspaces_two_levels_down(tmp_path: Path) -> None:
    app(
        tmp_path,
        {"private": True, "workspaces": ["apps/*", "packages/*"], "scripts": {"build": "turbo build"}},
        {"pnpm-lock.yaml": ""},
    )
    app(tmp_path / "apps/web", VITE)
    app(tmp_path / "packages/ui", {"name": "ui", "scripts": {"build": "tsup"}, "dependencies": {"clsx": "2"}})
    project = detect(tmp_path)
    assert project.folder == "apps/web"
    assert any("pnpm-lock.yaml is in the parent folder" in note for note in project.notes)


@pytest.mark.parametrize("folder", ["../x", "/etc", "a/../../x"])
def test_a_folder_outside_is_refused(folder: str, tmp_path: Path) -> None:
    app(tmp_path, VITE)
    with pytest.raises(UibenchError, match=r"leaves .*Name a folder inside it"):
        detect(tmp_path, SubjectOverrides(folder=folder))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    app(tmp_path / "web", VITE)
    with pytest.raises(UibenchError, match="Folders there: web"):
        detect(tmp_path, SubjectOverrides(folder="wep"))
    (tmp_path / "bare").mkdir()
    with pytest.raises(UibenchError, match=r"neither package\.json nor an HTML page"):
        detect(tmp_path, SubjectOverrides(folder="bare"))


# Plain pages


def test_plain_pages(tmp_path: Path) -> None:
    project = app(tmp_path, None, {"index.html": "<p>", "about.html": "<p>"})
    assert (project.framework, project.manifest, project.package_manager, project.build) == (
        "static",
        "index.html",
        None,
        None,
    )
    assert (project.serve.kind, project.serve.outputs, project.serve.spa) == ("static", (".",), False)


def test_a_single_page_of_another_name(tmp_path: Path) -> None:
    project = app(tmp_path, None, {"shop.html": "<p>"})
    assert project.manifest == "shop.html"
    assert "no index.html: the page is shop.html" in project.notes


def test_plain_pages_with_a_manifest(tmp_path: Path) -> None:
    project = app(
        tmp_path, {"scripts": {"start": "live-server"}, "devDependencies": {"live-server": "1"}}, {"index.html": "<p>"}
    )
    assert (project.framework, project.package_manager, project.build, project.serve.outputs) == (
        "static",
        None,
        None,
        (".",),
    )
    uses = {"index.html": '<script src="node_modules/vue/dist/vue.js"></script>'}
    project = app(tmp_path / "b", deps("vue"), uses)
    assert project.package_manager is not None


def test_a_server_without_a_build(tmp_path: Path) -> None:
    project = app(tmp_path, deps("express", start="node server.js"))
    assert (project.framework, project.serve.kind) == ("other", "server")
    assert project.package_manager is not None


# Broken manifests


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (b'{\n "name": "a",\n}', 3, "not valid JSON"),
        (b'{"a": 1', 1, "ends too early"),
        (b"", 1, "is empty"),
        (b"[]", 1, "must hold an object, not an array"),
        (b"null", 1, "must hold an object, not null"),
        (b'{\n<<<<<<< HEAD\n "a": 1\n=======\n "a": 2\n>>>>>>> main\n}', 2, "merge conflict"),
        (b'\xff\xfe{\x00"\x00', 1, "UTF-16"),
        (b'{\n "name": "\xe9"\n}', 2, "not UTF-8"),
        (b"[" * 100_000, 1, ""),
        (b"// comment\n{}", 1, "no comments"),
    ],
)
def test_a_broken_manifest_is_the_apps_fault(text: bytes, line: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_bytes(text)
    (tmp_path / "vite.config.ts").write_text("")
    project = detect(tmp_path)
    fault = project.fault
    assert fault is not None
    assert (fault.label, fault.stage, fault.code, fault.file, fault.line) == (
        "install:manifest",
        "install",
        "install",
        "package.json",
        line,
    )
    assert words in f"{fault.message} {fault.hint}"
    assert (project.framework, project.build) == ("vite", None)


def test_a_byte_order_mark_is_skipped_as_npm_does(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(VITE).encode())
    project = detect(tmp_path)
    assert (project.fault, project.framework) == (None, "vite")
    assert any("byte order mark" in note for note in project.notes)


def test_a_broken_nested_manifest_names_its_folder(tmp_path: Path) -> None:
    app(tmp_path / "web", "{")
    fault = detect(tmp_path).fault
    assert fault is not None
    assert fault.file == "web/package.json"


@pytest.mark.parametrize(
    "manifest",
    [
        {"scripts": [], "dependencies": "x", "engines": 3, "packageManager": {}, "workspaces": {"a": 1}, "homepage": 5},
        {"scripts": {"build": 3, "start": None}, "dependencies": {"vite": None, "react": "18"}},
        {"scripts": {"build": ""}, "dependencies": {}},
    ],
)
def test_wrong_types_are_left_out(manifest: dict[str, object], tmp_path: Path) -> None:
    project = app(tmp_path, manifest, {"index.html": ""})
    assert project.fault is None
    assert project.framework == "static"


# Hostile folders


def test_nothing_is_written_and_links_do_not_loop(tmp_path: Path) -> None:
    root = tmp_path / "app"
    app(root / "site", VITE, {"vite.config.ts": "x", "index.html": ""})
    (root / "site/loop").symlink_to(root)
    (root / "dangling").symlink_to(tmp_path / "nowhere")
    (root / "fifo").mkdir()
    os.mkfifo(root / "site/.env.production")
    before = sorted((p.as_posix(), p.lstat().st_mtime_ns) for p in root.rglob("*"))
    assert detect(root).folder == "site"
    assert sorted((p.as_posix(), p.lstat().st_mtime_ns) for p in root.rglob("*")) == before


def test_the_path_stays_as_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app(tmp_path / "real", VITE)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    project = detect(tmp_path / "link")
    assert (project.path, project.name) == (str(tmp_path / "link"), "link")
    monkeypatch.chdir(tmp_path / "real")
    assert detect(Path()).name == "real"


def test_a_huge_configuration_and_a_pathological_one(tmp_path: Path) -> None:
    for text in ("base: '/x/'," + " " * 300_000, "base: " + "(" * 5_000, "base: a ? " * 400, "`" * 5_000, "/*" * 5_000):
        assert app(tmp_path, VITE, {"vite.config.ts": text}).framework == "vite"
