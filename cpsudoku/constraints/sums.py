"""Kinds stated as sums and equal sums of cells."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, LineRule, Values, reachable
from cpsudoku.constraints.forms import CellGroups, CellList, NumberListOrNone, cells, constraint, groups, number, part
from cpsudoku.constraints.patterns import runs
from cpsudoku.constraints.primitives import EqualSums, Statement
from cpsudoku.errors import ConstraintError


class SumRule(Constraint):
    """The sum of coefficient x digit over `terms` is *sum*, 0 for a kind without that part."""

    sum = 0

    def terms(self) -> list[tuple[int, int]]:
        """(cell, coefficient), each cell once."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        low, high = reachable([(values[cell], by) for cell, by in self.terms()], self.digits)
        return low <= self.sum <= high

    def statement(self) -> Statement:
        return (primitives.Sum(tuple(self.terms()), (self.sum,)),)


class EqualSumRule(Constraint):
    """Several groups of cells have the same sum."""

    def cell_groups(self) -> Sequence[Sequence[int]]:
        """The groups of cells."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        ends = [reachable([(values[cell], 1) for cell in group], self.digits) for group in self.cell_groups()]
        return not ends or max(low for low, _ in ends) <= min(high for _, high in ends)

    def statement(self) -> Statement:
        groups = tuple(tuple((cell, 1) for cell in group) for group in self.cell_groups())
        return (EqualSums(groups),) if len(groups) > 1 else ()


@constraint
class Sum(SumRule):
    """The sum of the digits, each multiplied by its coefficient if there are *coeffs*, is *sum*.

    Digits may repeat, and a cell that is named twice counts twice.
    """

    keys = (iss.Weighted("Sum"),)
    figure = shapes.Outline()
    cells: CellList = cells(repeats=True)
    sum: int = number(least=None)
    coeffs: NumberListOrNone = part(forms.Numbers(optional=True, ordered=True, signed=True), default=None)

    def check(self) -> None:
        if self.coeffs is not None and len(self.coeffs) != len(self.at):
            raise ConstraintError(f"{len(self.coeffs)} coefficients for {len(self.at)} cells; it takes one a cell")

    def terms(self) -> list[tuple[int, int]]:
        found: dict[int, int] = {}
        for cell, by in zip(self.at, self.coeffs or [1] * len(self.at)):
            found[cell] = found.get(cell, 0) + by
        return [(cell, by) for cell, by in found.items() if by]


@constraint
class Arrow(SumRule):
    """Digits along an arrow sum to the number in its circle or pill.

    The digits of *pill*, in the order of its cells, form that number. Digits on the *line* may repeat. Several arrows
    from one circle are several rules.
    """

    advice = (
        "The digit in the circle is at least the smallest sum its arrow can have: three cells of one box add "
        "up to 6 or more. A small digit in the circle leaves few choices along the arrow."
    )
    keys = (
        fpuzzles.Arrows("arrow"),
        iss.Arrow("Arrow"),
        iss.Arrow("PillArrow", pill=True),
        artwork.Drawn(
            "arrow",
            r"(?=.*\barrow)(?=.*(\bsum|\badd|total))",
            "arrow",
            never=r"outside|diagonal|digit sum|product|more than|less than",
        ),
    )
    pill: CellList = cells()
    line: CellList = cells()

    def terms(self) -> list[tuple[int, int]]:
        pill = self.numbers("pill")
        terms = {cell: 10 ** (len(pill) - 1 - k) for k, cell in enumerate(pill)}
        for cell in self.numbers("line"):
            terms[cell] = terms.get(cell, 0) - 1
        return [(cell, by) for cell, by in terms.items() if by]

    def called(self) -> str:
        return f"the arrow from {self.board.name_of(self.numbers('pill')[0])}"

    def shapes(self) -> tuple[shapes.Shape, ...]:
        pill, line = self.numbers("pill"), self.numbers("line")
        return (self.draw(shapes.Pill(), pill), self.draw(shapes.Line(end="arrow"), (pill[-1], *line)))


@constraint
class DoubleArrow(SumRule):
    """The digits in the two circles of a line have the same sum as the digits between them."""

    keys = (
        fpuzzles.Lines("doublearrow"),
        iss.Cells("DoubleArrow"),
        artwork.Drawn(
            "double_arrow", r"double[- ]arrow|(?=.*\bline)(?=.*(circle|\bends?\b))(?=.*\bsum).*equal", "ended line"
        ),
    )
    figure = shapes.Line(start="circle", end="circle")
    cells: CellList = cells(2)

    def terms(self) -> list[tuple[int, int]]:
        return [(cell, 1 if k in (0, len(self.at) - 1) else -1) for k, cell in enumerate(self.at)]


@constraint
class LittleKiller(SumRule):
    """Digits along the indicated diagonal sum to the number outside the grid and may repeat."""

    advice = (
        "Short diagonals with very small or very large sums come first. Digits may repeat along a diagonal, "
        "but not within a box."
    )
    keys = (
        fpuzzles.Diagonals("littlekillersum", "sum"),
        iss.Diagonals("LittleKiller"),
        artwork.Drawn("little_killer", r"little killer|(?=.*\bdiagonal)(?=.*(\bsum|total|\badd))", "diagonal clue"),
    )
    spoken = "little killer {number} from {first}"
    marks = "diagonal"
    figure = shapes.Outside()
    cells: CellList = cells()
    sum: int = number()

    def terms(self) -> list[tuple[int, int]]:
        return [(cell, 1) for cell in self.at]

    def shapes(self) -> tuple[shapes.Shape, ...]:
        if len(self.at) > 1:
            return super().shapes()
        # a diagonal of one cell runs into the nearest corner
        ((r, c),) = self.places()
        step = (1 if r else -1, 1 if c else -1)
        return (shapes.Outside((r - step[0], c - step[1]), step, str(self.sum), self.word),)


@constraint
class EqualSum(EqualSumRule):
    """All segments have the same sum."""

    keys = (iss.Segments("EqualSum"),)
    segments: CellGroups = groups(2)

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        segments: tuple[tuple[int, ...], ...] = self.numbers("segments")
        return segments

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Line(), self.cell_groups())


@constraint
class RegionSumLine(LineRule, EqualSumRule):
    """Digits on the line have the same sum in each box (region) it passes through.

    Every visit to a box counts by itself.
    """

    advice = (
        "Compare the part of the line with the fewest cells with the one with the most: the sum is at most 9 "
        "for a single cell, and at least 3 for two cells of a box."
    )
    keys = (
        fpuzzles.Lines("regionsumline"),
        iss.Cells("RegionSumLine"),
        artwork.Drawn(
            "region_sum_line",
            r"region sum|(?=.*\blines?\b)(?=.*\b(box|region))(?=.*\b(same|equal|identical))(?=.*\b(sum"
            r"|total|add))",
            "line",
            "blue",
        ),
    )
    spoken = "region sum line from {first}"

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        return runs(self.board, self.at)


@constraint
class Zipper(LineRule, EqualSumRule):
    """Any two digits equally far from the centre of the line have the same sum; a digit in the centre is that sum."""

    keys = (
        fpuzzles.Lines("zipperline"),
        iss.Cells("Zipper"),
        artwork.Drawn(
            "zipper", r"\bzipper|(?=.*\blines?\b)(?=.*(equidistant|equally far|same distance))", "line", "purple"
        ),
    )

    def cell_groups(self) -> list[tuple[int, ...]]:
        line, n = self.at, len(self.at)
        found: list[tuple[int, ...]] = [(line[k], line[n - 1 - k]) for k in range(n // 2)]
        return [*found, (line[n // 2],)] if n % 2 else found
