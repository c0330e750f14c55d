# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dynamic forcing chains: contradictions, and what all cases lead to, with candidates taken off on the way.

As an assumption refutes candidates they are taken off the grid, so links may rest on several earlier statements. It
is refuted if a statement and its negation follow; what follows from an assumption and from its negation (double
chains), from every candidate of a cell, or from every position of a digit in a house, is true.
Level 1 ("+") also uses locking, hidden and naked pairs and X-wings on the reduced grid, level 2 also static forcing
chains, level 3 multiple chains, level 4 dynamic chains instead of these two, level 5 also dynamic chains of level 2.

Ratings: 8.5, 9.0, 9.5, 10.0, 10.5, 11.0 by level, plus length; chains inside chains count into the length.
Choice: sum of statements, then double, cell, region, contradiction, then first found. Search: see `forcing`.
Source: Sudoku Explainer 1.2.1.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.engine import ChainEngine, ChainSearch, Grid, Hint

from cpsudoku.techniques.chains import chain_words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

DYNAMIC_CELL = cython.declare(cython.int, row("dynamic-cell-chains"))
DYNAMIC_CONTRADICTION = cython.declare(cython.int, row("dynamic-contradiction"))
DYNAMIC_DOUBLE = cython.declare(cython.int, row("dynamic-double-chains"))
DYNAMIC_REGION = cython.declare(cython.int, row("dynamic-region-chains"))


class DynamicChains(ChainSearch):
    """Rung of the dynamic chains of one level."""

    def __init__(self, engine: ChainEngine, level: cython.int) -> None:
        ChainSearch.__init__(self, engine)
        self.level = level

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest conclusion of a level."""
        level: cython.int = self.level
        technique: cython.int = DYNAMIC_REGION
        self.engine.nets.turn_to(grid.value, grid.cand)
        if not self.engine.nets.find(level):
            return False
        if self.engine.nets.best_key == 1:
            technique = DYNAMIC_DOUBLE
        elif self.engine.nets.best_key == 5:
            technique = DYNAMIC_CELL
        elif self.engine.nets.best_key == 7:
            technique = DYNAMIC_CONTRADICTION
        return self.engine.conclude(self.engine.nets, grid, hint, technique, 8.5 + 0.5 * level)


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"dynamic-cell-chains": tuple(DynamicChains(chains, level) for level in range(6))}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    if step.technique == "dynamic-contradiction":
        return chain_words.contradiction(step)
    return chain_words.cases(step)
