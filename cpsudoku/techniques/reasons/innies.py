"""Innies and outies: houses have a known total; the sums inside them leave a total for the few other cells.

A sum that reaches out of the houses is taken whole: the cells outside then count negative. What is left is a fact.
More cells are left where their total is so low or so high that it says something of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cpsudoku.board.geometry import Cell
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.cell_names import in_groups
from cpsudoku.constraints.primitives import DigitSet, Statement, Sum
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import ROWS, Rung
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Fact, Reason
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import steps, used_houses
from cpsudoku.techniques.reasons.unions import Linear, Union, linears, unions
from cpsudoku.techniques.reasons.words import called_together, listed, together

FEW_CELLS = (4, 3)
"""Cells up to which a sum is kept at all, of one house and of several."""
MOST_CELLS = 6
"""Cells up to which it is kept where it bounds some of them from the start."""
MOST_CROSSING = 2
MOST_APART = 5
"""Sums that overlap, of which all ways to take some that do not are tried."""
MOST_SAID = 18
"""Words of a sum and its sources beyond which these are counted."""
NAMED = 2
"""Sums beyond which they are counted."""
Terms = tuple[tuple[Cell, int], ...]
ONE = ROWS["innies-and-outies"]


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Facts in the order of their houses: of one house at the first rung, of several at the second."""
    setting = position.setting
    return steps(position, rung, setting.made(rung.key, lambda: list(_facts(setting, rung is ONE))), _argument)


def _argument(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]) -> str:
    return source.argument


def plain_sum_of(statement: Statement) -> tuple[frozenset[Cell], int] | None:
    """(cells, total) where a statement says what cells add up to, each counted once."""
    for primitive in statement:
        match primitive:
            case Sum(terms, (total,)):
                cells = [term for term, by in terms if isinstance(term, int) and by == 1]
                if len(set(cells)) == len(terms):
                    return frozenset(cells), total
            case DigitSet(within, sets) if len({sum(chosen) for chosen in sets}) == 1:
                return frozenset(within), sum(sets[0])
    return None


def _facts(setting: Setting, of_one: bool) -> Iterator[Source]:
    sums = linears(setting)
    if not sums:
        return
    groups = (
        (Union((house,), (), house.cover, 0) for house in setting.houses if house.whole)
        if of_one
        else unions(setting, sums)
    )
    seen: set[tuple[Terms, int]] = set()
    for union in groups:
        check_deadline()
        for used, terms, rest in _left(setting, union, sums):
            if (terms, rest) not in seen:
                if len(terms) <= FEW_CELLS[not of_one] or len(used) > 1 and _bounds(setting, terms, rest):
                    fact = _fact(setting, terms, rest, union, used)
                    if len({*fact.made, *map(setting.whole, used_houses(setting, fact))}) <= MOST_REASONS:
                        seen.add((terms, rest))
                        yield fact


def _left(setting: Setting, union: Union, sums: Sequence[Linear]) -> Iterator[tuple[list[Linear], Terms, int]]:
    """What sums leave of a union: those used, the terms and their total."""
    plus, minus = union.plus, union.minus
    room = MOST_REASONS - len(union.added) - len(union.taken)
    within = [one for one in sums if one.plus & plus == one.plus]
    across = [one for one in sums if one.plus & plus and one.plus & ~plus and not one.plus & minus]
    against = [one for one in sums if one.plus & minus == one.plus] if minus else []
    every = 0
    for one in within:
        every |= one.plus
    bare = plus & ~every
    across = [one for one in across if one.plus & bare and (one.plus & ~plus).bit_count() < MOST_CELLS]
    rest = sum(range(setting.lo, setting.lo + setting.n)) * (len(union.added) - len(union.taken))
    for size in range(MOST_CROSSING + 1):
        for crossing in combinations(across, size):
            crossed = 0
            for one in crossing:
                if one.plus & crossed:
                    break
                crossed |= one.plus
            else:
                if (bare & ~crossed).bit_count() + (crossed & ~plus).bit_count() > MOST_CELLS:
                    continue
                for some in apart([one for one in within if not one.plus & crossed]):
                    for others in apart(against):
                        if 0 < size + len(some) + len(others) <= room:
                            used = [*crossing, *some]
                            terms, total = _terms(plus, minus, used, others)
                            if 0 < len(terms) <= MOST_CELLS:
                                yield [*used, *others], terms, rest - total


