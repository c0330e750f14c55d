"""Arrows: the shaft adds up to the number in the circle."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import SumRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Arrow(SumRule):
    """Digits along an arrow sum to the number in its circle or pill.

    The digits of *pill*, in the order of its cells, form that number. Digits on the *line* may repeat. Several arrows
    from one circle are several rules.
    """

    keys = (
        fpuzzles.Arrows("arrow"),
        iss.Arrow("Arrow"),
        iss.Arrow("PillArrow", pill=True),
        artwork.Drawn(
            "arrow",
            r"(?=.*\barrow)(?=.*(\bsum|\badd|total))",
            "arrow",
            never=r"outside|diagonal|digit sum|product|more than|less than",
        ),
    )
    word = "arrow"
    pill: CellList = cells()
    line: CellList = cells()

    def terms(self) -> list[tuple[int, int]]:
        pill = self.numbers("pill")
        terms = {cell: 10 ** (len(pill) - 1 - k) for k, cell in enumerate(pill)}
        for cell in self.numbers("line"):
            terms[cell] = terms.get(cell, 0) - 1
        return [(cell, by) for cell, by in terms.items() if by]

    def shapes(self) -> tuple[shapes.Shape, ...]:
        pill, line = self.numbers("pill"), self.numbers("line")
        return (self.draw(shapes.Pill(), pill), self.draw(shapes.Line(end="arrow"), (pill[-1], *line)))
