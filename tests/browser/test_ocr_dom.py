"""OCR against the DOM: the same page read both ways gives nearly the same blocks."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from fixtures import make
from pytest_uibench import score_page
from pytest_uibench.model import Block
from pytest_uibench.observe.ocr import OcrMissingError, find_engine, read_picture
from pytest_uibench.observe.screen import ScreenName, Shot, capture_screen

from .conftest import Opener

PAGES = Path(__file__).parent / "pages"


def words(blocks: tuple[Block, ...]) -> Counter[str]:
    return Counter(word for block in blocks for word in re.findall(r"\w+", block.text))


def _relative(file: Path, folder: Path) -> str:
    root = PAGES if PAGES in file.parents else folder / "plain-site"
    return file.relative_to(root).as_posix()


@pytest.fixture
def shots(opener: Opener, tmp_path: Path) -> dict[str, Shot]:
    """Ten screens: five pages of kinds that are hard to read, and those of a plain site of the fixtures."""
    try:
        find_engine()
    except OcrMissingError as error:
        pytest.skip(str(error))
    make.materialise("plain-site", tmp_path)
    files = [file for root in (PAGES, tmp_path / "plain-site") for file in sorted(root.rglob("*")) if file.is_file()]
    opener.site.pages |= {f"/{_relative(file, tmp_path)}": file.read_bytes() for file in files}
    paths = [path for path in opener.site.pages if path.endswith(".html")]
    session = opener()
    found = {}
    for path in paths:
        session.visit(path)
        settling = session.rest().settling
        found[path] = capture_screen(session, ScreenName(id=path, route=path), settling=settling)
    assert len(found) == 10
    return found


def test_ten_screens_read_from_their_pictures(shots: dict[str, Shot]) -> None:
    recalls, own, others = {}, {}, []
    for path, shot in shots.items():
        assert shot.picture is not None
        read = read_picture(shot.picture).blocks
        wanted, got = words(shot.capture.content), words(read)
        recalls[path] = sum((wanted & got).values()) / sum(wanted.values())
        own[path] = score_page(read, shot.capture.content).page
        for other, theirs in shots.items():
            if other != path:
                by_dom = score_page(shot.capture.blocks, theirs.capture.blocks).page
                others.append(abs(by_dom - score_page(read, theirs.capture.blocks).page))
    print(f"word recall {mean(recalls.values()):.3f} {recalls}")
    print(f"page score of a page against its own picture {mean(own.values()):.1f}")
    print(f"mean difference of the page scores of other pages {mean(others):.1f}")
    assert mean(recalls.values()) >= 0.9
    assert min(recalls.values()) >= 0.7
    assert mean(own.values()) >= 88
    assert mean(others) <= 10
