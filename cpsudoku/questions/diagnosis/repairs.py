"""What would mend a puzzle with constraints that has no solution: what to drop, and what may have been mistyped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.subsets.oracle import SoftConstraint, core_of
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.questions.diagnosis.answer import Drop, Repair, RuleRepair
from cpsudoku.subsets.mus import mus

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

MOST = 200
"""Solutions without a rule that are looked through for a number that only one of them has."""
EFFORT = 20_000
"""Branches and conflicts that counting may take."""


class Mended(NamedTuple):
    """`drops` as in `Broken`, whether no fewer do, and what was mistyped; `partial`: what was cut short."""

    drops: tuple[Drop, ...] = ()
    proven: bool = False
    repairs: tuple[Repair, ...] = ()
    rule_repairs: tuple[RuleRepair, ...] = ()
    partial: tuple[str, ...] = ()


def mended(oracle: BudgetedOracle, conflict: Sequence[SoftConstraint], cap: int) -> Mended:
    """How to mend it; all that can be dropped alone is in every *conflict*. *cap*: solutions counted at most."""
    solver = oracle.solver
    singles: list[SoftConstraint] = []
    drops: list[Drop] = []
    try:
        for item in conflict:
            left = solver.part(other for other in solver.items if other != item)
            if oracle.solutions(left):
                singles.append(item)
                drops.append(_drop(oracle, (item,), left, cap))
        if not singles:
            found = _fewest(oracle, conflict)
            if found is None:
                return Mended(partial=("drop",))
            left = solver.part(item for item in solver.items if item not in found)
            return Mended((_drop(oracle, found, left, cap),), True)
    except BudgetSpent:
        return Mended(tuple(drops), False, partial=("drop", "repair"))
    order = sorted(range(len(drops)), key=lambda k: (not drops[k].exact, drops[k].count, singles[k]))
    repairs: list[Repair] = []
    rules: list[RuleRepair] = []
    partial: tuple[str, ...] = ()
    try:
        for item in singles:
            left = solver.part(other for other in solver.items if other != item)
            for cell in solver.cells((item,)):
                repairs += _other_digits(oracle, left, cell)
            for rule in solver.constraints((item,)):
                rules += _otherwise(oracle, left, rule)
    except BudgetSpent:
        partial = ("repair",)
    return Mended(tuple(drops[k] for k in order), True, tuple(repairs), tuple(rules), partial)


def _drop(oracle: BudgetedOracle, items: Sequence[SoftConstraint], left: Puzzle, cap: int) -> Drop:
    solver = oracle.solver
    grids, exact = oracle.counted(left, cap, EFFORT)
    return Drop(solver.cells(items), len(grids), exact, solver.constraints(items))


def _fewest(oracle: BudgetedOracle, conflict: Sequence[SoftConstraint]) -> tuple[SoftConstraint, ...] | None:
    """As few as leave a solution when they go: they meet every conflict. None where that was not found out."""
    items = oracle.solver.items

    def unmet(guess: Sequence[SoftConstraint]) -> list[tuple[SoftConstraint, ...]]:
        kept = [item for item in items if item not in guess]
        core = core_of(oracle.check(kept))
        if core is None:
            return []
        return [tuple(mus(oracle, kept, core=core)[0])]

    return smallest(unmet, [tuple(conflict)], deadline=oracle.deadline).elements


def _other_digits(oracle: BudgetedOracle, left: Puzzle, cell: int) -> list[Repair]:
    """Digits that make the puzzle unique in a clue's cell."""
    found = []
    for digit in range(1, left.geometry.side + 1):
        cells = bytearray(left.cells)
        cells[cell] = digit
        grids = oracle.solutions(Puzzle.trusted(bytes(cells), left.geometry, left.constraints))
        if len(grids) == 1:
            found.append(Repair(cell, digit, Solution.trusted(grids[0], left.geometry)))
    return found


def _otherwise(oracle: BudgetedOracle, left: Puzzle, rule: Constraint) -> list[RuleRepair]:
    """The rule with another number, or turned round, that makes the puzzle unique.

    Where the puzzle's solutions without the rule can be listed.
    """
    grids, exact = oracle.counted(left, MOST, EFFORT)
    if not exact:
        return []
    values = [[digit + left.geometry.lo - 1 for digit in grid] for grid in grids]
    found = []
    for other in sorted({rule.turned(), *(rule.restated(one) for one in values)} - {None}, key=str):
        keeping = [grid for grid, one in zip(grids, values) if other is not None and other.holds(one)]
        if other is not None and len(keeping) == 1:
            found.append(RuleRepair(rule, other, Solution.trusted(keeping[0], left.geometry)))
    return found
