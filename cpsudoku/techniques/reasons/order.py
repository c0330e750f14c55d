"""Bounds: digits that rise along a line leave each cell a lowest and a highest one (thermometers, inequalities)."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.constraints.primitives import Pair, Primitive
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import steps


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Lines in order."""
    return steps(position, rung, _sources(position.setting), argument)


def _sources(setting: Setting) -> list[Source]:
    return setting.kept("order", lambda statement: all(map(ordered, statement)))


def ordered(primitive: Primitive) -> bool:
    """Whether it says that one cell is below another."""
    return isinstance(primitive, Pair) and (
        all(x <= y for x, y in primitive.allowed) or all(x >= y for x, y in primitive.allowed)
    )


def argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    """What the line does, or the two cells."""
    pairs = [part for part in source.statement if isinstance(part, Pair)]
    if all(x == y for part in pairs for x, y in part.allowed):
        return f"by {source.name}"
    if len(source.cells) == 2:
        a, b, allowed = pairs[0].a, pairs[0].b, pairs[0].allowed
        less, more = (a, b) if any(x < y for x, y in allowed) else (b, a)
        return f"{setting.names[less]} < {setting.names[more]}"
    strict = all(x != y for part in pairs for x, y in part.allowed)
    return f"digits {'rise' if strict else 'never fall'} along {source.name}"
