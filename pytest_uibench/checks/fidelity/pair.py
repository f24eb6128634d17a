"""One page against one screen that are known to belong together: no alignment, no shell."""

from __future__ import annotations

from pytest_uibench.model import Match, ScreenCapture, ScreenFidelity, ScreenMatch

from .content import Comparison, content_comparison, paper_comparison
from .faults import block_faults, explain


def judge_pair(reference: ScreenCapture, generated: ScreenCapture) -> tuple[ScreenFidelity, Comparison | None]:
    """Both scores of a pair, with their reasons; the comparison is what evidence is drawn from.

    Scores are None where either capture failed, or where neither side shows anything.
    """
    paper = paper_comparison(reference, generated)
    content = content_comparison(reference, generated)
    similarity = paper.metric.score.page / 100 if paper else 0.0
    match = Match(reference=0, generated=0, similarity=similarity, boosted=similarity, tier="dom")
    failed = next((capture.fault for capture in (reference, generated) if capture.fault), None)
    found = ScreenFidelity(
        screen=reference.id,
        route=reference.route,
        match=ScreenMatch(reference=0, screen=reference.id, published=match, content=match, why="named by the test"),
        paper=paper.metric if paper else None,
        content=content.metric if content else None,
        vfs=paper.metric.score.page if paper else None,
        content_vfs=content.metric.score.page if content else None,
        reason=explain(content) if content else failed.message if failed else "neither side shows any text",
        faults=block_faults(content, reference.viewport) if content else (),
    )
    return found, content or paper
