"""From screens to the app (METRICS section 3): what counts as 0, what is left out, what has no score."""

from __future__ import annotations

import pytest

from pytest_uibench.checks.fidelity.judge import judge_screens
from pytest_uibench.model import AppFidelity, Match, ScreenFidelity, ScreenMatch, from_wire, to_wire
from pytest_uibench.scoring.vfs import app_fidelity, zero_imputed
from tests.fidelity import altered, capture, failed, palette_swapped, screens, sidebar


def screen(
    name: str, vfs: float | None, content: float | None, *, found: bool = True, ours: bool = True
) -> ScreenFidelity:
    def match(there: bool) -> Match:
        return Match(
            reference=0, generated=0 if there else None, similarity=0.5, boosted=0.5, tier="dom" if there else "none"
        )

    placed = ScreenMatch(reference=0, screen=name, published=match(found), content=match(ours), why="")
    return ScreenFidelity(screen=name, route=f"/{name}", match=placed, vfs=vfs, content_vfs=content)


def test_the_headline_is_the_mean_over_the_matched_times_their_share() -> None:
    card = app_fidelity([screen("a", 80, 60), screen("b", 60, 40), screen("c", 0, 0, found=False, ours=False)])
    assert (card.vfs_matched, card.matched, card.total) == (70, 2, 3)
    assert card.vfs == pytest.approx(70 * 2 / 3)
    assert card.content_vfs == pytest.approx(50 * 2 / 3)
    assert card.vfs_conditional == card.vfs
    assert not card.zero_imputed


def test_a_screen_missing_by_content_counts_0_there_and_fully_in_the_published_score() -> None:
    card = app_fidelity([screen("a", 80, 80), screen("b", 75, 0, ours=False)])
    assert card.vfs == pytest.approx(77.5)
    assert (card.content_vfs, card.content_matched, card.content_total) == (40, 1, 2)


def test_unscored_screens_are_in_no_count_and_are_named() -> None:
    card = app_fidelity([screen("a", 80, 60), screen("b", None, None, found=False, ours=False)])
    assert (card.vfs, card.matched, card.total, card.unscored) == (80, 1, 1, ("b",))


def test_what_does_not_apply_to_the_content_score_is_left_out_of_it_alone() -> None:
    card = app_fidelity([screen("a", 80, 60), screen("b", 90, None)])
    assert (card.vfs, card.total) == (85, 2)
    assert (card.content_vfs, card.content_total, card.unscored) == (60, 1, ())


def test_nothing_is_none_and_all_missing_is_0() -> None:
    nothing = app_fidelity([])
    assert (nothing.vfs, nothing.content_vfs, nothing.matched, nothing.total) == (None, None, 0, 0)
    missing = app_fidelity([screen("a", 0, 0, found=False, ours=False)])
    assert (missing.vfs, missing.vfs_matched, missing.total) == (0, None, 1)
    lost = app_fidelity([screen("a", None, None)])
    assert (lost.vfs, lost.total) == (None, 0)


def test_a_matched_page_that_scores_0_is_matched() -> None:
    card = app_fidelity([screen("a", 0, 0)])
    assert (card.vfs, card.vfs_matched, card.matched) == (0, 0, 1)


def test_exec_failure_is_0_with_a_flag_and_has_no_conditional_score() -> None:
    card = app_fidelity([screen("a", 80, 60), screen("b", 80, 60)], executable=False)
    assert (card.vfs, card.content_vfs, card.total, card.zero_imputed) == (0, 0, 2, True)
    assert (card.vfs_conditional, card.content_vfs_conditional, card.vfs_matched) == (None, None, None)
    assert zero_imputed(0).vfs is None
    unknown = app_fidelity([screen("a", 80, 60)], executable=None)
    assert (unknown.vfs, unknown.content_vfs, unknown.zero_imputed) == (None, None, False)


def test_the_whole_way_with_metric_ids_and_parameters_over_the_wire() -> None:
    reference = screens()
    generated = [altered(page, palette_swapped) for page in reference[:4]]
    judged = judge_screens(reference, [*generated, failed("/other")])
    card = app_fidelity(judged.screens)
    assert (card.content_matched, card.content_total) == (4, 5)
    assert 60 < card.content_vfs_matched < 95  # type: ignore[operator]
    assert set(card.metrics) == {"vfs-paper/1", "vfs-content/1"}
    assert card.metrics["vfs-content/1"]["autojunk"] is False
    assert from_wire(AppFidelity, to_wire(card)) == card
    plain = to_wire(judged.screens)
    assert from_wire(ScreenFidelity, plain[0]) == judged.screens[0]


def test_what_was_not_comparable_is_said() -> None:
    reference = screens()
    odd = capture("/orders", reference[1].content, opaque=0.4, capped=True, estimated_colors=True, flags=("unstable",))
    judged = judge_screens([reference[0], odd, *reference[2:]], screens())
    assert judged.screens[1].flags == (
        "reference: colours estimated from pixels",
        "reference: the page goes on below what was captured",
        "reference: 40 % canvas, video or foreign frames, not compared",
        "reference: unstable",
    )


def test_a_pair_with_nothing_but_the_shell_does_not_apply() -> None:
    ours = [*screens(), capture("/canvas", sidebar())]
    theirs = [*screens(), capture("/canvas", sidebar())]
    judged = judge_screens(ours, theirs)
    canvas = judged.screens[5]
    assert canvas.match.content.generated == 5
    assert canvas.vfs == pytest.approx(100)
    assert canvas.content_vfs is None
    assert canvas.reason == "not applicable: neither side shows anything beyond the app's shell"
