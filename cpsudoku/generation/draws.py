"""Puzzles as they come, without an aim: by a kernel where the recipe allows, else grid by grid.

Everything that sets goals on top of generation (a rating, say) draws from here.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.budget import BudgetSpent, Limits, until
from cpsudoku.engines.answer import Unknown
from cpsudoku.generation import bottom_up, pattern
from cpsudoku.generation.confirmation import confirmed
from cpsudoku.generation.digging import module_of
from cpsudoku.generation.filling import FillOptions, fill
from cpsudoku.generation.generated import Generated
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.classic import controlled, digging
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction.deletion import Deletion, is_minimal
from cpsudoku.subsets.clue_oracles import Oracle, oracle_of

_WORD = (1 << 64) - 1
A_MOMENT = 1e-6
"""For kernels, to which 0 seconds are no limit."""
PER_GRID = 1000
"""Beginnings of the controlled-bias method that share a grid."""


def draws(recipe: Recipe, seed: int, indices: Iterable[int]) -> Iterator[Generated]:
    """The puzzles number *indices* of this seed, in that order."""
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
    is a byte and `tries` a number for each. Confirmed where the recipe wants it."""

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
    streams = [derive(seed & _WORD, index) for index in indices]
    insist = 1 if recipe.wants_cell_minimal else 0
    made = digging.batch(streams, None, groups, fewest, most, 0, thorough, insist, recipe.attempts)
    for puzzle, grid, minimal, _ in made:
        if puzzle is not None:
            _confirm(recipe, puzzle, grid, minimal)
    none = bytes(recipe.geometry.size)
    return Drawn(
        indices,
        b"".join([puzzle or none for puzzle, *_ in made]),
        b"".join([grid if puzzle is not None else none for puzzle, grid, *_ in made]),
        bytes([puzzle is not None and minimal for puzzle, _, minimal, _ in made]),
        [tries for *_, tries in made],
    )


def records(recipe: Recipe, seed: int, made: Drawn) -> Iterator[Generated]:
    """Their records."""
    size = recipe.geometry.size
    for k, index in enumerate(made.indices):
        grid = made.grids[size * k : size * k + size]
        if grid[0]:
            puzzle = made.puzzles[size * k : size * k + size]
            yield _record(recipe, seed, index, puzzle, grid, made.minimal[k] == 1, made.tries[k])
        else:
            yield missed(recipe, seed, index, made.tries[k])


def _confirm(recipe: Recipe, cells: bytes, grid: bytes, minimal: bool) -> None:
    """SAT confirms a kernel's puzzle, where the recipe wants it. Raises EnginesDisagree."""
    if recipe.by_sat:
        clues = [cell for cell, digit in enumerate(cells) if digit]
        confirmed(recipe, Solution.trusted(grid, recipe.geometry), clues, minimal)


def _record(recipe: Recipe, seed: int, index: int, cells: bytes, grid: bytes, minimal: bool, tries: int) -> Generated:
    """The record of a kernel's puzzle."""
    board = recipe.geometry
    puzzle, solution = Puzzle.trusted(cells, board), Solution.trusted(grid, board)
    return Generated(
        puzzle, solution, minimal, seed, index, recipe.symmetry, recipe.name, tries, confirmed=recipe.confirmer
    )


def _controlled(recipe: Recipe, seed: int, indices: list[int]) -> Iterator[Generated]:
    board = recipe.geometry
    fewest, most = recipe.clues or (0, board.size)
    for index in indices:
        stream = Stream(derive(seed & _WORD, index))
        tries = made = 0
        seconds = recipe.limits.seconds
        deadline = recipe.limits.deadline()
        while True:
            if 0 < recipe.attempts <= made:
                yield missed(recipe, seed, index, tries, f"none of {made} puzzles fitted")
                break
            left = 0.0 if deadline is None else max(deadline - time.perf_counter(), A_MOMENT)
            ((puzzle, grid, began),) = controlled.controlled_batch([stream.word()], PER_GRID, 0, left)
            tries += began
            if puzzle is None:
                yield late(recipe, seed, index, tries, seconds)
                break
            made += 1
            if fewest <= 81 - puzzle.count(0) <= most:
                _confirm(recipe, puzzle, grid, True)
                yield _record(recipe, seed, index, puzzle, grid, True, tries)
                break


