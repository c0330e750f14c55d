"""Thermometers: digits rise from the bulb."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Thermometer(Constraint):
    """Digits strictly increase from the first cell, the bulb. Branches are further thermometers from the same bulb."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("thermometer"),
        iss.Cells("Thermo"),
        artwork.Drawn(
            "thermo",
            r"(thermo|(?=.*\bbulb)(?=.*(increas|ris|ascend)))",
            "thermo",
            never=r"\bslow|increase consecutively|consecutive order",
        ),
    )
    word: ClassVar[str] = "thermo"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        floor = self.digits[0] - 1
        room = self.digits[-1] - len(self.at) + 1
        if len(self.at) > len(self.digits):
            return False
        for position, value in enumerate(self.seen(values)):
            floor += 1
            if value is None:
                continue
            if not floor <= value <= room + position:
                return False
            floor = value
        return True

    def statement(self) -> Statement:
        return tuple(relation(a, b, self.digits, lambda x, y: x < y) for a, b in pairwise(self.at))

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "thermo", start="bulb"),)
