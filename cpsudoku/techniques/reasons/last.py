"""The last cell of a rule: the others are written, and one of the candidates of the last one makes the rule hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.setting import Setting, Source


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    setting, placed = position.setting, position.placed
    for source in setting.parts:
        open_ = source.cover & ~placed
        if not open_ or open_ & open_ - 1 or not position.since((rung, source), source.cells):
            continue
        cell = open_.bit_length() - 1
        mask = position.masks[cell]
        left = source.narrower.left(position.masks)
        bit = 0 if left is None else left.get(cell, mask)
        if not bit & bit - 1:
            step = _step(setting, rung, source, cell, bit, position.masks)
            if left is None:
                raise Contradiction(step)
            yield step


def digit_left(source: Source, masks: Sequence[int]) -> tuple[int, int] | None:
    """Cell and bit of the digit that the rule leaves its last cell; None where two cells are open, or two are left."""
    open_ = [cell for cell in source.cells if masks[cell] & masks[cell] - 1]
    left = source.narrower.left(masks) if len(open_) == 1 else None
    bit = left.get(open_[0], 0) if left else 0
    return (open_[0], bit) if bit and not bit & bit - 1 else None


def _step(setting: Setting, rung: Rung, source: Source, cell: int, bit: int, masks: list[int]) -> Step:
    """The *bit* is 0 where no digit makes the rule hold."""
    free = masks[:]
    free[cell] = setting.full
    by_rule = source.narrower.left(free)
    allowed = 0 if by_rule is None else by_rule.get(cell, setting.full)
    gone = setting.full & ~masks[cell]
    needs = {other: setting.full & ~masks[other] for other in source.cells if other != cell}
    twice = sum({masks[other] for other in needs if setting.sees[cell] >> other & 1})  # by houses, not by the rule
    needs[cell] = gone if masks[cell] & allowed != bit else gone & (allowed | twice)
    removed = {cell: setting.full & ~bit} if bit else {}
    tell = partial(_told, setting, source, cell, bit)
    return Step(rung, removed, needs, tell=tell, placed=(cell, bit))


def _told(setting: Setting, source: Source, cell: int, bit: int) -> Told:
    if not bit:
        return Told((source.reason,), f"{source.name} leaves no digit for {setting.names[cell]}")
    if len(source.cells) == 2:
        return Told((source.reason,), f"by {source.name}")
    return Told((source.reason,), f"{setting.names[cell]} is the last cell of {source.name}")
