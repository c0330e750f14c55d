"""`reduce`: from a grid or a puzzle with clues to spare to a minimal puzzle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.given import described, drawn_by, span_of, stream_of
from cpsudoku.board.puzzle import Given, Puzzle, Solution
from cpsudoku.board.symmetry import Orbit, orbits
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import CannotReduce, NotASolution, Undecided, UsageError
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction.deletion import Deletion, dig, is_minimal
from cpsudoku.questions.reduction.reduced import Reduced
from cpsudoku.subsets.clue_oracles import HYBRID, SOLVER, Oracle, oracle_of

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.subsets.assumption_solver import AssumptionSolver

BLOCK = 16
"""Puzzles of a stream that a solver serves. What it learns from one puzzle changes its cores, and so the counts, of the
next; so a block begins with a new solver, and its counts do not depend on what was done before, or in which process."""
ATTEMPTS = 100
"""Orders tried where a clue range is asked for."""


def reduce(
    puzzle: Given,
    *,
    seed: int = 0,
    index: int = 0,
    symmetry: str | None = None,
    engine: str = "sat",
    keep: Iterable[Cell] = (),
    clues: int | tuple[int, int] | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits = NO_LIMITS,
    encoding: str | Path | Encoding | None = None,
    constraints: bool = False,
    smallest: bool = False,
) -> Reduced:
    """A minimal puzzle among the clues of *puzzle* (a full grid, or a unique puzzle), drawn by *seed* and *index*.

    The puzzle's constraints stay; with *constraints* they are taken away like clues, and minimal is then said of both.

    *smallest*: not any minimal puzzle but one that keeps as few clues (and constraints) as possible, proven, on any
    board and under any rules; within the seconds of *limits*, or 60, else the best found and a bound (`at_least`).

    With *symmetry* whole orbits go, and the result says whether single clues could still. The clues in the cells
    *keep* stay. *clues* is a number, or (fewest, most): digging stops before fewest, and up to *attempts* orders are
    tried to get down to most. *limits* are conflicts a question asked of the engine, and seconds for an order: a
    question without an answer keeps its clue, and the result is then not called minimal. The engine changes the speed,
    not the result: `sat` (and `sat:NAME`, and any named encoding) is SAT alone, one incremental solver with the clues
    as its assumptions; `hybrid` asks SAT what kernels and unavoidable sets leave open; others count solutions.
    Raises CannotReduce for a puzzle that is not unique, has not the symmetry, or has no result in range.
    """
    given = puzzle if isinstance(puzzle, Solution) else Puzzle.of(puzzle)
    board = given.geometry
    if smallest:
        if symmetry not in (None, "none") or clues is not None:
            raise UsageError("reduce: the smallest set is looked for without symmetry and without a number of clues")
        return _smallest(given, seed, index, engine, keep, limits, encoding, constraints=constraints)
    if isinstance(given, Puzzle) and not given.houses_only:
        return _under_rules(
            given, seed, index, symmetry, engine, keep, clues, attempts, limits, encoding, constraints=constraints
        )
    with oracle_of(engine, board, encoding):
        pass  # a wrong name is told before a wrong puzzle
    solution = _solution_of(given, Limits.of(limits))
    cells = [cell for cell, digit in enumerate(given.cells) if digit]
    kept = _checked(keep, board, cells)
    groups = _groups(board, symmetry, cells, kept)
    fewest, most = (0, board.size) if clues is None else span_of(clues)
    if fewest > most or most < 0:
        raise UsageError(f"clues {fewest}..{most}: the first number is at most the second")
    stream = Stream(derive(*drawn_by(seed, index)))
    best = board.size
    with oracle_of(engine, board, encoding) as asked:
        for attempt in count(1):
            dug = dig(asked, solution, stream.shuffled(groups), clues=cells, fewest=fewest, limits=limits)
            best = min(best, len(dug.clues))
            if len(dug.clues) <= most or attempt >= attempts:
                break
        minimal = len(dug.clues) <= most and single_minimal(asked, solution, dug, groups, kept, limits)
    if len(dug.clues) > most:
        raise CannotReduce(f"no puzzle with at most {most} clues in {attempts} attempts; the smallest had {best}")
    return Reduced(
        puzzle=solution.puzzle.only(sorted(dug.clues)),
        solution=solution,
        minimal=minimal,
        orbit_minimal=minimal or (dug.settled and not kept),
        seed=seed,
        index=index,
        symmetry=symmetry or "none",
        engine=engine,
        calls=dug.calls,
        sat_questions=dug.calls if asked.name in ("sat", HYBRID) else 0,
        by_cores=dug.by_cores,
        by_witnesses=dug.by_witnesses,
        by_sets=dug.by_sets,
    )


def _under_rules(
    puzzle: Puzzle,
    seed: int,
    index: int,
    symmetry: str | None,
    engine: str,
    keep: Iterable[Cell],
    clues: int | tuple[int, int] | None,
    attempts: int,
    limits: Limits,
    encoding: str | Path | Encoding | None,
    *,
    constraints: bool,
) -> Reduced:
    """`reduce` where rules are not only houses of n cells."""

    from cpsudoku.questions.reduction.under_rules import reduced

    board = puzzle.geometry
    if board.rows != board.columns and symmetry not in (None, "none"):
        raise UsageError(f"symmetry {symmetry!r} is for square boards; this is {board}")
    making = _guarded(puzzle, engine, encoding)
    cells = [cell for cell, _ in puzzle.clues]
    kept = _checked(keep, board, cells)
    fewest, most = (0, board.size) if clues is None else span_of(clues)
    if fewest > most or most < 0:
        raise UsageError(f"clues {fewest}..{most}: the first number is at most the second")
    end = Limits.of(limits).deadline()
    with _in_time(end, making) as solver:
        return reduced(
            puzzle,
            _groups(board, symmetry, cells, kept),
            Stream(derive(*drawn_by(seed, index))),
            solver=solver,
            keep=kept,
            constraints=constraints,
            clues=(fewest, most),
            attempts=attempts,
            limits=Limits.of(limits),
            deadline=end,
            about={"seed": seed, "index": index, "symmetry": symmetry or "none", "engine": engine},
        )


def _guarded(puzzle: Puzzle, engine: str, encoding: str | Path | Encoding | None) -> Callable[[], AssumptionSolver]:
    """What makes the solver of clues and constraints. Raises UsageError for engines that bring no cores."""
    from cpsudoku.subsets.assumption_solver import AssumptionSolver

    base, _, argument = engine.partition(":")
    if engine != HYBRID and base != "sat":
        raise UsageError(f"reduce: engine {engine!r} cannot serve constraints here; sat, sat:NAME and {HYBRID} do")
    return partial(AssumptionSolver, puzzle, solver=argument or SOLVER, encoding=encoding, alone=engine != HYBRID)


def _in_time(end: float | None, making: Callable[[], AssumptionSolver]) -> AssumptionSolver:
    """What is made before the deadline. Raises Undecided at it."""
    from cpsudoku.budget import BudgetSpent, until

    try:
        with until(end):
            return making()
    except BudgetSpent as problem:
        raise Undecided(f"the puzzle is undecided: {problem}") from None


def _smallest(
    given: Puzzle | Solution,
    seed: int,
    index: int,
    engine: str,
    keep: Iterable[Cell],
    limits: Limits,
    encoding: str | Path | Encoding | None,
    *,
    constraints: bool,
) -> Reduced:
    """`reduce` to the smallest set."""

    from cpsudoku.questions.reduction.under_rules import fewest_kept
    from cpsudoku.subsets.mus import SECONDS

    puzzle = given.puzzle if isinstance(given, Solution) else given
    kept = _checked(keep, puzzle.geometry, [cell for cell, _ in puzzle.clues])
    making = _guarded(puzzle, engine, encoding)
    bound = Limits.of(limits)
    bound = bound if bound.seconds is not None else Limits(SECONDS, bound.conflicts)
    end = bound.deadline()
    with _in_time(end, making) as solver:
        return fewest_kept(
            puzzle,
            solver=solver,
            keep=kept,
            constraints=constraints,
            limits=bound,
            deadline=end,
            about={"seed": seed, "index": index, "symmetry": "none", "engine": engine},
        )


def reduce_many(
    puzzles: Iterable[Given],
    *,
    seed: int = 0,
    symmetry: str | None = None,
    engine: str = "sat",
    keep: Iterable[Cell] = (),
    clues: int | tuple[int, int] | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits = NO_LIMITS,
    encoding: str | Path | Encoding | None = None,
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


def _reduced(puzzles: Iterable[Given], one: Callable[..., Reduced]) -> Iterator[Reduced | CannotReduce]:
    for index, puzzle in enumerate(puzzles):
        if index % BLOCK == 0:
            oracle_of.forget()
        try:
            yield one(puzzle, index=index)
        except CannotReduce as error:
            yield error


def single_minimal(
    asked: Oracle, solution: Solution, dug: Deletion, groups: Collection[Orbit], kept: Collection[Cell], limits: Limits
) -> bool:
    """Is every clue needed by itself? Known where single cells were dug, else asked."""
    if dug.settled and not kept and all(len(group) == 1 for group in groups):
        return True
    return is_minimal(asked, solution, dug.clues, limits)


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
        raise CannotReduce("the puzzle has several solutions; only a unique one can be reduced")
    if outcome.complete and not outcome.solutions:
        raise CannotReduce("the puzzle has no solution")
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
