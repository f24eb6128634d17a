"""The content score sees what the published score forgives, and says why (METRICS sections 2 and 3, "ours")."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest

from pytest_uibench.checks.fidelity.content import Comparison, content_comparison, paper_comparison
from pytest_uibench.checks.fidelity.faults import block_faults, explain
from pytest_uibench.checks.fidelity.shell import Shell, find_shell
from pytest_uibench.model import Block, Box, ScreenCapture
from tests.fidelity import (
    DARK,
    PAGES,
    SIDEBAR,
    altered,
    block,
    body,
    capture,
    doubled,
    failed,
    is_shell,
    mirrored,
    palette_swapped,
    scrambled,
    screens,
    shuffled,
    sidebar,
)

REFERENCE = screens()
ORDERS = REFERENCE[1]


def the_shell(generated: list[ScreenCapture] | None = None) -> Shell:
    return find_shell([c.content for c in REFERENCE], [c.content for c in generated or []])


def content(page: ScreenCapture, reference: ScreenCapture = ORDERS) -> Comparison:
    found = content_comparison(reference, page, the_shell())
    assert found is not None
    return found


def score(page: ScreenCapture) -> float:
    return content(page).metric.score.page


def published(page: ScreenCapture) -> float:
    found = paper_comparison(ORDERS, page)
    assert found is not None
    return found.metric.score.page


def costliest(page: ScreenCapture) -> str:
    costs = content(page).metric.costs
    return max(costs, key=lambda name: costs[name])


def test_the_same_page_scores_100_and_says_what_was_compared() -> None:
    found = content(ORDERS)
    assert found.metric.score.page == pytest.approx(100, abs=1e-9)
    assert (found.metric.metric, found.metric.reference, found.metric.shell) == ("vfs-content/1", 6, len(SIDEBAR))
    assert found.metric.parameters["autojunk"] is False
    assert explain(found) == "vfs-content/1 100.0; all 6 blocks matched, 9 of the shell left out"
    assert block_faults(found) == ()


@pytest.mark.parametrize(
    ("change", "sub_metric", "kind", "word"),
    [
        (lambda page: altered(page, palette_swapped), "color", "color", "6 recoloured"),
        (lambda page: altered(page, mirrored), "position", "moved", "6 moved"),
        (lambda page: altered(page, doubled), "size", "size", "6 resized"),
        (shuffled, "position", "moved", "moved"),
        (lambda page: altered(page, scrambled), "text", "missing", "reworded"),
    ],
    ids=["palette", "mirrored", "doubled", "shuffled", "scrambled"],
)
def test_a_change_lowers_the_score_and_is_named(
    change: Callable[[ScreenCapture], ScreenCapture], sub_metric: str, kind: str, word: str
) -> None:
    page = change(ORDERS)
    assert score(page) < 97
    assert costliest(page) == sub_metric
    line = explain(content(page))
    assert line.split("lost ")[1].startswith(sub_metric)
    assert word in line
    assert block_faults(content(page))[0].kind == kind


def test_doubled_sizes_cost_nothing_in_the_published_size() -> None:
    """Why Size differs: matched areas are summed there, whatever each of them is."""
    page = altered(ORDERS, doubled)
    assert paper_comparison(ORDERS, page).metric.score.size == pytest.approx(1)  # type: ignore[union-attr]
    assert content(page).metric.score.size == pytest.approx(2 / 5)


def test_the_sidebar_alone_scores_nothing_where_the_published_score_is_high() -> None:
    page = capture("/orders", sidebar())
    assert published(page) > 75
    assert score(page) == 0
    assert "0 of 6 blocks matched" in explain(content(page))


def test_one_correct_heading_alone_does_not_score_75() -> None:
    page = capture("/orders", body(PAGES["/orders"])[:1])
    assert published(page) > 75
    assert score(page) < 30


def test_an_unrelated_page_behind_the_same_sidebar() -> None:
    page = REFERENCE[3]
    assert published(page) > 65
    assert score(page) < published(page) - 20


def test_deleting_blocks_always_costs() -> None:
    blocks = [one for one in ORDERS.content if not is_shell(one)]
    scores = [
        score(capture("/orders", [*sidebar(), *blocks[: len(blocks) - dropped]])) for dropped in range(len(blocks))
    ]
    assert scores == sorted(scores, reverse=True)
    assert all(one - other > 5 for one, other in itertools.pairwise(scores))


def test_extra_blocks_cost_size_only() -> None:
    extra = [block("a banner that nobody asked for", 0.3, 0.7, DARK, scale=3)]
    found = content(capture("/orders", [*ORDERS.content, *extra])).metric.score
    assert found.size < 0.9
    assert (found.text, found.position, found.color) == pytest.approx((1, 1, 1))


def test_the_points_of_all_blocks_are_the_points_lost() -> None:
    for page in (
        altered(ORDERS, doubled),
        altered(ORDERS, scrambled),
        REFERENCE[3],
        capture("/orders", sidebar()),
        capture("/orders", [*body(PAGES["/orders"])[2:], block("something else", 0.5, 0.9)]),
    ):
        found = content(page)
        faults = block_faults(found, limit=None)
        lost = 100 - found.metric.score.page
        assert sum(fault.points for fault in faults) == pytest.approx(lost, abs=0.02 * max(1, len(faults)))
        assert sum(found.metric.costs.values()) == pytest.approx(lost, abs=1e-9)


def test_notes_speak_in_pixels_colours_and_words() -> None:
    changed = {
        "orders": lambda one: replace(one, bbox=replace(one.bbox, x=one.bbox.x + 120 / 1440)),
        "shipment": lambda one: replace(one, fg_color=(249, 250, 251)),
        "order number": lambda one: replace(one, text="order code"),
    }
    page = altered(ORDERS, lambda one: changed.get(one.text, lambda same: same)(one) if not is_shell(one) else one)
    notes = {fault.text: fault for fault in block_faults(content(page))}
    assert (notes["orders"].kind, notes["orders"].note) == ("moved", "moved 120 px right")
    assert notes["shipment"].kind == "color"
    assert notes["shipment"].note.startswith("#111827 → #f9fafb (ΔE ") or "→ #f9fafb (ΔE " in notes["shipment"].note
    assert notes["order number"].note == 'text: "order number" → "order code"'
    assert notes["order number"].other == "order code"


def test_the_ten_worst_come_first_and_ties_in_document_order() -> None:
    many = [block(f"line number {i:02}", 0.3, 0.05 * i) for i in range(30)]
    found = content_comparison(capture("/x", many), capture("/x", []))
    assert found is not None
    faults = block_faults(found)
    assert [fault.reference for fault in faults] == list(range(10))
    assert {fault.kind for fault in faults} == {"missing"}


def test_repeated_texts_are_paired_by_place() -> None:
    """The published form pairs equal texts as the solver likes; a swap of two rows must not read as two moves."""
    rows = [block(text, x, 0.1 * row) for row in range(6) for x, text in ((0.3, "paid"), (0.5, "open"))]
    found = content_comparison(capture("/x", rows), capture("/x", rows[::-1]))
    assert found is not None
    assert found.metric.score.page == pytest.approx(100)


def test_one_character_at_the_cut_moves_the_similarity_little() -> None:
    """From 200 characters on autojunk drops the second text's frequent characters: the content form does without."""
    long = ("note of the tone " * 13)[:200]
    edited = "x" + long[:-1]
    values = []
    for length in (199, 200):
        one, other = (block(text[:length], 0.1, 0.1) for text in (long, edited))
        found = content_comparison(capture("/x", [one]), capture("/x", [other]))
        assert found is not None
        values.append(found.metric.score.text)
    assert abs(values[0] - values[1]) < 0.02
    assert values[1] > 0.98
    assert difflib.SequenceMatcher(None, long, edited).ratio() == 0, "the trap is still there in the standard library"


