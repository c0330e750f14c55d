"""An encoding on a board, as groups with a kind: no clause yet.

SAT makes clauses of the groups (`formula.clauses`), CP-SAT a constraint of each (`engines.cp_sat`).

A rule is stated for a scope: a word that stands for groups of atoms. An atom is a statement with a number: "cell holds
digit" is `cell * n + digit` (1 .. n**3). Further atoms, "the common cells of this line and this box hold digit", follow
for every row or column, box, and digit, where line and box share at least two cells. (Where they share one cell, that
cell's atom does.) A negative number is the statement's negation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.formula.cell_kinds import CELL_KINDS

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

Atom = int
Atoms = tuple[Atom, ...]

HOUSES = {
    "row": ("row",),
    "column": ("column",),
    "box": ("box",),
    "extra": ("extra",),
    "house": ("row", "column", "box", "extra"),
}
"""Scopes that are houses, and the kinds of house of each. Jigsaw regions are boxes."""


class Piece(NamedTuple):
    """The common cells of a line and a box. "Some cell of it holds digit d" is atom `base + d`.

    `line` is "row" or "column". A piece of one cell is not `named`: its atoms are the cell's own.
    """

    line: str
    number: int
    box: int
    cells: tuple[int, ...]
    base: int
    named: bool


class NumberedBoard:
    """A geometry with its atoms numbered; one is made for each derivation."""

    def __init__(self, geometry: Geometry):
        self.geometry = geometry
        self.side = geometry.side

    def atoms(self) -> int:
        """How many atoms are numbered, those of intersections included once they are used."""
        pieces: list[Piece] = self.__dict__.get("pieces", [])
        return self.geometry.size * self.side + self.side * sum(piece.named for piece in pieces)

    def house_cells(self, scope: str) -> list[tuple[int, ...]]:
        """The cells of each house of a scope."""
        return [house.cells for house in self.geometry.houses if house.kind in HOUSES[scope]]

    def holds(self, cells: tuple[int, ...], digit: int) -> Atoms:
        """The atoms "this cell holds *digit*"."""
        n = self.side
        return tuple([cell * n + digit for cell in cells])

    @cached_property
    def pieces(self) -> list[Piece]:
        """The intersections of rows, then of columns, with boxes."""
        board, n = self.geometry, self.side
        common: dict[tuple[str, int, int], list[int]] = {}
        for line, number_of in (("row", board.row_of), ("column", board.column_of)):
            for cell in sorted(range(board.size), key=lambda cell: (number_of(cell), board.box_of(cell), cell)):
                common.setdefault((line, number_of(cell), board.box_of(cell)), []).append(cell)
        found, base = [], board.size * n
        for (line, number, box), cells in common.items():
            named = len(cells) > 1
            found.append(Piece(line, number, box, tuple(cells), base if named else cells[0] * n, named))
            base += n * named
        return found


def _cells(board: NumberedBoard) -> Iterator[Atoms]:
    n = board.side
    for base in range(1, board.geometry.size * n, n):
        yield tuple(range(base, base + n))


def _houses(scope: str) -> Callable[[NumberedBoard], Iterator[Atoms]]:
    def groups(board: NumberedBoard) -> Iterator[Atoms]:
        for cells in board.house_cells(scope):
            for digit in range(1, board.side + 1):
                yield board.holds(cells, digit)

    return groups


def _intersections(board: NumberedBoard) -> Iterator[Atoms]:
    for piece in board.pieces:
        if piece.named:
            for digit in range(1, board.side + 1):
                yield (-(piece.base + digit), *board.holds(piece.cells, digit))


def _pieces(line: str, owner: Callable[[Piece], int]) -> Callable[[NumberedBoard], Iterator[Atoms]]:
    """A house as its pieces along one kind of line; *owner* is the house a piece belongs to."""

    def groups(board: NumberedBoard) -> Iterator[Atoms]:
        bases: dict[int, list[int]] = {}
        for piece in board.pieces:
            if piece.line == line:
                bases.setdefault(owner(piece), []).append(piece.base)
        for house in bases.values():
            for digit in range(1, board.side + 1):
                yield tuple([base + digit for base in house])

    return groups


SCOPES: dict[str, Callable[[NumberedBoard], Iterator[Atoms]]] = {
    "cell": _cells,
    **{scope: _houses(scope) for scope in HOUSES},
    "intersection": _intersections,
    "row by boxes": _pieces("row", attrgetter("number")),
    "column by boxes": _pieces("column", attrgetter("number")),
    "box by rows": _pieces("row", attrgetter("box")),
    "box by columns": _pieces("column", attrgetter("box")),
}
"""Groups of atoms by the word definitions use; `encodings/README.md` explains each."""

PIECEWISE = frozenset(SCOPES) - {"cell", *HOUSES}
"""The scopes that speak of intersection atoms."""


class Group(NamedTuple):
    """`kind` holds for `members`: atoms (see the module), or cells where the kind is one of `cell_kinds`."""

    kind: str
    members: tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """All groups, rule by rule in the definition's order; `atoms` statements are numbered from 1."""

    encoding: Encoding
    geometry: Geometry
    groups: tuple[Group, ...]
    atoms: int

    @property
    def variables(self) -> int:
        """How many variables a solver of target "cp" is given: cells, intersections and what kinds add."""
        cells = self.geometry.size if self.encoding.variables == "integer" else self.atoms
        side = self.geometry.side
        houses: dict[str, list[tuple[int, ...]]] = {}
        for kind, members in self.groups:
            if kind in CELL_KINDS:
                houses.setdefault(kind, []).append(members)
        return cells + sum(CELL_KINDS[kind].added(of_kind, side) for kind, of_kind in houses.items())


@lru_cache(maxsize=16)
def rules(encoding: Encoding, geometry: Geometry) -> Rules:
    """The groups of an encoding on a board. Every geometry has them.

    Jigsaw regions are boxes; an extra house is in the scopes "extra" and "house", and intersections
    are those of rows and columns with boxes only.
    """
    board = NumberedBoard(geometry)
    return Rules(encoding, geometry, tuple(groups(encoding, board)), board.atoms())


def groups(encoding: Encoding, board: NumberedBoard) -> Iterator[Group]:
    """The groups one at a time, for callers that need each once: those of a 100x100 board fill memory."""
    for rule in encoding.rules:
        members = board.house_cells(rule.scope) if rule.kind in CELL_KINDS else SCOPES[rule.scope](board)
        for group in members:
            check_deadline()
            yield Group(rule.kind, group)
