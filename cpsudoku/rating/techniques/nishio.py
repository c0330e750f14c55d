# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Nishio forcing chains: an assumption about one digit that contradicts itself within that digit.

Suppose the digit is (or is not) in a cell and follow only links of that digit, taking off every position refuted on
the way, so that later links may rest on several earlier statements. If some cell then both has the digit and has
not, the assumption was wrong.

Rating 7.5 plus length. Choice: number of statements on both sides of the contradiction, then cells, digits, "is"
before "is not".
Source: Sudoku Explainer 1.2.1; the name from trial and error with one digit.
"""

import cython

from cpsudoku.rating.chains import chain_words
from cpsudoku.rating.ladder import row
from cpsudoku.rating.step import Step

if cython.compiled:
    from cython.cimports.cpsudoku.rating.chains.engine import ChainEngine
    from cython.cimports.cpsudoku.rating.grid import Grid
    from cython.cimports.cpsudoku.rating.hint import Hint
    from cython.cimports.cpsudoku.rating.search import Search
else:
    from cpsudoku.rating.chains.engine import ChainEngine
    from cpsudoku.rating.grid import Grid
    from cpsudoku.rating.hint import Hint
    from cpsudoku.rating.search import Search

NISHIO = cython.declare(cython.int, row("nishio"))


@cython.cclass
class Nishio(Search):
    """Rung of nishio."""

    engine: ChainEngine

    def __init__(self, engine: ChainEngine) -> None:
        Search.__init__(self)
        self.engine = engine

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest contradiction."""
        digits: cython.uint = grid.dirty_digits[self.rung]
        if hint.every or self.engine.nishio.exhaustive:
            digits = 511
        digits = self.engine.nishio.look(grid.pos, digits)
        if not hint.every:
            grid.dirty_digits[self.rung] = digits
        if digits == 0:
            return False
        self.engine.nishio.advance(grid.value, grid.cand)
        if not self.engine.nishio.find(0):
            return False
        self.engine.conclude(self.engine.nishio, grid, hint, NISHIO, 7.5)
        if hint.explain:
            with cython.gil:
                hint.chain = chain_words.evidence(self.engine.nishio.winning_chains())
        return hint.emit()


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"nishio": Nishio(chains)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    return chain_words.contradiction(step)
