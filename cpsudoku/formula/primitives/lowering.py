"""Statements to clauses: a board's rules and a puzzle's constraints in one formula, each constraint under a guard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import (
    AnyOf,
    Automaton,
    Cell,
    Clause,
    Defines,
    Different,
    DigitSet,
    EqualSums,
    Implies,
    Is,
    Literal,
    Name,
    Pair,
    Primitive,
    Statement,
    Sum,
    unrolled,
)
from cpsudoku.errors import EncodingError
from cpsudoku.formula.clauses import collector_paused, formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.primitives.different import different
from cpsudoku.formula.primitives.digit_set import digit_set
from cpsudoku.formula.primitives.long_sums import Term, by_house
from cpsudoku.formula.primitives.machines import MACHINES
from cpsudoku.formula.primitives.pair import pair
from cpsudoku.formula.primitives.sheet import Column, Sheet
from cpsudoku.formula.primitives.sums import SUMS
from cpsudoku.formula.primitives.ways import Ways
from cpsudoku.formula.shelf import load

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

BASE = "extended-dedup"
"""The encoding of the houses where none was named."""
Kind = tuple[bool | tuple[int, ...], int]
"""A term without its cells: True for a cell, False for a literal, or the values of one literal each; coefficient."""


@dataclass
class Scope:
    """The auxiliary names of a statement; a branch sees those around it, its new ones are its own."""

    names: dict[Name, int] = field(default_factory=dict)
    around: Scope | None = None

    def find(self, name: Name) -> int | None:
        if name in self.names:
            return self.names[name]
        return self.around.find(name) if self.around is not None else None


class Lowering:
    """A formula in the making. Variables of cells come first: `cell * n + byte` is "cell holds the byte's digit"."""

    def __init__(self, geometry: Geometry, encoding: Encoding | None = None) -> None:
        self.geometry = geometry
        self.ways = Ways.of(encoding)
        self.digits = tuple(range(geometry.lo, geometry.hi + 1))
        self.n = geometry.side
        rules, self.atmosts, self.last = board_rules(geometry, encoding)
        self.clauses: list[list[int]] = list(rules)
        self._shift = 1 - geometry.lo

    def new(self) -> int:
        """An auxiliary variable."""
        self.last += 1
        return self.last

    def row(self, cell: Cell) -> range:
        """The literals of a cell's digits."""
        return range(cell * self.n + 1, cell * self.n + self.n + 1)

    def guarded(self, constraint: Constraint) -> int:
        """Lower a constraint under a new guard; it holds where the guard is true."""
        guard = self.new()
        self.statement(constraint.statement(), (-guard,), Scope())
        return guard

    def stated(self, constraint: Constraint) -> None:
        """Lower a constraint for good."""
        self.statement(constraint.statement(), (), Scope())

    def statement(self, statement: Statement, unless: tuple[int, ...], scope: Scope) -> None:
        """Every primitive holds, unless one of *unless* is true."""
        for primitive in statement:
            self.primitive(primitive, unless, scope)

    def primitive(self, primitive: Primitive, unless: tuple[int, ...], scope: Scope) -> None:
        match primitive:
            case Different(cells):
                self._use(different(len(cells), self.n, self.ways.at_most_one), self._rows(cells), unless)
            case Pair(a, b, allowed):
                self._use(pair(allowed, self.digits), self._rows((a, b)), unless)
            case DigitSet(cells, sets):
                made = digit_set(len(cells), sets, self.digits, self.ways.at_most_one)
                self._use(made, self._rows(cells), unless)
            case Automaton(cells, layers):
                self._use(_machine(layers, self.digits, self.ways.automata), self._rows(cells), unless)
            case Sum(terms, totals):
                self._sum(terms, totals, unless, scope)
            case EqualSums(groups):
                self._equal_sums(groups, unless, scope)
            case Clause(literals):
                self.clauses.append([*(self.literal(x, scope) for x in literals), *unless])
            case Defines(clauses):
                self.clauses += [[*(self.literal(x, scope) for x in clause), *unless] for clause in clauses]
            case Implies(conditions, statement):
                more = tuple(-self.literal(x, scope) for x in conditions)
                self.statement(statement, (*unless, *more), scope)
            case AnyOf(statements):
                self._any_of(statements, unless, scope)

    def literal(self, literal: Literal, scope: Scope) -> int:
        """The number of a literal; a new variable for a new auxiliary name."""
        if isinstance(literal, Is):
            if not self.digits[0] <= literal.digit <= self.digits[-1]:
                raise EncodingError(f"digit {literal.digit} is not on this board")
            number = literal.cell * self.n + literal.digit + self._shift
        else:
            found = scope.find(literal.name)
            if found is None:
                found = scope.names[literal.name] = self.new()
            number = found
        return number if literal.positive else -number

    def _any_of(self, statements: Sequence[Statement], unless: tuple[int, ...], scope: Scope) -> None:
        units = [self._unit(statement, scope) for statement in statements]
        selectors = [self.new() if unit is None else unit for unit in units]
        self.clauses.append([*selectors, *unless])
        for statement, unit, selector in zip(statements, units, selectors):
            if unit is None:
                self.statement(statement, (-selector,), Scope(around=scope))

    def _unit(self, statement: Statement, scope: Scope) -> int | None:
        """The literal that a statement of one unit clause is; it is its own selector."""
        if len(statement) == 1 and isinstance(statement[0], Clause) and len(statement[0].literals) == 1:
            literal = statement[0].literals[0]
            if isinstance(literal, Is) or scope.find(literal.name) is not None:
                return self.literal(literal, scope)
        return None

    def _rows(self, cells: Sequence[Cell]) -> list[int]:
        return [x for cell in cells for x in self.row(cell)]

    def _use(self, sheet: Sheet, inputs: Sequence[int], unless: tuple[int, ...]) -> None:
        self.last = sheet.write(inputs, self.last, self.clauses, unless)

    def _sum(self, terms: Sequence[Term], totals: tuple[int, ...], unless: tuple[int, ...], scope: Scope) -> None:
        groups, terms = by_house(self.geometry, terms) if self.ways.sums == "auto" else ([], terms)
        kinds: list[Kind] = []
        inputs: list[int] = []
        for cells, by in groups:
            sheet, values = _house_sum_sheet(len(cells), self.digits, self.ways.automata)
            literals = [self.new() for _ in values]
            self._use(sheet, [*self._rows(cells), *literals], unless)
            kinds.append((values, by))
            inputs += literals
        kinds += [(isinstance(term, int), by) for term, by in terms]
        inputs += self._inputs(terms, scope)
        self._use(_sum_sheet(tuple(kinds), totals, self.digits, self.ways), inputs, unless)

    def _inputs(self, terms: Sequence[Term], scope: Scope) -> list[int]:
        inputs: list[int] = []
        for term, _ in terms:
            if isinstance(term, int):
                inputs += self.row(term)
            else:
                inputs.append(self.literal(term, scope))
        return inputs

    def _equal_sums(self, groups: Sequence[Sequence[Term]], unless: tuple[int, ...], scope: Scope) -> None:
        """All groups equal one shared value, a literal for each value that all can have."""
        reach = [self._reach(group) for group in groups]
        shared = tuple(sorted(frozenset.intersection(*reach)))
        if not shared:
            self.clauses.append(list(unless))
            return
        values = [self.new() for _ in shared]
        self.clauses.append([*values, *unless])
        self.clauses += [[-a, -b, *unless] for k, a in enumerate(values) for b in values[:k]]
        for group in groups:
            kinds: tuple[Kind, ...] = tuple((isinstance(term, int), by) for term, by in group)
            sheet = _shared_sheet(kinds, shared, self.digits, self.ways)
            self._use(sheet, [*self._inputs(group, scope), *values], unless)

    def _reach(self, group: Sequence[Term]) -> frozenset[int]:
        found = {0}
        for term, by in group:
            found = {x + by * y for x in found for y in (self.digits if isinstance(term, int) else (0, 1))}
        return frozenset(found)


