"""CP-SAT of OR-Tools behind the engine protocol.

Building a model in Python costs more than solving it, so the model of a board is built once and a
puzzle's clues are written into the domains of its variables. One call then enumerates solutions and
a callback stops it at the limit. `cp-sat:blocking` is the textbook form, kept for comparison: solve,
forbid the solution found, solve again. Boards beyond 16x16 get a model of the open candidates
alone, for each puzzle anew: the full one of a 100x100 board has a million variables.

OR-Tools takes half a second to import and is imported when the first engine is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from time import process_time
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits, check_deadline, reason_of
from cpsudoku.engines.cp_library import domain, empty_model, helper, solve
from cpsudoku.engines.cp_rules import RuleModel
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.errors import EncodingError, UsageError
from cpsudoku.formula.catalog import load
from cpsudoku.formula.cell_kinds import CELL_KINDS
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import NumberedBoard, groups
from cpsudoku.kernels.general.singles import CONTRADICTION, SOLVED
from cpsudoku.lending import Lender

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
"""Variables made between two checks of the clock."""
UNSAFE_TO_PRESOLVE = ("inverse",)
"""Presolve of OR-Tools 9.15 calls puzzles with a solution infeasible where they stand (a test holds one)."""
GROUPS = {
    "exactly-one": "add_exactly_one",
    "at-most-one": "add_at_most_one",
    "at-least-one": "add_at_least_one",
}


class CpSatEngine(Engine):
    """`cp-sat` enumerates in one call; `cp-sat:blocking` forbids each solution and solves again.

    Encodings: those of target "cp". Singles are applied first unless an encoding is named or `simplify="none"`: an
    encoding is measured on its whole model. With constraints there is one model (`cp_rules`), whose solutions are
    forbidden one after the other. Threads may share an engine and search side by side: each has a model of its own, for
    the clues are written into it.
    """

    name = "cp-sat"
    arguments = ("blocking",)
    target = "cp"
    serves_constraints = True

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        encoding = self.named_encoding
        if not self.houses_only and encoding is not None:
            raise UsageError("engine 'cp-sat' states constraints in one way; it takes no encoding with them")
        self.encoding = load(encoding or DEFAULT_ENCODING)
        if self.encoding.target != "cp":
            raise EncodingError(f"{self.encoding.name} is for {self.encoding.target}; engine cp-sat takes target cp")
        self._blocking = self.argument is not None or not self.houses_only
        self._singles = self.simplify != "none" and encoding is None
        if self.houses_only and not self._singles:
            self.encoding_name = self.encoding.name
            if self.simplify == "singles":
                raise UsageError("an encoding is measured on its full model: leave --simplify out, or say none")
        self._models: Lender[BoardModel] | None = None
        if self.houses_only and (not self._singles or self.geometry.side <= LARGEST_SHARED_SIDE):
            self._models = Lender(partial(BoardModel, self.geometry, self.encoding), 1)

    def prepare(self) -> bool:
        """See `Engine.prepare`: the board's model."""
        if self._models is not None:
            with self._models():
                pass
        return False

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: conflicts, decisions, propagations, and variables and clauses of the model."""
        start = process_time()
        if not self.houses_only:
            return self._searched(RuleModel(self.geometry, self.constraints), cells, limit, limits, start)
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
            model = BoardModel(self.geometry, self.encoding, cells, candidates)
            return self._searched(model, cells, limit, limits, start)
        with self._models() as model:
            outcome = self._searched(model, cells, limit, limits, start)
            model.clear_clues()
            return outcome

    def _searched(
        self, model: BoardModel | RuleModel, cells: bytes, limit: int, limits: Limits, start: float
    ) -> Outcome:
        model.set_clues(cells)
        built = process_time()
        size = {"variables": len(model.cp.proto.variables), "clauses": len(model.cp.proto.constraints)}
        stats: dict[str, float] = {}
        budget = Budget(limits.in_time())
        if self._blocking:
            outcome = collect(_blocked(model, budget, self.seed, stats), limit)
        else:
            assert isinstance(model, BoardModel)
            outcome = _enumerated(model, limit, budget, self.seed, stats)
        if outcome.why and budget.limits is not limits:
            outcome = replace(outcome, why=limits.reached)
        seconds = {"encode_seconds": built - start, "search_seconds": process_time() - built}
        return replace(outcome, stats={**stats, **size, **seconds})


class BoardModel:
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
        self.cells: list[Any] = []
        self.atoms: dict[int, Any] = {}
        self._inside: dict[tuple[int, int, int], Any] = {}
        kinds = {rule.kind for rule in encoding.rules}
        presolved = self.integers and not kinds.intersection(UNSAFE_TO_PRESOLVE)
        self.parameters = LEAN_INTEGERS if presolved else LEAN_MATCHING if "matching" in kinds else LEAN
        if self.integers:
            self._state_integers(encoding)
        else:
            self._state_booleans(encoding, candidates or b"\1" * (geometry.size * self.side))
        self.domains = [variable.domain for variable in self.cp.proto.variables]
        self._changed: list[int] = []

    def _state_integers(self, encoding: Encoding) -> None:
        self.at = list(range(self.geometry.size))
        self.variable_of = dict(zip(self.at, self.at))
        self.cells = [self.cp.new_int_var(1, self.side, "") for _ in self.at]
        for kind, cells in groups(encoding, NumberedBoard(self.geometry)):
            CELL_KINDS[kind].cp_sat(self, cells)

    def _state_booleans(self, encoding: Encoding, candidates: bytes) -> None:
        n, cp = self.side, self.cp
        self.at = [k for k, remains in enumerate(candidates) if remains and not self.filled[k // n]]
        self.variable_of = {atom: index for index, atom in enumerate(self.at)}
        literals = self.atoms  # groups count atoms from 1
        for start in range(0, len(self.at), SLICE):
            check_deadline()
            literals.update((atom + 1, cp.new_bool_var("")) for atom in self.at[start : start + SLICE])
        add = {kind: getattr(self.cp, method) for kind, method in GROUPS.items()}

        def literal(atom: int) -> Any:
            if abs(atom) > len(candidates) and abs(atom) not in literals:  # an intersection's
                literals[abs(atom)] = self.cp.new_bool_var("")
            found = literals.get(abs(atom))
            return ~found if atom < 0 and found is not None else found

        for kind, members in groups(encoding, NumberedBoard(self.geometry)):
            if kind in CELL_KINDS:
                CELL_KINDS[kind].cp_sat(self, members)
            elif group := [x for x in map(literal, members) if x is not None]:
                add[kind](group)

    def inside(self, cell: int, low: int, high: int) -> Any:
        """See `formula.cell_kinds.CpModel`."""
        found = self._inside.get((cell, low, high))
        if found is None:
            check_deadline()
            found = self._inside[cell, low, high] = self.cp.new_bool_var("")
            rest = [digit for digit in range(1, self.side + 1) if not low <= digit <= high]
            for values, literal in ((range(low, high + 1), found), (rest, ~found)):
                self.cp.add_linear_expression_in_domain(self.cells[cell], domain(values)).only_enforce_if(literal)
        return found

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

    def without(self, cp: Any, grid: bytes) -> Any:
        """The model *cp*, or a clone where it is the board's, in which the open cells are no more as in *grid*."""
        n = self.side
        cp = cp.clone() if cp is self.cp else cp
        if self.integers:
            everything = [cp.get_int_var_from_proto_index(k) for k in self.at]
            cp.add_forbidden_assignments(everything, [tuple(grid[cell] for cell in self.at)])
        else:
            true = [self.variable_of[cell * n + grid[cell] - 1] for cell, digit in enumerate(self.filled) if not digit]
            cp.add_bool_or([~cp.get_bool_var_from_proto_index(k) for k in true])
        return cp


