"""Arrows: the digits along the shaft add up to the one in the circle."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.sums import Arrow
from cpsudoku.generation.makers.sketch import Cells, Sketch, kings

ABOUT = "arrows with a circle of one cell and shafts of 2 to 4, no two in one cell"
SIZES = (2, 4)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """Shafts walk from random circles until their digits add up to the circle's."""
    around = kings(sketch.board)
    least, most = sketch.sizes(*SIZES)

    def arrow(cells: Cells) -> Constraint | None:
        return sketch.kept(Arrow(cells[:1], cells[1:]))

    def draw() -> bool:
        circle = sketch.stream.number(sketch.board.size)
        if circle in sketch.taken:
            return False
        cells, rest = [circle], sketch.values[circle]
        while rest and len(cells) <= most:
            open_ = [
                cell
                for cell in around[cells[-1]]
                if cell not in sketch.taken and cell not in cells and sketch.values[cell] <= rest
            ]
            if not open_:
                return False
            cells.append(open_[sketch.stream.number(len(open_))])
            rest -= sketch.values[cells[-1]]
        return not rest and len(cells) > least and sketch.add(cells, arrow, apart=True)

    sketch.several(sketch.number(*NUMBER), draw)
