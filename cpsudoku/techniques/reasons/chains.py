"""Short alternating chains: of two candidates one is true, so what neither leaves standing goes.

Strong links are cells with two candidates and digits with two places in a region; weak links are cells, cells that see
each other, and pairs of digits that a rule forbids. Source: "alternating inference chains" of the players' forums.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Related
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting

MOST_LINKS = 4
"""Strong links of a chain."""
MOST_REASONS = 8
Key = int
"""A candidate: cell * digits + digit, a bit number."""


class Strong(NamedTuple):
    """If the other candidate is false, `to` is true: by a region, or by the cell of both."""

    to: Key
    region: Region | None


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """The chains of the fewest links; one for each set of candidates that go."""
    strong, weak = _strong(position), _weak(position)
    taken = 0
    for links in range(2, MOST_LINKS + 1):
        for start in strong:
            for path in _paths(strong, weak, start, links):
                gone = weak[start] & weak[path[-1].to] & ~taken
                step = _step(position, rung, start, path, bits(gone)) if gone else None
                if step is not None:
                    taken |= gone
                    yield step
        if taken:
            return


def _paths(
    strong: dict[Key, list[Strong]], weak: dict[Key, int], start: Key, links: int
) -> Iterator[tuple[Strong, ...]]:
    """The chains of so many strong links from "the start is false", by the first way to each candidate."""
    found: dict[Key, tuple[Strong, ...]] = {start: ()}  # false ones, and the way there
    true: set[Key] = set()
    for number in range(links):
        ends: list[tuple[Strong, ...]] = []
        for key, way in found.items():
            for link in strong.get(key, ()):
                if link.to not in true and link.to != start:
                    true.add(link.to)
                    ends.append((*way, link))
        if number == links - 1:
            yield from ends
            return
        found = {}
        for way in ends:
            for key in bits(weak[way[-1].to]):
                if key in strong and key not in found:
                    found[key] = way


def _strong(position: Position) -> dict[Key, list[Strong]]:
    setting, n = position.setting, position.setting.n
    found: dict[Key, list[Strong]] = {}
    for cell, mask in enumerate(position.masks):
        if mask.bit_count() == 2:
            a, b = (cell * n + digit for digit in bits(mask))
            found.setdefault(a, []).append(Strong(b, None))
            found.setdefault(b, []).append(Strong(a, None))
    for region in setting.regions:
        if region.whole:
            for digit in range(n):
                there = position.places[digit] & region.cover
                if there.bit_count() == 2:
                    a, b = (cell * n + digit for cell in bits(there))
                    found.setdefault(a, []).append(Strong(b, region))
                    found.setdefault(b, []).append(Strong(a, region))
    return found


def _weak(position: Position) -> dict[Key, int]:
    """The candidates that cannot stand beside each."""
    setting, n, masks = position.setting, position.setting.n, position.masks
    found: dict[Key, int] = {}
    for cell, mask in enumerate(masks):
        if mask & mask - 1:
            for digit in bits(mask):
                others = (mask & ~(1 << digit)) << cell * n
                for other in bits(setting.sees[cell] & position.places[digit]):
                    others |= 1 << other * n + digit
                found[cell * n + digit] = others
    for source in setting.parts:
        for part in source.narrower.parts:
            if isinstance(part, Related):
                a, b = part.cells
                for x, left in part.beside(masks[a], masks[b]):
                    for y in bits(masks[b] & ~left):
                        one, other = a * n + x, b * n + y
                        if one in found and other in found:
                            found[one] |= 1 << other
                            found[other] |= 1 << one
    return found


def _step(position: Position, rung: Rung, start: Key, path: tuple[Strong, ...], gone: list[Key]) -> Step | None:
    setting, n = position.setting, position.setting.n
    reasons: dict[Reason, None] = {}
    needs: dict[int, int] = {}
    before = start
    candidates = [start]
    for number, link in enumerate(path):
        cell, digit = divmod(link.to, n)
        if number:
            before = _false_before(position, path[number - 1].to, link)
            why = _apart(setting, path[number - 1].to, before)
            if why is not None:
                reasons[why] = None
            candidates.append(before)
        candidates.append(link.to)
        if link.region is None:
            name = f"{setting.names[cell]} has a digit"
            reasons[Reason("cell", name, cell=cell, cells=(cell,))] = None
            needs[cell] = needs.get(cell, 0) | setting.full & ~position.masks[cell]
        else:
            reasons[link.region.has(digit + setting.lo)] = None
            for other in link.region.cells:
                if other not in (cell, before // n):
                    needs[other] = needs.get(other, 0) | 1 << digit
    removed: dict[int, int] = {}
    for key in gone:
        for end in (start, path[-1].to):
            why = _apart(setting, end, key)
            if why is not None:
                reasons[why] = None
        cell, digit = divmod(key, n)
        removed[cell] = removed.get(cell, 0) | 1 << digit
    if len(reasons) > MOST_REASONS:
        return None
    return Step(rung, removed, needs, tell=partial(_told, setting, tuple(reasons), tuple(candidates)))


def _false_before(position: Position, true: Key, link: Strong) -> Key:
    """The candidate that the one before makes false, the other end of the strong link."""
    n = position.setting.n
    cell, digit = divmod(link.to, n)
    if link.region is None:
        other = position.masks[cell] & ~(1 << digit)
        return cell * n + other.bit_length() - 1
    there = position.places[digit] & link.region.cover & ~(1 << cell)
    return (there.bit_length() - 1) * n + digit


def _apart(setting: Setting, one: Key, other: Key) -> Reason | None:
    """Why two candidates cannot both be; None for those of one cell, which need no reason."""
    (a, x), (b, y) = divmod(one, setting.n), divmod(other, setting.n)
    if a == b:
        return None
    if x == y and setting.sees[a] >> b & 1:
        return setting.differ(a, b, x + setting.lo)
    for source in setting.parts:
        for part in source.narrower.parts:
            if isinstance(part, Related) and {a, b} == set(part.cells):
                first, second = (x, y) if part.cells[0] == a else (y, x)
                if not part.allows(first, second):
                    return source.reason
    raise LookupError("nothing keeps the candidates apart")


def _told(setting: Setting, reasons: tuple[Reason, ...], path: tuple[Key, ...]) -> Told:
    places = tuple((key // setting.n, key % setting.n + setting.lo) for key in path)
    true = [f"{setting.names[cell]} is {digit}" for cell, digit in (places[0], *places[1::2])]
    return Told(reasons, f"{true[0]}, or else {', so '.join(true[1:])}; either way", path=places)
