"""How hard a variant puzzle is: the sizes of the steps of its explanation, left as soon as they are beyond a bound."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.questions.explanation.model import Model
from cpsudoku.questions.explanation.techniques import technique
from cpsudoku.questions.explanation.walk import Walk


class Sizes(NamedTuple):
    """Greatest and total size of the steps so far, as `Explanation` has them, and the techniques met."""

    largest: int
    total: int
    techniques: frozenset[str]
    complete: bool


def sizes_of(puzzle: Puzzle, solution: bytes, largest: int, total: int, deadline: float | None) -> Sizes:
    """The sizes of the steps; not `complete` where one is beyond *largest* or all beyond *total*, or time is up.

    Deterministic but for the deadline. The same numbers as `explain` gives.
    """
    n = puzzle.geometry.side
    facts = [cell * n + digit for cell, digit in puzzle.clues]
    most = sum_ = 0
    met: set[str] = set()
    try:
        with until(deadline), closing(Model(puzzle)) as model:
            for found in Walk(model, solution).steps(facts):
                reasons = tuple(model.reasons[reason] for reason in found.reasons)
                name, _ = technique(reasons, puzzle)
                size = sum(reason.weight for reason in reasons)
                most = max(most, size)
                sum_ += 0 if name == "clears" else size
                met.add(name)
                if most > largest or sum_ > total:
                    return Sizes(most, sum_, frozenset(met), False)
            return Sizes(most, sum_, frozenset(met), model.finished)
    except BudgetSpent:
        return Sizes(most, sum_, frozenset(met), False)
