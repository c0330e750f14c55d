"""Extra regions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, DigitSet, Statement
from cpsudoku.constraints.shapes import Shade, Shape


@dataclass(frozen=True, repr=False)
class ExtraRegion(Constraint):
    """The cells are all different: a further region of the board."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Cells("extraregion"),
        iss.Cells("AllDifferent", written_only=True),
        artwork.Drawn(
            "extra_region",
            r"(?=.*\b(region|window|area|shaded|extra|grey|gray)s?\b)(?=.*(1-9|1 to 9|once|not repeat"
            r"|every digit))",
            never=r"same (numbers|digits) in|magic|\bsum",
        ),
    )
    word: ClassVar[str] = "extra_region"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return len(self.at) <= len(self.digits) and distinct(self.seen(values))

    def statement(self) -> Statement:
        return (Different(self.at) if len(self.at) <= len(self.digits) else DigitSet(self.at, ()),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Shade(self.places(), "extra_region"),)
