"""A sheet of clauses over local variables, written once a shape and renumbered for every use: `kernels.clauses`."""

from __future__ import annotations

from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Sheet

__all__ = ["Column", "Sheet"]

Column = list[tuple[int, int]]
"""A term of a sum: (value, literal) for each value it can have; exactly one of the literals is true."""
