"""``uibench capture`` on sites that need no build: files, messages, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.browser.find import find_browser
from pytest_uibench.cli.main import main
from pytest_uibench.observe.captures import load_capture

HEAD = (
    "<!doctype html><title>{0}</title>"
    "<nav><a href=/>Home</a> <a href=/menu.html>Menu</a> <a href=/twin.html>Twin</a></nav>"
)
PAGES = {
    "index.html": HEAD.format("Bakery") + "<h1>Corner bakery</h1><p>Open Tuesday to Sunday, seven to three.</p>",
    "menu.html": HEAD.format("Menu") + "<h1>Menu</h1><p style='height:3000px'>Bread, cake and coffee, every day.</p>",
    "twin.html": HEAD.format("Menu") + "<h1>Menu</h1><p style='height:3000px'>Bread, cake and coffee, every day.</p>",
}
SPEC = """uibench: 1
task: bakery
viewport: {width: 800, height: 600}
screens:
  - {id: front, route: /, label: Front page}
  - {id: card, route: /menu.html}
  - {id: dish, route: "/dish/:id"}
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UIBENCH_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "bakery"
    folder.mkdir()
    for name, page in PAGES.items():
        (folder / name).write_text(page)
    return folder


def run(*arguments: object) -> int:
    return main(["capture", *map(str, arguments), "--browser", find_browser().path])


def test_every_route_is_a_screen(app: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "captures" / "bakery"
    assert run(app, "-o", output) == 0
    captured = load_capture(output)
    assert {capture.id: capture.route for capture in captured.captures} == {"home": "/", "menu-html": "/menu.html"}
    home = captured.captures[0]
    assert [block.text for block in home.content][-2] == "corner bakery"
    assert (home.viewport.width, home.viewport.height, home.viewport.scale) == (1440, 900, 1)
    assert captured.meta["app"] == "bakery"
    out, err = capsys.readouterr()
    assert out == f"{output}: 2 screens captured\n"
    assert "/twin.html: left out: the same page as /menu.html" in err
    assert "menu-html: longer than what is compared" in err


def test_the_screens_of_a_spec(app: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, output = tmp_path / "bakery.yaml", tmp_path / "out"
    spec.write_text(SPEC)
    assert run(app, "-o", output, "--spec", spec) == 0
    front, card = load_capture(output).captures
    assert (front.id, front.route, front.label) == ("front", "/", "Front page")
    assert (card.id, card.viewport.width, card.viewport.height) == ("card", 800, 600)
    assert "dish: left out: it has no address" in capsys.readouterr().err
    assert json.loads((output / "capture.json").read_text())["meta"]["task"] == "bakery"


def test_twice_the_same_is_the_same_file_for_file(app: Path, tmp_path: Path) -> None:
    assert run(app, "-o", tmp_path / "a") == 0
    assert run(app, "-o", tmp_path / "b") == 0
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "b").iterdir())
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_an_app_that_does_not_run(tmp_path: Path, app: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (app / "package.json").write_text("{ not json")
    assert run(app, "-o", tmp_path / "out") == 1
    assert "uibench: the app does not run:" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_the_user_must_fix(app: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: object) -> str:
        assert run(*arguments) == 2
        return capsys.readouterr().err

    assert "nowhere is no directory" in told(tmp_path / "nowhere", "-o", tmp_path / "out")
    assert "lies inside the app, which is never written to" in told(app, "-o", app / "out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").touch()
    assert "holds no capture (notes.txt" in told(app, "-o", tmp_path / "mine")
    spec = tmp_path / "s.yaml"
    spec.write_text('uibench: 1\nscreens: [{id: a, route: "/x/:id"}]\n')
    assert "none has an address to open it by" in told(app, "-o", tmp_path / "out", "--spec", spec)
    assert main(["capture", str(app), "-o", str(tmp_path / "out"), "--browser", "nope"]) == 2
    assert "Browser 'nope' is neither a file nor a command" in capsys.readouterr().err
