# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cell and region forcing chains: what every candidate of a cell, or every position of a digit in a house, leads to.

One of them is true, so what follows from each of them is true. Only links the grid has already count.

Rating 8.0 plus length. Choice: sum of the statements of all chains, cells before regions, first found.
Source: Sudoku Explainer 1.2.1.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.engine import ChainSearch, Grid, Hint

from cpsudoku.techniques.chains import chain_words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

CELL_CHAINS = cython.declare(cython.int, row("cell-chains"))
REGION_CHAINS = cython.declare(cython.int, row("region-chains"))


class MultipleChains(ChainSearch):
    """Rung of cell and region chains."""

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest conclusion."""
        self.engine.multiple.advance(grid.value, grid.cand)
        if not self.engine.multiple.find(0):
            return False
        technique: cython.int = CELL_CHAINS if self.engine.multiple.best_key == 5 else REGION_CHAINS
        return self.engine.conclude(self.engine.multiple, grid, hint, technique, 8.0)


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"cell-chains": MultipleChains(chains)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    return chain_words.cases(step)
