"""Naked sets: so many cells of a region as they have digits keep these to themselves. Source: every solver."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.core.board_grid import bits, choices
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.singles import inside

SIZES = {"naked-pair": 2, "naked-triple": 3, "naked-quad": 4}
WORDS = {2: "pair", 3: "triple", 4: "quad"}


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Regions and cells in order; a pair may also be two cells that see each other anywhere."""
    setting, size = position.setting, SIZES[rung.key]
    masks = position.masks
    for region in setting.regions:
        if not position.since((rung, region), region.cells):
            continue
        open_ = [cell for cell in region.cells if masks[cell] & masks[cell] - 1]
        for cells, digits in choices(open_, masks, size, 2):
            removed: dict[int, int] = {}
            others = [cell for cell in open_ if cell not in cells]
            for cell in others:
                if masks[cell] & digits:
                    removed[cell] = masks[cell] & digits
            if removed:
                yield _step(setting, rung, region, cells, digits, removed)


def _step(
    setting: Setting, rung: Rung, region: Region, cells: tuple[int, ...], digits: int, removed: dict[int, int]
) -> Step:
    needs = dict.fromkeys(cells, setting.full & ~digits)
    return Step(rung, removed, needs, tell=partial(_told, setting, region, cells, digits))


def _told(setting: Setting, region: Region, cells: tuple[int, ...], digits: int) -> Told:
    reasons: dict[Reason, None] = {}
    for cell in cells:
        reasons[Reason("cell", f"{setting.names[cell]} has a digit", cell=cell, cells=(cell,))] = None
    for digit in bits(digits):
        reasons[region.once(digit + setting.lo)] = None
    said = "".join(map(str, setting.digits(digits)))
    return Told(tuple(reasons), f"{setting.said(cells)} {inside(region)} are a {said} {WORDS[len(cells)]}")
