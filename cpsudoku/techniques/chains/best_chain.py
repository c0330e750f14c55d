# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The shortest chain from a node to its negation, and the best chain or cycle found so far.

The search goes by levels: the nodes so many links away, as sets of numbered candidates.

A chain read backwards, all negated, is one too. So what is k links away from the start has its negation k links before
the end, and levels half way along say all: the first with a link between one of its nodes and the negation of another
is the middle of the shortest chains. From there back to the start, those nodes of each level are kept that lie on one.

Of several shortest chains the scale has the one that a search by a queue finds: of all, the one that takes the first
link it can from each node. Links from an ON node go to its cell, its box, the rest of its row, the rest of its column,
by ascending candidate; those from an OFF node in the order of `partner`.

The best is the first in sort order, or with `collecting` one for each set of removals.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.techniques.chains.closure import Closure
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.nested import NestedHints
from cython.cimports.cpsudoku.techniques.core.native import enough, longs, release

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = cython.declare(cython.int, 12)
ANY = cython.declare(cython.int, 100000)


class BestChain(Closure):
    """The winner, or with `collecting` all of them, as `hints`. Modes: 0 X, links within one digit, 1 Y, strong links
    within cells only, 2 XY, all.

    level[s * h ...]    after `shortest`: what is h - 1 links away from the start, up to the middle
    trail               after `trace`: the nodes of the chain from the last to the first, trail_cause how each came
    removal             what it removes
    kind                of the winner: 0 none, 1 cycle, 2 chain; `mode`
    path, path_cause    its trail, `length` nodes (a cycle names its start twice)
    win                 the `won` candidates it removes, in order
    """

    def __init__(self) -> None:
        Closure.__init__(self)
        self.hints = NestedHints()
        self.level = longs((CANDIDATES + 2) * MOST)
        if not enough():
            raise MemoryError("not enough memory to look for chains")

    def __dealloc__(self):
        release(self.level)

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once; *shortage*: see `nested`. Raises MemoryError."""
        Closure.prepare(self, shortage)
        return self.hints.prepare(shortage)

    def limit(self, base: cython.double, key: cython.int) -> cython.int:
        """Largest complexity worth finding."""
        k: cython.int = key if base != 6.6 else 5
        if self.collecting:
            return ANY
        if self.limits[k] < 0:
            self.limits[k] = longest(base, self.rating, self.complexity, key < self.key)
        return self.limits[k]

    @cython.locals(k=cython.int)
    def bound(self, base: cython.double, key: cython.int) -> cython.int:
        """The same for a deduction that removes what is in `removal`."""
        fingerprint: cython.ulonglong = 0
        if not self.collecting:
            return self.limit(base, key)
        for k in range(self.removals):
            fingerprint ^= KEY[self.removal[k]]
        at: cython.int = self.hints.place_of(fingerprint)
        if at < 0:
            return ANY
        k = self.hints.records[at].key
        return longest(base, self.hints.records[at].rating, self.hints.records[at].complexity, key < k)

    def offer(self, kind: cython.int, base: cython.double, complexity: cython.int, key: cython.int) -> cython.void:
        """The chain or cycle in `trail`, with its `removal`: keep it if it comes first."""
        rating: cython.double = lengthened(base, complexity)
        fingerprint: cython.ulonglong = 0
        if self.collecting:
            for k in range(self.removals):
                fingerprint ^= KEY[self.removal[k]]
            at: cython.int = self.hints.better(fingerprint, rating, complexity, key)
            if at < 0:
                return
            at = self.hints.record(at, fingerprint, rating, complexity, key)
            for k in range(self.removals):
                self.hints.removes(at, self.removal[k])
            self.hints.target(at)
            for k in range(complexity):
                v: cython.int = self.trail[k]
                self.hints.node(at, v)
                if v < OFF and self.trail_cause[k]:
                    self.hints.limit(at, limit_of(v, self.trail_cause[k]))
            if kind == 1:
                # the cycle the other way round: all nodes negated, each keeping its cause
                self.hints.target(at)
                for k in range(complexity, 0, -1):
                    v = self.trail[k]
                    self.hints.node(at, v - OFF if v >= OFF else v + OFF)
                    if v >= OFF:
                        self.hints.limit(at, limit_of(v - OFF, self.trail_cause[k]))
            if self.noting:
                self.note_chain(self.hints.records[at].chain_print, kind, key - 2)
            return
        if rating > self.rating:
            return
        if rating == self.rating:
            if complexity > self.complexity or (complexity == self.complexity and key >= self.key):
                return
        for k in range(6):
            self.limits[k] = -1
        self.rating = rating
        self.complexity = complexity
        self.key = key
        self.kind = kind
        self.mode = key - 2
        self.length = self.trail_length
        for k in range(self.trail_length):
            self.path[k] = self.trail[k]
            self.path_cause[k] = self.trail_cause[k]
        self.won = self.removals
        for k in range(self.removals):
            self.win[k] = self.removal[k]

    def note_chain(self, fingerprint: cython.ulonglong, kind: cython.int, mode: cython.int) -> cython.void:
        """Record the chain in `trail`: see `noted_chains`."""
        self.hints.note(fingerprint)
        self.hints.note(kind)
        self.hints.note(mode)
        self.hints.note(self.trail_length)
        for k in range(self.trail_length - 1, -1, -1):
            self.hints.note(self.trail[k])
            self.hints.note(self.trail_cause[k])

    def noted_chains(self) -> dict[int, tuple[int, int, list[tuple[int, int]]]]:
        """The chains noted, by fingerprint: kind, mode and the nodes with their causes from the start."""
        found: dict = {}
        rest = iter(self.hints.notes())
        for fingerprint in rest:
            kind, mode, length = next(rest), next(rest), next(rest)
            found[fingerprint] = (kind, mode, [(next(rest), next(rest)) for _ in range(length)])
        return found

    def winner(self) -> tuple[int, int, list[tuple[int, int]]]:
        """The deduction found last: kind, mode, nodes with their causes from the start."""
        return self.kind, self.mode, [(self.path[k], self.path_cause[k]) for k in range(self.length - 1, -1, -1)]

    def shortest(self, x: cython.int, off: cython.bint, mode: cython.int, limit: cython.int) -> cython.int:
        """Number of nodes of the shortest chain from "x is ON" (OFF) to its negation; 0 if none, or above *limit*."""
        if self.stride < 4:
            return measure(self, x, off, mode, limit, 1) if self.stride == 1 else measure(self, x, off, mode, limit, 2)
        return measure(self, x, off, mode, limit, 4) if self.stride == 4 else measure(self, x, off, mode, limit, 12)

    @cython.locals(part=cython.int)
    def trace(self, x: cython.int, off: cython.bint, mode: cython.int, length: cython.int) -> cython.void:
        """Leave the chain that `shortest` has just measure in `trail`."""
        s: cython.int = self.stride
        level: cython.p_ulonglong = self.level
        half: cython.int = length // 2
        first: cython.int = 1 if self.partners[x] else 2
        back = cython.declare(cython.ulonglong[12])
        for h in range(half - 1, 1, -1):
            links: cython.p_ulonglong = self.weak if (h & 1 == 1) != off else (self.across if mode == 1 else self.ahead)
            for k in range(s):
                back[k] = 0
            for w in range(self.width):
                m: cython.ulonglong = level[s * (h + 1) + w]
                while m:
                    j: cython.int = s * (64 * w + lowest64(m))
                    m &= m - 1
                    for k in range(s):
                        back[k] |= links[j + k]
            for k in range(s):
                level[s * h + k] &= back[k]
        self.trail_length = length
        self.trail[length - 1] = x + OFF if off else x
        self.trail_cause[length - 1] = 0
        on: cython.bint = not off
        y: cython.int = x
        for h in range(2, length + 1):
            place: cython.int = s * (h if h <= half else length + 1 - h)
            cause: cython.int = 0
            if h == length and first == 2:
                cause = link_between(y, x)
                y = x
            elif on:
                for part in range(4):
                    at: cython.int = s * (CELL[y] if part == 0 else 81 + PLACE[3 * y + part - 1])
                    for w in range(self.width):
                        m = level[place + w] & self.group[at + w]
                        if self.partners[y]:
                            m &= self.weak[s * self.number[y] + w]
                        if m:
                            cause = part + 1
                            break
                    if cause:
                        y = self.member[64 * w + lowest64(m)]
                        break
            else:
                for k in range(self.partners[y]):
                    part = self.partner_cause[4 * y + k]
                    if (mode == 0 and part == 1) or (mode == 1 and part != 1):
                        continue
                    j = self.number[self.partner[4 * y + k]]
                    if level[place + (j >> 6)] >> (j & 63) & 1:
                        cause = part
                        y = self.partner[4 * y + k]
                        break
            on = not on
            self.trail[length - h] = y if on else y + OFF
            self.trail_cause[length - h] = cause


def link_between(x: cython.int, y: cython.int) -> cython.int:
    """The first cause by which a candidate turns another one OFF."""
    if CELL[x] == CELL[y]:
        return 1
    if PLACE[3 * x] == PLACE[3 * y]:
        return 2
    return 3 if PLACE[3 * x + 1] == PLACE[3 * y + 1] else 4


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=BestChain, m=cython.ulonglong, within=cython.ulonglong[12])
@cython.locals(fresh=cython.ulonglong[12], known_on=cython.ulonglong[12], known_off=cython.ulonglong[12])
def measure(links, x: cython.int, off: cython.bint, mode: cython.int, limit: cython.int, s: cython.int) -> cython.int:
    """`shortest`, for sets of *s* words."""
    level: cython.p_ulonglong = links.level
    group: cython.p_ulonglong = links.group
    strong: cython.p_ulonglong = links.across if mode == 1 else links.ahead
    one: cython.ulonglong = 1
    if not cython.compiled:
        within, fresh, known_on, known_off = [0] * 12, [0] * 12, [0] * 12, [0] * 12
    for k in range(s):
        within[k] = ALL if mode else links.alike[s * DIGIT[x] + k]
        known_on[k] = 0
        known_off[k] = 0
        level[s + k] = 0
    h: cython.int = 1
    on: cython.bint = not off
    if links.partners[x]:
        j: cython.int = links.number[x]
        level[s + (j >> 6)] = one << (j & 63)
        if on:
            known_on[j >> 6] = level[s + (j >> 6)]
        else:
            known_off[j >> 6] = level[s + (j >> 6)]
    else:
        h = 2
        on = False
        some: cython.ulonglong = 0
        for k in range(s):
            j = s * 81 + k
            m = group[j + s * PLACE[3 * x]] | group[j + s * PLACE[3 * x + 1]] | group[j + s * PLACE[3 * x + 2]]
            m = (m | group[s * CELL[x] + k]) & within[k]
            level[2 * s + k] = m
            known_off[k] = m
            some |= m
        if off or some == 0:
            return 0
    while 2 * h <= limit:
        near: cython.p_ulonglong = links.weak if on else strong
        for k in range(s):
            fresh[k] = 0
        for w in range(s):
            m = level[s * h + w]
            while m:
                j = s * (64 * w + lowest64(m))
                m &= m - 1
                for k in range(s):
                    fresh[k] |= near[j + k]
        met: cython.ulonglong = 0
        for k in range(s):
            fresh[k] &= within[k]
            met |= fresh[k] & level[s * h + k]
        if met:
            for k in range(s):
                level[s * h + k] &= fresh[k]
            return 2 * h
        h += 1
        some = 0
        for k in range(s):
            if on:
                fresh[k] &= ~known_off[k]
                known_off[k] |= fresh[k]
            else:
                fresh[k] &= ~known_on[k]
                known_on[k] |= fresh[k]
            level[s * h + k] = fresh[k]
            some |= fresh[k]
        if some == 0:
            return 0
        on = not on
    return 0
