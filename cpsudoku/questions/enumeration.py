"""Lists and counts of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.block import MOST, Found
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import engine_for
from cpsudoku.engines.witnesses import check_found, check_witnesses
from cpsudoku.errors import UsageError, WrongInput

if TYPE_CHECKING:
    from cpsudoku.formula.definition import EncodingLike


@dataclass(frozen=True, slots=True)
class Solved(GridDisplay):
    """`solutions` found; `complete` where the engine knows that there are no others; `why` says which limit ended the
    search, if one did. It is true where there is a solution, false where there is none; where a limit left that open,
    it is neither: WrongInput.

    A search that stops at its limit is complete only where that took no further search: raise the limit by one, or list
    all solutions, to know.
    """

    solutions: tuple[Solution, ...]
    complete: bool
    why: str = ""

    @property
    def solution(self) -> Solution | None:
        """The first solution, None where there is none (or, with a `why`, none was found in time)."""
        return self.solutions[0] if self.solutions else None

    first = solution

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where the search does not say, see `complete`."""
        return {"unique": True, "multiple": False, "impossible": False}.get(self.word)

    def _grid(self) -> Solution | None:
        return self.solution

    def __bool__(self) -> bool:
        if not self.solutions and not self.complete:
            raise WrongInput(f"{self}: whether there is a solution is open; give it more time, or look at .solutions")
        return bool(self.solutions)

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return "\n\n".join(map(str, self.solutions)) or self.word + why

    @property
    def word(self) -> str:
        """The verdict that these solutions imply: unique, multiple, impossible, solved (there may be more),
        unknown."""
        return word_of(len(self.solutions), self.complete)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        lines = [solution.line() for solution in self.solutions]
        record: dict[str, Any] = {"verdict": self.word, "count": len(lines), "complete": self.complete}
        record |= {"solution": lines[0] if lines else None, "solutions": lines}
        return record | ({"message": self.why} if self.why else {})


@dataclass(frozen=True, slots=True)
class Count:
    """`number` of solutions; a lower bound where `exact` is false."""

    number: int
    exact: bool
    why: str = ""

    def __int__(self) -> int:
        return self.number

    @property
    def word(self) -> str:
        """As `Solved.word`."""
        return word_of(self.number, self.exact)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        record = {"verdict": self.word, "count": self.number, "complete": self.exact}
        return record | ({"message": self.why} if self.why else {})

    def __str__(self) -> str:
        return str(self.number) if self.exact else f"at least {self.number}"


def word_of(number: int, complete: bool) -> str:
    """The verdict that this number of solutions implies; *complete*: there are no others."""
    if number > 1:
        return "multiple"
    if number:
        return "unique" if complete else "solved"
    return "impossible" if complete else "unknown"


def checked_limit(limit: int) -> int:
    """A limit as engines take it, MOST instead of a higher one. Raises UsageError."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise UsageError(f"limit {limit!r}: a limit is a whole number, 0 (all) or more")
    return min(limit, MOST)


@dataclass(frozen=True, slots=True)
class Search:
    """Options of `solve`, or with *counting* of `count`. Picklable. Raises UsageError, WrongInput for wrong limits."""

    limit: int = 1
    engine: str | None = None
    encoding: EncodingLike | None = None
    simplify: str | None = None
    limits: Limits = NO_LIMITS
    counting: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", checked_limit(self.limit))
        Limits.of(self.limits)

    @property
    def lists(self) -> bool:
        """Whether solutions are listed: a named formula can count them in no other way."""
        return not self.counting or self.encoding is not None or self.simplify is not None

    def engine_of(self, puzzle: Puzzle) -> Engine:
        """The engine for a puzzle: its board and its constraints."""
        if not self.lists:
            return engine_for(puzzle, self.engine or _counter(puzzle))
        return engine_for(puzzle, self.engine or "sat", encoding=self.encoding, simplify=self.simplify)

    def answered(self, engine: Engine, empty: Puzzle, cells: bytes) -> Found:
        """The solutions that *engine* finds for a block of puzzles that have the board and constraints of *empty*.

        Every grid is checked, and what a named encoding says are all solutions is confirmed. Raises EnginesDisagree.
        """
        if not self.lists:
            return engine.count_block(cells, self.limit, self.limits)
        found = engine.solve_block(cells, self.limit, self.limits)
        check_found(empty, cells, found, self.limits.seconds)
        if engine.encoding_name:
            from cpsudoku.engines.confirmation import confirm_found

            confirm_found(engine, empty, cells, found)
        if self.counting:
            found.grids = b""
        return found

    def answers(self, found: Found, geometry: Geometry) -> Iterator[Solved | Count]:
        """The answer to each puzzle of a block."""
        size, at = geometry.size, 0
        for k, number in enumerate(found.numbers):
            complete, why = found.complete[k] == 1, found.whys.get(k, "")
            if self.counting:
                yield Count(number, complete, why)
                continue
            end = at + size * number
            grids = tuple([Solution.trusted(found.grids[i : i + size], geometry) for i in range(at, end, size)])
            yield Solved(grids, complete, why)
            at = end

    def answer(self, puzzle: Puzzle) -> Any:
        """The answer to one puzzle, a block of one."""
        found = self.answered(self.engine_of(puzzle), puzzle, puzzle.cells)
        return next(self.answers(found, puzzle.geometry))


def _counter(puzzle: Puzzle) -> str:
    return "bitmask" if puzzle.houses_only else "sat"


def solve(
    puzzle: PuzzleLike,
    *,
    limit: int = 1,
    engine: str = "sat",
    encoding: EncodingLike | None = None,
    simplify: str | None = None,
    limits: Limits = NO_LIMITS,
) -> Solved:
    """Up to *limit* solutions (0 = all), every grid checked; printed, they are grids.

    An impossible puzzle gives none, complete.
    """
    answer: Solved = Search(limit, engine, encoding, simplify, limits).answer(Puzzle.of(puzzle))
    return answer


def count(puzzle: PuzzleLike, *, limit: int = 0, engine: str | None = None, limits: Limits = NO_LIMITS) -> Count:
    """How many solutions; stops at *limit* (0 = count them all).

    Counting lists them one by one, so the native engine `bitmask` is the default (with constraints: `sat`); it keeps
    no grids, other engines hold every solution in memory.
    """
    answer: Count = Search(limit, engine, limits=limits, counting=True).answer(Puzzle.of(puzzle))
    return answer


def solutions(puzzle: PuzzleLike, *, engine: str = "sat") -> Iterator[Solution]:
    """All solutions, one after the other as they are found. Engines other than `sat` find them all first."""
    return _solutions(Puzzle.of(puzzle), engine)


def _solutions(puzzle: Puzzle, engine: str) -> Iterator[Solution]:
    solver = engine_for(puzzle, engine)
    for grid in solver.iterate(puzzle.cells):
        check_witnesses(puzzle, (grid,))
        yield Solution.trusted(grid, puzzle.geometry)
