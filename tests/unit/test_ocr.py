"""Blocks of a picture: small text, light on dark, scale 2, colours, blank pictures, no engine."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from pytest_uibench.model import Block, UibenchError, Viewport
from pytest_uibench.observe import ocr
from pytest_uibench.observe.inks import ink_of
from pytest_uibench.observe.lines import Word, lines_of
from pytest_uibench.observe.ocr import OcrMissingError, capture_picture, find_engine, read_picture
from pytest_uibench.observe.polarity import dark_regions

WHITE, BLACK, NAVY, RED = (255, 255, 255), (0, 0, 0), (15, 23, 42), (200, 30, 60)


@pytest.fixture(scope="module", autouse=True)
def engine() -> None:
    try:
        find_engine()
    except OcrMissingError as error:
        pytest.skip(str(error))


def png(image: Image.Image) -> bytes:
    blob = io.BytesIO()
    image.save(blob, "PNG")
    return blob.getvalue()


class Canvas:
    """A page painted at ``scale``; all numbers in CSS pixels."""

    def __init__(self, ground: tuple[int, int, int] = WHITE, *, scale: int = 1, height: int = 900) -> None:
        self.scale = scale
        self.image = Image.new("RGB", (1440 * scale, height * scale), ground)
        self._pen = ImageDraw.Draw(self.image)

    def text(self, text: str, left: int, top: int, *, size: int = 16, ink: tuple[int, int, int] = BLACK) -> Canvas:
        font = ImageFont.load_default(size * self.scale)
        self._pen.text((left * self.scale, top * self.scale), text, fill=ink, font=font)
        return self

    def box(self, *sides: int, fill: tuple[int, int, int], radius: int = 0) -> Canvas:
        """``sides``: left, top, right, bottom."""
        corners = [side * self.scale for side in sides]
        self._pen.rounded_rectangle(corners, radius * self.scale, fill=fill)
        return self

    def read(self) -> tuple[Block, ...]:
        return read_picture(png(self.image)).blocks


def texts(blocks: tuple[Block, ...]) -> list[str]:
    return [block.text for block in blocks]


def near(color: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(color, other, strict=True)) <= 12


def test_lines_with_boxes_colors_and_tag() -> None:
    blocks = Canvas().text("Your Cart", 144, 90, size=32, ink=RED).text("Order summary", 144, 450).read()
    assert texts(blocks) == ["your cart", "order summary"]
    assert {block.tag for block in blocks} == {"line"}
    assert near(blocks[0].fg_color, RED)
    assert near(blocks[1].fg_color, BLACK)
    assert blocks[0].bbox.x == pytest.approx(0.1, abs=0.005)
    assert blocks[0].bbox.y == pytest.approx(0.105, abs=0.01)


def test_columns_are_not_one_line() -> None:
    blocks = Canvas().text("Left column", 100, 100).text("Right column", 900, 100).read()
    assert texts(blocks) == ["left column", "right column"]


@pytest.mark.parametrize("ground", [NAVY, (120, 20, 40)])
def test_light_on_dark_page(ground: tuple[int, int, int]) -> None:
    blocks = Canvas(ground).text("Dark settings", 100, 100, ink=WHITE).text("Second line", 100, 300, ink=WHITE).read()
    assert texts(blocks) == ["dark settings", "second line"]
    assert all(near(block.fg_color, WHITE) for block in blocks)


def test_light_on_dark_parts_within_a_light_page_and_within_each_other() -> None:
    page = Canvas().text("Plain heading", 400, 40, size=24)
    page.box(0, 0, 220, 900, fill=NAVY).text("Northwind", 30, 40, size=20, ink=WHITE)
    page.box(16, 100, 204, 140, fill=(30, 64, 120), radius=8).text("Overview", 40, 110, ink=WHITE)
    page.text("Messages", 40, 160, ink=(203, 213, 225))
    page.box(400, 500, 560, 544, fill=(47, 74, 63), radius=22).text("Subscribe", 440, 512, ink=WHITE)
    page.box(600, 500, 760, 544, fill=(37, 99, 235), radius=6).text("Checkout", 640, 512, ink=WHITE)
    found = {block.text: block for block in page.read()}
    assert set(found) == {"plain heading", "northwind", "overview", "messages", "subscribe", "checkout"}
    assert near(found["subscribe"].fg_color, WHITE)
    assert near(found["messages"].fg_color, (203, 213, 225))


def test_large_letters_are_no_regions() -> None:
    assert texts(Canvas().text("BED HOUSE 80", 100, 100, size=96, ink=NAVY).read()) == ["bed house 80"]
    gray = Canvas().text("BED HOUSE 80", 100, 100, size=96, ink=NAVY).image.convert("L")
    assert dark_regions(gray, 1) == []


SMALL = (
    "Total revenue of this month",
    "Last seen yesterday",
    "Shipping is calculated at checkout",
    "12 items in 3 orders",
)


def test_small_labels_are_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    """F95: at the picture's own size most of them are lost."""

    def found(size: int) -> float:
        page = Canvas()
        for number, text in enumerate(SMALL):
            page.text(text, 100, 100 + 60 * number, size=size)
        wanted = set(" ".join(SMALL).lower().split())
        return len(wanted & set(" ".join(texts(page.read())).split())) / len(wanted)

    assert found(12) == 1
    assert found(10) >= 0.7
    monkeypatch.setattr("pytest_uibench.constants.OCR_PIXELS_PER_CSS", 1.0)
    assert found(10) < 0.5


