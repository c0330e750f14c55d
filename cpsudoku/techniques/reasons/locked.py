"""Locked candidates: cells that see every place of a digit in a region that needs it cannot hold the digit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting

MOST_PLACES = 6


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Regions and digits in order."""
    setting = position.setting
    for region in setting.regions:
        if not region.whole or not position.since((rung, region), region.cells):
            continue
        for digit in range(setting.n):
            there = position.places[digit] & region.cover
            if there & there - 1 and there.bit_count() <= MOST_PLACES:
                needs = {cell: 1 << digit for cell in region.cells if not there >> cell & 1}
                tell = partial(_told, setting, region, digit, there)
                yield from seen(position, rung, there, digit, needs, tell, region.cover)


def seen(
    position: Position, rung: Rung, there: int, digit: int, needs: dict[int, int], tell: object, inside: int = 0
) -> Iterator[Step]:
    """The steps by which cells that see all of *there* lose the digit: one for each way of seeing."""
    setting = position.setting
    lost = position.places[digit] & ~there & ~inside
    for cell in setting.cells(there):
        lost &= setting.sees[cell]
    by_reason: dict[tuple[Reason, ...], list[int]] = {}
    for cell in setting.cells(lost):
        by_reason.setdefault(why_seen(setting, cell, there, digit + setting.lo), []).append(cell)
    for reasons, cells in by_reason.items():
        yield Step(rung, dict.fromkeys(cells, 1 << digit), needs, tell=partial(tell, reasons, tuple(cells)))  # type: ignore[operator,arg-type]


def why_seen(setting: Setting, cell: int, there: int, digit: int) -> tuple[Reason, ...]:
    """Why a cell that sees all cells of a cover cannot have the (real) digit that one of them has."""
    house = setting.house_of(there | 1 << cell)
    if house is not None:
        return (house.once(digit),)
    return tuple(dict.fromkeys(setting.differ(cell, other, digit) for other in setting.cells(there)))


def _told(
    setting: Setting, region: Region, digit: int, there: int, seen_by: tuple[Reason, ...], cells: tuple[int, ...]
) -> Told:
    real = digit + setting.lo
    where = setting.said(setting.cells(there))
    return Told((region.has(real), *seen_by), f"{real} of {region.name} is in {where}")
