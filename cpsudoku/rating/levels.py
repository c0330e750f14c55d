"""Words for ratings: bands of ER on the Sudoku Explainer scale."""

from __future__ import annotations

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
