"""Why a puzzle has several solutions, and which clues and constraints would leave one.

Where rules are houses alone, a clue set leaves solution S when it meets every unavoidable set of S that the puzzle's
clues miss; the fewest such clues are a smallest set that meets them all, found by implicit hitting sets. Under other
rules the fewest clues, and the fewest constraints like those there, are smallest sets that force S.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import ne
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.questions.diagnosis.answer import AddedRules, Addition, Ambiguous, Clue
from cpsudoku.questions.unavoidable import least, missed_by, parts
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle, DirectOracle, PuzzleOracle
from cpsudoku.subsets.deletion import DeletionLoop, OneByOne
from cpsudoku.subsets.mus import SmallestMus, smallest_mus
from cpsudoku.subsets.oracle import SoftConstraint, SoftPuzzle, core_of

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

EFFORT = 20_000
"""Branches and conflicts that counting may take under rules that are not houses."""

LISTED = 1_000
"""Most solutions that are compared with one another."""
COMPARED = 150
"""Solutions, those nearest the first, whose differences from it are taken apart."""
RIVALS = 40
"""Solutions searched for at a time, for sets that are not met."""
MOST = 8
"""Most clues to add for which a proof that no fewer suffice is attempted."""
EASY = 500
"""Branches or conflicts of one search for sufficient clues without proof."""
SHOWN = 8
"""Deadly patterns given at most."""


def explain(oracle: PuzzleOracle, grids: Sequence[bytes], limits: Limits, cap: int) -> Ambiguous:
    """The diagnosis of a puzzle known to have the two solutions *grids*, counted up to *cap*."""
    if isinstance(oracle, DirectOracle):
        return _among_houses(oracle, grids[0], cap)
    puzzle = oracle.soft.puzzle
    first, second = (Solution.trusted(grid, puzzle.geometry) for grid in grids)
    oracle.soft.forbid(first.cells)
    oracle.soft.prefer(first.cells)
    partial: list[str] = []
    addition: Addition | None = None
    rules: AddedRules | None = None
    count, exact = 2, False
    try:
        addition = _added_clues(oracle, first)
        partial += [] if addition is None or addition.proven else ["add"]
    except BudgetSpent:
        partial.append("add")
    try:
        rules = _added_rules(puzzle, first, limits, oracle.deadline)
        partial += [] if rules is None or rules.proven else ["add rules"]
    except BudgetSpent:
        partial.append("add rules")
    try:
        listed, exact = oracle.counted(puzzle, cap, EFFORT)
        count = max(2, len(listed))
    except BudgetSpent:
        partial.append("count")
    differ = first.difference(second)
    return Ambiguous(puzzle, first, count, exact, differ, (), addition, None, (), second, rules, partial=tuple(partial))


def _added_clues(oracle: PuzzleOracle, solution: Solution) -> Addition | None:
    """The fewest clues that, added, leave *solution*."""
    puzzle, n = oracle.soft.puzzle, oracle.soft.puzzle.geometry.side
    literals = [cell * n + digit for cell, digit in enumerate(solution.cells) if not puzzle.cells[cell]]
    found = _fewest_added(oracle, literals, oracle.soft.items)
    if found is None:
        return None
    clues = tuple((item - 1) // n for item in sorted(found.items))
    return Addition(tuple((cell, solution.cells[cell]) for cell in clues), solution, found.proven)


def _added_rules(puzzle: Puzzle, solution: Solution, limits: Limits, deadline: float | None) -> AddedRules | None:
    """The fewest constraints like those there that, added, leave *solution*; None where all of them do not."""
    proposed = _proposed(puzzle, solution)
    if not proposed:
        return None
    larger = Puzzle.trusted(puzzle.cells, puzzle.geometry, (*puzzle.constraints, *proposed))
    with AssumptionSolver(larger) as soft:
        soft.forbid(solution.cells)
        soft.prefer(solution.cells)
        own = len(puzzle.constraints)
        hard = (*soft.clues.values(), *soft.rules[:own])
        found = _fewest_added(BudgetedOracle(soft, limits, deadline), soft.rules[own:], hard)
        return None if found is None else AddedRules(soft.constraints(found.items), solution, found.proven)


def _fewest_added(
    oracle: PuzzleOracle, proposed: Sequence[SoftConstraint], hard: Sequence[SoftConstraint]
) -> SmallestMus | None:
    """The fewest of *proposed* that, added, leave one solution; None where all of them do not."""
    core = core_of(oracle.check([*hard, *proposed]))
    return None if core is None else smallest_mus(oracle, proposed, hard, core=core)


def _proposed(puzzle: Puzzle, solution: Solution) -> tuple[Constraint, ...]:
    """Constraints like the puzzle's own that the solution keeps and the puzzle has not: dots, sums, clues."""
    values = [digit + puzzle.geometry.lo - 1 for digit in solution.cells]
    there = {_meaning(rule) for rule in puzzle.constraints}
    found: dict[object, Constraint] = {}
    outside: set[str] = set()
    for rule in puzzle.constraints:
        if rule.marks.startswith(("line", "diagonal")):
            if rule.word in outside:
                continue  # each clue outside proposes those of every line
            outside.add(rule.word)
        for other in rule.proposed(values):
            if _meaning(other) not in there:
                found.setdefault(_meaning(other), other)
    return tuple(found.values())


