"""Any relation of two cells, given as the pairs of digits it allows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar, Literal

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values, every_two, neighbours
from cpsudoku.constraints.forms import Pairs, Word, cells, part
from cpsudoku.constraints.given import CellList, PairList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Pairwise(Constraint):
    """(digit, digit) is one of *allowed*: for each cell and the next, or (mode "all") each and every later one."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Relation("Pair", "consecutive"), iss.Relation("PairX", "all"))
    word: ClassVar[str] = "pairwise"
    cells: CellList = cells(2)
    allowed: PairList = part(Pairs())
    mode: Literal["consecutive", "all"] = part(Word("consecutive", "all"), default="consecutive")

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        pairs = neighbours(seen) if self.mode == "consecutive" else every_two(seen)
        allowed = frozenset(self.allowed)
        return all(pair in allowed for pair in pairs)

    def statement(self) -> Statement:
        allowed = pairs_allowed(self.digits, lambda a, b: (a, b) in self.allowed, self.allowed)
        pairs = pairwise(self.at) if self.mode == "consecutive" else combinations(self.at, 2)
        return tuple(Pair(a, b, allowed) for a, b in pairs)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "pairwise"),)
