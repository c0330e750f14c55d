"""A formula reduced by the givens of one puzzle: what they decide directly is not stated at all.

A given makes its own candidate true, and false the other digits of its cell and its digit in the houses around. Groups
that hold a true candidate are dropped, false ones are left out of the others, and variables are numbered anew. Nothing
is propagated further: that is the solver's.

Source: Kwon and Jain, Optimized CNF Encoding for Sudoku Puzzles, LPAR 2006.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.collector import collector_paused
from cpsudoku.formula.clauses import Formula, formula, must_fit, once, over_atoms
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import Group, rules
from cpsudoku.formula.variables import CellVariables


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
