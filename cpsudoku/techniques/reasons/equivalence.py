"""Set equivalence: houses against other houses; what is left on both sides holds the same digits.

Houses that do not overlap have each digit as often as there are houses. Take as many others: the cells in both count
on both sides, so the cells left on one side hold the same digits as those left on the other, each as often. With one
house fewer on the other side, each digit is there once more. Phistomefel's ring (2020) is four houses against four; in
irregular regions the law of leftovers is the case of few cells. Found by search over all houses, extra ones included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from cpsudoku.board.geometry import Cell
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.primitives import Is, Sum
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Cached, Masks, Narrower
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.reason import Fact, Reason
from cpsudoku.techniques.reasons.setting import Region, Setting, Source
from cpsudoku.techniques.reasons.sources import steps
from cpsudoku.techniques.reasons.words import together

MOST_HOUSES = 4
"""Houses on a side."""
COMMON = 5
"""Of nine cells of each house, on average, at least so many are on both sides."""
MOST_ALIKE = 3_000
"""Equivalences of so many houses beyond which none of these is looked at."""
MOST_WORDS = 23
"""Words of an argument that names the cells of both sides."""


class House(NamedTuple):
    """A region that has every digit: its number among these, what it is, and the cover of its cells."""

    number: int
    kind: str
    cover: int


class Equivalence(NamedTuple):
    """Houses against others, and the covers of what is left on both sides."""

    added: tuple[House, ...]
    taken: tuple[House, ...]
    one: int
    other: int


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """What each fact gives."""
    setting = position.setting
    if rung.key not in setting.memory:
        setting.memory[rung.key] = dict.fromkeys(equivalences(setting))
    known: dict[Equivalence, Source | None] = setting.memory[rung.key]
    written = [0] * setting.n
    for cell, mask in enumerate(position.masks):
        if mask & mask - 1 == 0:
            written[mask.bit_length() - 1] |= 1 << cell
    facts: list[Source] = []
    for one, fact in known.items():
        if one.one.bit_count() <= setting.n or _uneven(position, written, one):
            if fact is None:
                fact = known[one] = _fact(setting, one)
            facts.append(fact)
    yield from steps(position, rung, facts, _argument)


def _uneven(position: Position, written: Sequence[int], facts: Equivalence) -> bool:
    """Whether one side has all its places of a digit taken by what the other has written."""
    one, other = facts.one, facts.other
    for places, sure in zip(position.places, written):
        has, like = (sure & one).bit_count(), (sure & other).bit_count()
        if has or like:
            can, may = (places & one).bit_count(), (places & other).bit_count()
            if (can <= like or may <= has) and can + may > has + like:
                return True
    return False


def _argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    return source.argument


class Partners(Cached):
    """Each cell of one side has a partner on the other with the same digit; *spare* digits are partners, too.

    Exact: a candidate stays where some choice of partners has it.
    """

    def __init__(self, one: Sequence[Cell], other: Sequence[Cell], spare: Sequence[int]) -> None:
        super().__init__()
        self.cells = (*one, *other)
        self._one, self._spare = len(one), tuple(spare)

    def narrowed(self, masks: Masks) -> Masks | None:
        one, other = masks[: self._one], (*masks[self._one :], *self._spare)
        near = [[k for k, mask in enumerate(other) if mask & own] for own in one]
        partner = _matched(near, len(other))
        if partner is None:
            return None
        taken = {k: cell for cell, k in enumerate(partner)}
        reach = _closure([[taken[k] for k in ways] for ways in near])
        left = [0] * (len(one) + len(other))
        for cell, ways in enumerate(near):
            for k in ways:
                if k == partner[cell] or reach[taken[k]] >> cell & 1:
                    left[cell] |= one[cell] & other[k]
                    left[self._one + k] |= one[cell] & other[k]
        return tuple(left[: len(masks)])


def _matched(near: Sequence[Sequence[int]], size: int) -> list[int] | None:
    """A partner of each, none twice; None where there is none."""
    owner = [-1] * size

    def place(cell: int, seen: set[int]) -> bool:
        for k in near[cell]:
            if k not in seen:
                seen.add(k)
                if owner[k] < 0 or place(owner[k], seen):
                    owner[k] = cell
                    return True
        return False

    if not all(place(cell, set()) for cell in range(len(near))):
        return None
    partner = [-1] * len(near)
    for k, cell in enumerate(owner):
        partner[cell] = k
    return partner


def _closure(near: Sequence[Sequence[int]]) -> list[int]:
    """What can be reached from each, as covers."""
    reach = [sum(1 << k for k in set(ways)) | 1 << cell for cell, ways in enumerate(near)]
    for middle in range(len(near)):
        for cell, cover in enumerate(reach):
            if cover >> middle & 1:
                reach[cell] |= reach[middle]
    return reach


def equivalences(setting: Setting) -> tuple[Equivalence, ...]:
    """The equivalences, those of few houses first: houses of one kind against any others."""
    houses = enumerate(_whole(setting))
    return _found(setting.n, tuple(House(number, region.kind, region.cover) for number, region in houses))


def _whole(setting: Setting) -> list[Region]:
    return [region for region in setting.regions if region.whole]


@lru_cache(maxsize=16)
def _found(n: int, whole: tuple[House, ...]) -> tuple[Equivalence, ...]:
    return tuple(_search(n, whole))


def _search(n: int, whole: Sequence[House]) -> Iterator[Equivalence]:
    covers = [region.cover for region in whole]
    known: list[frozenset[House]] = []
    seen = {frozenset((a & ~b, b & ~a)) for a in covers for b in covers}  # two houses: locked candidates see to these
    for size in range(1, MOST_HOUSES + 1):
        fresh: list[frozenset[House]] = []
        found: list[Equivalence] = []
        for taken in _alike(whole, size):
            check_deadline()
            minus = sum(region.cover for region in taken)
            near = [region for region in whole if region.cover & ~minus and _shares(region, minus)]
            near.sort(key=lambda region: -(region.cover & minus).bit_count())
            common = [(region.cover & minus).bit_count() for region in near]
            for more in (0, 1):
                least = n * size if more else -(-COMMON * 2 * size * n // 18)
                for added in _apart(near, common, size + more, least):
                    plus = sum(region.cover for region in added)
                    one, other = plus & ~minus, minus & ~plus
                    houses = frozenset((*added, *taken))
                    if all(_shares(region, plus) for region in taken) and not any(part <= houses for part in known):
                        fresh.append(houses)
                        sides = frozenset((one, other))
                        if sides not in seen and one not in covers:
                            seen.add(sides)
                            found.append(Equivalence(added, taken, one, other))
        known += fresh
        if len(found) > MOST_ALIKE:
            return
        yield from found


def _shares(region: House, cover: int) -> bool:
    """Whether about half of its cells are in the cover."""
    return 2 * (region.cover & cover).bit_count() >= region.cover.bit_count() - 1


def _alike(regions: Sequence[House], size: int) -> Iterator[tuple[House, ...]]:
    """So many houses of one kind that do not overlap."""
    kinds = dict.fromkeys(region.kind for region in regions)
    for kind in kinds:
        for some in combinations([region for region in regions if region.kind == kind], size):
            if sum(region.cover.bit_count() for region in some) == sum(region.cover for region in some).bit_count():
                yield some


def _apart(near: Sequence[House], common: Sequence[int], size: int, least: int) -> Iterator[tuple[House, ...]]:
    """So many of *near* that do not overlap, with at least so many *common* cells together; the most first."""

    def extend(at: int, chosen: tuple[House, ...], cover: int, have: int) -> Iterator[tuple[House, ...]]:
        left = size - len(chosen)
        if not left:
            yield chosen
            return
        for k in range(at, len(near) - left + 1):
            if have + sum(common[k : k + left]) < least:
                return
            if not near[k].cover & cover:
                yield from extend(k + 1, (*chosen, near[k]), cover | near[k].cover, have + common[k])

    return extend(0, (), 0, 0)


def _fact(setting: Setting, found: Equivalence) -> Source:
    whole = _whole(setting)
    added, taken = ([whole[house.number] for house in houses] for houses in (found.added, found.taken))
    one, other, more = bits(found.one), bits(found.other), len(added) - len(taken)
    digits = range(setting.lo, setting.lo + setting.n)
    against = f"{together(r.name for r in added)} against {together(r.name for r in taken)}"
    like = f"the same digits as {setting.said(other)}" if other else f"{digits[0]} to {digits[-1]} once each"
    name = f"{setting.said(one)} hold {like}"
    argument = f"{against}: {name}"
    if len(argument.split()) > MOST_WORDS:
        name = argument = f"{against} leave {'the same digits on both sides' if other else 'each digit once'}"
    statement = tuple(
        Sum((*((Is(cell, digit), 1) for cell in one), *((Is(cell, digit), -1) for cell in other)), (more,))
        for digit in digits
    )
    fact = Fact(name, statement, (*one, *other))
    source = Source(name, Reason("fact", name, fact=fact, cells=fact.cells), statement, fact.cells)
    part = Partners(one, other, [1 << k for k in range(setting.n)] * more)
    source.narrower = source.alone = Narrower((), setting.size, setting.lo, setting.n, parts=(part,))
    source.houses = ()
    source.made = tuple(region.reason or setting.whole(region) for region in (*added, *taken))
    source.argument = argument
    return source
