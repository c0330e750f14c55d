"""CP-SAT of OR-Tools behind the engine protocol.

Building a model in Python costs more than solving it, so the model of a board is built once and a
puzzle's clues are written into the domains of its variables. One call then enumerates solutions and
a callback stops it at the limit. `cp-sat:blocking` is the textbook form, kept for comparison: solve,
forbid the solution found, solve again. Boards beyond 16x16 get a model of the open candidates
alone, for each puzzle anew: the full one of a 100x100 board has a million variables.

OR-Tools takes half a second to import and is imported when the first engine is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits, check_deadline
from cpsudoku.engines.cp_kinds import CP_KINDS, Stated
from cpsudoku.engines.cp_library import counters, empty_model, helper, solved, why
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import EngineOptions, check_simplify
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.errors import EncodingError, UsageError
from cpsudoku.formula.catalog import load
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import groups
from cpsudoku.formula.scopes import NumberedBoard
from cpsudoku.kernels.general.singles import CONTRADICTION, SOLVED
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.constrained_cp import ConstrainedCp

DEFAULT_ENCODING = "cp-exactly-one"
LARGEST_SHARED_SIDE = 16
"""Up to this side the model of the whole board is built once; beyond, one for each puzzle."""

LEAN = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "symmetry_level": 0,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "use_sat_inprocessing": False,
}
"""A Sudoku is too small for what CP-SAT does to large models before it searches.

