"""Engine `cp-sat` for puzzles with constraints: an integer a cell, and each primitive in CP-SAT's own terms.

Sums are linear, all-different cells `AllDifferent`, pairs tables, lines automata. Inside a rule that may not hold (a
branch of `or`, a guard) what CP-SAT cannot switch off is stated of copies of the cells, equal to them where it holds.
Solutions are forbidden one after the other, on the cells alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits, check_deadline
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
    Pair,
    Primitive,
    Statement,
    Sum,
)
from cpsudoku.engines.cp_library import CpLibrary
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import check_simplify
from cpsudoku.errors import UsageError
from cpsudoku.formula.primitives.long_sums import by_house

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

PARAMETERS = {"num_workers": 1}
"""CP-SAT's own choices otherwise: sums gain from its presolve."""


class ConstrainedCp(Engine):
    """`cp-sat` on a board under constraints (placed on it)."""

    def __init__(
        self,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        *,
        encoding: Any = None,
        simplify: str | None = None,
        seed: int | None = None,
    ) -> None:
        if argument not in (None, "blocking"):
            raise UsageError(f"engine 'cp-sat:{argument}': the argument is `blocking`, or none")
        if encoding is not None:
            raise UsageError("engine 'cp-sat' states constraints in one way; it takes no encoding with them")
        check_simplify(simplify)
        self.name = "cp-sat" if argument is None else f"cp-sat:{argument}"
        self.geometry, self.constraints, self.seed = geometry, constraints, seed or 0
        self.library = CpLibrary()

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: conflicts, decisions, propagations, CPU seconds of building."""
        started, cpu = perf_counter(), process_time()
        model = CpModelOf(self.geometry, self.library)
        for constraint in self.constraints:
            model.statement(constraint.statement(), (), {})
        for cell, digit in enumerate(cells):
            if digit:
                model.cp.add_bool_or([model.at[cell][digit - 1]])
        stats: dict[str, float] = {"encode_seconds": process_time() - cpu}
        found: list[bytes] = []
        for grid in self._grids(model, limits, started, stats):
            if isinstance(grid, str):
                return Outcome(tuple(found), False, grid, stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def _grids(
        self, model: CpModelOf, limits: Limits, started: float, stats: dict[str, float]
    ) -> Iterator[bytes | str]:
        """The solutions; a text, why, where a limit ends the search."""
        while True:
            status, values, counters = self.library.solved(model.cp, PARAMETERS, limits, started, self.seed)
            for name, value in counters.items():
                stats[name] = stats.get(name, 0) + value
            if status == "infeasible":
                return
            if status != "feasible":
                yield self.library.why(limits, started)
                return
            shift = 1 - self.geometry.lo
            digits = [values[variable.index] for variable in model.cells]
            yield bytes(digit + shift for digit in digits)
            model.cp.add_bool_or([~model.at[cell][digit + shift - 1] for cell, digit in enumerate(digits)])


class CpModelOf:
    """Cells and houses of a board as a CP-SAT model, to which statements are added."""

    def __init__(self, geometry: Geometry, library: CpLibrary) -> None:
        self.geometry, self.cp = geometry, library.model()
        self.domain_of = library.domain
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
            self.primitive(Different(house.cells), (), {})

    def statement(self, statement: Statement, only_if: tuple[Any, ...], names: dict[Hashable, Any]) -> None:
        """Every primitive holds where all literals of *only_if* are true."""
        for primitive in statement:
            check_deadline()
            self.primitive(primitive, only_if, names)

    def primitive(self, primitive: Primitive, only_if: tuple[Any, ...], names: dict[Hashable, Any]) -> None:
        match primitive:
            case Different(cells):
                self._different(cells, only_if)
            case Pair(a, b, allowed):
                self._pair(a, b, allowed, only_if)
            case Sum(terms, totals):
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
                    domain = self.domain_of(totals)
                    self._enforced(self.cp.add_linear_expression_in_domain(expression, domain), only_if)
            case EqualSums(groups):
                first, *others = [self._expression(group, names) for group in groups]
                for other in others:
                    self._enforced(self.cp.add(first == other), only_if)
            case DigitSet(cells, sets):
                self._different(cells, only_if)
                self._sets(cells, sets, only_if)
            case Automaton(cells, layers):
                self._automaton(cells, layers, only_if)
            case Clause(literals):
                self._clause([self.literal(x, names) for x in literals], only_if)
            case Defines(clauses):
                for clause in clauses:
                    self._clause([self.literal(x, names) for x in clause], only_if)
            case Implies(conditions, statement):
                self.statement(statement, (*only_if, *(self.literal(x, names) for x in conditions)), names)
            case AnyOf(statements):
                selectors = [self.cp.new_bool_var("") for _ in statements]
                self._clause(selectors, only_if)
                for selector, statement in zip(selectors, statements):
                    self.statement(statement, (selector,), dict(names))

    def literal(self, literal: Literal, names: dict[Hashable, Any]) -> Any:
        """CP-SAT's literal; a new Boolean for a new auxiliary name."""
        if isinstance(literal, Is):
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
            inside = self.cp.add_linear_expression_in_domain(total, self.domain_of(sorted(set(sums))))
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
