"""Naked sets: cells that see each other and have as many digits as they are keep these from all that see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.techniques.core.board_grid import bits, choices
from cpsudoku.techniques.reasons.combinations import sets_said
from cpsudoku.techniques.reasons.ladder import ROWS, Rung
from cpsudoku.techniques.reasons.locked import why_seen
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason
from cpsudoku.techniques.reasons.setting import Region, Setting

WORDS = {2: "pair", 3: "triple", 4: "quad"}
SIZES = {f"naked-{word}": size for size, word in WORDS.items()}
Cells = tuple[int, ...]


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Regions and cells in order; then pairs of cells that see each other by a rule alone."""
    setting, size, masks = position.setting, SIZES[rung.key], position.masks
    for region in setting.regions:
        if position.since((rung, region), region.cells):
            open_ = [cell for cell in region.cells if masks[cell] & masks[cell] - 1]
            for cells, _ in choices(open_, masks, size, 2):
                yield from _steps(position, region, cells)
    if size == 2 and setting.beyond_regions:
        for cell, others in setting.beyond_regions:
            if masks[cell].bit_count() == 2:
                for other in others:
                    if cell < other and masks[other] == masks[cell]:
                        yield from _steps(position, None, (cell, other))


def _steps(position: Position, region: Region | None, cells: Cells) -> Iterator[Step]:
    step = _again(region, cells, position.setting.size if position.whole else MOST_REASONS, position)
    if step is not None:
        yield step


def _again(region: Region | None, cells: Cells, most: int, position: Position) -> Step | None:
    """The step at a position, where some of the cells may have their digits: the others are a smaller set."""
    setting, masks = position.setting, position.masks
    cells = tuple([cell for cell in cells if masks[cell] & masks[cell] - 1])
    digits = 0
    for cell in cells:
        digits |= masks[cell]
    if len(cells) < 2 or digits.bit_count() != len(cells):
        return None
    own = sum([1 << cell for cell in cells])
    reasons = {Reason("cell", f"{setting.names[cell]} has a digit", cell=cell, cells=(cell,)): None for cell in cells}
    lost: dict[tuple[Reason, ...], dict[int, int]] = {}
    for digit in bits(digits):
        real, there, seen = digit + setting.lo, 0, ~own
        for cell in cells:
            if masks[cell] >> digit & 1:
                there |= 1 << cell
                seen &= setting.sees[cell]
        reasons[setting.differ(cells[0], cells[1], real) if region is None else region.once(real)] = None
        for cell in bits(seen):
            if masks[cell] >> digit & 1:
                inside = region is not None and region.cover >> cell & 1
                why = () if inside else why_seen(setting, cell, there, real)
                gone = lost.setdefault(why, {})
                gone[cell] = gone.get(cell, 0) | 1 << digit
    removed: dict[int, int] = {}
    for why, gone in sorted(lost.items(), key=lambda item: len(item[0])):
        if len({*reasons, *why}) <= most or not why:
            reasons.update(dict.fromkeys(why))
            for cell, mask in gone.items():
                removed[cell] = removed.get(cell, 0) | mask
    if not removed:
        return None
    return Step(
        ROWS[f"naked-{WORDS[len(cells)]}"],
        removed,
        dict.fromkeys(cells, setting.full & ~digits),
        again=partial(_again, region, cells, most),
        tell=partial(_told, setting, tuple(reasons), cells, digits),
    )


def _told(setting: Setting, reasons: Sequence[Reason], cells: Cells, digits: int) -> Told:
    return Told(tuple(reasons), f"{setting.said(cells)} are a {sets_said(setting, [digits])} {WORDS[len(cells)]}")
