"""Kinds of cages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, Values, can_sum, distinct, known
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import AnyOf, Aux, Clause, Different, DigitSet, Statement, machine
from cpsudoku.errors import ConstraintError


@constraint
class Cage(Constraint):
    """Digits in a cage do not repeat and sum to the number in its corner, if there is one.

    *sum* is that number; *root* states the digital root of the sum instead.
    """

    heading = "Killer"
    advice = (
        "List the sums that few sets of digits make: 3 is 1 and 2, 16 in two cells is 7 and 9. The digits of "
        "a row, column or box add up to 45: where cages cover one but for a cell, its digit is what is left."
    )
    keys = (
        fpuzzles.Cells("killercage", value="sum"),
        fpuzzles.Roots("cage"),
        iss.Cells("Cage", "sum", none=True),
        artwork.Drawn(
            "cage",
            r"\bcages?\b|\bkiller\b",
            never=(r"little|ending|product|of size|consecutive|precision|\beven\b|\bodd\b|differen|rightmost"),
        ),
    )
    figure = shapes.Outline()
    spoken = "cage at {cells}"
    cells: CellList = cells()
    sum: int | None = number(default=None, least=1)
    root: int | None = number(default=None, least=1)

    def check(self) -> None:
        if self.root is not None and self.root > 9:
            raise ConstraintError(f"root {self.root}: a digital root is 1 to 9")

    def proposed(self, values: Values) -> Iterator[Constraint]:
        """Its sum, where it has none."""
        if self.sum is None:
            yield replace(self, sum=sum(known(self.seen(values)))).on(self.board)

    def _adds_up(self, total: int) -> bool:
        return self.sum in (None, total) and (self.root is None or (total > 0 and (total - 1) % 9 + 1 == self.root))

    def _totals(self) -> tuple[int, ...]:
        if self.sum is not None and self.root is None:
            return (self.sum,)
        most = sum(sorted(self.digits)[-len(self.at) :])
        return tuple(filter(self._adds_up, range(most + 1)))

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if None not in seen:
            return len(set(seen)) == len(seen) and self._adds_up(sum(known(seen)))
        if len(seen) > len(self.digits) or not distinct(seen):
            return False
        if self.sum is None and self.root is None:
            return True
        return any(can_sum(seen, total, self.digits, different=True) for total in self._totals())

    def statement(self) -> Statement:
        if len(self.at) > len(self.digits):
            return (DigitSet(self.at, ()),)
        if self.sum is None and self.root is None:
            return (Different(self.at),)
        return (DigitSet(self.at, primitives.sets_with_sum(tuple(self.digits), len(self.at), self._totals())),)

    def native(self, program: Any) -> bool:
        if self.sum is None or self.root is not None:
            return False
        program.cage(self.at, self.sum)
        return True

    def called(self) -> str:
        return super().called().replace("the cage", f"the {self.sum}-cage" if self.sum else "the cage", 1)

    def label(self) -> str:
        return super().label() if self.root is None else f"DR{self.root}"


@constraint
class DifferentCells(Constraint):
    """The cells of a rule that is about more, but does not let digits repeat in them."""

    cells: CellList = cells()

    def check(self) -> None:
        if len(self.at) > len(self.digits):
            raise ConstraintError(f"{len(self.at)} cells cannot be all different with {len(self.digits)} digits")


@constraint
class RellikCage(DifferentCells):
    """Digits do not repeat in the cage, and no selection of its digits sums to *sum*."""

    keys = (iss.Cells("RellikCage", "sum"),)
    figure = shapes.Outline()
    sum: int = number()

    def holds(self, values: Values) -> bool:
        found = known(self.seen(values))
        if not distinct(found):
            return False
        sums = {0}
        for value in found:
            more = {total + value for total in sums}
            if self.sum in more:
                return False
            sums |= more
        return True

    def statement(self) -> Statement:
        digits = [d for d in self.digits if d] if self.sum else list(self.digits)
        most = len(self.at)
        refused = [
            chosen for size in range(1, most + 1) for chosen in combinations(digits, size) if sum(chosen) == self.sum
        ]
        used = sorted({digit for chosen in refused for digit in chosen})
        defined = tuple(primitives.present(self.at, digit, ("there", digit)) for digit in used)
        clauses = tuple(Clause(tuple(Aux(("there", digit), False) for digit in chosen)) for chosen in refused)
        return (Different(self.at), *defined, *clauses)


@constraint
class EqualityCage(DifferentCells):
    """Digits in the cage do not repeat. It contains as many odd digits as even digits, and as many low as high ones."""

    keys = (iss.Cells("EqualityCage"),)
    figure = shapes.Outline()

    def _side(self, digit: int) -> int:
        """-1 low, 1 high, 0 the middle of an odd number of digits."""
        half = len(self.digits) // 2
        return (digit >= self.digits[-1] - half + 1) - (digit < self.digits[0] + half)

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        found = known(seen)
        left = len(seen) - len(found)
        odd = sum(value % 2 for value in found)
        low = sum(self._side(value) < 0 for value in found)
        high = sum(self._side(value) > 0 for value in found)
        half = len(seen) // 2
        balanced = odd <= half and len(found) - odd <= half and abs(low - high) <= left
        return distinct(found) and len(seen) % 2 == 0 and balanced

    def statement(self) -> Statement:
        def step(position: int, state: Any, digit: int) -> Any:
            parity, side = state
            return parity + (1 if digit % 2 else -1), side + self._side(digit)

        balanced_sums = machine(self.at, self.digits, (0, 0), step, lambda state: state == (0, 0), (self.word,))
        return (Different(self.at), *balanced_sums)

    def label(self) -> str:
        return "="


@constraint
class Lunchbox(DifferentCells):
    """Digits do not repeat on the line. Digits between the lowest and the highest of them sum to the clue."""

    keys = (iss.Cells("Lunchbox", "sum"),)
    figure = shapes.Outline()
    cells: CellList = cells(2)
    sum: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if not distinct(seen):
            return False
        found = known(seen)
        if len(found) < len(seen):
            return True
        a, b = sorted((found.index(min(found)), found.index(max(found))))
        return bool(sum(found[a + 1 : b]) == self.sum)

    def statement(self) -> Statement:
        found = []
        for lo, hi in combinations(self.digits, 2):
            inside = range(lo, hi + 1)
            if len(inside) >= len(self.at):
                step = _Step(lo, hi, self.sum)
                found.append(machine(self.at, inside, "before", step, lambda s: s == "after", (self.word, step)))
        kept = tuple(statement for statement in found if statement != primitives.NEVER)
        return (Different(self.at), AnyOf(kept)) if kept else primitives.NEVER


@dataclass(frozen=True)
class _Step:
    """The machine that adds up what lies between *lo* and *hi*, the lowest and highest digit."""

    lo: int
    hi: int
    sum: int

    def __call__(self, position: int, state: Any, digit: int) -> Any:
        crust = digit in (self.lo, self.hi)
        if state == "after":
            return None if crust else state
        if state == "before":
            return (self.lo + self.hi - digit, 0) if crust else state
        end, total = state
        if crust:
            return "after" if digit == end and total == self.sum else None
        return (end, total + digit) if total + digit <= self.sum else None
