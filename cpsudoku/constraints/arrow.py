"""Arrows: the shaft adds up to the number in the circle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss, primitives
from cpsudoku.constraints.base import Constraint, Values, reachable
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Line, Pill, Shape


@dataclass(frozen=True, repr=False)
class Arrow(Constraint):
    """The digits of *line* add up to the decimal number whose digits are those of *pill*, in reading order.

    Digits of the line may repeat. Several shafts of one circle are several arrows.
    """

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "arrow"
    pill: CellList = cells()
    line: CellList = cells()

    def _terms(self) -> list[tuple[int, int]]:
        pill = self.numbers("pill")
        terms = {cell: 10 ** (len(pill) - 1 - k) for k, cell in enumerate(pill)}
        for cell in self.numbers("line"):
            terms[cell] = terms.get(cell, 0) - 1
        return [(cell, by) for cell, by in terms.items() if by]

    def holds(self, values: Values) -> bool:
        low, high = reachable([(values[cell], by) for cell, by in self._terms()], self.digits)
        return low <= 0 <= high

    def statement(self) -> Statement:
        return (primitives.Sum(tuple(self._terms()), (0,)),)

    def shapes(self) -> tuple[Shape, ...]:
        pill = self.places("pill")
        return (Pill(pill, "arrow"), Line((pill[-1], *self.places("line")), "arrow", end="arrow"))
