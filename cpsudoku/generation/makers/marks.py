"""Marks between cells, on corners and in cells."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cells import Even, Odd
from cpsudoku.constraints.counting import Quadruple
from cpsudoku.constraints.pairs import Difference, Ratio, Xv
from cpsudoku.constraints.patterns import squares
from cpsudoku.generation.makers.sketch import Cells, Maker, Sketch


def kropki(sketch: Sketch) -> None:
    """White dots between neighbours that differ by 1, black ones where one is twice the other; 1 and 2 get either."""

    def dot(cells: Cells, digits: list[int]) -> Constraint | None:
        low, high = sorted(digits)
        kinds = ([Difference] if high - low == 1 else []) + ([Ratio] if high == 2 * low and low else [])
        if not kinds:
            return None
        kind = kinds[sketch.stream.number(len(kinds))]
        return kind(tuple(sorted(cells)))

    sketch.every(list(sketch.board.adjacent()), dot, directed=False)


def xv(sketch: Sketch) -> None:
    """X between neighbours that add up to 10, V where they add up to 5."""

    def letter(cells: Cells, digits: list[int]) -> Constraint | None:
        return Xv(tuple(sorted(cells)), sum(digits)) if sum(digits) in (5, 10) else None

    sketch.every(list(sketch.board.adjacent()), letter, directed=False)


def quadruples(sketch: Sketch) -> None:
    """Random corners, each with a random choice of its digits."""

    def corner(cells: Cells, digits: list[int]) -> Constraint:
        size = min(4, sketch.size(1, 4))
        return Quadruple(
            tuple(sorted(cells)), sorted(sketch.stream.shuffled([sketch.values[cell] for cell in sorted(cells)])[:size])
        )

    sketch.every(list(squares(sketch.board)), corner, (16, 24), directed=False)


def odd_even(sketch: Sketch) -> None:
    """Random cells, each with its parity."""

    def mark(cells: Cells, digits: list[int]) -> Constraint:
        return Odd(cells) if digits[0] % 2 else Even(cells)

    sketch.every([(cell,) for cell in range(sketch.board.size)], mark, (30, 40))


MAKERS = {
    "kropki": Maker(
        "white dots (difference 1) and black dots (ratio 2), as many as the grid has; a missing dot says nothing",
        kropki,
        everywhere=True,
    ),
    "xv": Maker(
        "X (sum 10) and V (sum 5), as many as the grid has; a missing letter says nothing",
        xv,
        everywhere=True,
        keeps="sums 5 and 10",
    ),
    "quadruple": Maker("corners that name 1 to 4 of the digits around them", quadruples, everywhere=True),
    "odd-even": Maker("cells marked as odd (circles) or even (squares)", odd_even, everywhere=True, keeps="parity"),
}