def test_cjk_and_emoji_are_text_like_any_other() -> None:
    one = [block("客服中心与帮助", 0.1, 0.1), block("🙂 ok", 0.1, 0.2)]
    other = [block("客服中心和帮助", 0.1, 0.1), block("🙂 ok", 0.1, 0.2)]
    found = content_comparison(capture("/x", one), capture("/x", other))
    assert found is not None
    assert found.metric.score.text == pytest.approx((6 / 7 + 1) / 2)


def test_no_score_is_not_a_score() -> None:
    assert content_comparison(failed("/orders"), ORDERS) is None
    assert content_comparison(ORDERS, failed("/orders")) is None
    assert paper_comparison(ORDERS, failed("/orders")) is None
    assert content_comparison(capture("/a", []), capture("/a", [])) is None, "two empty sides do not apply"
    assert content_comparison(capture("/a", sidebar()), capture("/a", sidebar()), the_shell()) is None
    empty = content_comparison(ORDERS, capture("/orders", []))
    assert empty is not None
    assert empty.metric.score.page == 0, "an empty page of an app that was captured is a page without content"


def test_a_capture_without_the_content_form_is_compared_in_the_papers_on_both_sides() -> None:
    lines = replace(ORDERS, content=(), source="ocr")
    other = replace(ORDERS, content=ORDERS.content[:3])
    found = content_comparison(lines, other)
    assert found is not None
    assert found.metric.score.page == pytest.approx(100)


