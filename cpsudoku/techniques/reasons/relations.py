"""Pairs of digits, as of dots, whispers, palindromes: what a cell can be beside the candidates of another."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.constraints.primitives import Different, Pair, Statement
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.order import ordered
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import steps


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    return steps(position, rung, position.setting.kept("relations", _related), argument)


def _related(statement: Statement) -> bool:
    return all(isinstance(part, (Pair, Different)) for part in statement) and not all(map(ordered, statement))


def argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    """By its name."""
    return f"by {source.name}"
