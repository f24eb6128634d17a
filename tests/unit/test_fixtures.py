"""The fixtures hold together: overlays apply, expectations are well-formed and their places resolve."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FIXTURES = Path(__file__).parents[2] / "fixtures"
STAGES = {"install", "build", "types", "serve", "render"}
CODES = {None, "install", "types", "timeout", "serve", *(f"C{number}" for number in range(1, 10))}
BUCKETS = {
    "C1": "hallucination",
    "C3": "inconsistency",
    "C4": "inconsistency",
    "C5": "inconsistency",
    "C6": "hallucination",
    "C7": "syntax",
    "C9": "other",
}
LARGEST_FILE = 30_000


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("uibench_fixtures_make", FIXTURES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _load()
NAMES = make.names()
VARIANTS = [name for name in NAMES if "base" in make.describe(name)]


@pytest.mark.parametrize("name", NAMES)
def test_materialises(name: str, tmp_path: Path) -> None:
    folder = make.materialise(name, tmp_path)
    assert folder == tmp_path / name
    assert (folder / "package.json").is_file() or (folder / "index.html").is_file()
    assert not list(folder.rglob("*.expected.yaml")) + list(folder.rglob("variant.yaml"))
    with pytest.raises(make.FixtureError, match="is there already"):
        make.materialise(name, tmp_path)


@pytest.mark.parametrize("name", VARIANTS)
def test_variant_differs_from_its_base(name: str) -> None:
    base = make.describe(name)["base"]
    assert make.tree(name) != make.tree(base)
    for file, content in _overlay(name).items():
        assert make.tree(base).get(file) != content, f"{file} is the same as in {base}"


@pytest.mark.parametrize("name", NAMES)
def test_expectation_is_well_formed(name: str) -> None:
    outcome = make.expected(name)
    execution = outcome["exec"]
    failure = execution["failure"]
    assert isinstance(make.describe(name)["about"], str)
    assert execution["at_1"] is (failure is None)
    assert execution["strict"] is (failure is None and execution["types"]["status"] != "failed")
    assert (execution["types"]["errors"] > 0) == (execution["types"]["status"] == "failed")
    if failure is not None:
        assert re.fullmatch(r"(install|build|serve|render|infra):[a-z0-9-]+", failure["label"])
        assert failure["stage"] in STAGES
        assert failure["code"] in CODES
        assert failure["bucket"] == BUCKETS.get(failure["code"], failure["bucket"])
        assert failure["file"] in make.tree(name) if "file" in failure else failure["stage"] != "install"
        assert f"exec[{failure['stage']}]" in outcome["failing"]
    routes = [route["route"] for route in outcome["routes"]]
    assert routes == sorted(set(routes))
    assert "/" in routes
    for route in outcome["routes"]:
        assert route["source"] in {"static", "crawl"}
        assert route.get("alias_of") in {None, *routes}
        assert route["rendered"] in {True, False, None}
    assert all({"path", "on", "file", "line"} <= set(link) for link in outcome["dead_links"])


@pytest.mark.parametrize("name", NAMES)
def test_places_resolve(name: str) -> None:
    files = make.tree(name)
    places = list(_places(make.expected(name)))
    for place in places:
        line = files[place["file"]].decode().splitlines()[place["line"] - 1]
        assert place["near"] in line


def test_every_failure_code_has_a_fixture() -> None:
    failures = [make.expected(name)["exec"]["failure"] for name in NAMES]
    found = {failure["code"] for failure in failures if failure}
    assert {f"C{number}" for number in range(1, 10)} | {"install", "timeout"} <= found


def test_install_is_shared() -> None:
    """One dependency set: what an install depends on is byte-identical."""
    shared = [name for name in VARIANTS if make.describe(name)["base"] == "shop" and not name.startswith("broken-")]
    shared = [name for name in shared if name not in {"hostile-postinstall", "no-lockfile"}]
    for name in [*shared, "dashboard-15", make.SCAFFOLD]:
        for file in ("package.json", "package-lock.json"):
            assert make.tree(name)[file] == make.tree("shop")[file], f"{name}: {file}"


def test_shop_keeps_the_scaffold() -> None:
    """Entry and configuration are the scaffold's, so that a difference means something (C2, C8)."""
    shop, scaffold = make.tree("shop"), make.tree(make.SCAFFOLD)
    assert {file for file, content in scaffold.items() if shop.get(file) != content} == {"src/App.tsx", "src/theme.css"}


