"""Pictures of pages: taken without resizing the layout (F77), and told apart by an average hash."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.browser.settle import capture
from pytest_uibench.model import ScreenCapture

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

    from .blocks import PageContent


def page_picture(page: Page, cdp: CDPSession | None, content: PageContent, *, fonts_hang: bool = False) -> bytes:
    """PNG of the page from its top, as wide as the viewport, three viewport heights at most (F75).

    The layout keeps the viewport's height, so that ``100vh`` stays what it was (F77). Where ``fonts_hang``, the
    picture is taken without waiting for them (F79).

    Raises:
        playwright Error: the page moved on, crashed or was closed.
    """
    from playwright.sync_api import TimeoutError as PlaywrightTimeout

    height = min(max(content.page_height, content.height), constants.BLOCK_VIEWPORTS * content.height)
    if height <= content.height and cdp is not None and content.scale == 1:
        return capture(cdp)
    try:
        if fonts_hang and cdp is not None:
            return _at_once(cdp, content.width, height)
        # Playwright's own session holds the emulated viewport: asked through another one, the full browser now and then
        # lays the page out at one by one pixel for a moment, and the page gets to know (seen in 6 of 24 pictures).
        return page.screenshot(
            full_page=True,
            clip={"x": 0, "y": 0, "width": float(content.width), "height": float(height)},
            animations="allow",
            caret="initial",
            scale="css",
            timeout=constants.PICTURE_TIMEOUT_MS,
        )
    except PlaywrightTimeout:
        if cdp is None:
            raise
        return _at_once(cdp, content.width, height)


def _at_once(cdp: CDPSession, width: int, height: int) -> bytes:
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    answer = cdp.send("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": clip})
    return base64.b64decode(answer["data"])


def average_hash(picture: bytes) -> str:
    """32x32 average hash of a PNG as 256 hex digits, row by row: a bit is set where a cell is lighter than the mean.

    Raises:
        OSError: not a picture.
    """
    from PIL import Image

    side = constants.HASH_SIDE
    with Image.open(io.BytesIO(picture)) as opened:
        small = opened.convert("L").resize((side, side), Image.Resampling.BOX)
    cells = small.tobytes()
    mean = sum(cells) / len(cells)
    bits = "".join("1" if cell > mean else "0" for cell in cells)
    return f"{int(bits, 2):0{side * side // 4}x}"


def hash_distance(one: str, other: str) -> float:
    """Share of differing bits of two average hashes, 0-1."""
    return (int(one, 16) ^ int(other, 16)).bit_count() / (4 * max(len(one), len(other), 1))


def is_duplicate(one: ScreenCapture, other: ScreenCapture) -> bool:
    """True when two captures show the same screen: hashes differ in less than 6 % of their bits (stated).

    Ours: their texts must agree as well, because two small different cards on a white page have equal hashes (F90).
    """
    if one.average_hash is None or other.average_hash is None or one.fault or other.fault:
        return False
    if hash_distance(one.average_hash, other.average_hash) >= constants.DUPLICATE_DISTANCE:
        return False
    ours, theirs = _texts(one), _texts(other)
    return len(ours & theirs) >= constants.DUPLICATE_TEXTS * len(ours | theirs)


def duplicates(captures: Sequence[ScreenCapture]) -> dict[int, int]:
    """Index of each capture that repeats an earlier one, to the index of the first such."""
    found: dict[int, int] = {}
    for index, capture_ in enumerate(captures):
        first = next((i for i in range(index) if i not in found and is_duplicate(captures[i], capture_)), None)
        if first is not None:
            found[index] = first
    return found


def _texts(capture_: ScreenCapture) -> set[str]:
    return {block.text for block in capture_.content or capture_.blocks}
