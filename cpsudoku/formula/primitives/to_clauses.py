"""Statements to clauses: a board's rules and a puzzle's constraints in one formula, each constraint under a guard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from math import comb
from operator import or_
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints import primitives
from cpsudoku.constraints.primitives import Cell, Literal, Name, Primitive, Statement
from cpsudoku.errors import EncodingError
from cpsudoku.formula.catalog import load
from cpsudoku.formula.clauses import formula, full_encoding, refuse_beyond
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.primitives.sums import (
    Kind,
    Term,
    by_house,
    house_sum_template,
    shared_template,
    sum_template,
    written_shared,
    written_sum,
)
from cpsudoku.formula.primitives.templates import MACHINES, Ways, automaton, different, digit_set, pair, places_of
from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Template
from cpsudoku.kernels.clauses.formula import Clauses
from cpsudoku.kernels.clauses.literals import digits_of_model, literals_of_digits
from cpsudoku.kernels.clauses.machines import narrowed

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

RULES = "the puzzle's rules"
"""What a formula is of, in the error where it is too large."""


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
    """A formula in the making. Variables of cells come first: `cell * n + byte` is "cell holds the byte's digit".

    *masks*: the candidates of each cell, bit `byte - 1` for the byte's digit. The formula is then about these alone: a
    digit that is no candidate is false and a single one true, and neither is mentioned. *constraints* hold for good.
    """

    def __init__(
        self,
        geometry: Geometry,
        encoding: Encoding | None = None,
        masks: Sequence[int] | None = None,
        constraints: Iterable[Constraint] = (),
    ) -> None:
        self.geometry = geometry
        self.ways = Ways.of(encoding)
        self.digits = tuple(range(geometry.lo, geometry.hi + 1))
        self.n = geometry.side
        self.masks = masks
        rules, atmosts = board_rules(geometry, encoding)
        self.clauses = Clauses(geometry.size, self.n, masks)
        self.clauses.copy(rules)
        self.atmosts = atmosts if masks is None else self._open_rows(atmosts)
        self.new: Callable[[], int] = self.clauses.new
        self._shift = 1 - geometry.lo
        if masks is not None:
            self._fill_houses(masks)
        for constraint in constraints:
            self.stated(constraint)

    def _fill_houses(self, masks: Sequence[int]) -> None:
        """Each digit is in a house whose cells may have only as many digits as they are, though the board has more."""
        for house in self.geometry.houses:
            union = reduce(or_, (masks[cell] for cell in house.cells))
            if union.bit_count() == len(house.cells) < self.n:
                for k in _bits(union):
                    self.clauses.add([cell * self.n + k + 1 for cell in house.cells])

    @property
    def variables(self) -> int:
        """The greatest variable."""
        return int(self.clauses.last)

    @property
    def cell_variables(self) -> int:
        """How many variables, from 1, belong to cells."""
        return self.geometry.size * self.n

    def assumptions(self, cells: bytes) -> list[int]:
        """The literals of all clues (a byte a cell, 0 = empty)."""
        return literals_of_digits(cells, self.n, 1)

    def decode(self, model: list[int]) -> bytes:
        """The grid of a model, a byte a cell."""
        return digits_of_model(model, self.geometry.size, self.n)

    def _open_rows(self, rows: Sequence[tuple[list[int], int]]) -> list[tuple[list[int], int]]:
        """At-most rows of what is open."""
        value = self.clauses.value_of
        found = []
        for literals, bound in rows:
            left = bound - sum(value(x) > 0 for x in literals)
            open_ = [x for x in literals if not value(x)]
            if left < 0:
                self.clauses.add(())
            elif not left:
                for x in open_:
                    self.clauses.add((-x,))
            elif len(open_) > left:
                found.append((open_, left))
        return found

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
        """Every primitive holds, unless one of *unless* is true. Checks the deadline. Raises TooLarge."""
        for primitive in statement:
            check_deadline()
            self._must_fit()
            self.primitive(primitive, unless, scope)

    def _must_fit(self, more: int = 0) -> None:
        """Raises TooLarge where the clauses so far, and *more*, are more than are built."""
        refuse_beyond(len(self.clauses) + more, RULES, self.geometry)

    def _write_rows(
        self, template: Template, cells: Sequence[Cell], more: Sequence[int], unless: tuple[int, ...]
    ) -> None:
        """`Clauses.write_rows`, where it fits."""
        self._must_fit(template.count)
        self.clauses.write_rows(template, cells, self.n, more, unless)

    def _write(self, template: Template, inputs: Sequence[int], unless: tuple[int, ...]) -> None:
        """`Clauses.write`, where it fits."""
        self._must_fit(template.count)
        self.clauses.write(template, inputs, unless)

    def primitive(self, primitive: Primitive, unless: tuple[int, ...], scope: Scope) -> None:
        match primitive:
            case primitives.Different(cells):
                template = different(len(cells), self.n, self.ways.at_most_one)
                self._write_rows(template, cells, (), unless)
            case primitives.Pair(a, b, allowed):
                self._write_rows(pair(allowed, self.digits), (a, b), (), unless)
            case primitives.DigitSet(cells, sets):
                template = digit_set(len(cells), sets, self.digits, self.ways.at_most_one)
                self._write_rows(template, cells, (), unless)
            case primitives.Automaton(cells, layers):
                if self.masks is None:
                    template = automaton(layers, self.digits, self.ways.automata)
                    self._write_rows(template, cells, (), unless)
                else:
                    self._open_machine(cells, layers, unless)
            case primitives.Sum(terms, totals):
                self._sum(terms, totals, unless, scope)
            case primitives.EqualSums(groups):
                self._equal_sums(groups, unless, scope)
            case primitives.Clause(literals):
                self.clauses.add([self.literal(x, scope) for x in literals], unless)
            case primitives.Defines(clauses):
                for clause in clauses:
                    self.clauses.add([self.literal(x, scope) for x in clause], unless)
            case primitives.Implies(conditions, statement):
                more = tuple(-self.literal(x, scope) for x in conditions)
                self.statement(statement, (*unless, *more), scope)
            case primitives.AnyOf(statements):
                self._any_of(statements, unless, scope)

    def literal(self, literal: Literal, scope: Scope) -> int:
        """The number of a literal; a new variable for a new auxiliary name."""
        if isinstance(literal, primitives.Is):
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
        self.clauses.add(selectors, unless)
        for statement, unit, selector in zip(statements, units, selectors):
            if unit is None:
                self.statement(statement, (-selector,), Scope(around=scope))

    def _unit(self, statement: Statement, scope: Scope) -> int | None:
        """The literal that a statement of one unit clause is; it is its own selector."""
        if len(statement) == 1 and isinstance(statement[0], primitives.Clause) and len(statement[0].literals) == 1:
            literal = statement[0].literals[0]
            if isinstance(literal, primitives.Is) or scope.find(literal.name) is not None:
                return self.literal(literal, scope)
        return None

    def _open_machine(self, cells: Sequence[Cell], layers: Any, unless: tuple[int, ...]) -> None:
        """What is open of an automaton."""
        masks = self.masks
        assert masks is not None
        here = [masks[cell] for cell in cells]
        left = narrowed(layers, places_of(self.digits), here)
        if left is None:
            self.clauses.add((), unless)
            return
        kept, positions, columns = left
        for cell, before, after in zip(cells, here, kept):
            for k in _bits(before & ~after):
                self.clauses.add((-(cell * self.n + k + 1),), unless)
        labels: list[range] = []
        inputs: list[int] = []
        for position in positions:
            first = cells[position] * self.n + 1
            more = [first + k for k in _bits(kept[position])]
            labels.append(range(len(inputs) + 1, len(inputs) + len(more) + 1))
            inputs += more
        template = Template(len(inputs))
        MACHINES[self.ways.automata](template, columns, labels)
        self._write(template, inputs, unless)

    def _sum(self, terms: Sequence[Term], totals: tuple[int, ...], unless: tuple[int, ...], scope: Scope) -> None:
        if self.masks is not None:
            terms, fixed = self._open_terms(terms, scope)
            totals = tuple(total - fixed for total in totals)
        groups, terms = by_house(self.geometry, terms) if self.ways.sums == "auto" else ([], terms)
        kinds: list[Kind] = []
        inputs: list[int] = []
        for cells, by in groups:
            template, values = house_sum_template(len(cells), self.digits, self.ways.automata)
            literals = [self.new() for _ in values]
            self._write_rows(template, cells, literals, unless)
            if self.masks is not None:
                literals, values = self._open_values(literals, values)
            kinds.append((values, by))
            inputs += literals
        kinds += [(self._kind(term), by) for term, by in terms]
        inputs += self._inputs(terms, scope)
        if self.masks is None:
            template = sum_template(tuple(kinds), totals, self.digits, self.ways)
        else:
            template = written_sum(kinds, totals, self.digits, self.ways)
        self._write(template, inputs, unless)

    def _open_terms(self, terms: Sequence[Term], scope: Scope) -> tuple[list[Term], int]:
        """The terms whose value is open, and the sum of the others."""
        masks = self.masks
        assert masks is not None
        found: list[Term] = []
        fixed = 0
        for term, by in terms:
            if isinstance(term, int):
                mask = masks[term]
                if mask & (mask - 1):
                    found.append((term, by))
                elif mask:
                    fixed += by * self.digits[mask.bit_length() - 1]
            else:
                value = self.clauses.value_of(self.literal(term, scope))
                if not value:
                    found.append((term, by))
                elif value > 0:
                    fixed += by
        return found, fixed

    def _open_values(self, literals: list[int], values: tuple[int, ...]) -> tuple[list[int], tuple[int, ...]]:
        """The values that are not known to be false; all of them where none is left (the formula is refuted then)."""
        kept = [k for k, x in enumerate(literals) if self.clauses.value_of(x) >= 0]
        return ([literals[k] for k in kept], tuple(values[k] for k in kept)) if kept else (literals, values)

    def _kind(self, term: Cell | Literal) -> bool | tuple[int, ...]:
        """A term as a part of `Kind`; with candidates a cell has the values of its own."""
        if not isinstance(term, int):
            return False
        return True if self.masks is None else tuple(self.digits[k] for k in _bits(self.masks[term]))

    def _inputs(self, terms: Sequence[Term], scope: Scope) -> list[int]:
        inputs: list[int] = []
        for term, _ in terms:
            if isinstance(term, int):
                first = term * self.n + 1
                inputs += self.row(term) if self.masks is None else [first + k for k in _bits(self.masks[term])]
            else:
                inputs.append(self.literal(term, scope))
        return inputs

    def _equal_sums(self, groups: Sequence[Sequence[Term]], unless: tuple[int, ...], scope: Scope) -> None:
        """All groups equal one shared value, a literal for each value that all can have."""
        offsets = [0] * len(groups)
        if self.masks is not None:
            opened = [self._open_terms(group, scope) for group in groups]
            groups, offsets = [group for group, _ in opened], [fixed for _, fixed in opened]
        reach = [self._reach(group, offset) for group, offset in zip(groups, offsets)]
        shared = tuple(sorted(frozenset.intersection(*reach)))
        if not shared:
            self.clauses.add((), unless)
            return
        values = [self.new() for _ in shared]
        self.clauses.add(values, unless)
        self._must_fit(comb(len(values), 2))
        for k, a in enumerate(values):
            for b in values[:k]:
                self.clauses.add((-a, -b), unless)
        for group, offset in zip(groups, offsets):
            kinds: tuple[Kind, ...] = tuple((self._kind(term), by) for term, by in group)
            moved = tuple(total - offset for total in shared)
            template_of = shared_template if self.masks is None else written_shared
            template = template_of(kinds, moved, self.digits, self.ways)
            self._write(template, [*self._inputs(group, scope), *values], unless)

    def _reach(self, group: Sequence[Term], offset: int) -> frozenset[int]:
        found = {offset}
        for term, by in group:
            kind = self._kind(term)
            values = kind if isinstance(kind, tuple) else self.digits if kind else (0, 1)
            found = {x + by * y for x in found for y in values}
        return frozenset(found)


def _bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, from 0."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


@lru_cache(maxsize=16)
def board_rules(geometry: Geometry, encoding: Encoding | None) -> tuple[Template, list[tuple[list[int], int]]]:
    """The clauses of cells and houses, the cells' variables as inputs, and native at-most rows; shared: do not change.

    Boards with a layout state each digit of a cell, and each house as all different. Raises EncodingError for
    an encoding whose digits are no single literals.
    """
    if encoding is not None and (encoding.target != "cnf" or encoding.variables != "direct"):
        raise EncodingError(f'{encoding.name}: constraints need target = "cnf" and variables = "direct"')
    if encoding is not None and encoding.givens == "reduce":
        raise EncodingError(f'{encoding.name}: givens = "reduce" is for puzzles whose rules are houses')
    n = geometry.side
    template = Template(geometry.size * n)
    if geometry.layout is None:
        stated = formula(encoding or load(full_encoding(geometry)), geometry)
        template.grow(stated.variables)
        template.extend(stated.clauses)
        return template, stated.atmosts
    method = Ways.of(encoding).at_most_one
    of_cells = geometry.size * (1 + comb(n, 2))
    refuse_beyond(of_cells, RULES, geometry)
    houses = [different(len(house.cells), n, method) for house in geometry.houses]
    refuse_beyond(of_cells + sum(clauses.count for clauses in houses), RULES, geometry)
    board = Clauses(geometry.size, n)
    for cell in range(geometry.size):
        check_deadline()
        row = list(range(cell * n + 1, cell * n + n + 1))
        board.add(row)
        for k, a in enumerate(row):
            for b in row[:k]:
                board.add((-a, -b))
    for house, clauses in zip(geometry.houses, houses):
        check_deadline()
        board.write_rows(clauses, house.cells, n, (), ())
    template.grow(board.last)
    template.extend(board.lists())
    return template, []
