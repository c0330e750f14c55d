"""Numbers of ratings: tenths of the scale, bands with words, and how a rating ends.

Outside private code a rating is a float that is exactly the literal, such as 4.2; the rater counts 42 tenths.
"""

from __future__ import annotations

from math import isfinite
from numbers import Real

from cpsudoku.errors import UsageError

SOLVED = 0
STUCK = 1
STOPPED = 2
FULL = 3
CLASH = 4
IMPOSSIBLE = 5
MULTIPLE = 6
"""How a rating ends. From FULL on there is none: every cell was a clue; two clues of a house are equal; the puzzle has
no solution; it has several."""

LOWEST, HIGHEST = 1.0, 11.9
"""No step of the Sudoku Explainer scale is below or above."""
LEVELS = (
    (1.5, "easy"),
    (2.5, "moderate"),
    (4.0, "hard"),
    (6.2, "very hard"),
    (7.4, "expert"),
    (8.4, "extreme"),
    (11.9, "diabolical"),
)
"""(highest ER, word): easy to 1.5 needs hidden singles only; moderate to 2.5 placements seen directly;
hard to 4.0 locked candidates, sets and small fish; very hard to 6.2 wings, uniqueness, large sets, aligned pairs;
expert to 7.4 mostly single chains; extreme to 8.4 nishio and multiple chains; diabolical above: dynamic and nested
chains."""


def level(er: float) -> str:
    """The word for an ER; beyond the scale, as on other boards, the last one."""
    return next((word for highest, word in LEVELS if er <= highest), LEVELS[-1][1])


def band_of(word: str) -> tuple[float, float] | None:
    """The lowest and the highest ER of a level; None for no level's word."""
    lowest = 10
    for highest, name in LEVELS:
        if name == word:
            return lowest / 10, highest
        lowest = round(10 * highest) + 1
    return None


def tenths_of(rating: float, what: str) -> int:
    """The tenths of a rating that is given as *what*. Raises UsageError for what is no number of the scale."""
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
    """The tenths of a rating from the rater (0 where no step was found)."""
    return round(10 * rating)
