"""Thermometers: digits rise from the bulb."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Values
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Thermometer(PairRule):
    """Digits along a thermometer increase from the bulb end.

    Branches are further thermometers from the same bulb.
    """

    keys = (
        fpuzzles.Lines("thermometer"),
        iss.Cells("Thermo"),
        artwork.Drawn(
            "thermo",
            r"(thermo|(?=.*\bbulb)(?=.*(increas|ris|ascend)))",
            "thermo",
            never=r"\bslow|increase consecutively|consecutive order",
        ),
    )
    word = "thermo"
    figure = shapes.Line(start="bulb")
    cells: CellList = cells()

    def allows(self, a: int, b: int) -> bool:
        return a < b

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
