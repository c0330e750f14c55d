# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Chains on the links the grid itself has: bidirectional cycles and forcing chains from one assumption.

Links: an ON node turns its cell's other candidates and the digit's other positions OFF; an OFF node turns ON what is
left where a cell has two candidates or a digit two positions in a house. Three searches: X (digit links only), Y
(cycles alone, ON through cells only) and XY (all).

* A chain from "a is ON" to "a is OFF" proves that a is false; one from OFF to ON that it is true.
* A cycle back to its start is true as it stands or with every node negated. A candidate outside that is seen by an
  ON node and by an OFF node of its digit is false either way.

Every search is breadth first, so the first chain found from a start is a shortest one. Cycles: the OFF nodes of a
level are not compared with each other, a path may not visit an OFF node twice, and nothing is removed in the cells
of the cycle.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.cycles import Cycles
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.core.grid import HOUSE_CELL, LOWEST, POPCOUNT


class StaticChains(Cycles):
    """The search; its winner, see `offers`."""

    def find(self) -> cython.bint:
        """The first deduction in sort order, if any."""
        for k in range(6):
            self.limits[k] = -1
        self.collecting = False
        self.kind = 0
        self.rating = 99.0
        self.complexity = 1000000
        self.key = 99
        self.search()
        return self.kind != 0

    def collect(self, cand: cython.p_ushort, pos: cython.p_ushort, key: cython.ulonglong) -> cython.void:
        """All deductions of a grid (with this fingerprint), one for each set of removals, in sort order, as `hints`."""
        if self.hints.recall(key):
            return
        self.source(cand, pos)
        self.collecting = True
        self.search()
        self.hints.remember(key)

    def search(self) -> cython.void:
        """The three searches."""
        if not self.close():
            return
        self.rounds()
        for mode in range(3):
            if self.digits[mode] == 0:
                continue
            for cell in range(81):
                m: cython.uint = self.cc[cell]
                n: cython.int = POPCOUNT[m]
                if n < 2 or (mode == 1 and n > 2):
                    continue
                if mode == 0:
                    m &= self.digits[0]
                while m:
                    x: cython.int = 81 * LOWEST[m] + cell
                    m &= m - 1
                    if self.linked[27 * mode + WORD[x]] & BIT[x] and self.may_cycle(x, mode):
                        self.cycles(x, mode)
                    if mode == 1:
                        continue
                    if self.doomed[WORD[x]] & BIT[x] and (mode or self.far[x]):
                        self.removal[0] = x
                        self.removals = 1
                        self.chain(x, False, mode)
                    if self.proved[WORD[x]] & BIT[x]:
                        self.remove_others(x)
                        self.chain(x, True, mode)

    def remove_others(self, x: cython.int) -> cython.void:
        """Write the other candidates of the cell to `removal`."""
        rest: cython.uint = self.cc[CELL[x]] & ~(1 << DIGIT[x])
        self.removals = 0
        while rest:
            self.removal[self.removals] = 81 * LOWEST[rest] + CELL[x]
            self.removals += 1
            rest &= rest - 1

    def chain(self, x: cython.int, off: cython.bint, mode: cython.int) -> cython.void:
        """Offer the shortest chain from a node to its negation, which removes what is in `removal`."""
        base: cython.double = 6.6 if mode == 0 else 7.0
        limit: cython.int = self.bound(base, 2 + mode)
        if mode == 0 and not off and self.far[x] > limit:
            return
        n: cython.int = self.shortest(x, off, mode, limit)
        if n:
            self.trace(x, off, mode, n)
            self.offer(2, base, n, 2 + mode)

    @cython.locals(cand=cython.ushort[81], pos=cython.ushort[243])
    def all_chains(self, masks: list[int]) -> dict[int, tuple[int, int, list[tuple[int, int]]]]:
        """What `collect` finds on a grid, by fingerprint: kind, mode and the nodes with their causes from the start."""
        if not cython.compiled:
            cand = [0] * 81
            pos = [0] * 243
        for k in range(81):
            cand[k] = masks[k]
        for k in range(243):
            pos[k] = 0
            for d in range(9):
                pos[k] |= (cand[HOUSE_CELL[k - k % 9 + d]] >> (k % 9) & 1) << d
        self.prepare(self.hints.own_shortage)
        self.noting = True
        self.hints.forgetful = True
        self.collect(cand, pos, 1)
        self.noting = False
        self.hints.check()
        return self.noted_chains()
