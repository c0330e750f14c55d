"""Disjoint groups: the same place in every box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import Groups, part
from cpsudoku.constraints.given import CellGroupsOrNone
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement
from cpsudoku.constraints.shapes import Note, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class DisjointGroups(Constraint):
    """Cells at the same place in their boxes are all different. *regions*: the groups, where the boxes do not say."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Flag("disjointgroups"),
        iss.Bare("DisjointSets"),
        artwork.Drawn(
            "disjoint_groups",
            r"\bdisjoint|(?=.*same (relative )?position)(?=.*\b(box|3x3|region))(?=.*(not\b|cannot"
            r"|different))",
            "board",
        ),
    )
    word: ClassVar[str] = "disjoint_groups"
    regions: CellGroupsOrNone = part(Groups(optional=True), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.regions is None:
            boxes = [house.cells for house in self.board.houses if house.kind == "box"]
            sizes = {len(box) for box in boxes}
            if len(sizes) != 1:
                raise ConstraintError("the board has no boxes of one size; state the groups")
            self.fill("regions", [list(group) for group in zip(*boxes)])

    def holds(self, values: Values) -> bool:
        return all(distinct(values[cell] for cell in group) for group in self.numbers("regions"))

    def statement(self) -> Statement:
        return tuple(Different(group) for group in self.numbers("regions"))

    def shapes(self) -> tuple[Shape, ...]:
        return (Note("disjoint groups"),)
