"""Whether some houses and rules of a puzzle refute candidates, by plain consequences that the compiled kernel draws.

An oracle takes *items*: numbers of houses, then of rules, ascending. `Selected` has one kernel in which items are left
out at once. `Rebuilt` makes a kernel for each set of items: slower to begin, and it draws more consequences, since it
knows which cells differ when it takes sums, and has kinds of rules of its own. `Searched` also tries candidates. None
rests on anything but the items.
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
    """Whether *items* refute candidates. `refuted` asks of each candidate, where an oracle has no quicker way."""

    def fails(self, masks: Sequence[int], items: Items) -> bool:
        """Whether they refute all candidates together."""
        ...

    def refuted(self, masks: Sequence[int], items: Items, among: Mapping[int, int]) -> dict[int, int]:
        """Of the candidates *among* those that they refute, each by itself."""
        found: dict[int, int] = {}
        for cell, mask in among.items():
            for digit in bits(mask & masks[cell]):
                if self.fails([*masks[:cell], 1 << digit, *masks[cell + 1 :]], items):
                    found[cell] = found.get(cell, 0) | 1 << digit
        return found


class Whole:
    """A house as a rule that can be left out."""

    def __init__(self, cells: Sequence[int], digits: range) -> None:
        full = (DigitSet(tuple(cells), (frozenset(digits),)),) if len(cells) == len(digits) else ()
        self._statement: Statement = (Different(tuple(cells)), *full)

    def statement(self) -> Statement:
        """As a constraint's."""
        return self._statement


class Selected(Oracle):
    """One kernel, in which each house and rule has a selector."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._masks: list[int] = []  # what the kernel was given, below a layer of items
        self._fine = True

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
        model, size = self.model, self._puzzle.geometry.size
        if self._masks == masks:
            model.release()  # the items of before
        else:
            model.open()
            self._masks = list(masks)
            self._fine = model.hold([*enumerate(masks)])
        return model.hold([(size + item, ON) for item in items]) and self._fine

    def fails(self, masks: Sequence[int], items: Items) -> bool:
        """As `Oracle.fails`."""
        return not self.holds(masks, items)

    def refuted(self, masks: Sequence[int], items: Items, among: Mapping[int, int]) -> dict[int, int]:
        """As `Oracle.refuted`."""
        model = self.model
        self.holds(masks, items)
        found: dict[int, int] = {}
        for cell, mask in among.items():
            for digit in bits(mask & masks[cell]):
                if not model.hold([(cell, 1 << digit)]):
                    found[cell] = found.get(cell, 0) | 1 << digit
                model.release()
        return found


class Searched(Oracle):
    """The same kernel, which also searches: up to *most* branches each time."""

    def __init__(self, selected: Selected, most: int) -> None:
        self._selected, self.most = selected, most

    @property
    def spent(self) -> int:
        """Branches of all searches so far."""
        return self._selected.model.branches()

    def fails(self, masks: Sequence[int], items: Items) -> bool:
        """As `Oracle.fails`; False also where the branches do not suffice."""
        return not self._selected.holds(masks, items) or self._selected.model.is_apart((), self.most) is False


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


class Rebuilt(Oracle):
    """A kernel for each set of items."""

    def __init__(self, puzzle: Puzzle) -> None:
        geometry, houses = puzzle.geometry, puzzle.geometry.houses
        self.kernels = 0
        """How many kernels there have been."""
        rules: list[Any] = [Ready(rule) for rule in puzzle.constraints]

        def kernel_of(items: Items) -> Model:
            self.kernels += 1
            regions = [houses[item].cells for item in items if item < len(houses)]
            board = Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, regions, False)
            return Model(board, [rules[item - len(houses)] for item in items if item >= len(houses)])

        self.model: Callable[[Items], Model] = lru_cache(maxsize=KEPT)(kernel_of)

    def fails(self, masks: Sequence[int], items: Items) -> bool:
        """As `Oracle.fails`."""
        return self.model(items).begin(masks) is None
