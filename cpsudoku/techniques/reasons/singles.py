"""Singles: the last candidate of a cell, and the last place of a digit in a region that holds every digit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.reasons.ladder import ROWS, Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.words import located

NAKED = ROWS["naked-single"]
HIDDEN = ROWS["hidden-single"]


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Cells in order, or regions and digits."""
    setting = position.setting
    if rung is NAKED:
        for cell, mask in enumerate(position.masks):
            if mask & mask - 1 == 0 and not (mask and position.placed >> cell & 1):
                step = single(setting, cell, mask)
                if not mask:
                    raise Contradiction(step)
                yield step
        return
    for region in setting.regions:
        if not region.whole or not position.since((HIDDEN, region), region.cells):
            continue
        for digit in range(setting.n):
            there = position.places[digit] & region.cover
            if there & there - 1 == 0 and (not there or not there & position.placed):
                cell = there.bit_length() - 1
                bit = 1 << digit
                needs = {other: bit for other in region.cells if other != cell}
                tell = partial(_hidden, setting, region, cell, digit)
                if not there:
                    raise Contradiction(Step(HIDDEN, {}, needs, tell=tell))
                yield Step(HIDDEN, {cell: setting.full & ~bit}, needs, tell=tell, placed=(cell, bit))


def single(setting: Setting, cell: int, mask: int) -> Step:
    """The cell has one candidate left, or none."""
    tell = partial(_naked, setting, cell, mask)
    return Step(NAKED, {}, {cell: setting.full & ~mask}, tell=tell, placed=(cell, mask))


def _naked(setting: Setting, cell: int, mask: int) -> Told:
    name = setting.names[cell]
    reason = Reason("cell", f"{name} has a digit", cell=cell, cells=(cell,))
    return Told((reason,), f"no {'other ' if mask else ''}digit is left for {name}")


def _hidden(setting: Setting, region: Region, cell: int, digit: int) -> Told:
    real = digit + setting.lo
    other = "other " if cell >= 0 else ""
    return Told((region.has(real),), f"{real} has no {other}place {inside(region)}")


def inside(region: Region) -> str:
    """`in row 3`, `on the diagonal from r1c1`."""
    return located(region.name)


def clears(position: Position, cell: int, bit: int) -> Iterator[Step]:
    """What a written digit takes from the cells that see it: a step for each house or rule by which they do."""
    setting = position.setting
    digit = bit.bit_length() - 1 + setting.lo
    by_reason: dict[Reason, dict[int, int]] = {}
    for other in setting.cells(setting.sees[cell] & position.places[bit.bit_length() - 1]):
        by_reason.setdefault(setting.differ(cell, other, digit), {})[other] = bit
    for reason, removed in by_reason.items():
        told = Told((reason,), f"{setting.names[cell]} is {digit}")
        yield Step(NAKED, removed, {cell: setting.full & ~bit}, tell=partial(_same, told), clears=True)


def _same(told: Told) -> Told:
    return told
