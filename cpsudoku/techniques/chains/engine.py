# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The chain engine of a rater: the buffers of all chain producers (rungs 21 and 23 to 30), allocated once."""

import cython
from cython.cimports.cpsudoku.techniques.chains.forcing import ForcingNets
from cython.cimports.cpsudoku.techniques.chains.one_digit import OneDigitNets
from cython.cimports.cpsudoku.techniques.chains.parallel_nets import ParallelNets
from cython.cimports.cpsudoku.techniques.chains.static import StaticChains
from cython.cimports.cpsudoku.techniques.core.grid import Grid

from cpsudoku.techniques.chains.chain_statements import ChainStatements


class ChainEngine:
    """The searches of one rater. They remember the last grid: giving them its successor is what makes them fast.

    statements    turns what they find into `Chain` objects
    """

    def __init__(self, helpers: int = 0) -> None:
        """*helpers*: threads besides the caller's that take part in dynamic searches."""
        self.statics = StaticChains()
        self.nishio = OneDigitNets()
        self.multiple = ForcingNets(False, False, 0, self.statics)
        self.nets = ParallelNets(True, False, 2)
        self.statements = ChainStatements()
        self.shortage = self.nets.hints.own_shortage
        if helpers:
            self.nets.add_helpers(helpers)

    def prepare(self) -> object:
        """Take the memory, once, before the first search. Raises MemoryError."""
        self.check()
        self.statics.prepare(self.shortage)
        self.nishio.prepare(self.shortage)
        self.multiple.prepare(self.shortage)
        return self.nets.prepare(self.shortage)

    def check(self) -> object:
        """Raises MemoryError where a search had too little memory: then these searches are of no further use."""
        if self.shortage[0]:
            raise MemoryError("not enough memory to look for chains")
        return None

    def begin_early(self, grid: Grid) -> cython.void:
        """Let idle threads begin on this grid, as dynamic chains may soon be searched."""
        self.nets.begin_early(grid.value, grid.cand)

    def finish_turn(self) -> cython.void:
        """Stop what `begin_early` started, before the grid changes."""
        self.nets.finish_turn()

    def leave(self) -> None:
        """End the threads."""
        self.nets.leave()

    def plain(self, exhaustive: bool) -> None:
        """Do without what makes the searches fast: bounds, screening, memory of the last grid (for tests)."""
        self.statics.exhaustive = exhaustive
        self.nishio.exhaustive = self.multiple.exhaustive = self.nets.exhaustive = exhaustive
        self.nishio.forgetful = self.multiple.forgetful = self.nets.forgetful = exhaustive
        self.nets.statics.hints.forgetful = self.nets.multiple.hints.forgetful = exhaustive
        self.nets.nets.hints.forgetful = self.nets.nets.statics.hints.forgetful = exhaustive
        self.nets.multiple.exhaustive = self.nets.nets.exhaustive = exhaustive
        self.nets.statics.exhaustive = self.nets.nets.statics.exhaustive = exhaustive
