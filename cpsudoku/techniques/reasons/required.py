"""Required digits: a digit of every set that a cage or line can have goes from the cells that see all its places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.combinations import chosen, sets_only
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.locked import seen
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting, Source


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
        for digit in bits(common):
            there = position.places[digit] & source.cover
            if there & there - 1:
                needs = {cell: setting.full & ~position.masks[cell] for cell in part.cells}
                yield from seen(position, rung, there, digit, needs, partial(_told, setting, source, digit, there))


def _told(
    setting: Setting, source: Source, digit: int, there: int, seen_by: tuple[Reason, ...], cells: tuple[int, ...]
) -> Told:
    real = digit + setting.lo
    where = "" if there == source.cover else f" in {setting.said(setting.cells(there))}"
    reasons = tuple(dict.fromkeys((source.reason, *seen_by)))
    return Told(reasons, f"{source.name} needs a {real}{where}, which {setting.said(cells)} sees")
