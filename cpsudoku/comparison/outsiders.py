"""What the answers of programs from outside are worth: each is held against the grids that anybody showed.

Between our own engines a contradiction is a defect and ends the comparison (`answers.check`). A program's wrong answer
is a finding about the program: it is named, counted, and the comparison goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.comparison.answers import UNKNOWN, answer_of, fault_of
from cpsudoku.engines.engine import Outcome
from cpsudoku.errors import EnginesDisagree

WRONG = "wrong"
"""The answer of a run that is refuted; its `why` says how."""


def claim_of(outcome: Outcome, task: str) -> str:
    """As `answer_of`; where a program says how many solutions there are without showing them, what that says."""
    claimed = int(outcome.stats.get("claimed", 0))
    if not claimed:
        return answer_of(outcome, task)
    if task == "count":
        return f"{claimed} solutions" if claimed != 1 else "1 solution"
    return "solved" if task == "solve" else "multiple" if claimed > 1 else "unique"


def refutation(
    puzzle: Puzzle, outcome: Outcome, task: str, others: Sequence[tuple[str, Outcome, bool]], place: str
) -> str:
    """Why a program's *outcome* is wrong, in words; empty where nothing speaks against it.

    *others*: (label, outcome, whether it is from outside, too) of the rest. Only grids that keep the rules speak
    against
    it, and, where it shows too few itself, what our own engines say. Raises EnginesDisagree, naming the puzzle, where
    it shows a solution that one of ours says does not exist.
    """
    for grid in outcome.solutions:
        fault = fault_of(puzzle, grid)
        if fault:
            return f"a grid that is no solution: {fault}"
    shown = set(outcome.solutions)
    if len(shown) < len(outcome.solutions):
        return "a solution twice"
    for label, other, outside in others:
        if other.complete and not other.why and not outside and not shown <= set(other.solutions):
            raise EnginesDisagree(f"{place}: {puzzle.line()}: {label} has not found every solution a program shows")
    answer = claim_of(outcome, task)
    if answer == UNKNOWN:
        return ""
    for label, other, _ in others:
        rest = [grid for grid in other.solutions if not fault_of(puzzle, grid)]
        if outcome.complete and not set(rest) <= shown:
            return f"says there are no more than {len(shown)} solutions; {label} shows another"
    for label, other, outside in others:
        said = answer_of(other, task)
        if not outside and said not in (UNKNOWN, answer):
            return f"says {answer}; {label} says {said}"
    return ""
