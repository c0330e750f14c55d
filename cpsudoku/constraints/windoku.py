"""Windoku: boxes between the boxes."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import artwork, forms, iss, shapes
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.families import DifferentRule
from cpsudoku.constraints.forms import CellGroupsOrNone, constraint, part
from cpsudoku.errors import ConstraintError


@constraint
class Windoku(DifferentRule):
    """Digits do not repeat in the windows, the boxes one row and column away from the boxes of the grid.

    *regions* states other windows.
    """

    keys = (
        iss.Bare("Windoku"),
        artwork.Drawn("windoku", r"windoku|\bwindows?\b"),
    )
    word = "windoku"
    regions: CellGroupsOrNone = part(forms.Groups(optional=True), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.regions is None:
            windows = self._plain().houses
            self.fill("regions", [list(house.cells) for house in windows if house.name.startswith("window")])

    def _plain(self) -> Geometry:
        """The board with windows, whatever its digits are."""
        board = self.board
        if board.layout is None:
            return Geometry(board.box_rows, board.box_cols, board.regions, ("windoku",))
        boxes = [frozenset(house.cells) for house in board.houses if house.kind == "box"]
        for first in boxes[:1]:
            height = len({cell // board.columns for cell in first})
            width = len({cell % board.columns for cell in first})
            if board.rows == board.columns == height * width:
                plain = Geometry(height, width, extras=("windoku",))
                if set(boxes) == {frozenset(house.cells) for house in plain.houses if house.kind == "box"}:
                    return plain
        raise ConstraintError("the board has no plain boxes; state the windows")

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        groups: tuple[tuple[int, ...], ...] = self.numbers("regions")
        return groups

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), self.cell_groups())
