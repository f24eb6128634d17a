"""Light text on dark ground: found as flat regions and turned around, because OCR reads dark text on light ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A flat part of a picture with lighter things on it: a button, a header, a sidebar, a whole dark page."""

    box: tuple[int, int, int, int]
    """Left, top, right, bottom in pixels."""
    level: int
    """Its gray level."""


def dark_regions(gray: Image, density: float) -> list[Region]:
    """Regions of ``gray`` whose text is lighter than their ground, the largest first.

    Args:
        density: pixels per CSS pixel.
    """
    import numpy as np
    from scipy import ndimage

    # Half a CSS pixel is fine enough for edges, and four times as fast.
    step = max(1, round(density))
    pixels = np.asarray(gray)[::step, ::step].astype(np.int16)
    counts = np.bincount(pixels.ravel(), minlength=256)
    common = np.argsort(counts)[::-1][: constants.OCR_LEVELS]
    found: list[Region] = []
    taken: set[tuple[int, int, int, int]] = set()
    for level in (int(one) for one in common if counts[one] >= constants.OCR_REGION_MIN_AREA):
        mask = np.abs(pixels - level) <= constants.OCR_LEVEL_RANGE
        labels, _ = ndimage.label(mask)
        for number, place in enumerate(ndimage.find_objects(labels), start=1):
            if place is None or not _is_region(pixels[place], labels[place] == number, level):
                continue
            rows, columns = place
            box = (columns.start * step, rows.start * step, columns.stop * step, rows.stop * step)
            if box not in taken:
                taken.add(box)
                found.append(Region(box=box, level=level))
    return sorted(found, key=lambda region: -_area(region.box))


def turned(gray: Image, regions: Sequence[Region]) -> tuple[Image, Image | None]:
    """The picture to read, and one with the light-on-dark parts alone, turned around on white; None without any.

    Each part is cut a little inside its edge, so that the edge is not taken for a stroke.
    """
    import numpy as np
    from PIL import Image

    if not regions:
        return gray, None
    pixels = np.asarray(gray).astype(np.int16)
    sheet = np.full(pixels.shape, 255, dtype=np.int16)
    base = pixels.copy()
    for left, top, right, bottom, level in ((*region.box, region.level) for region in regions):
        inset = min(constants.OCR_REGION_INSET, (bottom - top) // 8)
        cut = np.s_[top + inset : bottom - inset, left + inset : right - inset]
        sheet[cut] = _contrast(pixels[cut], level)
        # Nothing is left to misread there in the first pass.
        base[top:bottom, left:right] = 255
    return Image.fromarray(base.astype(np.uint8)), Image.fromarray(sheet.astype(np.uint8))


def _contrast(part: Any, level: int) -> Any:
    """Distance from the ground, dark on white, stretched to the full range."""
    import numpy as np

    distance = np.abs(part - level)
    most = max(1, int(distance.max()))
    return 255 - np.minimum(255, distance * 255 // most)


def _is_region(part: Any, own: Any, level: int) -> bool:
    """True for a flat rectangle with a whole frame and lighter content; strokes of large letters have none."""
    import numpy as np

    height, width = part.shape
    if height < constants.OCR_REGION_MIN_HEIGHT or width < constants.OCR_REGION_MIN_WIDTH:
        return False
    if own.mean() < constants.OCR_REGION_FILL:
        return False
    frame = np.concatenate([own[1], own[-2], own[:, 1], own[:, -2]])
    if frame.mean() < constants.OCR_REGION_FRAME:
        return False
    inner, ground = part[2:-2, 2:-2], own[2:-2, 2:-2]
    other = inner[~ground]
    if other.size == 0:
        return False
    lighter = (other > level + constants.OCR_CONTRAST).sum()
    darker = (other < level - constants.OCR_CONTRAST).sum()
    return bool(lighter > darker)


def _area(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
