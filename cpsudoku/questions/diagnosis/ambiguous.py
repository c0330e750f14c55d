"""Why a puzzle has several solutions, and which clues and constraints would leave one.

Where rules are houses alone, a clue set leaves solution S when it meets every unavoidable set of S that the puzzle's
clues miss; the fewest such clues are a smallest set that meets them all, found by implicit hitting sets. Under other
rules the fewest clues, and the fewest constraints like those there, are smallest sets that force S.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import ne
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.questions.diagnosis.answer import AddedRules, Addition, Ambiguous, Clue
from cpsudoku.questions.diagnosis.over_all import Overview
from cpsudoku.questions.unavoidable import least, parts
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.backend import PuzzleOracle
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.deletion import DeletionLoop, OneByOne
from cpsudoku.subsets.direct_oracle import DirectOracle
from cpsudoku.subsets.mus import SmallestMus, smallest_mus
from cpsudoku.subsets.oracle import SoftConstraint, core_of
from cpsudoku.subsets.soft_puzzle import SoftPuzzle

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

EFFORT = 20_000
"""Branches and conflicts that counting may take under rules that are not houses."""

LISTED = 1_000
"""Up to so many solutions are compared with one another."""
COMPARED = 150
"""Solutions, those nearest the first, whose differences from it are taken apart."""
RIVALS = 40
"""Solutions searched for at a time, for sets that are not met."""
MOST = 8
"""Beyond so many clues to add a proof that no fewer do is not attempted."""
EASY = 500
"""Branches or conflicts of one search when clues that will do are looked for without proof."""
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
    return Ambiguous(
        puzzle,
        first,
        count,
        exact,
        first.difference(second),
        (),
        addition,
        None,
        (),
        second,
        added_rules=rules,
        partial=tuple(partial),
    )


def _added_clues(oracle: PuzzleOracle, solution: Solution) -> Addition | None:
    """The fewest clues that, added, leave *solution*."""
    puzzle, n = oracle.soft.puzzle, oracle.soft.puzzle.geometry.side
    literals = [cell * n + digit for cell, digit in enumerate(solution.cells) if not puzzle.cells[cell]]
    found = _fewest_added(oracle, literals, oracle.soft.items)
    if found is None:
        return None
    return Addition(
        tuple(sorted(((item - 1) // n, (item - 1) % n + 1) for item in found.items)), solution, found.proven
    )


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
    differ = [cell for cell in range(geometry.size) if len({grid[cell] for grid in seen}) > 1]
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
            singles = [(cell, first[cell]) for cell in differ if _alone(oracle, [(cell, first[cell])])]
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


def _with(puzzle: Puzzle, clues: Iterable[Clue]) -> bytes:
    """The clues with these besides."""
    cells = bytearray(puzzle.cells)
    for cell, digit in clues:
        cells[cell] = digit
    return bytes(cells)


def _alone(oracle: DirectOracle, clues: Sequence[Clue]) -> bool:
    return len(oracle.search(_with(oracle.soft.puzzle, clues), 2).solutions) == 1


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
        grids = oracle.search(_with(oracle.soft.puzzle, [(cell, first[cell]) for cell in guess]), RIVALS).solutions
        sets = least(part for grid in grids for part in parts(first, grid, geometry) if not set(part) & set(guess))
        found.extend(sets)
        return sets

    best = smallest(missed, known, deadline=oracle.deadline, most=MOST)
    if best.elements is not None:
        return best.elements, True, found
    return _enough(oracle, first), False, found


def _enough(oracle: DirectOracle, first: bytes) -> tuple[Cell, ...]:
    """Cells whose clues leave *first*, each needed while the others stay (as far as an easy search shows)."""
    clues = oracle.soft.clues
    soft = SoftPuzzle(Puzzle.trusted(first, oracle.soft.puzzle.geometry))
    soft.forbid(first)
    groups = [(item,) for cell, item in soft.clues.items() if cell not in clues]
    easy = DirectOracle(soft, Limits(conflicts=EASY))
    easy.deadline = oracle.deadline
    loop = DeletionLoop(easy, groups, clues.values(), schedule=OneByOne(), patient=True)
    loop.run()
    return soft.cells(chain(*loop.stay))
