"""Hidden sets: so many digits of a region as they have places leave these no other digit. Source: every solver."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.core.board_grid import bits, choices
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.singles import inside
from cpsudoku.techniques.reasons.words import listed

SIZES = {"hidden-pair": 2, "hidden-triple": 3, "hidden-quad": 4}


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Regions and digits in order."""
    setting, size = position.setting, SIZES[rung.key]
    for region in setting.regions:
        if not region.whole or not position.since((rung, region), region.cells):
            continue
        places = [position.places[digit] & region.cover for digit in range(setting.n)]
        for digits, cover in choices(range(setting.n), places, size, 2):
            kept = sum(1 << digit for digit in digits)
            cells = bits(cover)
            removed = {cell: position.masks[cell] & ~kept for cell in cells if position.masks[cell] & ~kept}
            if removed:
                needs = {cell: kept for cell in region.cells if cell not in cells}
                yield Step(rung, removed, needs, tell=partial(_told, setting, region, digits, tuple(cells)))


def _told(setting: Setting, region: Region, digits: tuple[int, ...], cells: tuple[int, ...]) -> Told:
    real = [digit + setting.lo for digit in digits]
    reasons = tuple(dict.fromkeys(region.has(digit) for digit in real))
    return Told(reasons, f"{inside(region)}, {listed(map(str, real))} can only be in {setting.said(cells)}")
