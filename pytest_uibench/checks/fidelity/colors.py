"""Colour differences of many pairs at once: CIEDE2000 in CIE Lab by scikit-image (METRICS section 3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[int, int, int]
_CHANNEL_MAX = 255.0


def differences(references: Sequence[Rgb], generated: Sequence[Rgb]) -> NDArray[np.float64]:
    """CIEDE2000 between 8-bit sRGB colours, pair by pair; two sequences of one length, one value per pair.

    Each distinct pair is computed once: a page has a dozen colours and hundreds of blocks.
    """
    if not references:
        return np.zeros(0)
    from skimage.color import deltaE_ciede2000, rgb2lab

    pairs = list(zip(references, generated, strict=True))
    distinct = {pair: index for index, pair in enumerate(dict.fromkeys(pairs))}
    lab = rgb2lab(np.array(list(distinct), dtype=np.float64) / _CHANNEL_MAX)
    values = np.asarray(deltaE_ciede2000(lab[:, 0, :], lab[:, 1, :]), dtype=np.float64)
    found: NDArray[np.float64] = values[[distinct[pair] for pair in pairs]]
    return found