def _meaning(rule: Constraint) -> object:
    """Equal where rules say the same, but for the order of the cells; that of a line stays."""
    parts = rule.to_dict()
    cells = parts.pop("cells", ())
    return (
        tuple(cells if rule.marks == "line" else sorted(cells)),
        *sorted((key, repr(value)) for key, value in parts.items()),
    )


def _among_houses(oracle: DirectOracle, first: bytes, cap: int) -> Ambiguous:
    """Where rules are houses alone: by unavoidable sets."""
    puzzle = oracle.soft.puzzle
    geometry = puzzle.geometry
    partial: list[str] = []
    count, exact, seen = _count(oracle, first, cap)
    if not exact and count < cap:
        partial.append("count")
    solution = Solution(first, geometry)
    differ = tuple(cell for cell in range(geometry.size) if len({grid[cell] for grid in seen}) > 1)
    nearest = sorted(seen[1:], key=lambda grid: sum(map(ne, grid, first)))[:COMPARED]
    patterns = least(part for rival in nearest for part in parts(first, rival, geometry))
    addition: Addition | None = None
    over_all: Addition | None = None
    singles: Sequence[Clue] = ()
    try:
        cells, proven, sets = fewest_clues(oracle, first, patterns)
        addition = Addition(tuple((cell, first[cell]) for cell in cells), solution, proven)
        patterns = least([*patterns, *sets])
        if not proven:
            partial.append("add")
        if exact and count == len(seen) and proven:
            overview = Overview(seen, oracle.deadline)
            singles = overview.singles()
            target, clues, proven = overview.fewest(len(cells))
            if target is None:
                over_all = Addition(addition.clues, solution, proven)
            else:
                over_all = Addition(clues, Solution(target, geometry), proven)
            if not proven:
                partial.append("add over all")
        elif len(cells) == 1:
            singles = [(cell, first[cell]) for cell in differ if len(_solutions_with(oracle, first, [cell], 2)) == 1]
    except BudgetSpent:
        partial.append("add")
    deadly = tuple(patterns[:SHOWN])
    return Ambiguous(
        puzzle, solution, count, exact, differ, deadly, addition, over_all, tuple(singles), partial=tuple(partial)
    )


def _solutions_with(oracle: DirectOracle, solution: bytes, more: Iterable[Cell], most: int) -> Sequence[bytes]:
    """Up to *most* solutions of the puzzle with the clues of *solution* in more cells."""
    cells = bytearray(oracle.soft.puzzle.cells)
    for cell in more:
        cells[cell] = solution[cell]
    return oracle.search(bytes(cells), most).solutions


def _count(oracle: DirectOracle, first: bytes, cap: int) -> tuple[int, bool, list[bytes]]:
    """(solutions counted, whether these are all, those listed with *first* in front)."""
    puzzle = oracle.soft.puzzle
    try:
        outcome = oracle.search(puzzle.cells, min(LISTED + 1, cap))
        seen = [first, *(grid for grid in outcome.solutions if grid != first)]
        if outcome.complete or len(seen) >= cap:
            return len(seen), outcome.complete, seen
        number, complete = oracle.count(cap)
        return number, complete, seen
    except BudgetSpent:
        return 2, False, [first]


