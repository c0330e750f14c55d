"""Fish: the places of a digit in some lines lie in as many crossing lines, which lose it elsewhere.

X-wing, swordfish, jellyfish: names of the community; the argument counts the digit in the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku.techniques.core.board_grid import bits, choices
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.setting import Region, Setting
from cpsudoku.techniques.reasons.words import together

SIZES = {"x-wing": 2, "swordfish": 3, "jellyfish": 4}


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Digits in order, rows before columns."""
    setting, size = position.setting, SIZES[rung.key]
    rows = [house for house in setting.houses if house.kind == "row"]
    columns = [house for house in setting.houses if house.kind == "column"]
    for digit in range(setting.n):
        for base, cover in ((rows, columns), (columns, rows)):
            if not all(house.whole for house in base) or not cover:
                continue
            masks = [
                sum(1 << k for k, line in enumerate(cover) if position.places[digit] & house.cover & line.cover)
                for house in base
            ]
            for lines, crossing in choices(range(len(base)), masks, size, 2):
                inside = sum(base[k].cover for k in lines)
                crossed = sum(cover[k].cover for k in bits(crossing))
                lost = position.places[digit] & crossed & ~inside
                if lost:
                    bit = 1 << digit
                    needs = {cell: bit for cell in bits(inside & ~crossed)}
                    ways = tuple(base[k] for k in lines), tuple(cover[k] for k in bits(crossing))
                    yield Step(
                        rung, dict.fromkeys(bits(lost), bit), needs, tell=partial(_told, setting, rung, digit, *ways)
                    )


def _told(setting: Setting, rung: Rung, digit: int, base: tuple[Region, ...], cover: tuple[Region, ...]) -> Told:
    real = digit + setting.lo
    reasons = (*(house.has(real) for house in base), *(house.once(real) for house in cover))
    inside, crossing = (together(house.name for house in houses) for houses in (base, cover))
    return Told(reasons, f"{rung.name} of {real}: in {inside} it can only be in {crossing}")
