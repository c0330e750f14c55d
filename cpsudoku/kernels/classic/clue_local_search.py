# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""A random search for a puzzle with few clues in a given classic grid. It finds, and proves nothing.

It walks over the puzzles of the grid. From one with n clues it first looks for one with n - 1: drop two clues, add one.
Of all pairs of clues only those can go whose unavoidable sets, known ones that no other clue meets, share a cell;
one pass over the known sets leaves few pairs, and the solution count decides on these. Where there is none, two
clues are exchanged for two others, never back to a puzzle seen before. After a while without success a spare
clue is added, and the walk goes on from there. Whatever turns out to be no puzzle brings a new unavoidable set.
The exchange of clues, {-2+1}, is that of the hunters of 17-clue puzzles, here held to one grid.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, lowest_of_two, ones
from cython.cimports.cpsudoku.kernels.classic.rivals import Rivals
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.randomness import below, next64

ROOM = cython.declare(cython.int, 4096)
"""Unavoidable sets kept; later ones take the place of the oldest learnt."""
MOST = cython.declare(cython.int, 48)
"""Clues of a first puzzle at most."""
SEEN = cython.declare(cython.int, 1 << 20)
"""Slots for puzzles seen."""
OPTIONS = cython.declare(cython.int, 2048)
"""Exchanges looked at in one step."""
TRIED = cython.declare(cython.int, 6)
"""Exchanges checked in one step."""
FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)
HIGH = cython.declare(cython.ulonglong, (1 << 17) - 1)


