"""Extra regions."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.primitives import Different, DigitSet, Statement


@constraint
class ExtraRegion(Constraint):
    """Digits do not repeat in the extra region."""

    keys = (
        fpuzzles.Cells("extraregion"),
        iss.Cells("AllDifferent", written_only=True),
        artwork.Drawn(
            "extra_region",
            r"(?=.*\b(region|window|area|shaded|extra|grey|gray)s?\b)(?=.*(1-9|1 to 9|once|not repeat"
            r"|every digit))",
            never=r"same (numbers|digits) in|magic|\bsum",
        ),
    )
    word = "extra_region"
    figure = shapes.Shade()
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return len(self.at) <= len(self.digits) and distinct(self.seen(values))

    def statement(self) -> Statement:
        return (Different(self.at) if len(self.at) <= len(self.digits) else DigitSet(self.at, ()),)
