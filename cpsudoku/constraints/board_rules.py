"""Kinds that hold everywhere on the board: chess moves, neighbours, connectivity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, holding
from cpsudoku.constraints.different import DifferentRule
from cpsudoku.constraints.forms import CellGroupsOrNone, NumberList, NumberListOrNone, WordList, constraint, part
from cpsudoku.constraints.pairs import PairRule
from cpsudoku.constraints.patterns import at_offsets, neighbour_lists
from cpsudoku.constraints.primitives import Aux, Clause, Defines, Is, Literal, Statement
from cpsudoku.errors import ConstraintError


@constraint
class AntiKing(DifferentRule):
    """Cells that touch at a corner cannot contain the same digit."""

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
    word = "anti_king"

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 1), (1, -1)))


@constraint
class AntiKnight(DifferentRule):
    """Cells a knight's move apart cannot contain the same digit."""

    keys = (
        fpuzzles.Flag("antiknight"),
        iss.Bare("AntiKnight"),
        artwork.Drawn(
            "anti_knight", r"anti-?knight|(?=.*\bknight)(?=.*(not\b|never|cannot|can't|differ|\bno\b))", "board"
        ),
    )
    word = "anti_knight"

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 2), (2, 1), (1, -2), (2, -1)))


@constraint
class AntiTaxicab(Constraint):
    """Two cells that contain the digit d cannot be exactly d orthogonal steps apart."""

    keys = (iss.Bare("AntiTaxicab"),)
    word = "anti_taxicab"

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
class NonConsecutive(PairRule):
    """Orthogonally adjacent cells cannot contain consecutive digits."""

    keys = (
        fpuzzles.Apart("nonconsecutive"),
        iss.Bare("AntiConsecutive"),
        artwork.Drawn(
            "non_consecutive",
            r"\bnon-?consecutive (applies|rule|constraint|sudoku)|(?=.*(orthogonally|horizontally"
            r"|adjacent))(?=.*(cannot|can't|may not|must not|never|not be|no two).{0,30}\bconsecutive)",
            "board",
            never=r"\bline|\bdot|mark|separat|\bx\b",
        ),
    )
    word = "non_consecutive"

    def pairs(self) -> Iterable[tuple[int, int]]:
        return self.board.adjacent()

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) != 1


@constraint
class Negative(PairRule):
    """Orthogonal neighbours without a mark do not have the differences, ratios and sums that the marks state.

    `of` names the kinds whose marks exempt a pair ("difference", "ratio", "xv"); *marked* is taken from the puzzle's
    other rules of these kinds, also those inside `and`, when it is not given, and kept from then on. One inside `or` or
    `not` leaves open which pairs are marked: then *marked* must be given.
    """

    keys = (
        fpuzzles.Negatives("negative"),
        fpuzzles.WhiteNegatives("nonconsecutive"),
        iss.Strict("StrictKropki", "difference", "ratio"),
        iss.Strict("StrictXV", "xv"),
        artwork.Drawn(
            "negative",
            r"(\b(all|every) (of the )?(possible |the )?(white |black |kropki )?(dots?|x|xs|x's|v|vs|xv"
            r"|crosses)\b.*\b(given|shown|marked|drawn|present)|(full )?negative constraint)",
            "negative",
            never=r"\b(no|not|without)\b",
        ),
    )
    word = "negative"
    of: WordList = part(forms.Names("difference", "ratio", "xv"))
    difference: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    ratio: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    sum: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    marked: CellGroupsOrNone = part(forms.Groups(0, optional=True, size=2), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        for name, key, usual in (("difference", "difference", (1,)), ("ratio", "ratio", (2,)), ("xv", "sum", (5, 10))):
            if name in self.of and getattr(self, key) is None:
                self.fill(key, usual)
        if self.marked is None:
            marks = [rule.on(self.board) for rule in holding(siblings, *self.of)]
            self.fill("marked", sorted({tuple(sorted(rule.at)) for rule in marks}))

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(range(self.board.size))

    def pairs(self) -> Iterable[tuple[int, int]]:
        marked = {frozenset(pair) for pair in self.numbers("marked")}
        return (pair for pair in self.board.adjacent() if frozenset(pair) not in marked)

    def allows(self, a: int, b: int) -> bool:
        return not (
            abs(a - b) in (self.difference or ())
            or a + b in (self.sum or ())
            or any(a == b * r or b == a * r for r in self.ratio or ())
        )

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note(f"unmarked neighbours: no {', '.join(self.of)}"),)


@constraint
class DutchFlatmates(Constraint):
    """Every 5 has a 1 directly above it or a 9 directly below it."""

    keys = (iss.Bare("DutchFlatmates"),)
    word = "dutch_flatmates"

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
