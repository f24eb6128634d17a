"""Pictures of evidence: nothing resized or hidden in silence, every kind of block outlined (F88, F90)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pytest_uibench import constants
from pytest_uibench.checks.fidelity.evidence import Shot, write_evidence
from pytest_uibench.checks.fidelity.evidence.overlay import overlay
from pytest_uibench.checks.fidelity.evidence.pen import pen_on
from pytest_uibench.checks.fidelity.evidence.sheet import background, padded, panel
from pytest_uibench.checks.fidelity.evidence.side import side_by_side
from pytest_uibench.checks.fidelity.faults import block_faults
from pytest_uibench.checks.fidelity.judge import Judged, judge_screens
from pytest_uibench.checks.fidelity.likeness import likeness
from pytest_uibench.checks.fidelity.pictures import Picture, open_picture
from pytest_uibench.model import Block, Box, ScreenCapture, UibenchError
from tests.fidelity import DARK, DESKTOP, altered, block, capture, is_shell, screens

WHITE, NIGHT = (255, 255, 255), (15, 23, 42)


def render(page: ScreenCapture, path: Path, *, paper: tuple[int, int, int] = WHITE, scale: float = 1) -> Path:
    """A screenshot of the blocks: plain text at their places."""
    image = Image.new("RGB", (round(1440 * scale), round(900 * scale)), paper)
    draw = ImageDraw.Draw(image)
    for one in page.content:
        at = (one.bbox.x * 1440 * scale, one.bbox.y * 900 * scale)
        draw.text(at, one.text, fill=one.fg_color if paper == WHITE else (226, 232, 240), font_size=14 * scale)
    image.save(path)
    return path


def mixed(page: ScreenCapture) -> ScreenCapture:
    """One block of each fate: moved, reworded, recoloured, resized, missing, extra."""

    def change(one: Block) -> Block | None:
        if is_shell(one):
            return one
        by_text = {
            "orders": replace(one, bbox=replace(one.bbox, x=one.bbox.x + 0.2)),
            "every order of the last quarter": replace(one, text="all orders of this quarter"),
            "order number": replace(one, fg_color=(220, 38, 38)),
            "placed on": replace(one, bbox=replace(one.bbox, w=one.bbox.w * 3, h=one.bbox.h * 2)),
            "shipment": None,
        }
        return by_text.get(one.text, one)

    changed = altered(page, change)
    blocks = (*changed.content, block("客服中心", 0.3, 0.7), block("subscribe to our newsletter", 0.6, 0.7))
    return replace(changed, blocks=blocks, content=blocks)


def judged_pair() -> tuple[Judged, ScreenCapture, ScreenCapture]:
    reference = screens()
    generated = [mixed(page) if page.route == "/orders" else page for page in reference]
    return judge_screens(reference, generated), reference[1], generated[1]


def colors(image: Image.Image) -> set[str]:
    return {f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.unique(np.asarray(image).reshape(-1, 3), axis=0)}


def test_both_pictures_are_written_and_say_what_they_show(tmp_path: Path) -> None:
    judged, reference, generated = judged_pair()
    shots = [render(page, tmp_path / f"{i}.png") for i, page in enumerate((reference, generated))]
    found = write_evidence(
        judged.screens[1],
        judged.content[1],
        Shot(reference, shots[0]),
        Shot(generated, shots[1]),
        folder=tmp_path,
        name="orders",
    )
    assert (found.side, found.overlay, found.notes) == ("orders-side.png", "orders-overlay.png", ())
    assert found.likeness is not None
    with Image.open(tmp_path / found.side) as side, Image.open(tmp_path / str(found.overlay)) as outlined:
        assert side.width > 2 * 1440
        assert outlined.height >= 900
        assert set(constants.EVIDENCE_COLORS.values()) <= colors(outlined.convert("RGB"))


def test_every_fate_is_counted_once_and_the_worst_are_numbered() -> None:
    judged, _, generated = judged_pair()
    comparison = judged.content[1]
    assert comparison is not None
    page, counts, worst, _ = overlay(comparison, None, DESKTOP)
    assert {kind: counts[kind] for kind in ("moved", "text", "size", "missing", "extra", "color")} == {
        "moved": 1,
        "text": 1,
        "size": 1,
        "missing": 1,
        "extra": 2,
        "color": 1,
    }
    assert counts["shell"] == 9
    drawn = sum(counts[kind] for kind in ("matched", "moved", "text", "size", "extra", "shell"))
    assert drawn == len(generated.content)
    assert {fault.kind for fault in worst} == {"moved", "text", "size", "missing", "extra", "color"}
    assert page.size == (1440, 900)


def test_sizes_that_differ_are_padded_and_never_resized(tmp_path: Path) -> None:
    small = Picture(Image.new("RGB", (800, 600), "red"))
    large = Picture(Image.new("RGB", (1440, 1200), "blue"))
    sheet = np.asarray(side_by_side("t", "s", small, large, (1440, 900)))
    assert int((sheet == (255, 0, 0)).all(axis=2).sum()) == 800 * 600
    assert int((sheet == (0, 0, 255)).all(axis=2).sum()) == 1440 * 1200
    hatched = np.asarray(padded(small.image, (1440, 1200)))[:, 800:]
    assert len(np.unique(hatched.reshape(-1, 3), axis=0)) == 2, "padding cannot be taken for a page"


def test_scale_2_is_brought_to_css_pixels_and_said(tmp_path: Path) -> None:
    page = screens()[1]
    double = open_picture(render(page, tmp_path / "2.png", scale=2), scale=2)
    assert double.image.size == (1440, 900)
    assert "reduced to CSS pixels from 2880 x 1800, taken at scale 2" in panel("Reference", double, (1, 1)).caption
    single = open_picture(render(page, tmp_path / "1.png"))
    assert panel("Reference", single, (1, 1)).caption == "Reference: 1440 x 900 px"
    assert likeness(single.image, double.image).ssim > 0.9


def test_a_cut_picture_says_so() -> None:
    tall = Picture(Image.new("RGB", (1440, 9_000), "white"))
    shown = panel("Generated", tall, (1440, 900))
    assert shown.image.height == constants.EVIDENCE_MAX_HEIGHT
    assert f"only the first 1440 x {constants.EVIDENCE_MAX_HEIGHT} px are shown" in shown.caption


def test_a_dark_page_stays_dark_beneath_its_outlines(tmp_path: Path) -> None:
    judged, _, generated = judged_pair()
    comparison = judged.content[1]
    assert comparison is not None
    picture = open_picture(render(generated, tmp_path / "dark.png", paper=NIGHT))
    assert background(picture.image) == NIGHT
    page, *_ = overlay(comparison, picture, DESKTOP)
    assert background(page) == NIGHT


def test_missing_blocks_below_the_page_extend_it() -> None:
    ours = [block("far below", 0.3, 2.0), block("here", 0.3, 0.2)]
    judged = judge_screens([capture("/x", ours)], [capture("/x", ours[1:])])
    found = judged.content[0]
    assert found is not None
    page, counts, *_ = overlay(found, Picture(Image.new("RGB", (1440, 900), "white")), DESKTOP)
    assert counts["missing"] == 1
    assert page.height > 1800


@pytest.mark.parametrize("damage", ["missing", "truncated", "text", "none"])
def test_a_screenshot_that_cannot_be_used_is_noted_and_no_exception(damage: str, tmp_path: Path) -> None:
    judged, reference, generated = judged_pair()
    path = render(generated, tmp_path / "g.png")
    if damage == "missing":
        path.unlink()
    elif damage == "truncated":
        path.write_bytes(path.read_bytes()[:500])
    elif damage == "text":
        path.write_text("no picture")
    shot = Shot(generated, None if damage == "none" else path)
    found = write_evidence(
        judged.screens[1], judged.content[1], Shot(reference, None), shot, folder=tmp_path, name="orders"
    )
    assert (tmp_path / found.side).is_file()
    assert found.likeness is None
    assert bool(found.notes) == (damage != "none")
    assert all("g.png cannot be opened as a picture" in note for note in found.notes)


def test_a_missing_screen_has_the_reference_alone(tmp_path: Path) -> None:
    reference = screens()
    judged = judge_screens(reference, [page for page in reference if page.route != "/orders"])
    found = write_evidence(
        judged.screens[1],
        judged.content[1],
        Shot(reference[1], render(reference[1], tmp_path / "r.png")),
        None,
        folder=tmp_path,
        name="orders",
    )
    assert (found.overlay, found.likeness) == (None, None)


def test_hostile_blocks_do_not_break_the_picture(tmp_path: Path) -> None:
    odd = [
        Block("", Box(-5, -5, 0, 0), DARK, "p"),
        Block("x" * 5_000, Box(0.1, 0.1, 50, 50), DARK, "p"),
        Block("nowhere", Box(1e9, 1e9, 1e9, 1e9), DARK, "p"),
        Block("a\nb\u202e\x00c", Box(0.9999, 2.9, 0.2, 0.01), DARK, "p"),
        Block("🙂" * 40, Box(0.2, 0.5, 0.1, 0.05), DARK, "p"),
    ]
    other = [replace(one, text=one.text + " more", fg_color=(250, 0, 0)) for one in odd]
    judged = judge_screens([capture("/x", odd)], [capture("/x", other)])
    screen, comparison = judged.screens[0], judged.content[0]
    assert comparison is not None
    shots = Shot(capture("/x", odd), None), Shot(capture("/x", other), None)
    found = write_evidence(screen, comparison, *shots, folder=tmp_path, name="odd")
    with Image.open(tmp_path / str(found.overlay)) as image:
        assert image.width <= constants.EVIDENCE_MAX_WIDTH + 600
        assert image.height <= constants.EVIDENCE_MAX_HEIGHT + 200


def test_text_is_cut_and_wrapped_to_its_room() -> None:
    pen = pen_on(Image.new("RGB", (200, 50)))
    long = "a long note about a block that does not fit into one line of the legend at all"
    assert pen.width(pen.fit(long, 120)) <= 120
    assert pen.fit("short", 120) == "short"
    lines = pen.wrap(long, 120, lines=2)
    assert len(lines) == 2
    assert all(pen.width(line) <= 120 for line in lines)
    assert lines[-1].endswith("…")
    assert pen.wrap("", 120) == []


# --- SSIM as a diagnostic ---


def card(text: str, color: str) -> Image.Image:
    image = Image.new("RGB", (1440, 900), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((600, 350, 840, 500), outline="#888888", fill=color)
    for row in range(5):
        draw.text((615, 365 + 25 * row), text, fill="black", font_size=16)
    return image


def test_two_different_cards_on_a_large_white_page_are_not_equal() -> None:
    found = likeness(card("annual revenue", "#ffffff"), card("##########", "#334155"))
    assert found.ssim > 0.93, "what the plain value says"
    assert found.ink_ssim is not None
    assert found.ink_ssim < 0.5
    assert found.ink_share < 0.1
    same = likeness(card("annual revenue", "#ffffff"), card("annual revenue", "#ffffff"))
    assert (same.ssim, same.ink_ssim) == pytest.approx((1, 1))


def test_blank_pictures_have_no_value_over_what_is_drawn() -> None:
    white = Image.new("RGB", (200, 100), "white")
    assert likeness(white, white).ink_ssim is None
    assert likeness(white, Image.new("RGB", (300, 500), "white")).ssim == pytest.approx(1)
    with pytest.raises(UibenchError, match="too small"):
        likeness(Image.new("RGB", (3, 3)), Image.new("RGB", (3, 3)))


def test_a_scale_of_zero_and_a_huge_picture_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = render(screens()[0], tmp_path / "a.png")
    with pytest.raises(UibenchError, match="scale of 0"):
        open_picture(path, scale=0)
    monkeypatch.setattr(constants, "PICTURE_MAX_PIXELS", 1_000)
    with pytest.raises(UibenchError, match=r"a\.png has 1440 x 900 pixels"):
        open_picture(path)


def test_transparency_lies_on_white(tmp_path: Path) -> None:
    Image.new("RGBA", (20, 20), (255, 0, 0, 0)).save(tmp_path / "t.png")
    assert open_picture(tmp_path / "t.png").image.getpixel((3, 3)) == (255, 255, 255)


def test_faults_of_the_mixed_page_are_named() -> None:
    judged, *_ = judged_pair()
    comparison = judged.content[1]
    assert comparison is not None
    kinds = {fault.text: fault.kind for fault in block_faults(comparison)}
    assert kinds["orders"] == "moved"
    assert kinds["shipment"] == "missing"
    assert kinds["客服中心"] == "extra"
    assert kinds["placed on"] == "size"
    assert kinds["order number"] == "color"
