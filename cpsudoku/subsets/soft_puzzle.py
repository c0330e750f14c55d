"""A puzzle whose clues and constraints may each be left out: each has a number, its soft constraint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.subsets.oracle import SoftConstraint

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class SoftPuzzle:
    """`clues` and `rules` are the soft constraints of the clues (by cell) and constraints (in their order).

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
        """From now on this grid does not count."""
        self.forbidden.append(grid)

    def prefer(self, grid: bytes) -> None:
        """Grids found from now on tend to be near this one, and to keep the constraints, where that can be chosen."""

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
        """Free what it holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
