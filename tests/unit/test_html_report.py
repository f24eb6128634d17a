"""The page as text: escaping, links, limits. What a browser makes of it is tested in tests/browser."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pytest_uibench.model import RouteCard
from pytest_uibench.report import write_html
from pytest_uibench.report.view import link
from tests.scorecards import (
    app_card,
    broken_app,
    green_app,
    hostile_app,
    item,
    look,
    make_files,
    partial_app,
    rich_card,
    scorecard,
)

VOID = {"meta", "link", "img", "br", "rect", "path"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; complains when a tag is closed that was not opened."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.stack: list[str] = []
        self.text: list[str] = []
        self.feed(source)
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.stack:
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page(card, output: Path) -> Page:
    return Page(write_html(card, output).read_text(encoding="utf-8"))


def words(found: Page) -> str:
    return " ".join(" ".join(found.text).split())


def test_the_page_tells_what_the_card_holds(tmp_path: Path) -> None:
    card = rich_card()
    make_files(card, tmp_path)
    text = words(page(card, tmp_path))
    for said in (
        "2 of 3 apps run, 5 things to fix",
        "2 of 3 apps",
        "12 of 16 routes",
        "Does not run: build C4 build:unresolved-import",
        "gen/shop-glm/src/pages/Cart.tsx:3:25",
        "Write src/components/CartSummary.tsx",
        "TS6133",
        "31 internal links checked, 2 dead, 4 left out by the crawl budget",
        "made to work: --legacy-peer-deps",
        "refused by the network policy: fonts.googleapis.com",
        "same page as /",
        "the page is blank: 0 elements below #root 1 failed request: /api/profile",
        "blocked by exec[build]",
        "route[/product/:id]",
        "Contained by bubblewrap (no network)",
        "2 lock files disagree",
    ):
        assert said in text, said


def test_scripts_are_forbidden_and_nothing_comes_from_elsewhere(tmp_path: Path) -> None:
    card = rich_card()
    make_files(card, tmp_path)
    found = page(card, tmp_path)
    policy = next(meta["content"] for meta in found.all("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert "unsafe" not in policy
    assert found.all("script") == []
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        for name in ("href", "src"):
            target = attributes.get(name) or ""
            assert not re.match(r"(?!data:image/svg)[a-z]+:|//", target), target


def test_pictures_are_lazy_sized_described_and_linked(tmp_path: Path) -> None:
    card = rich_card()
    make_files(card, tmp_path)
    found = page(card, tmp_path)
    images = found.all("img")
    assert len(images) == 16
    for image in images:
        assert {"width", "height", "alt"} <= set(image)
        assert image["loading"] == "lazy"
        assert (tmp_path / (image["src"] or "")).is_file()
        assert {"href": image["src"]} in found.all("a")


def test_files_that_are_not_there_are_not_linked(tmp_path: Path) -> None:
    found = page(rich_card(), tmp_path)
    assert found.all("img") == []
    assert "no picture" in words(found)


def test_headings_step_down_and_tables_have_headers(tmp_path: Path) -> None:
    found = page(rich_card(), tmp_path)
    levels = [int(tag[1]) for tag, _ in found.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    assert {"header", "main", "footer"} <= {tag for tag, _ in found.tags}
    assert all(header.get("scope") in ("col", "row") for header in found.all("th"))
    assert len(found.all("caption")) == len(found.all("table"))
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for attributes in found.all("section"):
        assert attributes["aria-labelledby"] in ids
    # Landmarks have names of their own: a reader of many apps can tell them apart.
    names = [attributes["aria-labelledby"] for attributes in found.all("section")]
    assert len(names) == len(set(names)) == 7


def test_hostile_texts_make_no_element_and_no_link(tmp_path: Path) -> None:
    hostile = page(scorecard([hostile_app()], complete=False), tmp_path)
    assert {"script", "object", "iframe"}.isdisjoint(tag for tag, _ in hostile.tags)
    assert hostile.all("img") == []
    assert not [a for a in hostile.all("a") if "evil" in (a["href"] or "") or "javascript" in (a["href"] or "")]
    raw = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", raw)
    assert "&lt;script&gt;alert(2)&lt;/script&gt;\\u202egnp.exe" in raw
    assert len(raw) < 200_000


@pytest.mark.parametrize(
    "path",
    [
        "javascript:alert(1)",
        "/etc/passwd",
        "//evil.example/x.png",
        "../secret",
        "apps/../../secret",
        "a\\b",
        "",
        "x\x00",
        "n" * 5000,
    ],
)
def test_only_files_below_the_output_are_linked(tmp_path: Path, path: str) -> None:
    (tmp_path.parent / "secret").write_text("x", encoding="utf-8")
    assert link(path, tmp_path) is None


def test_odd_file_names_are_quoted(tmp_path: Path) -> None:
    (tmp_path / 'a "b"#?%.png').write_bytes(b"")
    assert link('a "b"#?%.png', tmp_path) == "a%20%22b%22%23%3F%25.png"


def test_a_thousand_hostile_items_stay_under_five_megabytes(tmp_path: Path) -> None:
    bad = "<&\"'" * 2_000
    items = tuple(
        item("a", "interaction", f"{n}{bad}", "failed", label=bad, reason=bad, detail=bad, warnings=(bad,))
        for n in range(1000)
    )
    routes = tuple(
        RouteCard(route=f"/{n}", url=f"/{n}", source="static", rendered=False, errors=(bad,) * 9) for n in range(300)
    )
    path = write_html(scorecard([app_card("a", items=items, routes=routes)]), tmp_path)
    assert path.stat().st_size < 5_000_000
    text = words(Page(path.read_text(encoding="utf-8")))
    assert "and 100 routes in results.json" in text
    assert "(in full in results.json)" in text


def test_a_thousand_ordinary_items_stay_under_five_megabytes(tmp_path: Path) -> None:
    detail = "http://127.0.0.1:41873/cart\npageerror: TypeError: x is undefined\n" * 20
    items = tuple(
        item("a", "interaction", f"cart/{n}", "failed", reason="it does nothing", detail=detail) for n in range(1000)
    )
    path = write_html(scorecard([app_card("a", items=items)]), tmp_path)
    assert path.stat().st_size < 5_000_000


def test_an_incomplete_run_is_loud_and_lists_what_is_missing(tmp_path: Path) -> None:
    app = replace(green_app(), missing=("gen/shop-sonnet/package.json::links",))
    found = page(scorecard([app], complete=False), tmp_path)
    text = words(found)
    assert "This run is incomplete 1 item gave no result." in text
    assert "gen/shop-sonnet/package.json::links" in text
    assert [section for section in found.all("section") if section.get("role") == "alert"]
    assert "incomplete" not in words(page(rich_card(), tmp_path))


def test_scores_that_were_not_measured_have_no_tile(tmp_path: Path) -> None:
    assert "Visual fidelity" not in words(page(rich_card(), tmp_path))
    scored = [app_card("a", fidelity=look(70.0)), app_card("b", False)]
    text = words(page(scorecard(scored), tmp_path))
    assert "Visual fidelity (VFS) 35 mean of 2 apps, 70 where it runs" in text


def test_with_many_apps_all_sections_are_folded(tmp_path: Path) -> None:
    apps = [replace(partial_app(), app=f"a{n}", path=f"gen/a{n}") for n in range(11)]
    assert not [node for node in page(scorecard(apps), tmp_path).all("details") if "open" in node]
    assert [node for node in page(scorecard([broken_app(), green_app()]), tmp_path).all("details") if "open" in node]


def test_no_app_at_all(tmp_path: Path) -> None:
    assert "No app was judged" in words(page(scorecard([]), tmp_path))


def test_the_same_card_gives_the_same_page(tmp_path: Path) -> None:
    assert write_html(rich_card(), tmp_path).read_bytes() == write_html(rich_card(), tmp_path).read_bytes()
