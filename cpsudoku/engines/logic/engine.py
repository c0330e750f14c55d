"""The engine `logic`: human techniques while they help, then a guess, and again.

The parameters, counters and defaults are those of the function `sudoku_solve` of the Scilab module on Sudoku. Guesses
are Moler's recursive backtracking (Cleve's Corner, "Solving Sudoku with MATLAB", 2009): take the empty cell with the
fewest candidates and try each, here in random order.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.logic.grid import Grid, digits_of, matrix
from cpsudoku.engines.logic.techniques import LADDER
from cpsudoku.engines.recursive import allow_recursion
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

DEFAULT_THRESHOLD = 64
"""On the 9x9 board: with 64 unknowns, that is 17 clues, a run begins with a guess."""


@dataclass(frozen=True, slots=True)
class LogicRun:
    """What a run found and what it took.

    `solutions`: a byte a cell. `unfinished`: the grid as far as the techniques alone got before the
    first guess, zeros in its open cells; the clues where they led to a contradiction.
    `steps`: by technique, all twelve.
    `calls`: recursive calls, one a digit guessed. `deepest`: the highest level reached, counted
    from the start level. `complete`: there are no other solutions. `why`: the limit that ended it.
    """

    solutions: tuple[bytes, ...]
    unfinished: bytes
    steps: dict[str, int]
    calls: int
    deepest: int
    complete: bool
    why: str = ""

    @property
    def grids(self) -> tuple[bytes, ...]:
        """The solutions, or the unfinished grid where there are none."""
        return self.solutions or (self.unfinished,)


def run_logic(
    cells: bytes,
    geometry: Geometry = CLASSIC,
    *,
    thresholds: int | Sequence[int] | None = None,
    verbose: bool = False,
    level: int = 0,
    nsmax: float = 1,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    guess: bool = True,
) -> LogicRun:
    """Solve by the twelve techniques of `LADDER`, guessing where they end.

    A technique is used while the unknowns (empty cells) are strictly fewer than its threshold; 0
    switches it off. `thresholds` is one number for all or twelve, 64 on the 9x9 board by default
    and the same share of the cells on others. `nsmax` solutions at most (`math.inf` for all).
    Without `guess` a run ends where the techniques do, and says so in `why`. `verbose` reports each step, with the
    candidates left, to stderr. Same seed, same run. Raises UsageError.
    """
    run = _Run(geometry, checked_thresholds(thresholds, geometry), verbose, nsmax, seed, limits, guess)
    return run.start(cells, level)


def checked_thresholds(thresholds: int | Sequence[int] | None, geometry: Geometry) -> tuple[int, ...]:
    """Twelve thresholds from one, twelve or None. Raises UsageError."""
    if thresholds is None:
        thresholds = round(DEFAULT_THRESHOLD * geometry.size / 81)
    row = (thresholds,) * len(LADDER) if isinstance(thresholds, int) else tuple(thresholds)
    if len(row) != len(LADDER) or min(row) < 0:
        raise UsageError(f"thresholds {thresholds!r}: one number, or {len(LADDER)}, none negative")
    return row


class Enough(Exception):
    """As many solutions as were asked for: the way out of a recursion."""


@dataclass
class _Run:
    geometry: Geometry
    thresholds: tuple[int, ...]
    verbose: bool
    nsmax: float
    seed: int
    limits: Limits
    guess: bool = True
    steps: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LADDER, 0))
    calls: int = 0
    deepest: int = 0

    def start(self, cells: bytes, level: int) -> LogicRun:
        if not self.nsmax >= 1:
            raise UsageError(f"nsmax {self.nsmax!r}: at least 1, or infinity")
        allow_recursion(self.geometry.size)
        self.random = Random(self.seed)
        self.budget = Budget(self.limits)
        self.solutions: list[bytes] = []
        self.deepest = level
        complete, why = True, ""
        grid = Grid(self.geometry, cells, self.budget.check_time)
        self.unfinished = bytes(cells)
        try:
            self.say(level, f"{grid.unknowns} unknowns", grid)
            self.deduce(grid, level)
            if not grid.dead:
                self.unfinished = bytes(grid.cells)
            self.branch(grid, level)
        except Enough:
            complete = False
        except BudgetSpent as spent:
            complete, why = False, str(spent)
        solutions = tuple(self.solutions)
        return LogicRun(solutions, self.unfinished, self.steps, self.calls, self.deepest, complete, why)

    def deduce(self, grid: Grid, level: int) -> None:
        """Apply the easiest technique that does something, again and again."""
        while grid.unknowns and not grid.dead:
            for (name, technique), threshold in zip(LADDER.items(), self.thresholds):
                if grid.unknowns < threshold:
                    steps = technique(grid)
                    if steps or grid.dead:
                        self.steps[name] += steps
                        self.say(level, f"{name} x{steps}, {grid.unknowns} unknowns left", grid)
                        break
            else:
                return

    def branch(self, grid: Grid, level: int) -> None:
        """Record a solution, or guess in the cell with the fewest candidates."""
        if grid.dead:
            self.say(level, "contradiction")
            return
        if not grid.unknowns:
            self.solutions.append(bytes(grid.cells))
            self.say(level, f"solution {len(self.solutions)}")
            if len(self.solutions) >= self.nsmax:
                raise Enough
            return
        if not self.guess:
            raise BudgetSpent(f"guessing is off, {grid.unknowns} unknowns left")
        masks = grid.masks
        cell = min((cell for cell, mask in enumerate(masks) if mask), key=lambda cell: masks[cell].bit_count())
        digits = digits_of(masks[cell])
        self.random.shuffle(digits)
        for digit in digits:
            self.budget.spend()
            self.calls += 1
            self.deepest = max(self.deepest, level + 1)
            self.say(level, f"guess {self.geometry.name_of(cell)} = {digit} of {len(digits)}")
            guess = grid.copy()
            guess.place(cell, digit)
            self.deduce(guess, level + 1)
            self.branch(guess, level + 1)

    def say(self, level: int, message: str, grid: Grid | None = None) -> None:
        if self.verbose:
            print(f"level {level}: {message}", *([matrix(grid)] if grid else []), sep="\n", file=sys.stderr)


class LogicEngine(Engine):
    """Human techniques, then seeded guesses.

    `logic:82` sets all twelve thresholds to 82.
    """

    name = "logic"
    arguments = None

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        argument = self.argument
        if argument is not None and not (argument.isascii() and argument.isdigit()):
            raise UsageError(f"engine {self.name!r}: the argument is a threshold of unknowns, such as logic:82")
        self.thresholds = None if argument is None else number_of(argument)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (recursive calls), deepest level, and the steps of each technique."""
        run = self.run(cells, limit, limits)
        stats = {"nodes": run.calls, "deepest": run.deepest, **run.steps}
        return Outcome(run.solutions, run.complete, run.why, stats)

    def run(
        self,
        cells: bytes,
        limit: int = 1,
        limits: Limits = NO_LIMITS,
        *,
        thresholds: int | Sequence[int] | None = None,
        guess: bool = True,
        verbose: bool = False,
    ) -> LogicRun:
        """As `search`, with the counters of `LogicRun`; options as in `run_logic`."""
        if thresholds is None:
            thresholds = self.thresholds
        elif self.thresholds is not None:
            raise UsageError(f"engine {self.name!r} has its threshold already; leave one of the two out")
        return run_logic(
            cells,
            self.geometry,
            thresholds=thresholds,
            verbose=verbose,
            nsmax=limit or math.inf,
            seed=self.seed,
            limits=limits,
            guess=guess,
        )
