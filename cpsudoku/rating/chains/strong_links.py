# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The links a grid itself has, and everything that follows along them.

A *strong* link (one of the two is ON): the two candidates of a cell, the two positions of a digit in a house. Reach
is computed for all candidates at once: candidates with strong links get a number, and the sets of those that an OFF
candidate turns ON are closed over (Warshall, CACM 1962) as words of 64. What it says:

* `doomed`: candidates that turn themselves OFF. Only they can be removed by cycles and forcing chains (an outside
  candidate of a cycle is one too, by the way round of the cycle), so without any there is nothing to search for.
* `reach[m]`: the candidates ON if m is OFF.
"""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.bits import lowest, lowest64
    from cpsudoku.rating.chains.links import BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CELL, DIGIT, WORD
    from cpsudoku.rating.grid import CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, POPCOUNT


@cython.cclass
class StrongLinks:
    """The grid, its strong links, and their closure.

    partner[4 * x + k]          the other end of the k-th of the `partners[x]` strong links of x; `partner_cause` where
    linked[27 * mode + w]       the candidates with strong links that count in the search (0 X, 1 Y, 2 XY)
    number[x], member[k]        numbers of the candidates with strong links
    doomed                      see above; all candidates above 256 numbers, or with `exhaustive` (to check)
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.cc = [0] * 81
            self.pos = [0] * 243
            self.cur = [0] * 27
            self.partner = [0] * 2916
            self.partner_cause = [0] * 2916
            self.partners = [0] * CANDIDATES
            self.linked = [0] * 81
            self.number = [0] * CANDIDATES
            self.member = [0] * 256
            self.weak = [0] * 2916
            self.step = [0] * 1024
            self.ahead = [0] * 1024
            self.reach = [0] * 1024
            self.doomed = [0] * 27
            self.near = [0] * 4
            self.next = [0] * 4
        self.members = 0
        self.width = 0
        self.exhaustive = False

    @cython.locals(i=cython.int, h=cython.int, d=cython.int, k=cython.int, x=cython.int, y=cython.int, turn=cython.int)
    @cython.locals(cause=cython.int, known=cython.bint, mask=cython.uint)
    def source(self, cand: cython.p_ushort) -> cython.void:
        """Take the grid and find its strong links (`linked`: candidates that have some, 27 words a search)."""
        for i in range(27):
            self.cur[i] = 0
        for i in range(81):
            self.linked[i] = 0
        for i in range(243):
            self.pos[i] = 0
        for i in range(CANDIDATES):
            self.partners[i] = 0
        for i in range(81):
            mask = cand[i]
            self.cc[i] = mask
            if POPCOUNT[mask] == 2:
                x = 81 * LOWEST[mask] + i
                y = 81 * LOWEST[mask & (mask - 1)] + i
                self.partner[4 * x] = y
                self.partner[4 * y] = x
                self.partner_cause[4 * x] = self.partner_cause[4 * y] = 1
                self.partners[x] = self.partners[y] = 1
                for k in range(1, 3):
                    self.linked[27 * k + WORD[x]] |= BIT[x]
                    self.linked[27 * k + WORD[y]] |= BIT[y]
            while mask:
                d = LOWEST[mask]
                mask &= mask - 1
                self.cur[3 * d + i // 27] |= BIT[i]
                self.pos[9 * CELL_HOUSE[3 * i] + d] |= 1 << CELL_POS[3 * i]
                self.pos[9 * CELL_HOUSE[3 * i + 1] + d] |= 1 << CELL_POS[3 * i + 1]
                self.pos[9 * CELL_HOUSE[3 * i + 2] + d] |= 1 << CELL_POS[3 * i + 2]
        for h in range(27):
            cause = 2 + h // 9
            for d in range(9):
                mask = self.pos[9 * h + d]
                if POPCOUNT[mask] != 2:
                    continue
                x = 81 * d + HOUSE_CELL[9 * h + LOWEST[mask]]
                y = 81 * d + HOUSE_CELL[9 * h + LOWEST[mask & (mask - 1)]]
                known = False
                for k in range(self.partners[x]):
                    if self.partner[4 * x + k] == y:
                        known = True
                if known:
                    continue
                for turn in range(2):
                    k = 4 * x + self.partners[x]
                    self.partner[k] = y
                    self.partner_cause[k] = cause
                    self.partners[x] += 1
                    self.linked[WORD[x]] |= BIT[x]
                    self.linked[54 + WORD[x]] |= BIT[x]
                    k = x
                    x = y
                    y = k

    @cython.locals(band=cython.int, y=cython.int, k=cython.int, t=cython.uint)
    def weakly(self, x: cython.int) -> cython.void:
        """Set weak[4 x ...]: the numbered candidates that x turns OFF."""
        d: cython.int = DIGIT[x]
        cell: cython.int = CELL[x]
        one: cython.ulonglong = 1
        at: cython.int = 4 * x
        for k in range(self.width):
            self.weak[at + k] = 0
        t = self.cc[cell] & ~(1 << d)
        while t:
            y = 81 * LOWEST[t] + cell
            t &= t - 1
            if self.partners[y]:
                k = self.number[y]
                self.weak[at + (k >> 6)] |= one << (k & 63)
        for band in range(3):
            t = BAND_COLUMN[cell]
            if 3 * d + band == WORD[x]:
                t = BAND_BOX[cell] | BAND_ROW[cell]
            t &= self.linked[54 + 3 * d + band]
            while t:
                k = self.number[27 * (3 * d + band) + lowest(t)]
                t &= t - 1
                self.weak[at + (k >> 6)] |= one << (k & 63)

    @cython.locals(x=cython.int, w=cython.int, t=cython.uint)
    def close(self) -> cython.bint:
        """Compute reach and the doomed candidates; are there any?"""
        n: cython.int = 0
        found: cython.bint = False
        for w in range(27):
            t = self.linked[54 + w]
            while t:
                x = 27 * w + lowest(t)
                t &= t - 1
                if n < 256:
                    self.member[n] = x
                self.number[x] = n
                n += 1
        self.members = n
        if n > 256 or self.exhaustive:
            for w in range(27):
                self.doomed[w] = self.cur[w]
            return True
        self.width = (n + 63) >> 6
        for w in range(27):
            t = self.cur[w]
            while t:
                self.weakly(27 * w + lowest(t))
                t &= t - 1
        self.join()
        for w in range(27):
            self.doomed[w] = 0
            t = self.cur[w]
            while t:
                x = 27 * w + lowest(t)
                t &= t - 1
                if self.turns_off(x):
                    self.doomed[w] |= BIT[x]
                    found = True
        return found

    @cython.locals(x=cython.int, y=cython.int, i=cython.int, j=cython.int, k=cython.int, w=cython.int)
    @cython.locals(bit=cython.ulonglong, m=cython.ulonglong)
    def join(self) -> cython.void:
        """Compute `step`, `ahead` and `reach` from the weak and strong links of the numbered candidates."""
        n: cython.int = self.members
        width: cython.int = self.width
        one: cython.ulonglong = 1
        # step from OFF to OFF: over a strong and a weak link
        for i in range(n):
            x = self.member[i]
            for k in range(width):
                self.step[4 * i + k] = 0
            for j in range(self.partners[x]):
                y = self.partner[4 * x + j]
                for k in range(width):
                    self.step[4 * i + k] |= self.weak[4 * y + k]
        if width == 1:
            for j in range(n):
                m = self.step[4 * j]
                bit = one << j
                for i in range(n):
                    if self.step[4 * i] & bit:
                        self.step[4 * i] |= m
        else:
            for j in range(n):
                bit = one << (j & 63)
                w = j >> 6
                for i in range(n):
                    if self.step[4 * i + w] & bit:
                        for k in range(width):
                            self.step[4 * i + k] |= self.step[4 * j + k]
        for i in range(n):
            x = self.member[i]
            self.step[4 * i + (i >> 6)] |= one << (i & 63)
            for k in range(width):
                self.ahead[4 * i + k] = 0
            for j in range(self.partners[x]):
                y = self.number[self.partner[4 * x + j]]
                self.ahead[4 * i + (y >> 6)] |= one << (y & 63)
        for i in range(n):
            for k in range(width):
                self.reach[4 * i + k] = 0
            for k in range(width):
                m = self.step[4 * i + k]
                while m:
                    j = 64 * k + lowest64(m)
                    m &= m - 1
                    for w in range(width):
                        self.reach[4 * i + w] |= self.ahead[4 * j + w]

    @cython.locals(k=cython.int, w=cython.int, j=cython.int, m=cython.ulonglong)
    def turns_off(self, x: cython.int) -> cython.bint:
        """Does the candidate turn itself OFF?"""
        for k in range(self.width):
            m = self.weak[4 * x + k]
            while m:
                j = 64 * k + lowest64(m)
                m &= m - 1
                for w in range(self.width):
                    if self.reach[4 * j + w] & self.weak[4 * x + w]:
                        return True
        return False

    @cython.locals(x=cython.int, y=cython.int, i=cython.int, j=cython.int, k=cython.int, w=cython.int)
    @cython.locals(m=cython.ulonglong, t=cython.uint)
    def rounds(self) -> cython.void:
        """Prepare `may_circle`: what each numbered candidate, ON, turns ON (`ahead`), and who sees a doomed one."""
        one: cython.ulonglong = 1
        if self.members > 256 or self.exhaustive:
            return
        for k in range(self.width):
            self.near[k] = 0
            self.next[k] = 0
        for i in range(self.members):
            x = self.member[i]
            for k in range(self.width):
                self.ahead[4 * i + k] = 0
            for k in range(self.width):
                m = self.weak[4 * x + k]
                while m:
                    j = 64 * k + lowest64(m)
                    m &= m - 1
                    for w in range(self.width):
                        self.ahead[4 * i + w] |= self.reach[4 * j + w]
            t = 0
            w = WORD[x] - DIGIT[x] * 3
            for k in range(3):
                if k == w:
                    t |= (BAND_BOX[CELL[x]] | BAND_ROW[CELL[x]]) & self.doomed[3 * DIGIT[x] + k]
                else:
                    t |= BAND_COLUMN[CELL[x]] & self.doomed[3 * DIGIT[x] + k]
            if t:
                self.near[i >> 6] |= one << (i & 63)
                for k in range(self.partners[x]):
                    y = self.number[self.partner[4 * x + k]]
                    self.next[y >> 6] |= one << (y & 63)

    @cython.locals(k=cython.int, j=cython.int, m=cython.ulonglong)
    def may_circle(self, x: cython.int) -> cython.bint:
        """Can a cycle through this numbered candidate, ON, remove anything?

        It must come back; it must pass, ON and OFF, candidates of which doomed ones are peers.
        """
        i: cython.int = self.number[x]
        on: cython.bint = False
        off: cython.bint = False
        one: cython.ulonglong = 1
        if self.members > 256 or self.exhaustive:
            return True
        if (self.ahead[4 * i + (i >> 6)] >> (i & 63) & one) == 0:
            return False
        for k in range(self.width):
            m = self.ahead[4 * i + k] & (self.near[k] | self.next[k])
            while m:
                j = lowest64(m)
                m &= m - 1
                if self.ahead[4 * (64 * k + j) + (i >> 6)] >> (i & 63) & one:
                    if self.near[k] >> j & one:
                        on = True
                    if self.next[k] >> j & one:
                        off = True
                    if on and off:
                        return True
        return False

    def proves(self, x: cython.int) -> cython.bint:
        """Does the numbered candidate, OFF, lead to itself ON?"""
        i: cython.int = self.number[x]
        one: cython.ulonglong = 1
        if self.members > 256 or self.exhaustive:
            return True
        return (self.reach[4 * i + (i >> 6)] >> (i & 63) & one) != 0
