"""Node and package managers of this machine (F07, F10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import Project
from pytest_uibench.subject import semver, toolchain
from pytest_uibench.subject.tools import Node

from .test_detect import VITE, app, deps


@pytest.mark.parametrize(
    ("version", "wanted", "inside"),
    [
        ("20.19.0", "^20.19.0 || >=22.12.0", True),
        ("20.18.3", "^20.19.0 || >=22.12.0", False),
        ("21.0.0", "^20.19.0 || >=22.12.0", False),
        ("24.1.0", "^20.19.0 || >=22.12.0", True),
        ("18.20.1", "18.x", True),
        ("19.0.0", "18.x", False),
        ("18.0.0", "18", True),
        ("18.5.0", "~18.4", False),
        ("18.4.9", "~18.4.1", True),
        ("0.2.5", "^0.2.3", True),
        ("0.3.0", "^0.2.3", False),
        ("0.0.4", "^0.0.3", False),
        ("20.5.0", "18 - 20", True),
        ("20.5.1", "18.0.0 - 20.5.0", False),
        ("16.0.0", "*", True),
        ("16.0.0", "", True),
        ("16.0.0", "x", True),
        ("18.17.0", ">= 18.17.0", True),
        ("18.17.0", "> 18", False),
        ("19.0.0", ">18 <21", True),
        ("21.0.0", ">18 <21", False),
        ("20.0.0", "<=20", True),
        ("20.9.9", "<=20", True),
        ("21.0.0", "<=20", False),
        ("20.0.0", "=20.0.0", True),
        ("v20.0.0", "v20.0.0", True),
        ("20.0.0", ">=20.0.0-rc.1", True),
        ("20.0.0", "latest", None),
        ("20.0.0", "lts/*", None),
        ("20.0.0", "workspace:*", None),
        ("20.0.0", "git+ssh://x/y.git#1.0.0", None),
        ("nonsense", "*", None),
    ],
)
def test_ranges(version: str, wanted: str, inside: bool | None) -> None:
    assert semver.satisfies(version, wanted) is inside


def test_too_old_is_not_too_new() -> None:
    assert semver.too_old("18.17.0", "^20.19.0 || >=22.12.0")
    assert semver.too_old("21.0.0", "^20.19.0 || >=22.12.0")
    assert not semver.too_old("22.0.0", "18.x")
    assert not semver.too_old("22.0.0", "^18 || ^20")
    assert not semver.too_old("18.0.0", "latest")


def node(monkeypatch: pytest.MonkeyPatch, version: str | None) -> None:
    found = Node(path=Path("/n"), version=version, platform="linux-x64") if version else None
    monkeypatch.setattr(toolchain, "find_node", lambda: found)


def test_vite_7_on_node_18(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = app(tmp_path, VITE)
    node(monkeypatch, "18.17.0")
    failure = toolchain.check_node(project)
    assert failure is not None
    assert (failure.label, failure.infrastructure) == ("infra:node-version", True)
    assert failure.message == "Node 18.17.0 is too old: vite ^7.0.0 needs ^20.19.0 || >=22.12.0"
    node(monkeypatch, "20.19.0")
    assert toolchain.check_node(project) is None


def test_engines_and_the_bundler_both_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = app(tmp_path / "a", {**VITE, "engines": {"node": ">=16"}})
    node(monkeypatch, "18.17.0")
    assert "vite ^7.0.0" in (toolchain.check_node(project).message)  # type: ignore[union-attr]
    project = app(tmp_path / "b", {**VITE, "engines": {"node": ">=24"}})
    node(monkeypatch, "22.12.0")
    assert "engines.node needs >=24" in (toolchain.check_node(project).message)  # type: ignore[union-attr]


def test_a_newer_node_is_a_remark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = app(tmp_path, {**deps("vite@^5"), "engines": {"node": "18.x"}})
    node(monkeypatch, "22.12.0")
    assert toolchain.check_node(project) is None
    assert toolchain.node_notes(project) == ("Node 22.12.0 is newer than engines.node 18.x",)


def test_no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node(monkeypatch, None)
    assert toolchain.check_node(app(tmp_path / "a", VITE)).label == "infra:node-missing"  # type: ignore[union-attr]
    assert toolchain.check_node(app(tmp_path / "b", None, {"index.html": ""})) is None


def test_the_real_node_is_asked(tmp_path: Path) -> None:
    failure = toolchain.check_node(app(tmp_path, {**VITE, "engines": {"node": ">=999"}}))
    assert failure is not None
    assert failure.label in ("infra:node-version", "infra:node-missing")


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(toolchain, "find_tool", lambda name: Path("/bin") / name if name in names else None)
    monkeypatch.setattr(toolchain, "tool_version", lambda name: {"pnpm": "10.1.0"}.get(name, "11.0.0"))


def pnpm(tmp_path: Path) -> Project:
    return app(tmp_path, {**VITE, "packageManager": "pnpm@9.1.0"}, {"pnpm-lock.yaml": ""})


def test_the_declared_manager_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "npm", "pnpm")
    manager, notes, failure = toolchain.choose_manager(pnpm(tmp_path))
    assert manager is not None
    assert (manager.name, manager.lockfile, failure) == ("pnpm", "pnpm-lock.yaml", None)
    assert notes == ("packageManager asks for pnpm 9.1.0, 10.1.0 is here",)


def test_the_declared_manager_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "npm")
    manager, notes, failure = toolchain.choose_manager(pnpm(tmp_path))
    assert manager is not None
    assert (manager.name, manager.lockfile, failure) == ("npm", None, None)
    assert len(notes) == 1
    for words in (
        "pnpm (packageManager field) is not installed",
        "installed with npm",
        "pnpm-lock.yaml is not used",
        "npm install --global pnpm",
    ):
        assert words in notes[0]


def test_no_manager_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch)
    _, _, failure = toolchain.choose_manager(pnpm(tmp_path / "a"))
    assert failure is not None
    assert (failure.label, failure.infrastructure) == ("infra:package-manager", True)
    assert "neither is npm" in failure.message
    _, _, failure = toolchain.choose_manager(app(tmp_path / "b", VITE))
    assert failure is not None
    assert "nodejs.org" in (failure.hint or "")


def test_nothing_to_install(tmp_path: Path) -> None:
    assert toolchain.choose_manager(app(tmp_path, None, {"index.html": ""})) == (None, (), None)
