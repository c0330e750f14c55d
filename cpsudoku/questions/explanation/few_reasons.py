"""Steps that no technique sees: a candidate that few houses and rules refute together, by the compiled kernel.

Each candidate is supposed, with all houses and rules; of those that fail, houses and rules are left out one after the
other while the candidate still fails. The kernel draws plain consequences and does not search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.primitives import Different, DigitSet, Statement
from cpsudoku.engines.model import MAX_SIDE, ON, Model, SelectorModel
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.together import dead

FEW = Rung("few-reasons", "", 5.0, "")
BEYOND = Rung("beyond", "beyond the techniques", 12.0, "")
MOST = 8
"""Houses and rules that a step may rest on."""
MOST_BEYOND = 3
"""Digits that a walk proves by search, one each; the next step is the last."""
AT_ONCE = 6
"""Steps taken in one round."""
Items = tuple[int, ...]
"""Numbers of houses, then of rules, ascending."""
NODES = (2, 8)
"""Branches of a search that refutes a candidate to make a case of; more only where none is refuted with fewer."""
TRIED = 40
"""Candidates of a round whose reasons are looked for."""


class Whole:
    """A house as a rule that can be left out."""

    def __init__(self, cells: Sequence[int], digits: range) -> None:
        full = (DigitSet(tuple(cells), (frozenset(digits),)),) if len(cells) == len(digits) else ()
        self._statement: Statement = (Different(tuple(cells)), *full)

    def statement(self) -> Statement:
        """As a constraint's."""
        return self._statement


