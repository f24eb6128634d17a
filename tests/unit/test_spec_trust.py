"""Files that a spec names, and what an app's own spec may not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.spec import SpecError, find_spec, load_spec

from .spec_cases import step

SHOT = "uibench: 1\nscreens: [{{id: a, screenshot: {}}}]\n"


def own(folder: Path, text: str, name: str = "uibench.yaml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def app(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    (folder / "shots").mkdir(parents=True)
    (folder / "shots" / "a.png").write_bytes(b"")
    (tmp_path / "secret.png").write_bytes(b"")
    (tmp_path / "app-evil").mkdir()
    (tmp_path / "app-evil" / "a.png").write_bytes(b"")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "out").symlink_to(tmp_path, target_is_directory=True)
    (folder / "loop").symlink_to(folder / "loop")
    return folder


def test_inside_the_app(app: Path) -> None:
    spec = load_spec(own(app, SHOT.format("shots/../shots/a.png")), trusted=False)
    assert spec.screens[0].screenshot == app / "shots" / "a.png"


@pytest.mark.parametrize(
    "path",
    ["../secret.png", "link.png", "out/secret.png", "shots/../../secret.png", "../app-evil/a.png", "{}/secret.png"],
)
def test_an_app_cannot_name_what_lies_outside(app: Path, path: str) -> None:
    text = SHOT.format(path.format(app.parent))
    with pytest.raises(SpecError, match=r"2:31: screenshot: .* leaves the app"):
        load_spec(own(app, text), trusted=False)
    assert load_spec(own(app, text), trusted=True).screens[0].screenshot is not None


@pytest.mark.parametrize(
    "text",
    [
        "uibench: 1\nreference: {app: ..}\n",
        "uibench: 1\nreference: {capture: out}\n",
        step("{upload: {target: {text: A}, files: ../secret.png}}"),
        step("{upload: {target: {text: A}, files: link.png}}"),
    ],
)
def test_nor_by_any_other_key(app: Path, text: str) -> None:
    with pytest.raises(SpecError, match="leaves the app"):
        load_spec(own(app, text), trusted=False)


@pytest.mark.parametrize("path", ['"a\\0.png"', "loop/a.png", "x" * 5000 + ".png"])
def test_paths_that_are_none(app: Path, path: str) -> None:
    for trusted in (True, False):
        with pytest.raises(SpecError, match=r"uibench\.yaml:2:31: screenshot: "):
            load_spec(own(app, SHOT.format(path)), trusted=trusted)


def test_missing_files_are_named(app: Path) -> None:
    with pytest.raises(SpecError, match=r"'shots/b\.png': the file .*b\.png does not exist\. Did you mean 'a\.png'\?"):
        load_spec(own(app, SHOT.format("shots/b.png")))
    with pytest.raises(SpecError, match=r"app: 'shots/a\.png': the folder .* is not a folder"):
        load_spec(own(app, "uibench: 1\nreference: {app: shots/a.png}\n"))
    spec = load_spec(own(app, "uibench: 1\nreference: {capture: later}\n"), check_files=False)
    assert spec.reference is not None
    assert spec.reference.capture == app / "later"


def test_no_commands_no_environment(app: Path) -> None:
    for subject in ("{build: rm -rf /}", "{env: {A: b}}", "{output: /etc}", "{scaffold: .}"):
        with pytest.raises(SpecError, match=r"2:11: an app's own uibench\.yaml cannot set commands"):
            load_spec(own(app, f"uibench: 1\nsubject: {subject}\n"), trusted=False)
    assert load_spec(own(app, "uibench: 1\nsubject: {}\n"), trusted=False).task == "uibench"


def test_no_gates(app: Path) -> None:
    spec = load_spec(own(app, "uibench: 1\ngates: {vfs: 1}\n"), trusted=False)
    assert spec.gates is None
    assert spec.warnings == (f"{app}/uibench.yaml:2:1: gates: an app's own uibench.yaml sets none; they are left out",)


@pytest.mark.parametrize(
    "key",
    [
        "{click: {text: /a+/}}",
        "{wait_for: {text: {of: {text: a}, matches: (a+)+$}}}",
        "{wait_for: {popup: {route: /a+$/}}}",
    ],
)
def test_no_regular_expressions(app: Path, key: str) -> None:
    with pytest.raises(SpecError, match="matches plain text only"):
        load_spec(own(app, step(key)), trusted=False)
    assert load_spec(own(app, step(key))).interactions


def test_found_specs_of_apps_are_untrusted(app: Path) -> None:
    own(app, "uibench: 1\ntask: mine\n")
    found = find_spec(app, (), app.parent / "specs")
    assert found is not None
    assert (found.task, found.trusted) == ("mine", False)


@pytest.mark.parametrize("text", ["[" * 900, "{a: " * 900, "- " * 900 + "a", "a: [" * 40 + "]" * 40, "&a [*a]"])
def test_deep_and_circular_yaml(app: Path, text: str) -> None:
    with pytest.raises(SpecError):
        load_spec(own(app, text), trusted=False)


@pytest.mark.parametrize("value", ["9" * 5000, "!!int x", "!!float x", "!!set {a}", "!!omap [a: b]", "1.0e+999", "~"])
def test_odd_scalars(app: Path, value: str) -> None:
    with pytest.raises(SpecError, match=r"uibench\.yaml:2:"):
        load_spec(own(app, f"uibench: 1\ntask: {value}\ntitle: [1]\n"), trusted=False)


def test_control_characters(app: Path) -> None:
    with pytest.raises(SpecError, match=r"uibench\.yaml:2:8: YAML allows no such character: '\\x00'"):
        load_spec(own(app, "uibench: 1\ntask: a\0b\n"))


def test_deep_targets(app: Path) -> None:
    target = "{role: main}"
    for _ in range(100):
        target = f"{{role: main, within: {target}}}"
    with pytest.raises(SpecError, match="nested more than 60 levels deep"):
        load_spec(own(app, step(f"{{click: {target}}}")))


def test_many_faults_end(app: Path) -> None:
    text = "uibench: 1\nbefore:\n" + "".join(f"- {{clik{n}: 1}}\n" for n in range(30_000))
    with pytest.raises(SpecError, match=r"… and 480 more"):
        load_spec(own(app, text), trusted=False)


def test_parametrize_does_not_explode(app: Path) -> None:
    steps = ", ".join(["{press: Enter}"] * 400)
    values = ", ".join(map(str, range(200)))
    text = step("{press: Enter}").replace("do: [", f"parametrize: {{n: [{values}]}}\n        do: [{steps}, ")
    with pytest.raises(SpecError, match=r"parametrize: the entries made this way hold more than 200,000 values"):
        load_spec(own(app, text), trusted=False)
