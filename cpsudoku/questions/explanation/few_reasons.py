"""Steps that no technique sees: a candidate that few houses and rules refute together, by the compiled kernel.

Each candidate is supposed, with all houses and rules; of those that fail, houses and rules are left out one after the
other while the candidate still fails. The kernel draws plain consequences and does not search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import check_deadline
from cpsudoku.engines.model import MAX_SIDE
from cpsudoku.questions.explanation.oracles import Items, Oracle, Rebuilt, Selected
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.case import Plan, Supposed
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.together import dead
from cpsudoku.techniques.reasons.words import listed

FEW = Rung("few-reasons", "", 5.0, "")
BEYOND = Rung("beyond", "beyond the techniques", 12.0, "")
MOST = 8
"""Houses and rules that a step may rest on."""
MOST_BEYOND = 3
"""Digits that a walk proves by search, one each; the next step is the last."""
AT_ONCE = 6
"""Steps taken in one round."""
TRIED = 40
"""Candidates of a round whose reasons are looked for, ..."""
TRIED_REBUILT = 12
"""... with kernels of their own, ..."""
TRIED_SPLIT = 24
"""... with a cell whose candidates are tried."""
SPLIT_NODES = 4
"""Branches of a search that refutes a candidate for which such a cell is looked for."""
MOST_SPLIT = 3
"""Candidates of such a cell."""
TRIED_NESTED = 24
"""Candidates of which it is asked whether they fail once others do, ..."""
MOST_NESTED = 2
"""... and how many others at most, ..."""
MOST_PLANNED = 12
"""... before needless ones are left out."""


class Way(NamedTuple):
    """How candidates fail: by these items, and where each candidate of a cell is tried, that cell."""

    oracle: Oracle
    items: Items
    split: int | None = None

    def fails(self, masks: Sequence[int]) -> bool:
        """Whether all candidates together do."""
        return self.oracle.fails(masks, self.items, self.split)

    def refuted(self, masks: Sequence[int], among: Mapping[int, int]) -> dict[int, int]:
        """The candidates *among* those that do, each by itself."""
        return self.oracle.refuted(masks, self.items, among, self.split)


class FewReasons:
    """Houses and rules of one puzzle, each with a selector; `find` is a search of the ladder."""

    def __init__(self, puzzle: Puzzle, setting: Setting, solution: bytes) -> None:
        self._setting, self._solution = setting, solution
        self._able = puzzle.geometry.side <= MAX_SIDE
        self._reasons = [
            *(setting.whole(house) for house in setting.houses),
            *(
                Reason("constraint", rule.describe(), constraint=number, cells=rule.scope)
                for number, rule in enumerate(puzzle.constraints)
            ),
        ]
        self._every = tuple(range(len(self._reasons)))
        self._puzzle = puzzle
        self._known: dict[tuple[int, int], Items] = {}  # what refuted a candidate before, to begin with
        self.selected, self.rebuilt = Selected(puzzle), Rebuilt(puzzle)

    def find(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The steps of the fewest reasons, up to `MOST`; those for which a cell must be tried come last."""
        if not self._able or not position.since((rung,), range(self._setting.size)):
            return
        masks = position.masks
        for oracle in (self.selected, self.rebuilt):
            if oracle.fails(masks, self._every):
                yield from self._failed(rung, masks, oracle)
                return
        open_ = {cell: mask for cell, mask in enumerate(masks) if mask & mask - 1}
        for oracle, most in ((self.selected, TRIED), (self.rebuilt, TRIED_REBUILT)):
            gone = oracle.refuted(masks, self._every, open_)
            found = self._ways(masks, islice(self._ordered(masks, gone), most), oracle)
            if found:
                break
        else:
            gone = open_
            found = self._splits(masks)
        for way in found[:AT_ONCE]:
            yield self._step(rung, way, way.refuted(masks, gone), masks)

    def _failed(self, rung: Rung, masks: Sequence[int], oracle: Oracle) -> Iterator[Step]:
        """The candidates all fail; where that takes many items, what a few of these take away."""
        items = self._fewest(masks, Way(oracle, self._every), 0)
        if len(items) <= MOST:
            raise Contradiction(self._step(rung, Way(oracle, items), {}, masks))
        for most in range(1, len(items)):
            left = self.rebuilt.model(items[:most]).propagate(masks)
            lost = next((cell for cell, mask in enumerate(left or masks) if mask != masks[cell]), None)
            if lost is not None and left is not None:
                digit = bits(masks[lost] & ~left[lost])[0]
                there = [*masks[:lost], 1 << digit, *masks[lost + 1 :]]
                way = Way(self.rebuilt, items[:most])
                way = way._replace(items=self._fewest(there, way, lost))
                if len(way.items) <= MOST:
                    yield self._step(rung, way, way.refuted(masks, {lost: masks[lost]}), masks)
                return

    def _ordered(self, masks: Sequence[int], gone: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Candidates (cell, digit), cells with few of them first."""
        order = sorted(gone, key=lambda cell: (masks[cell].bit_count(), cell))
        return ((cell, digit) for cell in order for digit in bits(gone[cell]))

    def _ways(self, masks: Sequence[int], candidates: Iterable[tuple[int, int]], oracle: Oracle) -> list[Way]:
        """The sets of the fewest items that refute one of the candidates."""
        found: set[Items] = set()
        for cell, digit in candidates:
            check_deadline()
            there = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
            way = Way(oracle, self._known.get((cell, digit), ()))
            items = self._fewest(there, way, cell) if way.items and way.fails(there) else self._every
            if len(items) > MOST:
                items = self._fewest(there, Way(oracle, self._every), cell)
            self._known[cell, digit] = items
            found.add(items)
        least = min(map(len, found), default=MOST + 1)
        return [Way(oracle, items) for items in sorted(found) if len(items) == least <= MOST]

    def _splits(self, masks: Sequence[int]) -> list[Way]:
        """The same with a cell of few candidates each of which fails beside the candidate."""
        found: set[tuple[Items, int]] = set()
        tried = 0
        for cell, digit in self._ordered(masks, dict(enumerate(masks))):
            if self._setting.is_right(cell, digit) or masks[cell] == 1 << digit:
                continue
            there = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
            if self.selected.branches(there, self._every, SPLIT_NODES) is None:
                continue
            check_deadline()
            way = self._split(there, cell)
            if way is not None:
                items = self._fewest(there, way, cell)
                if len(items) <= MOST and way.split is not None:
                    found.add((items, way.split))
                tried += 1
                if tried == TRIED_SPLIT:
                    break
        least = min((len(items) for items, _ in found), default=0)
        return [Way(self.selected, items, split) for items, split in sorted(found) if len(items) == least]

    def _split(self, masks: Sequence[int], cell: int) -> Way | None:
        """A cell whose candidates all fail at these masks, of which *cell* has one."""
        left = self.rebuilt.model(self._every).propagate(masks) or masks
        order = sorted(
            (masks[other].bit_count(), mask.bit_count(), other) for other, mask in enumerate(left) if mask & mask - 1
        )
        for number, few, other in order:
            if number <= MOST_SPLIT and few <= MOST_SPLIT and self.selected.fails(masks, self._every, other):
                return Way(self.selected, self._every, other)
        return None

    def suppositions(self, position: Position) -> Iterator[list[Supposed]]:
        """Candidates to make cases of, in groups; the first group of which one is a case will do.

        All but one of the candidates of a cell, or of the places of a digit in a house: those first that leave the
        fewest candidates for their number. Else one candidate that fails.
        """
        if not self._able:
            return
        masks = position.masks
        wrong = {
            cell: sum(1 << digit for digit in bits(mask) if not self._setting.is_right(cell, digit))
            for cell, mask in enumerate(masks)
            if mask & mask - 1
        }
        gone = self.selected.refuted(masks, self._every, wrong)
        for cell, mask in self.rebuilt.refuted(masks, self._every, wrong).items():
            gone[cell] = gone.get(cell, 0) | mask
        plans: dict[tuple[int, int], Plan | None] = {(c, 1 << digit): () for c, digit in self._ordered(masks, gone)}
        tried = 0
        for group in self._targets(masks, wrong):
            for cell, bit in group:
                if (cell, bit) not in plans:
                    if tried == TRIED_NESTED:
                        break
                    tried += 1
                    check_deadline()
                    plans[cell, bit] = self._plan([*masks[:cell], bit, *masks[cell + 1 :]])
                if plans[cell, bit] is None:
                    break
            else:
                yield [Supposed(*one, plans[one] or ()) for one in group]
        dead = {one: plan for one, plan in plans.items() if plan is not None}
        yield from ([Supposed(*one, dead[one])] for one in self._strongest(masks, dead))

    def _strongest(self, masks: Sequence[int], some: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Candidates (cell, bit), those first without which the fewest are left."""
        found = []
        for cell, bit in some:
            found.append((self._left([*masks[:cell], masks[cell] & ~bit, *masks[cell + 1 :]]), cell, bit))
        return [(cell, bit) for _, cell, bit in sorted(found)]

    def _left(self, masks: Sequence[int]) -> int:
        """How many candidates all houses and rules leave."""
        left = self.rebuilt.model(self._every).propagate(masks)
        return 0 if left is None else sum([mask.bit_count() for mask in left])

    def _targets(self, masks: Sequence[int], wrong: Mapping[int, int]) -> list[list[tuple[int, int]]]:
        """For each digit to be written the candidates that must fail first, in its cell or in one of its houses."""
        setting, now = self._setting, sum([mask.bit_count() for mask in masks])
        found: list[tuple[float, int, list[tuple[int, int]]]] = []
        for cell in wrong:
            bit = 1 << self._solution[cell] - 1
            ways = [[(cell, 1 << digit) for digit in bits(wrong[cell])]]
            for region in setting.regions_of[cell]:
                if region.whole:
                    ways.append([(other, bit) for other in region.cells if other != cell and masks[other] & bit])
            way = min(ways, key=len)
            gain = now - self._left([*masks[:cell], bit, *masks[cell + 1 :]])
            found.append((-gain / len(way), cell, way))
        return [way for _, _, way in sorted(found)]

    def _plan(self, masks: Sequence[int]) -> Plan | None:
        """Candidates that fail one after the other until nothing is left, none of them needless; None for many."""
        kernel = self.rebuilt.model(self._every)
        left = kernel.propagate(masks)
        found: list[tuple[int, int]] = []
        cells = deque(sorted(range(len(masks)), key=lambda cell: (left or masks)[cell].bit_count()))
        since = 0
        while left is not None:
            if since == len(cells) or len(found) > MOST_PLANNED:
                return None
            cell = cells[0]
            cells.rotate(-1)
            since += 1
            for digit in bits(left[cell]) if left is not None and left[cell] & left[cell] - 1 else ():
                if left is not None and kernel.begin([*left[:cell], 1 << digit, *left[cell + 1 :]]) is None:
                    found.append((cell, 1 << digit))
                    left = kernel.propagate([*left[:cell], left[cell] & ~(1 << digit), *left[cell + 1 :]])
                    since = 0
        for one in list(found):
            rest = [other for other in found if other != one]
            if self._leads(masks, rest):
                found = rest
        return tuple(found) if len(found) <= MOST_NESTED else None

    def _leads(self, masks: Sequence[int], plan: Iterable[tuple[int, int]]) -> bool:
        """Whether these candidates fail one after the other, and nothing is left."""
        kernel = self.rebuilt.model(self._every)
        left = kernel.propagate(masks)
        for cell, bit in plan:
            if left is None:
                return True
            if left[cell] & bit:
                if kernel.begin([*left[:cell], bit, *left[cell + 1 :]]) is not None:
                    return False
                left = kernel.propagate([*left[:cell], left[cell] & ~bit, *left[cell + 1 :]])
        return left is None

    def beyond(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The digit after which the kernel leaves the fewest candidates; after `MOST_BEYOND` of these all digits."""
        masks = position.masks
        number = position.memory[rung] = position.memory.get(rung, 0) + 1
        open_ = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
        if number <= MOST_BEYOND:
            kernel = self.rebuilt.model(self._every) if self._able else None
            powers: list[tuple[int, int]] = []
            for cell in open_:
                check_deadline()
                there = [*masks[:cell], 1 << self._solution[cell] - 1, *masks[cell + 1 :]]
                left = (kernel.propagate(there) if kernel is not None else None) or there
                powers.append((sum(mask.bit_count() for mask in left), cell))
            open_ = [min(powers)[1]]
        yield self._proved(rung, tuple(open_), position)

    def _proved(self, rung: Rung, cells: tuple[int, ...], position: Position) -> Step:
        """The digits of these cells, by all houses and rules that are open."""
        known = {other for other, mask in enumerate(position.masks) if mask & mask - 1 == 0}
        reasons = tuple(reason for reason in self._reasons if not known.issuperset(reason.cells))
        removed = {cell: self._setting.full & ~(1 << self._solution[cell] - 1) for cell in cells}
        placed = (cells[0], 1 << self._solution[cells[0]] - 1) if len(cells) == 1 else None
        needs = {other: self._setting.full & ~mask for other, mask in enumerate(position.masks)}
        return Step(rung, removed, needs, tell=partial(Told, reasons, ""), placed=placed)

    def _fewest(self, masks: Sequence[int], way: Way, cell: int) -> Items:
        """Items of the way, none of which can be left out; those far from the cell go first."""
        near = self._near(cell)
        kept = sorted(way.items, key=lambda item: (-near[item], item))
        size = max(1, len(kept) // 2)
        while True:
            at = 0
            while at < len(kept):
                rest = kept[:at] + kept[at + size :]
                if way._replace(items=tuple(sorted(rest))).fails(masks):
                    kept = rest
                else:
                    at += size
            if size == 1:
                return tuple(sorted(kept))
            size = max(1, min(size, len(kept)) // 2)

    def _near(self, cell: int) -> list[int]:
        """How many houses and rules lie between each and the cell."""
        known = self._setting.memory.setdefault("near", {})
        if cell not in known:
            distance = [len(self._reasons)] * len(self._reasons)
            reached, front = {cell}, {cell}
            for step in range(len(self._reasons)):
                new: set[int] = set()
                for item, reason in enumerate(self._reasons):
                    if distance[item] > step and not front.isdisjoint(reason.cells):
                        distance[item] = min(distance[item], step)
                        new.update(reason.cells)
                front = new - reached
                reached |= new
                if not front:
                    break
            known[cell] = distance
        found: list[int] = known[cell]
        return found

    def _step(self, rung: Rung, way: Way, removed: dict[int, int], masks: Sequence[int] = ()) -> Step:
        reasons = tuple(self._reasons[item] for item in way.items)
        reads = tuple(dict.fromkeys(cell for reason in reasons for cell in reason.cells))
        return Step(
            rung,
            removed,
            again=partial(self._again, rung, way, removed),
            tell=partial(said, self._setting, tuple(masks), reasons, removed, way.split),
            reads=reads,
        )

    def _again(self, rung: Rung, way: Way, removed: dict[int, int], position: Position) -> Step | None:
        masks = position.masks
        if way.fails(masks):
            raise Contradiction(self._step(rung, way, {}, masks))
        left = way.refuted(masks, removed)
        return self._step(rung, way, left, masks) if left else None


def said(
    setting: Setting, masks: tuple[int, ...], reasons: tuple[Reason, ...], removed: dict[int, int], split: int | None
) -> Told:
    """With the place where a candidate fails, if singles in the houses and the rules of the reasons find it.

    Where the candidates of a cell are tried, that is the cell.
    """
    if split is not None and removed:
        cell, mask = next(iter(removed.items()))
        begin = f"if {setting.names[cell]} were {(mask & -mask).bit_length() - 1 + setting.lo}"
        tried = listed(map(str, setting.digits(masks[split])))
        every = "both" if masks[split].bit_count() == 2 else "all"
        return Told(reasons, f"{begin}, {tried} would {every} fail in {setting.names[split]}")
    numbers = dict.fromkeys(reason.house for reason in reasons if reason.house is not None)
    named = {reason.constraint for reason in reasons if reason.constraint is not None}
    houses = tuple(setting.houses[number] for number in numbers)
    sources = tuple(source for source in setting.parts if source.reason.constraint in named)
    for cell, mask in removed.items():
        digit = (mask & -mask).bit_length() - 1
        why = dead(setting, masks, sources, houses, cell, 1 << digit)
        if why is None:
            continue
        begin = f"if {setting.names[cell]} were {digit + setting.lo}"
        if why.source is not None:
            return Told(reasons, f"{begin}, {why.source.name} would fail")
        if why.house is not None and why.digit >= 0:
            return Told(reasons, f"{begin}, {why.house.name} would have no place for {why.digit + setting.lo}")
        if why.house is not None:
            return Told(reasons, f"{begin}, a cell of {why.house.name} would have no digit")
    return Told(reasons, "")
