"""Why a puzzle has no solution: conflicting clues, clues to drop, a digit to change.

Conflicts and what to drop are dual: a set to drop meets every conflict, a conflict meets every set to drop. Each is
found as a smallest set that meets the others (Reiter 1987), proven smallest by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.questions.diagnosis.answer import Broken, Conflict, Drop, Repair
from cpsudoku.questions.diagnosis.questions import Questions


def explain(questions: Questions, cap: int) -> Broken:
    """The diagnosis of a puzzle known to have no solution. *cap* bounds the solutions counted of what a drop leaves."""
    puzzle = questions.puzzle
    partial: list[str] = []
    cells, proven = _conflict(questions)
    if not proven:
        partial.append("conflict")
    houses = houses_needed(puzzle, cells)
    drops: tuple[Drop, ...] = ()
    repairs: tuple[Repair, ...] = ()
    drops_proven = False
    try:
        drops, drops_proven = _drops(questions, cells, cap)
        if not drops_proven:
            partial.append("drop")
        repairs = tuple(_repairs(questions, drops))
    except BudgetSpent:
        partial += ["drop"] * (not drops) + ["repair"]
    conflict = Conflict(cells, houses, proven)
    return Broken(puzzle, conflict, drops, drops_proven, repairs, partial=tuple(partial))


def irredundant(questions: Questions, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """A part of the conflicting *cells* that conflicts while no smaller part of it does."""
    kept = list(cells)
    for cell in cells:
        rest = [other for other in kept if other != cell]
        if questions.model(rest) is None:
            kept = rest
    return tuple(kept)


def _conflict(questions: Questions) -> tuple[tuple[Cell, ...], bool]:
    """A smallest conflict and True; where time runs out the best known and False."""
    puzzle = questions.puzzle
    clash = puzzle.clash()
    if clash is not None:
        return clash, True
    clues = [cell for cell, _ in puzzle.clues]
    known = tuple(clues)
    try:
        known = irredundant(questions, clues)

        def uncovered(guess: Sequence[Cell]) -> list[list[Cell]]:
            """Clues to drop so that the rest, *guess* among them, has a solution: every conflict needs one of them."""
            grid = questions.model(guess)
            if grid is None:
                return []
            for cell in clues:
                if grid[cell] != puzzle.cells[cell]:
                    better = questions.model([c for c in clues if c == cell or grid[c] == puzzle.cells[c]])
                    grid = better or grid
            return [[c for c in clues if grid[c] != puzzle.cells[c]]]

        found = smallest(uncovered, deadline=questions.deadline)
    except BudgetSpent:
        return known, False
    return (known, False) if found.elements is None else (found.elements, True)


def _drops(questions: Questions, conflict: Sequence[Cell], cap: int) -> tuple[tuple[Drop, ...], bool]:
    """Every single clue to drop, or one smallest set; whether as few as possible is proven."""
    clues = [cell for cell, _ in questions.puzzle.clues]

    def left(dropped: Sequence[Cell]) -> Drop:
        kept = questions.kept(c for c in clues if c not in dropped)
        outcome = questions.search(kept, min(cap, 2))
        if len(outcome.solutions) > 1:
            outcome = questions.search(kept, cap)
        return Drop(tuple(dropped), len(outcome.solutions), outcome.complete)

    singles = [c for c in conflict if questions.model([other for other in clues if other != c]) is not None]
    if singles:
        found = [left([cell]) for cell in singles]
        return tuple(sorted(found, key=lambda drop: (not drop.exact, drop.count, drop.cells))), True

    def unmet(guess: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        rest = [c for c in clues if c not in guess]
        if questions.model(rest) is not None:
            return []
        return [irredundant(questions, rest)]

    fewest = smallest(unmet, [conflict], deadline=questions.deadline)
    if fewest.elements is None:
        return (), False
    return (left(fewest.elements),), True


def _repairs(questions: Questions, drops: Sequence[Drop]) -> list[Repair]:
    """Single clues with another digit that make the puzzle unique. Only a clue that could be dropped can be it."""
    puzzle, found = questions.puzzle, []
    for drop in drops:
        if len(drop.cells) == 1:
            (cell,) = drop.cells
            for digit in range(1, puzzle.geometry.side + 1):
                outcome = questions.search(questions.changed([(cell, digit)]), 2)
                if digit != puzzle.cells[cell] and outcome.complete and len(outcome.solutions) == 1:
                    found.append(Repair(cell, digit, Solution(outcome.solutions[0], puzzle.geometry)))
    return sorted(found, key=lambda repair: (repair.cell, repair.digit))


def houses_needed(puzzle: Puzzle, conflict: Sequence[Cell]) -> tuple[str, ...]:
    """Names of houses whose rules, with one digit a cell, refute the clues of *conflict*; no house can be left out."""
    from cpsudoku.engines.answer import Unsat
    from cpsudoku.engines.sat.pysat_solvers import Incremental

    geometry = puzzle.geometry
    clauses, selectors = _guarded(geometry)
    n = geometry.side
    clues = [cell * n + puzzle.cells[cell] for cell in conflict]
    with Incremental("glucose4", clauses) as solver:
        answer = solver.solve([*clues, *selectors])
        if not isinstance(answer, Unsat):
            raise ValueError("the clues have a solution")
        needed = [x for x in selectors if x in answer.core]
        for x in list(needed):
            rest = [other for other in needed if other != x]
            if x in needed:
                answer = solver.solve([*clues, *rest])
                if isinstance(answer, Unsat):
                    needed = [other for other in rest if other in answer.core]
    return tuple(geometry.houses[x - selectors[0]].name for x in sorted(needed))


@lru_cache(maxsize=8)
def _guarded(geometry: Geometry) -> tuple[list[list[int]], list[int]]:
    """One digit a cell, for good; each house's "every digit once" under a selector of its own."""
    n = geometry.side
    first = geometry.size * n + 1
    selectors = list(range(first, first + len(geometry.houses)))
    clauses = []
    for cell in range(geometry.size):
        base = cell * n
        clauses.append(list(range(base + 1, base + n + 1)))
        clauses += [[-(base + a), -(base + b)] for a in range(1, n) for b in range(a + 1, n + 1)]
    for selector, house in zip(selectors, geometry.houses):
        for d in range(1, n + 1):
            literals = [cell * n + d for cell in house.cells]
            clauses.append([-selector, *literals])
            clauses += [[-selector, -a, -b] for k, a in enumerate(literals) for b in literals[k + 1 :]]
    return clauses, selectors
