"""Connectivity: all cells with some digits hang together."""

from __future__ import annotations

from cpsudoku.constraints import forms, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import NumberList, constraint, part
from cpsudoku.constraints.patterns import neighbour_lists
from cpsudoku.constraints.primitives import Aux, Clause, Defines, Is, Literal, Statement


@constraint
class Connected(Constraint):
    """The cells that contain one of *values* are orthogonally connected; there may be none."""

    word = "connected"
    determined = False
    values: NumberList = part(forms.Numbers())

    def holds(self, values: Values) -> bool:
        inside = {cell for cell, value in enumerate(values) if value is None or value in self.values}
        sure = {cell for cell, value in enumerate(values) if value is not None and value in self.values}
        if not sure:
            return True
        neighbours = neighbour_lists(self.board)
        first = min(sure)
        seen, front = {first}, [first]
        while front:
            fresh = {b for a in front for b in neighbours[a] if b in inside} - seen
            seen |= fresh
            front = list(fresh)
        return sure <= seen

    def statement(self) -> Statement:
        """A root among the cells; ("near", c, k): the cell is inside and within k steps of it, through such cells.

        A connected graph of radius r has an induced path of 2r - 1 cells (Erdos, Saks, Sos 1986), which uses at most
        three of every 2x2 square: that bounds k.
        """
        board, size = self.board, self.board.size
        steps = ((3 * size + 3) // 4 + board.rows + board.columns + 2) // 2
        neighbours = neighbour_lists(board)
        digits = [value for value in dict.fromkeys(self.values) if value in self.digits]
        clauses: list[tuple[Literal, ...]] = []
        for cell in range(size):
            clauses += [(Is(cell, digit, False), Aux(("in", cell))) for digit in digits]
            clauses.append((Aux(("in", cell), False), *(Is(cell, digit) for digit in digits)))
            clauses += [(Aux(("near", cell, 0), False), Aux(("near", other, 0), False)) for other in range(cell)]
            clauses.append((Aux(("near", cell, 0), False), Aux(("in", cell))))
            for k in range(1, steps + 1):
                here = Aux(("near", cell, k))
                clauses.append((~here, Aux(("in", cell))))
                before = (Aux(("near", other, k - 1)) for other in (cell, *neighbours[cell]))
                clauses.append((~here, *before))
        ends = tuple(Clause((Aux(("in", cell), False), Aux(("near", cell, steps)))) for cell in range(size))
        return (Defines(tuple(clauses)), *ends)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note(f"cells with {' '.join(map(str, self.values))} are connected"),)
