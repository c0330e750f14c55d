"""A puzzle and a solution: immutable grids over a geometry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from cpsudoku.board import hooks
from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, Alphabet
from cpsudoku.board.arrays import as_numpy, grid_array, rows_of
from cpsudoku.board.coerce import grid_of
from cpsudoku.board.geometry import CLASSIC, Cell, Digit, Geometry
from cpsudoku.board.mixins import CopiedState, RichDisplay
from cpsudoku.errors import NotASolution, NotationError, UsageError, WrongInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsudoku.constraints.forms import ConstraintList

NO_CONSTRAINTS: Any = ()


COMPLETE, GUESSED, MISSING = "complete", "guessed", "missing"
"""How the rules of a text were read."""


class _Cells(CopiedState, RichDisplay):
    """The text, list and array forms of a grid."""

    cells: bytes
    geometry: Geometry

    def line(self, alphabet: Alphabet = DEFAULT) -> str:
        """One line: a character a cell up to side 35, blank-separated integers beyond; `.` is empty."""
        cells, lo = self.cells, self.geometry.lo
        if lo > 1:
            return " ".join(str(digit + lo - 1) if digit else "." for digit in cells)
        return (alphabet if lo else ALPHABETS["0-9A-Z"]).write(cells, self.geometry.side)

    def to_list(self) -> list[list[int]]:
        """A list a row, 0 for empty (on boards whose digits start at 0: -1); `Puzzle.of` takes it."""
        return rows_of(self.cells, self.geometry)

    def to_array(self) -> NDArray[np.int16]:
        """The same as a numpy array of shape (rows, columns); `numpy.asarray(puzzle)` gives it, too."""
        return grid_array(self.cells, self.geometry)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_numpy(self.to_array(), dtype, copy)

    def __str__(self) -> str:
        return grid_text(self.cells, self.geometry)

    def __repr__(self) -> str:
        name, geometry = type(self).__name__, self.geometry
        if geometry.layout is not None or getattr(self, "constraints", None):
            parts = (repr(getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
            return f"{name}({', '.join(parts)})"
        text = DEFAULT.write(self.cells, geometry.side)
        return f"{name}.parse({text!r})" if geometry == CLASSIC else f"{name}.parse({text!r}, {geometry!r})"


@dataclass(frozen=True, repr=False)
class Puzzle(_Cells):
    """The clues and constraints of a puzzle. It may be contradictory, which `verify` decides.

    `cells` has one byte a cell, row by row, 0 where there is no clue (digit - lo + 1 where digits start elsewhere).
    `constraints`: rules that are not houses, kinds of `cpsudoku.constraints`, each placed on this board.
    Raises NotationError for a wrong length or a digit beyond the side, ConstraintError for a constraint that
    does not fit the board.
    """

    cells: bytes
    geometry: Geometry = CLASSIC
    constraints: ConstraintList = NO_CONSTRAINTS

    def __post_init__(self) -> None:
        _check_cells(self.cells, self.geometry)
        rules = tuple(self.constraints)
        object.__setattr__(self, "constraints", tuple(rule.on(self.geometry, rules) for rule in rules))

    @classmethod
    def parse(
        cls,
        text: PuzzleLike,
        geometry: Geometry | None = None,
        *,
        format: str | None = None,
        alphabet: str | None = None,
    ) -> Puzzle:
        """The one puzzle in *text*, in any format that can be detected (or the one named); or as `of`.

        Without *geometry* the board follows from the number of cells. A CpSudokuWarning says where the text has
        drawings or rules in prose, so that rules may be missing. Raises NotationError, or WrongInput for no text.
        """
        if not isinstance(text, str):
            return cls.of(text, geometry)
        return hooks.reader().read_puzzle(text, geometry, format, alphabet)

    @classmethod
    def of(cls, given: PuzzleLike, geometry: Geometry | None = None) -> Puzzle:
        """The puzzle in what a user hands in; every public function takes its puzzles so.

        *given* is a Puzzle, a Solution (every cell a clue), a text in any format, n lists of n numbers with 0 or None
        for empty, a numpy array of shape (n, n), or a data frame of that shape. Raises NotationError where such a thing
        holds no puzzle, and WrongInput for anything else.
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
    def trusted(cls, cells: bytes, geometry: Geometry, constraints: tuple[Any, ...] = ()) -> Puzzle:
        """A puzzle with valid cells and placed constraints, which are not checked. For readers and kernels."""
        self = object.__new__(cls)
        self.__dict__.update(cells=cells, geometry=geometry, constraints=constraints)
        return self

    def under(self, constraints: Iterable[Any]) -> Puzzle:
        """The same clues under these constraints and no others."""
        return Puzzle(self.cells, self.geometry, tuple(constraints)).with_rules_read(self.rules_read)

    @property
    def rules_read(self) -> str:
        """Of a puzzle that was read: `complete`; `guessed` from drawings and prose; `missing`, some may not be read."""
        found: str = self.__dict__.get("_rules_read", COMPLETE)
        return found

    def with_rules_read(self, how: str) -> Puzzle:
        """This puzzle, with `rules_read` set, which does not count for equality."""
        if how != self.rules_read:
            self.__dict__["_rules_read"] = how
        return self

    @property
    def houses_only(self) -> bool:
        """True where every rule is a house of n cells, as short cuts, kernels and most engines require."""
        return not self.constraints and self.geometry.layout is None

    def must_be_houses_only(self, who: str) -> Puzzle:
        """The puzzle itself where `houses_only`, else UsageError: *who* cannot serve it, and which rule it is."""
        why = self.beyond_houses(who)
        if why:
            raise UsageError(why)
        return self

    def beyond_houses(self, who: str) -> str:
        """Why *who*, which supports houses only, cannot take the puzzle; empty where it can."""
        if self.constraints:
            first, more = self.constraints[0], len(self.constraints) - 1
            others = f" (and {more} more)" if more else ""
            has = f"the puzzle has {first.describe()}{others}"
            return f"{who} cannot serve constraints; {has}; accepted: puzzles of clues alone"
        if self.geometry.layout is not None:
            return f"{who} needs a square board whose houses hold every digit; this is {self.geometry}"
        return ""

    def is_solved_by(self, grid: PuzzleLike | bytes) -> bool:
        """Whether the full *grid* satisfies every clue, house and constraint, by their definitions alone.

        *grid* is an argument of `of`, or one byte a cell as in `cells`; a grid with an empty cell is no solution.
        Raises NotationError for a grid of another board, and WrongInput for anything else.
        """
        geometry = self.geometry
        if isinstance(grid, bytes):
            _check_cells(grid, geometry)
        else:
            grid = Puzzle.of(grid, geometry).cells
        if 0 in grid:
            return False
        for clue, digit in zip(self.cells, grid):
            if clue and clue != digit:
                return False
        digit_of = grid.__getitem__
        for house in geometry.houses:
            if len(set(map(digit_of, house.cells))) < len(house.cells):
                return False
        shift = geometry.lo - 1
        values = [digit + shift for digit in grid]
        return all(constraint.holds(values) for constraint in self.constraints)

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
        cells, found = self.cells, []
        for house in self.geometry.houses:
            first: dict[Digit, Cell] = {}
            for cell in house.cells:
                digit = cells[cell]
                if digit and first.setdefault(digit, cell) != cell:
                    found.append((first[digit], cell))
        return min(found, default=None)

    def only(self, kept: Sequence[Cell]) -> Puzzle:
        """The puzzle with only the clues of the cells *kept*."""
        cells = bytearray(len(self.cells))
        for cell in kept:
            cells[cell] = self.cells[cell]
        return Puzzle.trusted(bytes(cells), self.geometry, self.constraints)


