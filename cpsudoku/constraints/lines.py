"""Kinds that relate the digits along a line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil
from typing import Literal

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, LineRule, Values, distinct, known
from cpsudoku.constraints.forms import CellList, NumberOrUsual, PairList, cells, constraint, number, part
from cpsudoku.constraints.pairs import PairRule
from cpsudoku.constraints.primitives import DigitSet, Pair, Statement, pairs_allowed


@constraint
class Thermometer(PairRule):
    """Digits along a thermometer increase from the bulb end.

    Branches are further thermometers from the same bulb.
    """

    advice = (
        "Count from both ends: the second cell of a thermometer is at least 2, the third at least 3, and so "
        "on; in the same way from 9 at the tip."
    )
    keys = (
        fpuzzles.Lines("thermometer"),
        iss.Cells("Thermo"),
        artwork.Drawn(
            "thermo",
            r"(thermo|(?=.*\bbulb)(?=.*(increas|ris|ascend)))",
            "thermo",
            never=r"\bslow|increase consecutively|consecutive order",
        ),
    )
    spoken = "thermometer from {first}"
    word = "thermo"
    figure = shapes.Line(start="bulb")
    cells: CellList = cells()

    def allows(self, a: int, b: int) -> bool:
        return a < b

    def holds(self, values: Values) -> bool:
        floor = self.digits[0] - 1
        room = self.digits[-1] - len(self.at) + 1
        if len(self.at) > len(self.digits):
            return False
        for position, value in enumerate(self.seen(values)):
            floor += 1
            if value is None:
                continue
            if not floor <= value <= room + position:
                return False
            floor = value
        return True


@constraint
class SlowThermo(PairRule):
    """Digits along a slow thermometer increase or stay the same from the bulb end."""

    keys = (
        fpuzzles.Lines("slowthermometer"),
        artwork.Drawn("slow_thermo", r"\bslow.{0,20}thermo|thermo.*(stay|never|not|cannot) .{0,12}decreas", "thermo"),
    )
    spoken = "slow thermometer from {first}"
    figure = shapes.Line(start="bulb")
    cells: CellList = cells()

    def allows(self, a: int, b: int) -> bool:
        return a <= b

    def holds(self, values: Values) -> bool:
        return all(a <= b for a, b in pairwise(known(self.seen(values))))


@constraint
class Whisper(PairRule):
    """Adjacent digits on the line differ by at least *difference*.

    The usual difference is half the number of digits, rounded up: 5 for 1 to 9.
    """

    prose = "Neighbouring digits on a whisper line differ by at least {difference}."
    advice = (
        "On a line with a difference of 5 no digit is 5, and low and high digits take turns. Digits 4 and 6 "
        "have only one neighbour each: 4 stands beside 9, 6 beside 1."
    )
    keys = (
        fpuzzles.Lines("whispers", value="difference"),
        iss.Cells("Whisper", "difference", usual=5),
        artwork.Drawn(
            "whisper",
            r"\bwhisper|(?=.*\blines?\b)(?=.*\bdiffer)(?=.*(at least|or more))",
            "line",
            "green",
            never=r"diamond",
            number=("difference", r"(?:at least|least|of|by) (\d+|four|five|three|six)\b"),
        ),
    )
    spoken = "whisper from {first}"
    figure = shapes.Line()
    cells: CellList = cells(2, repeats=True)
    difference: NumberOrUsual = number(default=None, least=1)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", ceil(len(self.digits) / 2))

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.difference


@constraint
class Palindrome(PairRule):
    """Lines are palindromes: they read the same from both ends."""

    advice = (
        "Copy what you know to the mirrored cell. Two mirrored cells hold the same digit, so no cell that "
        "sees both has it."
    )
    keys = (
        fpuzzles.Lines("palindrome"),
        iss.Cells("Palindrome"),
        artwork.Drawn("palindrome", r"palindrom|(?=.*\blines?\b)(?=.*\bread)(?=.*\bsame)", "line", "grey"),
    )
    spoken = "palindrome from {first}"
    figure = shapes.Line()
    cells: CellList = cells(2)

    def pairs(self) -> Iterable[tuple[int, int]]:
        return zip(self.at[: len(self.at) // 2], reversed(self.at))

    def allows(self, a: int, b: int) -> bool:
        return a == b


@constraint
class Nabner(PairRule):
    """No two digits on the line are equal or consecutive, wherever they are on the line."""

    keys = (
        fpuzzles.Lines("nabner"),
        artwork.Drawn(
            "nabner",
            r"\bnabner|(?=.*\blines?\b)(?=.*(no two|not be|cannot be|never be).{0,40}consecutive)",
            "line",
            "yellow",
        ),
    )
    figure = shapes.Line()
    cells: CellList = cells(2)

    def pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(self.at, 2)

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) > 1


@constraint
class Pairwise(PairRule):
    """Any two adjacent digits on the line (in mode "all", any two digits) form one of the *allowed* pairs."""

    keys = (iss.Relation("Pair", mode="consecutive"), iss.Relation("PairX", mode="all"))
    figure = shapes.Line()
    cells: CellList = cells(2)
    allowed: PairList = part(forms.Pairs())
    mode: Literal["consecutive", "all"] = part(forms.Word("consecutive", "all"), default="consecutive")

    def pairs(self) -> Iterable[tuple[int, int]]:
        return pairwise(self.at) if self.mode == "consecutive" else combinations(self.at, 2)

    def allows(self, a: int, b: int) -> bool:
        return (a, b) in self.allowed


@constraint
class Renban(LineRule):
    """A renban line contains a set of consecutive digits in any order, without repeats."""

    advice = (
        "Three cells hold three digits in a row: long lines contain 5, and a digit far from another one of "
        "the line is out. A line inside a house takes its digits from the rest of the house."
    )
    keys = (
        fpuzzles.Lines("renban"),
        iss.Cells("Renban"),
        artwork.Drawn(
            "renban",
            r"\brenban|(?=.*\blines?\b)(?=.*\bconsecutive)",
            "line",
            "purple",
            never=r"no two|not be|cannot be|never be|white|dot",
        ),
    )
    spoken = "renban at {cells}"

    def holds(self, values: Values) -> bool:
        found = known(self.seen(values))
        if len(self.at) > len(self.digits):
            return False
        return distinct(found) and (not found or max(found) - min(found) < len(self.at))

    def statement(self) -> Statement:
        size = len(self.at)
        windows = _windows(self.digits[0], self.digits[-1], size)
        near = pairs_allowed(self.digits, lambda x, y: 0 < abs(x - y) < size, size)
        return (DigitSet(self.at, windows), *(Pair(a, b, near) for a, b in combinations(self.at, 2)))


@lru_cache(maxsize=256)
def _windows(lo: int, hi: int, size: int) -> tuple[frozenset[int], ...]:
    """The sets of consecutive digits."""
    return tuple(frozenset(range(first, first + size)) for first in range(lo, hi - size + 2))
