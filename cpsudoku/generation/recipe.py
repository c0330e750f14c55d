"""What to generate: every option of `generate` in one value that processes can pass around, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.board.geometry import CLASSIC, Cell, Geometry
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import is_symmetric, orbits
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import UsageError, check_known
from cpsudoku.formats import jsonl
from cpsudoku.generation.digging import DIGS
from cpsudoku.generation.filling import FILLS, FillOptions, default_fill, fill
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.records import rule_texts
from cpsudoku.subsets.clue_oracles import HYBRID
from cpsudoku.version import __version__

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.generation.aiming.targets import Aim
    from cpsudoku.generation.making.wanted import Wanted

METHODS = ("top-down", "controlled-bias", "bottom-up", "effort")
FEWEST = 17
"""Clues of a unique puzzle on the plain 9x9 board, at least: McGuire, Tugemann, Civario, "There is no 16-clue Sudoku",
2012."""
CONFIRMS = ("sat", "none")
"""What confirms the puzzles; see `confirmation`."""


@dataclass(frozen=True)
class Recipe:
    """How puzzles are made. Names are checked when it is built: UnknownName, UsageError.

    `clues`: (fewest, most). `pattern`: the cells that hold the clues, exactly. `minimal`: True insists that no single
    clue can go, False lets digging stop early, None is what the dig gives (with a symmetry: no orbit can go).
    `start`: the grid that `swap` starts from and `per-box` digs. `engine`: "bitmask" and any other give the same
    puzzles. `attempts`: tries for one puzzle before it is given up; 0 is no bound.
    `limits`: seconds for a puzzle, conflicts for one question.
    `aim`: the target rating and techniques. `effort`, `within`: the target of method effort, and how far from it (a
    share) a puzzle may be; without `within` the first attempt is taken. `rated`: records state the rating.
    `making`: what a variant puzzle must be. `old`: keys of puzzles that must not be generated again (see `novelty`).
    `confirm`: "sat" proves every puzzle unique and, where it is called so, minimal (see `confirmation`); "none" does
    not.
    """

    geometry: Geometry = CLASSIC
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    pattern: frozenset[Cell] | None = None
    minimal: bool | None = None
    fill: str = ""
    dig: str = "minimal"
    method: str = "top-down"
    engine: str = ""
    encoding: str | Path | Encoding | None = None
    start: bytes | None = None
    loops: int | None = None
    nr: float = 5.27
    vari: float = 0.5
    raw: bool = False
    attempts: int = 1000
    limits: Limits = field(default=NO_LIMITS)
    aim: Aim | None = None
    effort: int | None = None
    within: float | None = None
    rated: bool = False
    confirm: str = "sat"
    making: Wanted | None = None
    old: frozenset[bytes] = frozenset()

    def __post_init__(self) -> None:
        board = self.geometry
        Limits.of(self.limits)
        if not self.fill:
            object.__setattr__(self, "fill", default_fill(board))
        if not self.engine:
            object.__setattr__(self, "engine", "bitmask" if board.is_classic else HYBRID)
        check_known("fill", self.fill, FILLS)
        check_known("dig", self.dig, DIGS)
        orbits(board, self.symmetry)
        check_known("method", self.method, METHODS, UsageError)
        check_known("confirm", self.confirm, CONFIRMS, UsageError)
        if self.clues is not None:
            fewest, most = self.clues
            if not 0 <= fewest <= most <= board.size:
                raise UsageError(f"clues {fewest}..{most}: 0 <= fewest <= most <= {board.size} on this board")
        if not (isfinite(self.nr) and isfinite(self.vari) and self.nr >= 0 and self.vari >= 0):
            raise UsageError(f"nr {self.nr:g}, vari {self.vari:g}: numbers of cells, 0 or more")
        if self.attempts < 0:
            raise UsageError(f"attempts {self.attempts}: at least 0 (0 is no bound)")
        if self.raw and self.dig != "per-box":
            raise UsageError("raw puzzles, not unique, come from dig per-box alone")
        if self.raw and self.minimal:
            raise UsageError("raw puzzles are as dug: they cannot be minimal as well")
        if self.minimal is False and self.clues is None and self.dig == "minimal" and self.pattern is None:
            object.__setattr__(self, "dig", "until-ambiguous")
        self._check_fewest()
        self._check_together()

    def _check_fewest(self) -> None:
        """No unique puzzle of the plain 9x9 board has fewer than FEWEST clues: refuse to search for one."""
        most = len(self.pattern) if self.pattern else self.clues[1] if self.clues is not None else self.geometry.size
        if self.geometry.is_classic and most < FEWEST and not self.raw and self.making is None:
            raise UsageError(
                f"{most} clues: no 9x9 puzzle with fewer than {FEWEST} has one solution "
                f"(McGuire, Tugemann, Civario 2012); raw puzzles need not be unique: --raw --dig per-box"
            )

    def _check_together(self) -> None:
        board = self.geometry
        if self.making is not None:
            self._check_making()
        if self.method == "effort" and (self.aim is not None or self.clues is not None or self.effort is None):
            raise UsageError("method effort takes a target effort, and no rating, technique or number of clues")
        if self.method != "effort" and (self.effort is not None or self.within is not None):
            raise UsageError("effort and within are for method effort")
        if self.effort is not None and self.effort < 0:
            raise UsageError(f"effort {self.effort}: at least 0")
        if self.effort == 0 and self.within is not None:
            raise UsageError("within is a share of the target effort: of 0 there is none")
        if self.within is not None and not (isfinite(self.within) and self.within >= 0):
            raise UsageError(f"within {self.within:g}: a share of the target, such as 0.1")
        if self.aim is not None and self.raw:
            raise UsageError("raw puzzles are not unique: they have no rating")
        if self.aim is not None and not board.is_classic and (self.aim.requires or self.aim.enough):
            raise UsageError("techniques can be aimed at on the plain 9x9 board alone")
        if self.rated and not (board.is_classic and not self.raw):
            object.__setattr__(self, "rated", False)
        if self.method != "top-down" and (self.pattern is not None or self.symmetry != "none" or self.dig != "minimal"):
            raise UsageError(f"method {self.method} makes minimal puzzles: it takes no pattern, symmetry or dig")
        if self.method == "controlled-bias" and (not board.is_classic or self.fill != "uniform"):
            raise UsageError("method controlled-bias is for the plain 9x9 board and uniform grids")
        if self.pattern is not None:
            if self.clues is not None or self.dig != "minimal":
                raise UsageError("a pattern says where the clues are: leave out --clues and --dig")
            if not self.pattern or max(self.pattern) >= board.size:
                raise UsageError(f"a pattern is a non-empty set of cells 0 to {board.size - 1}")
            if not is_symmetric(self.pattern, board, self.symmetry):
                raise UsageError(f"the pattern is not {self.symmetry}-symmetric")
        if self.start is not None and len(self.start) != board.size:
            raise UsageError(f"the grid to start from has {len(self.start)} cells; this board has {board.size}")
        if self.loops is not None and not self.fill.startswith("swap"):
            raise UsageError("loops are for fill swap and swap+")

    def _check_making(self) -> None:
        board = self.geometry
        if board.layout is not None or board.side > 16:
            raise UsageError(f"constraints are drawn on square boards of up to 16 digits; this is {board}")
        plain = self.method == "top-down" and self.dig == "minimal" and self.pattern is None and not self.raw
        if not plain or self.minimal is False or self.encoding is not None:
            raise UsageError(
                "variant puzzles are dug from full grids: they take no method, dig, pattern, encoding or raw"
            )
        from cpsudoku.generation.makers.renaming import fewest_givens

        assert self.making is not None
        fewest, why = fewest_givens(self.making.kinds, board)
        if self.clues is not None and self.clues[1] < fewest:
            raise UsageError(f"clues {self.clues[1]}: no puzzle of {self.making.name} is unique with so few: {why}")
        if self.aim is not None or self.rated:
            raise UsageError(
                "ratings, levels and techniques of the Sudoku Explainer are for puzzles without further rules; "
                "with makers aim at the sizes of steps (largest, total) or at a step of explain"
            )

    @cached_property
    def name(self) -> str:
        """Method, fill and dig in one word, as records state it."""
        if self.making is not None:
            return self.making.name
        if self.method != "top-down":
            return self.method
        return f"{self.fill}/{'pattern' if self.pattern is not None else self.dig}"

    @cached_property
    def wants_cell_minimal(self) -> bool:
        """True where only puzzles without a redundant clue are accepted."""
        return bool(self.minimal)

    @cached_property
    def by_sat(self) -> bool:
        """True where SAT confirms the puzzles: requested, and the puzzles are not raw."""
        return self.confirm == "sat" and not self.raw

    @cached_property
    def confirmer(self) -> str:
        """The value of `confirmed` in records."""
        return "sat" if self.by_sat else "none"

    def grid(self, stream: Stream) -> bytes:
        """A full grid: the one to dig, or one of the fill. Raises BudgetSpent."""
        swaps = self.fill.startswith("swap")
        if self.start is not None and not swaps:
            return self.start
        options: FillOptions = {}
        if swaps:
            options["start"] = self.start
            if self.loops is not None:
                options["loops"] = self.loops
        elif self.fill == "sat":
            options["limits"] = Limits(self.limits.seconds)
        return fill(self.fill, self.geometry, stream, **options)

    def record(self, puzzle: Puzzle, solution: Solution, minimal: bool, seed: int, index: int, tries: int) -> Generated:
        """The record of puzzle number *index* of this seed."""
        names = self.symmetry, self.name
        return Generated(puzzle, solution, minimal, seed, index, *names, tries, confirmed=self.confirmer)

    def missed(self, seed: int, index: int, tries: int, why: str) -> Generated:
        """The record of a puzzle that was not found."""
        return Generated(None, None, False, seed, index, self.symmetry, self.name, tries, why)

    def late(self, seed: int, index: int, tries: int) -> Generated:
        """The record of a puzzle that was not found in time."""
        return self.missed(seed, index, tries, f"no puzzle fitted within {self.limits.seconds:g} s")


__all__ = ["CONFIRMS", "DIGS", "METHODS", "Recipe"]


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
    generator, that the puzzle is unique, and SAT or checked second solutions show that, where it is called `minimal`,
    no clue is redundant; "none" where that was not requested, or the puzzle is raw; empty without a puzzle. `largest`,
    `total`: of the sizes of its steps (see `Explanation`), where they were aimed at. `bias`: what is known of the
    method's, for variant puzzles.
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
