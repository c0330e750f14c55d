"""Engine `sat`: PySAT. The only file that touches PySAT's solvers.

Two routes. `--simplify singles`: the kernel propagates singles, and what stays open becomes a small
formula for a fresh solver (Minicard with native at-most-one by default: few rows, quick to load; from side
25 on MiniSat over intersections that lines and boxes share).
`--simplify none`: the full formula of an encoding in one incremental solver; clues are assumptions and
each puzzle's blocking clauses hang on an activation literal, retired by a unit clause afterwards
(without the retirement a later puzzle with the same solution would be answered wrongly).
"""

from __future__ import annotations

import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pysolvers
from pysat.solvers import NoSuchSolverError, Solver, SolverNames

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import EnginesDisagree, UnknownName, UsageError
from cpsudoku.formula.reduced import reduced
from cpsudoku.kernels.singles import CONTRADICTION, OPEN, SOLVED, Board
from cpsudoku.solvers.answer import Answer, Sat, Unknown, Unsat
from cpsudoku.solvers.engine import NO_LIMITS, Limits, Outcome

if TYPE_CHECKING:
    from cpsudoku.formula.clauses import Formula
    from cpsudoku.formula.definition import Encoding

NATIVE_AT_MOST = ("minicard", "gluecard3", "gluecard4")
"""Solvers that take at-most-k rows as they are."""
PROVING = ("cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "glucose42", "lingeling")
"""Solvers that can log a proof."""
ONE_SHOT = ("kissat404",)
"""Solvers that answer once: asked again, they abort the whole process. They get a fresh start for every question."""
_NO_LIMITS = "takes no limits; leave --timeout and --conflicts out, or take another"
SLOW_PROPAGATE = ("cadical195", "cadical300")
REBUILD_EVERY = 300
"""Puzzles after which the incremental solver is made anew: old learnt clauses slow Glucose and MiniSat."""
LARGE_SIDE = 25
"""From this side on, what singles leave open is stated with shared intersections and served by LARGE_SOLVER."""
LARGE_SOLVER = "minisat22"
LARGE_SOLVERS = (LARGE_SOLVER, "glucose4", "glucose4", "cadical153")
"""What open large boards are given to in turn: short attempts of quick solvers, then a steady one to the end."""
ONE_SHOT = ("kissat404",)
"""Solvers that answer once: asked again, they abort the whole process. They get a fresh start for every question."""
_NO_LIMITS = "takes no limits; leave --timeout and --conflicts out, or take another"
SLOW_PROPAGATE = ("cadical195", "cadical300")
REBUILD_EVERY = 300
"""Puzzles after which the incremental solver is made anew: old learnt clauses slow Glucose and MiniSat."""
LARGE_SIDE = 25
"""From this side on, what singles leave open is stated with shared intersections and served by LARGE_SOLVER."""
LARGE_SOLVER = "minisat22"
RESTART_SOLVER = "glucose4"
"""Where LARGE_SOLVER's first budget did not suffice."""
"""On random holes at 36x36 to 64x64 faster than every other solver of PySAT, native at-most-one included."""
FULL_ENCODING = "extended-dedup"
"""Served where a full formula is wanted and none was named: the strongest propagation for its size."""
_SEARCH, _DEFECT = 9, 3
_FROM_SINGLES = bytes.maketrans(bytes([OPEN, SOLVED, CONTRADICTION]), bytes([_SEARCH, 0, 2]))
FIRST_SLICE = 100
"""Conflicts before the first look at the clock; doubled for each further one."""


@lru_cache(maxsize=1)
def solver_names() -> dict[str, str]:
    """Every name or alias PySAT knows -> PySAT's own name of the solver."""
    found = {}
    for name, aliases in vars(SolverNames).items():
        if not name.startswith("_"):
            for alias in (name, *aliases):
                found[alias.lower()] = name
    return found


def solver_named(name: str) -> str:
    """PySAT's own name for a solver name or alias. Raises UnknownName listing the solvers."""
    try:
        return solver_names()[name.lower()]
    except KeyError:
        known = ", ".join(sorted(set(solver_names().values())))
        raise UnknownName(f"SAT solver {name!r} is unknown; PySAT ships {known}") from None


def _started(name: str, with_proof: bool = False, clauses: Sequence[Sequence[int]] = ()) -> Solver:
    """PySAT's solver of that name. Raises UsageError where it needs a package that is not installed."""
    aliases = getattr(SolverNames, name)
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        raise UsageError("solver 'cryptosat' needs the package pycryptosat: pip install pycryptosat")
    try:
        # PySAT itself takes some solvers by their aliases only
        return Solver(name if name in aliases else aliases[0], bootstrap_with=clauses, with_proof=with_proof)
    except NoSuchSolverError:
        raise UsageError(f"solver {name!r} cannot be used: this PySAT lacks it") from None


class Incremental:
    """One live solver: clauses go in, questions under assumptions come out as Answers. Close it, or use `with`."""

    def __init__(
        self,
        name: str,
        clauses: Iterable[Sequence[int]] = (),
        atmosts: Iterable[tuple[Sequence[int], int]] = (),
        with_proof: bool = False,
    ):
        self.name = solver_named(name)
        self._kept: list[Sequence[int]] | None = [] if self.name in ONE_SHOT else None
        self._solver = _started(self.name, with_proof)
        self._free = weakref.finalize(self, self._solver.delete)  # also at exit, while PySAT is still there
        clauses = clauses if isinstance(clauses, list) else list(clauses)
        if self._kept is not None:
            self._kept += clauses
        else:
            self._solver.append_formula(clauses, no_return=True)
        for literals, bound in atmosts:
            if self.name not in NATIVE_AT_MOST:
                self.close()
                raise UsageError(
                    f"solver {name!r} has no native at-most constraints; use one of {', '.join(NATIVE_AT_MOST)}"
                )
            self._solver.add_atmost(list(literals), bound)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        if self._kept is not None:
            self._kept.append(list(clause))
        else:
            self._solver.add_clause(clause)

    def adder(self) -> Callable[[list[int]], object]:
        """`add`, for LARGE_SOLVER without PySAT's Python layer: half the time where millions of clauses come."""
        if self.name == LARGE_SOLVER:
            return partial(pysolvers.minisat22_add_cl, self._solver.solver.minisat)
        return self.add

    def solve(self, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS) -> Answer:
        """Is the formula satisfiable under *assumptions*? Unknown where *limits* ran out first."""
        if self._kept is not None:
            return self._once(assumptions, limits)
        answer = self._limited(assumptions, limits) if limits else self._solver.solve(assumptions=assumptions)
        if answer is None:
            return Unknown(_why(limits))
        if answer:
            return Sat(self._solver.get_model() or [])
        return Unsat(tuple(self._solver.get_core() or ()) if assumptions else ())

    def _once(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        """The answer of a one-shot solver: everything loaded anew, assumptions as units; no budgets, no cores."""
        if limits:
            raise UsageError(f"solver {self.name!r} {_NO_LIMITS}")
        with _started(self.name, clauses=[*(self._kept or []), *([x] for x in assumptions)]) as solver:
            return Sat(solver.get_model() or []) if solver.solve() else Unsat(tuple(assumptions))

    def core(self, assumptions: Sequence[int], limits: Limits = NO_LIMITS) -> Sequence[int] | Unknown | None:
        """The assumptions that already are unsatisfiable; None where they are satisfiable (the model is not read)."""
        if self.name == "cadical153" and not limits:
            # many small questions: PySAT's C functions, without its classes and its signal handler around each call
            cadical = self._solver.solver.cadical
            found = pysolvers.cadical153_solve(cadical, assumptions, 0)
            return None if found else pysolvers.cadical153_core(cadical, assumptions) or ()
        answer = self._limited(assumptions, limits) if limits else self._solver.solve(assumptions=assumptions)
        if answer is None:
            return Unknown(_why(limits))
        return None if answer else self._solver.get_core() or ()

    def _limited(self, assumptions: Sequence[int], limits: Limits) -> bool | None:
        deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        left = limits.conflicts
        slice_ = FIRST_SLICE if deadline is not None else left or 0
        while True:
            budget = slice_ if left is None else min(left, slice_)
            slice_ *= 2
            try:
                self._solver.conf_budget(budget)
                answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
            except NotImplementedError:
                raise UsageError(f"solver {self.name!r} {_NO_LIMITS}") from None
            if answer is not None:
                self._solver.conf_budget(-1)
                return answer
            if left is not None:
                left -= budget
                if left <= 0:
                    return None
            if deadline is not None and time.perf_counter() >= deadline:
                return None

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Unit propagation alone: (no conflict, the literals that hold)."""
        ok, literals = self._solver.propagate(assumptions=assumptions)
        return bool(ok), literals or []

    def lemmas(self) -> list[list[int]]:
        """After Unsat, with_proof: the clauses derived, in order; none where propagation alone refutes."""
        steps = [line.split() for line in self._solver.get_proof() or ()]
        return [[int(word) for word in words[:-1]] for words in steps if words and words[0] != "d"]

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these values first when branching, where the solver can."""
        with suppress(NotImplementedError):
            self._solver.set_phases(list(literals))

    def counters(self) -> dict[str, float]:
        """restarts, conflicts, decisions, propagations so far; empty where the solver does not count."""
        try:
            found = self._solver.accum_stats()
        except NotImplementedError:
            found = None
        return dict(found or {})

    def close(self) -> None:
        """Free the solver's memory."""
        self._free()

    def __enter__(self) -> Incremental:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def refutation(
    clauses: Sequence[Sequence[int]], solver: str = "glucose4", limits: Limits = NO_LIMITS
) -> Sat | Unknown | list[list[int]]:
    """The lemmas of a proof that *clauses* are unsatisfiable (deletions left out), or why there is none.

    The solver is fresh and nothing is assumed: a proof under assumptions proves nothing. Raises UsageError for
    solvers that write no proofs.
    """
    if solver_named(solver) not in PROVING:
        raise UsageError(f"solver {solver!r} writes no proofs; these do: {', '.join(PROVING)}")
    with Incremental(solver, with_proof=True) as live:
        for clause in clauses:
            live.add(clause)
        answer = live.solve((), limits)
        return live.lemmas() if isinstance(answer, Unsat) else answer


def _why(limits: Limits) -> str:
    parts = []
    if limits.conflicts is not None:
        parts.append(f"{limits.conflicts} conflicts")
    if limits.seconds is not None:
        parts.append(f"{limits.seconds:g} s")
    return "gave up after " + " or ".join(parts)


class SatEngine:
    """Engine `sat`, or `sat:NAME` for any solver PySAT ships."""

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        encoding: str | Path | Encoding | None = None,
        simplify: str | None = None,
        seed: int = 0,
    ):
        if simplify not in (None, "singles", "none"):
            raise UsageError(f"simplify {simplify!r} is unknown; known: singles, none")
        if simplify == "singles" and encoding is not None:
            raise UsageError("an encoding is measured on its full formula: leave --simplify out, or say none")
        self.geometry = geometry
        self.simplify = simplify or ("none" if encoding is not None else "singles")
        self.solver = solver_named(argument) if argument else None
        self.name = f"sat:{argument}" if argument else "sat"
        self.board = board_of(geometry)
        self._encoding = encoding
        self._full: _Full | None = None

    @property
    def formula(self) -> Formula:
        """The full formula of this engine's encoding (`FULL_ENCODING` where none was named)."""
        from cpsudoku.formula import shelf
        from cpsudoku.formula.clauses import formula

        return formula(shelf.load(self._encoding or FULL_ENCODING), self.geometry)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`."""
        if self.simplify == "none":
            if self._full is None:
                self._full = _Full(self.formula, self.solver)
            return self._full.search(cells, limit, limits)
        status = self.board.load(cells)
        if status == CONTRADICTION:
            return Outcome((), True)
        if status == SOLVED:
            return Outcome((self.board.values(),), limit != 1)
        return self._search_open(limit, limits)

    def verify_block(self, cells: bytes, number: int) -> tuple[bytes, bytes, dict[int, bytes], dict[int, str]]:
        """Search *number* puzzles for two solutions each: statuses, first grids, second grids and reasons by index.

        A status is 0 unique, 1 multiple, 2 impossible. Grids are checked against the rules and the clues.
        """
        size, board = self.geometry.size, self.board
        statuses, grids = bytearray(number), bytearray(number * size)
        seconds: dict[int, bytes] = {}
        singles = self.simplify == "singles"
        if singles:
            board.batch(cells, number, grids, statuses)
            if _DEFECT in statuses:
                raise EnginesDisagree(f"singles gave a wrong grid for puzzle {statuses.index(_DEFECT) + 1} of a block")
            statuses = statuses.translate(_FROM_SINGLES)
            todo = [k for k, status in enumerate(statuses) if status == _SEARCH]
        else:
            todo = list(range(number))
        for k in todo:
            start = k * size
            clues = cells[start : start + size]
            if singles:
                board.load(clues)
                found = self._search_open(2, NO_LIMITS).solutions
            else:
                found = self.search(clues, 2).solutions
            for grid in found:
                if not board.is_solution(grid, clues):
                    raise EnginesDisagree(f"{self.name} gave a wrong grid for puzzle {k + 1} of a block")
            statuses[k] = (2, 0, 1)[len(found)]
            if found:
                grids[start : start + size] = found[0]
            if len(found) > 1:
                seconds[k] = found[1]
        return bytes(statuses), bytes(grids), seconds, {}

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other, by the route of `simplify="singles"`."""
        status = self.board.load(cells)
        if status == SOLVED:
            yield self.board.values()
        elif status != CONTRADICTION:
            for grid in self._grids(NO_LIMITS, {}):
                assert grid is not None
                yield grid

    def _search_open(self, limit: int, limits: Limits) -> Outcome:
        """Search what the board's last `load` left open."""
        found: list[bytes] = []
        stats: dict[str, float] = {}
        for grid in self._grids(limits, stats):
            if grid is None:
                return Outcome(tuple(found), False, _why(limits), stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def _grids(self, limits: Limits, stats: dict[str, float]) -> Iterator[bytes | None]:
        """The solutions of what the board's last `load` left open; None where a limit ended the search.

        *stats* gets the size of the formula, and where it can be told the seconds for making and loading it.
        """
        started = time.process_time()
        fixed = self.board.values()
        rows, candidates = self.board.residue()
        stats.update(variables=len(candidates), clauses=len(rows), encode_seconds=time.process_time() - started)
        models: Iterator[list[int] | None]
        if self.geometry.side >= LARGE_SIDE and self.solver not in NATIVE_AT_MOST:
            del stats["clauses"]  # that formula has others than these rows
            candidates.reverse()  # cells with few candidates first
            models = _large_models(self.solver, self.geometry, candidates, limits)
        elif self.solver in (None, "minicard"):
            models = _minicard_models(rows, limits, stats)
        else:
            models = _models(self.solver or "minicard", rows, limits)
        side = self.geometry.side
        for model in models:
            if model is None:
                yield None
                return
            grid = bytearray(fixed)
            for v in islice(model, len(candidates)):
                if v > 0:
                    cell, digit = divmod(candidates[v - 1], side)
                    grid[cell] = digit + 1
            yield bytes(grid)


@lru_cache(maxsize=16)
def board_of(geometry: Geometry) -> Board:
    """The propagation board of a geometry, one a process."""
    return Board(geometry.side, [house.cells for house in geometry.houses])


def random_solution(rows: list[list[int]], liked: Sequence[int], solver: str = "minicard") -> list[int] | None:
    """A model of exactly-one *rows* from a fresh solver that tries the literals *liked* first; None without one."""
    with _exactly_one(solver, rows) as fresh:
        fresh.prefer(liked)
        answer = fresh.solve()
        return answer.model if isinstance(answer, Sat) else None


def _minicard_models(rows: list[list[int]], limits: Limits, stats: dict[str, float]) -> Iterator[list[int] | None]:
    """The models of exactly-one *rows*, each blocked before the next; None where a limit ended the search.

    PySAT's C functions, called directly: its classes cost as much again as the calls on formulas this small.
    """
    started, cpu = time.perf_counter(), time.process_time()
    add_clause, solve = pysolvers.minicard_add_cl, pysolvers.minicard_solve
    add_at_most = pysolvers.minicard_add_am
    solver = pysolvers.minicard_new()
    try:
        for row in rows:
            add_clause(solver, row)
            add_at_most(solver, row, 1)
        stats["load_seconds"] = time.process_time() - cpu
        while answer := _minicard_limited(solver, limits, started) if limits else solve(solver, [], 1):
            model = pysolvers.minicard_model(solver)
            yield model
            add_clause(solver, [-v for v in model if v > 0])
        if answer is None:
            yield None
    finally:
        pysolvers.minicard_del(solver)


def _minicard_limited(solver: object, limits: Limits, started: float) -> bool | None:
    """As `Incremental.solve` with limits, which count from the solver's beginning; None where they are reached."""
    budget = FIRST_SLICE
    while True:
        budget *= 2
        if limits.conflicts is not None:
            budget = min(budget, limits.conflicts - pysolvers.minicard_acc_stats(solver)["conflicts"])
        if budget <= 0:
            return None
        pysolvers.minicard_cbudget(solver, budget)
        answer: bool | None = pysolvers.minicard_solve_lim(solver, [], 1, 0)
        if answer is not None:
            return answer
        if limits.seconds is not None and time.perf_counter() - started >= limits.seconds:
            return None


def _exactly_one(name: str, rows: list[list[int]]) -> Incremental:
    """A solver that holds: exactly one of each row."""
    if name in NATIVE_AT_MOST:
        return Incremental(name, rows, [(row, 1) for row in rows])
    pairs = {(min(pair), max(pair)) for row in rows for pair in combinations(row, 2)}
    return Incremental(name, [*rows, *([-a, -b] for a, b in sorted(pairs))])


def _models(name: str, rows: list[list[int]], limits: Limits) -> Iterator[list[int] | None]:
    """As `_minicard_models` with any solver and limits; None where a limit ended the search."""
    solver = _exactly_one(name, rows)
    yield from _enumerate(solver, max(map(max, rows)), limits, time.perf_counter())


def _large_models(
    name: str | None, geometry: Geometry, candidates: list[int], limits: Limits
) -> Iterator[list[int] | None]:
    """As `_models` for a formula of a million clauses, handed over one by one instead of as lists of lists.

    Variable v is candidates[v-1]. Search times on these boards are heavy-tailed, so without a named solver
    there are several attempts: fresh solvers with a budget of conflicts, told to try "this candidate holds"
    first and narrow cells before wide ones, in another order each time; then CaDiCaL, slower on most
    boards and steady on the rest, without a budget.
    """
    started = time.perf_counter()
    order = candidates
    spent = attempt = 0
    while True:
        formula = reduced(geometry, order)
        solver = Incremental(name or LARGE_SOLVERS[attempt])
        formula.feed(solver.adder())
        answer: Answer | None = None
        if name is None and attempt < len(LARGE_SOLVERS) - 1:
            solver.prefer(range(1, len(candidates) + 1))
            left = _what_is_left(limits, started, spent)
            budget = min(1000 + formula.clauses // (200 if attempt else 60), left.conflicts or sys.maxsize)
            answer = solver.solve((), Limits(left.seconds, budget))
            if isinstance(answer, Unknown):
                solver.close()
                spent += budget
                left = _what_is_left(limits, started, spent)
                if left.seconds == 0 or left.conflicts == 0:
                    yield None
                    return
                attempt += 1
                order = _shuffled(candidates, geometry.side, attempt)
                continue
        number = {candidate: v for v, candidate in enumerate(candidates, start=1)}
        for model in _enumerate(solver, len(candidates), limits, started, answer):
            yield None if model is None else [number[order[v - 1]] for v in model[: len(order)] if v > 0]
        return


def _shuffled(candidates: list[int], side: int, seed: int) -> list[int]:
    """The candidates with cells of equal width in another order."""
    cells: dict[int, list[int]] = {}
    for candidate in candidates:
        cells.setdefault(candidate // side, []).append(candidate)
    rng = Random(seed)
    return [x for cell in sorted(cells.values(), key=lambda cell: (len(cell), rng.random())) for x in cell]


def _enumerate(
    solver: Incremental, variables: int, limits: Limits, started: float, answer: Answer | None = None
) -> Iterator[list[int] | None]:
    """The models of a loaded solver over its first *variables*, each blocked before the next; closes the solver.

    *answer* is its first answer where it was already asked.
    """
    with solver:
        while True:
            if answer is None:
                spent = int(solver.counters().get("conflicts", 0)) if limits else 0
                answer = solver.solve((), _what_is_left(limits, started, spent))
            if isinstance(answer, Unknown):
                yield None
            if not isinstance(answer, Sat):
                return
            yield answer.model
            solver.add([-v for v in answer.model[:variables] if v > 0])
            answer = None


def _what_is_left(limits: Limits, started: float, spent: int) -> Limits:
    """The limits of one puzzle begun at *started*, after *spent* conflicts."""
    if not limits:
        return limits
    seconds, conflicts = limits.seconds, limits.conflicts
    if seconds is not None:
        seconds = max(0.0, seconds - (time.perf_counter() - started))
    if conflicts is not None:
        conflicts = max(0, conflicts - spent)
    return Limits(seconds, conflicts)


class _Full:
    """The full formula in one incremental solver, serving one puzzle after the other."""

    def __init__(self, formula: Formula, solver: str | None):
        self.formula = formula
        self.solver_name = solver or ("minicard" if formula.atmosts else "cadical153")
        self._live: Incremental | None = None
        self._served = 0
        self._next = 0

    def _solver(self) -> Incremental:
        if self._live is not None and self._served >= REBUILD_EVERY:
            self._live.close()
            self._live = None
        if self._live is None:
            self._live = Incremental(self.solver_name, self.formula.clauses, self.formula.atmosts)
            self._served, self._next = 0, self.formula.variables
        self._served += 1
        return self._live

    def search(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        solver, formula = self._solver(), self.formula
        before = solver.counters()
        assumptions = formula.assumptions(cells)
        started = time.perf_counter()
        if limit != 1 and solver.name not in SLOW_PROPAGATE:
            settled = self._by_propagation(solver, assumptions, cells)
            if settled is not None:
                return settled
        self._next += 1
        active = self._next
        assumptions.append(active)
        found: list[bytes] = []
        spent = 0.0
        complete, why = True, ""
        while True:
            left = limits
            if limits:
                seconds = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - started))
                conflicts = None if limits.conflicts is None else max(0, limits.conflicts - int(spent))
                left = Limits(seconds, conflicts)
            answer = solver.solve(assumptions, left)
            spent = solver.counters().get("conflicts", 0) - before.get("conflicts", 0)
            if isinstance(answer, Unknown):
                complete, why = False, _why(limits)
                break
            if isinstance(answer, Unsat):
                break
            grid = formula.decode(answer.model)
            found.append(grid)
            if len(found) == limit:
                complete = False
                break
            solver.add([-active, *formula.blocking_clause(grid)])
        solver.add([-active])  # retires this puzzle's blocking clauses
        after = solver.counters()
        return Outcome(tuple(found), complete, why, {name: after[name] - before.get(name, 0) for name in after})

    def _by_propagation(self, solver: Incremental, assumptions: list[int], cells: bytes) -> Outcome | None:
        """Where unit propagation alone fixes every cell, existence and uniqueness are proven at once."""
        try:
            ok, literals = solver.propagate(assumptions)
        except NotImplementedError:
            return None
        if not ok:
            return Outcome((), True)
        last = self.formula.cell_variables
        of_cells = [x for x in literals if -last <= x <= last]
        if len(of_cells) < last:
            return None
        grid = self.formula.decode(of_cells)
        return Outcome((grid,) if board_of(self.formula.geometry).is_solution(grid, cells) else (), True)
