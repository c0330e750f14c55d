"""Disjoint groups: the same place in every box."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.families import DifferentRule
from cpsudoku.constraints.forms import CellGroupsOrNone, constraint, part
from cpsudoku.errors import ConstraintError


@constraint
class DisjointGroups(DifferentRule):
    """Cells in the same position of their boxes cannot contain the same digit.

    *regions* states the groups where the boxes do not determine them.
    """

    keys = (
        fpuzzles.Flag("disjointgroups"),
        iss.Bare("DisjointSets"),
        artwork.Drawn(
            "disjoint_groups",
            r"\bdisjoint|(?=.*same (relative )?position)(?=.*\b(box|3x3|region))(?=.*(not\b|cannot"
            r"|different))",
            "board",
        ),
    )
    word = "disjoint_groups"
    regions: CellGroupsOrNone = part(forms.Groups(optional=True), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.regions is None:
            boxes = [house.cells for house in self.board.houses if house.kind == "box"]
            if len(set(map(len, boxes))) != 1:
                raise ConstraintError("the board has no boxes of one size; state the groups")
            self.fill("regions", [list(group) for group in zip(*boxes)])

    def cell_groups(self) -> Iterable[tuple[int, ...]]:
        groups: tuple[tuple[int, ...], ...] = self.numbers("regions")
        return groups

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note("disjoint groups"),)
