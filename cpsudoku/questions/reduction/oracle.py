"""The engines that answer "do these clues determine the solution?" while clues are taken away.

`sat` is SAT alone: one incremental solver with the clues as assumptions. An unsatisfiable answer brings a core, clues
that already suffice, so that all others can go; a model is a second solution, which shows that a clue is needed.

`hybrid` asks SAT less. Unavoidable sets of the solution show that a clue is needed, and on the classic board a kernel
looks for a second solution in a few branches; that the clues left are enough SAT says.

Any other engine counts solutions to two, its core is all the clues, and unavoidable sets spare it questions.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.errors import UnknownName
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.engines.engine import Engine
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.kernels.classic.witnesses import Witnesses
    from cpsudoku.kernels.clauses.assuming import Assuming


class Oracle(Protocol):
    """It serves many solutions, one after the other; one user at a time (see `oracle_of`)."""

    name: str
    geometry: Geometry
    uses_sets: bool
    """Whether unavoidable sets may show that a clue is needed."""

    def take(self, solution: Solution) -> None:
        """The solution the next questions are about."""
        ...

    def core(self, clues: Collection[Cell], limits: Limits = NO_LIMITS) -> frozenset[Cell] | Unknown | None:
        """Clues among *clues* that determine the solution; None where even all of them do not."""
        ...

    def assuming(self) -> Assuming | None:
        """What compiled code asks about the solution taken, without limits; None where there is no such way."""
        ...

    def witnesses(self) -> Witnesses | None:
        """What looks for solutions beside the one taken, before a question is asked; None where nothing does."""
        ...


HYBRID = "hybrid"
"""SAT with a kernel's help, for `reduce` and `generate`."""
SOLVER = "cadical153"
BRANCHES = 20
"""Of the search for a witness: more find hardly any that these do not."""


class SatOracle:
    """Incremental SAT: the solution is forbidden, each clue is an assumption (see `uniqueness`).

    *hybrid*: unavoidable sets and witnesses spare questions.
    """

    def __init__(
        self, geometry: Geometry, solver: str, encoding: str | Path | Encoding | None, *, hybrid: bool = False
    ):
        from cpsudoku.questions.uniqueness import Rules

        self.name = "hybrid" if hybrid else "sat"
        self.geometry = geometry
        self.uses_sets = hybrid
        self._cells = b""
        self._rules = Rules(geometry, solver=solver, **({} if encoding is None else {"encoding": encoding}))

    def take(self, solution: Solution) -> None:
        self._rules.take(solution)
        self._cells = solution.cells

    def core(self, clues: Collection[Cell], limits: Limits = NO_LIMITS) -> frozenset[Cell] | Unknown | None:
        found = self._rules.core(clues, limits)
        return frozenset(found) if isinstance(found, tuple) else found

    def assuming(self) -> Assuming | None:
        return self._rules.assuming

    def witnesses(self) -> Witnesses | None:
        from cpsudoku.kernels.classic.witnesses import Witnesses

        return Witnesses(self._cells, BRANCHES) if self.uses_sets and self.geometry.is_classic else None


class CountingOracle:
    """Any engine: counts solutions to two."""

    uses_sets = True

    def __init__(self, engine: Engine):
        self.name = engine.name
        self.geometry = engine.geometry
        self._engine = engine
        self._cells = b""

    def take(self, solution: Solution) -> None:
        self._cells = solution.cells

    def core(self, clues: Collection[Cell], limits: Limits = NO_LIMITS) -> frozenset[Cell] | Unknown | None:
        puzzle = bytearray(len(self._cells))
        for cell in clues:
            puzzle[cell] = self._cells[cell]
        outcome = self._engine.search(bytes(puzzle), 2, limits)
        if len(outcome.solutions) > 1:
            return None
        return frozenset(clues) if outcome.complete else Unknown(outcome.why)

    def assuming(self) -> None:
        return None

    def witnesses(self) -> None:
        return None


def oracle(name: str, geometry: Geometry, *, encoding: str | Path | Encoding | None = None) -> Oracle:
    """The oracle for an engine's name: an engine of the registry, or `hybrid`. Raises UnknownName, UsageError."""
    if name == HYBRID:
        return SatOracle(geometry, SOLVER, encoding, hybrid=True)
    base, _, argument = name.partition(":") if isinstance(name, str) else ("", "", "")
    if base == "sat" and (argument or name == "sat"):
        return SatOracle(geometry, argument or SOLVER, encoding)
    from cpsudoku.engines.registry import engine

    try:
        return CountingOracle(engine(name, geometry, encoding=encoding))
    except UnknownName as problem:
        raise UnknownName(f"{problem}; for taking clues away also {HYBRID}") from None


def _made(name: str, geometry: Geometry, encoding: str | Path | Encoding | None) -> Oracle:
    return oracle(name, geometry, encoding=encoding)


oracle_of: Lender[Oracle] = Lender(_made)
"""`with oracle_of(engine, geometry, encoding) as asked`: the solution it takes stays the one it is asked about."""