def apart(sums: Sequence[Linear]) -> Iterator[list[Linear]]:
    """All of the sums where none overlap; else all ways to leave out some of those that do, and no other."""
    free = [a for a in sums if not any(a.plus & b.plus for b in sums if b is not a)]
    others = [one for one in sums if one not in free]
    if not others or len(others) > MOST_APART:
        yield free
        return
    ways = [way for size in range(len(others) + 1) for way in combinations(others, size)]
    ways = [way for way in ways if not any(a.plus & b.plus for a, b in combinations(way, 2))]
    for way in ways:
        if not any(set(way) < set(other) for other in ways):
            yield [*free, *way]


def _terms(plus: int, minus: int, taken: Sequence[Linear], added: Sequence[Linear]) -> tuple[Terms, int]:
    """The cells that remain, with their coefficients, and what the sums take from the total."""
    by = {cell: 1 for cell in bits(plus)} | {cell: -1 for cell in bits(minus)}
    total = 0
    for sign, sums in ((1, taken), (-1, added)):
        for one in sums:
            total += sign * one.extra
            for way, cover in ((-sign, one.plus), (sign, one.minus)):
                for cell in bits(cover):
                    by[cell] = by.get(cell, 0) + way
    return tuple(sorted((cell, times) for cell, times in by.items() if times)), total


def _bounds(setting: Setting, terms: Terms, rest: int) -> bool:
    """Whether the total bounds some cell while all candidates are open."""
    lo, hi = setting.lo, setting.lo + setting.n - 1
    low = high = 0
    widths = []
    for by in {by for _, by in terms}:
        cells = [cell for cell, other in terms if other == by]
        for group in setting.split(cells):
            ends = [by * sum(range(lo, lo + len(group))), by * sum(range(hi - len(group) + 1, hi + 1))]
            low += min(ends)
            high += max(ends)
            widths.append(abs(by) * (setting.n - len(group)))
    return min(rest - low, high - rest) < max(widths)


def _fact(setting: Setting, terms: Terms, rest: int, union: Union, used: Sequence[Linear]) -> Source:
    if all(by < 0 for _, by in terms):
        terms, rest = tuple((cell, -by) for cell, by in terms), -rest
    terms = tuple(sorted(terms, key=lambda term: (-term[1], term[0])))
    name = sum_said(setting, terms, rest)
    statement = (Sum(terms, (rest,)),)
    fact = Fact(name, statement, tuple(cell for cell, _ in terms))
    source = setting.source(name, Reason("fact", name, fact=fact, cells=fact.cells), statement)
    houses = (*union.added, *union.taken)
    source.made = tuple(dict.fromkeys((*map(setting.whole, houses), *(one.source.reason for one in used))))
    sums = dict.fromkeys(one.source.name for one in used)
    names = called_together(sums)
    if len(sums) > NAMED or (len(sums) > 1 and len(f"{listed(names)} {name}".split()) > MOST_SAID):
        names = [f"{'its' if len(houses) == 1 else 'their'} {len(sums)} sums"]
    taken = [together(house.name for house in union.taken)] if union.taken else []
    source.argument = f"{together(house.name for house in union.added)} without {listed([*taken, *names])}: {name}"
    return source


def sum_said(setting: Setting, terms: Sequence[tuple[Cell, int]], rest: int) -> str:
    """`r1c1 and r2c2 add up to 9`; `r1c1 is 3 more than r2c5`; `r1c1 and twice r1c2 add up to 9`."""
    plus, minus = (_side(setting, [(cell, by * sign) for cell, by in terms if by * sign > 0]) for sign in (1, -1))
    verb = "add up to" if plus[1] else "is"
    if not minus[0]:
        return f"{plus[0]} {verb} {rest}"
    other = f"{minus[0]} together" if minus[1] else minus[0]
    if rest == 0:
        return f"{plus[0]} {verb if plus[1] else 'equals'} {'as much as ' if plus[1] else ''}{other}"
    how = "more" if rest > 0 else "less"
    return f"{plus[0]} {verb} {abs(rest)} {how} than {other}"


def _side(setting: Setting, terms: Sequence[tuple[Cell, int]]) -> tuple[str, bool]:
    """Terms in words, and whether they are several."""
    names = {2: "twice ", 3: "three times "}
    parts = [
        f"{'' if by == 1 else names.get(by, f'{by} times ')}{cells}"
        for by in sorted({by for _, by in terms})
        for cells in in_groups([c for c, other in terms if other == by], setting.columns)
    ]
    return listed(parts), len(terms) > 1
