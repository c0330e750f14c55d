"""Programs that read a puzzle a line and write what they found; the description says how that looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.engines.external.description import Description
from cpsudoku.engines.external.language import Heard, Language, excerpt
from cpsudoku.errors import UsageError

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class PuzzleLines(Language):
    """See the module. Boards whose digits are a character each."""

    suffix = ".txt"
    trivial = ""
    one_by_one = False

    def __init__(self, told: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        if geometry.side > 9:
            raise UsageError(f"{told.path}: programs that read lines take digits 1 to 9; the board is {geometry}")
        self.geometry, self.told = geometry, told.lines

    def asked(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.asked`."""
        return "".join(str(digit) if digit else self.told.empty for digit in cells) + "\n"

    def heard(self, text: str) -> Heard:
        """See `Language.heard`."""
        told, grids = self.told, []
        for found in re.finditer(told.grid, text, re.MULTILINE) if told.grid else ():
            shown = "".join(found[1].split())
            if len(shown) != self.geometry.size or not (shown.isascii() and shown.isdecimal()):
                return Heard(why=f"it shows what is no grid of the board: {excerpt(found[1])}")
            grid = bytes(map(int, shown))
            if grid not in grids:
                grids.append(grid)
        number = None
        if told.number and (counted := re.search(told.number, text, re.MULTILINE)):
            if not counted[1].isdecimal():
                return Heard(why=f"its number of solutions is none: {excerpt(counted[1])}")
            number = int(counted[1])
        if told.none and re.search(told.none, text, re.MULTILINE):
            number = 0
        if number is None and not grids:
            return Heard(why=f"its answer is not as [lines] says: {excerpt(text)}")
        if number is not None and number < len(grids):
            return Heard(why=f"it says {number} solutions and shows {len(grids)}")
        return Heard(tuple(grids), number == 0, number)
