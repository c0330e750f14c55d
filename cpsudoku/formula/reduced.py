"""Large boards: a formula for what singles leave open, small enough to load in no time.

The full pairwise formula of a 100x100 board has 198 million clauses. After singles, and with the
common cells of a line and a box as variables that both houses share (the triads of Dillon's tdoku
on any board), a 64x64 board with a quarter of its cells given takes some two million.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.kernels.general.residual import clause_count, feed, shared_groups

SLICE = 100
"""Groups between two looks at the clock; some 100,000 clauses on an open 64x64 board."""


class ReducedFormula(NamedTuple):
    """A formula in exactly-one groups of literals.

    Variable v up to `len(candidates)` says that candidate `candidates[v-1]` (`cell * n + digit - 1`) holds;
    the variables behind are intersections, which the candidates determine.
    """

    candidates: list[int]
    groups: list[list[int]]
    variables: int

    @property
    def clauses(self) -> int:
        """How many clauses `feed` hands out."""
        return int(clause_count(self.groups))

    def feed(self, add: Callable[[list[int]], object]) -> None:
        """Hand each clause to *add*, which must copy what it keeps: the list is used again.

        Raises BudgetSpent at a deadline (see `budget.until`).
        """
        for at in range(0, len(self.groups), SLICE):
            check_deadline()
            feed(self.groups[at : at + SLICE], add)


def reduced(geometry: Geometry, candidates: list[int]) -> ReducedFormula:
    """The formula over the open *candidates* of a board whose singles are exhausted.

    Every cell, and every house for each digit not placed in it, must be open in two candidates or
    more; variables are numbered in the order given.
    """
    board_boxes = bytes(map(geometry.box_of, range(geometry.size)))
    extras = [house.cells for house in geometry.houses if house.kind == "extra"]
    groups, variables = shared_groups(candidates, geometry.side, board_boxes, extras)
    return ReducedFormula(candidates, groups, variables)
