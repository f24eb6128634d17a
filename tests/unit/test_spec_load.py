"""Specs: strict, with places, and without YAML's surprises (F118-F120, F70)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import UibenchError
from pytest_uibench.spec import SpecError, find_spec, load_spec, load_specs
from pytest_uibench.spec.yaml import parse_yaml

HEAD = "uibench: 1\ntask: shop\n"


def spec(folder: Path, text: str, name: str = "shop.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def test_everything(tmp_path: Path) -> None:
    found = load_spec(
        spec(
            tmp_path,
            HEAD
            + "title: A shop\ncategory: commerce\nsubject:\n  build: vite build\n  start: node server.js\n"
            + "  output: public\n  folder: web\n  scaffold: ../plain\n  timeout: 90\n"
            + "  env: {PORT: 3000, DEBUG: false}\n",
        )
    )
    assert (found.task, found.title, found.category) == ("shop", "A shop", "commerce")
    assert found.subject.build == "vite build"
    assert found.subject.timeout == 90
    assert found.subject.env == {"PORT": "3000", "DEBUG": "false"}
    assert found.subject.scaffold == str((tmp_path.parent / "plain").resolve())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a spec is a mapping"),
        ("- a\n", "a spec is a mapping"),
        ("task: shop\n", "this version reads format 1"),
        ("uibench: 2\ntask: shop\n", r"shop\.yaml:1:10: uibench: 2"),
        (HEAD + "task: again\n", r"shop\.yaml:3:1: the key 'task' stands here and at .*shop\.yaml:2:1"),
        (HEAD + "on: push\n", r"shop\.yaml:3:1: YAML reads the key on as a truth value"),
        (HEAD + "title: yes\n", r"shop\.yaml:3:8: YAML reads yes as a truth value"),
        (HEAD + "categry: x\n", "unknown key 'categry' in a spec. Did you mean 'category'"),
        (HEAD + "subject: vite\n", "subject: expects a mapping"),
        (HEAD + "subject: {biuld: vite}\n", "unknown key 'biuld' in subject. Did you mean 'build'"),
        (HEAD + "subject: {timeout: 0}\n", "expects seconds above 0"),
        (HEAD + "subject: {timeout: true}\n", "expects seconds above 0"),
        (HEAD + "subject: {env: [A]}\n", "expects a mapping of names to values"),
        (HEAD + "subject: {env: {A: [1]}}\n", "env: A: expects text, got a list"),
        (HEAD + "title: 3\n", "title: expects text, got a number 3; quote it"),
        (HEAD + "title: {a: b\n", r"not valid YAML.*quote values with"),
        (HEAD + "title: &a x\ncategory: *a\nsubject: &b {env: {}}\n", "title"),
        (HEAD + "title: !!python/object:os.system x\n", "the tag .* is not allowed"),
    ],
)
def test_errors_name_place_and_way_out(tmp_path: Path, text: str, message: str) -> None:
    if "&a" in text:
        assert load_spec(spec(tmp_path, text)).category == "x"
        return
    with pytest.raises(SpecError, match=message):
        load_spec(spec(tmp_path, text))


def test_repeated_structures_are_refused() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    with pytest.raises(SpecError, match="aliases"):
        parse_yaml(bomb, "bomb.yaml")


def test_huge_and_broken_files(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: " + b"x" * 3_000_000)
    with pytest.raises(SpecError, match="larger than"):
        load_spec(path)
    path.write_bytes(b"a: \xff\xfe")
    with pytest.raises(SpecError, match="not UTF-8 at byte"):
        load_spec(path)
    with pytest.raises(SpecError, match="cannot be read"):
        load_spec(tmp_path / "missing.yaml")


def test_which_spec_belongs_to_an_app(tmp_path: Path) -> None:
    shop = spec(tmp_path / "specs", HEAD)
    blog = spec(tmp_path / "specs", "uibench: 1\ntask: blog\n", "blog.yaml")
    one, both = load_specs([shop]), load_specs([shop, blog])
    anywhere = tmp_path / "anything"
    assert find_spec(anywhere, one, tmp_path).task == "shop"
    assert find_spec(tmp_path / "runs" / "blog", both, tmp_path).task == "blog"
    assert find_spec(tmp_path / "blog" / "run-1", both, tmp_path).task == "blog"
    with pytest.raises(UibenchError, match="no spec fits"):
        find_spec(anywhere, both, tmp_path)
    assert find_spec(tmp_path / "x" / "shop", (), tmp_path / "specs").task == "shop"
    assert find_spec(tmp_path / "x" / "other", (), tmp_path / "specs") is None


def test_tasks_are_unique(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"described in .*shop\.yaml already"):
        load_specs([spec(tmp_path, HEAD), spec(tmp_path, HEAD, "again.yaml")])


def test_an_apps_own_spec_is_trusted_least(tmp_path: Path) -> None:
    own = spec(tmp_path / "app", HEAD, "uibench.yaml")
    assert find_spec(tmp_path / "app", (), tmp_path / "specs").trusted is False
    own.write_text(HEAD + "subject: {build: rm -rf /}\n")
    with pytest.raises(SpecError, match="cannot set commands, environment or paths"):
        find_spec(tmp_path / "app", (), tmp_path / "specs")


def test_models_are_loaded_when_a_spec_is() -> None:
    """The plugin imports this package in every session: without an app it must cost nothing."""
    import subprocess
    import sys

    code = "import sys, pytest_uibench.spec; print('pytest_uibench.spec.steps' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def test_every_name_of_the_package_is_there() -> None:
    from pytest_uibench import spec as package

    assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        package.Nothing  # noqa: B018 - the access is the test
