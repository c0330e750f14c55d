"""`reduce`: from a grid or a puzzle with clues to spare to a minimal puzzle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.board.coerce import described, drawn_by, span_of, stream_of
from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.board.symmetry import Orbit, orbits
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.errors import CannotReduce, NotASolution, Undecided, UsageError
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction.digging import NONE, SEVERAL, ClueDigging, SoftDigging, counts_of, only_solution
from cpsudoku.records import rule_texts
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.clue_oracles import HYBRID, SOLVER, oracle_of
from cpsudoku.subsets.mus import SECONDS, SmallestMus, necessary, smallest_mus
from cpsudoku.version import __version__

if TYPE_CHECKING:
    from cpsudoku.formula.definition import EncodingLike
    from cpsudoku.subsets.assumption_solver import AssumptionSolver

BLOCK = 16
"""Puzzles of a stream that a solver serves. What it learns from one puzzle changes its cores, and so the counts, of the
next; so a block begins with a new solver, and its counts do not depend on what was done before, or in which process."""
ATTEMPTS = 100
"""Orders tried where a clue range is given."""


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
    the solution; `exact` where that bound is reached. Else both are None.
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
            **rule_texts(self.puzzle.constraints),
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


def reduce(
    puzzle: PuzzleLike,
    *,
    seed: int = 0,
    index: int = 0,
    symmetry: str | None = None,
    engine: str = "sat",
    keep: Iterable[Cell] = (),
    clues: int | tuple[int, int] | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits = NO_LIMITS,
    encoding: EncodingLike | None = None,
    constraints: bool = False,
    smallest: bool = False,
) -> Reduced:
    """A minimal puzzle among the clues of *puzzle* (a full grid, or a unique puzzle), drawn by *seed* and *index*.

    The puzzle's constraints stay; with *constraints* they are taken away like clues, and minimal is then said of both.

    *smallest*: not any minimal puzzle but one that keeps as few clues (and constraints) as possible, proven, on any
    board and under any rules; within the seconds of *limits*, or 60, else the best found and a bound (`at_least`).

    With *symmetry* whole orbits go, and the result says whether single clues could still. The clues in the cells
    *keep* stay. *clues* is a number, or (fewest, most): digging stops before fewest, and up to *attempts* orders are
    tried to get down to most. *limits* are conflicts for each question to the engine, and seconds for an order: a
    question without an answer keeps its clue, and the result is then not called minimal. The engine changes the speed,
    not the result: `sat` (and `sat:NAME`, and any named encoding) is SAT alone, one incremental solver with the clues
    as its assumptions; `hybrid` uses SAT only where kernels and unavoidable sets do not decide; others count solutions.
    Raises CannotReduce for a puzzle that is not unique, has not the symmetry, or has no result in range.
    """
    given = puzzle if isinstance(puzzle, Solution) else Puzzle.of(puzzle)
    whole = given.puzzle if isinstance(given, Solution) else given
    board, houses_only = given.geometry, isinstance(given, Solution) or given.houses_only
    about: dict[str, Any] = {"seed": seed, "index": index, "symmetry": symmetry or "none", "engine": engine}
    if smallest:
        if symmetry not in (None, "none") or clues is not None:
            raise UsageError("reduce: the smallest set is looked for without symmetry and without a number of clues")
        return _smallest(whole, engine, keep, limits, encoding, about, constraints=constraints)
    limits, end = Limits.of(limits), Limits.of(limits).deadline()
    if board.rows != board.columns and symmetry not in (None, "none") and not houses_only:
        raise UsageError(f"symmetry {symmetry!r} is for square boards; this is {board}")
    cells = [cell for cell, digit in enumerate(given.cells) if digit]
    if houses_only:
        with _undecided_at(end):
            with oracle_of(engine, board, encoding):
                pass  # a wrong name is reported before a wrong puzzle
            solution = _solution_of(given, limits.in_time())
    kept = _checked(keep, board, cells)
    groups = _groups(board, symmetry, cells, kept)
    fewest, most = (0, board.size) if clues is None else span_of(clues)
    if fewest > most or most < 0:
        raise UsageError(f"clues {fewest}..{most}: the first number is at most the second")
    stream, best = Stream(derive(*drawn_by(seed, index))), board.size
    with ExitStack() as stack:
        digging: ClueDigging | SoftDigging
        if houses_only:
            oracle = stack.enter_context(oracle_of(engine, board, encoding))
            digging = ClueDigging(solution, oracle, groups, cells, limits)
        else:
            soft = stack.enter_context(_soft_puzzle(whole, engine, encoding, end))
            digging = SoftDigging(soft, groups, limits, end, constraints)
        for attempt in range(max(1, attempts)):
            with until(limits.deadline() if attempt else end):
                digging.dig(stream.shuffled(digging.groups), fewest)
                best = min(best, digging.puzzle.clue_count)
                if digging.puzzle.clue_count <= most:
                    return _dug(digging, not kept, about)
    raise CannotReduce(f"no puzzle with at most {most} clues in {attempts} attempts; the smallest had {best}")


def _dug(digging: ClueDigging | SoftDigging, every: bool, about: dict[str, Any]) -> Reduced:
    """What is left after `dig`; *every*: no clue was to be kept."""
    settled = digging.settled and every
    minimal = (settled and all(len(group) == 1 for group in digging.groups)) or digging.each_needed()
    return Reduced(
        digging.puzzle, digging.solution, minimal, orbit_minimal=minimal or settled, **digging.counts(), **about
    )


@contextmanager
def _undecided_at(end: float | None) -> Iterator[None]:
    """Raise Undecided where the block passes the deadline *end*."""
    try:
        with until(end):
            yield
    except BudgetSpent as problem:
        raise Undecided(f"the puzzle is undecided: {problem}") from None


def _soft_puzzle(puzzle: Puzzle, engine: str, encoding: EncodingLike | None, end: float | None) -> AssumptionSolver:
    """The solver of clues and constraints. Raises UsageError for engines without cores, Undecided at the deadline."""
    from cpsudoku.subsets.assumption_solver import AssumptionSolver

    base, _, argument = engine.partition(":")
    if engine != HYBRID and base != "sat":
        raise UsageError(f"reduce: engine {engine!r} cannot serve constraints here; sat, sat:NAME and {HYBRID} do")
    with _undecided_at(end):
        return AssumptionSolver(puzzle, solver=argument or SOLVER, encoding=encoding, alone=engine != HYBRID)


def _smallest(
    puzzle: Puzzle,
    engine: str,
    keep: Iterable[Cell],
    limits: Limits,
    encoding: EncodingLike | None,
    about: dict[str, Any],
    *,
    constraints: bool,
) -> Reduced:
    """As few clues (and constraints) as leave one solution, or the best found and a bound."""
    kept = _checked(keep, puzzle.geometry, [cell for cell, _ in puzzle.clues])
    bound = Limits.of(limits)
    bound = bound if bound.seconds is not None else Limits(SECONDS, bound.conflicts)
    end = bound.deadline()
    with _soft_puzzle(puzzle, engine, encoding, end) as soft:
        oracle = BudgetedOracle(soft, bound, end)
        grid, _ = only_solution(oracle)
        may_go = [item for cell, item in soft.clues.items() if cell not in kept]
        may_go += soft.rules if constraints else ()
        hard = [item for item in soft.items if item not in set(may_go)]
        must, _, complete = necessary(oracle, may_go, hard)
        found = SmallestMus(tuple(may_go), len(must), False)
        if complete:
            found = smallest_mus(oracle, may_go, hard, known=must)
        minimal = found.minimal and not kept
        return Reduced(
            puzzle=soft.part([*hard, *found.items]),
            solution=Solution.trusted(grid, puzzle.geometry),
            minimal=minimal,
            orbit_minimal=minimal,
            at_least=found.at_least + len(hard) - (0 if constraints else len(soft.rules)),
            exact=found.proven,
            **counts_of(oracle),
            **about,
        )


def reduce_many(
    puzzles: Iterable[PuzzleLike],
    *,
    seed: int = 0,
    symmetry: str | None = None,
    engine: str = "sat",
    keep: Iterable[Cell] = (),
    clues: int | tuple[int, int] | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits = NO_LIMITS,
    encoding: EncodingLike | None = None,
    constraints: bool = False,
    smallest: bool = False,
) -> Iterator[Reduced | CannotReduce]:
    """`reduce` over a stream, lazily and in order; puzzle number i is drawn by (seed, i). Options as `reduce`.

    A puzzle that cannot be reduced comes out as the CannotReduce that says why, and the run goes on. A solver serves up
    to BLOCK puzzles, so that the counts of a run are the same each time.
    """
    one = partial(
        reduce,
        seed=seed,
        symmetry=symmetry,
        engine=engine,
        keep=tuple(keep) if isinstance(keep, Iterable) else keep,
        clues=clues,
        attempts=attempts,
        limits=limits,
        encoding=encoding,
        constraints=constraints,
        smallest=smallest,
    )
    return _reduced(stream_of(puzzles, "reduce_many"), one)


def _reduced(puzzles: Iterable[PuzzleLike], one: Callable[..., Reduced]) -> Iterator[Reduced | CannotReduce]:
    for index, puzzle in enumerate(puzzles):
        if index % BLOCK == 0:
            oracle_of.forget()
        try:
            yield one(puzzle, index=index)
        except CannotReduce as error:
            yield error


def _solution_of(given: Puzzle | Solution, limits: Limits) -> Solution:
    """The one solution of what was given. Raises CannotReduce where there is none, or another."""
    if isinstance(given, Solution):
        return given
    if 0 not in given.cells:
        try:
            return Solution(given.cells, given.geometry)
        except NotASolution as error:
            raise CannotReduce(f"the puzzle has no solution: {error}") from None
    from cpsudoku.engines.registry import engine

    outcome = engine("sat", given.geometry).search(given.cells, 2, limits)
    if len(outcome.solutions) > 1:
        raise CannotReduce(SEVERAL)
    if outcome.complete and not outcome.solutions:
        raise CannotReduce(NONE)
    if not outcome.complete:
        raise Undecided(f"the puzzle is undecided: {outcome.why}")
    return Solution.trusted(outcome.solutions[0], given.geometry)


def _checked(keep: Iterable[Cell], board: Geometry, clues: Collection[Cell]) -> frozenset[Cell]:
    cells = list(keep) if isinstance(keep, Iterable) else [None]
    if not all(hasattr(cell, "__index__") for cell in cells):
        raise UsageError(f"keep: {described(keep)}; accepted: cells, numbers from 0 to {board.size - 1}")
    kept = frozenset(map(int, cells))
    for cell in sorted(kept):
        if not 0 <= cell < board.size:
            raise UsageError(f"keep: there is no cell {cell}; cells are 0 to {board.size - 1}")
        if cell not in clues:
            raise CannotReduce(f"{board.name_of(cell)} is to be kept, and holds no clue")
    return kept


def _groups(board: Geometry, symmetry: str | None, clues: Collection[Cell], kept: frozenset[Cell]) -> list[Orbit]:
    """The orbits whose clues may go."""
    held = frozenset(clues)
    found = []
    for orbit in orbits(board, symmetry):
        inside = held.intersection(orbit)
        if inside and len(inside) < len(orbit):
            there, missing = min(inside), min(set(orbit) - inside)
            raise CannotReduce(
                f"the clues are not {symmetry}-symmetric: "
                f"{board.name_of(there)} has one, {board.name_of(missing)} has none"
            )
        if inside and not kept.intersection(orbit):
            found.append(orbit)
    return found
