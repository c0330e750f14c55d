"""Rules made of other rules: all, one or none of them; doublers, which count twice for sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.budget import check_deadline
from cpsudoku.constraints import iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, Values, distinct, known
from cpsudoku.constraints.forms import RuleList, RuleLists, constraint, part
from cpsudoku.constraints.primitives import AnyOf, Aux, Defines, Different, Is, Literal, Primitive, Statement
from cpsudoku.constraints.text import Rules
from cpsudoku.errors import ConstraintError


@constraint
class And(Constraint):
    """All the *rules* hold."""

    keys = (iss.Composite("And", written_only=True, part="rules"),)
    conjunction = True
    rules: RuleList = part(Rules())

    def holds(self, values: Values) -> bool:
        return all(rule.holds(values) for rule in self.rules)

    def statement(self) -> Statement:
        return tuple(p for rule in self.rules for p in primitives.nested(rule))

    def describe(self) -> str:
        return " and ".join(rule.describe() for rule in self.rules)


@constraint
class Or(Constraint):
    """At least one of the *options* holds. An option is a list of rules that all hold."""

    keys = (iss.Composite("Or", written_only=True, part="options"),)
    options: RuleLists = part(Rules(lists=True))

    def holds(self, values: Values) -> bool:
        return any(all(rule.holds(values) for rule in option) for option in self.options)

    def statement(self) -> Statement:
        return (AnyOf(tuple(tuple(p for rule in option for p in primitives.nested(rule)) for option in self.options)),)

    def describe(self) -> str:
        return "one of: " + " | ".join(" and ".join(rule.describe() for rule in option) for option in self.options)


@constraint
class Not(Constraint):
    """The *rule* does not hold: a liar's clue."""

    rule: RuleList = part(Rules(least=1, most=1))

    def check(self) -> None:
        todo = [*self.rule]
        while todo:
            rule = todo.pop()
            if not rule.determined:
                raise ConstraintError(f"{rule.name} cannot be negated: it says that something exists")
            todo += rule.inner

    def holds(self, values: Values) -> bool:
        if any(values[cell] is None for cell in self.scope):
            return True
        return not self.rule[0].holds(values)

    def statement(self) -> Statement:
        return primitives.negation(self.rule[0].statement(), tuple(self.digits))

    def describe(self) -> str:
        return f"not: {self.rule[0].describe()}"


