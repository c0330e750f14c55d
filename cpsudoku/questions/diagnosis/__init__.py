"""Why a puzzle does not have exactly one solution, and what would repair it.

match diagnose(puzzle):
    case Broken(): ...      # no solution: conflicting clues, clues to drop, a digit to change
    case Ambiguous(): ...   # several: how many, where they differ, clues to add
    case Sound(): ...       # one: clues that could go
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
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
from cpsudoku.subsets.budgeted_oracle import PuzzleOracle, puzzle_oracle
from cpsudoku.subsets.mus import necessary, smallest_mus
from cpsudoku.subsets.oracle import SoftConstraint, core_of

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
    puzzle: PuzzleLike, *, cap: int = CAP, of: str | None = None, limits: Limits = NO_LIMITS
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
    words = () if of is None else kinds_of(of)
    oracle = puzzle_oracle(puzzle, limits)
    with oracle.soft as soft:
        try:
            grids = oracle.solutions(puzzle)
        except BudgetSpent:
            return Unknown("gave up before it was known how many solutions there are")
        if not grids:
            from cpsudoku.questions.diagnosis.broken import explain as explain_broken

            return explain_broken(oracle, cap)
        if len(grids) > 1:
            from cpsudoku.questions.diagnosis.ambiguous import explain as explain_ambiguous

            return explain_ambiguous(oracle, grids, limits, cap)
        soft.forbid(grids[0])
        soft.prefer(grids[0])
        return _sound(oracle, Solution.trusted(grids[0], puzzle.geometry), of, words)


def _sound(oracle: PuzzleOracle, solution: Solution, of: str | None, words: Collection[str]) -> Sound:
    """The clues and constraints that could go one at a time, and those of one kind that could go together.

    The solution is already forbidden.
    """
    soft = oracle.soft
    must, spare, complete = necessary(oracle, soft.items)
    partial = [] if complete else ["redundant"]
    of_kind = None
    if of is not None:
        members = [item for item in soft.rules if soft.constraints((item,))[0].word in words]
        of_kind = _of_kind(oracle, of, members, [item for item in must if item in members])
        if not of_kind.proven or of_kind.needless is None:
            partial.append("of")
    return Sound(soft.puzzle, solution, soft.cells(spare), soft.constraints(spare), of=of_kind, partial=tuple(partial))


def _of_kind(
    oracle: PuzzleOracle, of: str, members: Sequence[SoftConstraint], must: Sequence[SoftConstraint]
) -> OfKind:
    """The fewest of one kind's rules that keep the puzzle unique, all the others staying."""
    soft = oracle.soft
    others = [item for item in soft.items if item not in members]
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
    return OfKind(of, soft.constraints(members), needless, soft.constraints(best), at_least)
