"""Colour of text, estimated from pixels: the ink against its ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench import constants

if TYPE_CHECKING:
    from PIL.Image import Image


def ink_of(image: Image, box: tuple[float, float, float, float]) -> tuple[int, int, int]:
    """8-bit sRGB of the text in ``box`` (left, top, right, bottom in pixels of an RGB ``image``).

    The ground is the commonest colour of the box; the ink is the median of the pixels that differ most from it: at the
    edge of a stroke both are mixed.
    """
    import numpy as np

    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(image.width, round(box[2]) + 1), min(image.height, round(box[3]) + 1)
    if right <= left or bottom <= top:
        return (0, 0, 0)
    pixels = np.asarray(image.crop((left, top, right, bottom))).reshape(-1, 3).astype(np.int32)
    colors, counts = np.unique(pixels, axis=0, return_counts=True)
    ground = colors[counts.argmax()]
    distance = np.sqrt(((pixels - ground) ** 2).sum(axis=1))
    most = distance.max()
    if most == 0:
        return (int(ground[0]), int(ground[1]), int(ground[2]))
    ink = np.median(pixels[distance >= constants.OCR_INK_SHARE * most], axis=0)
    return (round(float(ink[0])), round(float(ink[1])), round(float(ink[2])))
