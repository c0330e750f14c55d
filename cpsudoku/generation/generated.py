"""The records that generation returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.formats import jsonl
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.records import rule_texts
from cpsudoku.version import __version__


def start_of(seed: int, index: int) -> int:
    """The start of the stream of random numbers of puzzle number *index* of this seed."""
    start: int = derive(seed & ((1 << 64) - 1), index)
    return start


def stream_of(seed: int, index: int) -> Stream:
    """The stream of random numbers of puzzle number *index* of this seed."""
    return Stream(start_of(seed, index))


class Ratings(NamedTuple):
    """Hardest step, hardest up to the first placed digit, first step: numbers of the scale."""

    er: float
    ep: float
    ed: float


@dataclass(frozen=True, slots=True)
class Generated(GridDisplay):
    """One generated puzzle, or the reason why there is none (`missed`, and then no puzzle).

    Where a rating, technique or effort was aimed at and not reached, there is the best puzzle found, and `missed`.
    `minimal`: no single clue is redundant (proven). `tries`: grids dug, or puzzles rated. `rating`: (er, ep, ed), where
    requested. `effort`: of the method of that name. `confirmed`: "sat" where SAT proved, independently of the
    generator, that the puzzle is unique and, where it is called `minimal`, that no clue is redundant; "none" where
    that was not requested, or the puzzle is raw; empty without a puzzle. `largest`, `total`: of the sizes of its
    steps (see `Explanation`), where they were aimed at. `bias`: what is known of the method's, for variant puzzles.
    """

    puzzle: Puzzle | None
    solution: Solution | None
    minimal: bool
    seed: int
    index: int
    symmetry: str
    method: str
    tries: int
    missed: str = ""
    rating: Ratings | None = None
    effort: int | None = None
    confirmed: str = ""
    largest: int | None = None
    total: int | None = None
    bias: str = ""

    @property
    def clues(self) -> int:
        """Number of clues; 0 without a puzzle."""
        return self.puzzle.clue_count if self.puzzle is not None else 0

    def __str__(self) -> str:
        return str(self.puzzle) if self.puzzle is not None else f"no puzzle: {self.missed}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it; what does not apply is None."""
        found = self.puzzle is not None
        record: dict[str, Any] = {
            "verdict": "missed" if self.missed else "found",
            "puzzle": self.puzzle.line() if self.puzzle is not None else None,
            "solution": self.solution.line() if self.solution is not None else None,
            "clues": self.clues if found else None,
            "minimal": self.minimal if found else None,
            "confirmed": self.confirmed or None,
        }
        record |= {name: getattr(self, name) for name in ("seed", "index", "symmetry", "method")}
        record |= dict(zip(("er", "ep", "ed"), self.rating or (None, None, None)))
        record |= {"effort": self.effort, "largest": self.largest, "total": self.total, "bias": self.bias or None}
        record |= {"tries": self.tries, "message": self.missed or None, "version": __version__}
        if self.puzzle is not None:  # the board and the constraints, where they do not follow from the line
            record |= jsonl.stated_keys(self.puzzle.geometry)
            record |= rule_texts(self.puzzle.constraints)
        return record
