"""What techniques need to know of a puzzle: regions, which cells see each other and why, rules made ready."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.primitives import Aux, Clause, Defines, Different, DigitSet, Is, Pair, Primitive, Statement
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.arrangements import feasible
from cpsudoku.techniques.reasons.houses import one_round, settle
from cpsudoku.techniques.reasons.narrowing import Groups, Narrower
from cpsudoku.techniques.reasons.reason import Reason, article
from cpsudoku.techniques.reasons.words import listed_cells


@dataclass(eq=False)
class Region:
    """Cells that all differ, by a house or a constraint; `whole`: they hold every digit. `cover` has a bit a cell."""

    name: str
    cells: tuple[Cell, ...]
    whole: bool
    house: int | None = None
    rule: int | None = None
    reason: Reason | None = None
    kind: str = ""
    cover: int = field(init=False)

    def __post_init__(self) -> None:
        self.cover = sum(1 << cell for cell in self.cells)

    def has(self, digit: int) -> Reason:
        """It has this (real) digit."""
        if self.reason is not None:
            return self.reason
        return Reason("has", f"{self.name} has {article(digit)}", house=self.house, digit=digit, cells=self.cells)

    def once(self, digit: int) -> Reason:
        """It has the digit at most once."""
        if self.reason is not None:
            return self.reason
        return Reason("once", f"{self.name} has one {digit} at most", house=self.house, digit=digit, cells=self.cells)


@dataclass(eq=False)
class Source:
    """A rule or fact made ready. `reason` stands for it, `name` is what sentences call it.

    made       what a fact rests on, until a step has concluded it
    houses     by which its sums are split into groups that differ, once `used_houses` has asked
    """

    name: str
    reason: Reason
    statement: Statement
    cells: tuple[Cell, ...]
    rule: Constraint | None = None
    made: tuple[Reason, ...] = ()
    argument: str = ""
    narrower: Narrower = field(init=False)
    alone: Narrower | None = field(init=False, default=None)
    houses: tuple[Region, ...] | None = field(init=False, default=None)
    cover: int = field(init=False)

    def __post_init__(self) -> None:
        self.cover = sum(1 << cell for cell in self.cells)


LARGE = 12
"""Cells of a rule from which on it is taken apart where it says something of each pair of cells."""


MOST_GROUPS = 6
"""Houses by which the cells of a sum are known to differ: each is a reason of the steps that it gives."""
MOST_PARTS = 4000
"""Clauses and other parts of a rule beyond which nobody reasons with it, and narrowing by it takes too long."""


def _named(primitive: Primitive) -> bool:
    return isinstance(primitive, Clause) and any(isinstance(literal, Aux) for literal in primitive.literals)


class Setting:
    """A puzzle prepared for a walk."""

    def __init__(self, puzzle: Puzzle, solution: bytes = b"") -> None:
        """*solution* (digit bytes): candidates known to be right are not supposed in vain."""
        self.puzzle = puzzle
        self._solution = solution
        geometry = puzzle.geometry
        self.n, self.lo, self.size = geometry.side, geometry.lo, geometry.size
        self.full = (1 << self.n) - 1
        self.names = [geometry.name_of(cell) for cell in range(self.size)]
        self.columns = geometry.columns
        self.regions = [
            Region(house.name, tuple(house.cells), len(house.cells) == self.n, house=number, kind=house.kind)
            for number, house in enumerate(geometry.houses)
        ]
        self.houses = list(self.regions)
        self.sources: list[Source] = []
        self.parts: list[Source] = []
        self.given: list[tuple[Reason, dict[Cell, int]]] = []
        self.memory: dict[str, Any] = {}
        self._kept: dict[str, list[Source]] = {}
        self._differ: dict[tuple[Cell, Cell], Reason] = {}
        self.sees = [0] * self.size
        for region in self.regions:
            for cell in region.cells:
                self.sees[cell] |= region.cover & ~(1 << cell)
        for number, rule in enumerate(puzzle.constraints):
            self._add(number, rule)
        self.regions_of: list[list[Region]] = [[] for _ in range(self.size)]
        for region in self.regions:
            for cell in region.cells:
                self.regions_of[cell].append(region)

    def _add(self, number: int, rule: Constraint) -> None:
        name = rule.called()
        reason = Reason("constraint", rule.describe(), constraint=number, cells=rule.scope)
        left: list[Primitive] = []
        statement = rule.statement()
        several = sum(isinstance(part, (Different, DigitSet)) and len(part.cells) > 2 for part in statement) > 1
        for primitive in statement:
            match primitive:
                case Different(cells) if len(cells) <= self.n:
                    self._different(name, cells, number, reason, several)
                    continue
                case DigitSet(cells) if cells:
                    self._different(name, cells, number, reason, several)
                case Pair(a, b, allowed) if not any(x == y for x, y in allowed):
                    self._unequal(a, b, reason)
                case _:
                    pass
            left.append(primitive)
        cells: dict[int, int] = {}
        for primitive in left:
            if isinstance(primitive, Clause) and len({getattr(x, "cell", -1) for x in primitive.literals}) == 1:
                x = primitive.literals[0]
                if isinstance(x, Is):
                    kept = sum(1 << y.digit - self.lo for y in primitive.literals if isinstance(y, Is) and y.positive)
                    cells[x.cell] = cells.get(x.cell, self.full) & (kept or self.full & ~(1 << x.digit - self.lo))
                    continue
            break
        else:
            self.given.append((reason, cells))
            return
        if sum(len(part.clauses) if isinstance(part, Defines) else 1 for part in left) > MOST_PARTS:
            return
        whole = self.source(name, reason, tuple(left), rule)
        self.sources.append(whole)
        if len(whole.cells) > LARGE and all(isinstance(part, (Pair, Clause)) and not _named(part) for part in left):
            self.parts += [self.source(name, reason, (part,), rule) for part in left]
        else:
            self.parts.append(whole)

    def source(self, name: str, reason: Reason, statement: Statement, rule: Constraint | None = None) -> Source:
        """A rule or fact made ready."""
        narrower = Narrower(statement, self.size, self.lo, self.n, self.split)
        found = Source(name, reason, statement, narrower.cells, rule)
        found.narrower = narrower
        return found

    def bare(self, source: Source) -> Narrower:
        """The source without what houses say of its cells."""
        if source.alone is None:
            source.alone = Narrower(source.statement, self.size, self.lo, self.n)
        return source.alone

    def _different(self, name: str, cells: tuple[Cell, ...], number: int, reason: Reason, several: bool) -> None:
        """Cells that a rule keeps apart; of *several* such sets each is called by its first cell."""
        if len(cells) > 2:
            name = f"{name.partition(' from ')[0]} from {self.names[cells[0]]}" if several else name
            region = Region(name, cells, len(cells) == self.n, rule=number, reason=reason)
            if all(region.cover & ~house.cover for house in self.houses):
                self.regions.append(region)
        for k, a in enumerate(cells):
            for b in cells[:k]:
                self._unequal(a, b, reason)

    def _unequal(self, a: Cell, b: Cell, reason: Reason) -> None:
        if a != b and not self.sees[a] >> b & 1:
            self.sees[a] |= 1 << b
            self.sees[b] |= 1 << a
            self._differ[min(a, b), max(a, b)] = reason

    def house_of(self, cells: int) -> Region | None:
        """The first house that has all cells of a cover."""
        return next((house for house in self.houses if not cells & ~house.cover), None)

    def differ(self, a: Cell, b: Cell, digit: int) -> Reason:
        """Why two cells that see each other cannot both have a (real) digit."""
        found = self._differ.get((min(a, b), max(a, b)))
        if found is not None:
            return found
        house = self.house_of(1 << a | 1 << b)
        if house is None:
            raise LookupError("the cells do not see each other")
        return house.once(digit)

    def whole(self, house: Region) -> Reason:
        """The house has each of its digits once."""
        lo, hi = self.lo, self.lo + self.n - 1
        words = f"{lo} to {hi} once each (sum {sum(range(lo, hi + 1))})" if house.whole else "no digit twice"
        return Reason("total", f"{house.name} has {words}", house=house.house, cells=house.cells)

    def split(self, cells: Sequence[Cell]) -> Groups:
        """Cells into groups, each of a house: the largest first."""
        left = dict(enumerate(cells))
        found: list[tuple[int, ...]] = []
        if len(set(cells)) < len(cells):
            return tuple((k,) for k in left)
        while left:
            best: list[int] = []
            for house in self.houses:
                inside = [k for k, cell in left.items() if house.cover >> cell & 1]
                if len(inside) > len(best):
                    best = inside
            if (
                len(best) < 2
                or sum(len(group) > 1 for group in found) == MOST_GROUPS
                or not feasible(len(best), self.n)
            ):
                found += [(k,) for k in left]
                break
            found.append(tuple(best))
            for k in best:
                del left[k]
        return tuple(found)

    @cached_property
    def loop(self) -> HouseLoop:
        """Singles in houses, compiled."""
        return HouseLoop(self, self.houses)

    @cached_property
    def region_loop(self) -> HouseLoop:
        """The same in all regions, those of rules included."""
        return HouseLoop(self, self.regions)

    @cached_property
    def beyond_regions(self) -> list[tuple[Cell, list[Cell]]]:
        """The cells that see others which share no region with them, and these."""
        inside = [sum({1 << c for region in regions for c in region.cells}) for regions in self.regions_of]
        return [(cell, bits(seen & ~inside[cell])) for cell, seen in enumerate(self.sees) if seen & ~inside[cell]]

    def is_right(self, cell: Cell, digit: int) -> bool:
        """Whether the cell is known to have the digit (bit number) in the end."""
        return bool(self._solution) and self._solution[cell] == digit + 1

    def digits(self, mask: int) -> list[int]:
        """The real digits of a mask."""
        return [bit + self.lo for bit in bits(mask)]

    def cells(self, cover: int) -> list[Cell]:
        """The cells of a cover."""
        return bits(cover)

    def said(self, cells: Sequence[Cell] | Iterator[Cell]) -> str:
        """Cells as sentences group them: r1c34."""
        return listed_cells(cells, self.columns)

    def kept(self, key: str, test: Callable[[Statement], bool]) -> list[Source]:
        """The rules that a technique looks at: those that pass its test and no earlier one's; asked in ladder order."""
        found = self._kept.get(key)
        if found is None:
            taken = {id(source) for sources in self._kept.values() for source in sources}
            found = [source for source in self.sources if id(source) not in taken and test(source.statement)]
            self._kept[key] = found
        return found

    def made(self, key: str, make: Callable[[], list[Source]]) -> list[Source]:
        """Facts that a technique derives once."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


class HouseLoop:
    """Houses or regions of a setting in flat arrays, for `houses.settle`."""

    def __init__(self, setting: Setting, houses: Sequence[Region]) -> None:
        self._full = setting.full
        self._cells, self._starts = array("i"), array("i", [0])
        self._whole = bytearray(house.whole for house in houses)
        self._of: list[list[int]] = [[] for _ in range(setting.size)]
        for number, house in enumerate(houses):
            self._cells.extend(house.cells)
            self._starts.append(len(self._cells))
            for cell in house.cells:
                self._of[cell].append(number)
        self._flat, self._of_starts = array("i"), array("i", [0])
        for numbers in self._of:
            self._flat.extend(numbers)
            self._of_starts.append(len(self._flat))

    def settle(self, masks: array[int], which: array[int], dirty: bytearray) -> int:
        """As `houses.settle`."""
        found: int = settle(
            masks, self._cells, self._starts, self._whole, which, self._flat, self._of_starts, dirty, self._full
        )
        return found

    def one_round(self, before: array[int], after: array[int]) -> int:
        """As `houses.one_round`."""
        found: int = one_round(before, after, self._cells, self._starts, self._whole, self._full)
        return found

    def houses_of(self, cell: Cell) -> list[int]:
        """The numbers of its houses."""
        return self._of[cell]