def fewest_clues(
    oracle: DirectOracle, first: bytes, known: Sequence[tuple[Cell, ...]]
) -> tuple[tuple[Cell, ...], bool, list[tuple[Cell, ...]]]:
    """(cells of the fewest clues to add that leave *first*, whether proven, unavoidable sets met on the way).

    Where a limit is met: clues that will do, not proven fewest.
    """
    geometry = oracle.soft.puzzle.geometry
    found: list[tuple[Cell, ...]] = []

    def missed(guess: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        sets = missed_by(guess, first, _solutions_with(oracle, first, guess, RIVALS), geometry)
        found.extend(sets)
        return sets

    best = smallest(missed, known, deadline=oracle.deadline, most=MOST)
    if best.elements is not None:
        return best.elements, True, found
    return _enough(oracle, first), False, found


def _enough(oracle: DirectOracle, first: bytes) -> tuple[Cell, ...]:
    """Cells whose clues leave *first*, each needed while the others stay (unless a short search leaves that open)."""
    clues = oracle.soft.clues
    soft = SoftPuzzle(Puzzle.trusted(first, oracle.soft.puzzle.geometry))
    soft.forbid(first)
    groups = [(item,) for cell, item in soft.clues.items() if cell not in clues]
    easy = DirectOracle(soft, Limits(conflicts=EASY))
    easy.deadline = oracle.deadline
    loop = DeletionLoop(easy, groups, clues.values(), schedule=OneByOne(), patient=True)
    loop.run()
    return soft.cells(chain(*loop.stay))


class Overview:
    """All solutions of a puzzle side by side, for the fewest clues that leave any one of them.

    A clue is the set of solutions that have it, a bit each; clues leave one solution when exactly one bit is common to
    all of them. *deadline* is a `time.perf_counter()`.
    """

    def __init__(self, grids: Sequence[bytes], deadline: float | None = None):
        self._grids = grids
        self._deadline = deadline
        self._all = (1 << len(grids)) - 1
        self._having: dict[Clue, int] = {}
        for k, grid in enumerate(grids):
            for clue in enumerate(grid):
                self._having[clue] = self._having.get(clue, 0) | 1 << k
        self._open = [cell for cell in range(len(grids[0])) if self._having[cell, grids[0][cell]] != self._all]

    def singles(self) -> list[Clue]:
        """The clues that only one solution has."""
        return sorted(clue for clue, having in self._having.items() if having.bit_count() == 1)

    def fewest(self, most: int) -> tuple[bytes | None, tuple[Clue, ...], bool]:
        """(solution, clues, proven): fewer than *most* clues that leave a solution, as few as possible.

        (None, (), True) where it takes *most*; not proven where time ran out.
        """
        singles = self.singles()
        if singles and most > 1:
            clue = singles[0]
            return self._grids[self._having[clue].bit_length() - 1], (clue,), True
        for size in range(2, most):
            for k, grid in enumerate(self._grids):
                if self._deadline is not None and time.perf_counter() >= self._deadline:
                    return None, (), False
                cells = self._leaving(k, self._all, size)
                if cells is not None:
                    return grid, tuple(sorted((cell, grid[cell]) for cell in cells)), True
        return None, (), True

    def _leaving(self, k: int, alive: int, size: int) -> list[int] | None:
        """Cells, *size* at most, whose digits in solution k no other of the solutions *alive* has."""
        rivals = alive & ~(1 << k)
        if not rivals:
            return []
        grid = self._grids[k]
        if size == 1:
            return next(([c] for c in self._open if not rivals & self._having[c, grid[c]]), None)
        rival = self._grids[(rivals & -rivals).bit_length() - 1]
        for cell in self._open:
            if grid[cell] != rival[cell]:
                rest = self._leaving(k, alive & self._having[cell, grid[cell]], size - 1)
                if rest is not None:
                    return [cell, *rest]
        return None
