"""Oracles over the clues of one solution: do the clues in these cells determine it?

Take a solution S and forbid it once, for good. Then a set of clues determines S exactly when "rules and not S" is
unsatisfiable under these clues. A soft constraint is a cell; its clue is the digit of S. One oracle serves many
solutions, one after the other.

`sat` is SAT alone: one incremental solver with the clues as assumptions. An unsatisfiable answer brings a core, clues
that already determine S, so that all others can go; a model is a second solution, which shows that a clue is needed.

`hybrid` needs fewer questions to SAT. Unavoidable sets of the solution show that a clue is needed, and on the classic
board a kernel looks for a second solution in a few branches; SAT proves that the clues left are enough.

Any other engine counts solutions to two, its core is all the clues, and unavoidable sets spare it questions.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Sat
from cpsudoku.errors import UnknownName
from cpsudoku.kernels.clauses.solver_methods import SATISFIABLE
from cpsudoku.lending import Lender
from cpsudoku.subsets.oracle import Answer, Consistent, Inconsistent, Unknown, answer_of

if TYPE_CHECKING:
    from cpsudoku.engines.engine import Engine
    from cpsudoku.engines.sat.pysat_solvers import Incremental
    from cpsudoku.formula.definition import EncodingLike
    from cpsudoku.kernels.classic.rivals import Witnesses
    from cpsudoku.kernels.clauses.solver_methods import Assuming


HYBRID = "hybrid"
"""SAT with a kernel's help, for `reduce` and `generate`."""
SOLVER = "cadical153"
LARGEST = 25
"""The largest side that SOLVER serves; beyond it is `LARGE_SOLVER`: on a full 36x36 board that one removes 621 clues in
15 s, SOLVER none."""
BRANCHES = 20
"""Of the search for a witness: more find hardly any that these do not."""
REBUILD_EVERY = 300
"""Solutions after which the solver is made anew: old learnt clauses slow some solvers."""
KEPT_FLAT = 200_000
"""Clauses up to which they are kept as an array, too, which loads faster; boards with more are seldom made anew."""
AT_ONCE = 2_000
"""Conflicts (some tenths of a second) of a question that nothing interrupts."""


