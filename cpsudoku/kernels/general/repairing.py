# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One grid of a large board by repair: every open cell holds a candidate, and conflicts are mended one move at a time.

A move gives a cell in conflict another of its candidates: the one that leaves the fewest pairs of equal digits in a
house, of equals a random one. The digit just left may not come back to its cell for some moves, more of them the more
cells are in conflict, unless it leads to fewer conflicts than ever. That finds a solution where there are many, and
never that there is none. Moves are counted, not timed: the same seed takes the same way.

Source: tabu search as for graph colouring (Hertz and de Werra 1987; the length of the ban as in Galinier and Hao 1999),
with lists of colours, which is what partial Latin squares ask for (Jin and Hao 2019).
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.randomness import Stream, below

from cpsudoku.kernels import zeros
from cpsudoku.kernels.given import houses_of_cells

SLICE = cython.declare(cython.longlong, 500)
"""Moves between two looks at the clock and for signals."""
SHARE = cython.declare(cython.longlong, 3)
"""Tenths of a move's ban for each cell in conflict: 2 and 3 find solutions of 64x64 sooner than 4, 3 and 4 of 49x49
sooner than 2."""
NONE = cython.declare(cython.int, 1 << 30)
"""More than any candidate is against."""
FOREVER = cython.declare(cython.longlong, 1 << 62)
SPREAD = cython.declare(cython.uint, 10)
"""A ban is up to so many moves longer, at random."""


