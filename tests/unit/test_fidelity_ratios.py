"""The kernel gives difflib's own ratios to the last bit, whatever is behind it."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator

import numpy as np
import pytest

from pytest_uibench import score_page
from pytest_uibench.checks.fidelity import page as page_module
from pytest_uibench.checks.fidelity import ratios as ratios_module
from pytest_uibench.checks.fidelity.colors import differences
from pytest_uibench.checks.fidelity.pairing import assign
from pytest_uibench.checks.fidelity.ratios import Ratios

cdifflib = pytest.importorskip("cdifflib", reason="the extra 'speed' is not installed")
MATCHERS = {"cdifflib": cdifflib.CSequenceMatcher, "difflib": difflib.SequenceMatcher}
ALPHABETS = (
    "ab",
    "abc ",
    "abcdefghij ",
    "the quick brown fox jumps",
    "0123456789.,$% ",
    "日本語の表示 ab",
    "🙂🙃é\u0301 x",
)


def texts(rng: random.Random, count: int) -> Iterator[str]:
    """Short and long texts, many of them edits of one another, around the length from which autojunk works."""
    made: list[str] = ["", "a", "aa"]
    while len(made) < count:
        if rng.random() < 0.45:
            base = list(rng.choice(made))
            for _ in range(rng.randint(0, 4)):
                place = rng.randint(0, len(base))
                base[place : place + rng.randint(0, 2)] = rng.choice(rng.choice(ALPHABETS))
            made.append("".join(base))
        else:
            length = rng.choice((1, 2, 5, 12, 40, 198, 199, 200, 201, 230))
            made.append("".join(rng.choice(rng.choice(ALPHABETS)) for _ in range(length)))
    yield from made


def plain(reference: str, generated: str, autojunk: bool) -> float:
    return difflib.SequenceMatcher(None, reference, generated, autojunk=autojunk).ratio()


@pytest.mark.parametrize("matcher", sorted(MATCHERS))
@pytest.mark.parametrize("autojunk", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_every_ratio_is_difflib_s_to_the_last_bit(matcher: str, autojunk: bool, seed: int) -> None:
    rng = random.Random(seed)
    ours, theirs = list(texts(rng, 45)), list(texts(rng, 45))
    theirs += rng.sample(ours, 10)
    table = Ratios(ours, theirs, matcher=MATCHERS[matcher])
    found = table.matrix(ours, theirs, autojunk=autojunk)
    expected = [[plain(one, other, autojunk) for other in theirs] for one in ours]
    assert found.tolist() == expected


def test_both_forms_share_one_table_and_do_not_disturb_each_other() -> None:
    rng = random.Random(9)
    ours, theirs = list(texts(rng, 30)), list(texts(rng, 30))
    table = Ratios(ours, theirs)
    assert any(len(text) >= 200 for text in theirs)
    for autojunk in (True, False, True):
        found = table.matrix(ours, theirs, autojunk=autojunk)
        assert found.tolist() == [[plain(one, other, autojunk) for other in theirs] for one in ours]


def test_a_pair_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []

    class Counting(difflib.SequenceMatcher[str]):
        def get_matching_blocks(self):  # type: ignore[no-untyped-def]
            computed.append("".join(self.a) + "|" + "".join(self.b))
            return super().get_matching_blocks()

    table = Ratios(["orders", "orders today", "home"], ["order list", "homes"], matcher=Counting)
    for _ in range(3):
        table.matrix(["orders", "home", "orders"], ["order list", "order list"], autojunk=True)
        table.matrix(["orders today", "home"], ["order list", "homes"], autojunk=False)
    assert len(computed) == len(set(computed)) == 3


def test_the_whole_score_is_the_same_with_either_matcher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal costs make equal pairs: nothing downstream sees which library is installed."""
    rng = random.Random(4)

    def blocks(pool: list[str]) -> list[dict[str, object]]:
        return [
            {
                "text": rng.choice(pool),
                "bbox": {"x": rng.random(), "y": rng.random(), "w": 0.1, "h": 0.02},
                "fg_color": [rng.randrange(256) for _ in range(3)],
                "tag": "p",
            }
            for _ in range(40)
        ]

    pool = list(texts(rng, 60))
    pages = [(blocks(pool), blocks(pool)) for _ in range(6)]
    scores = []
    for matcher in MATCHERS.values():
        monkeypatch.setattr(ratios_module, "_Matcher", matcher)
        scores.append([score_page(*page) for page in pages])
    assert scores[0] == scores[1]
    assert all(len(score.pairs) > 0 for score in scores[0])


def test_the_package_works_without_cdifflib() -> None:
    import subprocess
    import sys

    code = (
        "import sys; sys.modules['cdifflib'] = None\n"
        "from pytest_uibench.checks.fidelity import ratios\n"
        "print(ratios._Matcher.__module__, ratios.Ratios(['abcd'], ['bcde']).matrix(['abcd'], ['bcde'], autojunk=True))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "difflib [[0.75]]"


def test_colour_differences_are_those_of_single_pairs() -> None:
    from skimage.color import deltaE_ciede2000, rgb2lab

    rng = random.Random(2)
    colors = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(12)]
    ours, theirs = zip(*[(rng.choice(colors), rng.choice(colors)) for _ in range(60)], strict=True)
    single = [
        float(deltaE_ciede2000(rgb2lab(np.array([[one]]) / 255.0)[0, 0], rgb2lab(np.array([[other]]) / 255.0)[0, 0]))
        for one, other in zip(ours, theirs, strict=True)
    ]
    assert differences(ours, theirs) == pytest.approx(single, abs=1e-12)
    assert differences([], []).shape == (0,)


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (5, 2), (0, 4), (4, 0), (1, 1)])
def test_assignment_is_the_padded_optimum(shape: tuple[int, int]) -> None:
    import itertools

    values = np.random.default_rng(7).random(shape)
    found = assign(values)
    assert len(found) == min(shape)
    small, large = sorted(shape)
    tall = values if shape[0] <= shape[1] else values.T
    best = max(
        (sum(tall[i, j] for i, j in enumerate(choice)) for choice in itertools.permutations(range(large), small)),
        default=0.0,
    )
    assert sum(values[pair] for pair in found) == pytest.approx(best)


def test_ties_are_decided_by_order_alone() -> None:
    tied = np.ones((4, 4))
    assert assign(tied) == assign(tied.copy()) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    same = [
        {"text": "save", "bbox": {"x": 0.1 * i, "y": 0, "w": 0.1, "h": 0.1}, "fg_color": [0, 0, 0]} for i in range(5)
    ]
    pairs = score_page(same, same).pairs
    assert [(pair.reference, pair.generated) for pair in pairs] == [(i, i) for i in range(5)]


def test_metric_id_and_parameters_are_stated() -> None:
    assert page_module.METRIC == "vfs-paper/1"
    assert page_module.PARAMETERS["text_floor"] == 0.3
    assert page_module.PARAMETERS["autojunk"] is True