# --- shell ---


def test_shell_needs_three_screens_and_more_than_half() -> None:
    pages = [c.content for c in REFERENCE]
    assert find_shell(pages[:2]).reference == {}
    assert set(find_shell(pages[:3]).reference) == set(SIDEBAR)
    half = [[*sidebar(), *body(PAGES["/"])], [*sidebar()], body(PAGES["/calendar"]), body(PAGES["/orders"])]
    assert find_shell(half).reference == {}, "on two of four screens is not on more than half"


@pytest.mark.parametrize(("step", "same"), [(0.0, True), (0.02, True), (0.021, False), (-0.02, True), (-0.021, False)])
def test_the_same_place_is_within_two_hundredths(step: float, same: bool) -> None:
    one = Block("menu", Box(0.10, 0.10, 0.1, 0.02), DARK, "a")
    moved = Block("menu", Box(0.10, 0.10 + step, 0.1, 0.02), DARK, "a")
    shell = find_shell([[one], [one], [block("other", 0, 0)]])
    assert shell.in_generated([moved]) == (frozenset({0}) if same else frozenset())


def test_a_footer_is_shell_on_pages_of_any_length() -> None:
    """It stands at the end of every page, and nowhere twice from the top."""
    heights = (1.0, 1.8, 2.6)
    pages = [
        [block(f"text {i} of page {height}", 0.3, 0.1 + 0.2 * i) for i in range(3)]
        + [block("imprint", 0.3, height - 0.1)]
        for height in heights
    ]
    assert find_shell(pages).reference == {}
    shell = find_shell(pages, heights=heights)
    assert set(shell.reference) == {"imprint"}
    assert shell.in_generated([block("imprint", 0.3, 4.9)], 5.0) == frozenset({0})
    assert shell.in_generated([block("imprint", 0.3, 4.5)], 5.0) == frozenset()
    assert shell.in_generated([block("imprint", 0.3, 4.9)], None) == frozenset()


def test_a_moved_sidebar_is_still_the_shell_and_a_single_repeat_is_not() -> None:
    moved = [capture(c.route, [*sidebar(0.8), *[b for b in c.content if not is_shell(b)]]) for c in REFERENCE]
    shell = the_shell(moved)
    assert shell.in_generated(moved[1].content) == frozenset(range(len(SIDEBAR)))
    once = block("orders", 0.6, 0.5)
    assert shell.in_generated([once]) == frozenset()


def test_what_repeats_only_in_the_generated_app_stays_content() -> None:
    """Else an app that shows the reference's content on every page would lose it on the page where it belongs."""
    stamped = [capture(f"/{n}", [*sidebar(), *body(PAGES["/orders"])]) for n in range(4)]
    shell = the_shell(stamped)
    found = content_comparison(ORDERS, stamped[0], shell)
    assert found is not None
    assert found.metric.score.page == pytest.approx(100)


def test_the_colour_of_the_current_entry_does_not_take_it_out_of_the_shell() -> None:
    lit = altered(
        ORDERS, lambda one: replace(one, fg_color=(1, 2, 3)) if one.text == "orders" and is_shell(one) else one
    )
    assert score(lit) == pytest.approx(100)
