"""Kinds that hold everywhere on the board: chess moves, connectivity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.different import DifferentRule
from cpsudoku.constraints.forms import NumberList, constraint, part
from cpsudoku.constraints.patterns import at_offsets, neighbour_lists
from cpsudoku.constraints.primitives import Aux, Clause, Defines, Is, Literal, Statement
from cpsudoku.errors import ConstraintError


@constraint
class AntiKing(DifferentRule):
    """Cells that touch at a corner cannot contain the same digit."""

    advice = "From each digit, strike out the diagonal neighbours in the boxes beside its own."
    keys = (
        fpuzzles.Flag("antiking"),
        iss.Bare("AntiKing"),
        artwork.Drawn(
            "anti_king",
            r"anti-?king|(?=.*\bking('s)?\b)(?=.*(not\b|never|cannot|can't|differ|\bno\b))|"
            r"(?=.*(diagonally (adjacent|touching|next)|touch diagonally))(?=.*(same|equal|identical"
            r"|repeat))(?=.*(not\b|never|cannot|can't))",
            "board",
        ),
    )

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 1), (1, -1)))


@constraint
class AntiKnight(DifferentRule):
    """Cells a knight's move apart cannot contain the same digit."""

    advice = "From each digit, strike out the cells a knight's move away, as you do in its row, column and box."
    keys = (
        fpuzzles.Flag("antiknight"),
        iss.Bare("AntiKnight"),
        artwork.Drawn(
            "anti_knight", r"anti-?knight|(?=.*\bknight)(?=.*(not\b|never|cannot|can't|differ|\bno\b))", "board"
        ),
    )

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 2), (2, 1), (1, -2), (2, -1)))


@constraint
class AntiTaxicab(Constraint):
    """Two cells that contain the digit d cannot be exactly d orthogonal steps apart."""

    keys = (iss.Bare("AntiTaxicab"),)

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        n = self.board.columns
        for a, b in combinations(range(self.board.size), 2):
            distance = abs(a // n - b // n) + abs(a % n - b % n)
            if distance in self.digits:
                yield a, b, distance

    def holds(self, values: Values) -> bool:
        return not any(values[a] == d and values[b] == d for a, b, d in self._pairs())

    def statement(self) -> Statement:
        return tuple(Clause((Is(a, d, False), Is(b, d, False))) for a, b, d in self._pairs())


@constraint
class DutchFlatmates(Constraint):
    """Every 5 has a 1 directly above it or a 9 directly below it."""

    keys = (iss.Bare("DutchFlatmates"),)

    def check(self) -> None:
        if not {1, 5, 9} <= set(self.digits):
            raise ConstraintError("the board needs digits 1, 5 and 9")

    def _around(self, cell: int) -> list[tuple[int, int]]:
        n, size = self.board.columns, self.board.size
        return [(place, digit) for place, digit in ((cell - n, 1), (cell + n, 9)) if 0 <= place < size]

    def holds(self, values: Values) -> bool:
        return all(
            value != 5 or any(values[place] in (digit, None) for place, digit in self._around(cell))
            for cell, value in enumerate(values)
        )

    def statement(self) -> Statement:
        return tuple(
            Clause((Is(cell, 5, False), *(Is(place, digit) for place, digit in self._around(cell))))
            for cell in range(self.board.size)
        )


@constraint
class Connected(Constraint):
    """The cells that contain one of *values* are orthogonally connected; there may be none."""

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
