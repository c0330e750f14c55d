"""Rating scales that other packages add: what a scale is, and the scores of a puzzle on one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.errors import CpSudokuError, UnknownName, UsageError, unknown
from cpsudoku.plugins import Group, expected
from cpsudoku.rating.answers import Unrated
from cpsudoku.rating.scale import not_unique

OURS = "se"
"""The name of the Sudoku Explainer scale, which is `rate` itself."""


@dataclass(frozen=True)
class Score:
    """How hard a puzzle is on a scale: a word, a number that grows with difficulty, and the names of the steps."""

    level: str
    score: float
    steps: tuple[str, ...] = field(default=(), repr=False)
    solved: bool = True
    """False where the techniques of the scale do not solve the puzzle: the score is a lower bound."""

    def to_dict(self, *, steps: bool = False) -> dict[str, Any]:
        """Plain data, as the command's JSON has it."""
        record: dict[str, Any] = {"verdict": "rated" if self.solved else "stuck", "level": self.level}
        record["score"] = int(self.score) if self.score == int(self.score) else self.score
        return record | ({"path": list(self.steps)} if steps else {})


def _scale_of(name: str, found: Any) -> Callable[[Puzzle], Score]:
    """The function that a plug-in adds. Raises TypeError."""
    if not callable(found):
        raise expected("a function of a Puzzle that returns a cpsudoku.rating.added.Score", found)
    scale: Callable[[Puzzle], Score] = found
    return scale


ADDED = Group("scales", lambda: (OURS,), _scale_of)
"""The scales that other packages add."""


def names() -> list[str]:
    """The scales there are, ours first."""
    return [OURS, *ADDED.working()]


def scale_named(name: str) -> Callable[[Puzzle], Score]:
    """The scale called *name*. Raises UnknownName."""
    found = ADDED.get(name)
    if found is None:
        raise UnknownName(unknown("scale", name, names()))
    return found


def score(puzzle: PuzzleLike, scale: str) -> Score | Unrated:
    """The score of a puzzle on a scale that a plug-in adds; Unrated where it has not one solution, or is refused.

    A scale refuses a puzzle, such as one with rules, by raising UsageError. Raises UnknownName for the scale,
    NotationError for a text that is no puzzle, and CpSudokuError where the plug-in fails.
    """
    rated = scale_named(scale)
    puzzle = Puzzle.of(puzzle)
    if puzzle.houses_only and puzzle.geometry.is_classic:
        unrated = not_unique(puzzle)
        if unrated is not None:
            return unrated
    try:
        found = rated(puzzle)
    except UsageError as refusal:
        return Unrated(puzzle, "refused", str(refusal))
    except Exception as problem:  # whatever code of other people does
        raise CpSudokuError(
            f"scale {scale!r} failed on {puzzle.line()}: {type(problem).__name__}: {problem}"
        ) from problem
    if not isinstance(found, Score):
        raise CpSudokuError(f"scale {scale!r}: {expected('a cpsudoku.rating.added.Score', found)}")
    return found
