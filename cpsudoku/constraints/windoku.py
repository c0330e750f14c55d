"""Windoku: boxes between the boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import artwork, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import Groups, part
from cpsudoku.constraints.given import CellGroupsOrNone
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement
from cpsudoku.constraints.shapes import Shade, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Windoku(Constraint):
    """The windows, boxes one row and column apart, are all different. *regions*: the windows, if not these."""

    keys: ClassVar[tuple[Key, ...]] = (
        iss.Bare("Windoku"),
        artwork.Drawn("windoku", r"windoku|\bwindows?\b"),
    )
    word: ClassVar[str] = "windoku"
    regions: CellGroupsOrNone = part(Groups(optional=True), default=None)

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

    def holds(self, values: Values) -> bool:
        return all(distinct(values[cell] for cell in group) for group in self.numbers("regions"))

    def statement(self) -> Statement:
        return tuple(Different(group) for group in self.numbers("regions"))

    def shapes(self) -> tuple[Shape, ...]:
        n = self.board.columns
        return tuple(Shade(tuple(divmod(cell, n) for cell in group), "windoku") for group in self.numbers("regions"))
