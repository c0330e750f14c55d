"""What the rater answers: a rating, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.board.shown import Shown
from cpsudoku.rating.ladder import ALL_RUNGS
from cpsudoku.rating.levels import level
from cpsudoku.rating.step import Step


@dataclass(frozen=True)
class Rating(Shown):
    """Difficulty of a puzzle: numbers of the scale with one decimal, each exactly its literal (`er == 4.2`).

    er        the hardest step; ep the hardest up to and including the first placed digit; ed the first step
    end       "solved"; "stuck" where no technique (of those allowed) went on; "stopped" at a limit the caller set: then
              the numbers are lower bounds
    hardest   the customary name of the technique of the first step that reached `er`
    scale     "SE" for the classic board with every technique allowed or needed; else "not SE scale"
    """

    puzzle: Puzzle
    er: float
    ep: float
    ed: float
    end: str
    hardest: str
    scale: str = "SE"
    rungs: int = field(default=ALL_RUNGS, repr=False)
    candidates: tuple[int, ...] | None = field(default=None, repr=False)

    @property
    def solved(self) -> bool:
        """Every cell got its digit."""
        return self.end == "solved"

    @property
    def level(self) -> str:
        """A word for the band of `er`; see `levels.LEVELS`."""
        return level(self.er) if self.end != "stuck" else "beyond"

    @property
    def pearl(self) -> bool:
        """The hardest step comes no later than the first placed digit."""
        return self.end == "solved" and self.er == self.ep

    @property
    def diamond(self) -> bool:
        """The first step is the hardest."""
        return self.end == "solved" and self.er == self.ep == self.ed

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step, worked out when first asked for."""
        from cpsudoku.rating.path import walk

        return tuple(walk(self.puzzle, self.candidates, self.rungs))

    def __str__(self) -> str:
        end = "" if self.solved else f", {self.end}"
        scale = "" if self.scale == "SE" else f" ({self.scale})"
        return (
            f"{self.er:.1f}{scale}  {self.level}, {self.hardest}  "
            f"(first placement {self.ep:.1f}, first step {self.ed:.1f}{end})"
        )


@dataclass(frozen=True)
class Unrated:
    """A puzzle that has no rating. `verdict`: "solved" (no empty cell), "impossible" or "multiple"; `message` says
    why."""

    puzzle: Puzzle
    verdict: str
    message: str

    def __str__(self) -> str:
        return f"no rating: {self.message}"
