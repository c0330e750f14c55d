"""Slow thermometers: digits never fall from the bulb."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class SlowThermo(Constraint):
    """Digits do not decrease from the first cell, the bulb."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("slowthermometer"),
        artwork.Drawn("slow_thermo", r"\bslow.{0,20}thermo|thermo.*(stay|never|not|cannot) .{0,12}decreas", "thermo"),
    )
    word: ClassVar[str] = "slow_thermo"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return all(a <= b for a, b in pairwise(known(self.seen(values))))

    def statement(self) -> Statement:
        return tuple(relation(a, b, self.digits, lambda x, y: x <= y) for a, b in pairwise(self.at))

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "slow_thermo", start="bulb"),)
