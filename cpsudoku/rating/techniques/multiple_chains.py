# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cell and region forcing chains: what every candidate of a cell, or every position of a digit in a house, leads to.

One of them is true, so what follows from each of them is true. Only links the grid has already count.

Rating 8.0 plus length. Choice: sum of the statements of all chains, cells before regions, first found.
Source: Sudoku Explainer 1.2.1.
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

CELL_CHAINS = cython.declare(cython.int, row("cell-chains"))
REGION_CHAINS = cython.declare(cython.int, row("region-chains"))


@cython.cclass
class MultipleChains(Search):
    """Rung of cell and region chains."""

    engine: ChainEngine

    def __init__(self, engine: ChainEngine) -> None:
        Search.__init__(self)
        self.engine = engine

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest conclusion."""
        technique: cython.int
        self.engine.multiple.advance(grid.value, grid.cand)
        if not self.engine.multiple.find(0):
            return False
        technique = CELL_CHAINS if self.engine.multiple.best_key == 5 else REGION_CHAINS
        self.engine.conclude(self.engine.multiple, grid, hint, technique, 8.0)
        if hint.explain:
            with cython.gil:
                hint.chain = chain_words.evidence(self.engine.multiple.winning_chains())
        return hint.emit()


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"cell-chains": MultipleChains(chains)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    return chain_words.cases(step)