class Repair:
    """The open *candidates* of a board (`cell * side + digit - 1`, those of a cell together), and one search for a
    grid. *houses*: tuples of cells. Raises ValueError where a candidate is none of the board's.

    `run` as often as you like; then `chosen`.

    number, cells        of candidates, and of open cells
    cell_of, first       the cell of a candidate; those of open cell c are first[c] to before first[c + 1]
    rivals               of a candidate, from rival_start[k] on: those of its digit in houses of its cell
    held                 of a cell, the candidate it holds
    against, banned      of a candidate: the held candidates it excludes; the last move at which it may not be taken
    clashing, place      the `clashes` cells in conflict; of a cell, where it is among them, -1 where it is not
    least, ties          of a cell, the least `against` of what it may take, and how many of them there are
    lifted, valid        of a cell, the least `against` of what is banned; the last move at which the three hold
    pairs, fewest        of equal digits in a house, now and at the best time
    """

    def __init__(self, candidates: cython.const[cython.int][::1], side: cython.int, houses: object, seed: int):
        cython.declare(k=cython.Py_ssize_t)
        n: cython.int = side
        total: cython.longlong = pair_count(candidates, side, houses)
        if not len(candidates):
            raise ValueError("no open candidates: nothing to repair")
        if total > 1_000_000_000:
            raise ValueError(f"{total} pairs of candidates exclude each other; at most 1,000,000,000 are held")
        self.number = len(candidates)
        self.cell_of = zeros("i", self.number)
        starts = array("i")
        cells = array("i")
        for k in range(len(candidates)):
            if not k or candidates[k] // n != candidates[k - 1] // n:
                starts.append(k)
                cells.append(candidates[k] // n)
            self.cell_of[k] = len(cells) - 1
        self.cells = len(cells)
        if len(set(cells)) != len(cells):
            raise ValueError("candidates of a cell stand apart; they must follow one another")
        starts.append(self.number)
        self.first = starts
        self.against, self.banned = zeros("i", self.number), zeros("q", self.number)
        self.held, self.place, self.clashing = [zeros("i", self.cells) for _ in range(3)]
        self.least, self.ties, self.lifted = [zeros("i", self.cells) for _ in range(3)]
        self.valid = zeros("q", self.cells)
        self.rival_start, self.rivals = rivals_of(candidates, n, houses)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Forget all, and begin with another grid: each cell in turn takes what the cells before exclude least."""
        cython.declare(c=cython.int, k=cython.int, i=cython.int, best=cython.int, ties=cython.uint)
        self.stream = Stream(seed)
        for k in range(self.number):
            self.against[k] = 0
            self.banned[k] = 0
        for c in range(self.cells):
            best = -1
            ties = 0
            for k in range(self.first[c], self.first[c + 1]):
                if best < 0 or self.against[k] < self.against[best]:
                    best = k
                    ties = 1
                elif self.against[k] == self.against[best]:
                    ties += 1
                    if below(self.stream.state, ties) == 0:
                        best = k
            self.held[c] = best
            for i in range(self.rival_start[best], self.rival_start[best + 1]):
                self.against[self.rivals[i]] += 1
        self.clashes = 0
        self.pairs = 0
        self.moves = 0
        for c in range(self.cells):
            self.valid[c] = 0
            self.place[c] = -1
            if self.against[self.held[c]]:
                self.pairs += self.against[self.held[c]]
                self._enlist(c)
        self.pairs //= 2
        self.fewest = self.pairs

    def run(self, moves: cython.longlong, seconds: cython.double = 0) -> bool:
        """Up to so many more moves, *seconds* at most (0: no bound): whether nothing is in conflict any more."""
        last: cython.longlong = self.moves + moves
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0
        with cython.nogil:
            while self.pairs and self.moves < last:
                self._run(SLICE if last - self.moves > SLICE else last - self.moves)
                if look(self.stop):
                    break
        settle(self.stop)
        return self.pairs == 0

    def chosen(self) -> list:
        """The numbers, from 0, of the candidates that the open cells hold, in the order of their cells."""
        return [self.held[c] for c in range(self.cells)]

    def made(self) -> int:
        """Moves since it began."""
        return self.moves

    def best(self) -> int:
        """The fewest pairs of cells with equal digits in a house that there were at a time."""
        return self.fewest

    @cython.locals(q=cython.int)
    def _run(self, moves: cython.longlong) -> cython.void:
        last: cython.longlong = self.moves + moves
        while self.pairs and self.moves < last:
            self.moves += 1
            spare: cython.longlong = self.fewest - self.pairs
            best: cython.int = NONE
            ties: cython.uint = 0
            for q in range(self.clashes):
                c: cython.int = self.clashing[q]
                own: cython.int = self.against[self.held[c]]
                if self.valid[c] < self.moves or self.lifted[c] < spare + own:
                    self._look_over(c, spare + own)
                if not self.ties[c]:
                    continue
                gain: cython.int = self.least[c] - own
                if gain < best:
                    best = gain
                    ties = self.ties[c]
                elif gain == best:
                    ties += self.ties[c]
            if ties:
                self._move(self._drawn(best, below(self.stream.state, ties)), best)

    @cython.locals(k=cython.int, v=cython.int, least=cython.int, lifted=cython.int, ties=cython.int)
    def _look_over(self, c: cython.int, bound: cython.longlong) -> cython.void:
        """What cell *c* may take: what is not banned, or is against fewer than *bound* (fewer pairs than ever)."""
        until: cython.longlong = FOREVER
        least = lifted = NONE
        ties = 0
        for k in range(self.first[c], self.first[c + 1]):
            if k == self.held[c]:
                continue
            v = self.against[k]
            if self.banned[k] >= self.moves:
                if v >= bound:
                    if self.banned[k] < until:
                        until = self.banned[k]
                    if v < lifted:
                        lifted = v
                    continue
                until = self.moves  # the bound is another at the next move
            if v < least:
                least = v
                ties = 1
            elif v == least:
                ties += 1
        self.least[c] = least
        self.ties[c] = ties
        self.lifted[c] = lifted
        self.valid[c] = until

    @cython.locals(c=cython.int, k=cython.int, q=cython.int, v=cython.int)
    def _drawn(self, gain: cython.int, number: cython.int) -> cython.int:
        """Candidate *number* of those that cells in conflict may take for so many more pairs."""
        for q in range(self.clashes):
            c = self.clashing[q]
            v = self.least[c]
            if not self.ties[c] or v - self.against[self.held[c]] != gain:
                continue
            if number >= self.ties[c]:
                number -= self.ties[c]
                continue
            for k in range(self.first[c], self.first[c + 1]):
                if self.against[k] != v or k == self.held[c]:
                    continue
                if self.banned[k] >= self.moves and v >= self.fewest - self.pairs + self.against[self.held[c]]:
                    continue
                if number == 0:
                    return k
                number -= 1
        return -1  # never: there are as many as were counted

    @cython.locals(c=cython.int, i=cython.int, v=cython.int, other=cython.int, old=cython.int)
    def _move(self, new: cython.int, gain: cython.longlong) -> cython.void:
        """The cell of candidate *new* takes it, for so many more pairs in conflict."""
        c = self.cell_of[new]
        old = self.held[c]
        self.held[c] = new
        self.valid[c] = 0
        self.pairs += gain
        self.banned[old] = self.moves + SHARE * self.clashes // 10 + below(self.stream.state, SPREAD)
        for i in range(self.rival_start[old], self.rival_start[old + 1]):
            v = self.rivals[i]
            self.against[v] -= 1
            other = self.cell_of[v]
            self.valid[other] = 0
            if self.held[other] == v and self.against[v] == 0:
                self._strike(other)
        for i in range(self.rival_start[new], self.rival_start[new + 1]):
            v = self.rivals[i]
            self.against[v] += 1
            other = self.cell_of[v]
            self.valid[other] = 0
            if self.held[other] == v and self.against[v] == 1:
                self._enlist(other)
        if self.against[new] and self.place[c] < 0:
            self._enlist(c)
        elif not self.against[new] and self.place[c] >= 0:
            self._strike(c)
        if self.pairs < self.fewest:
            self.fewest = self.pairs

    def _enlist(self, cell: cython.int) -> cython.void:
        self.place[cell] = self.clashes
        self.clashing[self.clashes] = cell
        self.clashes += 1

    def _strike(self, cell: cython.int) -> cython.void:
        at: cython.int = self.place[cell]
        self.clashes -= 1
        self.clashing[at] = self.clashing[self.clashes]
        self.place[self.clashing[at]] = at
        self.place[cell] = -1


def pair_count(candidates: cython.const[cython.int][::1], side: cython.int, houses: object) -> int:
    """How many pairs of *candidates* exclude each other in a house, those in two houses twice: `Repair` holds each
    pair twice, four bytes each time."""
    cython.declare(k=cython.Py_ssize_t, at=cython.int)
    n: cython.int = side
    seen: cython.uchar[::1] = bytearray(n * n * n)
    count: cython.int[::1] = zeros("i", n)
    total: cython.longlong = 0
    for k in range(len(candidates)):
        at = candidates[k]
        if not 0 <= at < n * n * n:
            raise ValueError(f"candidate {at} on a board of side {n}")
        seen[at] = 1
    for house in houses:
        for at in range(n):
            count[at] = 0
        for cell in house:
            for at in range(n):
                count[at] += seen[cell * n + at]
        for at in range(n):
            total += count[at] * (count[at] - 1) // 2
    return total


def rivals_of(candidates: cython.const[cython.int][::1], side: cython.int, houses: object) -> tuple:
    """(starts, rivals): those of candidate number k are rivals[starts[k]:starts[k + 1]], each once: of its digit, in
    another cell of its houses. By way of the members of each house and digit.

    *candidates*: `cell * side + digit - 1`. An empty list of rivals has a 0, so that it is an array to look into.
    """
    cython.declare(k=cython.int, i=cython.int, h=cython.int, v=cython.int)
    n: cython.int = side
    used: cython.int = 0
    number: cython.int = cython.cast(cython.int, len(candidates))
    of: list = houses_of_cells(n * n, houses)
    members: list = [None] * (len(houses) * n)
    for k in range(number):
        for index in of[candidates[k] // n]:
            at = index * n + candidates[k] % n
            if members[at] is None:
                members[at] = array("i")
            members[at].append(k)
    starts = zeros("i", number + 1)
    start: cython.int[::1] = starts
    seen: cython.int[::1] = array("i", [-1]) * (number + 1)
    found = array("i")
    for k in range(number):
        seen[k] = k
        own: list = of[candidates[k] // n]
        room = zeros("i", sum([len(members[index * n + candidates[k] % n]) for index in own]))
        here: cython.int[::1] = room
        used = 0
        for h in range(len(own)):
            row: cython.int[::1] = members[own[h] * n + candidates[k] % n]
            for i in range(len(row)):
                v = row[i]
                if seen[v] != k:
                    seen[v] = k
                    here[used] = v
                    used += 1
        found.extend(room[:used])
        start[k + 1] = len(found)
    return starts, found if len(found) else array("i", [0])
