"""Which of several steps of the same size is taken: a choice that is the same for isomorphic puzzles.

Each candidate has a colour, made of what it is (open, placed, gone) and, round by round, of the colours in its cell and
its houses (colour refinement: Weisfeiler and Leman 1968). Bands, rows, stacks, columns and digits in another order, or
a board turned over, have the same colours, so the least colours choose the same step in each. Candidates of one colour
are mostly images of each other; among them, and on boards with constraints, which the colours do not know, the number
decides.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from cpsudoku.board.geometry import Geometry
from cpsudoku.kernels.general.refinement import refined
from cpsudoku.kernels.given import flattened, houses_of_cells
from cpsudoku.questions.explanation.model import Literal, Model, Set
from cpsudoku.techniques.reasons.reason import WEIGHTS

Rows = tuple["array[int]", "array[int]"]
"""Rows one after the other: where each starts, and what is in them."""
TRIED = 24
"""Conclusions of least weight whose sets are stripped, to choose the best among."""
MOST_QUESTIONS = 64
"""Questions for other sets of that weight."""
HEAVY = 8
"""Weight from which on no other sets are looked for: there are too many for all to be found."""
ROUNDS = 3
"""Rounds of refinement: a candidate's colour then knows most of the board."""
KINDS = tuple(WEIGHTS)
LINE, OTHER = 5, 11
"""Of rows and columns, which are turned into each other, and of houses of other kinds."""
OPEN, GONE, PLACED = 1, 2, 3


def lightest_of(model: Model, found: Sequence[tuple[Literal, Set]], solution: bytes) -> Set:
    """Of refutations (literal, reasons) of one weight, stripped of what is needless, the set of the step to take.

    Cost: a millisecond or two where there are no constraints, half of it for other sets of that weight.
    """
    kernel = model.kernel
    if model.puzzle.constraints:
        first: dict[Set, Literal] = {}
        for literal, why in found:
            first.setdefault(why, literal)
        tried = (kernel.smaller(literal, why) for why, literal in islice(first.items(), TRIED))
        return min(tried, key=lambda why: (model.weight(why), why))
    colours = Colours(model, solution)
    order = sorted(found, key=lambda one: (colours.of(one[0]), one))[:TRIED]
    stripped = [(x, kernel.smaller(x, tuple(sorted(why, key=colours.of_reason)))) for x, why in order]
    literal, least = min(stripped, key=lambda one: model.weight(one[1]))
    return min(others(model, literal, least), key=lambda why: (colours.of_set(why), why))


def others(model: Model, literal: Literal, reasons: Set) -> set[Set]:
    """*reasons*, which refute *literal*, and other sets no heavier that do: each lacks a part of one before it."""
    weight = model.weight(reasons)
    found = {tuple(sorted(reasons))}
    if weight >= HEAVY:
        return found
    seen: set[frozenset[int]] = set()
    todo: list[tuple[Set, frozenset[int]]] = [(reasons, frozenset())]
    for one, barred in todo:
        for out in (barred | {reason} for reason in one):
            if out in seen:
                continue
            if len(seen) == MOST_QUESTIONS:
                return found
            seen.add(out)
            other = model.kernel.without(literal, out, weight)
            if other:
                todo.append((other, out))
                found.add(other)
    return found


class Colours:
    """The colours of a model's candidates and reasons as its facts are now; *solution* has digit bytes."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self._model = model
        n = model.n
        states = bytearray(OPEN if model.kernel.open(x) else GONE for x in range(1, model.shown + 1))
        for cell, digit in enumerate(solution):
            right = n * cell + digit - 1
            # the colours of open candidates do not depend on the solution
            if states[right] == GONE:
                states[right] = PLACED
        self._candidates, self._cells, self._houses = refined(bytes(states), n, ROUNDS, *_board(model.puzzle.geometry))

    def of(self, literal: Literal) -> tuple[bool, int]:
        """What orders refutations: what places a digit comes first."""
        return literal > 0, self._candidates[abs(literal) - 1]

    def of_reason(self, number: int) -> tuple[int, int]:
        """What orders reasons."""
        reason = self._model.reasons[number]
        colour = 0
        if reason.house is not None and reason.digit is not None:
            colour = self._houses[self._model.n * reason.house + reason.digit - self._model.puzzle.geometry.lo]
        elif reason.cell is not None:
            colour = self._cells[reason.cell]
        return KINDS.index(reason.kind), colour

    def of_set(self, reasons: Set) -> list[tuple[int, int]]:
        """What orders sets of reasons."""
        return sorted(map(self.of_reason, reasons))


@lru_cache(maxsize=16)
def _board(geometry: Geometry) -> tuple[array[int], Rows, Rows]:
    """A factor for each house, the cells of each house, and the houses of each cell."""
    houses = [house.cells for house in geometry.houses]
    sorts = array("i", [LINE if house.kind in ("row", "column") else OTHER for house in geometry.houses])
    return sorts, flattened(houses), flattened(houses_of_cells(geometry.size, houses))
