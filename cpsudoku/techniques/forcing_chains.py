# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Chains: bidirectional cycles, forcing chains, nishio, cell and region chains, and dynamic forcing chains.

**Forcing chains and cycles** rest on one assumption and on the links of the grid alone. A chain of links that leads
from a statement to its negation refutes the statement: from "is" to "is not" the candidate goes, from "is not" to "is"
it is placed. A chain that closes upon itself is true as it stands or with every statement negated; a candidate seen by
both a true and a false statement of its digit goes in either case. X: links within one digit (turbot fish, skyscrapers
and kites are the shortest of these); Y: strong links within cells. Search: `chains/static`. Choice: rating, number of
nodes, kind, first found. Ratings: X- and Y-cycle 6.5, X-chain 6.6, cycle and chain 7.0.

**Nishio** is trial and error with one digit, from which it has its name. Suppose the digit is (or is not) in a cell and
follow only links of that digit, taking off every position refuted on the way, so that later links may rest on several
earlier statements. If some cell then both has the digit and has not, the assumption was wrong. Search:
`chains/one_digit`. Choice: number of statements on both sides of the contradiction, then cells, digits, "is" before "is
not". Rating 7.5.

**Cell and region chains**: one candidate of a cell, or one position of a digit in a house, is true, so what follows
from each of them is true. Only links the grid has already count. Choice: sum of the statements of all chains, cells
before regions, first found. Rating 8.0.

**Dynamic chains**: as an assumption refutes candidates they are taken off the grid, so links may rest on several
earlier statements. It is refuted if a statement and its negation follow; what follows from an assumption and from its
negation (double chains), from every candidate of a cell, or from every position of a digit in a house, is true. Level 1
("+") also uses locking, hidden and naked pairs and X-wings on the reduced grid, level 2 also static forcing chains,
level 3 multiple chains, level 4 dynamic chains instead of these two, level 5 also dynamic chains of level 2. Search:
`chains/forcing`. Choice: sum of statements, then double, cell, region, contradiction, then first found. Ratings: 8.5,
9.0, 9.5, 10.0, 10.5, 11.0 by level; chains inside chains count into the length.

All ratings grow by 0.1 at each of the lengths 4, 6, 8, 12, 16, 24, ... exceeded.
Source: chains of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2006).
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.forcing import ForcingNets
from cython.cimports.cpsudoku.techniques.chains.links import CANDIDATES, CELL, DIGIT, OFF, lengthened
from cython.cimports.cpsudoku.techniques.chains.one_digit import OneDigitNets
from cython.cimports.cpsudoku.techniques.chains.parallel_nets import ParallelNets
from cython.cimports.cpsudoku.techniques.chains.static import StaticChains
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.chains import chain_statements
from cpsudoku.techniques.ladder import NESTED_RATINGS, row
from cpsudoku.techniques.step import Step


class ChainEngine:
    """The searches for chains of one rater, with their buffers.

    They remember the last grid, and are fast where the next one is its successor.

    statements    turns what they find into `Chain` objects
    """

    def __init__(self, helpers: int = 0) -> None:
        """*helpers*: threads besides the caller's that take part in dynamic searches."""
        self.statics = StaticChains()
        self.nishio = OneDigitNets()
        self.multiple = ForcingNets(False, False, 0, self.statics)
        self.nets = ParallelNets(True, False, 2)
        self.statements = chain_statements.ChainStatements()
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


class ForcingChains(Search):
    """Rung of cycles and forcing chains."""

    def __init__(self, engine: ChainEngine) -> None:
        self.engine = engine
        for (kind, mode), technique in chain_statements.STATIC.items():
            self.technique[3 * kind + mode] = row(technique)

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first chain or cycle in sort order."""
        self.engine.statics.source(grid.cand, grid.pos)
        if not self.engine.statics.find():
            return False
        hint.clear()
        hint.technique = self.technique[3 * self.engine.statics.kind + self.engine.statics.mode]
        hint.rating = self.engine.statics.rating
        hint.complexity = self.engine.statics.complexity
        for k in range(self.engine.statics.won):
            x: cython.int = self.engine.statics.win[k]
            hint.drop(grid, CELL[x], 1 << DIGIT[x])
        x = self.engine.statics.path[0]
        if self.engine.statics.kind == 2 and x < OFF:
            hint.cell = CELL[x]
            hint.digit = DIGIT[x] + 1
        if hint.explain:
            with cython.gil:
                hint.chain = self.engine.statements.of(self.engine.statics)
        return hint.emit()


class NetChains(Search):
    """Rung of one level of a search of forcing nets. *techniques*: by the kind of the conclusion."""

    def __init__(self, engine: ChainEngine, nets: ForcingNets, techniques: dict, level: cython.int = 0) -> None:
        self.engine = engine
        self.nets = nets
        self.level = level
        for kind, technique in techniques.items():
            self.technique[kind] = row(technique)

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest conclusion of the level."""
        self.nets.turn_to(grid.value, grid.cand)
        if not self.nets.find(self.level):
            return False
        x: cython.int = self.nets.best_target
        hint.clear()
        hint.technique = self.technique[self.nets.best_key]
        hint.variant = self.level
        hint.complexity = self.nets.best
        hint.rating = lengthened(self.nets.base + 0.5 * self.level, self.nets.best)
        if x >= OFF:
            hint.drop(grid, CELL[x - OFF], 1 << DIGIT[x - OFF])
        else:
            hint.drop(grid, CELL[x], 511 & ~(1 << DIGIT[x]))
            hint.cell = CELL[x]
            hint.digit = DIGIT[x] + 1
        if self.nets.best_key == 5:
            hint.member(self.nets.best_origin)
        elif self.nets.best_key == 6:
            hint.house(self.nets.best_origin // 9)
            hint.digits = 1 << (self.nets.best_origin % 9)
        else:
            x = self.nets.best_origin % CANDIDATES
            hint.member(CELL[x])
            hint.digits = 1 << DIGIT[x]
        if hint.explain:
            with cython.gil:
                hint.chain = self.engine.statements.of(self.nets)
        return hint.emit()


class Nishio(NetChains):
    """Rung of nishio."""

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The simplest contradiction."""
        digits: cython.uint = grid.dirty_digits[self.rung]
        if hint.every or self.engine.nishio.exhaustive:
            digits = 511
        digits = self.engine.nishio.look(grid.pos, digits)
        if not hint.every:
            grid.dirty_digits[self.rung] = digits
        return digits != 0 and NetChains.find(self, grid, hint)


def searches(chains: ChainEngine) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    levels = range(len(NESTED_RATINGS))
    return {
        "x-cycle": ForcingChains(chains),
        "nishio": Nishio(chains, chains.nishio, {7: "nishio"}),
        "cell-chains": NetChains(chains, chains.multiple, chain_statements.MULTIPLE),
        "dynamic-cell-chains": tuple(
            [NetChains(chains, chains.nets, chain_statements.DYNAMIC, level) for level in levels]
        ),
    }


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    if step.technique in ("nishio", "dynamic-contradiction"):
        return chain_statements.contradiction(step)
    if step.technique not in chain_statements.STATIC.values():
        return chain_statements.cases(step)
    line = chain_statements.line(step)
    if step.technique in ("x-chain", "forcing-chain"):
        return f"{line}, which refutes where it began"
    return f"{line}, so these statements hold together or fail together, and what sees both sorts of one digit goes"
