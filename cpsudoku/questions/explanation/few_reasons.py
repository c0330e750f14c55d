"""Steps that no technique sees: a candidate that few houses and rules refute together, by the compiled kernel.

Each candidate is supposed, with all houses and rules; of those that fail, houses and rules are left out one after the
other while the candidate still fails. The kernel draws plain consequences and does not search.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import check_deadline
from cpsudoku.engines.model import MAX_SIDE
from cpsudoku.kernels import compiled
from cpsudoku.questions.explanation.oracles import Items, Oracle, Rebuilt, Searched, Selected
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.together import dead, failing

FEW = Rung("few-reasons", "", 5.0, "")
BEYOND = Rung("beyond", "beyond the techniques", 12.0, "")
MOST = 8
"""Houses and rules that a step may rest on."""
MOST_BEYOND = 4
"""Digits that a walk proves by search, one each; the next step is the last."""
AT_ONCE = 6
"""Steps taken in one round."""
TRIED = 40
"""Candidates of a round whose reasons are looked for, ..."""
TRIED_REBUILT = 4
"""... with kernels of their own, ..."""
MOST_REBUILT = 2500
"""Kernels of a walk after which no more are made."""
TRIED_SEARCHED = 8
"""... by search."""
NODES = 8
"""Branches of a search that refutes such a candidate."""
MOST_NODES = 400
"""Branches of a search with some of the houses and rules."""
ALL_NODES = 8_000
"""Branches of a walk after which no such steps are looked for."""


class Way(NamedTuple):
    """How candidates fail: by these items."""

    oracle: Oracle
    items: Items

    def fails(self, masks: Sequence[int]) -> bool:
        """Whether all candidates together do."""
        return self.oracle.fails(masks, self.items)

    def refuted(self, masks: Sequence[int], among: Mapping[int, int]) -> dict[int, int]:
        """The candidates *among* those that do, each by itself."""
        return self.oracle.refuted(masks, self.items, among)


class FewReasons:
    """Houses and rules of one puzzle, each with a selector; `find` is a search of the ladder."""

    def __init__(self, puzzle: Puzzle, setting: Setting, solution: bytes) -> None:
        self._setting, self._solution = setting, solution
        self.able = puzzle.geometry.side <= MAX_SIDE and compiled()  # as plain Python it takes minutes
        self._reasons = [
            *(setting.whole(house) for house in setting.houses),
            *(
                Reason("constraint", rule.describe(), constraint=number, cells=rule.scope)
                for number, rule in enumerate(puzzle.constraints)
            ),
        ]
        self.every = tuple(range(len(self._reasons)))
        self._puzzle = puzzle
        self._known: dict[tuple[int, int], Items] = {}  # what refuted a candidate before, to begin with
        self._large: set[tuple[Oracle, int, int]] = set()
        self.selected, self.rebuilt = Selected(puzzle), Rebuilt(puzzle)
        self.searched = Searched(self.selected, MOST_NODES)

    def find(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The steps of the fewest reasons, up to `MOST`; those for which candidates must be tried come last."""
        if not self.able or not position.since((rung,), range(self._setting.size)):
            return
        masks = position.masks
        open_ = {cell: mask for cell, mask in enumerate(masks) if mask & mask - 1}
        for oracle, most in ((self.selected, TRIED), (self.rebuilt, TRIED_REBUILT)):
            if oracle is self.rebuilt and self.rebuilt.kernels > MOST_REBUILT:
                continue
            if oracle.fails(masks, self.every):
                yield from self._failed(rung, masks, oracle)
                return
            gone = oracle.refuted(masks, self.every, open_)
            found = self._ways(masks, ordered(masks, gone), oracle, most)
            found = [way for way in found if len(way.items) == len(found[0].items)]
            if found:
                break
        else:
            found, gone = self._searched(masks)
        for way in found[:AT_ONCE]:
            yield self._step(rung, way, way.refuted(masks, gone), masks)

    def _failed(self, rung: Rung, masks: Sequence[int], oracle: Oracle) -> Iterator[Step]:
        """The candidates all fail; where that takes many items, what a few of these take away."""
        items = self._fewest(masks, Way(oracle, self.every), 0)
        if len(items) <= MOST:
            raise Contradiction(self._step(rung, Way(oracle, items), {}, masks))

        def left(most: int) -> list[int] | None:
            return self.rebuilt.model(items[:most]).propagate(masks)

        most = bisect_left(range(len(items)), True, key=lambda most: left(most) != masks)
        after = left(most) or masks
        lost = next((cell for cell, mask in enumerate(after) if mask != masks[cell]), None)
        if lost is not None:
            bit = masks[lost] & ~after[lost]
            bit &= -bit
            way = Way(self.rebuilt, items[:most])
            way = way._replace(items=self._fewest([*masks[:lost], bit, *masks[lost + 1 :]], way, lost))
            if len(way.items) <= MOST:
                yield self._step(rung, way, way.refuted(masks, {lost: masks[lost]}), masks)

    def _ways(
        self, masks: Sequence[int], candidates: Iterable[tuple[int, int]], oracle: Oracle, most: int
    ) -> list[Way]:
        """Sets of items up to `MOST` that refute one of the first *most* candidates, the smallest first.

        Where an oracle that takes long gave a larger set, it is not asked again.
        """
        found: dict[Items, None] = {}
        if oracle is not self.selected:
            candidates = (one for one in candidates if (oracle, *one) not in self._large)
        for cell, digit in islice(candidates, most):
            check_deadline()
            there = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
            ways = [Way(oracle, items) for items in (self._known.get((cell, digit), ()), self.every) if items]
            items = self._fewest(there, next(way for way in ways if way.items is self.every or way.fails(there)), cell)
            self._known[cell, digit] = items
            if len(items) <= MOST:
                found[items] = None
            else:
                self._large.add((oracle, cell, digit))
        return [Way(oracle, items) for items in sorted(found, key=lambda items: (len(items), items))]

    def _searched(self, masks: Sequence[int]) -> tuple[list[Way], dict[int, int]]:
        """The same by search, of the candidates that fail soonest; and all candidates that were found to fail."""
        scan = Searched(self.selected, NODES)
        gone: dict[int, int] = {}
        found: list[tuple[int, int, int]] = []
        for cell, digit in ordered(masks, wrong_of(self._setting, masks)):
            if scan.spent > ALL_NODES:
                return [], {}
            check_deadline()
            before = scan.spent
            if scan.fails([*masks[:cell], 1 << digit, *masks[cell + 1 :]], self.every):
                gone[cell] = gone.get(cell, 0) | 1 << digit
                found.append((scan.spent - before, cell, digit))
        order = ((cell, digit) for _, cell, digit in sorted(found))
        return self._ways(masks, order, self.searched, TRIED_SEARCHED), gone

    def beyond(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The digit after which the kernel leaves the fewest candidates; after `MOST_BEYOND` of these all digits."""
        masks = position.masks
        number = position.memory[rung] = position.memory.get(rung, 0) + 1
        open_ = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
        if number <= MOST_BEYOND:
            kernel = self.rebuilt.model(self.every) if self.able else None
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
        """Items of the way, none of which can be left out; those far from the cell go first.

        Where they are more than `MOST` some may be needless: of each part that cannot go, one item at least is not.
        """
        near = self._near(cell)
        kept = sorted(way.items, key=lambda item: (-near[item], item))
        size = max(1, len(kept) // 2)
        while True:
            at = parts = 0
            while at < len(kept):
                rest = kept[:at] + kept[at + size :]
                if way._replace(items=tuple(sorted(rest))).fails(masks):
                    kept = rest
                else:
                    at += size
                    parts += 1
            if size == 1 or parts > MOST:
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
            tell=partial(said, self._setting, tuple(masks), reasons, removed),
            reads=reads,
        )

    def _again(self, rung: Rung, way: Way, removed: dict[int, int], position: Position) -> Step | None:
        masks = position.masks
        if way.fails(masks):
            raise Contradiction(self._step(rung, way, {}, masks))
        left = way.refuted(masks, removed)
        return self._step(rung, way, left, masks) if left else None


def ordered(masks: Sequence[int], some: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Candidates (cell, digit) of *some*, cells with few candidates first."""
    order = sorted(some, key=lambda cell: (masks[cell].bit_count(), cell))
    return ((cell, digit) for cell in order for digit in bits(some[cell]))


def wrong_of(setting: Setting, masks: Sequence[int]) -> dict[int, int]:
    """The candidates that are not known to be right, of cells that have several."""
    return {
        cell: sum([1 << digit for digit in bits(mask) if not setting.is_right(cell, digit)])
        for cell, mask in enumerate(masks)
        if mask & mask - 1
    }


def said(setting: Setting, masks: tuple[int, ...], reasons: tuple[Reason, ...], removed: dict[int, int]) -> Told:
    """With the place where a candidate fails, if singles in the houses and the rules of the reasons find it."""
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
            full, short = failing(setting, masks, why, cell, 1 << digit)
            return Told(reasons, full, short=short)
        if why.house is not None and why.digit >= 0:
            return Told(reasons, f"{begin}, {why.house.name} would have no place for {why.digit + setting.lo}")
        if why.house is not None:
            return Told(reasons, f"{begin}, a cell of {why.house.name} would have no digit")
    return Told(reasons, "")