@lru_cache
def _collector() -> Any:
    """The callback's class; its base is OR-Tools', which is imported late."""

    class Collector(helper().SolutionCallback):  # type: ignore[misc]
        def __init__(self, model: BoardModel, limit: int) -> None:
            super().__init__()
            self.model, self.limit = model, limit
            self.found: dict[bytes, None] = {}

        def OnSolutionCallback(self) -> None:
            self.found[self.model.grid(self.Response().solution)] = None
            if len(self.found) == self.limit:
                self.StopSearch()

    return Collector


def _enumerated(model: BoardModel, limit: int, budget: Budget, seed: int, stats: dict[str, float]) -> Outcome:
    """All solutions in one call, which a callback stops at the limit."""
    collector = _collector()(model, limit)
    answer = solve(model.cp, {**model.parameters, "enumerate_all_solutions": True}, budget, seed, collector)
    stats.update(answer.counters)
    complete = answer.status in ("optimal", "infeasible")
    enough = 0 < limit <= len(collector.found)
    return Outcome(tuple(collector.found), complete, "" if complete or enough else reason_of(budget.limits))


def _blocked(model: BoardModel | RuleModel, budget: Budget, seed: int, stats: dict[str, float]) -> Iterator[bytes]:
    """Solve, forbid the solution, solve again. Raises BudgetSpent."""
    cp = model.cp
    while True:
        answer = solve(cp, model.parameters, budget, seed)
        for counter, value in answer.counters.items():
            stats[counter] = stats.get(counter, 0) + value
        if answer.status == "infeasible":
            return
        if answer.status == "unknown":
            raise BudgetSpent(reason_of(budget.limits))
        grid = model.grid(answer.values)
        yield grid
        cp = model.without(cp, grid)
