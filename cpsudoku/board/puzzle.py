"""A puzzle and a solution: immutable grids over a geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.geometry import CLASSIC, Cell, Digit, Geometry
from cpsudoku.board.given import grid_of
from cpsudoku.board.shown import Shown
from cpsudoku.errors import NotASolution, NotationError


@dataclass(frozen=True, slots=False)
class Puzzle(Shown):
    """The clues of a puzzle. It may be contradictory: that is for `verify` to say.

    `cells` has one byte a cell, row by row, 0 where there is no clue.
    Raises NotationError for a wrong length or a digit beyond the side.
    """

    cells: bytes
    geometry: Geometry = CLASSIC

    def __post_init__(self) -> None:
        _check_cells(self.cells, self.geometry)

    @classmethod
    def parse(
        cls, text: Given, geometry: Geometry | None = None, *, format: str | None = None, alphabet: str | None = None
    ) -> Puzzle:
        """The one puzzle in *text*, in any format that can be detected (or the one named); or as `of`.

        Without *geometry* the board follows from the number of cells. A CpSudokuWarning says where the text has
        drawings or rules in prose, so that rules may be missing. Raises NotationError, or WrongInput for no text.
        """
        if not isinstance(text, str):
            return cls.of(text, geometry)
        from cpsudoku.board.formats import read_one, warn

        record = read_one(text, geometry=geometry, format=format, alphabet=alphabet)
        if record.warnings:
            warn(record)
        return record.puzzle

    @classmethod
    def of(cls, given: Given, geometry: Geometry | None = None) -> Puzzle:
        """The puzzle in what a user hands in; every public function takes its puzzles so.

        *given* is a Puzzle, a Solution (every cell a clue), a text in any format, n lists of n numbers with 0 or None
        for empty, or a numpy array of shape (n, n). Raises NotationError where such a thing holds no puzzle, and
        WrongInput for anything else.
        """
        if isinstance(given, Solution):
            given = given.puzzle
        if isinstance(given, Puzzle):
            if geometry is not None and given.geometry != geometry:
                raise NotationError(f"the puzzle is on a board of {given.geometry}; {geometry} was asked for")
            return given
        if isinstance(given, str):
            return cls.parse(given, geometry)
        return cls.trusted(*grid_of(given, geometry))

    @classmethod
    def trusted(cls, cells: bytes, geometry: Geometry) -> Puzzle:
        """A puzzle whose cells are known to be right: no check. For readers and kernels."""
        self = object.__new__(cls)
        self.__dict__.update(cells=cells, geometry=geometry)
        return self

    @cached_property
    def clues(self) -> tuple[tuple[Cell, Digit], ...]:
        """(cell, digit) of each clue, by cell."""
        return tuple((cell, digit) for cell, digit in enumerate(self.cells) if digit)

    @property
    def clue_count(self) -> int:
        """Number of clues."""
        return len(self.cells) - self.cells.count(0)

    def clash(self) -> tuple[Cell, Cell] | None:
        """Two peers that hold the same clue, if any."""
        peers, cells = self.geometry.peers, self.cells
        for cell, digit in self.clues:
            for other in peers[cell]:
                if other > cell and cells[other] == digit:
                    return cell, other
        return None

    def only(self, kept: Sequence[Cell]) -> Puzzle:
        """The puzzle with the clues of the cells *kept* alone."""
        cells = bytearray(len(self.cells))
        for cell in kept:
            cells[cell] = self.cells[cell]
        return Puzzle.trusted(bytes(cells), self.geometry)

    def line(self, alphabet: Alphabet = DEFAULT) -> str:
        """One line: a character a cell up to side 35, blank-separated integers beyond; `.` is empty."""
        return alphabet.write(self.cells, self.geometry.side)

    def __str__(self) -> str:
        return grid_text(self.cells, self.geometry)

    def __repr__(self) -> str:
        return _repr("Puzzle", self.cells, self.geometry)


@dataclass(frozen=True, slots=False)
class Solution(Shown):
    """A filled grid in which every house is a permutation; another cannot be built (NotASolution)."""

    cells: bytes
    geometry: Geometry = CLASSIC

    def __post_init__(self) -> None:
        _check_cells(self.cells, self.geometry)
        n = self.geometry.side
        if 0 in self.cells:
            cell = self.cells.index(0)
            place = f"row {cell // n + 1}: {self.geometry.name_of(cell)}"
            raise NotASolution(f"{place} is empty; a solution fills every cell")
        for house in self.geometry.houses:
            digits = [self.cells[cell] for cell in house.cells]
            if len(set(digits)) != n or 0 in digits:
                raise NotASolution(f"{house.name} holds {' '.join(map(str, digits))}; it must hold 1 to {n} once each")

    @classmethod
    def parse(
        cls, text: Given, geometry: Geometry | None = None, *, format: str | None = None, alphabet: str | None = None
    ) -> Solution:
        """The one filled grid in *text*, or as `of`. Raises NotationError, NotASolution, or WrongInput for no text."""
        puzzle = Puzzle.parse(text, geometry, format=format, alphabet=alphabet)
        return cls(puzzle.cells, puzzle.geometry)

    @classmethod
    def of(cls, given: Given, geometry: Geometry | None = None) -> Solution:
        """The filled grid in what a user hands in, as `Puzzle.of`; NotASolution where a cell is empty or wrong."""
        if isinstance(given, Solution) and geometry in (None, given.geometry):
            return given
        puzzle = Puzzle.of(given, geometry)
        return cls(puzzle.cells, puzzle.geometry)

    @classmethod
    def trusted(cls, cells: bytes, geometry: Geometry) -> Solution:
        """A solution that a checker has already seen: no check. For engines and kernels."""
        self = object.__new__(cls)
        self.__dict__.update(cells=cells, geometry=geometry)
        return self

    def extends(self, puzzle: Puzzle) -> bool:
        """True where the solution has every clue of *puzzle* (and the same geometry)."""
        return self.geometry == puzzle.geometry and all(c in (0, s) for c, s in zip(puzzle.cells, self.cells))

    def difference(self, other: Solution) -> tuple[Cell, ...]:
        """The cells in which two solutions differ, ascending."""
        return tuple(cell for cell, (a, b) in enumerate(zip(self.cells, other.cells)) if a != b)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with every cell a clue."""
        return Puzzle.trusted(self.cells, self.geometry)

    def line(self, alphabet: Alphabet = DEFAULT) -> str:
        """One line, as `Puzzle.line`."""
        return alphabet.write(self.cells, self.geometry.side)

    def __str__(self) -> str:
        return grid_text(self.cells, self.geometry)

    def __repr__(self) -> str:
        return _repr("Solution", self.cells, self.geometry)


