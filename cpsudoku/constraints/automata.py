"""Kinds of lines stated as automata."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, LineRule, Values
from cpsudoku.constraints.forms import CellList, NumberOrUsual, cells, constraint, number, part
from cpsudoku.constraints.primitives import NEVER, AnyOf, Pair, Primitive, Statement, machine, pairs_allowed


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

    figure = shapes.Line(start="circle", end="circle")

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
class Between(EndsRule):
    """Digits between the circled ends of a line lie strictly between the digits in the circles."""

    advice = (
        "The circles differ by at least the number of different digits between them and one more. Neither 1 "
        "nor 9 stands between the circles."
    )
    keys = (
        fpuzzles.Lines("betweenline"),
        iss.Cells("Between"),
        artwork.Drawn(
            "between",
            r"\bbetween lines?\b|(?=.*\bline)(?=.*\b(between|inside)\b)(?=.*(circle|bulb|\bends?\b))",
            "ended line",
            never=r"differ",
        ),
    )
    spoken = "between line from {first}"
    cells: CellList = cells(2)

    def between(self, low: int, high: int, digit: int) -> bool:
        return low < digit < high


@constraint
class Lockout(EndsRule):
    """The ends of a line differ by at least *difference*. Digits between them are not within the range of the end
    digits.
    """

    keys = (
        fpuzzles.Lines("lockout", value="difference"),
        iss.Cells("Lockout", "difference"),
        artwork.Drawn(
            "lockout",
            r"\block(ed|ing)?[ -]?out|(?=.*diamond)(?=.*(differ|outside|not be between|higher|lower))",
            "ended line",
            number=("difference", r"at least (\w+)"),
        ),
    )
    spoken = "lockout line from {first}"
    cells: CellList = cells(2)
    difference: NumberOrUsual = number(default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", len(self.digits) // 2)

    def between(self, low: int, high: int, digit: int) -> bool:
        return not low <= digit <= high

    def _far_apart(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.difference

    def holds(self, values: Values) -> bool:
        first, *_inner, last = self.seen(values)
        return first is None or last is None or (self._far_apart(first, last) and super().holds(values))

    def statement(self) -> Statement:
        apart = Pair(self.at[0], self.at[-1], pairs_allowed(self.digits, self._far_apart, self.difference))
        return (apart, *super().statement())


@constraint
class SumLine(LineRule, MachineRule):
    """The line can be divided into segments that each sum to *sum*.

    A *loop* may be cut anywhere.
    """

    keys = (
        fpuzzles.Lines("sumline", value="sum"),
        iss.Loop("SumLine", "sum", usual=10),
        artwork.Drawn(
            "sum_line",
            r"(\bten|10)[- ]line|(?=.*\blines?\b)(?=.*segment)(?=.*\bsum)",
            "line",
            number=("sum", r"\b(ten|\d+)\b"),
        ),
    )
    sum: int = number(default=10, least=1)
    loop: bool = part(forms.Flag(), default=False)

    def step(self, position: int, state: Any, digit: int) -> Any:
        total = digit + state
        return None if total > self.sum else total % self.sum

    def _starts(self) -> range:
        """What the first segment may have before the beginning of the line, at its end."""
        return range(self.sum if self.loop else 1)

    def holds(self, values: Values) -> bool:
        return any(start in self.ends(values, start) for start in self._starts())

    def statement(self) -> Statement:
        key = (self.word, self.sum)
        found = [machine(self.at, self.digits, start, self.step, start.__eq__, key) for start in self._starts()]
        kept = tuple(statement for statement in found if statement != NEVER)
        return kept[0] if len(kept) == 1 else (AnyOf(kept),) if kept else NEVER
