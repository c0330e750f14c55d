"""Negative constraints: neighbours without a mark do not do what the marks say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, holding, orthogonal
from cpsudoku.constraints.forms import Groups, Names, Numbers, part
from cpsudoku.constraints.given import CellGroupsOrNone, NumberListOrNone, WordList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Note, Shape


@dataclass(frozen=True, repr=False)
class Negative(Constraint):
    """Neighbours at a side that are not *marked* have none of these differences, ratios and sums.

    `of` names the kinds whose marks exempt a pair ("difference", "ratio", "xv"); *marked* is taken from the puzzle's
    other rules of these kinds, also those inside `and`, when it is not given, and kept from then on. One inside `or` or
    `not` leaves open which pairs are marked: then *marked* must be given.
    """

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "negative"
    of: WordList = part(Names("difference", "ratio", "xv"))
    difference: NumberListOrNone = part(Numbers(optional=True), default=None)
    ratio: NumberListOrNone = part(Numbers(optional=True), default=None)
    sum: NumberListOrNone = part(Numbers(optional=True), default=None)
    marked: CellGroupsOrNone = part(Groups(0, optional=True, size=2), default=None)

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

    def _free(self) -> list[tuple[int, int]]:
        marked = {frozenset(pair) for pair in self.numbers("marked")}
        return [pair for pair in orthogonal(self.board) if frozenset(pair) not in marked]

    def _forbidden(self, a: int, b: int) -> bool:
        return (
            abs(a - b) in (self.difference or ())
            or a + b in (self.sum or ())
            or any(a == b * r or b == a * r for r in self.ratio or ())
        )

    def holds(self, values: Values) -> bool:
        return not any(
            a is not None and b is not None and self._forbidden(a, b)
            for a, b in ((values[x], values[y]) for x, y in self._free())
        )

    def statement(self) -> Statement:
        free = (self.difference, self.ratio, self.sum)
        allowed = pairs_allowed(self.digits, lambda a, b: not self._forbidden(a, b), free)
        return tuple(Pair(a, b, allowed) for a, b in self._free())

    def shapes(self) -> tuple[Shape, ...]:
        return (Note(f"unmarked neighbours: no {', '.join(self.of)}"),)
