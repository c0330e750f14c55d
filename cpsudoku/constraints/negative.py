"""Negative constraints: neighbours without a mark do not satisfy what the mark states."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, holding
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellGroupsOrNone, NumberListOrNone, WordList, constraint, part


@constraint
class Negative(PairRule):
    """Orthogonal neighbours without a mark do not have the differences, ratios and sums that the marks state.

    `of` names the kinds whose marks exempt a pair ("difference", "ratio", "xv"); *marked* is taken from the puzzle's
    other rules of these kinds, also those inside `and`, when it is not given, and kept from then on. One inside `or` or
    `not` leaves open which pairs are marked: then *marked* must be given.
    """

    keys = (
        fpuzzles.Negatives("negative"),
        fpuzzles.WhiteNegatives("nonconsecutive"),
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
    word = "negative"
    of: WordList = part(forms.Names("difference", "ratio", "xv"))
    difference: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    ratio: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    sum: NumberListOrNone = part(forms.Numbers(optional=True), default=None)
    marked: CellGroupsOrNone = part(forms.Groups(0, optional=True, size=2), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        for name, key, usual in (("difference", "difference", (1,)), ("ratio", "ratio", (2,)), ("xv", "sum", (5, 10))):
            if name in self.of and getattr(self, key) is None:
                self.fill(key, usual)
        if self.marked is None:
            marks = [rule.on(self.board) for rule in holding(siblings, *self.of)]
            self.fill("marked", sorted({tuple(sorted(rule.at)) for rule in marks}))

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(range(self.board.size))

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
