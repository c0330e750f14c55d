"""Whether some houses and rules of a puzzle refute candidates, by plain consequences that the compiled kernel draws.

An oracle takes *items*: numbers of houses, then of rules, ascending. `Selected` has one kernel in which items are left
out at once. `Rebuilt` makes a kernel for each set of items: slower to begin, and it draws more consequences, since it
knows which cells differ when it takes sums, and has kinds of rules of its own. Neither rests on anything but the items.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.primitives import Different, DigitSet, Statement
from cpsudoku.engines.model import ON, Model, SelectorModel
from cpsudoku.techniques.core.board_grid import bits

Items = tuple[int, ...]
"""Numbers of houses, then of rules, ascending."""
KEPT = 256
"""Kernels of few items that are kept."""


class Oracle(Protocol):
    """Whether *items* refute candidates. *split*: a cell whose candidates are tried one by one, each of which fails."""

    def fails(self, masks: Sequence[int], items: Items, split: int | None = None) -> bool:
        """Whether they refute all candidates together."""
        ...

    def refuted(
        self, masks: Sequence[int], items: Items, among: Mapping[int, int], split: int | None = None
    ) -> dict[int, int]:
        """Of the candidates *among* those that they refute, each by itself."""
        ...


class Whole:
    """A house as a rule that can be left out."""

    def __init__(self, cells: Sequence[int], digits: range) -> None:
        full = (DigitSet(tuple(cells), (frozenset(digits),)),) if len(cells) == len(digits) else ()
        self._statement: Statement = (Different(tuple(cells)), *full)

    def statement(self) -> Statement:
        """As a constraint's."""
        return self._statement


class Selected:
    """One kernel, in which each house and rule has a selector."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    @cached_property
    def model(self) -> SelectorModel:
        """The kernel's rules."""
        geometry = self._puzzle.geometry
        digits = range(geometry.lo, geometry.hi + 1)
        bare = Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, (), False)
        houses = [Whole(house.cells, digits) for house in geometry.houses]
        return SelectorModel(bare, [*houses, *self._puzzle.constraints])  # type: ignore[list-item]

    def holds(self, masks: Sequence[int], items: Items) -> bool:
        """Give the kernel the candidates with these items alone; whether none fails."""
        size = self._puzzle.geometry.size
        self.model.open()
        return self.model.hold([*enumerate(masks), *[(size + item, ON) for item in items]])

    def _dead(self, masks: Sequence[int], split: int | None) -> bool:
        """Whether each candidate of the cell fails with what is held."""
        return split is not None and not any(self._tried(split, digit) for digit in bits(masks[split]))

    def _tried(self, cell: int, digit: int) -> bool:
        fine = self.model.hold([(cell, 1 << digit)])
        self.model.release()
        return fine

    def fails(self, masks: Sequence[int], items: Items, split: int | None = None) -> bool:
        """As `Oracle.fails`."""
        return not self.holds(masks, items) or self._dead(masks, split)

    def refuted(
        self, masks: Sequence[int], items: Items, among: Mapping[int, int], split: int | None = None
    ) -> dict[int, int]:
        """As `Oracle.refuted`."""
        model = self.model
        self.holds(masks, items)
        found: dict[int, int] = {}
        for cell, mask in among.items():
            for digit in bits(mask & masks[cell]):
                if not model.hold([(cell, 1 << digit)]) or self._dead(masks, split):
                    found[cell] = found.get(cell, 0) | 1 << digit
                model.release()
        return found

    def branches(self, masks: Sequence[int], items: Items, most: int) -> int | None:
        """The branches of a search that refutes the candidates; None where it takes more than *most*."""
        model = self.model
        if not self.holds(masks, items):
            return 0
        before = model.branches()
        return model.branches() - before if model.is_apart((), most) is False else None


class Ready:
    """A rule whose statement is made once."""

    def __init__(self, rule: Constraint) -> None:
        self._rule, self.native = rule, rule.native

    def statement(self) -> Statement:
        """As a constraint's."""
        return self._statement

    @cached_property
    def _statement(self) -> Statement:
        return self._rule.statement()


class Rebuilt:
    """A kernel for each set of items."""

    def __init__(self, puzzle: Puzzle) -> None:
        geometry, houses = puzzle.geometry, puzzle.geometry.houses
        rules: list[Any] = [Ready(rule) for rule in puzzle.constraints]

        def made(items: Items) -> Model:
            regions = [houses[item].cells for item in items if item < len(houses)]
            board = Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, regions, False)
            return Model(board, [rules[item - len(houses)] for item in items if item >= len(houses)])

        self.model: Callable[[Items], Model] = lru_cache(maxsize=KEPT)(made)

    def fails(self, masks: Sequence[int], items: Items, split: int | None = None) -> bool:
        """As `Oracle.fails`."""
        return self._dead(self.model(items), masks, split)

    @staticmethod
    def _dead(model: Model, masks: Sequence[int], split: int | None) -> bool:
        if split is None:
            return model.begin(masks) is None
        return all(
            model.begin([*masks[:split], 1 << digit, *masks[split + 1 :]]) is None for digit in bits(masks[split])
        )

    def refuted(
        self, masks: Sequence[int], items: Items, among: Mapping[int, int], split: int | None = None
    ) -> dict[int, int]:
        """As `Oracle.refuted`."""
        model = self.model(items)
        found: dict[int, int] = {}
        for cell, mask in among.items():
            for digit in bits(mask & masks[cell]):
                if self._dead(model, [*masks[:cell], 1 << digit, *masks[cell + 1 :]], split):
                    found[cell] = found.get(cell, 0) | 1 << digit
        return found
