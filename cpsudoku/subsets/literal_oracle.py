"""The oracle of a formula: a soft constraint is a literal that is assumed."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.subsets.oracle import Answer, Sat, SoftConstraint, Unknown, Unsat


class LiteralOracle:
    """An `Oracle` over the clauses of a live solver."""

    def __init__(self, solver: Incremental) -> None:
        self._solver = solver

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """See `Oracle`; a Sat has no grid."""
        core = self._solver.core(subset, limits)
        if core is None or isinstance(core, Unknown):
            return Sat() if core is None else core
        return Unsat(frozenset(core))