@pytest.mark.parametrize("lock", sorted(FIXTURES.rglob("package-lock.json")), ids=lambda lock: lock.parent.name)
def test_lock_files_name_no_registry(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    manifest = json.loads(lock.with_name("package.json").read_text(encoding="utf-8"))
    root = json.loads(text)["packages"][""]
    assert '"resolved"' not in text
    assert "registry." not in text
    for section in ("dependencies", "devDependencies"):
        assert root.get(section, {}) == manifest.get(section, {})


def test_files_are_small() -> None:
    files = [FIXTURES / path for path in make._read_tree(FIXTURES) if not path.endswith("package-lock.json")]
    large = [path.name for path in files if path.stat().st_size > LARGEST_FILE]
    assert not large


def test_command_line(tmp_path: Path) -> None:
    command = [sys.executable, str(FIXTURES / "make.py")]
    listed = subprocess.run([*command, "--list"], capture_output=True, text=True, check=True).stdout
    assert [line.split()[0] for line in listed.splitlines()] == NAMES
    subprocess.run([*command, "plain-site", "hang", "--into", str(tmp_path)], check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hang", "plain-site"]
    unknown = subprocess.run([*command, "shpo", "--into", str(tmp_path)], capture_output=True, text=True, check=False)
    assert unknown.returncode == 1
    assert "no fixture 'shpo'" in unknown.stderr


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("replace: [{file: index.html, find: div, with: p}]", "must occur exactly once, occurs 2 times"),
        ("replace: [{file: index.html, find: no such text, with: p}]", "occurs 0 times"),
        ("replace: [{file: nowhere.ts, find: a, with: b}]", "the base has no such file"),
        ("delete: [nowhere.ts]", "the base has no such file"),
        ("expected: {dead_links: [{file: index.html, near: span}]}", "must stand on one line, stands on []"),
        ("expected: {dead_links: [{file: nowhere.ts, near: div}]}", "no such file"),
        ("expected: {on: here}", "key True is no string"),
        ("expected: [", "variant.yaml"),
    ],
)
def test_faulty_variants_are_refused(
    variant: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "variants/faulty").mkdir(parents=True)
    for group in ("references", "apps"):
        (tmp_path / group).mkdir()
    app = tmp_path / "apps/page"
    app.mkdir()
    (app / "index.html").write_text("<div></div>\n", encoding="utf-8")
    (tmp_path / "apps/page.expected.yaml").write_text(
        "about: a page\nexpected:\n  exec: {at_1: true, failure: null, types: {status: skipped, errors: 0}}\n"
        "  routes: []\n  dead_links: []\n",
        encoding="utf-8",
    )
    (tmp_path / "variants/faulty/variant.yaml").write_text(f"about: x\nbase: page\n{variant}\n", encoding="utf-8")
    monkeypatch.setattr(make, "HERE", tmp_path)
    make.describe.cache_clear()
    try:
        with pytest.raises(make.FixtureError, match=re.escape(message)):
            make.expected("faulty")
    finally:
        make.describe.cache_clear()


def _overlay(name: str) -> dict[str, bytes]:
    overlay: dict[str, bytes] = make._read_tree(FIXTURES / "variants" / name / "files")
    return overlay


def _places(node: object) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if "near" in node:
            yield node
        for value in node.values():
            yield from _places(value)
    elif isinstance(node, list):
        for value in node:
            yield from _places(value)
