"""A formula's "no solution" and "no other" are confirmed by a kernel, where that takes few branches.

A grid can be checked by the rules; that there is none rests on the formula that was named, and on the solver. So the
native search, which knows neither, looks for one more solution than was found. What it does not settle within
NODES branches stands as the engine says: `--cross-check` has a second engine decide all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.block import MOST, Answers, Found, Status
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import engine_for
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import EnginesDisagree
from cpsudoku.kernels import search
from cpsudoku.kernels.general.plain import MAX_SIDE

NODES = 100
"""Branches a puzzle."""
SECONDS = 0.1
"""The same in time, for boards whose branches are slow."""
_LIMITS = Limits(seconds=SECONDS, conflicts=NODES)


def confirm_answers(engine: Engine, empty: Puzzle, cells: bytes, answers: Answers) -> None:
    """Raises EnginesDisagree where a kernel finds a solution more than these answers to a block say there are."""
    if empty.houses_only and empty.geometry.is_classic:  # two at most of each puzzle, in one call
        numbers, _, _ = search.solve_batch(cells, 2, 0, NODES)
        claims = zip(map(_CLAIMED.__getitem__, answers.statuses), numbers)
        if all((found if found >= 0 else -1 - found) <= claimed for claimed, found in claims):
            return
    _confirm(engine, empty, cells, map(_CLAIMED.__getitem__, answers.statuses))


_CLAIMED: dict[int, int] = {Status.UNIQUE: 1, Status.IMPOSSIBLE: 0, Status.MULTIPLE: MOST, Status.UNKNOWN: MOST}
"""How many solutions a puzzle has at most, by its status."""


def confirm_found(engine: Engine, empty: Puzzle, cells: bytes, found: Found) -> None:
    """As `confirm_answers`, for solutions that the engine claims are all."""
    claims = (number if complete else MOST for number, complete in zip(found.numbers, found.complete))
    _confirm(engine, empty, cells, claims)


def _confirm(engine: Engine, empty: Puzzle, cells: bytes, claims: Iterable[int]) -> None:
    """*claims*: how many solutions each puzzle of the block has at most; MOST: no claim."""
    size = empty.geometry.size
    if empty.geometry.side > MAX_SIDE:
        return
    kernel = _kernel(empty.geometry, empty.constraints)
    for k, number in enumerate(claims):
        if number < MOST:
            clues = cells[k * size : (k + 1) * size]
            _confirm_one(engine, Puzzle.trusted(clues, empty.geometry, empty.constraints), number, kernel, _LIMITS)


def confirm_claim(engine: Engine, puzzle: Puzzle, outcome: Outcome, limits: Limits) -> None:
    """The same for one puzzle, with its solutions checked too, by `sat`: for programs that are not ours."""
    check_witnesses(puzzle, outcome.solutions, engine.name)
    if outcome.complete and not limits.spent:
        _confirm_one(engine, puzzle, len(outcome.solutions), engine_for(puzzle, "sat"), limits)


def _confirm_one(engine: Engine, puzzle: Puzzle, number: int, judge: Engine, limits: Limits) -> None:
    grids = judge.search(puzzle.cells, number + 1, limits).solutions
    if len(grids) <= number:
        return
    check_witnesses(puzzle, grids)
    named = f"{engine.name} with encoding {engine.encoding_name}" if engine.encoding_name else engine.name
    raise EnginesDisagree(
        f"engine {named} finds {number or 'no'} solution{'s' * (number > 1)}, {judge.name} finds {len(grids)}, "
        f"for the puzzle {puzzle.line()}"
    )


@lru_cache(maxsize=8)
def _kernel(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Engine:
    empty = Puzzle.trusted(bytes(geometry.size), geometry, constraints)
    return engine_for(empty, "bitmask" if empty.houses_only else "constraints")
