"""Which route shows which screen: published and by content, explained, deterministic."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pytest_uibench import align_screens, score_page
from pytest_uibench.checks.fidelity.identity import Recogniser
from pytest_uibench.checks.fidelity.judge import judge_screens
from pytest_uibench.checks.fidelity.routes import tokens
from pytest_uibench.checks.fidelity.screens import align_captures, find_aliases
from pytest_uibench.model import Alignment, ScreenCapture, UibenchError, from_wire, to_wire
from tests.fidelity import (
    PAGES,
    altered,
    block,
    body,
    capture,
    failed,
    is_shell,
    mirrored,
    palette_swapped,
    screens,
    shuffled,
    sidebar,
)

REFERENCE = screens()
NOT_FOUND = capture("/404", [*sidebar(), *body(("page not found", "go back home"))])


def routes(pages: list[ScreenCapture]) -> list[str]:
    return [page.route for page in pages]


def without(route: str) -> list[ScreenCapture]:
    return [page for page in screens() if page.route != route]


# --- align_screens: the published rule ---


def test_labels_add_words_and_params_stay_words() -> None:
    assert tokens("/Settings_team-members//x") == {"settings", "team", "members", "x"}
    assert tokens("/product/:id") == {"product", ":id"}
    assert tokens("/") == tokens("") == frozenset()
    assert tokens("__login__") == {"login"}


def test_the_bonus_decides_between_equal_pages_and_is_capped() -> None:
    page = [*sidebar(), *body(PAGES["/orders"])]
    found = align_screens([page], [page, page], ["/orders"], ["/a", "/orders"])[0]
    assert (found.generated, found.similarity, found.boosted) == (0, 1.0, 1.0), (
        "at 1 the bonus has no room: order decides"
    )
    weaker = [replace(one, fg_color=(200, 10, 10)) for one in page]
    found = align_screens([page], [weaker, weaker], ["/orders"], ["/a", "/orders"])[0]
    assert found.generated == 1
    assert found.boosted == pytest.approx(found.similarity + 0.08)
    labelled = align_screens([page], [weaker, weaker], ["/x"], ["/a", "/orders"], labels=["orders"])[0]
    assert labelled.boosted == pytest.approx(labelled.similarity + 0.04)
    assert labelled.generated == 1


def test_below_the_floor_without_the_bonus_is_miss() -> None:
    ours, theirs = [block("abcdefghij", 0, 0)], [block("abcdefghij", 0.9, 2.9, (255, 255, 255), scale=0.1)]
    assert score_page(ours, theirs).page > 20
    theirs += [block("0123456789", 0, 0.5, scale=40)]
    far = align_screens([ours], [[block("zzzz", 0, 0)]], ["/orders"], ["/orders"])[0]
    assert (far.generated, far.similarity, far.tier) == (None, 0.0, "none")
    assert far.boosted == pytest.approx(0.08)


def test_no_generated_route_at_all() -> None:
    found = align_screens([REFERENCE[0].blocks], [], ["/"], [])
    assert [(m.reference, m.generated, m.tier) for m in found] == [(0, None, "none")]
    assert align_screens([], [REFERENCE[0].blocks], [], ["/"]) == []


def test_each_route_is_used_once_and_an_alias_never() -> None:
    page = REFERENCE[1].blocks
    found = align_screens([page, page], [page], ["/orders", "/orders"], ["/orders"])
    assert [m.generated for m in found] == [0, None]
    found = align_screens([page, page], [page, page], ["/a", "/b"], ["/orders", "/list"], aliases={"/list": "/orders"})
    assert [m.generated for m in found] == [0, None]
    login = align_screens([page], [REFERENCE[0].blocks, page], ["/login"], ["/", "__login__"])[0]
    assert login.generated == 1


def test_wrong_lengths_and_unknown_aliases_are_refused() -> None:
    with pytest.raises(UibenchError, match="generated_pages has 1 entries, generated_routes 2"):
        align_screens([], [[]], [], ["/", "/a"])
    with pytest.raises(UibenchError, match="labels has 1 entries for 0"):
        align_screens([], [], [], [], labels=["x"])
    with pytest.raises(UibenchError, match="its target '/b' is none of the generated routes /a"):
        align_screens([], [[]], [], ["/a"], aliases={"/a": "/b"})


# --- align_captures: ours beside it ---


def test_a_faithful_app_in_any_order_is_matched_by_both_and_explained() -> None:
    generated = screens()
    random.Random(5).shuffle(generated)
    found = align_captures(REFERENCE, generated)
    expected = [routes(generated).index(page.route) for page in REFERENCE]
    assert [m.generated for m in found.published] == [m.generated for m in found.content] == expected
    for screen in found.screens:
        assert screen.why.startswith(
            f"{PAGES and REFERENCE[screen.reference].route}: 100 % of its own texts and its heading"
        )
        assert "; second /" in screen.why
        assert "behind" in screen.why
        assert screen.margin is not None
        assert screen.margin > 0.4
        assert not screen.missing_by_content
        assert screen.candidates[0].accepted
    assert "northwind desk" in found.shell


@pytest.mark.parametrize("route", ["/calendar", "/orders", "/invoices"])
@pytest.mark.parametrize("instead", ["nothing", "not found page", "blank", "sidebar only"])
def test_a_deleted_page_behind_a_shared_sidebar_is_missing(route: str, instead: str) -> None:
    """The trap: the sidebar gives most of the blocks, so that the published rule takes any page for the missing one."""
    generated = [*without(route), capture("/help", [*sidebar(), *body(("help", "ask a question", "terms of use"))])]
    generated += {
        "nothing": [],
        "not found page": [replace(NOT_FOUND, route=route)],
        "blank": [capture(route, [])],
        "sidebar only": [capture(route, sidebar())],
    }[instead]
    judged = judge_screens(REFERENCE, generated)
    screen = next(s for s in judged.screens if s.route == route)
    assert screen.match.published.generated is not None
    assert screen.vfs is not None
    assert screen.vfs > 60, "what the published score does with it"
    assert screen.match.missing_by_content
    assert screen.content_vfs == 0
    assert screen.reason.startswith("MISS: no route shows it: best is ")
    assert "the published rule takes" in screen.reason
    assert [s.content_vfs for s in judged.screens if s.route != route] == pytest.approx([100] * 4)


def test_a_screen_that_two_references_share_goes_to_the_better_one() -> None:
    ours = [*REFERENCE, replace(REFERENCE[1], id="orders-again")]
    found = align_captures(ours, screens())
    assert [m.generated for m in found.content[1:2] + found.content[5:]] == [1, None]
    assert "show another screen better" in found.screens[5].why


@pytest.mark.parametrize("change", [palette_swapped, mirrored], ids=["palette", "mirrored"])
def test_another_look_is_still_the_same_screen(change: object) -> None:
    generated = [altered(page, change) for page in screens()]  # type: ignore[arg-type]
    found = align_captures(REFERENCE, generated)
    assert [m.generated for m in found.content] == list(range(5))
    assert [m.generated for m in align_captures(REFERENCE, [shuffled(p) for p in screens()]).content] == list(range(5))


def test_half_of_the_texts_and_the_heading_are_enough() -> None:
    generated = [
        altered(page, lambda one: one if is_shell(one) or one.tag == "h1" or len(one.text) % 2 else None)
        for page in screens()
    ]
    assert [m.generated for m in align_captures(REFERENCE, generated).content] == list(range(5))


def test_a_route_that_shows_the_home_page_instead_of_its_own() -> None:
    """Same address, shared data, but by its heading another screen: a redirect that is no exact alias."""
    shared = [
        block(f"customer {name}", 0.3, 0.5 + 0.04 * i) for i, name in enumerate(("ada", "grace", "barbara", "ken"))
    ]
    ours = [capture(p.route, [*p.content, *shared] if p.route in ("/", "/orders") else p.content) for p in REFERENCE]
    home = ours[0].content
    theirs = [page for page in ours if page.route != "/orders"]
    theirs.append(capture("/orders", [*home, block("10:42", 0.9, 0.02)]))
    orders = align_captures(ours, theirs).screens[1]
    shown = {candidate.route: candidate for candidate in orders.candidates}["/orders"]
    assert shown.recognised is not None
    assert 0.1 < shown.recognised < 0.65
    assert (shown.heading, shown.accepted, shown.needed) == (False, False, 0.65)
    assert orders.missing_by_content


def test_a_new_heading_on_the_same_address_is_still_the_screen() -> None:
    theirs = [
        altered(
            page,
            lambda one: replace(one, text="what people bought") if one.text == "orders" and one.tag == "h1" else one,
        )
        for page in screens()
    ]
    found = align_captures(REFERENCE, theirs)
    assert [m.generated for m in found.content] == list(range(5))
    assert found.screens[1].candidates[0].heading is False


def test_numbers_alone_do_not_make_a_page_a_screen() -> None:
    amounts = [block(f"{i}.00", 0.3, 0.1 * i) for i in range(8)]
    ours = [capture(p.route, [*p.content, *amounts]) for p in REFERENCE]
    theirs = [capture(p.route, [*p.content, *amounts]) for p in without("/orders")]
    theirs.append(capture("/report", [*sidebar(), *amounts]))
    assert align_captures(ours, theirs).screens[1].missing_by_content


def test_a_screen_of_numbers_is_recognised_by_its_numbers() -> None:
    keys = [block(key, 0.3 + 0.1 * (i % 3), 0.2 + 0.1 * (i // 3)) for i, key in enumerate("789456123")]
    ours = [*REFERENCE, capture("/calculator", [*sidebar(), *keys])]
    assert align_captures(ours, [*screens(), capture("/rechner", [*sidebar(), *keys])]).content[5].generated == 5
    gone = align_captures(ours, [*screens(), NOT_FOUND]).screens[5]
    assert gone.missing_by_content


def test_two_screens_are_too_few_for_a_shell_but_not_for_recognising() -> None:
    found = align_captures(REFERENCE[1:3], [REFERENCE[1], REFERENCE[3]])
    assert [m.generated for m in found.content] == [0, None]
    assert any("too few to tell the app's shell" in note for note in found.notes)


def test_failed_captures_are_neither_matched_nor_missing() -> None:
    ours = [REFERENCE[0], failed("/orders", "fonts never came"), *REFERENCE[2:]]
    judged = judge_screens(ours, screens())
    assert (judged.screens[1].vfs, judged.screens[1].content_vfs) == (None, None)
    assert "fonts never came" in judged.screens[1].reason
    theirs = [failed("/calendar", "the page crashed"), *without("/calendar"), NOT_FOUND]
    judged = judge_screens(REFERENCE, theirs)
    calendar = judged.screens[3]
    assert (calendar.vfs, calendar.content_vfs, calendar.match.missing_by_content) == (None, None, False)
    assert calendar.reason == "not scored: the capture of its route /calendar failed (the page crashed)"
    assert "/calendar was not captured: the page crashed" in judged.alignment.notes


def test_a_dynamic_route_that_failed_is_recognised_as_the_screens() -> None:
    ours = [*REFERENCE, capture("/product/:id", [*sidebar(), *body(("linen shirt", "add to bag", "size guide"))])]
    judged = judge_screens(ours, [*screens(), failed("/product/:slug")])
    assert judged.screens[5].content_vfs is None
    assert judged.screens[5].match.unscored is not None


def test_aliases_are_found_by_text_and_count_home_first() -> None:
    pages = [("/a", "hello", 3), ("/", "hello", 3), ("/b", "hello", 4), ("/c", "other", 3), ("/d", "other", 3)]
    assert find_aliases(pages) == {"/a": "/", "/d": "/c"}
    found = align_captures(
        REFERENCE, [*screens(), replace(REFERENCE[1], route="/bestellungen")], aliases={"/bestellungen": "/orders"}
    )
    assert found.content[1].generated == 1
    assert "/bestellungen shows the same as /orders" in found.notes


def test_the_view_before_login_is_a_candidate() -> None:
    ours = [*REFERENCE, capture("/login", body(("sign in", "your e-mail", "your password", "keep me signed in")))]
    theirs = [*screens(), capture("__login__", body(("sign in", "e-mail", "your password", "keep me signed in")))]
    found = align_captures(ours, theirs)
    assert found.published[5].generated == found.content[5].generated == 5


def test_the_result_does_not_depend_on_the_run_and_goes_over_the_wire() -> None:
    first, second = (align_captures(REFERENCE, [*screens(), NOT_FOUND]) for _ in range(2))
    assert first == second
    wire = to_wire(first)
    assert from_wire(Alignment, wire) == first


def test_nothing_to_align() -> None:
    assert align_captures([], screens()).screens == ()
    found = align_captures(REFERENCE, [])
    assert {screen.why for screen in found.screens} == {"no route was captured"}
    assert {screen.content.generated for screen in found.screens} == {None}
    assert not any(screen.missing_by_content for screen in found.screens), "the published rule finds none either"


def test_a_page_is_the_screen_that_it_shows_best() -> None:
    references = screens()
    recogniser = Recogniser(references, references)
    for reference in references:
        assert recogniser.identify(reference).screen == reference.id
    moved = capture("/somewhere", references[1].content)
    assert recogniser.identify(moved).screen == references[1].id
    shell_alone = capture("/orders", sidebar())
    assert recogniser.identify(shell_alone).screen is None
    assert recogniser.identify(failed("/orders")).screen is None
    assert recogniser.identify(capture("/", [])).accepted == frozenset()
