"""Families of kinds: the definition and the statement that the kinds of a family share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from cpsudoku.constraints import primitives
from cpsudoku.constraints.base import Constraint, Values, distinct, known, reachable
from cpsudoku.constraints.forms import CellList, NumberList, Numbers, cells, constraint, part
from cpsudoku.constraints.patterns import outward, squares
from cpsudoku.constraints.primitives import Clause, Different, EqualSums, Is, Pair, Primitive, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Line, Shade
from cpsudoku.errors import ConstraintError


class CellRule(Constraint):
    """Each of the cells holds a digit that `allows` accepts."""

    def allows(self, digit: int) -> bool:
        """Whether a cell may hold the digit."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        return all(map(self.allows, known(self.seen(values))))

    def statement(self) -> Statement:
        allowed = list(filter(self.allows, self.digits))
        return tuple(Clause(tuple(Is(cell, digit) for digit in allowed)) for cell in self.at)


class PairRule(Constraint):
    """Every pair of cells holds digits that `allows` accepts. The pairs are neighbours on a line, if not overridden."""

    def pairs(self) -> Iterable[tuple[int, int]]:
        """The pairs of cells."""
        return pairwise(self.at)

    def allows(self, a: int, b: int) -> bool:
        """Whether the two cells of a pair may hold these digits, in this order."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        for one, other in self.pairs():
            a, b = values[one], values[other]
            if a is not None and b is not None and not self.allows(a, b):
                return False
        return True

    def statement(self) -> Statement:
        allowed = pairs_allowed(self.digits, self.allows, self.word, self.parameters())
        return tuple(Pair(a, b, allowed) for a, b in self.pairs())


@constraint
class OutwardRule(PairRule):
    """A cell and every orthogonal neighbour that is not itself one of the cells are a pair."""

    figure = Shade()
    cells: CellList = cells()

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(sorted({cell for pair in self.pairs() for cell in pair} | {*self.at}))

    def pairs(self) -> Iterable[tuple[int, int]]:
        return outward(self.board, self.at)


class DifferentRule(Constraint):
    """No digit repeats in any of several groups of cells. The one group is the rule's cells, if not overridden."""

    def cell_groups(self) -> Iterable[Sequence[int]]:
        """The groups of cells."""
        return (self.at,)

    def holds(self, values: Values) -> bool:
        return all(distinct(values[cell] for cell in group) for group in self.cell_groups())

    def statement(self) -> Statement:
        return tuple(Different(tuple(group)) for group in self.cell_groups())


@constraint
class DifferentCells(Constraint):
    """The cells of a rule that is about more, but does not let digits repeat in them."""

    cells: CellList = cells()

    def check(self) -> None:
        if len(self.at) > len(self.digits):
            raise ConstraintError(f"{len(self.at)} cells cannot be all different with {len(self.digits)} digits")


def third(digit: int, digits: range) -> int:
    """0 for a low digit, 1 for a middle one, 2 for a high one. Raises ConstraintError if there are no thirds."""
    if len(digits) % 3:
        raise ConstraintError(f"{len(digits)} digits cannot be cut into low, middle and high")
    return (digit - digits[0]) // (len(digits) // 3)


class PeriodicRule(Constraint):
    """On the line, digits of equal class are exactly `period` cells apart (or a multiple of it)."""

    def period(self) -> int:
        """The number of classes."""
        return 3

    def class_of(self, digit: int) -> int:
        """The class of a digit."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        classes = [None if value is None else self.class_of(value) for value in self.seen(values)]
        return all(distinct(classes[k : k + self.period()]) for k in range(len(classes)))

    def statement(self) -> Statement:
        found = []
        for apart in range(1, self.period() + 1):
            test = self._equal if apart == self.period() else self._unequal
            allowed = pairs_allowed(self.digits, test, self.word, self.parameters())
            found += [Pair(a, b, allowed) for a, b in zip(self.at, self.at[apart:])]
        return tuple(found)

    def _equal(self, a: int, b: int) -> bool:
        return self.class_of(a) == self.class_of(b)

    def _unequal(self, a: int, b: int) -> bool:
        return not self._equal(a, b)


class SquareRule(Constraint):
    """Every 2x2 square holds a digit of each of three classes."""

    def class_of(self, digit: int) -> int:
        """The class of a digit: 0, 1 or 2."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        for square in squares(self.board):
            digits = known(values[cell] for cell in square)
            if 3 - len(set(map(self.class_of, digits))) > 4 - len(digits):
                return False
        return True

    def statement(self) -> Statement:
        classes = [[digit for digit in self.digits if self.class_of(digit) == number] for number in range(3)]
        return tuple(
            Clause(tuple(Is(cell, digit) for cell in square for digit in digits))
            for square in squares(self.board)
            for digits in classes
        )


