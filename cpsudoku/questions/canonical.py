"""The canonical form of a puzzle, the same for all isomorphic puzzles, and its automorphisms.

Two puzzles are essentially the same where a *move* of the board and a renaming of digits turn one
into the other. Moves take rows to rows and columns to columns (or exchange the two), and every
house to a house of its kind: on the classic board transposition and the exchange of bands, stacks,
rows of a band and columns of a stack, 2 * 6^8 in all. The canonical form is the least of all
puzzles reached so, compared cell by cell, empty = 0.

Plain boxes up to side 25 go through a kernel (`kernels.classic.canonical`). For jigsaws and extra houses
the moves of the board are few; they are found once and all tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.board import hooks
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.errors import UsageError
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.canonical_stands import MAX_SIDE

if TYPE_CHECKING:
    import numpy as np

MAX_BRANCHES = 5_000_000
"""Orders tried for one puzzle before the kernel gives up (boards beyond 9x9 that are nearly full or empty)."""
MAX_MOVES = 100_000
"""A board of another kind with more moves than this is refused."""
CHUNK = 1_000


class CanonicalForm(NamedTuple):
    """`puzzle` is the least of all puzzles essentially the same; `automorphisms` moves leave it as it is.

    The identity counts, so `automorphisms` is 1 for a puzzle without symmetry. A move counts once,
    whatever the renaming that goes with it.
    """

    puzzle: Puzzle
    automorphisms: int

    @property
    def word(self) -> str:
        """The verdict: it has this canonical form."""
        return "canonical"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {"verdict": self.word, "canonical": self.puzzle.line(), "automorphisms": self.automorphisms}

    def _repr_svg_(self) -> str | None:
        return self.puzzle._repr_svg_()

    def _repr_html_(self) -> str | None:
        return hooks.painter().html_of(self)


def canonical_form(puzzle: PuzzleLike) -> CanonicalForm:
    """The canonical form of a puzzle or grid.

    Raises NotationError for an unreadable text; UsageError where there is no form: plain boxes with a digit
    twice in a row or column, large boards nearly full or nearly empty, boards with too many moves.
    """
    return next(canonical_forms([puzzle]))


def canonical_forms(puzzles: Iterable[PuzzleLike]) -> Iterator[CanonicalForm]:
    """`canonical_form` of each, in order; quicker than one by one. Works through 1,000 at a time."""
    return _all_forms(iter(stream_of(puzzles, "canonical_forms")))


def _all_forms(source: Iterator[PuzzleLike]) -> Iterator[CanonicalForm]:
    while part := [Puzzle.of(puzzle).must_be_houses_only("the canonical form") for puzzle in islice(source, CHUNK)]:
        for geometry, run in groupby(part, attrgetter("geometry")):
            cells = [puzzle.cells for puzzle in run]
            yield from map(forms_of(geometry, b"".join(cells)).form, range(len(cells)))


def same(first: PuzzleLike, second: PuzzleLike) -> bool:
    """Are the two essentially the same?"""
    a, b = canonical_forms([first, second])
    return a == b


@dataclass(frozen=True, slots=True)
class Forms:
    """Canonical forms of a block: `cells` one after the other, zeros where there is none, and `automorphisms` of each,
    0 or less where there is none; `refused` says why no puzzle of this board has one."""

    geometry: Geometry
    cells: bytes
    automorphisms: Sequence[int]
    refused: str = ""

    def why(self, index: int) -> str:
        """Why a puzzle has no form; empty where it has one."""
        number = self.automorphisms[index]
        if number > 0:
            return ""
        if number < 0:
            return f"{self.geometry}: a puzzle with a digit twice in a row or column has no canonical form"
        return self.refused or f"{self.geometry}: this puzzle has too many orders to try for a canonical form"

    def form(self, index: int) -> CanonicalForm:
        """That of a puzzle. Raises UsageError where there is none."""
        why = self.why(index)
        if why:
            raise UsageError(why)
        size = self.geometry.size
        form = self.cells[size * index : size * index + size]
        return CanonicalForm(Puzzle.trusted(form, self.geometry), self.automorphisms[index])


def forms_of(geometry: Geometry, cells: bytes) -> Forms:
    """The canonical forms of a block of puzzles."""
    size = geometry.size
    if geometry.regions is None and not geometry.extras and geometry.side <= MAX_SIDE:
        return Forms(geometry, *Canonizer(geometry.box_rows, geometry.box_cols, MAX_BRANCHES).batch(cells))
    none = [0] * (len(cells) // size)
    try:
        if geometry.side > MAX_SIDE and geometry.regions is None and not geometry.extras:
            raise UsageError(f"canonical forms of plain boards go up to side {MAX_SIDE}; this one has {geometry.side}")
        table = moves(geometry)
    except UsageError as error:
        return Forms(geometry, bytes(len(cells)), none, str(error))
    found = [_least(cells[at : at + size], table) for at in range(0, len(cells), size)]
    return Forms(geometry, b"".join([form for form, _ in found]), [number for _, number in found])


def _least(cells: bytes, table: np.ndarray) -> tuple[bytes, int]:
    """The least puzzle the moves in *table* reach, and how many reach it: cell by cell, keeping the best moves."""
    import numpy as np

    digits = np.frombuffer(cells, dtype=np.uint8)
    kept = np.arange(len(table))
    names = np.zeros((len(table), int(max(cells)) + 1), dtype=np.uint8)
    last = np.zeros(len(table), dtype=np.uint8)  # names given, for each move
    form = bytearray()
    for position in range(len(cells)):
        found = digits[table[kept, position]]
        rows = np.arange(len(kept))
        new = (found > 0) & (names[rows, found] == 0)
        last = last + new
        names[rows[new], found[new]] = last[new]
        values = names[rows, found]
        least = values.min()
        form.append(int(least))
        chosen = values == least
        if not chosen.all():
            kept, names, last = kept[chosen], names[chosen], last[chosen]
    return bytes(form), len(kept)


@lru_cache(maxsize=16)
def moves(geometry: Geometry) -> np.ndarray:
    """All moves of a board: an array (moves, cells), the cell whose content comes to each cell.

    Rows and columns are placed one after another, alternately; regions, and extra houses that do not
    overlap, must map one to one all the way. Raises UsageError beyond 100,000 moves.
    """
    import numpy as np

    found: list[list[Cell]] = []
    for transposed in (False, True):
        for move in _Placement(geometry, transposed).moves():
            found.append(move)
            if len(found) > MAX_MOVES:
                raise UsageError(f"a {geometry} board has more than {MAX_MOVES:,} moves; no canonical forms")
    table = np.array(found, dtype=np.uint16)
    table.setflags(write=False)  # every caller gets this one
    return table


class _Placement:
    """Search for the moves of a board: `source[line]` is the line whose content comes to a line."""

    def __init__(self, geometry: Geometry, transposed: bool) -> None:
        self.geometry, self.transposed = geometry, transposed
        n = self.side = geometry.side
        kinds: dict[str, list[frozenset[Cell]]] = {}
        for index, house in enumerate(geometry.houses[2 * n :]):  # extra houses follow in the order of their names
            kind = "box" if index < n else _family(house.name)
            kinds.setdefault(kind, []).append(frozenset(house.cells))
        self.families = list(kinds.values())
        self.labels: list[list[int]] = []  # of each family without overlaps, the house of each cell
        self.depth = [0] * geometry.size  # houses of a cell
        for houses in self.families:
            count = Counter(cell for house in houses for cell in house)
            self.depth = [deep * (len(houses) + 1) + count[cell] for cell, deep in enumerate(self.depth)]
            if max(count.values()) == 1:
                label = [-1] * geometry.size
                for number, members in enumerate(houses):
                    for cell in members:
                        label[cell] = number
                self.labels.append(label)

    def moves(self) -> Iterator[list[Cell]]:
        """Each move as the list of source cells."""
        return self._place([], [], [{} for _ in self.labels])

    def _cell(self, row: int, column: int) -> Cell:
        return column * self.side + row if self.transposed else row * self.side + column

    def _place(self, rows: list[int], columns: list[int], maps: list[dict[int, int]]) -> Iterator[list[Cell]]:
        n = self.side
        if len(columns) == n:
            move = [self._cell(row, column) for row in rows for column in columns]
            if all({frozenset(move[c] for c in house) for house in family} == set(family) for family in self.families):
                yield move
            return
        grown = rows if len(rows) == len(columns) else columns
        for line in range(n):
            if line in grown:
                continue
            grown.append(line)
            grown_maps = self._fits(rows, columns, maps)
            if grown_maps is not None:
                yield from self._place(rows, columns, grown_maps)
            grown.pop()

    def _fits(self, rows: list[int], columns: list[int], maps: list[dict[int, int]]) -> list[dict[int, int]] | None:
        """The maps of houses with the cells of the newest line, or None where they cannot go together."""
        n = self.side
        if len(rows) > len(columns):
            new = [(len(rows) - 1, column) for column in range(len(columns))]
        else:
            new = [(row, len(columns) - 1) for row in range(len(rows))]
        grown = [dict(known) for known in maps]
        for row, column in new:
            target, source = row * n + column, self._cell(rows[row], columns[column])
            if self.depth[target] != self.depth[source]:
                return None
            for known, label in zip(grown, self.labels):
                if known.setdefault(label[target], label[source]) != label[source]:
                    return None
        return None if any(len(set(known.values())) < len(known) for known in grown) else grown


def _family(name: str) -> str:
    """Houses of one kind: "window 3" -> "window", both diagonals -> "diagonal"."""
    return "diagonal" if name.endswith("diagonal") else name.rstrip(" 0123456789")
