"""Forged ratings as a whole, each stopped by one guard: the guard -> what `retrace` is asked."""

from __future__ import annotations

from typing import Any

SOLUTION = [(3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
PUZZLE = [0, *SOLUTION[1:]]
LAST: dict[str, Any] = {"rating": 1.0, "technique": "last-cell", "place": "r1c1=1", "remove": "", "houses": ["row 1"]}
RATING: dict[str, Any] = {"er": 1.0, "ep": 1.0, "ed": 1.0, "steps": [LAST]}
"""An honest rating of PUZZLE."""
NAKED = {"rating": 2.3, "technique": "naked-single", "place": "r1c1=1", "remove": ""}
Asked = tuple[Any, list[int], list[int], bool]
"""rating, puzzle, solution, exact."""


def arguments(puzzle: list[int] = PUZZLE, exact: bool = False, **changes: Any) -> Asked:
    return {**RATING, **changes}, puzzle, SOLUTION, exact


WHOLE: dict[str, Asked] = {
    f"rating.retracing.retrace: {guard}": forgery
    for guard, forgery in {
        "_check(claim, grid)": arguments(steps=[{**LAST, "technique": "guess"}]),
        "all((type(value) in (int, float) for value in stated))": arguments(er=True),
        "isinstance(rating, dict)": (list(RATING), PUZZLE, SOLUTION, False),
        "isinstance(rating['steps'], list)": arguments(steps=5),
        "not better": arguments(exact=True, er=2.3, ep=2.3, ed=2.3, steps=[NAKED]),
        "rating['steps']": arguments(SOLUTION, steps=[]),
        "set(rating) == {'er', 'ep', 'ed', 'steps'}": arguments(note="more"),
        "stated == found": arguments(er=9.9),
        "tuple(grid.digit) == tuple(solution)": arguments(
            [0, 0, *SOLUTION[2:]], steps=[{**LAST, "houses": ["column 1"]}]
        ),
    }.items()
}
