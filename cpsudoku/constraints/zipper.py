"""Zipper lines: cells as far from the middle add up to the same."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import EqualSumRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Zipper(EqualSumRule):
    """Digits equally far from the centre of the line sum to the same total; a digit in the centre is that total."""

    keys = (
        fpuzzles.Lines("zipperline"),
        iss.Cells("Zipper"),
        artwork.Drawn(
            "zipper", r"\bzipper|(?=.*\blines?\b)(?=.*(equidistant|equally far|same distance))", "line", "purple"
        ),
    )
    word = "zipper"
    figure = shapes.Line()
    cells: CellList = cells()

    def cell_groups(self) -> list[tuple[int, ...]]:
        line, n = self.at, len(self.at)
        found: list[tuple[int, ...]] = [(line[k], line[n - 1 - k]) for k in range(n // 2)]
        return [*found, (line[n // 2],)] if n % 2 else found
