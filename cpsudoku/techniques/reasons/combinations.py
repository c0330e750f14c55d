"""Combinations: the sets of digits that a cage, or a line of a set of digits, can still have."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.constraints.primitives import DigitSet, Pair, Statement
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Chosen
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import steps
from cpsudoku.techniques.reasons.words import alternatives, listed

NAMED = 3
"""Sets beyond which they are not listed."""


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    return steps(position, rung, position.setting.kept("combinations", sets_only), argument)


def sets_only(statement: Statement) -> bool:
    """Whether the rule is about sets of digits."""
    return any(isinstance(part, DigitSet) for part in statement) and all(
        isinstance(part, (Pair, DigitSet)) for part in statement
    )


def chosen(source: Source) -> Chosen | None:
    """Its list of sets."""
    return next((part for part in source.narrower.parts if isinstance(part, Chosen)), None)


def sets_left(source: Source, masks: dict[int, int]) -> list[int]:
    """The sets of digits that its cells can have."""
    part = chosen(source)
    return [] if part is None else part.possible(tuple(masks[cell] for cell in part.cells))


def sets_said(setting: Setting, sets: list[int]) -> str:
    """`12 or 34`."""
    apart = "" if setting.lo + setting.n <= 10 else "+"
    return listed([apart.join(map(str, digits)) for digits in sorted(map(setting.digits, sets))], "or")


def argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    """With the sets that are left, where they are few."""
    sets = sets_left(source, dict(zip(source.cells, here)))
    if 1 <= len(sets) <= NAMED and len(source.cells) < setting.n:
        return f"{source.name} can only be {sets_said(setting, sets)}"
    wanted = gone = 0
    for mask in sets:
        wanted |= mask
    for mask in removed.values():
        gone |= mask
    if gone and not gone & wanted:
        return f"{source.name} cannot have {alternatives(setting.digits(gone))}"
    return f"by the combinations of {source.name}"
