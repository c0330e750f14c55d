# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The best chain or cycle found so far: the first in sort order, or with `collecting` one for each set of removals."""

import cython
from cython.cimports.cpsudoku.techniques.chains.levels import Levels
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.nested import NestedHints
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE

ANY = cython.declare(cython.int, 100000)


class BestChain(Levels):
    """The winner, or with `collecting` all of them, as `hints`.

    kind      0 none, 1 cycle, 2 chain; mode X, Y or XY
    path      its `length` nodes from the last to the first (a cycle names its start twice), path_cause how each came
    win       the `won` candidates it removes, in order

    `trail` (see `levels`) and `removal` are the same of the chain being looked at.
    """

    def __init__(self) -> None:
        Levels.__init__(self)
        self.hints = NestedHints()

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once; *shortage*: see `nested`. Raises MemoryError."""
        Levels.prepare(self, shortage)
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

    def constraint(self, x: cython.int, cause: cython.int) -> cython.int:
        """The limit (see `nested_hints`) of a node with this cause."""
        if cause == 1:
            return CELL[x]
        return 81 + 9 * CELL_HOUSE[3 * CELL[x] + cause - 2] + DIGIT[x]

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
                    self.hints.limit(at, self.constraint(v, self.trail_cause[k]))
            if kind == 1:
                # the cycle the other way round: all nodes negated, each keeping its cause
                self.hints.target(at)
                for k in range(complexity, 0, -1):
                    v = self.trail[k]
                    self.hints.node(at, v - OFF if v >= OFF else v + OFF)
                    if v >= OFF:
                        self.hints.limit(at, self.constraint(v - OFF, self.trail_cause[k]))
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