def late(recipe: Recipe, seed: int, index: int, tries: int, seconds: float | None) -> Generated:
    """The record of a puzzle that was not found in time."""
    return missed(recipe, seed, index, tries, f"no puzzle fitted within {seconds:g} s")


def missed(recipe: Recipe, seed: int, index: int, tries: int, why: str = "") -> Generated:
    """The record of a puzzle that was not found."""
    reason = why or f"no puzzle fitted within {tries} attempts"
    return Generated(None, None, False, seed, index, recipe.symmetry, recipe.name, tries, reason)


def _one(recipe: Recipe, seed: int, index: int) -> Generated:
    stream = Stream(derive(seed & _WORD, index))
    began = time.perf_counter()  # large boards: making the formula is part of the time
    seconds = recipe.limits.seconds
    loan = oracle_of(recipe.engine, recipe.geometry, recipe.encoding)
    with suppress(BudgetSpent), until(recipe.limits.deadline(began)), loan as asked:
        return _drawn(recipe, seed, index, stream, asked, began)
    return late(recipe, seed, index, 0, seconds)


def _drawn(recipe: Recipe, seed: int, index: int, stream: Stream, asked: Oracle, began: float) -> Generated:
    board = recipe.geometry
    fewest, most = recipe.clues or (0, board.size)
    tries = 0
    seconds = recipe.limits.seconds
    while recipe.attempts == 0 or tries < recipe.attempts:
        if seconds is not None:
            left = seconds - (time.perf_counter() - began)
            if left <= 0:
                return late(recipe, seed, index, tries, seconds)
            recipe = replace(recipe, limits=Limits(max(left, 0.0), recipe.limits.conflicts))
        tries += 1
        try:
            found = _attempt(recipe, stream, asked)
        except BudgetSpent:
            return late(recipe, seed, index, tries, seconds)
        if found is None:
            continue
        solution, dug, known = found
        if not fewest <= len(dug.clues) <= most:
            continue
        clues = sorted(dug.clues)
        minimal: bool | Unknown = False
        if recipe.by_sat:
            if seconds is not None:
                left = seconds - (time.perf_counter() - began)
                if left <= 0:
                    continue
                recipe = replace(recipe, limits=Limits(left, recipe.limits.conflicts))
            minimal = confirmed(recipe, solution, clues, True if known else None, recipe.limits)
        elif not recipe.raw:
            minimal = known or is_minimal(asked, solution, clues, recipe.limits)
        if isinstance(minimal, Unknown) or (recipe.wants_cell_minimal and not minimal):
            continue
        return Generated(
            solution.puzzle.only(clues), solution, minimal, seed, index, recipe.symmetry, recipe.name, tries,
            confirmed=recipe.confirmer,
        )  # fmt: skip
    return missed(recipe, seed, index, tries)


def _attempt(recipe: Recipe, stream: Stream, asked: Oracle) -> tuple[Solution, Deletion, bool] | None:
    """One grid, dug: the solution, what is left, and whether that is known to be minimal."""
    board, began = recipe.geometry, time.perf_counter()
    if recipe.method == "bottom-up":
        return bottom_up.attempt(recipe, stream, asked)
    if recipe.pattern is not None:
        return pattern.attempt(recipe, stream, asked)
    if recipe.start is not None and not recipe.fill.startswith("swap"):
        solution = Solution.trusted(recipe.start, board)
    else:
        options: FillOptions = {"start": recipe.start} if recipe.start is not None else {}
        if recipe.loops is not None:
            options["loops"] = recipe.loops
        if recipe.fill == "sat" and recipe.limits.seconds is not None:
            options["limits"] = Limits(recipe.limits.seconds)
        try:
            grid = fill(recipe.fill, board, stream, **options)
        except BudgetSpent:
            return None
        solution = Solution.trusted(grid, board)
        if recipe.limits.seconds is not None:
            left = recipe.limits.seconds - (time.perf_counter() - began)
            if left <= 0:
                return None
            recipe = replace(recipe, limits=Limits(left, recipe.limits.conflicts))
    dug = module_of(recipe.dig).dig(recipe, solution, stream, asked)
    return solution, dug, dug.settled and recipe.symmetry == "none"
