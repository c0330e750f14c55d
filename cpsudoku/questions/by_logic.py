"""Solving by human techniques: the solutions of engine `logic` with its counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import EngineOptions
from cpsudoku.engines.logic.engine import LogicEngine
from cpsudoku.engines.registry import houses_only
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.questions.enumeration import Solved, checked_limit


@dataclass(frozen=True, slots=True)
class SolvedByLogic(Solved):
    """As `Solved`, with the counters of the run.

    `step_counts`: steps of each of the twelve techniques. `calls`: recursive calls, one a digit guessed; `deepest`:
    the deepest level of guessing. `unfinished`: the puzzle as far as the techniques alone got before the first guess,
    its clues where they led to a contradiction.
    """

    step_counts: Mapping[str, int] = field(default_factory=dict, hash=False)
    calls: int = 0
    deepest: int = 0
    unfinished: Puzzle | None = None

    def to_dict(self) -> dict[str, Any]:
        """As `Solved.to_dict`, with the counters; `unfinished` where there is no solution."""
        record = Solved.to_dict(self)
        if self.unfinished is not None and not self.solutions:
            record["unfinished"] = self.unfinished.line()
        return record | {"step_counts": dict(self.step_counts), "calls": self.calls, "deepest": self.deepest}


def solve_by_logic(
    puzzle: PuzzleLike,
    *,
    limit: int = 1,
    thresholds: int | Sequence[int] | None = None,
    guess: bool = True,
    seed: int = 0,
    verbose: bool = False,
    limits: Limits = NO_LIMITS,
) -> SolvedByLogic:
    """Up to *limit* solutions (0 = all) by twelve human techniques, and guesses where they end.

    A technique is used while there are fewer unknowns than its threshold: *thresholds* is one number or twelve, 64 on
    the 9x9 board by default and the same share of the cells on others; 0 switches it off. Without *guess* the run ends
    where the techniques do. *seed* is the order of guesses; *verbose* prints every step, with the matrix of candidates,
    on standard error. Raises UsageError for a puzzle with rules that are not houses.
    """
    return answered(Puzzle.of(puzzle), limit, limits, thresholds=thresholds, guess=guess, seed=seed, verbose=verbose)


def answered(
    puzzle: Puzzle,
    limit: int,
    limits: Limits,
    *,
    thresholds: int | Sequence[int] | None,
    guess: bool,
    verbose: bool,
    argument: str | None = None,
    **options: Unpack[EngineOptions],
) -> SolvedByLogic:
    """As `solve_by_logic`, with what the engine refuses: an *argument* beside thresholds, an encoding."""
    limit, limits = checked_limit(limit), Limits.of(limits)
    houses_only(puzzle, "logic")
    engine = LogicEngine(puzzle.geometry, argument, **options)
    run = engine.run(puzzle.cells, limit, limits, thresholds=thresholds, guess=guess, verbose=verbose)
    check_witnesses(puzzle, run.solutions)
    return SolvedByLogic(
        tuple(Solution.trusted(grid, puzzle.geometry) for grid in run.solutions),
        run.complete,
        run.why,
        step_counts=run.steps,
        calls=run.calls,
        deepest=run.deepest,
        unfinished=Puzzle.trusted(run.unfinished, puzzle.geometry),
    )
