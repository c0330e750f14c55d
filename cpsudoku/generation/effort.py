"""Method `effort`: puzzles near a wanted search effort, after MATLAB's `sudoku_generate(d, desiredRating, verbose)`.

The rating is the search effort of a documented solver (`kernels.general.plain`): the digits it places until it has all
solutions (in stage 1, until it has one). Interrupted at t * t * 5 placements, t = d^4 cells, it gives a negative
rating, and such an option counts as infeasible.

1. From the empty board, max(ceil(81 / d^2), 2) random feasible assignments are tried at a time; the one whose rating is
   nearest the target stays. (Where some were infeasible, digits of the last solution found fill the number up.) Stage 2
   begins when a quarter of that limit lets all solutions be counted (tried at every d-th step, with the first option):
   the distance is then taken times the number of solutions. No feasible option: begin anew. One solution: go on with
2. reduction: clues go in random order where the puzzle stays unique. A removal whose distance exceeds 1.5 times the old
   one is refused; beyond 1.1 times the target it stops.

As in the original the result need not be minimal (irredundant), and it is not a minimum: a record says `minimal` only
where it was proven that no clue can go. The original's loop for a puzzle within a share of the target is `within`.
Boxes need not be square: for r x c boxes d^2 is the side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, check_deadline, until
from cpsudoku.errors import UsageError
from cpsudoku.generation.confirmation import settled
from cpsudoku.generation.recipe import Generated, Recipe, stream_of
from cpsudoku.kernels.general.plain import MAX_SIDE, PlainSearch
from cpsudoku.kernels.randomness import Stream

NAME = "effort"
BIAS = "effort: grown and reduced towards a search effort; what else it favours is not known"
Listener = Callable[[str], None]
_listening: ContextVar[Listener | None] = ContextVar("listening", default=None)


def narrate(listener: Listener | None) -> None:
    """Call *listener* with a line for every step in this thread (in this context); None: no calls."""
    _listening.set(listener)


def _say(line: str) -> None:
    listener = _listening.get()
    if listener is not None:
        listener(line)


class Draft(NamedTuple):
    """A unique puzzle, its solution, a byte a cell, and its effort."""

    cells: bytes
    solution: bytes
    effort: int


class Rated(NamedTuple):
    """What the solver says of an option: effort, solutions found, the first of them."""

    effort: int
    solutions: int
    solution: bytes


class Maker:
    """Makes puzzles of one board near one target. Raises UsageError for boards the solver does not know."""

    def __init__(self, recipe: Recipe, stream: Stream):
        board = recipe.geometry
        if board.regions is not None or board.extras or board.side > MAX_SIDE:
            raise UsageError(f"method effort is for plain boards of side at most {MAX_SIDE}")
        assert recipe.effort is not None
        self.board = board
        self.target = recipe.effort
        self.stream = stream
        self.search = PlainSearch(board.side, [house.cells for house in board.houses])
        self.most = board.size * board.size * 5
        self.width = max(-(-81 // board.side), 2)
        self.patience = max(round(board.side**0.5), 1)
        self.restarts = 0

    def make(self) -> Draft:
        """One puzzle; after a dead end the search restarts, counted in `restarts`."""
        while True:
            self.restarts += 1
            _say(f"start {self.restarts}: target {self.target}")
            grown = self._grow()
            if grown is not None:
                return self._reduce(grown)
            _say("dead end")

    def _grow(self) -> Draft | None:
        cells = bytearray(self.board.size)
        solution = b""
        counting = False
        step = 0
        while True:
            check_deadline()
            tries = self._assignments(cells)
            if tries and not counting and step % self.patience == 0:
                cell, digit = tries[0]
                counting = self._count(cells, cell, digit) is not None
            step += 1
            options: list[tuple[int, int, int, int, Rated]] = []
            for cell, digit in chain(tries, self._sure(cells, solution)):
                if len(options) == self.width:
                    break
                rated = (self._count if counting else self._first)(cells, cell, digit)
                if rated is not None and rated.solutions:
                    distance = abs(rated.effort - self.target) * (rated.solutions if counting else 1)
                    options.append((distance, len(options), cell, digit, rated))
            if not options:
                return None
            distance, _, cell, digit, rated = min(options)
            cells[cell] = digit
            solution = rated.solution
            known = f", {rated.solutions} solutions" if counting else ""
            _say(
                f"  {self.board.name_of(cell)} = {digit}: effort {rated.effort}{known}, distance {distance} "
                f"(best of {len(options)})"
            )
            if counting and rated.solutions == 1:
                return Draft(bytes(cells), rated.solution, rated.effort)

    def _assignments(self, cells: bytearray) -> list[tuple[int, int]]:
        """Random empty cells, each with a random digit no peer shows."""
        board, stream = self.board, self.stream
        found: list[tuple[int, int]] = []
        empty = stream.shuffled([cell for cell in range(board.size) if not cells[cell]])
        while len(found) < self.width and empty:
            for cell in empty:
                shown = {cells[peer] for peer in board.peers[cell]}
                digits = [digit for digit in range(1, board.side + 1) if digit not in shown]
                if not digits:
                    return []
                found.append((cell, digits[stream.number(len(digits))]))
                if len(found) == self.width:
                    break
        return found

    def _sure(self, cells: bytearray, solution: bytes) -> Iterator[tuple[int, int]]:
        """As many random empty cells with their digits of a solution that is known."""
        empty = self.stream.shuffled([cell for cell in range(self.board.size) if not cells[cell]])
        return ((cell, solution[cell]) for cell in empty[: self.width] if solution)

    def _count(self, cells: bytearray, cell: int, digit: int) -> Rated | None:
        """All solutions with this digit; None where a quarter of the limit does not suffice."""
        return self._rated(cells, cell, digit, 0, self.most // 4)

    def _first(self, cells: bytearray, cell: int, digit: int) -> Rated | None:
        """The first solution with this digit; None where the limit does not suffice."""
        return self._rated(cells, cell, digit, 1, self.most)

    def _rated(self, cells: bytearray, cell: int, digit: int, limit: int, most: int) -> Rated | None:
        with_digit = bytearray(cells)
        with_digit[cell] = digit
        solution, rating, count = self.search.effort(bytes(with_digit), limit, most)
        return None if rating < 0 else Rated(rating, count, solution)

    def _reduce(self, draft: Draft) -> Draft:
        distance = abs(draft.effort - self.target)
        for cell in self.stream.shuffled([cell for cell, digit in enumerate(draft.cells) if digit]):
            check_deadline()
            if draft.effort > 1.1 * self.target:
                _say("  beyond 1.1 times the target")
                break
            left = bytearray(draft.cells)
            left[cell] = 0
            # an effort beyond this is refused, whatever it is
            most = min(self.most, self.target + int(1.5 * distance) + 1)
            _, rating, count = self.search.effort(bytes(left), 2, most)
            name = self.board.name_of(cell)
            if count > 1:
                _say(f"  without {name}: not unique")
            elif rating < 0 or abs(rating - self.target) > 1.5 * distance:
                _say(f"  without {name}: effort {f'at least {-rating}' if rating < 0 else rating}, refused")
            else:
                draft, distance = Draft(bytes(left), draft.solution, rating), abs(rating - self.target)
                _say(f"  without {name}: effort {rating}, distance {distance}")
        return draft


def make(recipe: Recipe, seed: int, index: int) -> Generated:
    """Puzzle number *index* of this seed; with `within`, restarts until one is near, else the nearest, missed."""
    maker = Maker(recipe, stream_of(seed, index))
    near = None if recipe.within is None else recipe.within * maker.target
    best: Draft | None = None
    missed = ""
    with until(recipe.limits.deadline()):
        while near is None or best is None or abs(best.effort - maker.target) > near:
            if recipe.attempts and maker.restarts >= recipe.attempts:
                missed = f"{maker.restarts:,} attempts"
                break
            try:
                draft = maker.make()
            except BudgetSpent:
                missed = f"{recipe.limits.seconds:g} s"
                break
            if best is None or abs(draft.effort - maker.target) < abs(best.effort - maker.target):
                best = draft
            if near is None:
                break
    if best is None:
        return recipe.missed(seed, index, maker.restarts, f"no puzzle within {missed}")
    if missed:
        missed = f"not within {recipe.within:.0%} of effort {maker.target} in {missed}; best is {best.effort}"
    puzzle = Puzzle.trusted(best.cells, recipe.geometry)
    solution = Solution.trusted(best.solution, recipe.geometry)
    minimal = settled(puzzle, solution, recipe)
    record = recipe.record(puzzle, solution, minimal, seed, index, maker.restarts)
    return replace(record, missed=missed, effort=best.effort)
