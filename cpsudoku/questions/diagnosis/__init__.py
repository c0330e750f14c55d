"""Why a puzzle is not what it should be, and what would mend it.

match diagnose(puzzle):
    case Broken(): ...      # no solution: conflicting clues, clues to drop, a digit to change
    case Ambiguous(): ...   # several: how many, where they differ, clues to add
    case Sound(): ...       # one: clues that could go
"""

from __future__ import annotations

from cpsudoku.board.puzzle import Given, Puzzle, Solution
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import NO_LIMITS, Limits
from cpsudoku.questions.diagnosis.answer import Addition, Ambiguous, Broken, Conflict, Diagnosis, Drop, Repair, Sound
from cpsudoku.questions.diagnosis.questions import OutOfTime, Questions

__all__ = ["Addition", "Ambiguous", "Broken", "Conflict", "Diagnosis", "Drop", "Repair", "Sound", "diagnose"]

CAP = 100_000
"""Solutions counted at most."""


def diagnose(puzzle: Given, *, cap: int = CAP, limits: Limits = NO_LIMITS) -> Diagnosis | Unknown:
    """What is wrong with *puzzle*, with proven smallest explanations; any geometry.

    *cap* bounds the count of solutions. Under *limits* (seconds for the whole, conflicts for each search) the
    answer may be partial and says so in `partial`, or Unknown where not even the verdict was found.
    Constraints take part in conflicts, and in what could go (`spare`); of several solutions two are shown. Ways to
    mend such a puzzle are not looked for, and its conflict is not proven smallest.
    """
    puzzle = Puzzle.of(puzzle)
    limits = Limits.of(limits)
    if not puzzle.houses_only:
        from cpsudoku.questions.diagnosis.under_rules import explain as explain_under_rules

        return explain_under_rules(puzzle, limits)
    questions = Questions(puzzle, limits)
    try:
        outcome = questions.search(puzzle.cells, 2)
    except OutOfTime:
        return Unknown("gave up before it was known how many solutions there are")
    if not outcome.solutions:
        from cpsudoku.questions.diagnosis.impossible import explain as explain_impossible

        return explain_impossible(questions, cap)
    if len(outcome.solutions) > 1:
        from cpsudoku.questions.diagnosis.multiple import explain as explain_multiple

        return explain_multiple(questions, outcome.solutions[0], cap)
    return _sound(questions, Solution(outcome.solutions[0], puzzle.geometry))


def _sound(questions: Questions, solution: Solution) -> Sound:
    cells = [cell for cell, _ in questions.puzzle.clues]
    redundant = []
    partial: tuple[str, ...] = ()
    try:
        for cell in cells:
            outcome = questions.search(questions.kept(c for c in cells if c != cell), 2)
            if len(outcome.solutions) == 1:
                redundant.append(cell)
    except OutOfTime:
        partial = ("redundant",)
    return Sound(questions.puzzle, solution, tuple(redundant), partial=partial)
