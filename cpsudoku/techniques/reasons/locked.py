"""Locked candidates: cells that see every place of a digit in a region that needs it cannot hold the digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.techniques.reasons.ladder import ROWS, Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.singles import inside
from cpsudoku.techniques.reasons.words import listed

RUNG = ROWS["locked-candidates"]
MOST_PLACES = 6
"""Places of a digit beyond which nobody looks at what sees all of them."""


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Regions in order; digits with the same places together."""
    setting, masks = position.setting, position.masks
    for region in setting.regions:
        if not region.whole or not position.since((rung, region), region.cells):
            continue
        by_places: dict[int, list[int]] = {}
        for digit, places in enumerate(position.places):
            there = places & region.cover
            if there & there - 1 and there.bit_count() <= MOST_PLACES:
                by_places.setdefault(there, []).append(digit)
        for there, digits in by_places.items():
            yield from _steps(setting, masks, region, there, digits)


def _steps(
    setting: Setting, masks: Sequence[int], region: Region, there: int, digits: Sequence[int], among: int = -1
) -> Iterator[Step]:
    """As few steps as the reasons allow by which cells *among* lose digits that have their places *there*."""
    reasons: dict[Reason, None] = {}
    removed: dict[int, int] = {}
    for digit in digits:
        has = region.has(digit + setting.lo)
        for why, cells in seen(setting, masks, there, digit, region.cover | ~among):
            if removed and len({*reasons, has, *why}) > MOST_REASONS:
                yield _step(setting, region, there, digits, tuple(reasons), removed)
                reasons, removed = {}, {}
            reasons |= dict.fromkeys((has, *why))
            for cell in cells:
                removed[cell] = removed.get(cell, 0) | 1 << digit
    if removed:
        yield _step(setting, region, there, digits, tuple(reasons), removed)


def _step(
    setting: Setting,
    region: Region,
    there: int,
    digits: Sequence[int],
    reasons: tuple[Reason, ...],
    removed: dict[int, int],
) -> Step:
    lost = 0
    for mask in removed.values():
        lost |= mask
    digits = [digit for digit in digits if lost >> digit & 1]
    needs = {cell: lost for cell in region.cells if not there >> cell & 1}
    again = partial(_again, region, digits, sum([1 << cell for cell in removed]))
    return Step(RUNG, removed, needs, again=again, tell=partial(_told, setting, region, digits, there, reasons))


def _again(region: Region, digits: Sequence[int], among: int, position: Position) -> Step | None:
    """The step at a position, of the digits that have several places there."""
    masks, there, left = position.masks, 0, []
    for digit in digits:
        places = sum([1 << cell for cell in region.cells if masks[cell] >> digit & 1])
        if places & places - 1:
            there |= places
            left.append(digit)
    return next(_steps(position.setting, masks, region, there, left, among), None)


def seen(
    setting: Setting, masks: Sequence[int], there: int, digit: int, inside: int = 0
) -> Iterator[tuple[tuple[Reason, ...], tuple[int, ...]]]:
    """The cells that hold the digit (bit number) and see all of *there*, but those *inside*, by why they do."""
    lost = ~there & ~inside
    for cell in setting.cells(there):
        lost &= setting.sees[cell]
    by_reason: dict[tuple[Reason, ...], list[int]] = {}
    for cell in setting.cells(lost):
        if masks[cell] >> digit & 1:
            by_reason.setdefault(why_seen(setting, cell, there, digit + setting.lo), []).append(cell)
    for reasons, cells in by_reason.items():
        yield reasons, tuple(cells)


def why_seen(setting: Setting, cell: int, there: int, digit: int) -> tuple[Reason, ...]:
    """Why a cell that sees all cells of a cover cannot have the (real) digit that one of them has."""
    house = setting.house_of(there | 1 << cell)
    if house is not None:
        return (house.once(digit),)
    return tuple(dict.fromkeys(setting.differ(cell, other, digit) for other in setting.cells(there)))


def _told(setting: Setting, region: Region, digits: Sequence[int], there: int, reasons: tuple[Reason, ...]) -> Told:
    said = listed(str(digit + setting.lo) for digit in digits)
    return Told(reasons, f"{inside(region)}, {said} can only be in {setting.said(setting.cells(there))}")
