"""The kinds of rules about cells (`formula.cell_kinds`) in CP-SAT's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cpsudoku.budget import check_deadline
from cpsudoku.formula.cell_kinds import intervals

House = Sequence[int]
"""The cells of a house."""


class Stated:
    """A model in the making: `cells` are its integers, or `atoms` the Booleans it has, by `cell * side + digit`."""

    def __init__(self, cp: Any, side: int, cells: Sequence[Any] = (), atoms: dict[int, Any] | None = None) -> None:
        self.cp, self.side, self.cells, self.atoms = cp, side, cells, atoms or {}
        self._inside: dict[tuple[int, int, int], Any] = {}

    def inside(self, cell: int, low: int, high: int) -> Any:
        """A Boolean that says whether *cell* holds a digit from *low* to *high*; one for all houses."""
        found = self._inside.get((cell, low, high))
        if found is None:
            from cpsudoku.engines.cp_library import CpLibrary

            check_deadline()
            found = self._inside[cell, low, high] = self.cp.new_bool_var("")
            rest = [digit for digit in range(1, self.side + 1) if not low <= digit <= high]
            domain = CpLibrary().domain
            within = domain(range(low, high + 1))
            self.cp.add_linear_expression_in_domain(self.cells[cell], within).only_enforce_if(found)
            self.cp.add_linear_expression_in_domain(self.cells[cell], domain(rest)).only_enforce_if(~found)
        return found


def all_different(model: Stated, house: House) -> None:
    """CP-SAT's own constraint."""
    model.cp.add_all_different([model.cells[cell] for cell in house])


def inverse(model: Stated, house: House) -> None:
    """The places of the digits beside the digits of the places."""
    nought = model.cp.new_constant(0)  # both arrays count from 0, digits and places from 1
    places = [model.cp.new_int_var(1, len(house), "") for _ in range(model.side)]
    model.cp.add_inverse([nought, *(model.cells[cell] for cell in house)], [nought, *places])


def hall_intervals(model: Stated, house: House) -> None:
    """A sum an interval."""
    for low, high in intervals(model.side):
        check_deadline()
        model.cp.add(sum(model.inside(cell, low, high) for cell in house) == high - low + 1)


def matching(model: Stated, house: House) -> None:
    """A circuit through all cells and digits: from a cell to its digit, from there to the next cell.

    Every perfect matching makes exactly one such circuit, of arcs that share their literals. What it is good for:
    CP-SAT filters circuits by Regin's algorithm where `use_all_different_for_circuit` is set, all-different itself
    it does not.
    """
    n = len(house)
    arcs = []
    for k, cell in enumerate(house):
        for digit in range(1, model.side + 1):
            literal = model.atoms.get(cell * model.side + digit)
            if literal is not None:
                arcs += [(k, n + digit - 1, literal), (n + digit - 1, (k + 1) % n, literal)]
    model.cp.add_circuit(arcs)


CP_KINDS: dict[str, Callable[[Stated, House], None]] = {
    "all-different": all_different,
    "inverse": inverse,
    "hall-intervals": hall_intervals,
    "matching": matching,
}
"""Kind by the word definitions use; those of `formula.cell_kinds`."""
