"""Kinds whose groups of cells do not repeat a digit: regions, diagonals, windows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.cages import DifferentCells
from cpsudoku.constraints.forms import CellGroupsOrNone, CellList, cells, constraint, part
from cpsudoku.constraints.primitives import Different, DigitSet, Statement
from cpsudoku.errors import ConstraintError


class DifferentRule(Constraint):
    """No digit repeats in any of several groups of cells. The one group is the rule's cells, if not overridden."""

    def cell_groups(self) -> Iterable[Sequence[int]]:
        """The groups of cells."""
        return (self.at,)

    def holds(self, values: Values) -> bool:
        return all(distinct(values[cell] for cell in group) for group in self.cell_groups())

    def statement(self) -> Statement:
        return tuple(Different(tuple(group)) for group in self.cell_groups())


@constraint
class AllDifferent(DifferentRule, DifferentCells):
    """Digits do not repeat in the cells."""

    keys = (fpuzzles.Cells("extraregion", written_only=True), iss.Cells("AllDifferent"))
    figure = shapes.Outline()


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
    figure = shapes.Shade()
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return len(self.at) <= len(self.digits) and distinct(self.seen(values))

    def statement(self) -> Statement:
        return (Different(self.at) if len(self.at) <= len(self.digits) else DigitSet(self.at, ()),)


@constraint
class Diagonal(DifferentRule):
    """Digits do not repeat on the marked diagonal: `-` falls from the top left, `+` rises from the bottom left."""

    prose = "Digits do not repeat on a marked diagonal."
    advice = "A diagonal is one more house: ask which cell of it is left for a digit. The middle cell is on both."
    keys = (
        fpuzzles.Flag("diagonal+", direction="+"),
        fpuzzles.Flag("diagonal-", direction="-"),
        iss.Falling("Diagonal"),
        artwork.Drawn(
            "diagonal",
            r"(?=.*\bdiagonals?\b)(?=.*((not|n't|no|cannot|never|without).{0,12} repeat|once"
            r"|all different|repeated|1-9|1 to 9))",
            "main diagonal",
            never=r"\bsum|total",
        ),
    )
    direction: Literal["+", "-"] = part(forms.Word("+", "-"))

    def check(self) -> None:
        if self.board.rows != self.board.columns:
            raise ConstraintError(f"a {self.board.rows}x{self.board.columns} board has no main diagonal")
        if self.board.rows > len(self.digits):
            raise ConstraintError("the diagonal has more cells than there are digits")

    @property
    def scope(self) -> tuple[int, ...]:
        n = self.board.rows
        return tuple(r * n + (r if self.direction == "-" else n - 1 - r) for r in range(n))

    def cell_groups(self) -> Iterable[tuple[int, ...]]:
        return (self.scope,)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (self.draw(shapes.Line(), self.scope),)


@constraint
class RegionsRule(DifferentRule):
    """A rule whose groups of cells follow from the board where *regions* does not state them."""

    regions: CellGroupsOrNone = part(forms.Groups(optional=True), default=None)

    def usual_regions(self) -> list[tuple[int, ...]]:
        """The groups that the board determines. Raises ConstraintError where it determines none."""
        raise NotImplementedError

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.regions is None:
            self.fill("regions", list(map(list, self.usual_regions())))

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        groups: tuple[tuple[int, ...], ...] = self.numbers("regions")
        return groups


@constraint
class DisjointGroups(RegionsRule):
    """Cells in the same position of their boxes cannot contain the same digit.

    *regions* states the groups where the boxes do not determine them.
    """

    advice = "The nine cells in one position of all boxes are one more house: scan it as you scan a row."
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

    def usual_regions(self) -> list[tuple[int, ...]]:
        boxes = [house.cells for house in self.board.houses if house.kind == "box"]
        if len(set(map(len, boxes))) != 1:
            raise ConstraintError("the board has no boxes of one size; state the groups")
        return list(zip(*boxes))

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note("disjoint groups"),)


@constraint
class Windoku(RegionsRule):
    """Digits do not repeat in the windows, the boxes one row and column away from the boxes of the grid.

    *regions* states other windows.
    """

    keys = (
        iss.Bare("Windoku"),
        artwork.Drawn("windoku", r"windoku|\bwindows?\b"),
    )

    def usual_regions(self) -> list[tuple[int, ...]]:
        return [house.cells for house in self._plain().houses if house.name.startswith("window")]

    def _plain(self) -> Geometry:
        """The board with windows, with digits from 1."""
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

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), self.cell_groups())
