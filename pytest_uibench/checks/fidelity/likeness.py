"""How alike two pictures are: hashes and SSIM for the cascade, and SSIM as a diagnostic of a matched screen.

Only ``T5a`` and ``T5b`` of the cascade decide anything by pixels (METRICS section 2); the diagnostic explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pytest_uibench import constants
from pytest_uibench.model import UibenchError

from .pairing import assign
from .pictures import open_picture

if TYPE_CHECKING:
    from PIL.Image import Image

Grey = NDArray[np.float64]
_LEVELS = 255.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """SSIM of two pictures of one screen (a diagnostic, no score): 1 for equal, around 0 for unrelated."""

    ssim: float
    """Over the common area and what only one of them has, as usual: large empty areas count as equal."""
    ink_ssim: float | None
    """Over the neighbourhood of edges of either picture only; None when neither shows anything."""
    ink_share: float
    """Share of the area that this is."""


def likeness(reference: Image, generated: Image) -> Likeness:
    """Compare two RGB pictures in CSS pixels, at half their size; the smaller one is padded with its own background.

    Raises:
        UibenchError: the pictures are smaller than SSIM's window.
    """
    from skimage.metrics import structural_similarity

    ours, theirs = (side.astype(np.float32) for side in _padded(_top(reference), _top(generated)))
    if min(ours.shape) < constants.SSIM_WINDOW:
        raise UibenchError(f"Pictures of {reference.width} x {reference.height} px are too small to compare.")
    value, field = structural_similarity(ours, theirs, data_range=_LEVELS, full=True, win_size=constants.SSIM_WINDOW)
    ink = _ink(ours) | _ink(theirs)
    share = float(ink.mean())
    return Likeness(ssim=float(value), ink_ssim=float(field[ink].mean()) if share else None, ink_share=share)


def by_hash(references: Mapping[int, Path], generated: Mapping[int, Path]) -> Iterator[tuple[int, int, float]]:
    """T5a: pairs of indexes whose hashes agree, assigned together."""
    ours, theirs = _readable(references), _readable(generated)
    if not ours or not theirs:
        return
    bits = [[perceptual_hash(picture) for picture in side.values()] for side in (ours, theirs)]
    similarity = np.array([[float((one == other).mean()) for other in bits[1]] for one in bits[0]])
    rows, columns = list(ours), list(theirs)
    for row, column in assign(similarity):
        if similarity[row, column] >= constants.PHASH_FLOOR:
            yield rows[row], columns[column], float(similarity[row, column])


def by_look(references: Mapping[int, Path], generated: Mapping[int, Path]) -> Iterator[tuple[int, int, float]]:
    """T5b: pairs of indexes that look alike and more so than the other candidates, best first."""
    ours, theirs = _readable(references), _readable(generated)
    found = []
    for row, reference in ours.items():
        values = {column: look(reference, picture) for column, picture in theirs.items()}
        if not values:
            return
        enough = max(constants.PICTURE_FLOOR, constants.PICTURE_LEAD * float(np.mean(list(values.values()))))
        found += [(-value, row, column) for column, value in values.items() if value >= enough]
    yield from ((row, column, -value) for value, row, column in sorted(found))


def perceptual_hash(picture: Grey) -> NDArray[np.bool_]:
    """256 bits: the low frequencies of the picture's cosine transform against their median; input of any size."""
    from scipy.fft import dctn

    square = _resized(picture, (constants.PHASH_INPUT, constants.PHASH_INPUT))
    low = dctn(square, norm="ortho")[: constants.PHASH_SIDE, : constants.PHASH_SIDE].ravel()
    # The first coefficient is the mean brightness: it says nothing about what is where.
    found: NDArray[np.bool_] = low > np.median(low[1:])
    return found


def look(one: Grey, other: Grey) -> float:
    """0.7 SSIM + 0.3 correlation of the grey histograms at 256 x 160."""
    from skimage.metrics import structural_similarity

    first, second = (_resized(picture, constants.PICTURE_SIZE) for picture in (one, other))
    ssim = float(structural_similarity(first, second, data_range=_LEVELS))
    levels = [np.histogram(p, bins=constants.PICTURE_BINS, range=(0, _LEVELS))[0] for p in (first, second)]
    flat = any(np.ptp(level) == 0 for level in levels)
    correlation = 0.0 if flat else float(np.corrcoef(levels[0], levels[1])[0, 1])
    return constants.PICTURE_SSIM_WEIGHT * ssim + constants.PICTURE_HISTOGRAM_WEIGHT * correlation


def _readable(paths: Mapping[int, Path]) -> dict[int, Grey]:
    """First screens of the pictures; what cannot be read or shows nothing is left out."""
    found: dict[int, Grey] = {}
    for index, path in paths.items():
        try:
            first = _first_screen(_grey(open_picture(path).image))
        except UibenchError:
            continue
        if float(first.std()) >= constants.PICTURE_BLANK:
            found[index] = first
    return found


def _first_screen(picture: Grey) -> Grey:
    """The top of the picture in the proportions compared, so that tall pages are not squeezed."""
    width, height = constants.PICTURE_SIZE
    wanted = max(1, round(picture.shape[1] * height / width))
    if picture.shape[0] >= wanted:
        return picture[:wanted]
    return np.pad(picture, ((0, wanted - picture.shape[0]), (0, 0)), constant_values=_background(picture))


def _padded(one: Grey, other: Grey) -> tuple[Grey, Grey]:
    height, width = (max(one.shape[axis], other.shape[axis]) for axis in (0, 1))
    first, second = (
        np.pad(p, ((0, height - p.shape[0]), (0, width - p.shape[1])), constant_values=_background(p))
        for p in (one, other)
    )
    return first, second


def _ink(picture: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The neighbourhood of every edge: text, borders, pictures; not the plain areas between."""
    from scipy.ndimage import maximum_filter, minimum_filter

    side = constants.SSIM_WINDOW
    contrast = maximum_filter(picture, size=side) - minimum_filter(picture, size=side)
    found: NDArray[np.bool_] = contrast >= constants.INK_CONTRAST
    return found


def _background(picture: Grey) -> float:
    """The most frequent grey level."""
    return float(np.bincount(picture.astype(np.uint8).ravel(), minlength=256).argmax())


def _top(image: Image) -> Grey:
    height = min(image.height, constants.SSIM_MAX_HEIGHT)
    return _grey(
        image.crop((0, 0, min(image.width, constants.EVIDENCE_MAX_WIDTH), height)).reduce(constants.SSIM_REDUCE)
    )


def _grey(image: Image) -> Grey:
    return np.asarray(image.convert("L"), dtype=np.float64)


def _resized(picture: Grey, size: tuple[int, int]) -> Grey:
    from PIL import Image as Images

    image = Images.fromarray(picture.astype(np.uint8)).resize(size, Images.Resampling.LANCZOS)
    return np.asarray(image, dtype=np.float64)
