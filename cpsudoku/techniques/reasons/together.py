"""A rule beside the houses that it touches: what they leave together, candidate by candidate.

A candidate goes where, once it is written, the rules and what they leave the houses cannot be: a digit has no place in
a house, or a rule cannot hold. Nothing but these rules and houses is used, and only plain consequences are drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS
from cpsudoku.techniques.reasons.setting import Region, Setting, Source
from cpsudoku.techniques.reasons.sources import reason_of, used_houses
from cpsudoku.techniques.reasons.words import listed

MOST_CELLS = 12
"""Rules of more cells are not tried."""
MOST_HOUSES = 3
"""Houses beside which one step looks at a rule."""
MOST_FORCED = 2
"""Cells of a rule that fails of which it is said what they would be."""
Sources = tuple[Source, ...]
Houses = tuple[Region, ...]


class Dead(NamedTuple):
    """Why an assumption cannot be: a digit (bit number) without a place in a house, or a rule; and the masks then."""

    masks: Sequence[int]
    house: Region | None = None
    digit: int = -1
    source: Source | None = None


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Rules in order."""
    setting = position.setting
    for sources, houses, cells in singles(setting):
        if not position.since((rung, sources), cells):
            continue
        found = False
        for step in refuted(position, rung, sources, houses):
            found = True
            yield step
        if found and not position.whole:
            return


def refuted(position: Position, rung: Rung, sources: Sources, houses: Houses) -> Iterator[Step]:
    """The steps by which the sources' cells lose candidates, each beside a few houses."""
    setting, masks = position.setting, position.masks
    by_houses: dict[tuple[Sources, Houses], dict[int, int]] = {}
    for cell in dict.fromkeys(cell for source in sources for cell in source.cells):
        mask = masks[cell]
        if mask & mask - 1 == 0:
            continue
        for digit in bits(mask):
            if dead(setting, masks, sources, houses, cell, 1 << digit) is not None:
                used = fewest(setting, masks, sources, houses, cell, 1 << digit)
                if used[0] and len(used[0]) + len(used[1]) <= MOST_REASONS:
                    found = by_houses.setdefault(used, {})
                    found[cell] = found.get(cell, 0) | 1 << digit
    steps: list[tuple[Sources, Houses, dict[int, int]]] = []
    for (few, kept), removed in by_houses.items():
        for k, (same, others, gone) in enumerate(steps):
            every = tuple(dict.fromkeys((*others, *kept)))
            if same == few and len(every) <= MOST_HOUSES:
                both = {cell: gone.get(cell, 0) | removed.get(cell, 0) for cell in gone | removed}
                steps[k] = (few, every, both)
                break
        else:
            steps.append((few, kept, removed))
    for few, kept, removed in steps:
        if _few(setting, masks, few, kept, removed):
            yield step_of(position, rung, few, kept, removed)


def step_of(position: Position, rung: Rung, sources: Sources, houses: Houses, removed: dict[int, int]) -> Step:
    """The step that takes these candidates, by these reasons."""
    reads = tuple(
        dict.fromkeys([*(c for source in sources for c in source.cells), *(c for house in houses for c in house.cells)])
    )
    here = tuple(position.masks)
    return Step(
        rung,
        removed,
        again=partial(_again, rung, sources, houses, removed),
        tell=partial(_told, position.setting, here, sources, houses, removed),
        reads=reads,
    )


def _again(rung: Rung, sources: Sources, houses: Houses, removed: dict[int, int], position: Position) -> Step | None:
    left: dict[int, int] = {}
    for cell, mask in removed.items():
        for digit in bits(mask & position.masks[cell]):
            if dead(position.setting, position.masks, sources, houses, cell, 1 << digit) is not None:
                left[cell] = left.get(cell, 0) | 1 << digit
    few = left and _few(position.setting, position.masks, sources, houses, left)
    return step_of(position, rung, sources, houses, left) if few else None


def dead(
    setting: Setting, masks: Sequence[int], sources: Sources, houses: Houses, cell: int, bit: int, bare: bool = False
) -> Dead | None:
    """Why the cell cannot have the digit; None where that is not seen.

    *bare*: rules do not know of the houses in which their own cells differ.
    """
    loop = setting.loop
    left = array("I", masks)
    left[cell] = bit
    dirty = bytearray(b"\1") * len(setting.houses)
    which = array("i", [house.house for house in houses])
    while True:
        code = loop.settle(left, which, dirty)
        if code >= 0:
            house, digit = divmod(code, 64)
            return Dead(left, setting.houses[house], -1 if digit == 63 else digit)
        changed = False
        for source in sources:
            found = (setting.bare(source) if bare else source.narrower).left(left)
            if found is None:
                return Dead(left, source=source)
            for where, mask in found.items():
                left[where] = mask
                changed = True
                for house in loop.houses_of(where):
                    dirty[house] = 1
        if not changed:
            return None


