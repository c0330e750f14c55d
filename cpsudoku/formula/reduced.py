"""Formulas reduced to what one puzzle leaves open.

By its givens (`formula_for`): a given makes its own candidate true, and false the other digits of its cell and its
digit in the houses around. Groups that hold a true candidate are dropped, false ones are left out of the others, and
variables are numbered anew. Nothing is propagated further: that is the solver's. Source: Kwon and Jain, Optimized CNF
Encoding for Sudoku Puzzles, LPAR 2006.

By singles (`reduced`), for large boards: the full pairwise formula of a 100x100 board has 198 million clauses. After
singles, and with the common cells of a line and a box as variables that both houses share (the triads of Dillon's
tdoku on any board), a 64x64 board with a quarter of its cells given takes some two million.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.collector import collector_paused
from cpsudoku.formula.clauses import Formula, formula, must_fit, once, over_atoms
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import Group, rules
from cpsudoku.formula.variables import CellVariables
from cpsudoku.kernels.general.residual import clause_count, feed, shared_groups

SLICE = 100
"""Groups between two checks of the clock; some 100,000 clauses on an open 64x64 board."""


class Open(CellVariables):
    """The cell variables of a reduced formula: one for each candidate that the givens leave, in order.

    A given takes no literal.
    """

    per_cell = 0

    def __init__(self, side: int, cells: bytes = b"", candidates: Iterable[int] = ()) -> None:
        self.side, self.cells = side, cells
        self.candidates = list(candidates)
        self.number = {atom: k for k, atom in enumerate(self.candidates, start=1)}

    def count(self, cells: int) -> int:
        """See `CellVariables.count`."""
        return len(self.candidates)

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        """See `CellVariables.equals`; of a candidate that the givens refuse: a literal and its opposite."""
        if self.cells[cell]:
            return () if self.cells[cell] == digit else (1, -1)
        found = self.number.get(cell * self.side + digit)
        return (1, -1) if found is None else (found,)

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        """See `CellVariables.decode`."""
        grid = bytearray(self.cells)
        for x in model:
            if 0 < x <= len(self.candidates):
                cell, k = divmod(self.candidates[x - 1] - 1, self.side)
                grid[cell] = k + 1
        return bytes(grid)

    def said(self, variable: int) -> tuple[int, str]:
        """See `CellVariables.said`."""
        cell, k = divmod(self.candidates[variable - 1] - 1, self.side)
        return cell, f"={k + 1}"


def formula_for(encoding: Encoding, geometry: Geometry, cells: bytes) -> Formula:
    """The formula in which this puzzle is put: the one of its board, or, where `givens` says so, one of its own.

    Raises as `clauses.formula` does.
    """
    if encoding.givens != "reduce":
        return formula(encoding, geometry)
    stated = rules(encoding, geometry)
    with collector_paused():
        groups, refused = open_groups(stated.groups, geometry, cells)
        must_fit(groups, encoding, geometry)
        candidates = [atom for atom in range(1, geometry.size * geometry.side + 1) if atom not in refused]
        variables = Open(geometry.side, cells, candidates)
        number = dict(variables.number)
        for atom in range(geometry.size * geometry.side + 1, stated.atoms + 1):
            number[atom] = len(number) + 1
        renamed = [
            Group(kind, tuple([number[x] if x > 0 else -number[-x] for x in members])) for kind, members in groups
        ]
        clauses, atmosts, last = over_atoms(renamed, len(number), encoding)
        if encoding.duplicates == "drop":
            clauses = once(clauses)
    return Formula(encoding, geometry, clauses, atmosts, last, variables)


def stated_for(encoding: Encoding, geometry: Geometry, cells: bytes) -> tuple[list[list[int]], int]:
    """The clauses of a reduced formula and its greatest variable, candidates numbered as on the empty board."""
    stated = rules(encoding, geometry)
    groups, _ = open_groups(stated.groups, geometry, cells)
    clauses, _, last = over_atoms(groups, stated.atoms, encoding)
    return clauses, last


def open_groups(groups: Iterable[Group], geometry: Geometry, cells: bytes) -> tuple[list[Group], set[int]]:
    """(what of the groups the givens leave open, the candidates that they decide).

    A contradiction between givens stays one: a group whose members are all false is an empty one.
    """
    n = geometry.side
    true = {cell * n + digit for cell, digit in enumerate(cells) if digit}
    refused = set(_refused(geometry, cells))
    clash = true & refused
    found = [Group("at-least-one", ()) for _ in clash]
    for kind, members in groups:
        check_deadline()
        left = tuple([x for x in members if x not in true and x not in refused])
        if any(x in true for x in members):
            if kind != "at-least-one":  # what is left there is not of cells: whether an intersection has the digit
                found += [Group("at-least-one", (-x,)) for x in left]
        elif left or kind != "at-most-one":
            found.append(Group(kind, left))
    return found, true | refused


def _refused(geometry: Geometry, cells: bytes) -> Iterator[int]:
    """The candidates that givens see."""
    n = geometry.side
    for cell, digit in enumerate(cells):
        if digit:
            yield from (cell * n + other for other in range(1, n + 1) if other != digit)
            yield from (peer * n + digit for peer in geometry.peers[cell])


class ReducedFormula(NamedTuple):
    """A formula in exactly-one groups of literals.

    Variable v up to `len(candidates)` says that candidate `candidates[v-1]` (`cell * n + digit - 1`) holds;
    the variables behind are intersections, which the candidates determine.
    """

    candidates: list[int]
    groups: list[list[int]]
    variables: int

    @property
    def clauses(self) -> int:
        """How many clauses `feed` hands out."""
        return int(clause_count(self.groups))

    def feed(self, add: Callable[[list[int]], object]) -> None:
        """Hand each clause to *add*, which must copy what it keeps: the list is used again.

        Raises BudgetSpent at a deadline (see `budget.until`).
        """
        for at in range(0, len(self.groups), SLICE):
            check_deadline()
            feed(self.groups[at : at + SLICE], add)


def reduced(geometry: Geometry, candidates: list[int]) -> ReducedFormula:
    """The formula over the open *candidates* of a board whose singles are exhausted.

    Every cell, and every house for each digit not placed in it, must be open in two candidates or
    more; variables are numbered in the order given.
    """
    board_boxes = bytes(map(geometry.box_of, range(geometry.size)))
    extras = [house.cells for house in geometry.houses if house.kind == "extra"]
    groups, variables = shared_groups(candidates, geometry.side, board_boxes, extras)
    return ReducedFormula(candidates, groups, variables)
