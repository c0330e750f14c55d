"""Palindromes: the line reads the same both ways."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Palindrome(PairRule):
    """Lines are palindromes: they read the same from both ends."""

    keys = (
        fpuzzles.Lines("palindrome"),
        iss.Cells("Palindrome"),
        artwork.Drawn("palindrome", r"palindrom|(?=.*\blines?\b)(?=.*\bread)(?=.*\bsame)", "line", "grey"),
    )
    word = "palindrome"
    figure = shapes.Line()
    cells: CellList = cells(2)

    def pairs(self) -> Iterable[tuple[int, int]]:
        return zip(self.at[: len(self.at) // 2], reversed(self.at))

    def allows(self, a: int, b: int) -> bool:
        return a == b
