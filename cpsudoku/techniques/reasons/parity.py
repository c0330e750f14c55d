"""Parity: pairs in a sum whose own sums are known to be odd or even leave the rest of it odd or even.

Two cells with a white dot add up to an odd number, two equal cells to an even one. Where such pairs, and cells that can
only be odd or only be even, are taken out of a sum, and one cell or one chain of pairs remains, its parity is known.
Sums are those of rules and of houses, also of houses without the sums inside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.innies import apart
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Related
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.unions import linears
from cpsudoku.techniques.reasons.words import called_together, listed

NAMED = 2
"""Pairs beyond which they are counted."""


class Link(NamedTuple):
    """A pair of cells in a sum."""

    source: Source
    part: Related


class Left(NamedTuple):
    """What remains of a total: the parity of each cell that remains, and the rules of the pairs that were used."""

    odd: dict[int, int]
    used: tuple[Source, ...]
    possible: bool = True


class Total(NamedTuple):
    """Cells whose sum has a known parity, by these reasons, with the pairs among them; what remained, by masks."""

    name: str
    cells: tuple[int, ...]
    parity: int
    reasons: tuple[Reason, ...]
    links: tuple[Link, ...]
    known: dict[tuple[int, ...], Left | None]


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Sums in order."""
    setting = position.setting
    if rung.key not in setting.memory:
        setting.memory[rung.key] = list(_totals(setting))
    totals: list[Total] = setting.memory[rung.key]
    for number, total in enumerate(totals):
        if position.since((rung, number), total.cells):
            step = _step(rung, total, position)
            if step is not None:
                yield step


def _totals(setting: Setting) -> Iterator[Total]:
    pairs = [
        Link(source, part)
        for source in setting.sources
        for part in source.narrower.parts
        if isinstance(part, Related) and source.cover.bit_count() <= setting.n
    ]
    sums = linears(setting)
    full = sum(range(setting.lo, setting.lo + setting.n))
    ways: list[tuple[str, int, int, tuple[Reason, ...]]] = [
        (one.source.name, one.plus ^ one.minus, one.extra, (one.source.reason,)) for one in sums
    ]
    for house in setting.houses if pairs else ():
        if house.whole:
            ways.append((house.name, house.cover, full, (setting.whole(house),)))
            for inside in apart([one for one in sums if one.plus & house.cover == one.plus]):
                if inside:
                    cover, rest = house.cover, full - sum(one.extra for one in inside)
                    for one in inside:
                        cover ^= one.plus ^ one.minus
                    names = listed(dict.fromkeys(one.source.name for one in inside))
                    name = f"{house.name} without {names if len(inside) <= NAMED else 'its sums'}"
                    ways.append((name, cover, rest, (setting.whole(house), *(one.source.reason for one in inside))))
    for name, cover, total, reasons in ways:
        links = tuple(one for one in pairs if all(cover >> cell & 1 for cell in one.part.cells))
        if links and len(reasons) < MOST_REASONS:
            yield Total(name, tuple(bits(cover)), total & 1, reasons, links, {})


def _step(rung: Rung, total: Total, position: Position) -> Step | None:
    """The step of a total; None where it gives nothing."""
    setting, masks = position.setting, position.masks
    here = tuple([masks[cell] for cell in total.cells])
    if here not in total.known:
        total.known[here] = _left(setting, total, masks)
    left = total.known[here]
    if left is None or len({*total.reasons, *(one.reason for one in left.used)}) > MOST_REASONS:
        return None
    tell = partial(_told, setting, total, left)
    if not left.possible:
        raise Contradiction(Step(rung, {}, tell=tell, again=partial(_step, rung, total), reads=total.cells))
    odd = _odd(setting)
    removed = {cell: masks[cell] & (~odd if parity else odd) for cell, parity in left.odd.items()}
    removed = {cell: mask for cell, mask in removed.items() if mask}
    if not removed:
        return None
    return Step(rung, removed, tell=tell, again=partial(_step, rung, total), reads=total.cells)


def _odd(setting: Setting) -> int:
    """The mask of odd digits."""
    return sum(1 << k for k in range(setting.n) if setting.lo + k & 1)


def _left(setting: Setting, total: Total, masks: list[int]) -> Left | None:
    """What remains once cells of known parity and pairs are taken out; None for more than a chain of pairs."""
    odd, rest = _odd(setting), total.parity
    open_: dict[int, tuple[int, int]] = {}  # cell -> the first of its chain, and whether it differs in parity from that
    for cell in total.cells:
        if masks[cell] & odd and masks[cell] & ~odd:
            open_[cell] = cell, 0
        else:
            rest ^= bool(masks[cell] & odd)
    used: list[tuple[int, Source]] = []
    for source, part in total.links:
        a, b = part.cells
        if a in open_ and b in open_ and open_[a][0] != open_[b][0]:
            differ = _differ(part, masks[a], masks[b], odd)
            if differ is not None:
                (first, x), (gone, y) = open_[a], open_[b]
                turn = x ^ y ^ differ
                for cell, (head, by) in open_.items():
                    if head == gone:
                        open_[cell] = first, by ^ turn
                used.append((a, source))
    chains: dict[int, list[int]] = {}
    for cell, (head, _) in open_.items():
        chains.setdefault(head, []).append(cell)
    for cells in chains.values():  # each cell counts as its first, and one more where it differs
        rest ^= sum(open_[cell][1] for cell in cells) & 1
    alone = [cells for cells in chains.values() if len(cells) & 1]
    rules = tuple(dict.fromkeys(source for _, source in used))
    if len(alone) > 1 or not rules:
        return None
    if not alone:
        return Left({}, rules, not rest)
    return Left({cell: rest ^ open_[cell][1] for cell in alone[0]}, rules)


def _differ(part: Related, a: int, b: int, odd: int) -> int | None:
    """1 where one of the cells is odd and the other even, 0 where they are alike; None where both may be."""
    found = set()
    for digit, beside in part.beside(a, b):
        found |= {(odd >> digit & 1) ^ way for way, mask in ((1, odd), (0, ~odd)) if beside & mask}
    return found.pop() if len(found) == 1 else None


def _told(setting: Setting, total: Total, left: Left) -> Told:
    reasons = tuple(dict.fromkeys((*total.reasons, *(one.reason for one in left.used))))
    names = called_together(one.name for one in left.used)
    pairs = listed(names) if len(left.used) <= NAMED else f"{len(left.used)} pairs"
    end = "the sum cannot be"
    if left.odd:
        cell, parity = next(iter(left.odd.items()))
        end = f"{setting.names[cell]} is {'odd' if parity else 'even'}"
    return Told(reasons, f"by the parity of {total.name} with {pairs}, {end}")