class ClueLocalSearch(Rivals):
    """The walk in one grid. *sets*: unavoidable sets of it, to begin with. Not to be shared between threads.

    *patience*: exchanges without success until a clue is added.
    """

    def __init__(self, solution: bytes, sets: list, start: cython.ulonglong, patience: cython.int = 100):
        Rivals.__init__(self, solution, sets, ROOM, list(range(81)))
        self.seen = array("Q", [0]) * SEEN
        self.state[0] = start
        for cell in range(81):
            self.name[cell] = next64(self.state)
            self.best[cell] = cell
        self.best_count = 81
        self.base = self.oldest = self.sets
        self.patience = patience

    def _flip(self, cell: cython.int) -> cython.void:
        """*cell* becomes a clue, or is none any more."""
        self.clues_low ^= self.bit_low[cell]
        self.clues_high ^= self.bit_high[cell]
        self.key ^= self.name[cell]

    def _known(self) -> cython.bint:
        """These clues, or others with the same key, were stood on before."""
        return self.seen[self.key & (SEEN - 1)] == self.key

    def _settle(self) -> cython.void:
        """Stand on the clues as they are."""
        a: cython.ulonglong = self.clues_low
        b: cython.ulonglong = self.clues_high
        self.seen[self.key & (SEEN - 1)] = self.key
        self.count = 0
        while a | b:
            cell: cython.int = lowest_of_two(a, b)
            a &= ~self.bit_low[cell]
            b &= ~self.bit_high[cell]
            self.place[cell] = self.count
            self.clue[self.count] = cell
            self.count += 1
        if self.count < self.best_count:
            self.best_count = self.count
            for i in range(self.count):
                self.best[i] = self.clue[i]

    @cython.locals(i=cython.int)
    def _unique(self) -> cython.bint:
        """Do the clues have one solution? If not, the smallest part of a difference is a new set."""
        for i in range(81):
            self.work[i] = 0
        a: cython.ulonglong = self.clues_low
        while a:
            i = lowest64(a)
            a &= a - 1
            self.work[i] = self.grid[i]
        a = self.clues_high
        while a:
            i = 64 + lowest64(a)
            a &= a - 1
            self.work[i] = self.grid[i]
        at: cython.int = self.rival(False)
        if at < 0:
            return True
        if self.sets < ROOM:
            s: cython.int = self.sets
            self.sets += 1
        else:
            s = self.oldest
            self.oldest += 1
            if self.oldest == ROOM:
                self.oldest = self.base
        self.learn(at, s)
        return False

    @cython.locals(i=cython.int)
    def _begin(self) -> cython.void:
        """A first puzzle: random cells of unmet sets until none is unmet."""
        self.clues_low = self.clues_high = self.key = 0
        self.waited = 0
        while True:
            n: cython.int = 0
            for i in range(self.sets):
                if (self.low[i] & self.clues_low) | (self.high[i] & self.clues_high) == 0:
                    self.unmet[n] = i
                    n += 1
            if n == 0:
                if self._unique():
                    break
                continue
            if ones(self.clues_low) + ones(self.clues_high) == MOST:
                self.clues_low = self.clues_high = self.key = 0
                continue
            i = self.unmet[below(self.state, n)]
            a: cython.ulonglong = self.low[i]
            b: cython.ulonglong = self.high[i]
            n = below(self.state, ones(a) + ones(b))
            while n:
                i = lowest_of_two(a, b)
                a &= ~self.bit_low[i]
                b &= ~self.bit_high[i]
                n -= 1
            self._flip(lowest_of_two(a, b))
        self._settle()

    @cython.locals(s=cython.int)
    def _lower(self) -> cython.bint:
        """One clue less, if dropping a clue, or two for a new one, does it."""
        n: cython.int = self.count
        for i in range(n):
            self.one_low[i] = FULL
            self.one_high[i] = HIGH
            for j in range(i):
                self.two_low[i * MOST + j] = FULL
                self.two_high[i * MOST + j] = HIGH
        for s in range(self.sets):
            a: cython.ulonglong = self.low[s] & self.clues_low
            b: cython.ulonglong = self.high[s] & self.clues_high
            if a:
                x: cython.ulonglong = a & (a - 1)
                y: cython.ulonglong = b
            else:
                x = 0
                y = b & (b - 1)
            if x | y:
                if (x & (x - 1) if x else 0) | (y & (y - 1) if y else 0) == 0 and (x == 0 or y == 0):
                    one: cython.int = self.place[lowest_of_two(a, b)]
                    two: cython.int = self.place[lowest_of_two(x, y)]
                    self.two_low[two * MOST + one] &= self.low[s]
                    self.two_high[two * MOST + one] &= self.high[s]
            else:
                one = self.place[lowest_of_two(a, b)]
                self.one_low[one] &= self.low[s]
                self.one_high[one] &= self.high[s]
        for i in range(n):
            if self.one_low[i] == FULL and self.one_high[i] == HIGH:
                self._flip(self.clue[i])
                if not self._known() and self._unique():
                    self._settle()
                    return True
                self._flip(self.clue[i])
        for i in range(n):
            for j in range(i):
                a = self.one_low[i] & self.one_low[j] & self.two_low[i * MOST + j] & ~self.clues_low
                b = self.one_high[i] & self.one_high[j] & self.two_high[i * MOST + j] & ~self.clues_high
                if a | b:
                    self._flip(self.clue[i])
                    self._flip(self.clue[j])
                    while a | b:
                        s = lowest_of_two(a, b)
                        self._flip(s)
                        if not self._known():
                            if self._unique():
                                self._settle()
                                return True
                            # the set just learnt rules out more cells
                            one = self.sets - 1
                            if self.sets == ROOM:
                                one = self.oldest - 1 if self.oldest > self.base else ROOM - 1
                            a &= self.low[one]
                            b &= self.high[one]
                        else:
                            a &= ~self.bit_low[s]
                            b &= ~self.bit_high[s]
                        self._flip(s)
                    self._flip(self.clue[i])
                    self._flip(self.clue[j])
        return False

    @cython.locals(i=cython.int)
    def _exchange(self) -> cython.bint:
        """Two clues drawn at random for two others, if one such exchange leads to a puzzle not yet seen."""
        n: cython.int = 0
        options: cython.int = 0
        fewest: cython.int = 100
        pick: cython.int = -1
        one: cython.int = below(self.state, self.count)
        two: cython.int = below(self.state, self.count - 1)
        if two >= one:
            two += 1
        one = self.clue[one]
        two = self.clue[two]
        self._flip(one)
        self._flip(two)
        for i in range(self.sets):
            if (self.low[i] & self.clues_low) | (self.high[i] & self.clues_high) == 0:
                self.unmet[n] = i
                n += 1
                size: cython.int = ones(self.low[i]) + ones(self.high[i])
                if size < fewest:
                    fewest = size
                    pick = i
        if pick >= 0:
            a: cython.ulonglong = self.low[pick]
            b: cython.ulonglong = self.high[pick]
            while a | b:
                c: cython.int = lowest_of_two(a, b)
                a &= ~self.bit_low[c]
                b &= ~self.bit_high[c]
                x: cython.ulonglong = FULL & ~self.clues_low & ~self.bit_low[c]
                y: cython.ulonglong = HIGH & ~self.clues_high & ~self.bit_high[c]
                for i in range(n):
                    s: cython.int = self.unmet[i]
                    if (self.low[s] & self.bit_low[c]) | (self.high[s] & self.bit_high[c]) == 0:
                        x &= self.low[s]
                        y &= self.high[s]
                        if x | y == 0:
                            break
                while x | y:
                    s = lowest_of_two(x, y)
                    x &= ~self.bit_low[s]
                    y &= ~self.bit_high[s]
                    if options < OPTIONS:
                        self.option[options] = c * 81 + s
                        options += 1
            i = 0
            while options and i < TRIED:
                s = below(self.state, options)
                c = self.option[s]
                options -= 1
                self.option[s] = self.option[options]
                s = c % 81
                c = c // 81
                self._flip(c)
                self._flip(s)
                if not self._known():
                    if self._unique():
                        self._settle()
                        return True
                    i += 1
                self._flip(c)
                self._flip(s)
        self._flip(one)
        self._flip(two)
        return False

    def _run(self, most: cython.int, steps: cython.longlong) -> cython.void:
        end: cython.longlong = self.steps + steps
        if self.count == 0:
            self._begin()
        while self.best_count > most and self.steps < end:
            self.steps += 1
            if self.steps & 63 == 63 and look(self.stop):
                return
            while self.best_count > most and self._lower():
                self.waited = 0
            if self.best_count <= most:
                break
            self._exchange()
            self.waited += 1
            if self.waited > self.patience:
                self.waited = 0
                if self.count >= most + 5:
                    self._begin()
                    continue
                cell: cython.int = below(self.state, 81)
                while (self.clues_low & self.bit_low[cell]) | (self.clues_high & self.bit_high[cell]):
                    cell = below(self.state, 81)
                self._flip(cell)
                self._settle()

    def run(self, most: cython.int, steps: cython.longlong) -> bool:
        """Walk on until a puzzle of at most *most* clues is found (True), or for so many steps."""
        self.stop[1] = 0
        with cython.nogil:
            self._run(most, steps)
        settle(self.stop)
        return self.best_count <= most

    def cells(self) -> tuple:
        """Cells of the clues of the best puzzle so far, ascending."""
        return tuple([self.best[i] for i in range(self.best_count)])

    def counters(self) -> tuple:
        """(steps, solution counts, unavoidable sets known) so far."""
        return self.steps, self.checks, self.sets
