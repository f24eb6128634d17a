"""``assert_matches_design`` on real pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from pytest_uibench import assert_matches_design
from pytest_uibench.model import UibenchError
from pytest_uibench.plugin.design import UPDATE

CARD = """<!doctype html><style>body{{margin:40px;font:20px sans-serif;color:{ink}}}
.row{{display:flex;gap:40px}}</style>
<h1>Quarterly report</h1><p>Numbers of the third quarter, before tax.</p>
<div class=row><p>Revenue 4,200</p><p>Costs 1,900</p><p style="{moved}">{last}</p></div>"""


@pytest.fixture
def page(engine: Browser) -> Iterator[Page]:
    context = engine.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def show(page: Page, ink: str = "#111827", moved: str = "", last: str = "Profit 2,300") -> None:
    page.set_content(CARD.format(ink=ink, moved=moved, last=last))


@pytest.fixture
def design(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reference written from the page itself."""
    monkeypatch.chdir(tmp_path)
    reference = tmp_path / "designs/report.json"
    show(page)
    monkeypatch.setenv(UPDATE, "1")
    first = assert_matches_design(page, reference, min_vfs=100)
    monkeypatch.delenv(UPDATE)
    assert (first.vfs, first.content_vfs) == (100, 100)
    assert Image.open(reference.with_suffix(".png")).size == (1440, 900)
    return reference


def test_the_same_page_matches(page: Page, design: Path) -> None:
    show(page)
    found = assert_matches_design(page, design, min_vfs=100, min_content_vfs=100)
    assert [path.name for path in found.pictures] == ["report-side.png", "report-overlay.png"]
    assert all(path.is_file() for path in found.pictures)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ink": "#f59e0b"}, ["content VFS", "lost color", "#111827 → #f59e0b"]),
        ({"moved": "position:absolute;top:700px;left:1100px"}, ["lost position", "profit 2,300", "moved"]),
        ({"last": ""}, ["missing 'profit 2,300'"]),
    ],
)
def test_a_change_is_named(page: Page, design: Path, change: dict[str, str], said: list[str]) -> None:
    show(page, **change)
    with pytest.raises(AssertionError, match="does not match") as failure:
        assert_matches_design(page, design, min_content_vfs=99)
    for words in [*said, "picture: uibench-designs/report-overlay.png"]:
        assert words in str(failure.value)


def test_against_a_picture(page: Page, design: Path) -> None:
    show(page)
    found = assert_matches_design(page, design.with_suffix(".png"), min_vfs=80, evidence=None)
    assert found.pictures == ()
    assert found.vfs is not None
    page.set_content("<h1>Another page</h1><p>that shows something else altogether</p>")
    with pytest.raises(AssertionError, match="does not match"):
        assert_matches_design(page, design.with_suffix(".png"), min_vfs=80, evidence=None)


def test_what_cannot_be_compared_says_the_way_out(page: Page, tmp_path: Path) -> None:
    show(page)
    with pytest.raises(UibenchError, match=f"{UPDATE}=1"):
        assert_matches_design(page, tmp_path / "none.json")
    with pytest.raises(UibenchError, match="name a picture"):
        assert_matches_design(page, tmp_path / "none.png")
    with pytest.raises(UibenchError, match="uibench capture"):
        assert_matches_design(page, tmp_path / "none", screen="home")
    with pytest.raises(UibenchError, match=r"min_vfs=101: expects a score from 0 to 100"):
        assert_matches_design(page, tmp_path / "none.json", min_vfs=101)
