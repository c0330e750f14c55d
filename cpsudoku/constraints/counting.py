"""Kinds that count how often digits occur in their cells."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import CellGroups, CellList, NumberList, PairList, cells, constraint, groups, part
from cpsudoku.constraints.primitives import Aux, Clause, Is, Pair, Primitive, Statement
from cpsudoku.errors import ConstraintError


@constraint
class ContainsRule(Constraint):
    """The cells hold each of *values* as often as it is listed: at least, or where *exact* exactly."""

    exact = False
    cells: CellList = cells()
    values: NumberList = part(forms.Numbers())

    def holds(self, values: Values) -> bool:
        seen, missing = self.seen(values), 0
        for digit, number in Counter(self.values).items():
            have = seen.count(digit)
            if self.exact and have > number:
                return False
            missing += max(0, number - have)
        return missing <= seen.count(None)

    def statement(self) -> Statement:
        found: list[Primitive] = []
        for digit, number in Counter(self.values).items():
            if digit not in self.digits:
                return primitives.NEVER
            if number == 1 and not self.exact:
                found.append(Clause(tuple(Is(cell, digit) for cell in self.at)))
            else:
                totals = (number,) if self.exact else range(number, len(self.at) + 1)
                found.append(primitives.counted(self.at, digit, totals))
        return tuple(found)

    def label(self) -> str:
        return " ".join(map(str, self.values))


@constraint
class Contains(ContainsRule):
    """The cells contain each of *values* at least as often as it is listed; with *exact*, exactly as often."""

    keys = (
        iss.Listed("ContainAtLeast", exact=False),
        iss.Listed("ContainExact", exact=True),
    )
    figure = shapes.Outline()
    exact: bool = part(forms.Flag(), default=False)


@constraint
class Quadruple(ContainsRule):
    """The four cells around a circle contain its digits, each at least as often as it is listed.

    *values* are the digits.
    """

    advice = (
        "Look for circles that share a box or a line: a digit in one circle is soon placed where others "
        "exclude the rest of its cells."
    )
    keys = (
        fpuzzles.Digits("quadruple"),
        iss.Square("Quad"),
        artwork.Drawn(
            "quadruple",
            r"quadruple|(?=.*circle)(?=.*(surround|four cells|4 cells|adjacent cells|corner))(?=.*(appear"
            r"|placed|contain|present))",
            "corner",
            never=r"not appear|how many|largest|smallest|\bsum|product|\bdiffer",
        ),
    )
    figure = shapes.Dot(style="text")


@constraint
class LookAndSay(Constraint):
    """The clue states how often certain digits occur in the cage, each as a count and a digit: *pairs*."""

    keys = (iss.Spoken("LookAndSay"),)
    figure = shapes.Outline()
    cells: CellList = cells()
    pairs: PairList = part(forms.Pairs())

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        unknown = seen.count(None)
        found = [(count, seen.count(digit)) for count, digit in self.pairs]
        return all(have <= count for count, have in found) and sum(count - have for count, have in found) <= unknown

    def statement(self) -> Statement:
        return tuple(
            primitives.counted(self.at, digit, (count,))
            if digit in self.digits
            else Clause(() if count else (Is(self.at[0], self.digits[0]), Is(self.at[0], self.digits[0], False)))
            for count, digit in self.pairs
        )

    def label(self) -> str:
        return "".join(f"{count}{digit}" for count, digit in self.pairs)


@constraint
class CountDistinct(Constraint):
    """A control cell contains the number of different digits in the cells.

    *control* is that cell.
    """

    keys = (iss.Controlled("CountDistinct"),)
    control: CellList = cells(1, 1)
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        seen, control = self.seen(values), self.seen(values, "control")[0]
        found = known(seen)
        least = len(set(found))
        return control is None or least <= control <= least + len(seen) - len(found)

    def statement(self) -> Statement:
        defined = tuple(primitives.present(self.at, digit, ("there", digit)) for digit in self.digits)
        terms = tuple((Aux(("there", digit)), 1) for digit in self.digits)
        return (*defined, primitives.Sum((*terms, (self.numbers("control")[0], -1)), (0,)))

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (self.draw(shapes.Pill(), self.numbers("control")), self.draw(shapes.Outline(), self.at))


@constraint
class CountingCircles(Constraint):
    """A digit in a circle says how many of the circles contain that digit."""

    keys = (iss.Cells("CountingCircles"),)
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        count = Counter(known(seen))
        missing = sum(digit - number for digit, number in count.items())
        if any(number > digit for digit, number in count.items()):
            return False
        return missing <= len(seen) - sum(count.values())

    def statement(self) -> Statement:
        found: list[Primitive] = []
        for digit in self.digits:
            found.append(primitives.present(self.at, digit, ("used", digit)))
            found.append(primitives.counted(self.at, digit, (0, digit)))
        found.append(primitives.Sum(tuple((Aux(("used", d)), d) for d in self.digits if d), (len(self.at),)))
        return tuple(found)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Pill(), zip(self.at))


@constraint
class SameValues(Constraint):
    """All sets of cells contain the same digits, each equally often."""

    keys = (iss.Sets("SameValues"),)
    sets: CellGroups = groups(2)

    def check(self) -> None:
        if len({len(group) for group in self.numbers("sets")}) > 1:
            raise ConstraintError("the sets are of different size; they must have as many cells each")

    def holds(self, values: Values) -> bool:
        found = [[values[cell] for cell in group] for group in self.numbers("sets")]
        full = [sorted(known(seen)) for seen in found if None not in seen]
        if any(one != full[0] for one in full):
            return False
        return not full or all(not Counter(known(seen)) - Counter(full[0]) for seen in found)

    def statement(self) -> Statement:
        sets = self.numbers("sets")
        if len(sets[0]) == 1:
            equal = primitives.pairs_allowed(self.digits, lambda x, y: x == y)
            return tuple(Pair(a[0], b[0], equal) for a, b in pairwise(sets) if a != b)
        return tuple(
            primitives.EqualSums(tuple(tuple((Is(cell, digit), 1) for cell in group) for group in sets))
            for digit in self.digits
        )

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), self.numbers("sets"))
