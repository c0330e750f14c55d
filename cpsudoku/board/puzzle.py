"""A puzzle and a solution: immutable grids over a geometry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import index
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol

from cpsudoku.board import hooks
from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, Alphabet
from cpsudoku.board.arrays import as_numpy, grid_array, rows_of
from cpsudoku.board.coerce import grid_of
from cpsudoku.board.geometry import CLASSIC, Cell, Digit, Geometry
from cpsudoku.board.mixins import CopiedState, RichDisplay
from cpsudoku.errors import NoSuchCell, NotASolution, NotationError, UsageError, brief

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsudoku.constraints.base import Constraint
    from cpsudoku.constraints.forms import ConstraintList

NO_CONSTRAINTS: Any = ()


COMPLETE, GUESSED, MISSING = "complete", "guessed", "missing"
"""How the rules of a text were read."""


class _Cells(CopiedState, RichDisplay):
    """The text, list and array forms of a grid; its cells one by one, each a digit, or None where it is open."""

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

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Digit | None]:
        shift = self.geometry.lo - 1
        return (digit + shift if digit else None for digit in self.cells)

    def __getitem__(self, place: Cell | tuple[int, int] | str) -> Digit | None:
        """The digit of a cell: (row, column) from 0, a name such as `"r1c4"`, or its number. Raises NoSuchCell."""
        geometry = self.geometry
        try:
            if isinstance(place, str):
                cell = geometry.cell_named(place)
            elif isinstance(place, tuple):
                row, column = place
                cell = range(geometry.rows)[row] * geometry.columns + range(geometry.columns)[column]
            else:
                cell = range(geometry.size)[index(place)]
        except (TypeError, ValueError, IndexError):
            accepted = (
                f"[row, column] from [0, 0] to [{geometry.rows - 1}, {geometry.columns - 1}], or a name: ['r1c4']"
            )
            raise NoSuchCell(f"[{brief(place)}] is no cell of this board; accepted: {accepted}") from None
        digit = self.cells[cell]
        return digit + geometry.lo - 1 if digit else None

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
        return f"{name}({text!r})" if geometry == CLASSIC else f"{name}({text!r}, {geometry!r})"


@dataclass(frozen=True, repr=False, init=False)
class Puzzle(_Cells):
    """The clues and constraints of a puzzle. It may be contradictory, which `verify` decides.

        puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        puzzle[0, 1], puzzle["r1c3"]  # 3, None: an open cell

    Built from all that `of` takes, with *format* and *alphabet* as in `parse`, or from one byte a cell, row by row, as
    `cells` has them: 0 where there is no clue (digit - lo + 1 where digits start elsewhere). *constraints* are rules
    beyond houses, besides those that a text states: kinds of `cpsudoku.constraints`, each placed on this board.
    Raises NotationError for a text that is no puzzle, a wrong length or a digit beyond the side, WrongInput for what
    `of` does not take, ConstraintError for a constraint that does not fit the board.
    """

    cells: bytes
    geometry: Geometry = CLASSIC
    constraints: ConstraintList = NO_CONSTRAINTS

    def __init__(
        self,
        cells: PuzzleLike | bytes,
        geometry: Geometry | None = None,
        constraints: Iterable[Constraint] = NO_CONSTRAINTS,
        *,
        format: str | None = None,
        alphabet: str | None = None,
    ):
        rules: tuple[Constraint, ...] = tuple(constraints)
        if isinstance(cells, bytes):
            geometry = CLASSIC if geometry is None else geometry
            _check_cells(cells, geometry)
        else:
            read = Puzzle.parse(cells, geometry, format=format, alphabet=alphabet)
            cells, geometry, rules = read.cells, read.geometry, (*read.constraints, *rules)
            self.with_rules_read(read.rules_read)
        if rules:
            rules = tuple([rule.on(geometry, rules) for rule in rules])
        self.__dict__.update(cells=cells, geometry=geometry, constraints=rules)

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
    def load(
        cls,
        path: str | Path,
        geometry: Geometry | None = None,
        *,
        format: str | None = None,
        alphabet: str | None = None,
    ) -> Puzzle:
        """The one puzzle in a file of any format, gzipped or not; else as `parse`. `load_many` reads several.

        Raises NotationError, which names the file, also where it cannot be read.
        """
        return hooks.reader().load_puzzle(path, geometry, format, alphabet)

    @classmethod
    def of(cls, given: PuzzleLike, geometry: Geometry | None = None) -> Puzzle:
        """The puzzle in what a user hands in; every public function takes its puzzles so.

        *given* is a Puzzle, a Solution (every cell a clue), an answer that has a puzzle, such as `Generated`, a text in
        any format, a `pathlib.Path` of a file with one puzzle, n lists of n numbers or one list of n*n, with 0, None
        or "." for empty, a numpy array of shape (n, n) or (n*n,), or a data frame of that shape. Raises NotationError
        where such a thing holds no puzzle, and WrongInput for anything else.
        """
        if not isinstance(given, Puzzle):
            if isinstance(given, str):
                return cls.parse(given, geometry)
            if isinstance(given, PurePath):
                return cls.load(Path(given), geometry)
            held = getattr(given, "puzzle", None)
            if not isinstance(held, Puzzle):
                return cls.trusted(*grid_of(given, geometry))
            given = held
        if geometry is not None and given.geometry != geometry:
            raise NotationError(f"the puzzle is on a board of {given.geometry}; {geometry} was asked for")
        return given

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


@dataclass(frozen=True, repr=False, init=False)
class Solution(_Cells):
    """A filled grid in which every house is a permutation; another cannot be built (NotASolution).

    Built from all that `of` takes, or from one byte a cell, as in `Puzzle`.
    """

    cells: bytes
    geometry: Geometry = CLASSIC

    if TYPE_CHECKING:  # no cell is open

        def __iter__(self) -> Iterator[Digit]: ...

        def __getitem__(self, place: Cell | tuple[int, int] | str) -> Digit: ...

    def __init__(self, cells: PuzzleLike | bytes, geometry: Geometry | None = None):
        if not isinstance(cells, bytes):
            read = Solution.of(cells, geometry)
            self.__dict__.update(cells=read.cells, geometry=read.geometry)
            return
        geometry = CLASSIC if geometry is None else geometry
        _check_cells(cells, geometry)
        self.__dict__.update(cells=cells, geometry=geometry)
        n = geometry.side
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
        """The filled grid in what a user hands in, as `Puzzle.of`; of an answer its `solution`.

        Raises NotASolution where a cell is empty or wrong.
        """
        held = given if isinstance(given, Solution) else getattr(given, "solution", None)
        if isinstance(held, Solution) and geometry in (None, held.geometry):
            return held
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


class HasPuzzle(Protocol):
    """An answer that has a puzzle, such as `Generated` and `Rating`."""

    @property
    def puzzle(self) -> Puzzle | None: ...


class HasSolution(Protocol):
    """An answer that has a solution, such as `Unique`."""

    @property
    def solution(self) -> Solution | None: ...


_Entry = int | str | None
PuzzleLike = Puzzle | HasPuzzle | str | Path | Sequence[_Entry | Sequence[_Entry] | Array] | Array
"""What `Puzzle.of` takes."""


def _check_cells(cells: bytes, geometry: Geometry) -> None:
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
