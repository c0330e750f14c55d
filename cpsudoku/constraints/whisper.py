"""Whispers: neighbours on the line are far apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, neighbours
from cpsudoku.constraints.forms import Number, cells, part
from cpsudoku.constraints.given import CellList, NumberOrUsual
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Whisper(Constraint):
    """Neighbours on the line differ by at least *difference* (not given: half the number of digits, rounded up)."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "whisper"
    cells: CellList = cells(2, repeats=True)
    difference: NumberOrUsual = part(Number(1, optional=True), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", ceil(len(self.digits) / 2))

    def holds(self, values: Values) -> bool:
        return all(abs(a - b) >= self.difference for a, b in neighbours(self.seen(values)))

    def statement(self) -> Statement:
        return tuple(
            relation(a, b, self.digits, lambda x, y: abs(x - y) >= self.difference, self.difference)
            for a, b in pairwise(self.at)
        )

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "whisper"),)