@dataclass(frozen=True, repr=False)
class Solution(_Cells):
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
            if len(set(digits)) != len(digits) or 0 in digits:
                raise NotASolution(f"{house.name} holds {' '.join(map(str, digits))}; it must hold 1 to {n} once each")

    @classmethod
    def parse(
        cls,
        text: PuzzleLike,
        geometry: Geometry | None = None,
        *,
        format: str | None = None,
        alphabet: str | None = None,
    ) -> Solution:
        """The one filled grid in *text*, or as `of`. Raises NotationError, NotASolution, or WrongInput for no text."""
        puzzle = Puzzle.parse(text, geometry, format=format, alphabet=alphabet)
        return cls(puzzle.cells, puzzle.geometry)

    @classmethod
    def of(cls, given: PuzzleLike, geometry: Geometry | None = None) -> Solution:
        """The filled grid in what a user hands in, as `Puzzle.of`; NotASolution where a cell is empty or wrong."""
        if isinstance(given, Solution) and geometry in (None, given.geometry):
            return given
        puzzle = Puzzle.of(given, geometry)
        if puzzle.constraints:
            raise UsageError(
                f"a grid alone has no rules beyond houses; the puzzle has {puzzle.constraints[0].describe()}; "
                "accepted: a filled grid"
            )
        return cls(puzzle.cells, puzzle.geometry)

    @classmethod
    def trusted(cls, cells: bytes, geometry: Geometry) -> Solution:
        """A solution that has been checked already. For engines and kernels."""
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


class Array(Protocol):
    """The part of a numpy array that is used."""

    @property
    def ndim(self) -> int: ...

    def tolist(self) -> Any: ...


PuzzleLike = Puzzle | Solution | str | Sequence[Sequence[int | str | None]] | Sequence[Array] | Array
"""What `Puzzle.of` takes."""


def _check_cells(cells: bytes, geometry: Geometry) -> None:
    if isinstance(cells, str):
        raise WrongInput(f"{cells[:20]!r} is a text, not bytes; accepted: a byte a cell, or Puzzle.parse(text)")
    if len(cells) != geometry.size:
        raise NotationError(f"{len(cells)} cells; a {geometry.rows}x{geometry.columns} board has {geometry.size}")
    if max(cells) > geometry.side:
        cell = next(cell for cell, digit in enumerate(cells) if digit > geometry.side)
        raise NotationError(f"digit {cells[cell]} in {geometry.name_of(cell)}; digits are 1 to {geometry.side}")


def grid_text(cells: Sequence[int], geometry: Geometry) -> str:
    """The grid over several lines, boxes set apart by lines (other boards: without)."""
    n, columns, lo, plain = geometry.side, geometry.columns, geometry.lo, geometry.layout is None
    names = [".", *(DEFAULT.symbol(digit, n) if plain else str(digit + lo - 1) for digit in range(1, n + 1))]
    width = len(names[-1])
    symbols = [names[digit].rjust(width) for digit in cells]
    boxed = plain and geometry.regions is None
    step = geometry.box_cols if boxed else columns
    lines = []
    for first in range(0, len(symbols), columns):
        parts = [" ".join(symbols[at : at + step]) for at in range(first, first + columns, step)]
        if first and boxed and first // columns % geometry.box_rows == 0:
            lines.append(
                "+".join("-" * (len(part) + (2 if 0 < k < len(parts) - 1 else 1)) for k, part in enumerate(parts))
            )
        lines.append(" | ".join(parts))
    return "\n".join(lines)
