"""`diagnose` for puzzles with constraints, by guard literals: constraints are questioned like clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits, until
from cpsudoku.constraints.registry import kinds_of
from cpsudoku.engines.answer import Unknown
from cpsudoku.questions.assumption_solver import AssumptionSolver, Item
from cpsudoku.questions.budgeted_oracle import BudgetedOracle
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
from cpsudoku.questions.diagnosis.repairs import EFFORT, Mended, mended
from cpsudoku.questions.mus import FewestKept, fewest, minimal, needed

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
            guarded = AssumptionSolver(puzzle)
    except BudgetSpent:
        return Unknown(UNDECIDED)
    with guarded:
        asking = BudgetedOracle(guarded, limits, end)
        try:
            found = asking.solutions(puzzle)
        except BudgetSpent:
            return Unknown(UNDECIDED)
        if not found:
            return _broken(asking, cap)
        guarded.forbid(found[0])
        guarded.prefer(found[0])
        solution, *others = (Solution.trusted(grid, puzzle.geometry) for grid in found)
        if others:
            return _ambiguous(asking, solution, others[0], limits, cap)
        return _sound(asking, solution, of, words)


def _broken(asking: BudgetedOracle, cap: int) -> Broken:
    """A smallest conflict, and what would mend it."""
    guarded = asking.guarded
    some, sure = minimal(asking, (), guarded.items, frozenset(guarded.items))
    found = fewest(asking, (), guarded.items, some) if sure else FewestKept(tuple(some), 0)
    kept = found.items
    conflict = Conflict(guarded.cells(kept), (), found.proven, guarded.constraints(kept))
    made = mended(asking, kept, cap) if sure else Mended(partial=("drop", "repair"))
    return Broken(
        guarded.puzzle,
        conflict,
        made.drops,
        made.proven,
        made.repairs,
        made.rule_repairs,
        partial=(*(() if found.proven else ("conflict",)), *made.partial),
    )


def _sound(asking: BudgetedOracle, solution: Solution, of: str | None, words: Sequence[str] | None) -> Sound:
    """What could go alone, and of one kind together; the solution is forbidden already."""
    guarded = asking.guarded
    partial: list[str] = []
    must, spare, told = needed(asking, guarded.items, frozenset(guarded.items))
    if not told:
        partial.append("redundant")
    asked = None
    if of is not None and words is not None:
        members = [item for item in guarded.rules if guarded.constraints((item,))[0].word in words]
        asked = _of_kind(asking, of, members, [item for item in must if item in members])
        if not asked.proven or asked.needless is None:
            partial.append("of")
    return Sound(
        guarded.puzzle, solution, guarded.cells(spare), guarded.constraints(spare), of=asked, partial=tuple(partial)
    )


def _of_kind(asking: BudgetedOracle, of: str, members: Sequence[Item], must: Sequence[Item]) -> OfKind:
    """The fewest of one kind's rules that keep the puzzle unique, all the others staying."""
    guarded = asking.guarded
    others = [item for item in guarded.items if item not in members]
    every = frozenset(guarded.items)
    best, at_least = list(members), len(must)
    needless: bool | None = False if must else None
    try:
        if not must:
            needless = asking.forces(others) is not None
        if needless:
            best, at_least = [], 0
        else:
            best, sure = minimal(asking, others, members, every, must)
            if sure:
                found = fewest(asking, others, members, best, must)
                best, at_least = list(found.items), found.at_least
    except BudgetSpent:
        pass
    return OfKind(of, guarded.constraints(members), needless, guarded.constraints(best), at_least)


def _ambiguous(asking: BudgetedOracle, solution: Solution, other: Solution, limits: Limits, cap: int) -> Ambiguous:
    """Two solutions, and their number; the fewest clues, and the fewest constraints like those there, for the first."""
    puzzle = asking.guarded.puzzle
    n = puzzle.geometry.side
    partial: list[str] = []
    addition: Addition | None = None
    rules: AddedRules | None = None
    literals = [cell * n + digit for cell, digit in enumerate(solution.cells) if not puzzle.cells[cell]]
    differ = solution.difference(other)
    try:
        added = _fewest_added(asking, literals)
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
            with until(asking.deadline):
                made = AssumptionSolver(larger)
            with made:
                made.forbid(solution.cells)
                made.prefer(solution.cells)
                more = BudgetedOracle(made, limits, asking.deadline)
                own = len(puzzle.constraints)
                added = _fewest_added(more, made.rules[own:], (*made.clues.values(), *made.rules[:own]))
                if added is not None:
                    rules = AddedRules(made.constraints(added.items), solution, added.proven)
                    partial += [] if added.proven else ["add rules"]
        except BudgetSpent:
            partial.append("add rules")
    count, exact = 2, False
    try:
        grids, exact = asking.counted(puzzle, cap, EFFORT)
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
    asking: BudgetedOracle, optional: Sequence[Item], always: Sequence[Item] | None = None
) -> FewestKept | None:
    """The fewest of *optional* that, added, leave one solution; None where all of them do not."""
    always = asking.guarded.items if always is None else always
    core = asking.forces([*always, *optional])
    if core is None:
        return None
    some, sure = minimal(asking, always, optional, core)
    return fewest(asking, always, optional, some) if sure else FewestKept(tuple(some), 0)
