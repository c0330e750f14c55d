"""The one question about subsets: does any grid keep these clues and constraints?

A solution that is forbidden does not count. With the solution of a puzzle forbidden, "no grid" says that the subset
forces the solution; with nothing forbidden it says that the subset conflicts. Every oracle answers it the same way; the
loops in `deletion` and `mus` work with any of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, Self

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, seconds_left
from cpsudoku.engines.answer import Unknown as Unknown

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.engine import Outcome

SoftConstraint = int
"""A number that stands for a clue or a constraint, which may be left out. Oracles of a `Puzzle` number a clue by the
literal of its digit, cell * n + digit, and the constraints after all of those; oracles of a grid number a clue by its
cell."""


@dataclass(frozen=True, slots=True)
class Consistent:
    """A grid keeps the subset: `grid`, or None where it was not requested."""

    grid: bytes | None = None


@dataclass(frozen=True, slots=True)
class Inconsistent:
    """No grid keeps the subset, nor even `core`, a part of it."""

    core: frozenset[SoftConstraint]


Answer = Consistent | Inconsistent | Unknown


def answer_of(outcome: Outcome, forbidden: Collection[bytes], subset: Iterable[SoftConstraint]) -> Answer:
    """The answer about *subset* of an engine that searched its puzzle for one grid more than are *forbidden*."""
    for grid in outcome.solutions:
        if grid not in forbidden:
            return Consistent(grid)
    return Inconsistent(frozenset(subset)) if outcome.complete else Unknown(outcome.why)


class Oracle(Protocol):
    """One user at a time. Some oracles also `push` and `pop` soft constraints that hold in every question between."""

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """Whether any grid keeps *subset*; Unknown where *limits*, or the oracle's own, are reached."""
        ...


def limits_left(deadline: float | None, *limits: Limits) -> Limits:
    """What a question may take: the least of *limits*, and the seconds until *deadline* and the deadline of `until`.

    Raises BudgetSpent at either deadline.
    """
    left = seconds_left()
    if deadline is None and left is None and len(limits) == 1:
        return limits[0]
    seconds = [one.seconds for one in limits if one.seconds is not None]
    conflicts = [one.conflicts for one in limits if one.conflicts is not None]
    until_then = [] if deadline is None else [deadline - perf_counter()]
    if left is not None:
        until_then.append(left)
    if min(until_then, default=1.0) <= 0:
        raise BudgetSpent
    seconds += until_then
    return Limits(min(seconds, default=None), min(conflicts, default=None))


def core_of(answer: Answer) -> frozenset[SoftConstraint] | None:
    """The core of an Inconsistent, None for a Consistent. Raises BudgetSpent for an Unknown."""
    if isinstance(answer, Unknown):
        raise BudgetSpent(answer.why)
    return answer.core if isinstance(answer, Inconsistent) else None


class SoftPuzzle:
    """A puzzle whose clues and constraints may each be left out: each has a number, its soft constraint.

    `clues` and `rules` are the soft constraints of the clues (by cell) and constraints (in their order).

    `forbidden`: grids that are no answer. Close it, or use `with`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._n = puzzle.geometry.side
        first = puzzle.geometry.size * self._n + 1
        self.rules: tuple[SoftConstraint, ...] = tuple(range(first, first + len(puzzle.constraints)))
        self.clues: dict[Cell, SoftConstraint] = {cell: cell * self._n + digit for cell, digit in puzzle.clues}
        self._rule_of = dict(zip(self.rules, puzzle.constraints))
        self.forbidden: list[bytes] = []

    @property
    def items(self) -> tuple[SoftConstraint, ...]:
        """Every clue, then every constraint."""
        return (*self.clues.values(), *self.rules)

    def forbid(self, grid: bytes) -> None:
        """From now on this grid does not count as a solution."""
        self.forbidden.append(grid)

    def prefer(self, grid: bytes) -> None:
        """Later grids tend to be near this one, and to keep the constraints, where the oracle can choose."""

    def kept_by(self, grid: bytes, items: Iterable[SoftConstraint]) -> frozenset[SoftConstraint]:
        """Those of *items* that a grid keeps, by their definitions."""
        rule_of, n, shift = self._rule_of, self._n, self.puzzle.geometry.lo - 1
        values = [digit + shift for digit in grid] if rule_of else []
        held = []
        for item in items:
            rule = rule_of.get(item)
            if rule.holds(values) if rule is not None else grid[(item - 1) // n] == (item - 1) % n + 1:
                held.append(item)
        return frozenset(held)

    def cells(self, items: Iterable[SoftConstraint]) -> tuple[Cell, ...]:
        """The cells of the clues among *items*, ascending."""
        return tuple(sorted(self._cell(item) for item in items if item not in self._rule_of))

    def constraints(self, items: Iterable[SoftConstraint]) -> tuple[Constraint, ...]:
        """The constraints among *items*, in the puzzle's order."""
        chosen = set(items)
        return tuple(self._rule_of[item] for item in self.rules if item in chosen)

    def part(self, items: Iterable[SoftConstraint]) -> Puzzle:
        """The puzzle with these clues and constraints alone; a literal of any other cell is a clue, too."""
        chosen = tuple(items)
        cells = bytearray(self.puzzle.geometry.size)
        for item in chosen:
            if item not in self._rule_of:
                cells[self._cell(item)] = self._digit(item)
        return Puzzle.trusted(bytes(cells), self.puzzle.geometry, self.constraints(chosen))

    def _cell(self, item: SoftConstraint) -> Cell:
        return (item - 1) // self._n

    def _digit(self, item: SoftConstraint) -> int:
        return (item - 1) % self._n + 1

    def close(self) -> None:
        """Free its resources."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
