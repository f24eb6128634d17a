"""What is refused as a block, and that the message says which block and which key."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pytest_uibench import align_screens, score_page
from pytest_uibench.model import Block, Box, UibenchError

GOOD: dict[str, Any] = {
    "text": "save",
    "bbox": {"x": 0.1, "y": 0.2, "w": 0.1, "h": 0.02},
    "fg_color": [0, 0, 0],
    "tag": "a",
}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


def boxed(**sides: object) -> dict[str, Any]:
    return GOOD | {"bbox": GOOD["bbox"] | sides}


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (without("text"), ["reference_blocks[1]", '"text" is missing', "bbox"]),
        (without("bbox"), ["reference_blocks[1]", '"bbox" is missing']),
        (without("bbox") | {"box": {}}, ['Did you mean "box" to be "bbox"?']),
        (without("fg_color"), ["reference_blocks[1]", '"fg_color" is missing']),
        (GOOD | {"text": None}, ["reference_blocks[1].text", "string", "NoneType"]),
        (GOOD | {"tag": 3}, ["reference_blocks[1].tag", "string"]),
        (GOOD | {"bbox": [0, 0, 1, 1]}, ["reference_blocks[1].bbox", "dict with x, y, w, h"]),
        ({**GOOD, "bbox": {"x": 0, "y": 0, "w": 1}}, ["reference_blocks[1].bbox", '"h" is missing']),
        (boxed(x="0.1"), ["reference_blocks[1].bbox.x", "number", "'0.1'"]),
        (boxed(y=float("nan")), ["reference_blocks[1].bbox.y", "nan", "finite"]),
        (boxed(w=float("inf")), ["reference_blocks[1].bbox.w", "finite"]),
        (boxed(h=-0.1), ["reference_blocks[1].bbox.h", "-0.1", "negative"]),
        (boxed(w=True), ["reference_blocks[1].bbox.w", "bool"]),
        (GOOD | {"fg_color": "#000000"}, ["reference_blocks[1].fg_color", "three whole numbers from 0 to 255"]),
        (GOOD | {"fg_color": [0, 0]}, ["reference_blocks[1].fg_color", "three whole numbers"]),
        (GOOD | {"fg_color": [0, 0, 256]}, ["reference_blocks[1].fg_color", "256"]),
        (GOOD | {"fg_color": [0, 0, 0.5]}, ["reference_blocks[1].fg_color", "0.5"]),
        (GOOD | {"fg_color": [0, "0", 0]}, ["reference_blocks[1].fg_color[1]", "number"]),
        ("save", ["reference_blocks[1]", "dict with text, bbox, fg_color, tag"]),
        (Block(3, Box(0, 0, 1, 1), (0, 0, 0), "a"), ["reference_blocks[1].text"]),  # type: ignore[arg-type]
        (Block("a", Box(0, 0, -1, 1), (0, 0, 0), "a"), ["reference_blocks[1].bbox.w", "negative"]),
    ],
)
def test_the_message_names_block_and_key(bad: Any, words: list[str]) -> None:
    with pytest.raises(UibenchError) as caught:
        score_page([GOOD, bad], [GOOD])
    for word in words:
        assert word in str(caught.value)


def test_it_is_a_value_error_too_and_names_the_other_list() -> None:
    with pytest.raises(ValueError, match=r"generated_blocks\[0\]"):
        score_page([GOOD], [without("text")])


@pytest.mark.parametrize("wrong", [None, 3, "text", {"text": "save"}])
def test_what_is_no_list_is_refused(wrong: Any) -> None:
    with pytest.raises(UibenchError, match="reference_blocks: a list of blocks"):
        score_page(wrong, [])


def test_other_numeric_types_extra_keys_and_generators_are_taken() -> None:
    loose = GOOD | {
        "fg_color": np.array([0, 0, 0], dtype=np.uint8),
        "bbox": {k: np.float32(v) for k, v in GOOD["bbox"].items()},
    }
    score = score_page(iter([loose | {"selector": "a"}]), (block for block in [without("tag")]))
    assert score.page == pytest.approx(100, abs=1e-4)


def test_a_malformed_page_of_an_alignment_is_named() -> None:
    with pytest.raises(UibenchError, match=r"generated_pages\[1\]\[0\]"):
        align_screens([[GOOD]], [[GOOD], [without("text")]], ["/"], ["/", "/a"])
