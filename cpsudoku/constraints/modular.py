"""Modular lines: different remainders in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Modular(Constraint):
    """Every *mod* consecutive cells have different remainders modulo *mod*."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("modularline", value="mod"),
        iss.Cells("Modular", "mod", usual=3),
        artwork.Drawn(
            "modular",
            r"\bmodular|(?=.*\blines?\b)(?=.*(modulo|\bmod ?3|remainder|147|1, ?4,? (and|or)? ?7))",
            "line",
            "blue",
        ),
    )
    word: ClassVar[str] = "modular"
    cells: CellList = cells()
    mod: int = number(default=3, least=2)

    def holds(self, values: Values) -> bool:
        rests = [None if value is None else value % self.mod for value in self.seen(values)]
        return all(distinct(rests[k : k + self.mod]) for k in range(len(rests)))

    def statement(self) -> Statement:
        other = pairs_allowed(self.digits, lambda x, y: bool((x - y) % self.mod), self.mod)
        same = pairs_allowed(self.digits, lambda x, y: (x - y) % self.mod == 0, self.mod)
        found = []
        for apart in range(1, self.mod + 1):
            allowed = same if apart == self.mod else other
            found += [Pair(a, b, allowed) for a, b in zip(self.at, self.at[apart:])]
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "modular"),)
