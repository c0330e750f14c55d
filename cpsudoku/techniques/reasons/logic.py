"""What any other rule leaves by itself: automata (sandwiches, skyscrapers), clauses, alternatives."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.relations import argument
from cpsudoku.techniques.reasons.sources import steps


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    return steps(position, rung, position.setting.kept("logic", lambda statement: True), argument)
