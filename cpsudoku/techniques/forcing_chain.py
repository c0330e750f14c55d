# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Forcing chains and bidirectional cycles: one assumption, the links of the grid alone.

A chain of links that leads from a statement to its negation refutes the statement: from "is" to "is not" the
candidate goes, from "is not" to "is" it is placed. A chain that closes upon itself is true as it stands or with
every statement negated; a candidate seen by both a true and a false statement of its digit goes in either case. X:
links within one digit (turbot fish, skyscrapers and kites are the shortest of these); Y: strong links within cells.

Ratings: X- and Y-cycle 6.5, X-chain 6.6, cycle and chain 7.0, plus 0.1 at each of the lengths 4, 6, 8, 12, 16, 24,
... exceeded.
Choice: rating, number of nodes, kind, first found. Search: see `static`.
Source: chains of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2006).
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.engine import ChainSearch, Grid, Hint
from cython.cimports.cpsudoku.techniques.chains.links import CELL, DIGIT, OFF

from cpsudoku.techniques.chains import chain_words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

CYCLE = cython.declare(cython.int, row("cycle"))
FORCING_CHAIN = cython.declare(cython.int, row("forcing-chain"))
X_CHAIN = cython.declare(cython.int, row("x-chain"))
X_CYCLE = cython.declare(cython.int, row("x-cycle"))
Y_CYCLE = cython.declare(cython.int, row("y-cycle"))


class ForcingChains(ChainSearch):
    """Rung of cycles and forcing chains."""

    @cython.locals(k=cython.int, x=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first chain or cycle in sort order."""
        self.engine.statics.source(grid.cand, grid.pos)
        if not self.engine.statics.find():
            return False
        hint.clear()
        if self.engine.statics.kind == 2:
            hint.technique = X_CHAIN if self.engine.statics.mode == 0 else FORCING_CHAIN
        elif self.engine.statics.mode == 0:
            hint.technique = X_CYCLE
        else:
            hint.technique = Y_CYCLE if self.engine.statics.mode == 1 else CYCLE
        hint.rating = self.engine.statics.rating
        hint.complexity = self.engine.statics.complexity
        for k in range(self.engine.statics.won):
            x = self.engine.statics.win[k]
            hint.drop(grid, CELL[x], 1 << DIGIT[x])
        x = self.engine.statics.path[0]
        if self.engine.statics.kind == 2 and x < OFF:
            hint.cell = CELL[x]
            hint.digit = DIGIT[x] + 1
        if hint.explain:
            with cython.gil:
                hint.chain = chain_words.evidence([self.engine.statics.winning_chain()])
        return hint.emit()


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"x-cycle": ForcingChains(chains)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    line = chain_words.line(step)
    if step.technique in ("x-chain", "forcing-chain"):
        return f"{line}, which refutes where it began"
    return f"{line}, so these statements hold together or fail together, and what sees both sorts of one digit goes"
