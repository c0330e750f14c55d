"""Words for ratings: bands of ER on the Sudoku Explainer scale."""

from __future__ import annotations

LEVELS = (
    (15, "easy"),
    (25, "moderate"),
    (40, "hard"),
    (62, "very hard"),
    (74, "expert"),
    (84, "extreme"),
    (999, "diabolical"),
)
"""(highest ER in tenths, word): easy to 1.5 needs hidden singles only; moderate to 2.5 placements seen directly;
hard to 4.0 locked candidates, sets and small fish; very hard to 6.2 wings, uniqueness, large sets, aligned pairs;
expert to 7.4 mostly single chains; extreme to 8.4 nishio and multiple chains; diabolical above: dynamic and nested
chains."""


def level(tenths: int) -> str:
    """The word for an ER in tenths."""
    return next(word for highest, word in LEVELS if tenths <= highest)
