"""Working copies: everything needed, nothing else, and the subject untouched."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench import constants
from pytest_uibench.model import BuildPlan, Project, ServePlan, SubjectError
from pytest_uibench.subject.workcopy import remove_tree, take_snapshot


def project(path: Path, *, outputs: tuple[str, ...] = ("dist",), built: bool = True, folder: str = "") -> Project:
    return Project(
        path=str(path),
        folder=folder,
        manifest="package.json",
        name=path.name,
        framework="vite",
        library=None,
        typescript=False,
        package_manager=None,
        build=BuildPlan(script="vite build", bundle=("vite build",)) if built else None,
        serve=ServePlan(kind="static", outputs=outputs),
    )


@pytest.fixture
def app(tmp_path: Path) -> Path:
    root = tmp_path / "subject"
    write(root, "package.json", "{}")
    write(root, "src/main.ts", "export {}")
    write(root, "public/logo.svg", "<svg/>")
    write(root, ".env", "VITE_X=1")
    return root


def write(root: Path, name: str, text: str = "x") -> Path:
    place = root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def state(root: Path) -> dict[str, tuple[Any, ...]]:
    """Content, rights and times of everything below ``root``."""
    found = {}
    for place, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(place) / name
            info = path.lstat()
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            found[str(path)] = (info.st_mode, info.st_mtime_ns, info.st_ctime_ns, info.st_size, content)
    return found


def test_copies_what_a_build_needs_and_leaves_the_subject_alone(app: Path, tmp_path: Path) -> None:
    for name in (
        "node_modules/a/index.js",
        ".git/HEAD",
        ".next/cache/x",
        "packages/a/node_modules/b/x.js",
        "coverage/x",
    ):
        write(app, name)
    write(app, "dist/index.html")
    write(app, "run.sh").chmod(0o755)
    before = state(app)
    snapshot = take_snapshot(project(app))
    snapshot.copy_to(tmp_path / "copy")
    assert state(app) == before
    copied = {p.relative_to(tmp_path / "copy").as_posix() for p in (tmp_path / "copy").rglob("*") if p.is_file()}
    assert copied == {"package.json", "src/main.ts", "public/logo.svg", ".env", "run.sh"}
    assert os.access(tmp_path / "copy/run.sh", os.X_OK)
    assert not os.access(tmp_path / "copy/package.json", os.X_OK)


def test_key_follows_content_and_paths_and_nothing_else(app: Path) -> None:
    key = take_snapshot(project(app)).key
    os.utime(app / "package.json", (1, 1))
    write(app, "node_modules/x/index.js")
    assert take_snapshot(project(app)).key == key
    seen = {key}
    for change in (
        lambda: write(app, "src/main.ts", "export { }"),
        lambda: (app / "src/main.ts").rename(app / "src/main2.ts"),
        (app / "src/empty.ts").touch,
        lambda: (app / "src/main2.ts").chmod(0o755),
        lambda: (app / "link").symlink_to("src"),
        (app / "empty").mkdir,
    ):
        change()
        seen.add(take_snapshot(project(app)).key)
    assert len(seen) == 7


def test_a_source_folder_named_build_is_copied_and_a_stale_site_is_not(app: Path) -> None:
    write(app, "build/webpack.config.js")
    write(app, "out/index.html")
    write(app, "frontend/dist/index.html")
    files = take_snapshot(project(app, outputs=("frontend/dist", "public", "."))).files
    assert "build/webpack.config.js" in files
    assert "public/logo.svg" in files
    assert "out/index.html" not in files
    assert "frontend/dist/index.html" not in files


def test_pages_without_a_build_are_copied_whole(app: Path) -> None:
    write(app, "dist/index.html")
    write(app, "coverage/index.html")
    assert {"dist/index.html", "coverage/index.html"} <= take_snapshot(project(app, built=False)).files


def test_only_the_project_folder_has_outputs(app: Path) -> None:
    write(app, "web/dist/index.html")
    write(app, "dist/index.html")
    files = take_snapshot(project(app, folder="web")).files
    assert "dist/index.html" in files
    assert "web/dist/index.html" not in files


def test_links_stay_inside(app: Path, tmp_path: Path) -> None:
    secret = write(tmp_path, "secret.txt", "hunter2")
    (app / "leaves").symlink_to(secret)
    (app / "leaves-relative").symlink_to("../secret.txt")
    (app / "leaves-folder").symlink_to(tmp_path)
    (app / "src/inside").symlink_to(app / "public")
    (app / "loop").symlink_to("loop")
    (app / "through").symlink_to("leaves-folder/secret.txt")
    (app / "dangling").symlink_to("src/not-there.ts")
    snapshot = take_snapshot(project(app))
    copy = tmp_path / "copy"
    snapshot.copy_to(copy)
    assert os.readlink(copy / "src/inside") == "../public"  # noqa: PTH115 - the text itself
    assert (copy / "src/inside/logo.svg").read_text() == "<svg/>"
    assert os.readlink(copy / "dangling") == "src/not-there.ts"  # noqa: PTH115
    for name in ("leaves", "leaves-relative", "leaves-folder", "through", "loop"):
        assert not (copy / name).is_symlink()
        assert any(f" {name} " in f" {note} " for note in snapshot.notes), name
    assert "hunter2" not in "".join(p.read_text() for p in copy.rglob("*") if p.is_file())


def test_special_files_do_not_hang(app: Path, tmp_path: Path) -> None:
    os.mkfifo(app / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(app)
        listener.bind("sock")
        os.chdir(here)
        snapshot = take_snapshot(project(app))
    snapshot.copy_to(tmp_path / "copy")
    assert {"pipe", "sock"}.isdisjoint(snapshot.files)
    assert sum("pipe" in note or "sock" in note for note in snapshot.notes) == 2


def test_odd_names(app: Path, tmp_path: Path) -> None:
    for name in ("a b.ts", "-rf", "naïve.ts", "x\ny.ts", "'quote'.ts"):
        write(app, name)
    Path(os.fsdecode(os.fsencode(app) + b"/\xff\xfe.bin")).write_text("x")
    snapshot = take_snapshot(project(app))
    snapshot.copy_to(tmp_path / "copy")
    assert len(snapshot.key) == 64
    assert len(list((tmp_path / "copy").iterdir())) == len(list(app.iterdir()))


def test_huge_trees_are_refused_with_a_reason(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (app / "video.bin").open("wb") as file:
        file.truncate(constants.COPY_MAX_BYTES + 1)
    with pytest.raises(SubjectError, match=r"video\.bin") as caught:
        take_snapshot(project(app))
    assert caught.value.failure.label == "install:too-large"
    (app / "video.bin").unlink()
    monkeypatch.setattr(constants, "COPY_MAX_FILES", 3)
    with pytest.raises(SubjectError, match="more than 3 files"):
        take_snapshot(project(app))


def test_a_very_deep_tree_ends(app: Path) -> None:
    place = app
    for _level in range(constants.COPY_MAX_DEPTH + 10):
        place = place / "d"
        place.mkdir()
    snapshot = take_snapshot(project(app))
    assert any("deeper than" in note for note in snapshot.notes)


def test_a_file_that_changes_between_hash_and_copy_is_noticed(app: Path, tmp_path: Path) -> None:
    snapshot = take_snapshot(project(app))
    write(app, "src/main.ts", "changed")
    with pytest.raises(SubjectError, match=r"src/main\.ts changed"):
        snapshot.copy_to(tmp_path / "copy")


def test_a_file_that_becomes_a_link_is_not_followed(app: Path, tmp_path: Path) -> None:
    snapshot = take_snapshot(project(app))
    secret = write(tmp_path, "secret.txt", "export {}")
    (app / "src/main.ts").unlink()
    (app / "src/main.ts").symlink_to(secret)
    with pytest.raises(SubjectError):
        snapshot.copy_to(tmp_path / "copy")


def test_trees_without_rights_are_removed(tmp_path: Path) -> None:
    write(tmp_path, "tree/a/b/c.txt")
    (tmp_path / "tree/a").chmod(0o500)
    (tmp_path / "tree/a/b").chmod(0)
    (tmp_path / "tree/link").symlink_to(tmp_path / "kept")
    write(tmp_path, "kept/x")
    remove_tree(tmp_path / "tree")
    assert not (tmp_path / "tree").exists()
    assert (tmp_path / "kept/x").exists()
    remove_tree(tmp_path / "tree")


def test_env_and_build_do_not_enter_the_content_key(app: Path) -> None:
    first = project(app)
    assert take_snapshot(first).key == take_snapshot(replace(first, env={"A": "1"})).key
