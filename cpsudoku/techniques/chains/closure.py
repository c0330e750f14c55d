# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Everything that follows along the links a grid itself has, in whatever order.

Reach is computed for all candidates at once: candidates with strong links get a number, and sets of them are a few
words of 64. What it says:

* `reach[m]`: the candidates ON if m is OFF; `turned[x]`: those ON if x is ON.
* `doomed`: candidates that turn themselves OFF. Only they can be removed by cycles and forcing chains (an outside
  candidate of a cycle is one too, by the way round of the cycle), so without any there is nothing to search for.
* Where nothing is doomed no assumption contradicts itself; what each leads to then depends on no order, and `share`
  tells from the closure whether several have a consequence in common.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest, lowest64
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.links import StrongLinks
from cython.cimports.cpsudoku.techniques.core.grid import LOWEST
from cython.cimports.cpsudoku.techniques.core.native import enough, longs, release, words

MOST = cython.declare(cython.int, 12)
"""Words a set may need."""


class Closure(StrongLinks):
    """The closure of the strong and weak links. Sets of numbered candidates have one word where that is enough, as it
    mostly is, else two, four or twelve: so many are the `stride` s, `width` of them in use.

    number[x], member[k]    numbers of the candidates with strong links
    group[s * c ...]        the numbered candidates of a cell (c 0 .. 80) or of a digit in a house
                            (c 81 + house * 9 + digit - 1)
    beyond[s * c ...]       what their being OFF, one at a time, turns ON
    weak[s * m ...]         the numbered candidates that a numbered one turns OFF
    step[s * m ...]         those OFF if m is OFF; `ahead`: those ON at once, `across`: of these the one of its cell
    alike[s * d ...]        the numbered candidates of digit d + 1
    proved                  the candidates that turn themselves ON being OFF
    closed                  0 not yet computed for this grid, 1 nothing is doomed, 2 something is: all candidates count
                            as doomed with `exhaustive` (to check)
    seen[28 * x + w]        after `survey`: what x, as a numbered candidate, sees
    refuted[28 * x + w]     what x leads to being OFF
    """

    def __init__(self) -> None:
        self.stride = 1

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once; *shortage*: see `nested`. Raises MemoryError."""
        if self.ready:
            return None
        self.group = longs(324 * MOST)
        self.beyond = longs(324 * MOST)
        self.alike = longs(9 * MOST)
        self.weak = longs(CANDIDATES * MOST)
        self.step = longs(CANDIDATES * MOST)
        self.ahead = longs(CANDIDATES * MOST)
        self.across = longs(CANDIDATES * MOST)
        self.reach = longs(CANDIDATES * MOST)
        self.turned = longs(CANDIDATES * MOST)
        self.seen = words(28 * CANDIDATES)
        self.refuted = words(28 * CANDIDATES)
        if not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.group)
        release(self.beyond)
        release(self.alike)
        release(self.weak)
        release(self.step)
        release(self.ahead)
        release(self.across)
        release(self.reach)
        release(self.turned)
        release(self.seen)
        release(self.refuted)

    def close(self) -> cython.bint:
        """Compute reach and the doomed candidates; are there any?"""
        n: cython.int = 0
        self.surveyed = False
        self.closed = 2
        for w in range(27):
            t: cython.uint = self.linked[54 + w]
            while t:
                x: cython.int = 27 * w + lowest(t)
                t &= t - 1
                self.member[n] = x
                self.number[x] = n
                n += 1
        self.members = n
        self.width = (n + 63) >> 6
        self.stride = 1 if n <= 64 else (2 if n <= 128 else (4 if n <= 256 else MOST))
        if self.stride < 4:
            found: cython.bint = closed(self, 1) if self.stride == 1 else closed(self, 2)
        else:
            found = closed(self, 4) if self.stride == 4 else closed(self, 12)
        if self.exhaustive:
            for w in range(27):
                self.doomed[w] = self.proved[w] = self.cur[w]
            return True
        if not found:
            self.closed = 1
        return found

    def survey(self, cand: cython.p_ushort, pos: cython.p_ushort) -> cython.bint:
        """Prepare `share` for a grid, taken up if it is another one; False where something is doomed."""
        for i in range(81):
            if self.cc[i] != cand[i]:
                self.source(cand, pos)
                break
        if self.closed == 0:
            self.close()
        if self.closed == 1 and not self.surveyed:
            self.surveyed = True
            for i in range(self.members):
                see(self, self.seen, self.member[i])
            for w in range(27):
                t: cython.uint = self.cur[w]
                while t:
                    self.refute(27 * w + lowest(t))
                    t &= t - 1
        return self.closed == 1

    def refute(self, x: cython.int) -> cython.void:
        """Compute `refuted` of a candidate: what is seen by it and by all it turns ON."""
        refuted: cython.p_uint = self.refuted
        seen: cython.p_uint = self.seen
        off = cython.declare(cython.uint[28])
        if self.partners[x]:
            for w in range(28):
                off[w] = seen[28 * x + w]
        else:
            see(self, refuted, x)
            for w in range(28):
                off[w] = refuted[28 * x + w]
        for k in range(self.width):
            m: cython.ulonglong = self.turned[self.stride * x + k]
            while m:
                at: cython.int = 28 * self.member[64 * k + lowest64(m)]
                m &= m - 1
                for w in range(28):
                    off[w] |= seen[at + w]
        for w in range(28):
            refuted[28 * x + w] = off[w]

    def share(self, of: cython.p_ushort, count: cython.int) -> cython.bint:
        """After `survey`: does each of *count* candidates lead to the same one being OFF?

        One that is ON by each is not alone: the others of its cell are OFF.
        """
        refuted: cython.p_uint = self.refuted
        all = cython.declare(cython.uint[28])
        at: cython.int = 28 * of[0]
        for w in range(28):
            all[w] = refuted[at + w]
        for k in range(1, count):
            at = 28 * of[k]
            for w in range(28):
                all[w] &= refuted[at + w]
        some: cython.uint = 0
        for w in range(28):
            some |= all[w]
        return some != 0


# Each of these is compiled for sets of one word, two, four and twelve: *s* is one of these numbers where it is called.


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=Closure)
def closed(links, s: cython.int) -> cython.bint:
    """Compute all there is of the numbered candidates, and `doomed`; is anything doomed?"""
    regroup(links, s)
    join(links, s)
    found: cython.bint = False
    for w in range(27):
        links.doomed[w] = 0
        links.proved[w] = 0
        t: cython.uint = links.cur[w]
        while t:
            x: cython.int = 27 * w + lowest(t)
            t &= t - 1
            if turns_off(links, x, s):
                links.doomed[w] |= BIT[x]
                found = True
    if found:
        for w in range(links.members):
            if links.reach[s * w + (w >> 6)] >> (w & 63) & 1:
                x = links.member[w]
                links.proved[WORD[x]] |= BIT[x]
    return found


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=Closure)
def regroup(links, s: cython.int) -> cython.void:
    """Compute `group`, `alike` and `weak`."""
    group: cython.p_ulonglong = links.group
    weak: cython.p_ulonglong = links.weak
    one: cython.ulonglong = 1
    near = cython.declare(cython.ulonglong[12])
    for i in range(324 * s):
        group[i] = 0
    for i in range(9 * s):
        links.alike[i] = 0
    for i in range(links.members):
        x: cython.int = links.member[i]
        word: cython.int = i >> 6
        bit: cython.ulonglong = one << (i & 63)
        group[s * CELL[x] + word] |= bit
        links.alike[s * DIGIT[x] + word] |= bit
        for k in range(3):
            group[s * (81 + PLACE[3 * x + k]) + word] |= bit
    for i in range(links.members):
        gather(group, links.member[i], near, s)
        near[i >> 6] &= ~(one << (i & 63))
        for k in range(s):
            weak[s * i + k] = near[k]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=Closure)
def join(links, s: cython.int) -> cython.void:
    """Compute `step`, `reach`, `across` and `beyond`, from the weak and strong links of the numbered candidates."""
    step: cython.p_ulonglong = links.step
    ahead: cython.p_ulonglong = links.ahead
    across: cython.p_ulonglong = links.across
    weak: cython.p_ulonglong = links.weak
    beyond: cython.p_ulonglong = links.beyond
    one: cython.ulonglong = 1
    for i in range(links.members):
        x: cython.int = links.member[i]
        for k in range(s):
            step[s * i + k] = 0
            ahead[s * i + k] = 0
            across[s * i + k] = 0
        for j in range(links.partners[x]):
            y: cython.int = links.number[links.partner[4 * x + j]]
            if links.partner_cause[4 * x + j] == 1:
                across[s * i + (y >> 6)] = one << (y & 63)
            for k in range(s):
                step[s * i + k] |= weak[s * y + k]
            ahead[s * i + (y >> 6)] |= one << (y & 63)
    for i in range(324 * s):
        beyond[i] = 0
    for i in range(links.members):
        pursue(links, i, s)
        x = links.member[i]
        add(beyond, CELL[x], links.reach, i, s)
        for k in range(3):
            add(beyond, 81 + PLACE[3 * x + k], links.reach, i, s)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(off=cython.ulonglong[12], on=cython.ulonglong[12], done=cython.ulonglong[12])
@cython.locals(links=Closure)
def pursue(links, i: cython.int, s: cython.int) -> cython.void:
    """Close `step` of a number (those below are closed), and compute its `reach`."""
    step: cython.p_ulonglong = links.step
    ahead: cython.p_ulonglong = links.ahead
    reach: cython.p_ulonglong = links.reach
    one: cython.ulonglong = 1
    if not cython.compiled:
        off, on, done = [0] * 12, [0] * 12, [0] * 12
    for k in range(s):
        off[k] = step[s * i + k]
        on[k] = ahead[s * i + k]
        done[k] = 0
    done[i >> 6] = one << (i & 63)
    off[i >> 6] |= one << (i & 63)
    more: cython.bint = True
    while more:
        more = False
        for w in range(s):
            m: cython.ulonglong = off[w] & ~done[w]
            while m:
                more = True
                j: cython.int = s * (64 * w + lowest64(m))
                if j < s * i:
                    for k in range(s):
                        off[k] |= step[j + k]
                        done[k] |= step[j + k]
                        on[k] |= reach[j + k]
                else:
                    done[w] |= m & ~(m - 1)
                    for k in range(s):
                        off[k] |= step[j + k]
                        on[k] |= ahead[j + k]
                m = off[w] & ~done[w]
    for k in range(s):
        step[s * i + k] = off[k]
        reach[s * i + k] = on[k]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(on=cython.ulonglong[12], off=cython.ulonglong[12])
@cython.locals(links=Closure)
def turns_off(links, x: cython.int, s: cython.int) -> cython.bint:
    """Compute `turned` of the candidate; does it turn itself OFF?"""
    turned: cython.p_ulonglong = links.turned
    reach: cython.p_ulonglong = links.reach
    if not cython.compiled:
        on, off = [0] * 12, [0] * 12
    some: cython.ulonglong = 0
    if links.partners[x]:
        i: cython.int = s * links.number[x]
        for w in range(s):
            on[w] = 0
            off[w] = links.weak[i + w]
        for k in range(s):
            m: cython.ulonglong = off[k]
            while m:
                i = s * (64 * k + lowest64(m))
                m &= m - 1
                for w in range(s):
                    on[w] |= reach[i + w]
    else:
        # it is not itself among the numbered candidates of its cell and houses: these it turns OFF
        gather(links.group, x, off, s)
        gather(links.beyond, x, on, s)
    for w in range(s):
        turned[s * x + w] = on[w]
        some |= on[w] & off[w]
    return some != 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def gather(sets: cython.p_ulonglong, x: cython.int, to: cython.p_ulonglong, s: cython.int) -> cython.void:
    """Join the sets of the cell and the houses of a candidate."""
    a: cython.int = s * CELL[x]
    b: cython.int = s * (81 + PLACE[3 * x])
    c: cython.int = s * (81 + PLACE[3 * x + 1])
    d: cython.int = s * (81 + PLACE[3 * x + 2])
    for k in range(s):
        to[k] = sets[a + k] | sets[b + k] | sets[c + k] | sets[d + k]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def add(to: cython.p_ulonglong, at: cython.int, sets: cython.p_ulonglong, i: cython.int, s: cython.int) -> cython.void:
    """Join the *i*-th set to the one at place *at*."""
    for k in range(s):
        to[s * at + k] |= sets[s * i + k]


def see(links, sets: cython.p_uint, x: cython.int) -> cython.void:
    """Into its place of *sets*: the candidates that a candidate sees."""
    cell: cython.int = CELL[x]
    first: cython.int = 3 * DIGIT[x]
    band: cython.int = WORD[x] - first
    at: cython.int = 28 * x
    for k in range(28):
        sets[at + k] = 0
    for k in range(3):
        t: cython.uint = BAND_BOX[cell] | BAND_ROW[cell] if k == band else BAND_COLUMN[cell]
        sets[at + first + k] = t & links.cur[first + k]
    t = links.cc[cell] & ~(1 << DIGIT[x])
    while t:
        sets[at + 3 * LOWEST[t] + band] |= BIT[x]
        t &= t - 1
