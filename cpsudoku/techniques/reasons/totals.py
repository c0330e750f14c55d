"""Sums: what the other cells of an arrow, a little killer, a line of equal sums leave for a cell."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.constraints.primitives import EqualSums, Statement, Sum
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Equal
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import steps
from cpsudoku.techniques.reasons.words import listed

NAMED = 3


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    return steps(position, rung, position.setting.kept("totals", _sums), argument)


def _sums(statement: Statement) -> bool:
    return bool(statement) and all(isinstance(part, (Sum, EqualSums)) for part in statement)


def argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    """With the sums that equal groups can have, where they are few."""
    masks = dict(zip(source.cells, here))
    for part in source.narrower.parts:
        if isinstance(part, Equal) and masks.keys() >= set(part.cells):  # else it counts digits of cells, too
            totals = sorted(part.totals(tuple(masks[cell] for cell in part.cells)))
            if 1 <= len(totals) <= NAMED:
                return f"each sum of {source.name} is {listed(map(str, totals), 'or')}"
    return f"by {source.name}" if source.name.startswith("the sum") else f"by the sum of {source.name}"