class SumRule(Constraint):
    """The sum of coefficient x digit over `terms` is `total`, 0 if not overridden."""

    def terms(self) -> list[tuple[int, int]]:
        """(cell, coefficient), each cell once."""
        raise NotImplementedError

    def total(self) -> int:
        """The sum."""
        return 0

    def holds(self, values: Values) -> bool:
        low, high = reachable([(values[cell], by) for cell, by in self.terms()], self.digits)
        return low <= self.total() <= high

    def statement(self) -> Statement:
        return (primitives.Sum(tuple(self.terms()), (self.total(),)),)


class EqualSumRule(Constraint):
    """Several groups of cells have the same sum."""

    def cell_groups(self) -> Sequence[Sequence[int]]:
        """The groups of cells."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        ends = [reachable([(values[cell], 1) for cell in group], self.digits) for group in self.cell_groups()]
        return not ends or max(low for low, _ in ends) <= min(high for _, high in ends)

    def statement(self) -> Statement:
        groups = tuple(tuple((cell, 1) for cell in group) for group in self.cell_groups())
        return (EqualSums(groups),) if len(groups) > 1 else ()


class MachineRule(Constraint):
    """The digits along the line take a machine from `start` to a state that it accepts."""

    start: ClassVar[Hashable]

    def step(self, position: int, state: Any, digit: int) -> Any:
        """The state after a digit; None refuses it."""
        raise NotImplementedError

    def accepts(self, state: Any) -> bool:
        """Whether the line may end in this state."""
        raise NotImplementedError

    def ends(self, values: Values, start: Hashable) -> set[Any]:
        """The states in which the line may end."""
        states: set[Any] = {start}
        for position, value in enumerate(self.seen(values)):
            digits = self.digits if value is None else (value,)
            after = (self.step(position, state, digit) for state in states for digit in digits)
            states = {state for state in after if state is not None}
        return states

    def holds(self, values: Values) -> bool:
        return any(map(self.accepts, self.ends(values, self.start)))

    def statement(self) -> Statement:
        key = (self.word, self.parameters())
        return primitives.machine(self.at, self.digits, self.start, self.step, self.accepts, key)


class EndsRule(Constraint):
    """The digits at the two ends of the line determine which digits may lie between them."""

    figure = Line(start="circle", end="circle")

    def between(self, low: int, high: int, digit: int) -> bool:
        """Whether a digit may lie between ends with these digits."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        first, *inner, last = self.seen(values)
        if first is None or last is None:
            return True
        low, high = min(first, last), max(first, last)
        return all(
            any(self.between(low, high, digit) for digit in (self.digits if value is None else (value,)))
            for value in inner
        )

    def statement(self) -> Statement:
        first, *inner, last = self.at
        found: list[Primitive] = []
        for cell in inner:
            found += primitives.machine(
                (first, cell, last), self.digits, None, self._step, lambda state: state == "yes", (self.word,)
            )
        return tuple(found)

    def _step(self, position: int, state: Any, digit: int) -> Any:
        if position == 0:
            return digit
        if position == 1:
            return (state, digit) if state != digit else None
        end, inner = state
        return "yes" if self.between(min(end, digit), max(end, digit), inner) else None


@constraint
class ContainsRule(Constraint):
    """The cells hold each of *values* as often as it is listed: at least, or exactly."""

    cells: CellList = cells()
    values: NumberList = part(Numbers())

    def exactly(self) -> bool:
        """Whether no digit may be there more often than it is listed."""
        return False

    def holds(self, values: Values) -> bool:
        seen, missing = self.seen(values), 0
        for digit, number in Counter(self.values).items():
            have = seen.count(digit)
            if self.exactly() and have > number:
                return False
            missing += max(0, number - have)
        return missing <= seen.count(None)

    def statement(self) -> Statement:
        found: list[Primitive] = []
        for digit, number in Counter(self.values).items():
            if digit not in self.digits:
                return primitives.NEVER
            if number == 1 and not self.exactly():
                found.append(Clause(tuple(Is(cell, digit) for cell in self.at)))
            else:
                totals = (number,) if self.exactly() else range(number, len(self.at) + 1)
                found.append(primitives.counted(self.at, digit, totals))
        return tuple(found)

    def label(self) -> str:
        return " ".join(map(str, self.values))
