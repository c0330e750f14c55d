"""Any relation of two cells, given as the pairs of digits it allows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Literal

from cpsudoku.constraints import forms, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, PairList, cells, constraint, part


@constraint
class Pairwise(PairRule):
    """Each two neighbouring digits on the line are one of the *allowed* pairs; in mode "all", any two digits of the
    line.
    """

    keys = (iss.Relation("Pair", "consecutive"), iss.Relation("PairX", "all"))
    word = "pairwise"
    figure = shapes.Line()
    cells: CellList = cells(2)
    allowed: PairList = part(forms.Pairs())
    mode: Literal["consecutive", "all"] = part(forms.Word("consecutive", "all"), default="consecutive")

    def pairs(self) -> Iterable[tuple[int, int]]:
        return pairwise(self.at) if self.mode == "consecutive" else combinations(self.at, 2)

    def allows(self, a: int, b: int) -> bool:
        return (a, b) in self.allowed
