"""What the rater answers: a rating, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cpsudoku.board.mixins import CopiedState, Evaluable, GridDisplay, RichDisplay
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError
from cpsudoku.rating.isomorphs import Spread
from cpsudoku.rating.numbers import level
from cpsudoku.records import rule_texts
from cpsudoku.techniques.ladder import ALL_RUNGS
from cpsudoku.techniques.step import Step


@dataclass(frozen=True, repr=False)
class Rating(CopiedState, Evaluable, RichDisplay):
    """Difficulty of a puzzle: numbers of the scale with one decimal, each exactly its literal (`er == 4.2`).

    `float(rating)` is `er`.

    er        the hardest step; ep the hardest up to and including the first placed digit; ed the first step
    end       "solved"; "stuck" where no technique (of those allowed) went on; "stopped" at a limit the caller set: then
              the numbers are lower bounds
    hardest   the customary name of the technique of the first step that reached `er`; `technique`, its key (both empty
              where there was no step)
    scale     "SE" for the classic board with every technique allowed or needed; else "not SE scale"
    spread    the ratings of random isomorphs, where they were asked for
    """

    puzzle: Puzzle
    er: float
    ep: float
    ed: float
    end: str
    hardest: str
    scale: str = "SE"
    rungs: int = ALL_RUNGS
    candidates: tuple[int, ...] | None = None
    technique: str = ""
    spread: Spread | None = None
    message: ClassVar[str] = ""

    def __float__(self) -> float:
        return self.er

    @property
    def solved(self) -> bool:
        """Every cell got its digit."""
        return self.end == "solved"

    @property
    def level(self) -> str:
        """A word for the band of `er`; see `numbers.LEVELS`."""
        return level(self.er) if self.end != "stuck" else "beyond"

    @property
    def heading(self) -> str:
        """The heading of the puzzle in a book: number and level on the scale, the level alone on other boards.

        Where their techniques do not suffice the level is "fiendish".
        """
        if self.scale == "SE":
            return f"{self.er:.1f} {self.level}"
        return "fiendish" if self.end == "stuck" else self.level

    @property
    def verdict(self) -> str:
        """`rated`, or how the walk ended: `stuck` where no technique goes on."""
        return "rated" if self.solved else self.end

    word = verdict

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
        """Every step, computed on first use."""
        from cpsudoku.rating.path import walk

        return tuple(walk(self.puzzle, self.candidates, self.rungs))

    def to_dict(self, *, steps: bool = False) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it; with *steps* every step."""
        record: dict[str, Any] = {"puzzle": self.puzzle.line(), "er": self.er, "ep": self.ep, "ed": self.ed}
        record |= rule_texts(self.puzzle.constraints)
        record |= {"verdict": self.verdict, "hardest": self.hardest, "level": self.level}
        record |= {"technique": self.technique} if self.technique else {}
        record |= {"scale": self.scale} if self.scale != "SE" else {}
        record |= {"spread": self.spread.to_dict()} if self.spread else {}
        return record | ({"steps": [step.to_dict() for step in self.steps]} if steps else {})

    def __str__(self) -> str:
        end = "" if self.solved else f", {self.end}"
        scale = "" if self.scale == "SE" else f" ({self.scale})"
        spread = f"; {self.spread}" if self.spread else ""
        return (
            f"{self.er:.1f}{scale}  {self.level}, {self.hardest}  "
            f"(first placement {self.ep:.1f}, first step {self.ed:.1f}{end}){spread}"
        )


@dataclass(frozen=True)
class Unrated(GridDisplay):
    """A puzzle that has no rating. `verdict`: "solved" (no empty cell), "impossible" or "multiple"; `message` says
    why. Its numbers are None, its steps none, and `float` raises UsageError."""

    puzzle: Puzzle
    verdict: str
    message: str
    er: ClassVar[None] = None
    ep: ClassVar[None] = None
    ed: ClassVar[None] = None
    level: ClassVar[str] = ""
    hardest: ClassVar[str] = ""
    steps: ClassVar[tuple[()]] = ()
    solved: ClassVar[bool] = False

    def __float__(self) -> float:
        raise UsageError(str(self))

    @property
    def word(self) -> str:
        """The verdict."""
        return self.verdict

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {"puzzle": self.puzzle.line(), "verdict": self.verdict, "message": self.message} | rule_texts(
            self.puzzle.constraints
        )

    def __str__(self) -> str:
        return f"no rating: {self.message}"
