"""Required digits: a digit of every set that a cage or line can have goes from the cells that see all its places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.combinations import chosen, sets_only
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.locked import seen
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.words import listed


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules and digits in order."""
    setting = position.setting
    for source in setting.kept("combinations", sets_only):
        part = chosen(source)
        if part is None or not position.since((rung, source), source.cells):
            continue
        common = setting.full
        for mask in part.possible(tuple([position.masks[cell] for cell in part.cells])):
            common &= mask
        needs = {cell: setting.full & ~position.masks[cell] for cell in part.cells}
        by_places: dict[int, list[int]] = {}
        for digit in bits(common):
            there = position.places[digit] & source.cover
            if there & there - 1:
                by_places.setdefault(there, []).append(digit)
        for there, digits in by_places.items():
            reasons: dict[Reason, None] = {source.reason: None}
            removed: dict[int, int] = {}
            for digit in digits:
                for why, cells in seen(setting, position.masks, there, digit):
                    if len(reasons) + len(why) <= MOST_REASONS:
                        reasons.update(dict.fromkeys(why))
                        removed.update({cell: removed.get(cell, 0) | 1 << digit for cell in cells})
            if removed:
                tell = partial(_told, setting, source, tuple(reasons), there, removed)
                yield Step(rung, removed, needs, tell=tell)


def _told(setting: Setting, source: Source, reasons: tuple[Reason, ...], there: int, removed: dict[int, int]) -> Told:
    digits = 0
    for mask in removed.values():
        digits |= mask
    real = setting.digits(digits)
    where = setting.said(setting.cells(there))
    inside = "" if source.name.endswith(where) else f" in {where}"
    return Told(reasons, f"{source.name} has its {listed(map(str, real))}{inside}")
