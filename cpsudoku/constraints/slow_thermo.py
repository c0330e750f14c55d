"""Slow thermometers: digits never fall from the bulb."""

from __future__ import annotations

from itertools import pairwise

from cpsudoku.constraints import artwork, fpuzzles, shapes
from cpsudoku.constraints.base import Values, known
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class SlowThermo(PairRule):
    """Digits along a slow thermometer increase or stay the same from the bulb end."""

    keys = (
        fpuzzles.Lines("slowthermometer"),
        artwork.Drawn("slow_thermo", r"\bslow.{0,20}thermo|thermo.*(stay|never|not|cannot) .{0,12}decreas", "thermo"),
    )
    word = "slow_thermo"
    figure = shapes.Line(start="bulb")
    cells: CellList = cells()

    def allows(self, a: int, b: int) -> bool:
        return a <= b

    def holds(self, values: Values) -> bool:
        return all(a <= b for a, b in pairwise(known(self.seen(values))))
