"""Why a puzzle is not what it should be, and what would mend it.

match diagnose(puzzle):
    case Broken(): ...      # no solution: conflicting clues, clues to drop, a digit to change
    case Ambiguous(): ...   # several: how many, where they differ, clues to add
    case Sound(): ...       # one: clues that could go
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.board.puzzle import Given, Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.constraints.registry import kinds_of
from cpsudoku.engines.answer import Unknown
from cpsudoku.questions.diagnosis.answer import (
    AddedRules,
    Addition,
    Ambiguous,
    Broken,
    Conflict,
    Diagnosis,
    Drop,
    OfKind,
    Repair,
    RuleRepair,
    Sound,
)
from cpsudoku.questions.diagnosis.questions import Questions

__all__ = [
    "AddedRules",
    "Addition",
    "Ambiguous",
    "Broken",
    "Conflict",
    "Diagnosis",
    "Drop",
    "OfKind",
    "Repair",
    "RuleRepair",
    "Sound",
    "diagnose",
]

CAP = 100_000
"""Solutions counted at most."""


def diagnose(
    puzzle: Given, *, cap: int = CAP, of: str | None = None, limits: Limits = NO_LIMITS
) -> Diagnosis | Unknown:
    """What is wrong with *puzzle*, with proven smallest explanations; any geometry.

    *cap* bounds the count of solutions. Under *limits* (seconds for the whole, conflicts for each search) the
    answer may be partial and says so in `partial`, or Unknown where not even the verdict was found.
    Constraints take part in conflicts, in what could be dropped or mistyped, and in what could go (`spare`). *of* is
    a kind of constraint, or a family (killer, kropki, xv): are all of them needed, and which? Of several solutions two
    are shown, with the fewest clues, and the fewest constraints like those there, that leave the first.
    Raises ConstraintError for an unknown kind.
    """
    puzzle = Puzzle.of(puzzle)
    limits = Limits.of(limits)
    if of is not None:
        kinds_of(of)
    if not puzzle.houses_only:
        from cpsudoku.questions.diagnosis.under_rules import explain as explain_under_rules

        return explain_under_rules(puzzle, limits, of, cap)
    questions = Questions(puzzle, limits)
    try:
        outcome = questions.search(puzzle.cells, 2)
    except BudgetSpent:
        return Unknown("gave up before it was known how many solutions there are")
    if not outcome.solutions:
        from cpsudoku.questions.diagnosis.impossible import explain as explain_impossible

        return explain_impossible(questions, cap)
    if len(outcome.solutions) > 1:
        from cpsudoku.questions.diagnosis.multiple import explain as explain_multiple

        return explain_multiple(questions, outcome.solutions[0], cap)
    found = _sound(questions, Solution(outcome.solutions[0], puzzle.geometry))
    return found if of is None else replace(found, of=OfKind(of, (), True, (), 0))


def _sound(questions: Questions, solution: Solution) -> Sound:
    cells = [cell for cell, _ in questions.puzzle.clues]
    redundant = []
    partial: tuple[str, ...] = ()
    try:
        for cell in cells:
            outcome = questions.search(questions.kept(c for c in cells if c != cell), 2)
            if len(outcome.solutions) == 1:
                redundant.append(cell)
    except BudgetSpent:
        partial = ("redundant",)
    return Sound(questions.puzzle, solution, tuple(redundant), partial=partial)