def _columns(kinds: Sequence[Kind], digits: tuple[int, ...]) -> tuple[list[Column], int]:
    """The columns of terms over local inputs, and how many inputs they take."""
    columns: list[Column] = []
    at = 0
    for kind, by in kinds:
        if isinstance(kind, tuple):
            columns.append([(value * by, at + k + 1) for k, value in enumerate(kind)])
            at += len(kind)
        elif kind:
            columns.append([(digit * by, at + k + 1) for k, digit in enumerate(digits)])
            at += len(digits)
        else:
            columns.append([(0, -(at + 1)), (by, at + 1)])
            at += 1
    return columns, at


@lru_cache(maxsize=1024)
def _sum_sheet(kinds: tuple[Kind, ...], totals: tuple[int, ...], digits: tuple[int, ...], ways: Ways) -> Sheet:
    columns, inputs = _columns(kinds, digits)
    sheet = Sheet(inputs)
    SUMS[ways.sums](sheet, sorted(columns, key=_spread, reverse=True), totals, ways.automata)
    return sheet


@lru_cache(maxsize=64)
def _house_sum_sheet(cells: int, digits: tuple[int, ...], automata: str) -> tuple[Sheet, tuple[int, ...]]:
    """The sum of different cells. Inputs: their digits, then a literal for each value, which are returned.

    A machine reads which digits are there and keeps (how many, their sum).
    """
    n = len(digits)
    values = tuple(range(sum(digits[:cells]), sum(digits[n - cells :]) + 1))
    sheet = Sheet(cells * n + len(values))
    there = []
    for k in range(n):
        name = sheet.new()
        holders = [c * n + k + 1 for c in range(cells)]
        sheet.clauses += [[-x, name] for x in holders]
        sheet.add(-name, *holders)
        there.append(name)

    def step(position: int, state: Any, label: int) -> Any:
        if position == n:
            return "end" if state == (cells, values[0] + label) else None
        count, total = state
        if label > 1:
            return None
        return (count + 1, total + digits[position]) if label else state

    layers = unrolled(n + 1, tuple(range(max(2, len(values)))), (0, 0), step, lambda state: state == "end")
    if layers is None:
        sheet.add()
        return sheet, values
    labels: list[dict[int, int]] = [{0: -name, 1: name} for name in there]
    labels.append({k: cells * n + 1 + k for k in range(len(values))})
    sheet.add(*labels[-1].values())
    MACHINES[automata](sheet, layers, labels)
    return sheet, values


