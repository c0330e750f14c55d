"""Engine `cp-sat` for puzzles with constraints: an integer a cell, and each primitive in CP-SAT's own terms.

Sums are linear, all-different cells `AllDifferent`, pairs tables, lines automata. Inside a rule that may not hold (a
branch of `or`, a guard) what CP-SAT cannot switch off is stated of copies of the cells, equal to them where it holds.
Solutions are forbidden one after the other, on the cells alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints import primitives
from cpsudoku.constraints.primitives import Cell, Literal, Primitive, Statement
from cpsudoku.engines.cp_library import domain, empty_model
from cpsudoku.formula.primitives.sums import by_house

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class RuleModel:
    """Cells and houses of a board as a CP-SAT model, to which statements are added: integers and their Booleans."""

    parameters: ClassVar[dict[str, Any]] = {"num_workers": 1}
    """CP-SAT's own choices otherwise: sums gain from its presolve."""

    def __init__(self, geometry: Geometry, constraints: Sequence[Constraint] = ()) -> None:
        self.geometry, self.cp = geometry, empty_model()
        self.digits = range(geometry.lo, geometry.hi + 1)
        self.cells = [self.cp.new_int_var(geometry.lo, geometry.hi, "") for _ in range(geometry.size)]
        self.at = [[self.cp.new_bool_var("") for _ in self.digits] for _ in range(geometry.size)]
        for variable, row in zip(self.cells, self.at):
            check_deadline()
            self.cp.add_exactly_one(row)
            # not as one linear equation of the literals: with tables and other sums beside it, presolve of OR-Tools
            # 9.15 called a puzzle with a solution infeasible (a test holds that puzzle)
            for digit, x in zip(self.digits, row):
                self.cp.add(variable == digit).only_enforce_if(x)
                self.cp.add(variable != digit).only_enforce_if(~x)
        for house in geometry.houses:
            self.primitive(primitives.Different(house.cells), (), {})
        for constraint in constraints:
            self.statement(constraint.statement(), (), {})

    def set_clues(self, cells: bytes) -> None:
        """State these clues for good."""
        for cell, digit in enumerate(cells):
            if digit:
                self.cp.add_bool_or([self.at[cell][digit - 1]])

    def grid(self, values: Sequence[int]) -> bytes:
        """The filled grid that a list of all variables' values stands for."""
        shift = 1 - self.geometry.lo
        return bytes(values[variable.index] + shift for variable in self.cells)

    def without(self, cp: Any, grid: bytes) -> Any:
        """The model *cp* (this one's), in which the cells are no more as in *grid*."""
        cp.add_bool_or([~self.at[cell][digit - 1] for cell, digit in enumerate(grid)])
        return cp

    def statement(self, statement: Statement, only_if: tuple[Any, ...], names: dict[Hashable, Any]) -> None:
        """Every primitive holds where all literals of *only_if* are true."""
        for primitive in statement:
            check_deadline()
            self.primitive(primitive, only_if, names)

    def primitive(self, primitive: Primitive, only_if: tuple[Any, ...], names: dict[Hashable, Any]) -> None:
        match primitive:
            case primitives.Different(cells):
                self._different(cells, only_if)
            case primitives.Pair(a, b, allowed):
                self._pair(a, b, allowed, only_if)
            case primitives.Sum(terms, totals):
                expression = self._expression(terms, names)
                for group, _ in by_house(self.geometry, terms)[0]:  # follows from houses, unseen by CP-SAT
                    part = sum(self.cells[cell] for cell in group)
                    size = len(group)
                    self.cp.add_linear_constraint(part, sum(self.digits[:size]), sum(self.digits[-size:]))
                if not totals:
                    self._clause([], only_if)
                elif len(totals) == 1:
                    self._enforced(self.cp.add(expression == totals[0]), only_if)
                else:
                    within = domain(totals)
                    self._enforced(self.cp.add_linear_expression_in_domain(expression, within), only_if)
            case primitives.EqualSums(groups):
                first, *others = [self._expression(group, names) for group in groups]
                for other in others:
                    self._enforced(self.cp.add(first == other), only_if)
            case primitives.DigitSet(cells, sets):
                self._different(cells, only_if)
                self._sets(cells, sets, only_if)
            case primitives.Automaton(cells, layers):
                self._automaton(cells, layers, only_if)
            case primitives.Clause(literals):
                self._clause([self.literal(x, names) for x in literals], only_if)
            case primitives.Defines(clauses):
                for clause in clauses:
                    self._clause([self.literal(x, names) for x in clause], only_if)
            case primitives.Implies(conditions, statement):
                self.statement(statement, (*only_if, *(self.literal(x, names) for x in conditions)), names)
            case primitives.AnyOf(statements):
                selectors = [self.cp.new_bool_var("") for _ in statements]
                self._clause(selectors, only_if)
                for selector, statement in zip(selectors, statements):
                    self.statement(statement, (selector,), dict(names))

    def literal(self, literal: Literal, names: dict[Hashable, Any]) -> Any:
        """CP-SAT's literal; a new Boolean for a new auxiliary name."""
        if isinstance(literal, primitives.Is):
            found = self.at[literal.cell][literal.digit - self.geometry.lo]
        else:
            if literal.name not in names:
                names[literal.name] = self.cp.new_bool_var("")
            found = names[literal.name]
        return found if literal.positive else ~found

    def _clause(self, literals: Sequence[Any], only_if: tuple[Any, ...]) -> None:
        self.cp.add_bool_or([*literals, *(~x for x in only_if)])

    def _enforced(self, constraint: Any, only_if: tuple[Any, ...]) -> None:
        if only_if:
            constraint.only_enforce_if(*only_if)

    def _expression(self, terms: Sequence[tuple[Cell | Literal, int]], names: dict[Hashable, Any]) -> Any:
        parts = [by * (self.cells[term] if isinstance(term, int) else self.literal(term, names)) for term, by in terms]
        return sum(parts) if parts else self.cp.new_constant(0)

    def _different(self, cells: Sequence[Cell], only_if: tuple[Any, ...]) -> None:
        if only_if:
            for k in range(len(self.digits)):
                self._enforced(self.cp.add(sum(self.at[cell][k] for cell in cells) <= 1), only_if)
            return
        self.cp.add_all_different([self.cells[cell] for cell in cells])
        for k in range(len(self.digits)):
            row = [self.at[cell][k] for cell in cells]
            if len(cells) == len(self.digits):
                self.cp.add_exactly_one(row)
            else:
                self.cp.add_at_most_one(row)

    def _pair(self, a: Cell, b: Cell, allowed: frozenset[tuple[int, int]], only_if: tuple[Any, ...]) -> None:
        if not only_if and allowed:
            self.cp.add_allowed_assignments([self.cells[a], self.cells[b]], sorted(allowed))
            return
        lo = self.geometry.lo
        for x in self.digits:
            partners = [self.at[b][y - lo] for y in self.digits if (x, y) in allowed]
            self._clause([~self.at[a][x - lo], *partners], only_if)

    def _sets(self, cells: Sequence[Cell], sets: Sequence[frozenset[int]], only_if: tuple[Any, ...]) -> None:
        """The cells, known to be different, hold one of the sets."""
        selectors = [self.cp.new_bool_var("") for _ in sets]
        self._clause(selectors, only_if)
        for selector, chosen in zip(selectors, sets):
            for k, digit in enumerate(self.digits):
                if digit not in chosen:
                    self.cp.add_bool_and([~self.at[cell][k] for cell in cells]).only_enforce_if(selector)
        if sets:
            sums = [sum(chosen) for chosen in sets]
            total = sum(self.cells[cell] for cell in cells)
            inside = self.cp.add_linear_expression_in_domain(total, domain(sorted(set(sums))))
            self._enforced(inside, only_if)

    def _automaton(
        self, cells: Sequence[Cell], layers: Sequence[Sequence[tuple[int, int, int]]], only_if: tuple[Any, ...]
    ) -> None:
        line = [self.cells[cell] for cell in cells]
        if only_if:
            copies = [self.cp.new_int_var(self.digits[0], self.digits[-1], "") for _ in line]
            for copy, variable in zip(copies, line):
                self._enforced(self.cp.add(copy == variable), only_if)
            line = copies
        width = 1 + max((max(state, to) for rows in layers for state, _, to in rows), default=0)
        transitions = [
            (k * width + state, digit, (k + 1) * width + to)
            for k, rows in enumerate(layers)
            for state, digit, to in rows
        ]
        finals = sorted({to for k, _, to in transitions if to >= len(layers) * width})
        self.cp.add_automaton(line, 0, finals, transitions)
