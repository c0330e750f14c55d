"""The solvers of the extra `[lab]`: each models one puzzle, and each solution found is forbidden in that model.

Each states the houses as its own users would, with its library's default settings, so that comparisons show the
library and not our tuning. The model is made for each puzzle; `encode_seconds` says what of the time that was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import Any, ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits, check_deadline
from cpsudoku.engines import apart
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.errors import ExtraMissing
from cpsudoku.formula.catalog import load
from cpsudoku.formula.rules import rules

LARGE = 16
"""The side beyond which one call of a library (Clingo's that grounds the rules) takes tenths of a second and more."""


class Model(ABC):
    """One puzzle in a library's terms."""

    @abstractmethod
    def __init__(self, module: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        """State the puzzle with these clues (a byte a cell, 0 = empty)."""

    @abstractmethod
    def solution(self, left: Limits) -> bytes | None:
        """A solution not forbidden yet, a byte a cell; None where there is none.

        Raises BudgetSpent where the library gave up at the limits.
        """

    @abstractmethod
    def forbid(self, grid: bytes) -> None:
        """Never this solution again."""

    def counters(self) -> dict[str, float]:
        """What the library counts of its work so far."""
        return {}


class OptionalSolver(Engine):
    """A solver that the extra `[lab]` brings. Raises ExtraMissing where its library is not installed."""

    library: ClassVar[str]
    """The module to import."""
    package: ClassVar[str]
    """What pip calls it."""
    model: ClassVar[type[Model]]

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        try:
            self.module: Any = import_module(self.library)
        except ImportError:
            raise ExtraMissing(
                f"engine {self.name!r} needs {self.package}: pip install 'cpsudoku[lab]' (or {self.package} alone)"
            ) from None

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: the library's counters, `encode_seconds` for making the model.

        On a board beyond LARGE a limit of time is kept by a process that is ended.
        """
        if limits.seconds is not None and self.geometry.side > LARGE and apart.POSSIBLE:
            return apart.searched(self.name, self.geometry, self.seed, cells, limit, limits)
        return self.search_here(cells, limit, limits)

    def search_here(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """`search` in this process."""
        budget, cpu = Budget(limits), process_time()
        model = self.model(self.module, self.geometry, cells, self.seed)
        encode = process_time() - cpu
        outcome = collect(_grids(model, budget), limit)
        return replace(outcome, stats={**model.counters(), "encode_seconds": encode})


def _grids(model: Model, budget: Budget) -> Iterator[bytes]:
    """The solutions, each forbidden before the next. Raises BudgetSpent."""
    while True:
        budget.check_left()
        try:
            grid = model.solution(budget.left())
        except BudgetSpent:
            raise BudgetSpent(budget.limits.reached) from None
        if grid is None:
            return
        yield grid
        model.forbid(grid)


PROGRAM = """
1 { holds(C, D) : digit(D) } 1 :- cell(C).
:- in(H, A), in(H, B), A < B, holds(A, D), holds(B, D).
holds(C, D) :- clue(C, D).
#show holds/2.
"""


class _Program(Model):
    def __init__(self, clingo: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._clingo, self._size = clingo, geometry.size
        self._control = clingo.Control(["--warn=none", f"--seed={seed}"])
        facts = [f"cell(0..{geometry.size - 1}). digit(1..{geometry.side})."]
        facts += [f"in({k},{cell})." for k, house in enumerate(geometry.houses) for cell in house.cells]
        facts += [f"clue({cell},{digit})." for cell, digit in enumerate(cells) if digit]
        self._control.add("base", [], PROGRAM + "\n".join(facts))
        self._control.ground([("base", [])])

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`."""
        grid = bytearray(self._size)

        def enter(model: Any) -> None:
            for atom in model.symbols(shown=True):
                grid[atom.arguments[0].number] = atom.arguments[1].number

        if left.conflicts is not None:
            self._control.configuration.solve.solve_limit = f"{left.conflicts},umax"
        with self._control.solve(on_model=enter, async_=True) as handle:
            if not handle.wait(left.seconds):
                handle.cancel()
                raise BudgetSpent
            answer = handle.get()
        if answer.satisfiable:
            return bytes(grid)
        if answer.unsatisfiable:
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        number, function = self._clingo.Number, self._clingo.Function
        with self._control.backend() as backend:
            atoms = [
                backend.add_atom(function("holds", [number(cell), number(digit)])) for cell, digit in enumerate(grid)
            ]
            backend.add_rule([], atoms)

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        counts = self._control.statistics.get("solving", {}).get("solvers", {})
        found = {"conflicts": counts.get("conflicts"), "decisions": counts.get("choices")}
        return {name: float(value) for name, value in found.items() if value is not None}


class ClingoEngine(OptionalSolver):
    """Answer set programming: clingo grounds the rules of Sudoku and searches for stable models.

    One choice rule a cell, one constraint for two equal digits in a house, as textbooks have it; clues are facts.
    Source: Gebser, Kaminski, Kaufmann, Schaub, Multi-shot ASP solving with clingo, TPLP 2019.
    """

    name = library = package = "clingo"
    model = _Program


class _Assertions(Model):
    def __init__(self, z3: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._z3 = z3
        context = z3.Context()  # the library's own is shared by all threads
        self._solver = z3.Solver(ctx=context)
        self._solver.set("random_seed", seed)
        self._cells = [z3.Int(f"x{cell}", context) for cell in range(geometry.size)]
        for cell, x in enumerate(self._cells):
            check_deadline()
            self._solver.add(x == cells[cell] if cells[cell] else z3.And(x >= 1, x <= geometry.side))
        for house in geometry.houses:
            check_deadline()
            self._solver.add(z3.Distinct([self._cells[cell] for cell in house.cells]))

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. A limit of conflicts is one of Z3's resource units."""
        if left.seconds is not None:
            self._solver.set("timeout", max(1, int(1000 * left.seconds)))
        if left.conflicts is not None:
            self._solver.set("rlimit", max(1, left.conflicts))
        answer = self._solver.check()
        if answer == self._z3.sat:
            model = self._solver.model()
            return bytes(model.eval(x, model_completion=True).as_long() for x in self._cells)
        if answer == self._z3.unsat:
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        self._solver.add(self._z3.Or([x != digit for x, digit in zip(self._cells, grid)]))

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        counts = self._solver.statistics()
        keys, names = counts.keys(), ("conflicts", "decisions", "propagations")
        return {name: float(counts.get_key_value(name)) for name in names if name in keys}


class Z3Engine(OptionalSolver):
    """SMT: Z3 with an integer a cell in its finite range, and every house distinct.

    Source: de Moura and Bjorner, Z3: an efficient SMT solver, TACAS 2008.
    """

    name = library = "z3"
    package = "z3-solver"
    model = _Assertions


ENCODING = "cp-exactly-one"


class _Rows(Model):
    def __init__(self, exact: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._solver = exact.Exact([("seed", str(seed + 1)), ("verbosity", "0")])
        self._side = geometry.side
        self._names = [f"x{atom}" for atom in range(1, geometry.size * geometry.side + 1)]
        for name in self._names:
            self._solver.addVariable(name)
        for kind, atoms in rules(load(ENCODING), geometry).groups:
            check_deadline()
            terms = [(1, self._names[atom - 1]) for atom in atoms]
            self._solver.addConstraint(terms, kind != "at-most-one", 1, kind != "at-least-one", 1)
        for cell, digit in enumerate(cells):
            if digit:
                self._solver.addConstraint([(1, self._names[cell * geometry.side + digit - 1])], True, 1)

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. It takes no limit of conflicts."""
        answer = self._solver.runFull(False, left.seconds or 0)
        if answer == "SAT":
            values = self._solver.getLastSolutionFor(self._names)
            return bytes(values[at : at + self._side].index(1) + 1 for at in range(0, len(values), self._side))
        if answer in ("UNSAT", "INCONSISTENT"):
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        names = [self._names[cell * self._side + digit - 1] for cell, digit in enumerate(grid)]
        self._solver.addConstraint([(1, name) for name in names], False, 0, True, len(names) - 1)

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        names = ("conflicts", "decisions", "propagations")
        return {name: float(value) for name, value in self._solver.getStats() if name in names}


class ExactEngine(OptionalSolver):
    """Pseudo-Boolean solving: Exact, conflict analysis by cutting planes over linear rows that say "exactly one".

    Source: Elffers and Nordstrom, Divide and conquer: towards faster pseudo-Boolean solving, IJCAI 2018 (RoundingSat);
    Exact by Devriendt continues it.
    """

    name = library = package = "exact"
    model = _Rows


class _Integers(Model):
    def __init__(self, pumpkin: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        constraints = import_module("pumpkin_solver.constraints")
        self._pumpkin, self._constraints = pumpkin, constraints
        self._model = model = pumpkin.Model()
        self._cells = [model.new_integer_variable(digit or 1, digit or geometry.side) for digit in cells]
        self._bad = False
        for house in geometry.houses:
            check_deadline()
            self._add(constraints.AllDifferent([self._cells[cell] for cell in house.cells], self._tag()))

    def _tag(self) -> Any:
        return self._model.new_constraint_tag()

    def _add(self, constraint: Any) -> None:
        """Raises nothing where the constraint makes the model contradictory at once: that is an answer."""
        if not self._bad:
            try:
                self._model.add_constraint(constraint)
            except Exception:  # the library has one for it, of no public name
                self._bad = True

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. It takes no limit of conflicts."""
        if self._bad:
            return None
        answer = self._model.satisfy(timeout=left.seconds)
        result = self._pumpkin.SatisfactionResult
        if isinstance(answer, result.Satisfiable):
            return bytes(answer._0.int_value(x) for x in self._cells)
        if isinstance(answer, result.Unsatisfiable):
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        predicate, differs = self._pumpkin.Predicate, self._pumpkin.Comparator.NotEqual
        literals = [
            self._model.predicate_as_boolean(predicate(x, differs, digit), self._tag())
            for x, digit in zip(self._cells, grid)
        ]
        self._add(self._constraints.Clause(literals, self._tag()))


class PumpkinEngine(OptionalSolver):
    """Lazy clause generation: Pumpkin, a CP solver that explains its propagations and learns clauses.

    An integer a cell, all different in each house. Source: Flippo, Sidorov, Marijnissen, Smits, Demirovic, A
    multi-stage proof logging framework to certify the correctness of CP solvers, CP 2024.
    """

    name = "pumpkin"
    library = "pumpkin_solver"
    package = "pumpkin-solver"
    model = _Integers
