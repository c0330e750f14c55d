"""Why a puzzle has no solution: a conflict, what to drop, and possible typing errors.

Conflicts and what to drop are dual: a set to drop meets every conflict, a conflict meets every set to drop. Each is
found as a smallest set that meets the others (Reiter 1987), proven smallest by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.formula.at_most_one import naive
from cpsudoku.questions.diagnosis.answer import Broken, Conflict, Drop, Repair, RuleRepair
from cpsudoku.subsets.budgeted_oracle import PuzzleOracle
from cpsudoku.subsets.deletion import OneByOne
from cpsudoku.subsets.mus import SmallestMus, mus, smallest_mus
from cpsudoku.subsets.oracle import SoftConstraint, core_of

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

MOST = 200
"""Solutions without a rule that are looked through for a number that only one of them has."""
EFFORT = 20_000
"""Branches and conflicts that counting may take."""


def explain(oracle: PuzzleOracle, cap: int) -> Broken:
    """The diagnosis of a puzzle known to have no solution. *cap* bounds the solutions counted of what a drop leaves."""
    soft, puzzle = oracle.soft, oracle.soft.puzzle
    found = _conflict(oracle)
    partial = [] if found.proven else ["conflict"]
    cells = soft.cells(found.items)
    houses = houses_needed(puzzle, cells) if puzzle.houses_only else ()
    singles: dict[SoftConstraint, tuple[Puzzle, Drop]] = {}
    several: Drop | None = None
    repairs: list[Repair] = []
    rule_repairs: list[RuleRepair] = []
    try:
        for item in sorted(found.items):  # what can be dropped alone is in every conflict
            left = _without(oracle, (item,))
            if oracle.solutions(left):
                singles[item] = left, _drop(oracle, (item,), left, cap)
        if not singles:
            several = _smallest_drop(oracle, found.items, cap)
    except BudgetSpent:
        partial += ["drop", "repair"]
    else:
        partial += [] if singles or several else ["drop"]
        try:
            for item, (left, _) in singles.items():
                for cell in soft.cells((item,)):
                    repairs += _other_digits(oracle, left, cell)
                for rule in soft.constraints((item,)):
                    rule_repairs += _restated(oracle, left, rule)
        except BudgetSpent:
            partial.append("repair")
    drops = [drop for _, drop in singles.values()] if several is None else [several]
    return Broken(
        puzzle,
        Conflict(cells, houses, found.proven, soft.constraints(found.items)),
        tuple(sorted(drops, key=lambda drop: (not drop.exact, drop.count))),
        "drop" not in partial,
        tuple(repairs),
        tuple(rule_repairs),
        partial=tuple(partial),
    )


def _conflict(oracle: PuzzleOracle) -> SmallestMus:
    """A smallest conflict; two equal digits in a house are one where rules are houses alone."""
    soft = oracle.soft
    if not soft.puzzle.houses_only:
        return smallest_mus(oracle, soft.items)
    clash = soft.puzzle.clash()
    if clash is not None:
        return SmallestMus(tuple(soft.clues[cell] for cell in clash), len(clash))
    return smallest_mus(oracle, soft.items[::-1], lazy=True)


def _without(oracle: PuzzleOracle, items: Sequence[SoftConstraint]) -> Puzzle:
    return oracle.soft.part(item for item in oracle.soft.items if item not in items)


def _drop(oracle: PuzzleOracle, items: Sequence[SoftConstraint], left: Puzzle, cap: int) -> Drop:
    grids, exact = oracle.counted(left, cap, EFFORT)
    return Drop(oracle.soft.cells(items), len(grids), exact, oracle.soft.constraints(items))


def _smallest_drop(oracle: PuzzleOracle, conflict: Sequence[SoftConstraint], cap: int) -> Drop | None:
    """As few as leave a solution when they go: they meet every conflict. None where a limit comes first."""

    def unmet(guess: Sequence[SoftConstraint]) -> list[tuple[SoftConstraint, ...]]:
        kept = [item for item in oracle.soft.items if item not in guess]
        core = core_of(oracle.check(kept))
        return [] if core is None else [tuple(mus(oracle, kept, core=core)[0])]

    found = smallest(unmet, [tuple(conflict)], deadline=oracle.deadline).elements
    return None if found is None else _drop(oracle, found, _without(oracle, found), cap)


def _other_digits(oracle: PuzzleOracle, left: Puzzle, cell: Cell) -> list[Repair]:
    """Digits that make the puzzle unique in a clue's cell."""
    found = []
    for digit in range(1, left.geometry.side + 1):
        cells = bytearray(left.cells)
        cells[cell] = digit
        grids = oracle.solutions(Puzzle.trusted(bytes(cells), left.geometry, left.constraints))
        if len(grids) == 1:
            found.append(Repair(cell, digit, Solution.trusted(grids[0], left.geometry)))
    return found


def _restated(oracle: PuzzleOracle, left: Puzzle, rule: Constraint) -> list[RuleRepair]:
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


def houses_needed(puzzle: Puzzle, conflict: Sequence[Cell]) -> tuple[str, ...]:
    """Names of houses whose rules, with one digit a cell, refute the clues of *conflict*; no house can be left out."""
    from cpsudoku.engines.sat.pysat_solvers import Incremental
    from cpsudoku.subsets.assumption_solver import LiteralOracle

    geometry = puzzle.geometry
    clauses, selectors = _selected(geometry)
    n = geometry.side
    clues = [cell * n + puzzle.cells[cell] for cell in conflict]
    with Incremental("glucose4", clauses) as solver:
        oracle = LiteralOracle(solver)
        core = core_of(oracle.check([*clues, *selectors]))
        if core is None:
            raise ValueError("the clues have a solution")
        needed, _ = mus(oracle, selectors[::-1], clues, core=core, schedule=OneByOne())
    return tuple(geometry.houses[x - selectors[0]].name for x in sorted(needed))


@lru_cache(maxsize=8)
def _selected(geometry: Geometry) -> tuple[list[list[int]], list[int]]:
    """One digit a cell, unconditionally; each house's "every digit once" under its own selector."""
    n = geometry.side
    first = geometry.size * n + 1
    selectors = list(range(first, first + len(geometry.houses)))
    clauses: list[list[int]] = []
    for base in range(0, geometry.size * n, n):
        clauses += naive(range(base + 1, base + n + 1))
    for selector, house in zip(selectors, geometry.houses):
        for digit in range(1, n + 1):
            once = naive([cell * n + digit for cell in house.cells])
            clauses += [[-selector, *clause] for clause in once]
    return clauses, selectors
