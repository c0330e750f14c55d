"""Ratings as people write them, 4.2, and as the rater counts them, 42 tenths.

Only numbers of the scale cross: outside private code a rating is a float that is exactly the literal, k/10.
"""

from __future__ import annotations

from math import isfinite
from numbers import Real

from cpsudoku.errors import UsageError

LOWEST, HIGHEST = 1.0, 11.9
"""No step of the Sudoku Explainer scale is below or above."""


def tenths_of(rating: float, what: str) -> int:
    """The tenths of a rating somebody wrote as *what*. Raises UsageError for what is no number of the scale."""
    if isinstance(rating, bool) or not isinstance(rating, Real):
        raise UsageError(f"{what} {rating!r}: a rating is a number from {LOWEST} to {HIGHEST}, such as 7.2")
    value = float(rating)
    if not isfinite(value) or not LOWEST <= value <= HIGHEST:
        unit = f"; the unit is a point of the scale, not its tenth: {value / 10:.1f}?" if 10 <= value <= 119 else ""
        raise UsageError(f"{what} {rating}: ratings are numbers from {LOWEST} to {HIGHEST}, such as 7.2{unit}")
    if abs(10 * value - round(10 * value)) > 1e-6:
        raise UsageError(f"{what} {rating}: ratings have one decimal, such as {value:.1f}")
    return round(10 * value)


def in_tenths(rating: float) -> int:
    """The tenths of a rating the rater made (0 where no step was found)."""
    return round(10 * rating)
