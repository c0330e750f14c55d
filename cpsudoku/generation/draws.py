"""Puzzles without a target: in batches by a kernel where the recipe allows, else grid by grid.

Methods with a target, such as a rating, draw their samples from here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.budget import BudgetSpent, check_deadline, until
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import Engine
from cpsudoku.generation.confirmation import confirm_block, confirmed
from cpsudoku.generation.digging import DIGS
from cpsudoku.generation.filling import fill
from cpsudoku.generation.recipe import Generated, Recipe, start_of, stream_of
from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.digging import Deletion, dig, is_minimal
from cpsudoku.subsets.clue_oracles import HYBRID, ClueOracle, oracle_of

A_MOMENT = 1e-6
"""For kernels, to which 0 seconds are no limit."""
PER_GRID = 1000
"""Beginnings of the controlled-bias method that share a grid."""
STEPS = 60
"""Steps from one grid to a puzzle on a pattern."""
LISTED = 1000
"""Solutions listed at most for one of these steps."""

Dug = tuple[Solution, Deletion, bool]
"""A solution, what is left of it, and whether that is known to be minimal."""


def draws(recipe: Recipe, seed: int, indices: Iterable[int]) -> Iterator[Generated]:
    """The puzzles with these numbers of a seed, in that order."""
    wanted = list(indices)
    if recipe.method == "controlled-bias":
        yield from _controlled(recipe, seed, wanted)
    elif is_native(recipe):
        yield from records(recipe, seed, drawn(recipe, seed, wanted))
    else:
        for index in wanted:
            yield _one(recipe, seed, index)


def is_native(recipe: Recipe) -> bool:
    """True where one kernel does all of it: classic board, uniform grids, engine bitmask, no pattern, no drawn goal."""
    return (
        recipe.geometry.is_classic
        and recipe.making is None
        and not recipe.old
        and recipe.aim is None
        and recipe.method == "top-down"
        and recipe.fill == "uniform"
        and recipe.dig in ("minimal", "until-ambiguous")
        and recipe.engine == "bitmask"
        and recipe.encoding is None
        and recipe.pattern is None
        and not recipe.limits
        and not (recipe.minimal is False and recipe.clues is not None)
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """Puzzles number `indices` of a seed as a kernel made them, 81 bytes each, zeros where nothing was found; `minimal`
    is a byte and `tries` a number for each. Confirmed where the recipe says so."""

    indices: Sequence[int]
    puzzles: bytes
    grids: bytes
    minimal: bytes
    tries: Sequence[int]


def drawn(recipe: Recipe, seed: int, indices: Sequence[int]) -> Drawn:
    """The puzzles of a recipe that `is_native`. Raises EnginesDisagree."""
    fewest, most = recipe.clues or (0, recipe.geometry.size)
    groups = orbits(recipe.geometry, recipe.symmetry)
    thorough = recipe.dig == "minimal"
    streams = [start_of(seed, index) for index in indices]
    insist = 1 if recipe.wants_cell_minimal else 0
    found = digging.batch(streams, None, groups, fewest, most, 0, thorough, insist, recipe.attempts)
    if recipe.by_sat and (there := [one for one in found if one[0] is not None]):
        puzzles, full, minimal, _ = zip(*there)
        confirm_block(recipe, b"".join(puzzles), b"".join(full), bytes(minimal))
    none = bytes(recipe.geometry.size)
    return Drawn(
        indices,
        b"".join([puzzle or none for puzzle, *_ in found]),
        b"".join([grid if puzzle is not None else none for puzzle, grid, *_ in found]),
        bytes([puzzle is not None and minimal for puzzle, _, minimal, _ in found]),
        [tries for *_, tries in found],
    )


def records(recipe: Recipe, seed: int, found: Drawn) -> Iterator[Generated]:
    """Their records."""
    size = recipe.geometry.size
    for k, index in enumerate(found.indices):
        grid = found.grids[size * k : size * k + size]
        if grid[0]:
            cells = found.puzzles[size * k : size * k + size]
            yield _record(recipe, seed, index, cells, grid, found.minimal[k] == 1, found.tries[k])
        else:
            yield _missed(recipe, seed, index, found.tries[k])


def _confirm(recipe: Recipe, cells: bytes, grid: bytes, minimal: bool) -> None:
    """SAT confirms a kernel's puzzle, where the recipe says so. Raises EnginesDisagree."""
    if recipe.by_sat:
        clues = [cell for cell, digit in enumerate(cells) if digit]
        confirmed(recipe, Solution.trusted(grid, recipe.geometry), clues, minimal)


