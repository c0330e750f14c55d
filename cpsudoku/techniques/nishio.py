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
from cython.cimports.cpsudoku.techniques.chains.engine import ChainSearch, Grid, Hint

from cpsudoku.techniques.chains import chain_words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

NISHIO = cython.declare(cython.int, row("nishio"))


class Nishio(ChainSearch):
    """Rung of nishio."""

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
        return self.engine.conclude(self.engine.nishio, grid, hint, NISHIO, 7.5)


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"nishio": Nishio(chains)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    return chain_words.contradiction(step)
