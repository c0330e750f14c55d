"""Killer: cages that cover the board, each with its sum."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cages import Cage
from cpsudoku.generation.makers.sketch import Cells, Sketch, sides

ABOUT = "cages of 2 to 5 cells that cover most of the board, no digit twice in one"
SIZES = (2, 5)


def place(sketch: Sketch) -> None:
    """Cages grow from random cells over neighbours with other digits; cells that no cage can take stay free."""
    board, values = sketch.board, sketch.values
    around = sides(board)
    least, most = sketch.sizes(*SIZES)
    wanted = sketch.number(1, board.size)
    most_cages = wanted[0] + sketch.stream.number(wanted[1] - wanted[0] + 1) if sketch.wishes.number else board.size
    count = 0

    def cage(cells: Cells) -> Constraint | None:
        digits = {values[cell] for cell in cells}
        return Cage(cells, sum(digits)) if len(digits) == len(cells) else None

    for start in sketch.stream.shuffled(range(board.size)):
        if count >= most_cages:
            break
        if start in sketch.taken:
            continue
        cells, digits = [start], {values[start]}
        size = sketch.size(*SIZES)
        while len(cells) < size:
            open_ = sorted(
                {
                    near
                    for cell in cells
                    for near in around[cell]
                    if near not in sketch.taken and near not in cells and values[near] not in digits
                }
            )
            if not open_:
                break
            cells.append(open_[sketch.stream.number(len(open_))])
            digits.add(values[cells[-1]])
        if least <= len(cells) <= most and sketch.add(sorted(cells), cage, directed=False, apart=True):
            count += len(sketch.groups[-1])
