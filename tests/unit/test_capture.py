"""Captures on disk: what is written, what is read back, what is refused and how it says so."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pytest_uibench.model import Block, Box, Element, Failure, ScreenCapture, UibenchError, Viewport
from pytest_uibench.observe.captures import (
    MANIFEST,
    load_capture,
    load_screen,
    save_capture,
    save_screen,
    screen_text,
)
from pytest_uibench.observe.screen import Shot


def png(color: str = "white") -> bytes:
    blob = io.BytesIO()
    Image.new("RGB", (8, 8), color).save(blob, "PNG")
    return blob.getvalue()


def block(text: str, x: float = 0.1) -> Block:
    return Block(text=text, bbox=Box(x, 0.2, 0.3, 0.04), fg_color=(1, 2, 3), tag="p")


def shot(id: str, **values: Any) -> Shot:  # noqa: A002
    capture = ScreenCapture(
        id=id,
        route=f"/{id}",
        path=f"/{id}",
        landed=f"/{id}",
        title="Täglich",
        viewport=Viewport(width=1440, height=900),
        blocks=(block("one"), block("two 漢字", 0.5)),
        content=(block("one"),),
        elements=(Element(selector="#a", tag="a", role="link", name="A", box=(1, 2.5, 3, 4), styles={"color": "red"}),),
        page_height=1200,
        opaque=0.25,
        average_hash="f" * 256,
        flags=("scrolled",),
    )
    return Shot(capture=replace(capture, **values), picture=png())


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    save_capture(folder, [shot("home"), shot("cart")], {"app": "shop", "browser": "chromium 156"})
    return folder


def test_what_is_saved_is_read_back(saved: Path) -> None:
    captured = load_capture(saved)
    wanted = [replace(shot(name).capture, screenshot=f"{name}.png") for name in ("home", "cart")]
    assert list(captured.captures) == wanted
    assert captured.meta == {"app": "shop", "browser": "chromium 156"}
    picture = captured.picture(captured.captures[0])
    assert picture is not None
    assert picture.read_bytes() == png()
    assert load_capture(saved / MANIFEST) == captured


def test_files_are_small_stable_and_diffable(saved: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in saved.iterdir()) == [
        "capture.json",
        "cart.json",
        "cart.png",
        "home.json",
        "home.png",
    ]
    lines = (saved / "home.json").read_text(encoding="utf-8").splitlines()
    own = [line for line in lines if '"two 漢字"' in line]
    assert own == [
        '  {"bbox": {"h": 0.04, "w": 0.3, "x": 0.5, "y": 0.2}, "fg_color": [1, 2, 3], "tag": "p", "text": "two 漢字"}'
    ]
    other = tmp_path / "again"
    save_capture(other, [shot("home"), shot("cart")], {"browser": "chromium 156", "app": "shop"})
    for path in saved.iterdir():
        assert path.read_bytes() == (other / path.name).read_bytes()


def test_numbers_are_rounded() -> None:
    text = screen_text(shot("x", blocks=(block("a", 0.123456789),), opaque=1 / 3).capture)
    assert '"x": 0.1235' in text
    assert '"opaque": 0.3333' in text


def test_faulty_screens_and_lone_surrogates_survive(tmp_path: Path) -> None:
    fault = Failure(label="render:crash", stage="render", message="the page crashed")
    broken = Shot(capture=replace(shot("x").capture, fault=fault, blocks=(), title="a\ud800b"))
    save_capture(tmp_path / "c", [broken], {})
    (capture,) = load_capture(tmp_path / "c").captures
    assert capture.fault == fault
    assert capture.screenshot is None


def test_ids_become_safe_unique_file_names(tmp_path: Path) -> None:
    ids = ["/", "/a/b", "/a-b", "/A/B", "../../etc/passwd", "漢字", "capture", "x" * 300]
    save_capture(tmp_path / "c", [shot(name) for name in ids], {})
    captured = load_capture(tmp_path / "c")
    assert [capture.id for capture in captured.captures] == ids
    names = [str(capture.screenshot) for capture in captured.captures]
    assert len({name.lower() for name in names}) == len(ids)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") and len(name) < 80 for name in names)


def test_an_earlier_capture_is_replaced_and_anything_else_is_kept(saved: Path) -> None:
    save_capture(saved, [shot("home")], {})
    assert sorted(path.name for path in saved.iterdir()) == ["capture.json", "home.json", "home.png"]
    mine = saved.parent / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    with pytest.raises(UibenchError, match=r"mine is not empty and holds no capture \(notes\.txt"):
        save_capture(mine, [shot("home")], {})
    with pytest.raises(UibenchError, match="is a file"):
        save_capture(mine / "notes.txt", [], {})
    assert (mine / "notes.txt").read_text() == "mine"


def test_one_screen_alone(tmp_path: Path) -> None:
    save_screen(tmp_path / "a" / "b.json", shot("home"))
    assert load_screen(tmp_path / "a" / "b.json") == replace(shot("home").capture, screenshot="b.png")


def edit(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")


def test_no_capture_there(tmp_path: Path) -> None:
    with pytest.raises(
        UibenchError, match=r"nothing is no capture: no such folder\. `uibench capture APP -o .*nothing`"
    ):
        load_capture(tmp_path / "nothing")
    with pytest.raises(UibenchError, match=r"there is no capture\.json in it"):
        load_capture(tmp_path)


def test_missing_files(saved: Path) -> None:
    (saved / "cart.png").unlink()
    with pytest.raises(UibenchError, match=r"cart\.json: screenshot: 'cart\.png' is not there\. Make the capture anew"):
        load_capture(saved)
    (saved / "cart.json").unlink()
    with pytest.raises(UibenchError, match=r"cart\.json is not there"):
        load_capture(saved)


def test_a_newer_format_is_not_guessed_at(saved: Path) -> None:
    edit(saved / MANIFEST, lambda data: data.update(schema_version=2))
    with pytest.raises(UibenchError, match=r"capture\.json: schema_version: 2 is newer .* \(1\)\. Upgrade"):
        load_capture(saved)


NONSENSE: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d["blocks"][1].update(fg_color="red"), r"blocks\[1\]\.fg_color: expects a list of 3, got 'red'"),
    (lambda d: d["blocks"][0].update(fg_color=[0, 0, 300]), r"blocks\[0\]\.fg_color: expects three whole numbers"),
    (lambda d: d["blocks"][0]["bbox"].update(x="left"), r"blocks\[0\]\.bbox\.x: expects a number, got 'left'"),
    (lambda d: d["blocks"][0]["bbox"].update(y=float("nan")), r"blocks\[0\]\.bbox\.y: expects a number, got nan"),
    (lambda d: d["content"][0]["bbox"].update(w=-1), r"content\[0\]\.bbox\.w: expects 0 or more, got -1"),
    (lambda d: d["blocks"][0].pop("text"), r"blocks\[0\]\.text is missing"),
    (lambda d: d.update(blocks={}), r"blocks: expects a list, got \{\}"),
    (lambda d: d["viewport"].update(width=0), r"viewport\.width: expects more than 0, got 0"),
    (lambda d: d["viewport"].update(width=True), r"viewport\.width: expects a whole number, got True"),
    (lambda d: d.pop("viewport"), r"viewport is missing"),
    (lambda d: d.update(source="guess"), r"source: expects one of dom, ocr, got 'guess'"),
    (lambda d: d.update(average_hash="xyz"), r"average_hash: expects hexadecimal digits"),
    (lambda d: d["elements"][0].update(styles=["a"]), r"elements\[0\]\.styles: expects an object"),
    (lambda d: d.update(fault={"label": "x"}), r"fault\.message is missing"),
    (
        lambda d: d.update(screenshot="../../secret.png"),
        r"screenshot: '\.\./\.\./secret\.png' leaves the capture's folder",
    ),
    (lambda d: d.update(screenshot="/etc/hostname"), r"'/etc/hostname' leaves the capture's folder"),
    (lambda d: d.update(id="cart"), r"id: 'cart' is the id of another screen too"),
]


@pytest.mark.parametrize(("change", "message"), NONSENSE, ids=[message[:30] for _, message in NONSENSE])
def test_hand_edited_nonsense_names_file_and_key(
    saved: Path, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    edit(saved / "home.json", change)
    with pytest.raises(UibenchError, match=message) as error:
        load_capture(saved)
    assert "shop" in str(error.value)


MANIFESTS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(schema_version="one"), r"capture\.json: schema_version: expects 1, got 'one'"),
    (lambda d: d.pop("schema_version"), r"schema_version: expects 1, got None"),
    (lambda d: d.update(screens="home"), r"capture\.json: screens: expects a list, got 'home'"),
    (lambda d: d["screens"][0].update(file=3), r"screens\[0\]\.file: expects text, got 3"),
    (
        lambda d: d["screens"][0].update(file="../x.json"),
        r"screens\[0\]\.file: '\.\./x\.json' leaves the capture's folder",
    ),
    (lambda d: d["screens"].extend(d["screens"] * 600), r"screens: 1202 are more than 1000"),
    (lambda d: d.update(tool=None), r"tool: expects an object, got None"),
]


@pytest.mark.parametrize(("change", "message"), MANIFESTS, ids=[message[:30] for _, message in MANIFESTS])
def test_a_damaged_manifest(saved: Path, change: Callable[[dict[str, Any]], object], message: str) -> None:
    edit(saved / MANIFEST, change)
    with pytest.raises(UibenchError, match=message):
        load_capture(saved)


def test_a_link_out_of_the_folder_is_not_followed(saved: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_bytes((saved / "cart.json").read_bytes())
    (saved / "cart.json").unlink()
    (saved / "cart.json").symlink_to(outside)
    with pytest.raises(UibenchError, match=r"leaves the capture's folder"):
        load_capture(saved)


def test_not_json_and_too_large(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (saved / "home.json").write_text("{\n 'single': 1}")
    with pytest.raises(UibenchError, match=r"home\.json:2:2: not JSON"):
        load_capture(saved)
    (saved / "home.json").write_text("[" * 100_000)
    with pytest.raises(UibenchError, match=r"home\.json"):
        load_capture(saved)
    monkeypatch.setattr("pytest_uibench.constants.CAPTURE_JSON_BYTES", 1_000)
    with pytest.raises(UibenchError, match=r"home\.json is larger than 1000 bytes"):
        load_capture(saved)


def test_keys_of_newer_writers_are_ignored(saved: Path) -> None:
    edit(saved / "home.json", lambda data: data.update(weather="fine"))
    assert load_capture(saved).captures[0].id == "home"
