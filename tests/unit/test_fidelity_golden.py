"""The published scorer's values, through the public API (METRICS sections 2 and 3)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench import align_screens, score_page
from pytest_uibench.model import Block, Box, PageScore

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent.parent / "golden" / "vfs_golden.json").read_text("utf-8"))
SUB_METRICS = ("size", "text", "position", "color", "page")


def values(blocks: list[dict[str, Any]]) -> list[Block]:
    return [Block(b["text"], Box(**b["bbox"]), tuple(b["fg_color"]), b["tag"]) for b in blocks]


@pytest.mark.parametrize("page", GOLDEN["pages"], ids=lambda page: page["name"].replace(" ", "-"))
def test_every_sub_metric_of_every_page(page: dict[str, Any]) -> None:
    score = score_page(page["reference"], page["generated"])
    expected = {name: page["expected"][name] for name in SUB_METRICS}
    assert {name: getattr(score, name) for name in SUB_METRICS} == pytest.approx(expected, abs=1e-9)
    assert len(score.pairs) == page["expected"]["matched"]
    assert all(type(getattr(score, name)) is float for name in SUB_METRICS)


def test_blocks_and_dicts_score_the_same() -> None:
    page = GOLDEN["pages"][10]
    assert score_page(values(page["reference"]), values(page["generated"])) == score_page(
        page["reference"], page["generated"]
    )


@pytest.mark.parametrize("case", GOLDEN["alignments"], ids=lambda case: case["reference_routes"][0].replace("/", "-"))
def test_alignments_pair_for_pair(case: dict[str, Any]) -> None:
    expected = case["expected"]
    found = align_screens(
        case["reference_pages"], case["generated_pages"], case["reference_routes"], case["generated_routes"]
    )
    assert [match.reference for match in found] == list(range(len(case["reference_routes"])))
    assert [[m.reference, m.generated] for m in found if m.generated is not None] == expected["pairs"]
    for match in found:
        row = expected["similarity"][match.reference]
        if match.generated is not None:
            assert match.similarity == row[match.generated]
            assert match.tier == "dom"
        else:
            assert match.tier == "none"
            assert match.similarity in row
        assert match.boosted >= match.similarity


def test_pairs_are_indexes_into_the_lists() -> None:
    page = GOLDEN["pages"][15]
    score = score_page(page["reference"], page["generated"])
    assert isinstance(score, PageScore)
    for pair in score.pairs:
        assert 0 <= pair.reference < len(page["reference"])
        assert 0 <= pair.generated < len(page["generated"])
        assert pair.text >= 0.3
    assert sum(pair.text for pair in score.pairs) / len(score.pairs) == pytest.approx(score.text, abs=1e-12)


def test_the_public_names_load_nothing_before_they_are_used() -> None:
    code = (
        "import sys, pytest_uibench; before = {'numpy', 'scipy', 'skimage', 'PIL'} & set(sys.modules); "
        "pytest_uibench.score_page; print(sorted(before), 'PIL' in sys.modules, 'skimage' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[] False False"