def _record(recipe: Recipe, seed: int, index: int, cells: bytes, grid: bytes, minimal: bool, tries: int) -> Generated:
    """The record of a kernel's puzzle."""
    board = recipe.geometry
    return recipe.record(Puzzle.trusted(cells, board), Solution.trusted(grid, board), minimal, seed, index, tries)


def _missed(recipe: Recipe, seed: int, index: int, tries: int) -> Generated:
    return recipe.missed(seed, index, tries, f"no puzzle fitted within {tries} attempts")


def _controlled(recipe: Recipe, seed: int, indices: list[int]) -> Iterator[Generated]:
    fewest, most = recipe.clues or (0, recipe.geometry.size)
    for index in indices:
        stream = stream_of(seed, index)
        tries = drawn = 0
        deadline = recipe.limits.deadline()
        while True:
            if 0 < recipe.attempts <= drawn:
                yield recipe.missed(seed, index, tries, f"none of {drawn} puzzles fitted")
                break
            left = 0.0 if deadline is None else max(deadline - time.perf_counter(), A_MOMENT)
            ((puzzle, grid, _, began),) = digging.controlled_batch([stream.word()], PER_GRID, 0, left)
            tries += began
            if puzzle is None:
                yield recipe.late(seed, index, tries)
                break
            drawn += 1
            if fewest <= 81 - puzzle.count(0) <= most:
                _confirm(recipe, puzzle, grid, True)
                yield _record(recipe, seed, index, puzzle, grid, True, tries)
                break


def _one(recipe: Recipe, seed: int, index: int) -> Generated:
    """Puzzle number *index* of this seed, grid by grid. Making the formula of a large board is part of the time."""
    stream, tries = stream_of(seed, index), 0
    loan = oracle_of(recipe.engine, recipe.geometry, recipe.encoding)
    with suppress(BudgetSpent), until(recipe.limits.deadline()), loan as oracle:
        while recipe.attempts == 0 or tries < recipe.attempts:
            timed = _in_time(recipe)
            tries += 1
            found = _attempt(timed, stream, oracle)
            if found is not None and (minimal := _checked(recipe, oracle, *found)) is not None:
                solution, deletion, _ = found
                puzzle = solution.puzzle.only(sorted(deletion.clues))
                return recipe.record(puzzle, solution, minimal, seed, index, tries)
        return _missed(recipe, seed, index, tries)
    return recipe.late(seed, index, tries)


def _in_time(recipe: Recipe) -> Recipe:
    """The recipe with the seconds that are left of its limits. Raises BudgetSpent where none are."""
    check_deadline()
    return recipe if recipe.limits.seconds is None else replace(recipe, limits=recipe.limits.in_time())


def _checked(recipe: Recipe, oracle: ClueOracle, solution: Solution, deletion: Deletion, known: bool) -> bool | None:
    """Whether a puzzle is minimal (*known*: it is); None where the recipe rejects the puzzle. Raises BudgetSpent."""
    fewest, most = recipe.clues or (0, recipe.geometry.size)
    if not fewest <= len(deletion.clues) <= most:
        return None
    clues, minimal = sorted(deletion.clues), False
    if recipe.by_sat:
        answer = confirmed(recipe, solution, clues, True if known else None, _in_time(recipe).limits)
        if isinstance(answer, Unknown):
            return None
        minimal = answer
    elif not recipe.raw:
        minimal = known or is_minimal(oracle, solution, clues, _in_time(recipe).limits)
    return None if recipe.wants_cell_minimal and not minimal else minimal


