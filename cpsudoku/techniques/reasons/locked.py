"""Locked candidates: cells that see every place of a digit in a region that needs it cannot hold the digit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.singles import inside

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
                for reasons, cells in seen(position, there, digit, region.cover):
                    tell = partial(_told, setting, region, digit, there, reasons)
                    yield Step(rung, dict.fromkeys(cells, 1 << digit), needs, tell=tell)


def seen(
    position: Position, there: int, digit: int, inside: int = 0
) -> Iterator[tuple[tuple[Reason, ...], tuple[int, ...]]]:
    """The cells that hold the digit (bit number) and see all of *there*, but those *inside*, by why they do."""
    setting = position.setting
    lost = position.places[digit] & ~there & ~inside
    for cell in setting.cells(there):
        lost &= setting.sees[cell]
    by_reason: dict[tuple[Reason, ...], list[int]] = {}
    for cell in setting.cells(lost):
        by_reason.setdefault(why_seen(setting, cell, there, digit + setting.lo), []).append(cell)
    for reasons, cells in by_reason.items():
        yield reasons, tuple(cells)


def why_seen(setting: Setting, cell: int, there: int, digit: int) -> tuple[Reason, ...]:
    """Why a cell that sees all cells of a cover cannot have the (real) digit that one of them has."""
    house = setting.house_of(there | 1 << cell)
    if house is not None:
        return (house.once(digit),)
    return tuple(dict.fromkeys(setting.differ(cell, other, digit) for other in setting.cells(there)))


def _told(setting: Setting, region: Region, digit: int, there: int, seen_by: tuple[Reason, ...]) -> Told:
    real = digit + setting.lo
    where = setting.said(setting.cells(there))
    return Told((region.has(real), *seen_by), f"{inside(region)}, {real} can only be in {where}")
