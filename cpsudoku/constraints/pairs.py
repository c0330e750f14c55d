"""Kinds that relate the two cells of a pair: dots and their negative constraints, signs, clones, neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, holding
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.patterns import outward
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.errors import ConstraintError


class PairRule(Constraint):
    """Every pair of cells holds digits that `allows` accepts. The pairs are neighbours on a line, if not overridden."""

    def pairs(self) -> Iterable[tuple[int, int]]:
        """The pairs of cells."""
        return pairwise(self.at)

    def allows(self, a: int, b: int) -> bool:
        """Whether the two cells of a pair may hold these digits, in this order."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        for one, other in self.pairs():
            a, b = values[one], values[other]
            if a is not None and b is not None and not self.allows(a, b):
                return False
        return True

    def statement(self) -> Statement:
        allowed = pairs_allowed(self.digits, self.allows, self.word, self.parameters())
        return tuple(Pair(a, b, allowed) for a, b in self.pairs())


@constraint
class OutwardRule(PairRule):
    """A cell and every orthogonal neighbour that is not itself one of the cells are a pair."""

    figure = shapes.Shade()
    cells: CellList = cells()

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(sorted({cell for pair in self.pairs() for cell in pair} | {*self.at}))

    def pairs(self) -> Iterable[tuple[int, int]]:
        return outward(self.board, self.at)


@constraint
class MarkedPair(PairRule):
    """The one pair of cells between which a mark stands."""

    marks = "pair"
    cells: CellList = cells(2, 2)


@constraint
class Difference(MarkedPair):
    """The two digits differ by exactly *difference*."""

    heading = "White dots"
    prose = "Digits with a white dot between them differ by {difference}."
    advice = (
        "Chains of white dots climb or fall; a cell between two dots has neighbours that differ from it in "
        "different directions where they see each other."
    )
    keys = (
        fpuzzles.Cells("difference", value="difference"),
        iss.Pairs("WhiteDot", difference=1),
        artwork.Drawn(
            "difference",
            r"\bkropki|(?=.*\bwhite (dot|circle|kropki))(?=.*(consecutive|differ))",
            "white dot",
            never=r"four|surround",
            number=("difference", r"difference of (\d+|two|three|four|five)"),
        ),
    )
    spoken = "white dot at {cells}"
    figure = shapes.Dot(style="white")
    difference: int = number(default=1)

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) == self.difference


@constraint
class Ratio(MarkedPair):
    """One of the two digits is *ratio* times the other."""

    heading = "Black dots"
    prose = "Of two digits with a black dot between them, one is {ratio} times the other."
    advice = (
        "With a ratio of 2, only 1, 2, 3, 4, 6 and 8 touch a black dot; three cells joined in a row or column "
        "hold 1, 2, 4 or 2, 4, 8."
    )
    keys = (
        fpuzzles.Cells("ratio", value="ratio"),
        iss.Pairs("BlackDot", ratio=2),
        artwork.Drawn(
            "ratio",
            r"\bkropki|(?=.*\bblack (dot|circle|kropki))(?=.*(ratio|double|twice|half|times))",
            "black dot",
            number=("ratio", r"\b1 ?: ?([2-9])|\b([2-9]) ?: ?1\b|ratio of ([2-9])\b"),
        ),
    )
    spoken = "black dot at {cells}"
    figure = shapes.Dot(style="black")
    ratio: int = number(default=2, least=1)

    def allows(self, a: int, b: int) -> bool:
        return a == b * self.ratio or b == a * self.ratio


@constraint
class Xv(MarkedPair):
    """The two digits sum to *sum*: 10 for an X, 5 for a V."""

    heading = "XV"
    prose = "Digits with an X between them add up to 10, digits with a V to 5, digits with a number to that number."
    advice = "No 5 touches an X or a V that joins two cells of a house; a V takes 1 and 4, or 2 and 3."
    keys = (
        fpuzzles.Letters("xv", "sum", X=10, V=5),
        iss.Pairs("X", sum=10),
        iss.Pairs("V", sum=5),
        artwork.Drawn(
            "xv",
            r"\b(x|v|xs|vs|x's|v's|xv)\b(?=.*\b(sum|add|total|5|10|five|ten))|\bxv\b|\b(x|v) join",
            "letter",
            never=r"\bx-|\b15\b|either",
        ),
    )
    figure = shapes.Dot(style="text")
    sum: int = number()

    def allows(self, a: int, b: int) -> bool:
        return a + b == self.sum

    def called(self) -> str:
        return super().called().replace(self.name, self.label(), 1)

    def label(self) -> str:
        return {10: "X", 5: "V"}.get(self.sum, str(self.sum))


@constraint
class Greater(MarkedPair):
    """The first digit is greater than the second."""

    keys = (
        iss.Pairs("GreaterThan"),
        artwork.Drawn(
            "greater", r"inequal|greater|smaller|lower than|less than|larger|higher than|\bminim|\bmaxim", "chevron"
        ),
    )
    figure = shapes.Dot(style="greater")

    def allows(self, a: int, b: int) -> bool:
        return a > b


