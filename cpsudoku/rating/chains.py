# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The chain engine of a rater: one set of buffers for all chain producers (rungs 21 and 23 to 30)."""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.rating.forcing import ForcingNets
    from cython.cimports.cpsudoku.rating.grid import Grid
    from cython.cimports.cpsudoku.rating.hint import Hint
    from cython.cimports.cpsudoku.rating.ladder import (
        CELL_CHAINS, CYCLE, DYNAMIC_CELL, DYNAMIC_CONTRADICTION, DYNAMIC_DOUBLE, DYNAMIC_REGION, FORCING_CHAIN, NISHIO,
        REGION_CHAINS, X_CHAIN, X_CYCLE, Y_CYCLE
    )
    from cython.cimports.cpsudoku.rating.links import CELL, DIGIT, lengthened
    from cython.cimports.cpsudoku.rating.static_chains import StaticChains
else:
    from cpsudoku.rating.forcing import ForcingNets
    from cpsudoku.rating.grid import Grid
    from cpsudoku.rating.hint import Hint
    from cpsudoku.rating.ladder import (
        CELL_CHAINS, CYCLE, DYNAMIC_CELL, DYNAMIC_CONTRADICTION, DYNAMIC_DOUBLE, DYNAMIC_REGION, FORCING_CHAIN, NISHIO,
        REGION_CHAINS, X_CHAIN, X_CYCLE, Y_CYCLE
    )
    from cpsudoku.rating.links import CELL, DIGIT, lengthened
    from cpsudoku.rating.static_chains import StaticChains


@cython.cclass
class ChainEngine:
    """The searches of one rater."""

    def __init__(self) -> None:
        self.statics = StaticChains()
        self.nishio = ForcingNets(True, True, 0)
        self.multiple = ForcingNets(False, False, 0)
        self.nets = ForcingNets(True, False, 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_static_chains(self, grid: Grid, hint: Hint) -> cython.bint:
        """Rung 21: cycles and forcing chains."""
        k: cython.int
        x: cython.int
        self.statics.source(grid.cand)
        if not self.statics.find():
            return False
        hint.clear()
        if self.statics.kind == 1:
            hint.technique = X_CYCLE if self.statics.mode == 0 else (Y_CYCLE if self.statics.mode == 1 else CYCLE)
        else:
            hint.technique = X_CHAIN if self.statics.mode == 0 else FORCING_CHAIN
        hint.rating = self.statics.rating
        hint.complexity = self.statics.complexity
        hint.variant = self.statics.mode
        for k in range(self.statics.won):
            x = self.statics.win[k]
            hint.drop(grid, CELL[x], 1 << DIGIT[x])
        if self.statics.kind == 2 and self.statics.path[0] < 729:
            x = self.statics.path[0]
            hint.cell = CELL[x]
            hint.digit = DIGIT[x] + 1
        return hint.emit()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_nishio(self, grid: Grid, hint: Hint) -> cython.bint:
        """Rung 23: contradictions within one digit."""
        self.nishio.advance(grid.value, grid.cand)
        if not self.nishio.find(0):
            return False
        return self.conclude(self.nishio, grid, hint, 7.5)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_multiple(self, grid: Grid, hint: Hint) -> cython.bint:
        """Rung 24: cell and region chains on the grid's own links."""
        self.multiple.advance(grid.value, grid.cand)
        if not self.multiple.find(0):
            return False
        return self.conclude(self.multiple, grid, hint, 8.0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_dynamic(self, grid: Grid, hint: Hint, level: cython.int) -> cython.bint:
        """Rungs 25 to 30: dynamic chains of level 0 to 5."""
        self.nets.advance(grid.value, grid.cand)
        if not self.nets.find(level):
            return False
        return self.conclude(self.nets, grid, hint, 8.5 + 0.5 * level)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def conclude(self, nets: ForcingNets, grid: Grid, hint: Hint, base: cython.double) -> cython.bint:
        """Write the winner of a search of forcing nets into the record."""
        x: cython.int = nets.best_target
        key: cython.int = nets.best_key
        hint.clear()
        if nets.nishio:
            hint.technique = NISHIO
        elif not nets.dynamic:
            hint.technique = CELL_CHAINS if key == 5 else REGION_CHAINS
        elif key == 1:
            hint.technique = DYNAMIC_DOUBLE
        elif key == 7:
            hint.technique = DYNAMIC_CONTRADICTION
        else:
            hint.technique = DYNAMIC_CELL if key == 5 else DYNAMIC_REGION
        hint.variant = nets.level
        hint.complexity = nets.best
        hint.rating = lengthened(base, nets.best)
        if x >= 729:
            hint.drop(grid, CELL[x - 729], 1 << DIGIT[x - 729])
        else:
            hint.drop(grid, CELL[x], 511 & ~(1 << DIGIT[x]))
            hint.cell = CELL[x]
            hint.digit = DIGIT[x] + 1
        return hint.emit()
