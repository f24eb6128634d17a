"""What repeats on an app's screens and says nothing about any one of them (METRICS section 2, ours).

Definition. *At one place*: the centres differ by at most 0.02 of the viewport in either direction, measured from the
top of the page, or from its bottom: a footer stands at the end of pages of any length. A text *stands* on a page at a
place when a block of the page has exactly that text at that place.

- A reference block is shell when its text stands at its place on more than half of the reference's screens. Fewer
  than three screens have no shell: what repeats on two may be chance.
- A generated block is shell when it has the text of a shell block of the reference and stands at that block's place. On
  a page where no block does, it is shell also where the text stands at its own place on more than half of the generated
  routes (of three at least): the same sidebar, moved. A repeated text that is no shell of the reference stays content,
  and so does the second one on a page, such as a heading: it may be what a screen is about.

Colours do not matter: the entry of the current page is often marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Literal

from pytest_uibench import constants
from pytest_uibench.model import Block, ScreenCapture

Place = tuple[Literal["top", "bottom"], float, float]
"""Edge that the height is measured from, and the centre."""
Heights = Sequence[float | None]
"""Heights of pages in viewports; None where it is not known, or where the blocks end before the page does."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Shell:
    """Texts of the shell with the places where they stand."""

    reference: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    generated: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    """Further places of the same texts in the generated app."""

    def in_reference(self, blocks: Sequence[Block], height: float | None = None) -> frozenset[int]:
        """Indexes of the blocks of a page that stand where the reference has its shell."""
        return frozenset(i for i, block in enumerate(blocks) if _stands(block, height, self.reference))

    def in_generated(self, blocks: Sequence[Block], height: float | None = None) -> frozenset[int]:
        """Indexes of the generated blocks that are shell."""
        in_place = self.in_reference(blocks, height)
        seen = {blocks[i].text for i in in_place}
        moved = (i for i, b in enumerate(blocks) if b.text not in seen and _stands(b, height, self.generated))
        return in_place.union(moved)


def height_of(capture: ScreenCapture) -> float | None:
    """Height of a captured page in viewports."""
    return None if capture.capped or not capture.page_height else capture.page_height / capture.viewport.height


def find_shell(
    reference: Sequence[Sequence[Block]],
    generated: Sequence[Sequence[Block]] = (),
    *,
    heights: Heights | None = None,
    generated_heights: Heights | None = None,
) -> Shell:
    """The shell of a reference, and where a generated app has it.

    Args:
        reference: content blocks of each screen that was captured.
        generated: content blocks of each route, aliases left out.
        heights: of the reference's pages; without them places are measured from the top alone.
        generated_heights: of the routes.
    """
    own = repeated(reference, heights)
    moved = {text: places for text, places in repeated(generated, generated_heights).items() if text in own}
    return Shell(own, moved)


def repeated(pages: Sequence[Sequence[Block]], heights: Heights | None = None) -> dict[str, tuple[Place, ...]]:
    """Texts that stand at one place on more than half of the pages, with their places on all of them."""
    if len(pages) < constants.SHELL_MIN_SCREENS:
        return {}
    seen: dict[str, dict[Place, set[int]]] = {}
    for number, (page, height) in enumerate(zip(pages, heights or repeat(None), strict=False)):
        for block in page:
            for place in _places(block, height):
                seen.setdefault(block.text, {}).setdefault(place, set()).add(number)
    found: dict[str, tuple[Place, ...]] = {}
    for text, places in seen.items():
        if len(set().union(*places.values())) <= constants.SHELL_SHARE * len(pages):
            continue
        kept = tuple(place for place in places if _pages_near(place, places) > constants.SHELL_SHARE * len(pages))
        if kept:
            found[text] = kept
    return found


def _pages_near(place: Place, places: Mapping[Place, set[int]]) -> int:
    return len(set().union(*(pages for other, pages in places.items() if _near(place, other))))


def _stands(block: Block, height: float | None, places: Mapping[str, tuple[Place, ...]]) -> bool:
    known = places.get(block.text, ())
    return bool(known) and any(_near(own, place) for own in _places(block, height) for place in known)


def _near(one: Place, other: Place) -> bool:
    apart = max(abs(one[1] - other[1]), abs(one[2] - other[2]))
    return one[0] == other[0] and apart <= constants.SHELL_DISTANCE + _ROUNDING


def _places(block: Block, height: float | None) -> Iterator[Place]:
    box = block.bbox
    x, y = box.x + box.w / 2, box.y + box.h / 2
    yield "top", x, y
    if height is not None:
        yield "bottom", x, height - y
