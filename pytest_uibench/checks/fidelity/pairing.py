"""One-to-one assignment as published: pad to a square with cost 1, Hungarian (METRICS sections 2 and 3).

Ties. scipy's solver is a sequential shortest-augmenting-path algorithm that only adds, subtracts and compares doubles
in a fixed order, so that equal costs in equal order give the same pairs on every machine: rows (reference blocks,
screens) are served in list order, and of equally good columns the choice is the solver's. The paper form keeps exactly
that, since published values depend on it. Our content form adds small costs for distance in place and in order first,
so that only blocks alike in text, place and order are left to it, and these are interchangeable.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PADDING_COST = 1.0
"""Cost of leaving a row or a column alone (METRICS sections 2 and 3, stated)."""


def assign(similarity: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Pairs (row, column) of the cheapest assignment of cost 1 - similarity; padding is left out, rows in order.

    Args:
        similarity: shape (rows, columns), values up to 1.
    """
    rows, columns = similarity.shape
    if not rows or not columns:
        return []
    from scipy.optimize import linear_sum_assignment

    side = max(rows, columns)
    cost = np.full((side, side), PADDING_COST)
    cost[:rows, :columns] = 1.0 - similarity
    found = zip(*(axis.tolist() for axis in linear_sum_assignment(cost)), strict=True)
    return [(row, column) for row, column in found if row < rows and column < columns]
