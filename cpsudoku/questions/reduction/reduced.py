"""What a reduction hands back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.version import __version__


@dataclass(frozen=True, slots=True)
class Reduced(GridDisplay):
    """A unique puzzle, and how far it was taken.

    `minimal`: no single clue can go. `orbit_minimal`: no orbit of `symmetry` can (the same where symmetry is none).
    Both are False where a number of clues or a limit ended it earlier. `calls`: questions the engine answered;
    `sat_questions`: those among them that SAT answered. `by_cores`: clues (groups, constraints) that went without a
    question of their own, as a core did without them. Engines other than `sat` may save questions: `by_witnesses` were
    answered by a kernel, mostly by a second solution; `by_sets` clues (groups) stay as the last of an unavoidable set.
    These counts are not compared or shown: they depend by a few on what the solver learnt from puzzles before.
    For the smallest set: no fewer than `at_least` clues (and constraints, where these could go) leave
    the solution; `exact` where so many are left. Else both are None.
    """

    puzzle: Puzzle
    solution: Solution
    minimal: bool
    orbit_minimal: bool
    seed: int
    index: int = 0
    symmetry: str = "none"
    engine: str = "sat"
    calls: int = field(default=0, compare=False, repr=False)
    sat_questions: int = field(default=0, compare=False, repr=False)
    by_cores: int = field(default=0, compare=False, repr=False)
    by_witnesses: int = field(default=0, compare=False, repr=False)
    by_sets: int = field(default=0, compare=False, repr=False)
    at_least: int | None = None
    exact: bool | None = None
    word: ClassVar[str] = "reduced"

    @property
    def clues(self) -> int:
        """Number of clues."""
        return self.puzzle.clue_count

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {
            "puzzle": self.puzzle.line(),
            "verdict": self.word,
            **({"constraints": [rule.text for rule in self.puzzle.constraints]} if self.puzzle.constraints else {}),
            "solution": self.solution.line(),
            "clues": self.clues,
            "minimal": self.minimal,
            **({} if self.at_least is None else {"at_least": self.at_least, "exact": self.exact}),
            "orbit_minimal": self.orbit_minimal if self.symmetry != "none" else None,
            "seed": self.seed,
            "index": self.index,
            "symmetry": self.symmetry,
            "method": f"reduce:{self.engine}",
            "sat_questions": self.sat_questions,
            "cores": self.by_cores,
            "witnesses": self.by_witnesses,
            "sets": self.by_sets,
            "version": __version__,
        }