Each switch was measured on 17-clue and hardest puzzles; inprocessing alone is half the time of the latter.
"""
LEAN_MATCHING = {**LEAN, "use_all_different_for_circuit": True}
"""Matchings are circuits there, and are to be filtered as all-different is."""
LEAN_INTEGERS = {**LEAN, "cp_model_presolve": True, "max_presolve_iterations": 1, "cp_model_use_sat_presolve": False}
"""All-different constraints are weak until presolve has taken them apart, once."""
SLICE = 5_000
"""Variables made between two looks at the clock."""
UNSAFE_TO_PRESOLVE = ("inverse",)
"""Presolve of OR-Tools 9.15 calls puzzles with a solution infeasible where they stand (a test holds one)."""
GROUPS = {
    "exactly-one": "add_exactly_one",
    "at-most-one": "add_at_most_one",
    "at-least-one": "add_at_least_one",
}


class CpSatEngine(Engine):
    """`cp-sat` enumerates in one call; `cp-sat:blocking` forbids each solution and solves again.

    Encodings: those of target "cp". Singles are applied first unless an encoding is named or
    `simplify="none"`: an encoding is measured on its whole model. Threads may share an engine and search side by side:
    each has a model of its own, for the clues are written into it.
    """

    target = "cp"
    serves_constraints = True

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        encoding: str | Encoding | None = None,
        simplify: str | None = None,
        seed: int | None = None,
    ) -> None:
        if argument not in (None, "blocking"):
            raise UsageError(f"engine 'cp-sat:{argument}': the argument is `blocking`, or none")
        self.name = "cp-sat" if argument is None else f"cp-sat:{argument}"
        self.geometry = geometry
        self.encoding = load(encoding or DEFAULT_ENCODING)
        if self.encoding.target != "cp":
            raise EncodingError(f"{self.encoding.name} is for {self.encoding.target}; engine cp-sat takes target cp")
        self._search = _enumerate if argument is None else _block
        self.seed = 0 if seed is None else seed
        if check_simplify(simplify) == "none" or encoding is not None:
            self._singles = False
            self.encoding_name = self.encoding.name
            if simplify == "singles":
                raise UsageError("an encoding is measured on its full model: leave --simplify out, or say none")
        else:
            self._singles = True
        self._models: Lender[_Model] | None = None
        if not self._singles or geometry.side <= LARGEST_SHARED_SIDE:
            self._models = Lender(partial(_Model, geometry, self.encoding), 1)

    def prepare(self) -> bool:
        """See `Engine.prepare`: the board's model."""
        if self._models is not None:
            with self._models():
                pass
        return False

    @classmethod
    def under(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> ConstrainedCp:
        """See `Engine.under`."""
        from cpsudoku.engines.constrained_cp import ConstrainedCp

        return ConstrainedCp(geometry, constraints, argument, **options)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: conflicts, decisions, propagations, and variables and clauses of the model."""
        start = process_time()
        candidates: bytes | None = None
        if self._singles:
            with board_of(self.geometry) as board:
                found = board.load(cells)
                cells = board.values()
                if found == SOLVED:
                    return Outcome((cells,), True)
                if found == CONTRADICTION:
                    return Outcome((), True)
                if self._models is None:
                    candidates = board.candidates()
        if self._models is None:
            return self._searched(_Model(self.geometry, self.encoding, cells, candidates), cells, limit, limits, start)
        with self._models() as model:
            return self._searched(model, cells, limit, limits, start)

    def _searched(self, model: _Model, cells: bytes, limit: int, limits: Limits, start: float) -> Outcome:
        model.set_clues(cells)
        built = process_time()
        left = limits.in_time()
        outcome = self._search(model, limit, left, self.seed)
        if outcome.why and left is not limits:
            outcome = replace(outcome, why=limits.reached)
        model.clear_clues()
        stats = {
            **outcome.stats,
            "variables": model.variables,
            "clauses": model.groups,
            "encode_seconds": built - start,
            "search_seconds": process_time() - built,
        }
        return Outcome(outcome.solutions, outcome.complete, outcome.why, stats)


class _Model:
    """An encoding on a board as a CP-SAT model whose clues can be exchanged.

    With *cells* and *candidates* (n*n*n bytes, 1 where cell * n + digit - 1 remains), only what is open
    is stated; Booleans only.
    """

    def __init__(
        self, geometry: Geometry, encoding: Encoding, cells: bytes | None = None, candidates: bytes | None = None
    ) -> None:
        self.geometry, self.side = geometry, geometry.side
        self.integers = encoding.variables == "integer"
        self.filled = bytes(geometry.size) if cells is None else cells
        self.cp = empty_model()
        self.kinds = {rule.kind for rule in encoding.rules}
        if self.integers:
            self._state_integers(encoding)
        else:
            self._state_booleans(encoding, candidates or b"\1" * (geometry.size * self.side))
        proto = self.cp.proto
        self.domains = [variable.domain for variable in proto.variables]
        self.variables, self.groups = len(proto.variables), len(proto.constraints)
        self._changed: list[int] = []

    def _state_integers(self, encoding: Encoding) -> None:
        self.at = list(range(self.geometry.size))
        self.variable_of = dict(zip(self.at, self.at))
        variables = [self.cp.new_int_var(1, self.side, "") for _ in self.at]
        model = Stated(self.cp, self.side, variables)
        for kind, cells in groups(encoding, NumberedBoard(self.geometry)):
            CP_KINDS[kind](model, cells)

    def _state_booleans(self, encoding: Encoding, candidates: bytes) -> None:
        n, cp = self.side, self.cp
        self.at = [k for k, remains in enumerate(candidates) if remains and not self.filled[k // n]]
        self.variable_of = {atom: index for index, atom in enumerate(self.at)}
        literals: dict[int, Any] = {}  # groups count atoms from 1
        for start in range(0, len(self.at), SLICE):
            check_deadline()
            literals.update((atom + 1, cp.new_bool_var("")) for atom in self.at[start : start + SLICE])
        add = {kind: getattr(self.cp, method) for kind, method in GROUPS.items()}
        model = Stated(self.cp, n, (), literals)

        def literal(atom: int) -> Any:
            if abs(atom) > len(candidates) and abs(atom) not in literals:  # an intersection's
                literals[abs(atom)] = self.cp.new_bool_var("")
            found = literals.get(abs(atom))
            return ~found if atom < 0 and found is not None else found

        for kind, members in groups(encoding, NumberedBoard(self.geometry)):
            if kind in CP_KINDS:
                CP_KINDS[kind](model, members)
            elif group := [x for x in map(literal, members) if x is not None]:
                add[kind](group)

    def set_clues(self, cells: bytes) -> None:
        """Narrow the domains to these clues; a model built for the puzzle has nothing to narrow."""
        n, changed = self.side, self._changed
        for cell, digit in enumerate(cells):
            if digit and not self.filled[cell]:
                if self.integers:
                    k = self.variable_of[cell]
                    self.domains[k][0] = self.domains[k][1] = digit
                else:
                    k = self.variable_of[cell * n + digit - 1]
                    self.domains[k][0] = 1
                changed.append(k)

    def clear_clues(self) -> None:
        """Back to the empty board."""
        for k in self._changed:
            self.domains[k][0], self.domains[k][1] = (1, self.side) if self.integers else (0, 1)
        self._changed.clear()

    def grid(self, values: Sequence[int]) -> bytes:
        """The filled grid that a list of all variables' values stands for."""
        cells = bytearray(self.filled)
        if self.integers:
            for cell, value in zip(self.at, values):
                cells[cell] = value
        else:
            n = self.side
            for atom, value in zip(self.at, values):
                if value:
                    cells[atom // n] = atom % n + 1
        return bytes(cells)

    def forbidding(self, cp: Any, grid: bytes) -> None:
        """Add to *cp*, a clone of this model, that the open cells are not as in *grid*."""
        n = self.side
        if self.integers:
            everything = [cp.get_int_var_from_proto_index(k) for k in self.at]
            cp.add_forbidden_assignments(everything, [tuple(grid[cell] for cell in self.at)])
        else:
            true = [self.variable_of[cell * n + grid[cell] - 1] for cell, digit in enumerate(self.filled) if not digit]
            cp.add_bool_or([~cp.get_bool_var_from_proto_index(k) for k in true])


def _parameters(model: _Model, limits: Limits, seconds: float | None, seed: int, **more: Any) -> Any:
    parameters = helper().SatParameters()
    presolved = model.integers and not model.kinds.intersection(UNSAFE_TO_PRESOLVE)
    lean = LEAN_INTEGERS if presolved else LEAN_MATCHING if "matching" in model.kinds else LEAN
    for name, value in {**lean, **more}.items():
        setattr(parameters, name, value)
    parameters.random_seed = seed
    if seconds is not None:
        parameters.max_time_in_seconds = max(0.0, seconds)
    if limits.conflicts is not None:
        parameters.max_number_of_conflicts = limits.conflicts
    return parameters


@lru_cache
def _collector() -> Any:
    """The callback's class; its base is OR-Tools', which is imported late."""

    class Collector(helper().SolutionCallback):  # type: ignore[misc]
        def __init__(self, model: _Model, limit: int) -> None:
            super().__init__()
            self.model, self.limit = model, limit
            self.found: dict[bytes, None] = {}

        def OnSolutionCallback(self) -> None:
            self.found[self.model.grid(self.Response().solution)] = None
            if len(self.found) == self.limit:
                self.StopSearch()

    return Collector


def _enumerate(model: _Model, limit: int, limits: Limits, seed: int) -> Outcome:
    """All solutions in one call, which a callback stops at the limit."""
    library = helper()

    started = perf_counter()
    wrapper = library.SolveWrapper()
    parameters = _parameters(model, limits, limits.seconds, seed, enumerate_all_solutions=True)
    collector = _collector()(model, limit)
    wrapper.add_solution_callback(collector)
    try:
        response = solved(wrapper, parameters, model.cp.proto)
    finally:
        wrapper.clear_solution_callback(collector)
    complete = response.status in (library.OPTIMAL, library.INFEASIBLE)
    enough = 0 < limit <= len(collector.found)
    ended = "" if complete or enough else why(limits, started)
    return Outcome(tuple(collector.found), complete, ended, counters(response))


def _block(model: _Model, limit: int, limits: Limits, seed: int) -> Outcome:
    """Solve, forbid the solution on a copy of the model (it cannot be taken back), solve again."""
    library = helper()
    started = perf_counter()
    found: list[bytes] = []
    totals = {"conflicts": 0.0, "decisions": 0.0, "propagations": 0.0}
    cp = model.cp
    while True:
        seconds = None if limits.seconds is None else limits.seconds - (perf_counter() - started)
        response = solved(library.SolveWrapper(), _parameters(model, limits, seconds, seed), cp.proto)
        for counter, value in counters(response).items():
            totals[counter] += value
        if response.status == library.INFEASIBLE:
            return Outcome(tuple(found), True, "", totals)
        if response.status not in (library.OPTIMAL, library.FEASIBLE):
            return Outcome(tuple(found), False, why(limits, started), totals)
        found.append(model.grid(response.solution))
        if len(found) == limit:
            return Outcome(tuple(found), False, "", totals)
        if cp is model.cp:
            cp = model.cp.clone()
        model.forbidding(cp, found[-1])
