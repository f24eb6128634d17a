"""Which packages lack machine code, and which may run their install script (F03, F13)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.subject.natives import missing_platform_packages, to_rebuild
from pytest_uibench.subject.tools import Node

NODE = Node(path=Path("/usr/bin/node"), version="20.0.0", platform="linux-x64")


class Tree:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.locked: dict[str, Any] = {}
        self.manifest: dict[str, Any] = {"dependencies": {}}

    def package(
        self, name: str, *, files: tuple[str, ...] = (), lock: dict[str, Any] | None = None, **manifest: Any
    ) -> None:
        folder = self.root / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"name": name, **manifest}))
        for file in files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text("")
        self.locked[f"node_modules/{name}"] = {"version": "1.0.0", **(lock or {})}

    def rebuilt(self) -> tuple[str, ...]:
        (self.root / "package.json").write_text(json.dumps(self.manifest))
        (self.root / "node_modules/.package-lock.json").write_text(json.dumps({"packages": self.locked}))
        return to_rebuild(self.root, NODE)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


PARTS = {"@rollup/rollup-linux-x64-gnu": "4", "@rollup/rollup-linux-x64-musl": "4", "@rollup/rollup-darwin-arm64": "4"}
SCRIPT = {"install": "prebuild-install || node-gyp rebuild"}


def test_part_for_another_platform_is_not_enough(tree: Tree) -> None:
    tree.package("rollup", optionalDependencies=PARTS)
    tree.package("@rollup/rollup-darwin-arm64")
    modules = tree.root / "node_modules"
    assert missing_platform_packages(modules, NODE) == ("rollup",)
    tree.package("@rollup/rollup-linux-x64-gnu")
    assert missing_platform_packages(modules, NODE) == ()


def test_part_beside_the_real_folder_of_a_linked_package_counts(tree: Tree) -> None:
    store = tree.root / "node_modules/.pnpm/rollup@4/node_modules"
    (store / "@rollup/rollup-linux-x64-gnu").mkdir(parents=True)
    (store / "rollup").mkdir()
    (store / "rollup/package.json").write_text(json.dumps({"name": "rollup", "optionalDependencies": PARTS}))
    (tree.root / "node_modules/rollup").symlink_to(".pnpm/rollup@4/node_modules/rollup")
    assert missing_platform_packages(tree.root / "node_modules", NODE) == ()


def test_package_without_platform_parts_is_never_missing(tree: Tree) -> None:
    tree.package("rollup")
    tree.package("sharp", optionalDependencies={"@img/sharp-linux-x64": "1"})
    assert missing_platform_packages(tree.root / "node_modules", NODE) == ()


def test_known_package_without_its_code_is_rebuilt(tree: Tree) -> None:
    tree.manifest["dependencies"]["better-sqlite3"] = "^12.0.0"
    tree.package("better-sqlite3", scripts=SCRIPT)
    assert tree.rebuilt() == ("better-sqlite3",)


@pytest.mark.parametrize("file", ["build/Release/better_sqlite3.node", "prebuilds/linux-x64/x.node"])
def test_code_that_is_there_needs_no_script(tree: Tree, file: str) -> None:
    tree.package("better-sqlite3", scripts=SCRIPT, files=(file,))
    assert tree.rebuilt() == ()


def test_platform_part_makes_the_script_needless(tree: Tree) -> None:
    tree.package(
        "esbuild", scripts={"postinstall": "node install.js"}, optionalDependencies={"@esbuild/linux-x64": "1"}
    )
    assert tree.rebuilt() == ("esbuild",)
    tree.package("@esbuild/linux-x64")
    assert tree.rebuilt() == ()


def test_unknown_packages_never_run_theirs(tree: Tree) -> None:
    tree.package("left-pad-evil", scripts=SCRIPT)
    tree.package("core-js", scripts={"postinstall": "node x"})
    assert tree.rebuilt() == ()


@pytest.mark.parametrize(
    "wanted",
    ["file:./evil", "npm:evil@1.0.0", "git+https://evil.example/x.git", "https://evil.example/x.tgz", "evil/repo",
     "./evil", "github:evil/repo", "link:../x", "workspace:*", {"nested": "npm:evil"}],
)  # fmt: skip
def test_trusted_name_from_elsewhere_is_not_trusted(tree: Tree, wanted: object) -> None:
    tree.package("better-sqlite3", scripts=SCRIPT)
    tree.manifest["dependencies"]["better-sqlite3"] = wanted
    assert tree.rebuilt() == ()


@pytest.mark.parametrize(
    "lock",
    [
        {"name": "evil"},
        {"link": True},
        {"resolved": "file:evil.tgz"},
        {"resolved": "git+ssh://git@evil.example/x.git#1"},
        {"resolved": "https://registry.example/evil/-/evil-1.0.0.tgz"},
    ],
)
def test_what_npm_noted_about_the_origin_counts(tree: Tree, lock: dict[str, Any]) -> None:
    tree.package("better-sqlite3", scripts=SCRIPT, lock=lock)
    assert tree.rebuilt() == ()


def test_override_and_other_name_and_link_are_noticed(tree: Tree, tmp_path: Path) -> None:
    tree.package("better-sqlite3", scripts=SCRIPT)
    tree.manifest["overrides"] = {"better-sqlite3": "npm:evil@1"}
    assert tree.rebuilt() == ()
    tree.manifest["overrides"] = {}
    (tree.root / "node_modules/better-sqlite3/package.json").write_text(json.dumps({"name": "evil", "scripts": SCRIPT}))
    assert tree.rebuilt() == ()
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil/package.json").write_text(json.dumps({"name": "bcrypt", "scripts": SCRIPT}))
    (tree.root / "node_modules/bcrypt").symlink_to("../evil")
    assert tree.rebuilt() == ()


def test_broken_manifests_are_no_trouble(tree: Tree) -> None:
    tree.package("better-sqlite3", scripts=SCRIPT)
    for text in ("", "[]", "{", '{"scripts": []}', "\udcff".encode("utf-8", "surrogateescape").decode("latin1")):
        (tree.root / "node_modules/better-sqlite3/package.json").write_text(text)
        assert tree.rebuilt() == ()