class SatOracle:
    """Incremental SAT: the solution is forbidden, each clue is an assumption.

    Each solution's blocking clause hangs on an activation literal that is retired with it. Answers (not cores) are
    those of a fresh solver. *hybrid*: unavoidable sets and witnesses spare questions; `uses_sets` says so. Not to be
    shared between threads.
    """

    def __init__(
        self,
        geometry: Geometry,
        solver: str | None = None,
        encoding: EncodingLike | None = None,
        *,
        hybrid: bool = False,
    ):
        from cpsudoku.formula import catalog
        from cpsudoku.formula.clauses import formula, full_encoding

        self.name = HYBRID if hybrid else "sat"
        self.geometry = geometry
        self.uses_sets = hybrid
        self._formula = formula(catalog.load(encoding or full_encoding(geometry)), geometry)
        self._solver_name = solver
        clauses = self._formula.clauses
        self._clauses = array("i", [x for row in clauses for x in (*row, 0)]) if len(clauses) <= KEPT_FLAT else clauses
        self._solver: Incremental | None = None
        self._served = self._active = 0
        literal, digits = self._formula.literal, range(1, geometry.side + 1)
        self._table = [[0, *[literal(cell, digit) for digit in digits]] for cell in range(geometry.size)]
        self._cells = b""
        self._literals: list[int] = []
        self._cell_of: dict[int, Cell] = {}
        self._assuming: Assuming | None = None

    def take(self, solution: Solution) -> None:
        """The solution the next questions are about."""
        from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental

        if self._solver is not None and self._served >= REBUILD_EVERY:
            self.close()
        if self._solver is None:
            name = self._solver_name or (SOLVER if self.geometry.side <= LARGEST else LARGE_SOLVER)
            self._solver = Incremental(name, self._clauses, self._formula.atmosts)
            self._served, self._active = 0, self._formula.variables
            self._assuming = self._solver.assuming()
        elif self._served:
            self._solver.add([-self._active])
        self._served += 1
        self._active += 1
        old, self._cells = self._literals, solution.cells
        self._literals = [row[digit] for row, digit in zip(self._table, solution.cells)]
        self._cell_of = dict(zip(self._literals, range(len(self._literals))))
        self._solver.add([-self._active, *self._formula.blocking_clause(solution.cells)])
        # searching near the solution finds rivals some 8 % sooner
        self._solver.prefer([*[-x for x in old], *self._literals])
        if self._assuming is not None:
            self._assuming.about(array("i", self._literals), self._active)

    def check(self, subset: Sequence[Cell], limits: Limits = NO_LIMITS, *, witness: bool = False) -> Answer:
        """See `subsets.oracle`. *witness*: a Consistent has its grid."""
        if self._solver is None:
            raise RuntimeError("take a solution first")
        if self._assuming is not None and not limits and not witness:
            cells = list(subset)
            found = self._assuming.ask(cells, AT_ONCE)
            if found:
                return Consistent() if found == SATISFIABLE else Inconsistent(frozenset(self._assuming.core(cells)))
        literals = self._literals
        assumed = [self._active, *[literals[cell] for cell in subset]]
        core: Sequence[int] | Unknown | None
        if witness:
            answer = self._solver.solve(assumed, limits)
            if isinstance(answer, Sat):
                return Consistent(self._formula.decode(answer.model))
            core = answer if isinstance(answer, Unknown) else answer.core
        else:
            core = self._solver.core(assumed, limits)
        if core is None or isinstance(core, Unknown):
            return Consistent() if core is None else core
        active, cell_of = self._active, self._cell_of
        return Inconsistent(frozenset([cell_of[x] for x in core if x != active]))

    def assuming(self) -> Assuming | None:
        """The compiled solver's questions about the current solution, without limits; None where there is none."""
        return self._assuming

    def witnesses(self) -> Witnesses | None:
        """The search for other solutions before a question; None where there is none."""
        from cpsudoku.kernels.classic.rivals import Witnesses

        return Witnesses(self._cells, BRANCHES) if self.uses_sets and self.geometry.is_classic else None

    def close(self) -> None:
        """Free the solver's memory."""
        if self._solver is not None:
            if self._assuming is not None:
                self._assuming.end()
            self._solver.close()
            self._solver = self._assuming = None


class CountingOracle:
    """Any engine: counts solutions to two."""

    uses_sets = True

    def __init__(self, engine: Engine):
        self.name = engine.name
        self.geometry = engine.geometry
        self._engine = engine
        self._cells = b""

    def take(self, solution: Solution) -> None:
        """See `SatOracle`."""
        self._cells = solution.cells

    def check(self, subset: Sequence[Cell], limits: Limits = NO_LIMITS) -> Answer:
        """See `subsets.oracle`; a Consistent has its grid."""
        puzzle = bytearray(len(self._cells))
        for cell in subset:
            puzzle[cell] = self._cells[cell]
        return answer_of(self._engine.search(bytes(puzzle), 2, limits), (self._cells,), subset)

    def assuming(self) -> None:
        """See `SatOracle`."""
        return None

    def witnesses(self) -> None:
        """See `SatOracle`."""
        return None


ClueOracle = SatOracle | CountingOracle
"""It serves many solutions, one after the other; one user at a time (see `oracle_of`)."""


def clue_oracle(name: str, geometry: Geometry, encoding: EncodingLike | None = None) -> ClueOracle:
    """The oracle for an engine's name: an engine of the registry, or `hybrid`. Raises UnknownName, UsageError."""
    if name == HYBRID:
        return SatOracle(geometry, None, encoding, hybrid=True)
    base, _, argument = name.partition(":") if isinstance(name, str) else ("", "", "")
    if base == "sat" and (argument or name == "sat"):
        return SatOracle(geometry, argument, encoding)
    from cpsudoku.engines.registry import engine

    try:
        return CountingOracle(engine(name, geometry, encoding=encoding))
    except UnknownName as problem:
        raise UnknownName(f"{problem}; for taking clues away also {HYBRID}") from None


oracle_of: Lender[ClueOracle] = Lender(clue_oracle)
"""`with oracle_of(engine, geometry, encoding) as oracle`: no other user changes the solution it takes."""
