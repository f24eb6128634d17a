"""Tiers T1 to T5b: what is matched by name and by picture when the reference has no blocks (METRICS section 2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pytest_uibench.checks.fidelity.cascade import cascade
from pytest_uibench.checks.fidelity.judge import judge_screens
from pytest_uibench.checks.fidelity.likeness import by_look, perceptual_hash
from pytest_uibench.checks.fidelity.synonyms import GROUPS, group_of
from tests.fidelity import capture, screens


def tiers(ours: list[str], theirs: list[str]) -> list[tuple[int | None, str]]:
    return [(match.generated, match.tier) for match in cascade(ours, theirs)]


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (["/cart"], ["/", "/cart"], [(1, "T1")]),
        (["/Cart/"], ["/cart"], [(0, "T1")]),
        (["/"], ["/#"], [(0, "T1")]),
        (["/product/:id"], ["/product/:slug"], [(0, "T2")]),
        (["/product/7"], ["/product/:id"], [(0, "T2")]),
        (["/product/:id"], ["/product/7"], [(0, "T2")]),
        (["/product/:id"], ["/product/[id]"], [(0, "T2")]),
        (["/product/:id"], ["/product"], [(None, "none")]),
        (["/product/:id"], ["/product/7/reviews"], [(None, "none")]),
        (["/settings/team"], ["/admin/settings/team"], [(0, "T3")]),
        (["/settings/team"], ["/x/team", "/y/settings/team"], [(1, "T3")]),
        (["/a/:id"], ["/b/:id"], [(None, "none")]),
        (["/shop/item/:id"], ["/store/item/:sku"], [(0, "T3")]),
        (["/cart"], ["/basket"], [(0, "T4")]),
        (["/"], ["/home"], [(0, "T4")]),
        (["/sign-in"], ["/auth/login"], [(0, "T4")]),
        (["/products"], ["/item/:id"], [(None, "none")]),
        (["/calendar"], ["/team"], [(None, "none")]),
        ([], ["/"], []),
        (["/"], [], [(None, "none")]),
    ],
)
def test_by_name(ours: list[str], theirs: list[str], expected: list[tuple[int | None, str]]) -> None:
    assert tiers(ours, theirs) == expected


def test_a_route_is_used_once_and_earlier_tiers_take_precedence_over_all_screens() -> None:
    assert tiers(["/basket", "/cart"], ["/cart"]) == [(None, "none"), (0, "T1")]
    assert tiers(["/cart", "/cart"], ["/cart", "/bag"]) == [(0, "T1"), (1, "T4")]
    assert tiers(["/user/team", "/a/user/team"], ["/b/user/team", "/x/team"]) == [(0, "T3"), (1, "T3")]


def test_candidates_limit_what_may_be_used() -> None:
    found = cascade(["/cart"], ["/cart", "/bag"], candidates=[1])
    assert [(m.generated, m.tier, m.similarity) for m in found] == [(1, "T4", 1.0)]


def test_32_groups_and_no_word_in_two() -> None:
    assert len(GROUPS) == 32
    words = [word for group in GROUPS for word in group]
    assert len(words) == len(set(words))
    assert all(word == word.lower() and word.isalpha() for word in words)
    assert all(len(group) >= 3 for group in GROUPS)
    assert group_of("Sign-In") == group_of("log_in") == group_of("auth")
    assert group_of("zebra") is None


# --- pictures ---


def picture(path: Path, seed: int, size: tuple[int, int] = (1440, 900), scale: float = 1) -> Path:
    """A layout of grey boxes that the seed decides, drawn for a viewport of 1440 px at any scale."""
    rng = np.random.default_rng(seed)
    image = Image.new("RGB", (round(size[0] * scale), round(size[1] * scale)), "white")
    draw = ImageDraw.Draw(image)
    for _ in range(14):
        x, y = rng.uniform(0, 1100), rng.uniform(0, 700)
        w, h, shade = rng.uniform(60, 420), rng.uniform(40, 260), int(rng.integers(0, 230))
        draw.rectangle([v * scale for v in (x, y, x + w, y + h)], fill=(shade, shade, 255 - shade))
    image.save(path)
    return path


def blank(path: Path, color: str = "white") -> Path:
    Image.new("RGB", (1440, 900), color).save(path)
    return path


def test_pictures_of_other_size_and_scale_find_each_other(tmp_path: Path) -> None:
    ours = [picture(tmp_path / f"r{seed}.png", seed) for seed in (1, 2, 3)]
    theirs = [
        picture(tmp_path / "g3.png", 3, size=(1440, 3000)),
        picture(tmp_path / "g1.png", 1, scale=2),
        picture(tmp_path / "g2.png", 2, scale=0.5),
    ]
    found = cascade(["/aa", "/bb", "/cc"], ["/xx", "/yy", "/zz"], ours, theirs)
    assert [(m.generated, m.tier) for m in found] == [(1, "T5a"), (2, "T5a"), (0, "T5a")]
    assert all(match.similarity > 0.85 for match in found)


def test_blank_missing_and_broken_pictures_match_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\nnot a picture")
    theirs = [blank(tmp_path / "w.png"), blank(tmp_path / "k.png", "black"), broken, None, tmp_path / "absent.png"]
    found = cascade(["/aa"], [f"/{i}x" for i in range(5)], [picture(tmp_path / "r.png", 1)], theirs)
    assert [(m.generated, m.tier) for m in found] == [(None, "none")]
    found = cascade(["/aa"], ["/bb"], [blank(tmp_path / "b.png")], [blank(tmp_path / "c.png")])
    assert [(m.generated, m.tier) for m in found] == [(None, "none")]


def test_the_hash_is_256_bits_and_knows_no_brightness() -> None:
    rng = np.random.default_rng(0)
    image = np.kron(rng.uniform(40, 160, (9, 16)), np.ones((40, 40)))
    bits = perceptual_hash(image)
    assert bits.shape == (256,)
    assert (bits == perceptual_hash(image + 30)).mean() > 0.97
    other = np.kron(rng.uniform(40, 160, (9, 16)), np.ones((40, 40)))
    assert 0.3 < (bits == perceptual_hash(other)).mean() < 0.7


def test_t5b_wants_a_clear_lead(tmp_path: Path) -> None:
    ours = {0: picture(tmp_path / "r.png", 1)}
    same = picture(tmp_path / "same.png", 1)
    others = {i: picture(tmp_path / f"o{i}.png", 10 + i) for i in (1, 2, 3)}
    found = list(by_look(ours, {0: same, **others}))
    assert [(row, column) for row, column, _ in found] == [(0, 0)]
    assert found[0][2] == pytest.approx(1.0)
    assert list(by_look(ours, {0: same})) == [], "the only candidate cannot lead its own mean"
    assert list(by_look(ours, {0: same, 1: same})) == []
    assert list(by_look(ours, {})) == []


def test_screens_without_blocks_take_what_the_others_left() -> None:
    """A reference of screenshots alone where text recognition gave nothing for one of them."""
    ours = [*screens(("/", "/orders", "/customers")), capture("/cart", ())]
    theirs = [*screens(("/", "/orders", "/customers")), capture("/basket", screens(("/calendar",))[0].blocks)]
    judged = judge_screens(ours, theirs)
    cart = judged.screens[3]
    assert (cart.match.content.generated, cart.match.content.tier) == (3, "T4")
    assert (cart.vfs, cart.content_vfs) == (None, None)
    assert cart.reason == "not scored: the reference has no blocks to compare"
    assert "by its name (tier T4)" in cart.match.why


def test_no_blocks_anywhere_is_the_whole_cascade(tmp_path: Path) -> None:
    ours = [capture("/cart", ()), capture("/team", ()), capture("/odd", ())]
    theirs = [capture("/strange", ()), capture("/team", ()), capture("/bag", ())]
    pictures = [None, None, picture(tmp_path / "r.png", 5)]
    others = [picture(tmp_path / "g.png", 5, scale=2), None, None]
    judged = judge_screens(ours, theirs, reference_pictures=pictures, generated_pictures=others)
    assert [(s.match.content.generated, s.match.content.tier) for s in judged.screens] == [
        (2, "T4"),
        (1, "T1"),
        (0, "T5a"),
    ]
    assert "by its picture (1.00)" in judged.screens[2].match.why