class FewReasons:
    """Houses and rules of one puzzle, each with a selector; `find` is a search of the ladder."""

    def __init__(self, puzzle: Puzzle, setting: Setting, solution: bytes) -> None:
        self._setting, self._solution = setting, solution
        geometry = puzzle.geometry
        self._able = geometry.side <= MAX_SIDE
        self._digits = range(geometry.lo, geometry.hi + 1)
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

    @cached_property
    def model(self) -> SelectorModel:
        """The kernel's rules."""
        geometry = self._puzzle.geometry
        bare = Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, (), False)
        houses = [Whole(house.cells, self._digits) for house in geometry.houses]
        return SelectorModel(bare, [*houses, *self._puzzle.constraints])  # type: ignore[list-item]

    def _holds(self, masks: Sequence[int], items: Items) -> bool:
        """Give the kernel the candidates with these houses and rules alone; whether none fails."""
        size = self._setting.size
        self.model.open()
        return self.model.hold([*enumerate(masks), *[(size + item, ON) for item in items]])

    def fails(self, masks: Sequence[int], items: Items) -> bool:
        """Whether these houses and rules refute the candidates."""
        return not self._holds(masks, items)

    def refuted(self, masks: Sequence[int], items: Items, among: Mapping[int, int]) -> dict[int, int]:
        """Of the candidates *among* those that these houses and rules refute, each by itself."""
        model = self.model
        self._holds(masks, items)
        found: dict[int, int] = {}
        for cell, mask in among.items():
            for digit in bits(mask & masks[cell]):
                if not model.hold([(cell, 1 << digit)]):
                    found[cell] = found.get(cell, 0) | 1 << digit
                model.release()
        return found

    def find(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The steps of the fewest reasons, up to `MOST`."""
        if not self._able or not position.since((rung,), range(self._setting.size)):
            return
        masks = position.masks
        if self.fails(masks, self._every):
            raise Contradiction(self._step(rung, self._fewest(masks, self._every, 0), {}))
        open_ = {cell: mask for cell, mask in enumerate(masks) if mask & mask - 1}
        gone = self.refuted(masks, self._every, open_)
        by_items: dict[Items, tuple[int, int]] = {}
        order = sorted(gone, key=lambda cell: (masks[cell].bit_count(), cell))
        for cell, digit in islice(((c, digit) for c in order for digit in bits(gone[c])), TRIED):
            check_deadline()
            there = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
            items = self._known.get((cell, digit), ())
            items = self._fewest(there, items, cell) if items and self.fails(there, items) else self._every
            if len(items) > MOST:
                items = self._fewest(there, self._every, cell)
            self._known[cell, digit] = items
            by_items.setdefault(items, (cell, digit))
        least = min(map(len, by_items), default=MOST + 1)
        if least > MOST:
            return
        for items in sorted(items for items in by_items if len(items) == least)[:AT_ONCE]:
            yield self._step(rung, items, self.refuted(masks, items, gone), masks)

    def suppositions(self, position: Position) -> Iterator[tuple[int, int]]:
        """Candidates (cell, bit) to make cases of: those that fail at once, then by how many trials within it takes."""
        if not self._able:
            return
        masks = position.masks
        open_ = {cell: mask for cell, mask in enumerate(masks) if mask & mask - 1}
        gone = self.refuted(masks, self._every, open_)
        order = sorted(open_, key=lambda cell: (masks[cell].bit_count(), cell))
        yield from ((cell, 1 << digit) for cell in order for digit in bits(gone.get(cell, 0)))
        rest = [
            (cell, 1 << digit)
            for cell in order
            for digit in bits(masks[cell] & ~gone.get(cell, 0))
            if not self._setting.is_right(cell, digit)
        ]
        for most in NODES:
            found: list[tuple[int, int, int]] = []
            for cell, bit in rest:
                check_deadline()
                nodes = self._search(masks, cell, bit, most)
                if nodes is not None:
                    found.append((nodes, cell, bit))
            if found:
                yield from ((cell, bit) for _, cell, bit in sorted(found))
                return

    def _search(self, masks: Sequence[int], cell: int, bit: int, most: int) -> int | None:
        """The branches of a search that refutes a candidate; None where it takes more than *most*."""
        model = self.model
        if not self._holds([*masks[:cell], bit, *masks[cell + 1 :]], self._every):
            return 0
        before = model.branches()
        return model.branches() - before if model.is_apart((), most) is False else None

    def beyond(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The digit after which the kernel leaves the fewest candidates; after `MOST_BEYOND` of these all digits."""
        masks = position.masks
        number = position.memory[rung] = position.memory.get(rung, 0) + 1
        open_ = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
        if number <= MOST_BEYOND:
            kernel = Model(self._puzzle.geometry, self._puzzle.constraints) if self._able else None
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

    def _fewest(self, masks: Sequence[int], items: Items, cell: int) -> Items:
        """Houses and rules of *items*, none of which can be left out; those far from the cell go first."""
        near = self._near(cell)
        kept = sorted(items, key=lambda item: (-near[item], item))
        size = max(1, len(kept) // 2)
        while True:
            at = 0
            while at < len(kept):
                rest = kept[:at] + kept[at + size :]
                if self.fails(masks, tuple(rest)):
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

    def _step(self, rung: Rung, items: Items, removed: dict[int, int], masks: Sequence[int] = ()) -> Step:
        reasons = tuple(self._reasons[item] for item in items)
        reads = tuple(dict.fromkeys(cell for reason in reasons for cell in reason.cells))
        return Step(
            rung,
            removed,
            again=partial(self._again, rung, items, removed),
            tell=partial(said, self._setting, tuple(masks), reasons, removed),
            reads=reads,
        )

    def _again(self, rung: Rung, items: Items, removed: dict[int, int], position: Position) -> Step | None:
        masks = position.masks
        if self.fails(masks, items):
            raise Contradiction(self._step(rung, items, {}, masks))
        left = self.refuted(masks, items, removed)
        return self._step(rung, items, left, masks) if left else None


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
            return Told(reasons, f"{begin}, {why.source.name} would fail")
        if why.house is not None and why.digit >= 0:
            return Told(reasons, f"{begin}, {why.house.name} would have no place for {why.digit + setting.lo}")
        if why.house is not None:
            return Told(reasons, f"{begin}, a cell of {why.house.name} would have no digit")
    return Told(reasons, "")
