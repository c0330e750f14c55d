"""What rules of target "cp" may state of the cells of a house: kinds of their own, beside those of single digits.

A kind knows the variables it needs, what it adds, its words in MiniZinc and its statement for CP-SAT. Adding one: a
class and a line in CELL_KINDS.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

from cpsudoku.budget import check_deadline

Cells = Sequence[int]


class CpModel(Protocol):
    """A model of CP-SAT: `cells` are its integers, or `atoms` the Booleans it has, by `cell * side + digit`."""

    cp: Any
    side: int
    cells: list[Any]
    atoms: dict[int, Any]

    def inside(self, cell: int, low: int, high: int) -> Any:
        """A Boolean that says whether *cell* holds a digit from *low* to *high*; one for all houses."""
        ...


class CellKind(ABC):
    """`variables` is the word for cell variables that it needs; `library` the file of MiniZinc's that defines it."""

    variables: str
    library = ""

    def added(self, houses: Sequence[Cells], side: int) -> int:
        """How many auxiliary variables it takes for these houses, together."""
        return 0

    @abstractmethod
    def minizinc(self, cells: Cells, side: int) -> list[str]:
        """Constraints over `x[cell + 1]`, or for direct variables over `x[cell * side + digit]`."""

    @abstractmethod
    def cp_sat(self, model: CpModel, cells: Cells) -> None:
        """Add it to a model of CP-SAT."""


class AllDifferent(CellKind):
    """The cells hold different digits; how far that is propagated is the solver's choice."""

    variables = "integer"
    library = "all_different.mzn"

    def minizinc(self, cells: Cells, side: int) -> list[str]:
        return [f"all_different({_listed(cells)})"]

    def cp_sat(self, model: CpModel, cells: Cells) -> None:
        model.cp.add_all_different([model.cells[cell] for cell in cells])


class Inverse(CellKind):
    """Cells and digits change roles: a variable a digit says in which cell of the house it is.

    Source: Hnich, Smith and Walsh, Dual Modelling of Permutation and Injection Problems, JAIR 2004.
    """

    variables = "integer"
    library = "inverse.mzn"

    def added(self, houses: Sequence[Cells], side: int) -> int:
        return len(houses) * side

    def minizinc(self, cells: Cells, side: int) -> list[str]:
        places = f"array[1..{side}] of var 1..{len(cells)}: places"
        return [f"let {{ {places} }} in inverse({_listed(cells)}, places)"]

    def cp_sat(self, model: CpModel, cells: Cells) -> None:
        nought = model.cp.new_constant(0)  # both arrays count from 0, digits and places from 1
        places = [model.cp.new_int_var(1, len(cells), "") for _ in range(model.side)]
        model.cp.add_inverse([nought, *(model.cells[cell] for cell in cells)], [nought, *places])


class HallIntervals(CellKind):
    """Of the cells as many hold a digit of an interval as it has digits; a Boolean a cell and interval.

    Propagates bounds consistency. Source: Bessiere, Katsirelos, Narodytska, Quimper and Walsh, IJCAI 2009.
    """

    variables = "integer"

    def added(self, houses: Sequence[Cells], side: int) -> int:
        return len({cell for cells in houses for cell in cells}) * len(intervals(side))

    def minizinc(self, cells: Cells, side: int) -> list[str]:
        return [
            f"sum([{', '.join(f'x[{cell + 1}] in {low}..{high}' for cell in cells)}]) = {high - low + 1}"
            for low, high in intervals(side)
        ]

    def cp_sat(self, model: CpModel, cells: Cells) -> None:
        for low, high in intervals(model.side):
            check_deadline()
            model.cp.add(sum(model.inside(cell, low, high) for cell in cells) == high - low + 1)


class Matching(CellKind):
    """Cells and digits are matched, and an edge that is in no perfect matching is taken away.

    For other solvers than CP-SAT: each cell has one digit, and each digit one cell, which is the same, propagated less.
    Source: Regin, A Filtering Algorithm for Constraints of Difference in CSPs, AAAI 1994.
    """

    variables = "direct"

    def minizinc(self, cells: Cells, side: int) -> list[str]:
        return [f"sum([{', '.join(f'x[{atom}]' for atom in row)}]) = 1" for row in rows(cells, side)]

    def cp_sat(self, model: CpModel, cells: Cells) -> None:
        """A circuit through all cells and digits: from a cell to its digit, from there to the next cell.

        Every perfect matching makes exactly one such circuit, of arcs that share their literals. CP-SAT filters
        circuits by Regin's algorithm where `use_all_different_for_circuit` is set, all-different itself it does not.
        """
        n = len(cells)
        arcs = []
        for k, cell in enumerate(cells):
            for digit in range(1, model.side + 1):
                literal = model.atoms.get(cell * model.side + digit)
                if literal is not None:
                    arcs += [(k, n + digit - 1, literal), (n + digit - 1, (k + 1) % n, literal)]
        model.cp.add_circuit(arcs)


def intervals(side: int) -> list[tuple[int, int]]:
    """(lowest, highest) digit of every interval but the one of all digits."""
    every = [(low, high) for low in range(1, side + 1) for high in range(low, side + 1)]
    return [(low, high) for low, high in every if high - low + 1 < side]


def rows(cells: Cells, side: int) -> list[list[int]]:
    """The atoms (`cell * side + digit`) of each cell, then of each digit."""
    of_cells = [[cell * side + digit for digit in range(1, side + 1)] for cell in cells]
    return of_cells + [list(column) for column in zip(*of_cells)]


def _listed(cells: Cells) -> str:
    return f"[{', '.join(f'x[{cell + 1}]' for cell in cells)}]"


CELL_KINDS: dict[str, CellKind] = {
    "all-different": AllDifferent(),
    "inverse": Inverse(),
    "hall-intervals": HallIntervals(),
    "matching": Matching(),
}
"""Kind by the word definitions use."""
