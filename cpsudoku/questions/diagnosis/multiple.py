"""Why a puzzle has several solutions, and which clues would leave one.

A clue set leaves solution S when it meets every unavoidable set of S that the puzzle's clues miss; the fewest such
clues are a smallest set that meets them all, found by implicit hitting sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import ne

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.engines.direct import search
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.questions.diagnosis.answer import Addition, Ambiguous, Clue
from cpsudoku.questions.diagnosis.over_all import Overview
from cpsudoku.questions.diagnosis.questions import Questions
from cpsudoku.questions.unavoidable import least, parts

LISTED = 1_000
"""Up to so many solutions are compared with one another."""
COMPARED = 150
"""Solutions, those nearest the first, whose differences from it are taken apart."""
RIVALS = 40
"""Solutions asked for at a time when looking for sets that are not met."""
MOST = 8
"""Beyond so many clues to add a proof that no fewer do is not attempted."""
EASY = 500
"""Branches or conflicts of one search when clues that will do are looked for without proof."""
SHOWN = 8
"""Deadly patterns given at most."""


def explain(questions: Questions, first: bytes, cap: int) -> Ambiguous:
    """The diagnosis of a puzzle known to have *first* and another solution, counted up to *cap*."""
    puzzle = questions.puzzle
    geometry = puzzle.geometry
    partial: list[str] = []
    count, exact, seen = _count(questions, first, cap)
    if not exact and count < cap:
        partial.append("count")
    solution = Solution(first, geometry)
    differ = [cell for cell in range(geometry.size) if len({grid[cell] for grid in seen}) > 1]
    nearest = sorted(seen[1:], key=lambda grid: sum(map(ne, grid, first)))[:COMPARED]
    patterns = least(part for rival in nearest for part in parts(first, rival, geometry))
    addition: Addition | None = None
    over_all: Addition | None = None
    singles: Sequence[Clue] = ()
    try:
        cells, proven, sets = fewest_clues(questions, first, patterns)
        addition = Addition(tuple((cell, first[cell]) for cell in cells), solution, proven)
        patterns = least([*patterns, *sets])
        if not proven:
            partial.append("add")
        if exact and count == len(seen) and proven:
            overview = Overview(seen, questions.deadline)
            singles = overview.singles()
            target, clues, proven = overview.fewest(len(cells))
            if target is None:
                over_all = Addition(addition.clues, solution, proven)
            else:
                over_all = Addition(clues, Solution(target, geometry), proven)
            if not proven:
                partial.append("add over all")
        elif len(cells) == 1:
            singles = [(cell, first[cell]) for cell in differ if _alone(questions, [(cell, first[cell])])]
    except BudgetSpent:
        partial.append("add")
    return Ambiguous(
        puzzle,
        solution,
        count,
        exact,
        tuple(differ),
        tuple(patterns[:SHOWN]),
        addition,
        over_all,
        tuple(singles),
        partial=tuple(partial),
    )


def _alone(questions: Questions, clues: Sequence[Clue]) -> bool:
    return len(questions.search(questions.changed(clues), 2).solutions) == 1


def _count(questions: Questions, first: bytes, cap: int) -> tuple[int, bool, list[bytes]]:
    """(solutions counted, whether these are all, those listed with *first* in front)."""
    puzzle = questions.puzzle
    try:
        outcome = questions.search(puzzle.cells, min(LISTED + 1, cap))
        seen = [first, *(grid for grid in outcome.solutions if grid != first)]
        if outcome.complete or len(seen) >= cap:
            return len(seen), outcome.complete, seen
        number, complete = questions.count(cap)
        return number, complete, seen
    except BudgetSpent:
        return 2, False, [first]


def fewest_clues(
    questions: Questions, first: bytes, known: Sequence[tuple[Cell, ...]]
) -> tuple[tuple[Cell, ...], bool, list[tuple[Cell, ...]]]:
    """(cells of the fewest clues to add that leave *first*, whether proven, unavoidable sets met on the way).

    Where a limit is met: clues that will do, not proven fewest.
    """
    geometry = questions.puzzle.geometry
    found: list[tuple[Cell, ...]] = []

    def missed(guess: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        grids = questions.search(questions.changed([(cell, first[cell]) for cell in guess]), RIVALS).solutions
        sets = least(part for grid in grids for part in parts(first, grid, geometry) if not set(part) & set(guess))
        found.extend(sets)
        return sets

    best = smallest(missed, known, deadline=questions.deadline, most=MOST)
    if best.elements is not None:
        return best.elements, True, found
    return _enough(questions, first), False, found


def _enough(questions: Questions, first: bytes) -> tuple[Cell, ...]:
    """Cells whose clues leave *first*, each needed while the others stay (as far as an easy search tells)."""
    puzzle = questions.puzzle
    added = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    for cell in list(added):
        rest = [other for other in added if other != cell]
        cells = Puzzle.trusted(questions.changed([(other, first[other]) for other in rest]), puzzle.geometry)
        outcome = search(cells, 2, Limits(None, EASY))
        if outcome.complete and len(outcome.solutions) == 1:
            added = rest
    return tuple(added)
