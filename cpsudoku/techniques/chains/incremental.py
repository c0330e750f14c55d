# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Incremental propagation: what stays valid when the grid loses candidates is kept from one step to the next.

A propagation that never met a lost candidate, and for which no cell or house now becomes decisive, would run just as
before.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.propagation import Propagation
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE, HOUSE_CELL, LOWEST, POPCOUNT


class IncrementalPropagation(Propagation):
    """Propagation that is kept from step to step.

    change[k]   a cell, or a digit in a house, that lost something; `before` and `after`: what it held and keeps
    """

    def advance(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.bint:
        """Move to this grid; keep the propagations that the removals since cannot change.

        True if the grid is the same as before.
        """
        n: cython.int = 0
        more: cython.uint = 0
        less: cython.uint = 0
        for i in range(81):
            more |= cand[i] & ~self.sc[i]
            less |= self.sc[i] & ~cand[i]
            if self.value[i] and self.value[i] != value[i]:
                more = 1
        if more or self.forgetful:
            self.source(value, cand)
            return False
        if less == 0:
            return True
        for i in range(NODES):
            if self.started[i]:
                if self.facts[i].plain_on:
                    self.rollback(i, self.facts[i].plain_on - 1, self.facts[i].plain_off)
                self.facts[i].plain_on = 0
                self.facts[i].simple_on = 0
                self.facts[i].done = 0
        self.forget_rules()
        for i in range(81):
            mask: cython.uint = self.sc[i] & ~cand[i]
            if value[i] and not self.value[i]:
                self.value[i] = value[i]
                self.placed[value[i] - 1] += 1
                for k in range(3):
                    self.empty[CELL_HOUSE[3 * i + k]] -= 1
            while mask:
                d: cython.int = LOWEST[mask]
                mask &= mask - 1
                x: cython.int = 81 * d + i
                self.removed[n] = x
                n += 1
                self.started[x] = 0
                self.started[OFF + x] = 0
                self.sw[WORD[x]] &= ~BIT[x]
        self.touch(n, cand)
        for slot in range(NODES):
            if self.started[slot] and self.concerned(slot, n):
                self.started[slot] = 0
        self.forego(n)
        return False

    def forego(self, n: cython.int) -> cython.void:
        """Take the first *n* of `removed` off the grid and off the copies of what is kept."""
        for k in range(n):
            x: cython.int = self.removed[k]
            self.sc[CELL[x]] &= ~(1 << DIGIT[x])
            for h in range(3):
                self.sp[PLACE[3 * x + h]] &= ~PLACE_BIT[3 * x + h]
        for slot in range(NODES):
            if not self.started[slot]:
                continue
            for k in range(n):
                x = self.removed[k]
                self.cur[SETS * slot + WORD[x]] &= ~BIT[x]
                self.cc[CELLS * slot + CELL[x]] &= ~(1 << DIGIT[x])
                for h in range(3):
                    self.pos[PLACES * slot + PLACE[3 * x + h]] &= ~PLACE_BIT[3 * x + h]

    def touch(self, n: cython.int, cand: cython.p_ushort) -> cython.void:
        """List the cells (0 .. 80) and digits in houses (81 + house * 9 + digit - 1) of the first *n* of `removed`.

        With what they held, `before`, and what they keep, `after`.
        """
        self.changes = 0
        for k in range(n):
            x: cython.int = self.removed[k]
            for j in range(4):
                at: cython.int = CELL[x] if j == 0 else 81 + PLACE[3 * x + j - 1]
                known: cython.bint = False
                for c in range(self.changes):
                    if self.change[c] == at:
                        known = True
                        break
                if known:
                    continue
                if j == 0:
                    self.before[self.changes] = self.sc[at]
                    kept: cython.uint = cand[at]
                else:
                    h: cython.int = (at - 81) // 9
                    self.before[self.changes] = self.sp[at - 81]
                    kept = 0
                    for p in range(9):
                        kept |= (cand[HOUSE_CELL[9 * h + p]] >> DIGIT[x] & 1) << p
                self.after[self.changes] = kept
                self.change[self.changes] = at
                self.changes += 1

    def concerned(self, slot: cython.int, n: cython.int) -> cython.bint:
        """Can the first *n* of `removed` change what the assumption leads to? (After `touch`.)

        They do if one is a node of it, or if a cell or house the assumption took something from is left with at most
        one place (without removal from the copy: if its two last places are now a link, one of them OFF).
        """
        b27: cython.int = SETS * slot
        for k in range(n):
            x: cython.int = self.removed[k]
            if (self.on[b27 + WORD[x]] | self.off[b27 + WORD[x]]) & BIT[x]:
                return True
        if self.dynamic:
            for k in range(self.changes):
                at: cython.int = self.change[k]
                if at < 81 and not self.cell_links:
                    continue
                left: cython.uint = self.cc[CELLS * slot + at] if at < 81 else self.pos[PLACES * slot + at - 81]
                if left != self.before[k]:
                    left &= self.after[k]
                    if left & (left - 1) == 0:
                        return True
            return False
        for k in range(self.changes):
            left = self.after[k]
            if POPCOUNT[left] > 2:
                continue
            at = self.change[k]
            while left:
                p: cython.int = LOWEST[left]
                left &= left - 1
                if at < 81:
                    y: cython.int = 81 * p + at
                else:
                    h: cython.int = (at - 81) // 9
                    y = 81 * ((at - 81) % 9) + HOUSE_CELL[9 * h + p]
                if self.off[b27 + WORD[y]] & BIT[y]:
                    return True
        return False

    def rollback(self, slot: cython.int, n_on: cython.int, n_off: cython.int) -> cython.void:
        """Back to the state when the slot was finished with this many nodes."""
        for k in range(n_on, self.facts[slot].n_on):
            x: cython.int = self.onl[slot * CANDIDATES + k]
            self.on[SETS * slot + WORD[x]] &= ~BIT[x]
        for k in range(n_off, self.facts[slot].n_off):
            x = self.offl[slot * CANDIDATES + k]
            self.off[SETS * slot + WORD[x]] &= ~BIT[x]
            if k < self.facts[slot].q_off:
                self.cur[SETS * slot + WORD[x]] |= BIT[x]
                self.cc[CELLS * slot + CELL[x]] |= 1 << DIGIT[x]
                for h in range(3):
                    self.pos[PLACES * slot + PLACE[3 * x + h]] |= PLACE_BIT[3 * x + h]
        self.facts[slot].n_on = n_on
        self.facts[slot].q_on = n_on
        self.facts[slot].n_off = n_off
        self.facts[slot].q_off = n_off
        self.facts[slot].state = 1
