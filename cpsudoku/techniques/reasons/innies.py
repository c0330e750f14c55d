"""Innies and outies: houses have a known total; the sums inside them leave a total for the few other cells.

A sum that reaches out of the houses is taken whole: the cells outside then count negative. What is left is a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.primitives import DigitSet, Statement, Sum
from cpsudoku.techniques.reasons.ladder import ROWS, Rung
from cpsudoku.techniques.reasons.position import Position, Step
from cpsudoku.techniques.reasons.reason import Fact, Reason
from cpsudoku.techniques.reasons.setting import Region, Setting, Source
from cpsudoku.techniques.reasons.sources import steps
from cpsudoku.techniques.reasons.words import listed

MOST_CELLS = (4, 3, 3)
"""Sums of more cells than this say too little, by the number of houses."""
MOST_REASONS = 7
"""Houses and sums together beyond which nobody adds up."""
MOST_CROSSING = 2
Plain = tuple[Source, frozenset[Cell], int]
ONE = ROWS["innies-and-outies"]


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Facts in the order of their houses: of one house at the first rung, of several at the second."""
    setting = position.setting
    facts = setting.made("innies", lambda: list(_facts(setting)))
    wanted = [source for source in facts if (sum(r.kind == "total" for r in source.made) == 1) == (rung is ONE)]
    return steps(position, rung, wanted, _argument)


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


def _plain_sums(setting: Setting) -> list[Plain]:
    """The rules that say what cells add up to, longest first."""
    every = ((source, plain_sum_of(source.statement)) for source in setting.sources)
    found = [(source, *plain) for source, plain in every if plain is not None]
    return sorted(found, key=lambda one: (-len(one[1]), setting.sources.index(one[0])))


def _facts(setting: Setting) -> Iterator[Source]:
    plain = _plain_sums(setting)
    if not plain:
        return
    full = sum(range(setting.lo, setting.lo + setting.n))
    seen: set[tuple[tuple[tuple[Cell, int], ...], int]] = set()
    for houses in _unions(setting):
        inside = {cell for house in houses for cell in house.cells}
        most = MOST_CELLS[len(houses) - 1]
        touching = [one for one in plain if one[1] & inside]
        crossing = [one for one in touching if not one[1] <= inside and len(one[1] - inside) < most]
        within = [one for one in touching if one[1] <= inside]
        for size in range(MOST_CROSSING + 1):
            for outies in combinations(crossing, size):
                used: list[Source] = []
                left, rest, outside = set(inside), full * len(houses), set()
                apart = True
                for source, cells, value in outies:
                    apart = apart and cells & inside <= left and not (cells - inside) & outside
                    used.append(source)
                    left -= cells
                    rest -= value
                    outside |= cells - inside
                if not apart or len(outside) > most:
                    continue
                for source, cells, value in within:
                    if cells <= left:
                        used.append(source)
                        left -= cells
                        rest -= value
                if not used or not 0 < len(left) + len(outside) <= most:
                    continue
                if len(used) + len(houses) > MOST_REASONS:
                    continue
                terms = (*((cell, 1) for cell in sorted(left)), *((cell, -1) for cell in sorted(outside)))
                if (terms, rest) not in seen:
                    seen.add((terms, rest))
                    yield _fact(setting, terms, rest, houses, used)


def _fact(
    setting: Setting, terms: tuple[tuple[Cell, int], ...], rest: int, houses: Sequence[Region], used: list[Source]
) -> Source:
    if all(by < 0 for _, by in terms):
        terms, rest = tuple((cell, -by) for cell, by in terms), -rest
    name = sum_said(setting, terms, rest)
    statement = (Sum(terms, (rest,)),)
    fact = Fact(name, statement, tuple(cell for cell, _ in terms))
    source = setting.source(name, Reason("fact", name, fact=fact, cells=fact.cells), statement)
    source.made = (*(setting.whole(house) for house in houses), *(one.reason for one in used))
    from cpsudoku.techniques.reasons.fish import together

    where = houses[0].name if len(houses) == 1 else together(tuple(houses))
    sums = listed(one.name for one in used) if len(used) <= 2 else f"its {len(used)} sums"
    source.argument = f"{where} without {sums}: {name}"
    return source


def sum_said(setting: Setting, terms: Sequence[tuple[Cell, int]], rest: int) -> str:
    """`r1c1 and r2c2 add up to 9`; `r1c1 is 3 more than r2c5`."""
    plus = [cell for cell, by in terms if by > 0]
    minus = [cell for cell, by in terms if by < 0]
    one = setting.said(plus)
    verb = "is" if len(plus) == 1 else "add up to"
    if not minus:
        return f"{one} {verb} {rest}"
    other = setting.said(minus) if len(minus) == 1 else f"{setting.said(minus)} together"
    if rest == 0:
        return f"{one} {verb if len(plus) > 1 else 'equals'} {'as much as ' if len(plus) > 1 else ''}{other}"
    how = "more" if rest > 0 else "less"
    return f"{one} {verb} {abs(rest)} {how} than {other}"


def _unions(setting: Setting) -> Iterator[tuple[Region, ...]]:
    """Houses that hold every digit, alone and with the next ones of their kind, where these do not overlap."""
    by_kind: dict[str, list[Region]] = {}
    for house in setting.houses:
        if house.whole:
            by_kind.setdefault(house.kind, []).append(house)
    for houses in by_kind.values():
        yield from ((house,) for house in houses)
    for kind in ("row", "column"):
        houses = by_kind.get(kind, [])
        for size in range(2, len(MOST_CELLS) + 1):
            for k in range(len(houses) - size + 1):
                yield tuple(houses[k : k + size])
    yield from pairwise(by_kind.get("box", []))
