"""How a rating ends, as the raters number it."""

SOLVED = 0
STUCK = 1
STOPPED = 2
FULL = 3
CLASH = 4
IMPOSSIBLE = 5
MULTIPLE = 6
"""From FULL on there is no rating: every cell was a clue; two clues of a house are equal; the puzzle has no solution;
it has several."""