def test_scale_two_gives_the_same_boxes() -> None:
    def blocks(scale: int) -> tuple[Block, ...]:
        page = Canvas(scale=scale).text("Shipping address", 200, 300).box(600, 500, 760, 544, fill=NAVY)
        return page.text("Continue", 640, 512, ink=WHITE).read()

    one, two = blocks(1), blocks(2)
    assert texts(one) == texts(two) == ["shipping address", "continue"]
    for block, other in zip(one, two, strict=True):
        for side in ("x", "y", "w", "h"):
            assert getattr(block.bbox, side) == pytest.approx(getattr(other.bbox, side), abs=0.004)


@pytest.mark.parametrize("ground", [WHITE, BLACK, (200, 210, 220)])
def test_a_blank_picture_has_no_blocks(ground: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """F93: and the engine is not asked, which would make up words of noise."""
    monkeypatch.setattr(ocr, "_words", lambda *_: pytest.fail("asked"))
    reading = read_picture(png(Canvas(ground).image))
    assert reading.blocks == ()
    assert reading.height == 900


def test_pictures_without_words_have_no_blocks() -> None:
    page = Canvas().box(100, 100, 500, 400, fill=(200, 80, 40)).box(700, 100, 720, 120, fill=NAVY, radius=10)
    assert page.read() == ()


def test_below_three_viewports_nothing_is_read() -> None:
    """As in a page: METRICS 3."""
    assert texts(Canvas(height=3600).text("Above", 100, 2600).text("Below", 100, 3000).read()) == ["above"]


def test_transparent_and_palette_pictures_are_on_white() -> None:
    image = Image.new("RGBA", (1440, 900), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((100, 100), "Clear ground", fill=(0, 0, 0, 255), font=ImageFont.load_default(20))
    assert texts(read_picture(png(image)).blocks) == ["clear ground"]
    assert texts(read_picture(png(Canvas().text("Few colors", 100, 100).image.convert("P"))).blocks) == ["few colors"]


def test_a_capture_of_a_picture_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "home.png"
    file.write_bytes(png(Canvas(scale=2, height=3000).text("Welcome back", 100, 100).image))
    capture = capture_picture(file, id="home", route="/", viewport=Viewport(width=1440, height=900))
    assert (capture.source, capture.estimated_colors, capture.viewport.scale) == ("ocr", True, 2.0)
    assert capture.flags == ("ocr: eng",)
    assert capture.capped
    assert capture.page_height == 3000
    assert texts(capture.blocks) == texts(capture.content) == ["welcome back"]


@pytest.fixture
def forgotten() -> Iterator[None]:
    find_engine.cache_clear()
    yield
    find_engine.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_no_engine_is_a_reason_and_a_fix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """F96: skipped with the reason, never "equal"."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OcrMissingError, match=r"tesseract is not on PATH\. Install Tesseract .*uibench doctor"):
        read_picture(png(Canvas().image))


@pytest.mark.usefixtures("forgotten")
def test_no_python_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytesseract", None)
    with pytest.raises(OcrMissingError, match=r"pytesseract is not installed\. .*pip install 'pytest-uibench\[ocr\]'"):
        find_engine()


@pytest.mark.usefixtures("forgotten")
def test_an_engine_without_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    with pytest.raises(OcrMissingError, match=r"no language data|does not work"):
        find_engine()


def test_what_is_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_text("<html>")
    with pytest.raises(UibenchError, match=r"a\.png cannot be read as a picture"):
        read_picture(tmp_path / "a.png")
    with pytest.raises(UibenchError, match=r"b\.png is not there"):
        read_picture(tmp_path / "b.png")
    whole = png(Canvas().text("Cut off", 10, 10).image)
    with pytest.raises(UibenchError, match="cannot be read as a picture"):
        read_picture(whole[: len(whole) // 2])
    monkeypatch.setattr("pytest_uibench.constants.OCR_PIXELS_LIMIT", 1_000)
    with pytest.raises(UibenchError, match=r"1440x900 pixels are too many"):
        read_picture(whole)


def word(text: str, confidence: float, left: int = 0) -> dict[str, Any]:
    row = {"text": text, "conf": confidence, "left": left, "top": 10, "width": 40, "height": 20}
    return {**row, "block_num": 1, "par_num": 1, "line_num": 1}


def table(*words: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [one[name] for one in words] for name in words[0]}


Answer = Callable[[str], dict[str, list[Any]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer, tuple[str, ...]], list[str]]:
    """Answer in Tesseract's place; returns the list of languages asked for."""

    def use(answer: Answer, languages: tuple[str, ...]) -> list[str]:
        import pytesseract

        seen: list[str] = []

        def image_to_data(*_: object, lang: str, **__: object) -> dict[str, list[Any]]:
            seen.append(lang)
            return answer(lang)

        monkeypatch.setattr(pytesseract, "image_to_data", image_to_data)
        monkeypatch.setattr(ocr, "find_engine", lambda: ocr.Engine(version="5", languages=languages))
        return seen

    return use


def test_confidence(asked: Callable[[Answer, tuple[str, ...]], list[str]]) -> None:
    rows = table(word("kept", 30), word("lost", 29, 45), word("ok", 70, 90), word("fa", 69, 135), word("@", 99, 180))
    asked(lambda _: rows, ("eng",))
    assert texts(read_picture(png(Canvas().text("x", 9, 9).image)).blocks) == ["kept ok"]


def test_cjk_data_is_used_where_english_makes_no_sense(asked: Callable[[Answer, tuple[str, ...]], list[str]]) -> None:
    def answer(languages: str) -> dict[str, list[Any]]:
        return table(word("漢字", 90)) if "jpn" in languages else table(word("BF", 35), word("RS", 31, 50))

    page = png(Canvas().text("x", 9, 9).image)
    seen = asked(answer, ("eng", "jpn", "kor"))
    reading = read_picture(page)
    assert seen == ["eng", "jpn+kor+eng"]
    assert texts(reading.blocks) == ["漢字"]
    assert reading.doubtful == 0
    assert reading.languages == ("jpn", "kor", "eng")
    assert asked(lambda _: table(word("clear", 95)), ("eng", "jpn")) == []
    assert read_picture(page).languages == ("eng",)


def test_a_language_without_data_is_doubtful(
    asked: Callable[[Answer, tuple[str, ...]], list[str]], tmp_path: Path
) -> None:
    asked(lambda _: table(word("BF", 35), word("RSx", 31, 50), word("clear", 95, 100)), ("eng",))
    (tmp_path / "a.png").write_bytes(png(Canvas().text("x", 9, 9).image))
    assert capture_picture(tmp_path / "a.png", id="a", route="/").flags == ("ocr: eng", "ocr: doubtful")


def test_chinese_and_japanese_words_have_no_blanks_between_them() -> None:
    def line(*words: str) -> str:
        found = [Word(text, 45 * n, 10, 45 * n + 40, 30, 90, (1, 1, 1)) for n, text in enumerate(words)]
        return lines_of(found, 58)[0].text

    assert line("加", "入", "购物", "车", "。", "12", "件") == "加入购物车。 12 件"
    assert line("カー", "ト", "に", "Add", "to", "한국", "사람") == "カートに Add to 한국 사람"


def test_an_engine_that_hangs(asked: Callable[[Answer, tuple[str, ...]], list[str]]) -> None:
    def answer(_: str) -> dict[str, list[Any]]:
        raise RuntimeError("Tesseract process timeout")

    asked(answer, ("eng",))
    with pytest.raises(UibenchError, match=r"tesseract gave no answer in 60 s"):
        read_picture(png(Canvas().text("x", 9, 9).image))


def test_lines_of_words() -> None:
    def at(text: str, left: float, line: int = 1, top: float = 10, turned: bool = False) -> Word:
        return Word(text, left, top, left + 40, top + 20, 90, (1, 1, line), turned)

    words = [at("b", 45), at("a", 0), at("c", 300), at("-", 345), at("d", 0, 2, 50), at("e", 45, 1, 10, True)]
    lines = lines_of(words, 58)
    assert [line.text for line in lines] == ["a b", "e", "c", "d"]
    assert (lines[0].left, lines[0].right) == (0, 85)
    assert lines[0].scaled(0.5).right == 42.5
    assert re.fullmatch(r"[a-e ]+", "".join(line.text for line in lines))


def test_ink() -> None:
    page = Canvas((240, 240, 240)).text("thin words", 10, 10, size=12, ink=RED).image
    assert near(ink_of(page, (8, 8, 90, 28)), RED)
    assert ink_of(page, (200, 200, 220, 220)) == (240, 240, 240)
    assert ink_of(page, (5000, 0, 5010, 10)) == (0, 0, 0)