@constraint
class Doublers(Constraint):
    """Each row, column and box contains one doubler, and no two doublers contain the same digit. Doublers count twice
    for the *rules* inside.

    These are sums, cages, arrows, little killers and other rules stated as sums.
    """

    everywhere = True
    determined = False
    rules: RuleList = part(Rules())

    def check(self) -> None:
        if self.board.layout is not None:
            raise ConstraintError("doublers need a square board whose houses hold every digit")
        for rule in self.rules:
            if rule.word not in SUMS:
                raise ConstraintError(f"{rule.name} inside: doublers change {', '.join(SUMS)} only")

    def holds(self, values: Values) -> bool:
        if None in values:
            return True
        digits = known(values)
        if len(set(digits)) < self.board.side:
            return False
        if any(rule.word == "cage" and not distinct(digits[cell] for cell in rule.at) for rule in self.rules):
            return False
        return self._doubled(digits, _Sums(self.rules, digits))

    def _doubled(self, digits: list[int], sums: _Sums) -> bool:
        """Whether some choice, one cell of each house and of each digit, meets the sums. Looks at the deadline.

        The house or digit with the fewest cells left is decided first; a choice that leaves one without a cell, or a
        sum out of reach, is given up at once.
        """
        board = self.board
        units = [_mask(house.cells) for house in board.houses if house.kind != "extra"]
        units += [_mask(cell for cell, digit in enumerate(digits) if digit == of) for of in set(digits)]
        refused = [0] * board.size
        for unit in units:
            for cell in _cells(unit):
                refused[cell] |= unit

        def choose(chosen: int, left: int, open_: list[int]) -> bool:
            check_deadline("the doubled cells were found")
            if not sums.reachable(chosen, left):
                return False
            if not open_:
                return True
            fewest = min(open_, key=lambda unit: (unit & left).bit_count())
            for cell in _cells(fewest & left):
                rest = left & ~refused[cell]
                undecided = [unit for unit in open_ if not unit >> cell & 1]
                if all(unit & rest for unit in undecided) and choose(chosen | 1 << cell, rest, undecided):
                    return True
            return False

        return choose(0, (1 << board.size) - 1, units)

    def statement(self) -> Statement:
        board = self.board
        found: list[Primitive] = []
        for house in board.houses:
            if house.kind != "extra":
                found.append(primitives.Sum(tuple((Aux(("double", cell)), 1) for cell in house.cells), (1,)))
        clauses: list[tuple[Literal, ...]] = []
        for cell in range(board.size):
            check_deadline()
            for digit in self.digits:
                both = Aux(("double", cell, digit))
                clauses.append((~both, Aux(("double", cell))))
                clauses.append((~both, Is(cell, digit)))
                clauses.append((both, Aux(("double", cell), False), Is(cell, digit, False)))
        found.append(Defines(tuple(clauses)))
        for digit in self.digits:
            check_deadline()
            found.append(primitives.Sum(tuple((Aux(("double", cell, digit)), 1) for cell in range(board.size)), (1,)))
        for rule in self.rules:
            if rule.word == "cage":
                found.append(Different(rule.at))
            for terms, totals in sums_of(rule):
                twice = tuple((Aux(("double", cell, d)), d * by) for cell, by in terms for d in self.digits)
                found.append(primitives.Sum((*terms, *twice), totals))
        return tuple(found)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Note("doublers count twice"), *super().shapes())


SUMS = ("arrow", "cage", "double_arrow", "little_killer", "sum")
"""Rules whose sums doublers change."""


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class _Sums:
    """The sums of rules over filled cells: what each lacks of a total, and what a doubled cell adds to it."""

    def __init__(self, rules: Iterable[Constraint], digits: Sequence[int]) -> None:
        self.sums: list[tuple[frozenset[int], tuple[tuple[int, int], ...]]] = []
        """(what doubled cells must add, (cell as a mask, what it adds) of each)."""
        for rule in rules:
            for terms, totals in sums_of(rule):
                adds: dict[int, int] = {}
                for cell, by in terms:
                    adds[cell] = adds.get(cell, 0) + digits[cell] * by
                plain = sum(adds.values())
                lacks = frozenset(total - plain for total in totals)
                self.sums.append((lacks, tuple((1 << cell, added) for cell, added in adds.items())))

    def reachable(self, chosen: int, left: int) -> bool:
        """Whether each sum can still be met, where these are doubled and no others but some of *left*."""
        for lacks, adds in self.sums:
            least = most = 0
            for cell, added in adds:
                if chosen & cell:
                    least, most = least + added, most + added
                elif left & cell:
                    least, most = least + min(added, 0), most + max(added, 0)
            if not any(least <= lack <= most for lack in lacks):
                return False
        return True


def sums_of(rule: Constraint) -> list[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """(terms, totals) of a rule that is stated as sums of cells."""
    if rule.word == "cage":
        totals = _totals(rule)
        return [] if totals is None else [(tuple((cell, 1) for cell in rule.at), totals)]
    return [
        (tuple((term, by) for term, by in primitive.terms if isinstance(term, int)), primitive.totals)
        for primitive in rule.statement()
        if isinstance(primitive, primitives.Sum)
    ]


def _totals(cage: Constraint) -> tuple[int, ...] | None:
    """What a cage may add up to, digits counting twice or not; None where it may be anything."""
    total, root = cage.sum, cage.root  # type: ignore[attr-defined]
    if root is None:
        return None if total is None else (total,)
    every = range(1, 2 * cage.digits[-1] * len(cage.at) + 1)
    return tuple(value for value in every if total in (None, value) and (value - 1) % 9 + 1 == root)
