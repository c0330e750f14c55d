"""PySAT behind one small class. Only this file and `minicard_rows` touch PySAT's solvers."""

from __future__ import annotations

import threading
import time
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import combinations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pysat
import pysolvers

from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits, check_deadline, reason_of
from cpsudoku.collector import collector_paused
from cpsudoku.engines.answer import Answer, Sat, Unknown, Unsat
from cpsudoku.engines.sat.bulk import cadical_assumer, cadical_loader
from cpsudoku.errors import UnknownName, UsageError, unknown
from cpsudoku.interrupts import IN_BROWSER, put_off
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.formula import Clauses
from cpsudoku.kernels.clauses.solver_methods import Assuming

if TYPE_CHECKING:
    from pysat.solvers import Solver

NATIVE_AT_MOST = ("minicard", "gluecard3", "gluecard4")
"""Solvers that take at-most-k rows as they are."""
PROVING = ("cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "glucose42", "lingeling")
"""Solvers that can log a proof."""
ONE_SHOT = ("kissat404",)
"""Solvers that answer once: asked again, they abort the whole process. They get a fresh start for every question."""
UNINTERRUPTIBLE = ("cadical", "cryptosat", "kissat", "lingeling")
"""How the names of solvers begin that PySAT cannot interrupt."""
LARGE_SOLVER = "minisat22"
"""On open boards of 36x36 to 64x64 faster than every other solver of PySAT, native at-most-one included."""
_NO_LIMITS = "takes no limits; leave --timeout and --conflicts out, or take another"
SLICE = 100_000
"""Clauses fed between two checks of the clock."""
FIRST_SLICE = 100
"""Conflicts before the first check of the clock; up to twice as many before each further one."""
UNLIMITED_SLICE = 2_000
"""Conflicts of the first slice where no limit of time is set (some tenths of a second); each has so many more."""
LOOK_EVERY = 0.2
"""Seconds between two checks of the clock, about."""
LARGE_FORMULA = 10_000
"""Variables beyond which a few conflicts can take longer than a limit may be exceeded: a timer ends the solver."""
LONG_SLICE = 3.0
"""Seconds at most, about, where slices are asked to be long (`Incremental.slice`)."""


@lru_cache(maxsize=1)
def solver_names() -> dict[str, str]:
    """Every name or alias PySAT knows -> PySAT's own name of the solver."""
    from pysat.solvers import SolverNames

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
        raise UnknownName(unknown("SAT solver", name, sorted(set(solver_names().values())))) from None


def _started(name: str, with_proof: bool = False, clauses: Sequence[Sequence[int]] = ()) -> Solver:
    """PySAT's solver of that name. Raises UsageError where it needs a package that is not installed."""
    from pysat.solvers import NoSuchSolverError, Solver, SolverNames  # 20 ms, and Minicard's rows need none of it

    aliases = getattr(SolverNames, name)
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        raise UsageError("solver 'cryptosat' needs the package pycryptosat: pip install pycryptosat")
    try:
        # PySAT itself takes some solvers by their aliases only
        return Solver(name if name in aliases else aliases[0], bootstrap_with=clauses, with_proof=with_proof)
    except NoSuchSolverError:
        raise UsageError(f"solver {name!r} cannot be used: this PySAT lacks it") from None


def free_once(holder: Any) -> None:
    """Free the C object that *holder* (one of PySAT's solvers or totalizers) owns; nothing where that is done already.

    PySAT's `delete` frees the object and forgets the pointer afterwards. An exception between the two, such as the one
    that Ctrl-C raises, would have PySAT's `__del__` free it a second time, which crashes. So the holder forgets
    everything first, and PySAT's own `delete` works on a copy that has no `__del__`. In the worst case memory is lost.
    """
    type(holder).delete(forgotten(holder))


def forgotten(holder: Any) -> SimpleNamespace:
    """What *holder* owned: it forgets everything, and frees nothing any more."""
    owned = SimpleNamespace(**vars(holder))
    vars(holder).update(dict.fromkeys(vars(holder)))  # one call of C: no signal handler runs within it
    return owned


def _free(solver: Solver) -> None:
    """Free the solver's memory; it cannot be used afterwards."""
    inner = solver.solver
    if inner is not None:
        free_once(inner)
        solver.solver = None


class _NoMainThread:
    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _own_handler_off() -> Iterator[None]:
    """Keep PySAT from setting its own handler of Ctrl-C, which takes effect after the call. For short calls.

    That handler leaves the solver by longjmp, whatever it was writing. PySAT sets it in the main thread alone, which it
    knows by `MainThread`; so other threads are not concerned.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    from pysat import solvers
    from pysat._utils import MainThread

    try:
        solvers.MainThread = _NoMainThread
        yield
    finally:
        solvers.MainThread = MainThread


class Incremental:
    """One live solver: clauses go in, questions under assumptions come out as Answers. Close it, or use `with`.

    Clauses are lists of literals, or one array with a 0 after each (as in `Clauses`), loaded at once where possible.
    Making it raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(
        self,
        name: str,
        clauses: Iterable[Sequence[int]] | Clauses | array[int] = (),
        atmosts: Iterable[tuple[Sequence[int], int]] = (),
        with_proof: bool = False,
    ):
        self.name = solver_named(name)
        self.slice: int | None = None
        """Conflicts between two checks for Ctrl-C, and for the clock where LONG_SLICE seconds and the time left are
        enough for them; None: UNLIMITED_SLICE, and by LOOK_EVERY where there is a limit of time."""
        self._kept: list[Sequence[int]] | None = [] if self.name in ONE_SHOT else None
        self._solver = _started(self.name, with_proof)
        self._free = weakref.finalize(self, _free, self._solver)  # also at exit, while PySAT is still there
        if isinstance(clauses, Clauses):
            clauses = clauses.flat()
        if not isinstance(clauses, array):
            self._feed(clauses if isinstance(clauses, list) else list(clauses))
        elif not self._loaded(clauses):
            with collector_paused():
                self._feed(lists(clauses, len(clauses)))
        try:
            for literals, bound in atmosts:
                if self.name not in NATIVE_AT_MOST:
                    raise UsageError(
                        f"solver {name!r} has no native at-most constraints; use one of {', '.join(NATIVE_AT_MOST)}"
                    )
                check_deadline()
                self._solver.add_atmost(list(literals), bound)
        except BaseException:
            self.close()
            raise

    def _loaded(self, literals: array[int]) -> bool:
        """Load them all at once, where that can be done."""
        load = cadical_loader(pysolvers, pysat.__version__) if self.name == "cadical153" else None
        if load is None:
            return False
        try:
            for at in range(0, len(literals), 3 * SLICE):
                check_deadline()
                load(self._solver.solver.cadical, literals, at, min(len(literals), at + 3 * SLICE))
        except BaseException:
            self.close()
            raise
        return True

    def _feed(self, clauses: list[Sequence[int]]) -> None:
        if self._kept is not None:
            self._kept += clauses
            return
        try:
            for at in range(0, len(clauses), SLICE):
                check_deadline()
                self._solver.append_formula(clauses[at : at + SLICE], no_return=True)
        except BaseException:
            self.close()
            raise

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
        answer = self._asked(assumptions, limits)
        if answer is None:
            return Unknown(reason_of(limits))
        if answer:
            return Sat(self._solver.get_model() or [])
        return Unsat(tuple(self._solver.get_core() or ()) if assumptions else ())

    def _once(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        """The answer of a one-shot solver: everything loaded anew, assumptions as units; no budgets, no cores."""
        if limits:
            raise UsageError(f"solver {self.name!r} {_NO_LIMITS}")
        solver = _started(self.name, clauses=[*(self._kept or []), *([x] for x in assumptions)])
        try:
            return Sat(solver.get_model() or []) if self._whole(solver) else Unsat(tuple(assumptions))
        finally:
            _free(solver)

    def core(self, assumptions: Sequence[int], limits: Limits = NO_LIMITS) -> Sequence[int] | Unknown | None:
        """The assumptions that already are unsatisfiable; None where they are satisfiable (the model is not read)."""
        if self.name == "cadical153" and not limits:
            # many small questions: PySAT's C functions, without its classes around each call
            cadical = self._solver.solver.cadical
            pysolvers.cadical153_cbudget(cadical, UNLIMITED_SLICE)
            found = pysolvers.cadical153_solve_lim(cadical, assumptions, 0)
            if found:
                return None if found > 0 else pysolvers.cadical153_core(cadical, assumptions) or ()
        answer = self._asked(assumptions, limits)
        if answer is None:
            return Unknown(reason_of(limits))
        return None if answer else self._solver.get_core() or ()

    def assuming(self) -> Assuming | None:
        """Direct access for questions about clues, without PySAT's lists, until `close`; None where there is none."""
        assumer = cadical_assumer(pysolvers, pysat.__version__) if self.name == "cadical153" else None
        return None if assumer is None else assumer(self._solver.solver.cadical)

    def _asked(self, assumptions: Sequence[int], limits: Limits) -> bool | None:
        """Ask in slices of conflicts, between which the clock and Ctrl-C are looked at; None where *limits* ran out.

        PySAT's own handler of Ctrl-C leaves the solver by longjmp, whatever it was writing: freeing it afterwards
        can crash. Without a limit of time the slices do not depend on the clock: same question, same answer.
        """
        deadline = limits.deadline()
        small = self._solver.nof_vars() < LARGE_FORMULA
        if deadline is None or small or self.name.startswith(UNINTERRUPTIBLE) or IN_BROWSER:
            return self._in_slices(assumptions, limits, deadline)
        timer = threading.Timer(deadline - time.perf_counter(), self._solver.interrupt)
        with put_off():
            timer.start()
        try:
            return self._in_slices(assumptions, limits, deadline)
        finally:
            timer.cancel()
            timer.join()
            self._solver.clear_interrupt()

    def _in_slices(self, assumptions: Sequence[int], limits: Limits, deadline: float | None) -> bool | None:
        left = limits.conflicts
        slice_ = self.slice or UNLIMITED_SLICE
        if limits.seconds is not None and (self.slice is None or limits.seconds < 4 * LONG_SLICE):
            slice_ = FIRST_SLICE
        while True:
            budget = slice_ if left is None else min(left, slice_)
            began = time.perf_counter()
            try:
                self._solver.conf_budget(budget)
                answer = self._slice(assumptions)
            except NotImplementedError:
                if limits:
                    raise UsageError(f"solver {self.name!r} {_NO_LIMITS}") from None
                return self._whole(self._solver, assumptions)
            if answer is not None:
                self._solver.conf_budget(-1)
                return answer
            if left is not None:
                left -= budget
                if left <= 0:
                    return None
            now = time.perf_counter()
            if deadline is None:
                slice_ += UNLIMITED_SLICE  # ever longer: what forgets its clauses when it begins anew must end, too
            else:
                if now >= deadline:
                    return None
                if self.slice is None:
                    slice_ = next_slice(budget, now - began, deadline - now)
                else:
                    slice_ = fitting(budget, now - began, self.slice, min(LONG_SLICE, deadline - now))

    def _whole(self, solver: Solver, assumptions: Sequence[int] = ()) -> bool:
        """The answer of a solver that knows no budgets: PySAT then hears Ctrl-C, and has an error of its own for it.

        What the solver was writing is left half done: it is not freed, which could crash, and asked nothing more.
        """
        try:
            return bool(solver.solve(assumptions=assumptions))
        except pysolvers.error as error:
            if "interrupt" in str(error):
                forgotten(solver.solver)
                raise KeyboardInterrupt from None
            raise

    def _slice(self, assumptions: Sequence[int]) -> bool | None:
        """The answer within the budget set, or None, with Python's own handler of signals in place."""
        if not self.name.startswith("cadical"):
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            return answer
        inner = self._solver.solver  # of these, PySAT's classes take no notice of `expect_interrupt`
        found = getattr(pysolvers, f"{self.name}_solve_lim")(inner.cadical, assumptions, 0)
        inner.status = None if found == 0 else found > 0
        inner.prev_assumps = assumptions
        return cast("bool | None", inner.status)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Unit propagation alone: (no conflict, the literals that hold)."""
        if not self._solver.nof_vars():  # without clauses CaDiCaL reports a conflict
            return True, []
        with _own_handler_off():
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

    def conflicts(self) -> int:
        """Those so far; 0 where the solver does not count."""
        return int(self.counters().get("conflicts", 0))

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
    with Incremental(solver, clauses, with_proof=True) as live:
        answer = live.solve((), limits)
        return live.lemmas() if isinstance(answer, Unsat) else answer


def random_solution(
    rows: list[list[int]], liked: Sequence[int], solver: str = "minicard", limits: Limits = NO_LIMITS
) -> list[int] | None:
    """A model of exactly-one *rows* from a fresh solver that tries the literals *liked* first; None without one.

    Raises BudgetSpent where *limits* were reached first.
    """
    with exactly_one(solver, rows) as fresh:
        fresh.prefer(liked)
        answer = fresh.solve((), limits)
        if isinstance(answer, Unknown):
            raise BudgetSpent(answer.why)
        return answer.model if isinstance(answer, Sat) else None


def next_slice(conflicts: int, seconds: float, left: float = LOOK_EVERY) -> int:
    """Conflicts before the next look at the clock, after a slice of so many took so long, where so long is *left*."""
    return fitting(conflicts, seconds, 2 * conflicts, min(left, LOOK_EVERY))


def fitting(conflicts: int, seconds: float, most: int, within: float) -> int:
    """At *most* so many conflicts, after a slice that took so long: as many as go *within* some seconds, about."""
    return max(10, min(most, int(conflicts * within / max(seconds, 1e-6))))


def exactly_one(name: str, rows: list[list[int]]) -> Incremental:
    """A solver that holds: exactly one of each row."""
    if name in NATIVE_AT_MOST:
        return Incremental(name, rows, [(row, 1) for row in rows])
    pairs: set[tuple[int, int]] = set()
    for row in rows:
        check_deadline()
        pairs.update((min(pair), max(pair)) for pair in combinations(row, 2))
    return Incremental(name, [*rows, *([-a, -b] for a, b in sorted(pairs))])


def models_of(
    name: str,
    rows: list[list[int]],
    limits: Limits,
    stats: dict[str, float] | None = None,
    mixed: Sequence[int] = (),
) -> Iterator[list[int]]:
    """The models of exactly-one *rows* by any solver, each blocked before the next. Raises BudgetSpent.

    *mixed*: see `enumerated`. *stats*, where given, gets with each model the CPU seconds of loading and what the solver
    counts.
    """
    budget, cpu = Budget(limits), time.process_time()
    with budget.preparing():
        solver = exactly_one(name, rows)
    if stats is not None:
        stats["load_seconds"] = time.process_time() - cpu
    yield from enumerated(solver, max(max(map(abs, row)) for row in rows), budget, stats=stats, mixed=mixed)


def enumerated(
    solver: Incremental,
    variables: int,
    budget: Budget,
    answer: Answer | None = None,
    stats: dict[str, float] | None = None,
    mixed: Sequence[int] = (),
) -> Iterator[list[int]]:
    """The models of a loaded solver over its first *variables*, each blocked before the next; closes it.

    Raises BudgetSpent where what is left of the budget, its conflicts counted by this solver, ends them. Models differ
    in which variables are true or, of the first ones, in the *mixed* ones (a byte each, from 0 on) in any way. *answer*
    is the solver's first answer where it is known. *stats*, where given, gets what the solver counts.
    """
    limits, spent = budget.limits, budget.spent
    with solver:
        while True:
            if answer is None:
                if limits:
                    budget.spent = spent + solver.conflicts()
                answer = solver.solve((), budget.left())
            if stats is not None:
                stats.update(solver.counters())
            if isinstance(answer, Unknown):
                raise BudgetSpent(reason_of(limits))
            if not isinstance(answer, Sat):
                return
            yield answer.model
            budget.check_time()
            solver.add([-v for v in answer.model[:variables] if v > 0 or (mixed and mixed[-v])])
            answer = None
