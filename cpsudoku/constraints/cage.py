"""Killer cages: all different, with a sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, can_sum, distinct, known
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import Different, DigitSet, Statement, sets_with_sum
from cpsudoku.errors import ConstraintError


@constraint
class Cage(Constraint):
    """Digits in a cage do not repeat and sum to the number in its corner, if there is one.

    *sum* is that number; *root* states the digital root of the sum instead.
    """

    keys = (
        fpuzzles.Cells("killercage", value="sum"),
        fpuzzles.Roots("cage"),
        iss.Cells("Cage", "sum", none=True),
        artwork.Drawn(
            "cage",
            r"\bcages?\b|\bkiller\b",
            never=(r"little|ending|product|of size|consecutive|precision|\beven\b|\bodd\b|differen|rightmost"),
        ),
    )
    word = "cage"
    figure = shapes.Outline()
    cells: CellList = cells()
    sum: int | None = number(default=None, least=1)
    root: int | None = number(default=None, least=1)

    def check(self) -> None:
        if self.root is not None and self.root > 9:
            raise ConstraintError(f"root {self.root}: a digital root is 1 to 9")

    def proposed(self, values: Values) -> Iterator[Constraint]:
        """Its sum, where it has none."""
        if self.sum is None:
            yield replace(self, sum=sum(known(self.seen(values)))).on(self.board)

    def _adds_up(self, total: int) -> bool:
        return self.sum in (None, total) and (self.root is None or (total > 0 and (total - 1) % 9 + 1 == self.root))

    def _totals(self) -> tuple[int, ...]:
        if self.sum is not None and self.root is None:
            return (self.sum,)
        most = sum(sorted(self.digits)[-len(self.at) :])
        return tuple(filter(self._adds_up, range(most + 1)))

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if None not in seen:
            return len(set(seen)) == len(seen) and self._adds_up(sum(known(seen)))
        if len(seen) > len(self.digits) or not distinct(seen):
            return False
        if self.sum is None and self.root is None:
            return True
        return any(can_sum(seen, total, self.digits, different=True) for total in self._totals())

    def statement(self) -> Statement:
        if len(self.at) > len(self.digits):
            return (DigitSet(self.at, ()),)
        if self.sum is None and self.root is None:
            return (Different(self.at),)
        return (DigitSet(self.at, sets_with_sum(tuple(self.digits), len(self.at), self._totals())),)

    def native(self, program: Any) -> bool:
        if self.sum is None or self.root is not None:
            return False
        program.cage(self.at, self.sum)
        return True

    def label(self) -> str:
        return super().label() if self.root is None else f"DR{self.root}"