@constraint
class Clone(PairRule):
    """Clones contain the same digits in the same positions.

    Each of the cells equals the cell at the same position of *clone_cells*.
    """

    keys = (
        fpuzzles.Clones("clone"),
        artwork.Drawn("clone", r"\bclones?\b"),
    )
    cells: CellList = cells()
    clone_cells: CellList = forms.part(forms.Cells())

    def check(self) -> None:
        if len(self.at) != len(self.numbers("clone_cells")):
            raise ConstraintError("it takes as many clones as cells")

    def pairs(self) -> Iterable[tuple[int, int]]:
        return [(a, b) for a, b in zip(self.at, self.numbers("clone_cells")) if a != b]

    def allows(self, a: int, b: int) -> bool:
        return a == b

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), (self.at, self.numbers("clone_cells")))


@constraint
class Maximum(OutwardRule):
    """Each cell is higher than every orthogonal neighbour that is not itself one of the cells."""

    keys = (
        fpuzzles.Marks("maximum"),
        artwork.Drawn("maximum", r"\bmaxim|fortress|(higher|larger|greater) than|exceed"),
    )

    def allows(self, a: int, b: int) -> bool:
        return a > b


@constraint
class Minimum(OutwardRule):
    """Each cell is lower than every orthogonal neighbour that is not itself one of the cells."""

    keys = (
        fpuzzles.Marks("minimum"),
        artwork.Drawn("minimum", r"\bminim|(lower|smaller|less) than"),
    )

    def allows(self, a: int, b: int) -> bool:
        return a < b


@constraint
class NonConsecutive(PairRule):
    """Orthogonally adjacent cells cannot contain consecutive digits."""

    advice = (
        "Each digit takes its two neighbours from the cells beside it: write them down first, and look at the "
        "middles of boxes."
    )
    keys = (
        fpuzzles.Apart("nonconsecutive"),
        iss.Bare("AntiConsecutive"),
        artwork.Drawn(
            "non_consecutive",
            r"\bnon-?consecutive (applies|rule|constraint|sudoku)|(?=.*(orthogonally|horizontally"
            r"|adjacent))(?=.*(cannot|can't|may not|must not|never|not be|no two).{0,30}\bconsecutive)",
            "board",
            never=r"\bline|\bdot|mark|separat|\bx\b",
        ),
    )

    def pairs(self) -> Iterable[tuple[int, int]]:
        return self.board.adjacent()

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) != 1


@constraint
class Negative(PairRule):
    """Orthogonal neighbours without a mark do not have the differences, ratios and sums that the marks state.

    `of` names the kinds whose marks exempt a pair ("difference", "ratio", "xv"). *marked* lists the marked pairs; by
    default, they are those of the puzzle's other rules of these kinds, also inside `and`. If such a rule is inside `or`
    or `not`, *marked* is required, because it is open which pairs are marked.
    """

    keys = (
        fpuzzles.Negatives("negative"),
        fpuzzles.WhiteNegatives("nonconsecutive", written_only=True),
        iss.Strict("StrictKropki", "difference", "ratio"),
        iss.Strict("StrictXV", "xv"),
        artwork.Drawn(
            "negative",
            r"(\b(all|every) (of the )?(possible |the )?(white |black |kropki )?(dots?|x|xs|x's|v|vs|xv"
            r"|crosses)\b.*\b(given|shown|marked|drawn|present)|(full )?negative constraint)",
            "negative",
            never=r"\b(no|not|without)\b",
        ),
    )
    spoken = "negative constraint"
    everywhere = True
    of: forms.WordList = forms.part(forms.Names("difference", "ratio", "xv"))
    difference: forms.NumberListOrNone = forms.part(forms.Numbers(optional=True), default=None)
    ratio: forms.NumberListOrNone = forms.part(forms.Numbers(optional=True), default=None)
    sum: forms.NumberListOrNone = forms.part(forms.Numbers(optional=True), default=None)
    marked: forms.CellGroupsOrNone = forms.part(forms.Groups(0, optional=True, size=2), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        for name, key, usual in (("difference", "difference", (1,)), ("ratio", "ratio", (2,)), ("xv", "sum", (5, 10))):
            if name in self.of and getattr(self, key) is None:
                self.fill(key, usual)
        if self.marked is None:
            marks = [rule.on(self.board) for rule in holding(siblings, *self.of)]
            self.fill("marked", sorted({tuple(sorted(rule.at)) for rule in marks}))

    def pairs(self) -> Iterable[tuple[int, int]]:
        marked = {frozenset(pair) for pair in self.numbers("marked")}
        return (pair for pair in self.board.adjacent() if frozenset(pair) not in marked)

    def allows(self, a: int, b: int) -> bool:
        return not (
            abs(a - b) in (self.difference or ())
            or a + b in (self.sum or ())
            or any(a == b * r or b == a * r for r in self.ratio or ())
        )

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note(f"unmarked neighbours: no {', '.join(self.of)}"),)
