"""`diagnose` for puzzles with constraints, by guard literals: constraints are questioned like clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits, until
from cpsudoku.constraints.registry import kinds_of
from cpsudoku.engines.answer import Unknown
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.questions.diagnosis.answer import (
    AddedRules,
    Addition,
    Ambiguous,
    Broken,
    Conflict,
    Diagnosis,
    OfKind,
    Sound,
)
from cpsudoku.questions.diagnosis.repairs import EFFORT, mended
from cpsudoku.subsets.mus import SmallestMus, necessary, smallest_mus
from cpsudoku.subsets.oracle import SoftConstraint, core_of

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

UNDECIDED = "gave up before it was known how many solutions there are"


def explain(puzzle: Puzzle, limits: Limits, of: str | None, cap: int) -> Diagnosis | Unknown:
    """The diagnosis under *limits*: seconds for the whole, conflicts for each search. *of*: a kind of rule.

    *cap*: solutions counted at most.
    """
    words = None if of is None else kinds_of(of)
    end = limits.deadline()
    try:
        with until(end):
            solver = AssumptionSolver(puzzle)
    except BudgetSpent:
        return Unknown(UNDECIDED)
    with solver:
        oracle = BudgetedOracle(solver, limits, end)
        try:
            found = oracle.solutions(puzzle)
        except BudgetSpent:
            return Unknown(UNDECIDED)
        if not found:
            return _broken(oracle, cap)
        solver.forbid(found[0])
        solver.prefer(found[0])
        solution, *others = (Solution.trusted(grid, puzzle.geometry) for grid in found)
        if others:
            return _ambiguous(oracle, solution, others[0], limits, cap)
        return _sound(oracle, solution, of, words)


def _broken(oracle: BudgetedOracle, cap: int) -> Broken:
    """A smallest conflict, and what would mend it."""
    solver = oracle.solver
    found = smallest_mus(oracle, solver.items)
    kept = found.items
    conflict = Conflict(solver.cells(kept), (), found.proven, solver.constraints(kept))
    made = mended(oracle, kept, cap)
    return Broken(
        solver.puzzle,
        conflict,
        made.drops,
        made.proven,
        made.repairs,
        made.rule_repairs,
        partial=(*(() if found.proven else ("conflict",)), *made.partial),
    )


def _sound(oracle: BudgetedOracle, solution: Solution, of: str | None, words: Sequence[str] | None) -> Sound:
    """What could go alone, and of one kind together; the solution is forbidden already."""
    solver = oracle.solver
    partial: list[str] = []
    must, spare, complete = necessary(oracle, solver.items)
    if not complete:
        partial.append("redundant")
    asked = None
    if of is not None and words is not None:
        members = [item for item in solver.rules if solver.constraints((item,))[0].word in words]
        asked = _of_kind(oracle, of, members, [item for item in must if item in members])
        if not asked.proven or asked.needless is None:
            partial.append("of")
    return Sound(
        solver.puzzle, solution, solver.cells(spare), solver.constraints(spare), of=asked, partial=tuple(partial)
    )


def _of_kind(
    oracle: BudgetedOracle, of: str, members: Sequence[SoftConstraint], must: Sequence[SoftConstraint]
) -> OfKind:
    """The fewest of one kind's rules that keep the puzzle unique, all the others staying."""
    solver = oracle.solver
    others = [item for item in solver.items if item not in members]
    best, at_least = list(members), len(must)
    needless: bool | None = False if must else None
    try:
        if not must:
            needless = core_of(oracle.check(others)) is not None
        if needless:
            best, at_least = [], 0
        else:
            found = smallest_mus(oracle, members, others, known=must)
            best, at_least = list(found.items), found.at_least
    except BudgetSpent:
        pass
    return OfKind(of, solver.constraints(members), needless, solver.constraints(best), at_least)


def _ambiguous(oracle: BudgetedOracle, solution: Solution, other: Solution, limits: Limits, cap: int) -> Ambiguous:
    """Two solutions, and their number; the fewest clues, and the fewest constraints like those there, for the first."""
    puzzle = oracle.solver.puzzle
    n = puzzle.geometry.side
    partial: list[str] = []
    addition: Addition | None = None
    rules: AddedRules | None = None
    literals = [cell * n + digit for cell, digit in enumerate(solution.cells) if not puzzle.cells[cell]]
    differ = solution.difference(other)
    try:
        added = _fewest_added(oracle, literals)
        if added is not None:
            clues = tuple(sorted(((item - 1) // n, (item - 1) % n + 1) for item in added.items))
            addition = Addition(clues, solution, added.proven)
            partial += [] if added.proven else ["add"]
    except BudgetSpent:
        partial.append("add")
    proposed = _proposed(puzzle, solution)
    if proposed:
        larger = Puzzle.trusted(puzzle.cells, puzzle.geometry, (*puzzle.constraints, *proposed))
        try:
            with until(oracle.deadline):
                made = AssumptionSolver(larger)
            with made:
                made.forbid(solution.cells)
                made.prefer(solution.cells)
                more = BudgetedOracle(made, limits, oracle.deadline)
                own = len(puzzle.constraints)
                added = _fewest_added(more, made.rules[own:], (*made.clues.values(), *made.rules[:own]))
                if added is not None:
                    rules = AddedRules(made.constraints(added.items), solution, added.proven)
                    partial += [] if added.proven else ["add rules"]
        except BudgetSpent:
            partial.append("add rules")
    count, exact = 2, False
    try:
        grids, exact = oracle.counted(puzzle, cap, EFFORT)
        count = max(2, len(grids))
    except BudgetSpent:
        partial.append("count")
    return Ambiguous(
        puzzle,
        solution,
        count,
        exact,
        differ,
        (),
        addition,
        None,
        (),
        other,
        added_rules=rules,
        partial=tuple(partial),
    )


def _proposed(puzzle: Puzzle, solution: Solution) -> tuple[Constraint, ...]:
    """Constraints like the puzzle's own that the solution keeps and the puzzle has not: dots, sums, clues."""
    values = [digit + puzzle.geometry.lo - 1 for digit in solution.cells]
    there = {_meaning(rule) for rule in puzzle.constraints}
    found: dict[object, Constraint] = {}
    asked: set[str] = set()
    for rule in puzzle.constraints:
        if rule.marks.startswith(("line", "diagonal")):
            if rule.word in asked:
                continue  # each clue outside proposes those of every line
            asked.add(rule.word)
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


def _fewest_added(
    oracle: BudgetedOracle, optional: Sequence[SoftConstraint], always: Sequence[SoftConstraint] | None = None
) -> SmallestMus | None:
    """The fewest of *optional* that, added, leave one solution; None where all of them do not."""
    always = oracle.solver.items if always is None else always
    core = core_of(oracle.check([*always, *optional]))
    if core is None:
        return None
    return smallest_mus(oracle, optional, always, core=core)