def _attempt(recipe: Recipe, stream: Stream, oracle: ClueOracle) -> Dug | None:
    """One grid, dug: the solution, what is left, and whether that is known to be minimal. Raises BudgetSpent."""
    if recipe.method == "bottom-up":
        return _bottom_up(recipe, stream, oracle)
    if recipe.pattern is not None:
        return _on_pattern(recipe, stream)
    solution = Solution.trusted(recipe.grid(stream), recipe.geometry)
    deletion = DIGS[recipe.dig].dig(_in_time(recipe), solution, stream, oracle)
    return solution, deletion, deletion.settled and recipe.symmetry == "none"


def _bottom_up(recipe: Recipe, stream: Stream, oracle: ClueOracle) -> Dug | None:
    """From the empty board, clue by clue; None where a limit stopped it.

    A random open cell (one that singles do not fix) gets a random digit; it stays where the puzzle still has a
    solution. Once the solution is unique, clues go in random order as long as it stays so. As Berthier counted, this
    favours puzzles with few clues more than top-down does.
    Source: Berthier, From constraints to resolution rules, 2009; the practice is that of the early generators (suexg).
    """
    from cpsudoku.engines.sat.propagation import board_of

    board = recipe.geometry
    engine = engine_of(recipe.engine, board)
    cells = bytearray(board.size)
    side = board.side
    for cell in stream.shuffled(range(board.size)):
        with board_of(board) as singles:
            singles.load(bytes(cells))
            if singles.values()[cell]:
                continue
            left = singles.candidates()[cell * side : cell * side + side]
        for digit in stream.shuffled([d for d in range(1, side + 1) if left[d - 1]]):
            cells[cell] = digit
            outcome = engine.search(bytes(cells), 2, recipe.limits)
            if not outcome.complete and len(outcome.solutions) < 2:
                return None
            if outcome.solutions:
                break
        if len(outcome.solutions) == 1:
            solution = Solution.trusted(outcome.solutions[0], board)
            clues = [other for other, digit in enumerate(cells) if digit]
            order = [(other,) for other in stream.shuffled(clues)]
            dug = dig(oracle, solution, order, clues=clues, limits=recipe.limits)
            return solution, dug, dug.settled
    return None


@lru_cache(maxsize=4)
def engine_of(name: str, geometry: Geometry) -> Engine:
    """The engine that searches; threads may share it."""
    from cpsudoku.engines.registry import engine

    return engine("sat" if name == HYBRID else name, geometry)


def _on_pattern(recipe: Recipe, stream: Stream) -> Dug | None:
    """Clues exactly on the pattern: one start and up to STEPS steps; None where none led to a unique puzzle.

    A random grid gives the digits. Then some clues at a time are freed: all solutions of what is left are listed and
    grouped by the digits they have there; a group of one is a unique puzzle on the pattern, else a smallest group goes
    on.
    """
    board = recipe.geometry
    pattern = sorted(recipe.pattern or ())
    engine = engine_of(recipe.engine, board)
    grid = fill(recipe.fill, board, stream)
    for _ in range(STEPS):
        cells = bytearray(board.size)
        for cell in pattern:
            cells[cell] = grid[cell]
        freed = stream.shuffled(pattern)[: min(len(pattern), 2 + stream.number(2))]
        for cell in freed:
            cells[cell] = 0
        outcome = engine.search(bytes(cells), LISTED, recipe.limits)
        if not outcome.solutions:
            return None
        groups = Counter(bytes([found[cell] for cell in freed]) for found in outcome.solutions)
        fewest = min(groups.values())
        smallest = [found for found in outcome.solutions if groups[bytes([found[cell] for cell in freed])] == fewest]
        grid = stream.shuffled(smallest)[0]
        if fewest == 1 and outcome.complete:
            return Solution.trusted(grid, board), Deletion(frozenset(pattern), False, 0), False
    return None