def fewest(
    setting: Setting, masks: Sequence[int], sources: Sources, houses: Houses, cell: int, bit: int
) -> tuple[Sources, Houses]:
    """Sources and houses none of which can be left out."""
    kept = houses
    for house in houses:
        fewer = tuple(other for other in kept if other is not house)
        if dead(setting, masks, sources, fewer, cell, bit) is not None:
            kept = fewer
    few = sources
    for source in sources:
        less = tuple(other for other in few if other is not source)
        if dead(setting, masks, less, kept, cell, bit) is not None:
            few = less
    return few, kept


def singles(setting: Setting) -> Iterable[tuple[Sources, Houses, tuple[int, ...]]]:
    """Each rule with the houses of its cells."""
    key = "rule-and-houses"
    if key not in setting.memory:
        setting.memory[key] = [
            _with_houses(setting, (source,)) for source in setting.parts if 1 < len(source.cells) <= MOST_CELLS
        ]
    found: list[tuple[Sources, Houses, tuple[int, ...]]] = setting.memory[key]
    return found


def _with_houses(setting: Setting, sources: Sources) -> tuple[Sources, Houses, tuple[int, ...]]:
    cover = 0
    for source in sources:
        cover |= source.cover
    houses = tuple(house for house in setting.houses if house.cover & cover)
    cells = dict.fromkeys([*bits(cover), *(cell for house in houses for cell in house.cells)])
    return sources, houses, tuple(cells)


def _within(
    setting: Setting, masks: Sequence[int], sources: Sources, houses: Houses, removed: dict[int, int]
) -> list[Region]:
    """The *houses*, and those in which rules add up: these are reasons where the step would not follow without them."""
    if all(
        dead(setting, masks, sources, houses, cell, 1 << digit, bare=True) is not None
        for cell, mask in removed.items()
        for digit in bits(mask)
    ):
        return list(houses)
    return list(dict.fromkeys([*houses, *(house for source in sources for house in used_houses(setting, source))]))


def _few(setting: Setting, masks: Sequence[int], sources: Sources, houses: Houses, removed: dict[int, int]) -> bool:
    return len(sources) + len(_within(setting, masks, sources, houses, removed)) <= MOST_REASONS


def _told(setting: Setting, masks: tuple[int, ...], sources: Sources, houses: Houses, removed: dict[int, int]) -> Told:
    reasons = tuple(
        dict.fromkeys(
            [
                *(reason for source in sources for reason in reason_of(source)),
                *(setting.whole(house) for house in _within(setting, masks, sources, houses, removed)),
            ]
        )
    )
    cell = next(iter(removed))
    digit = (removed[cell] & -removed[cell]).bit_length() - 1
    why = dead(setting, masks, sources, houses, cell, 1 << digit)
    names = listed([*(source.name for source in sources), *(house.name for house in houses)])
    if why is None:
        return Told(reasons, f"by {names}")
    others = [source.name for source in sources if source is not why.source]
    by = listed(others) if others else "the houses"
    if why.house is not None and why.digit >= 0:
        problem = f"{by} would leave {why.house.name} no place for {why.digit + setting.lo}"
    elif why.house is not None:
        problem = f"{by} would leave a cell of {why.house.name} without a digit"
    else:
        beside = listed([*others, *(house.name for house in houses)][:3])
        given = f", given {beside}" if beside else ""
        full, short = failing(setting, masks, why, cell, 1 << digit)
        return Told(reasons, f"{full}{given}", short=f"{short}{given}")
    return Told(reasons, f"if {setting.names[cell]} were {digit + setting.lo}, {problem}")


def failing(setting: Setting, masks: Sequence[int], why: Dead, cell: int, bit: int) -> tuple[str, str]:
    """`if r9c9 were 1, r8c9 would be 3 and the sandwich would fail`, with other cells of the rule and without."""
    begin = f"if {setting.names[cell]} were {bit.bit_length() - 1 + setting.lo}, "
    if why.source is None:
        return f"{begin}it would fail", ""
    open_ = [c for c in why.source.cells if c != cell and masks[c] & masks[c] - 1]
    forced = [c for c in open_ if why.masks[c] & why.masks[c] - 1 == 0]
    said = [f"{setting.names[c]} would be {why.masks[c].bit_length() - 1 + setting.lo}" for c in forced]
    end = f"{why.source.name} would fail"
    return begin + listed([*(said if len(said) <= MOST_FORCED else ()), end]), begin + end