@lru_cache(maxsize=256)
def _shared_sheet(kinds: tuple[Kind, ...], shared: tuple[int, ...], digits: tuple[int, ...], ways: Ways) -> Sheet:
    """The sum equals the shared value, whose literals come after the terms' inputs."""
    columns, inputs = _columns(kinds, digits)
    sheet = Sheet(inputs + len(shared))
    value: Column = [(-total, inputs + 1 + k) for k, total in enumerate(shared)]
    SUMS[ways.sums](sheet, [*columns, value], (0,), ways.automata)
    return sheet


def _spread(column: Column) -> int:
    return max(abs(value) for value, _ in column)


@lru_cache(maxsize=1024)
def _machine(layers: tuple[tuple[tuple[int, int, int], ...], ...], digits: tuple[int, ...], way: str) -> Sheet:
    n = len(digits)
    sheet = Sheet(len(layers) * n)
    labels = [{digit: k * n + j + 1 for j, digit in enumerate(digits)} for k in range(len(layers))]
    MACHINES[way](sheet, layers, labels)
    return sheet


@lru_cache(maxsize=16)
def board_rules(
    geometry: Geometry, encoding: Encoding | None
) -> tuple[list[list[int]], list[tuple[list[int], int]], int]:
    """The clauses of cells and houses, native at-most rows, and the greatest variable; shared: do not change them.

    Boards with a layout state each digit of a cell, and each house as all different. Raises EncodingError for
    an encoding whose digits are no single literals.
    """
    if encoding is not None and (encoding.target != "cnf" or encoding.variables != "direct"):
        raise EncodingError(f'{encoding.name}: constraints need target = "cnf" and variables = "direct"')
    if geometry.layout is None:
        made = formula(encoding or load(BASE), geometry)
        return made.clauses, made.atmosts, made.variables
    n, last = geometry.side, geometry.size * geometry.side
    clauses: list[list[int]] = []
    method = Ways.of(encoding).at_most_one
    with collector_paused():
        for cell in range(geometry.size):
            row = list(range(cell * n + 1, cell * n + n + 1))
            clauses.append(row)
            clauses += [[-a, -b] for k, a in enumerate(row) for b in row[:k]]
        for house in geometry.houses:
            inputs = [x for cell in house.cells for x in range(cell * n + 1, cell * n + n + 1)]
            last = different(len(house.cells), n, method).write(inputs, last, clauses, ())
    return clauses, [], last