Given = Puzzle | Solution | str | Sequence[Sequence[int | str | None]] | Any
"""What `Puzzle.of` takes; Any is for numpy arrays."""


def _check_cells(cells: bytes, geometry: Geometry) -> None:
    if len(cells) != geometry.size:
        raise NotationError(f"{len(cells)} cells; a {geometry.side}x{geometry.side} board has {geometry.size}")
    if max(cells) > geometry.side:
        cell = next(cell for cell, digit in enumerate(cells) if digit > geometry.side)
        raise NotationError(f"digit {cells[cell]} in {geometry.name_of(cell)}; digits are 1 to {geometry.side}")


def _repr(name: str, cells: bytes, geometry: Geometry) -> str:
    text = DEFAULT.write(cells, geometry.side)
    return f"{name}.parse({text!r})" if geometry == CLASSIC else f"{name}.parse({text!r}, {geometry!r})"


def grid_text(cells: Sequence[int], geometry: Geometry) -> str:
    """The grid over several lines, boxes set apart by lines (jigsaw: without)."""
    n = geometry.side
    width = len(DEFAULT.symbol(n, n))
    symbols = [DEFAULT.symbol(digit, n).rjust(width) if digit else ".".rjust(width) for digit in cells]
    if geometry.regions is not None:
        return "\n".join(" ".join(symbols[r * n : r * n + n]) for r in range(n))
    step = geometry.box_cols
    lines = []
    for r in range(n):
        parts = [" ".join(symbols[r * n + c : r * n + c + step]) for c in range(0, n, step)]
        if r and r % geometry.box_rows == 0:
            lines.append(
                "+".join("-" * (len(part) + (2 if 0 < k < len(parts) - 1 else 1)) for k, part in enumerate(parts))
            )
        lines.append(" | ".join(parts))
    return "\n".join(lines)
