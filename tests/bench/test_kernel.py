"""Scoring and alignment of 15 routes against 8 screens: the kernel against plain difflib, equal to 1e-9.

Processor times are printed; none is asserted (machines are noisy).
"""

from __future__ import annotations

import difflib
import random
import time

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from skimage.color import deltaE_ciede2000, rgb2lab

from pytest_uibench import align_screens, score_page
from pytest_uibench.checks.fidelity import ratios
from pytest_uibench.model import Block, Box

SCREENS, ROUTES = 8, 15
NOUNS = ("order", "customer", "invoice", "product", "shipment", "payment", "report", "ticket", "campaign", "budget")
VERBS = ("view", "edit", "export", "add", "archive", "share", "print", "filter", "approve", "assign")
NAMES = ("ada lovelace", "grace hopper", "alan turing", "edsger dijkstra", "barbara liskov", "donald knuth")
STATES = ("paid", "pending", "overdue", "shipped", "delivered", "cancelled", "in review")
SIDEBAR = [f"{noun}s" for noun in NOUNS] + ["overview", "settings", "log out", "northwind desk"]


def text(rng: random.Random) -> str:
    """As on the fixtures' pages: half under 10 characters, one in ten over 25, a few up to the cut at 200."""
    kind = rng.random()
    if kind < 0.3:
        return f"${rng.randrange(10, 9000):,}.{rng.randrange(100):02}"
    if kind < 0.45:
        return rng.choice(NAMES)
    if kind < 0.6:
        return rng.choice(STATES)
    if kind < 0.75:
        return f"#{rng.randrange(2000, 2999)} · {rng.randrange(1, 31)} june"
    if kind < 0.9:
        return f"{rng.choice(VERBS)} {rng.choice(NOUNS)}"
    words = [rng.choice(NOUNS + VERBS + NAMES) for _ in range(rng.choice((4, 5, 6, 8, 12, 40)))]
    return " ".join(words)[:200]


def page(rng: random.Random, blocks: int) -> list[Block]:
    made = [Block(name, Box(0.02, 0.05 * i, 0.12, 0.03), (107, 114, 128), "a") for i, name in enumerate(SIDEBAR)]
    colors = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(8)]
    while len(made) < blocks:
        box = Box(rng.uniform(0.2, 0.9), rng.uniform(0, 2.5), rng.uniform(0.02, 0.3), 0.027)
        made.append(Block(text(rng), box, rng.choice(colors), rng.choice(("p", "td", "span"))))  # type: ignore[arg-type]
    return made


def edited(rng: random.Random, blocks: list[Block]) -> list[Block]:
    """The page as a model would rebuild it: some texts reworded, some blocks gone."""
    kept = [one for one in blocks if rng.random() > 0.1]
    return [Block(text(rng), b.bbox, b.fg_color, b.tag) if rng.random() < 0.25 else b for b in kept]


def plain_score(reference: list[Block], generated: list[Block]) -> tuple[float, ...]:
    """METRICS section 3 written down line by line: one SequenceMatcher and one colour conversion per pair."""
    side = max(len(reference), len(generated))
    cost = np.ones((side, side))
    for i, one in enumerate(reference):
        for j, other in enumerate(generated):
            cost[i, j] = 1 - difflib.SequenceMatcher(None, one.text, other.text).ratio()
    pairs = [
        (reference[i], generated[j], 1 - cost[i, j])
        for i, j in zip(*linear_sum_assignment(cost), strict=True)
        if i < len(reference) and j < len(generated) and 1 - cost[i, j] >= 0.3
    ]
    if not pairs:
        return (0.0,) * 5
    area = sum(o.bbox.w * o.bbox.h for one, other, _ in pairs for o in (one, other)) / 2
    total = sum(b.bbox.w * b.bbox.h for b in (*reference, *generated)) / 2
    positions, colors = [], []
    for one, other, _ in pairs:
        dx = one.bbox.x + one.bbox.w / 2 - other.bbox.x - other.bbox.w / 2
        dy = one.bbox.y + one.bbox.h / 2 - other.bbox.y - other.bbox.h / 2
        positions.append(max(0, 1 - max(abs(dx), abs(dy))))
        lab = [rgb2lab(np.array([[b.fg_color]]) / 255.0)[0, 0] for b in (one, other)]
        colors.append(max(0, 1 - float(deltaE_ciede2000(*lab)) / 100))
    size, words = min(1, area / total), float(np.mean([ratio for _, _, ratio in pairs]))
    position, color = float(np.mean(positions)), float(np.mean(colors))
    return size, words, position, color, 100 * (size + words + position + color) / 4


@pytest.fixture(scope="module")
def pages() -> tuple[list[list[Block]], list[list[Block]]]:
    rng = random.Random(15)
    generated = [page(rng, rng.randrange(100, 201)) for _ in range(ROUTES)]
    reference = [edited(rng, generated[i]) for i in rng.sample(range(ROUTES), SCREENS)]
    return reference, generated


def test_the_kernel_gives_plain_difflib_s_values(
    pages: tuple[list[list[Block]], list[list[Block]]], capsys: pytest.CaptureFixture[str]
) -> None:
    reference, generated = pages
    score_page(reference[0][:2], generated[0][:2])  # imports are no part of either side
    start = time.process_time()
    plain = [[plain_score(one, other) for other in generated] for one in reference]
    middle = time.process_time()
    names = [f"/screen-{i}" for i in range(SCREENS)], [f"/route-{i}" for i in range(ROUTES)]
    matches = align_screens(reference, generated, *names)
    end = time.process_time()
    for i, one in enumerate(reference):
        for j, other in enumerate(generated):
            score = score_page(one, other)
            found = (score.size, score.text, score.position, score.color, score.page)
            assert found == pytest.approx(plain[i][j], abs=1e-9)
    for match in matches:
        assert match.generated is not None
        assert match.similarity == round(round(plain[match.reference][match.generated][4], 1) / 100, 3)
    with capsys.disabled():
        blocks = sum(map(len, reference)), sum(map(len, generated))
        print(f"\n{SCREENS} screens x {ROUTES} routes, {blocks[0]} x {blocks[1]} blocks, {ratios._Matcher.__name__}")
        print(f"  plain difflib {middle - start:8.2f} s")
        print(f"  kernel        {end - middle:8.2f} s  {(middle - start) / (end - middle):6.1f} x")
