"""Houses added and taken away: what cells remain, and what they add up to.

Houses that do not overlap are added where a sum reaches from one into the next: else what is left falls into parts.
A house that overlaps with them is taken away; its other cells then count negative. The order of houses does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpsudoku.constraints.primitives import DigitSet, EqualSums, Statement, Sum
from cpsudoku.techniques.reasons.reason import MOST_REASONS
from cpsudoku.techniques.reasons.setting import Region, Setting, Source

MOST_HOUSES = 4
"""Houses added and taken away together."""
FEW = 4
"""Cells that sums may leave of houses that are extended."""


class Linear(NamedTuple):
    """The cells *plus* add up to as much as *minus* (covers of cells) and *extra*."""

    source: Source
    plus: int
    minus: int
    extra: int


class Union(NamedTuple):
    """Houses added and taken away, and the covers of the cells that count once, and once negative."""

    added: tuple[Region, ...]
    taken: tuple[Region, ...]
    plus: int
    minus: int


def linear_parts(statement: Statement) -> Iterator[tuple[int, int, int]]:
    """(plus, minus, extra), as of `Linear`, of each sum whose cells count once: more cells on the first side."""
    for primitive in statement:
        match primitive:
            case Sum(terms, (total,)) if all(isinstance(term, int) and by in (1, -1) for term, by in terms):
                plus, minus = (
                    sum({1 << term for term, by in terms if by == sign and isinstance(term, int)}) for sign in (1, -1)
                )
                if (plus | minus).bit_count() == len(terms):
                    yield (plus, minus, total) if plus.bit_count() > minus.bit_count() else (minus, plus, -total)
            case DigitSet(within, sets) if len({sum(chosen) for chosen in sets}) == 1:
                yield sum(1 << cell for cell in within), 0, sum(sets[0])
            case EqualSums(groups) if all(isinstance(term, int) and by == 1 for one in groups for term, by in one):
                covers = sorted(
                    (sum({1 << t for t, _ in one if isinstance(t, int)}) for one in groups), key=int.bit_count
                )
                yield from (
                    (cover, covers[0], 0)
                    for cover in covers
                    if not cover & covers[0] and cover.bit_count() > covers[0].bit_count()
                )


def linears(setting: Setting) -> list[Linear]:
    """The sums that rules state."""
    return [Linear(source, *one) for source in setting.sources for one in linear_parts(source.statement)]


def unions(setting: Setting, sums: Sequence[Linear]) -> Iterator[Union]:
    """Of several houses, the fewest first."""
    whole = [house for house in setting.houses if house.whole]
    reach = [one.plus for one in sums]
    front = {frozenset([k]): house.cover for k, house in enumerate(whole)}
    for size in range(1, MOST_HOUSES + 1):
        for numbers, cover in front.items():
            added = tuple(whole[k] for k in sorted(numbers))
            if size > 1:
                yield Union(added, (), cover, 0)
            for k, house in enumerate(whole) if size < MOST_HOUSES else ():
                if k not in numbers and (common := house.cover & cover):
                    if common.bit_count() * 2 > setting.n:
                        yield Union(added, (house,), cover & ~common, house.cover & ~common)
        after: dict[frozenset[int], int] = {}
        for numbers, cover in front.items():
            if not _covered(cover, reach, MOST_REASONS - size - 1):
                continue
            near = [one for one in reach if one & cover and one & ~cover]
            for k, house in enumerate(whole):
                if not house.cover & cover and any(one & house.cover for one in near):
                    after[numbers | {k}] = cover | house.cover
        front = after


def _covered(cover: int, reach: Sequence[int], most: int) -> bool:
    """Whether so many sums could reach nearly all of the cells."""
    inside = sorted(((one & cover).bit_count() for one in reach), reverse=True)
    return sum(inside[:most]) >= cover.bit_count() - FEW
