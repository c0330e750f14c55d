# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Naked and hidden singles to the end, on any board: unit propagation of the extended encoding.

A cell's candidates are a bit mask of `words` 64-bit words. A queue carries fixed cells to their peers
(naked singles): on small boards by one list a cell, on large ones by its houses, which need no lists of their own
(225x225: 34 million peers); when it is empty, one sweep over the houses finds the digits with one place left:
`once` collects digits seen, `twice` digits seen again. The end of both is the same in any order.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

from cpsudoku.kernels import zeros
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.given import flattened, full_houses, houses_of_cells

LISTED_SIDE = 64
"""Up to this side each cell has a list of its peers; beyond, the cells common to two houses are met twice."""
OPEN = 0
SOLVED = 1
CONTRADICTION = 2


@cython.cclass
class Propagator:
    """One geometry's tables and the working memory of one propagation; not to be shared between threads.

    *houses*: for each house its cells. After `load`, `values` gives the fixed digits and `residue` what is open.
    """

    cython.declare(side=cython.int, words=cython.int, cells=cython.int, houses=cython.int, tail=cython.int)
    cython.declare(house_start=cython.int[::1], house_list=cython.int[::1], peer_start=cython.int[::1])
    cython.declare(peer_list=cython.int[::1], member=cython.int[::1], queue=cython.int[::1], number=cython.int[::1])
    cython.declare(listed=cython.bint, full=cython.ulonglong[::1], mask=cython.ulonglong[::1])
    cython.declare(fixed=cython.ulonglong[::1], value=cython.uchar[::1])

    def __init__(self, side: cython.int, houses):
        houses = full_houses(side, houses)
        n = side
        cells = n * n
        self.side = n
        self.words = words = (n + 63) // 64
        self.cells = cells
        self.houses = len(houses)
        at = houses_of_cells(cells, houses)
        self.house_start, self.house_list = flattened(at)
        self.member = array("i", [c for house in houses for c in house])
        self.listed = n <= LISTED_SIDE
        peers = []
        if self.listed:
            peers = [sorted({c for h in row for c in houses[h]} - {cell}) for cell, row in enumerate(at)]
        self.peer_start, self.peer_list = flattened(peers or [[0]])
        self.full = array("Q", [((1 << n) - 1) >> (64 * w) & 0xFFFFFFFFFFFFFFFF for w in range(words)])
        self.mask, self.fixed = zeros("Q", cells * words), zeros("Q", len(houses) * words)
        self.value, self.queue = bytearray(cells), zeros("i", cells + 1)
        self.number = zeros("i", n + 1)  # by digit, or by how many candidates a cell has

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(w=cython.int, x=cython.ulonglong)
    def _only(self, cell: cython.int) -> cython.int:
        """The one candidate of *cell* (from 0); -1 where it has several, -2 where it has none."""
        found: cython.int = -2
        for w in range(self.words):
            x = self.mask[cell * self.words + w]
            if x:
                if found != -2 or x & (x - 1):
                    return -1
                found = w
        return 64 * found + lowest64(self.mask[cell * self.words + found]) if found >= 0 else found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(w=cython.int, k=cython.int)
    def _fix(self, cell: cython.int, d: cython.int) -> cython.bint:
        """Note that *cell* holds d (from 0); its peers hear of it from the queue. False where it cannot."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (d & 63)
        at: cython.int = cell * self.words
        if self.value[cell]:
            return self.value[cell] == d + 1
        if not self.mask[at + (d >> 6)] & bit:
            return False
        for w in range(self.words):
            self.mask[at + w] = 0
        self.mask[at + (d >> 6)] = bit
        self.value[cell] = d + 1
        for k in range(self.house_start[cell], self.house_start[cell + 1]):
            self.fixed[self.house_list[k] * self.words + (d >> 6)] |= bit
        self.queue[self.tail] = cell
        self.tail += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(h=cython.int, i=cython.int, w=cython.int)
    def _hidden(self) -> cython.bint:
        """Fix every digit with one place left in some house. False where some digit has none."""
        n: cython.int = self.side
        words: cython.int = self.words
        for h in range(self.houses):
            for w in range(words):
                once: cython.ulonglong = 0
                twice: cython.ulonglong = 0
                for i in range(h * n, h * n + n):
                    x: cython.ulonglong = self.mask[self.member[i] * words + w]
                    twice |= once & x
                    once |= x
                if once != self.full[w]:
                    return False
                once &= ~(twice | self.fixed[h * words + w])
                while once:
                    x = once & (~once + 1)
                    once ^= x
                    for i in range(h * n, h * n + n):
                        c: cython.int = self.member[i]
                        if self.mask[c * words + w] & x:
                            if not self._fix(c, 64 * w + lowest64(x)):
                                return False
                            break
                    else:
                        return False  # its place went to another digit in this sweep
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _strike(self, cell: cython.int, word: cython.int, bit: cython.ulonglong) -> cython.bint:
        """Take a candidate from *cell*, if it is there; a last one left is fixed. False where that cannot be."""
        at: cython.int = cell * self.words + word
        left: cython.ulonglong = self.mask[at]
        if not left & bit:
            return True
        left ^= bit
        self.mask[at] = left
        if left & (left - 1):  # two candidates or more: the common case
            return True
        d: cython.int = self._only(cell)
        return d == -1 or (d != -2 and self._fix(cell, d))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int)
    def _propagate(self, cells: cython.const[cython.uchar][::1], start: cython.Py_ssize_t) -> cython.int:
        words: cython.int = self.words
        head: cython.int = 0
        for i in range(self.cells):
            self.value[i] = 0
            for k in range(words):
                self.mask[i * words + k] = self.full[k]
        for i in range(self.houses * words):
            self.fixed[i] = 0
        self.tail = 0
        for i in range(self.cells):
            d: cython.int = cells[start + i]
            if d > self.side or (d and not self._fix(i, d - 1)):
                return 2
        while True:
            while head < self.tail:
                cell: cython.int = self.queue[head]
                head += 1
                d = self.value[cell] - 1
                word: cython.int = d >> 6
                bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (d & 63)
                if self.listed:
                    for k in range(self.peer_start[cell], self.peer_start[cell + 1]):
                        if not self._strike(self.peer_list[k], word, bit):
                            return 2
                    continue
                for k in range(self.house_start[cell], self.house_start[cell + 1]):
                    h: cython.int = self.house_list[k]
                    for i in range(h * self.side, h * self.side + self.side):
                        other: cython.int = self.member[i]
                        if other != cell and not self._strike(other, word, bit):
                            return 2
            if self.tail == self.cells:
                return 1
            if not self._hidden():
                return 2
            if head == self.tail:
                return 0

    def load(self, cells: cython.const[cython.uchar][::1], start: cython.Py_ssize_t = 0) -> int:
        """Propagate the puzzle whose clues begin at cells[start]: OPEN, SOLVED or CONTRADICTION."""
        if start < 0 or start + self.cells > len(cells):
            raise ValueError(f"{len(cells)} bytes, from {start} on; this board has {self.cells} cells")
        return self._propagate(cells, start)

    def values(self) -> bytes:
        """The digits fixed so far, a byte a cell, 0 where open."""
        return bytes(self.value)

    def candidates(self) -> bytes:
        """n*n*n bytes: 1 where candidate cell * n + digit - 1 remains."""
        n = self.side
        return bytes([self._has(i // n, i % n) for i in range(self.cells * n)])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _has(self, cell: cython.int, d: cython.int) -> cython.bint:
        return (self.mask[cell * self.words + (d >> 6)] >> (d & 63)) & 1 != 0

    def batch(
        self,
        cells: cython.const[cython.uchar][::1],
        puzzles: cython.Py_ssize_t,
        values: cython.uchar[::1],
        statuses: cython.uchar[::1],
    ) -> None:
        """Propagate *puzzles* puzzles one after the other, without the GIL; digits and statuses go to the arrays.

        A solved grid is checked against the rules; status 3 (never seen) would be a defect of this file. The last
        puzzle stays on the board, as after `load`.
        """
        cython.declare(k=cython.Py_ssize_t, i=cython.Py_ssize_t, start=cython.Py_ssize_t)
        if puzzles < 0 or min(len(cells), len(values)) < puzzles * self.cells or len(statuses) < puzzles:
            raise ValueError(
                f"{len(cells)} bytes are not {puzzles} puzzles of {self.cells} cells with room for answers"
            )
        with cython.nogil:
            for k in range(puzzles):
                start = k * self.cells
                statuses[k] = self._propagate(cells, start)
                for i in range(self.cells):
                    values[start + i] = self.value[i]
                if statuses[k] == 1 and not self._is_solution(values, start, cells, start):
                    statuses[k] = 3

    def open_candidates(self) -> array:
        """The candidates of open cells, cell * n + digit - 1, as array("i"): variable v of `open_rows` is number v - 1.

        Cells with many candidates come first: solvers that branch in this order met about a tenth fewer conflicts.
        """
        cython.declare(c=cython.int, d=cython.int, w=cython.int, width=cython.int, x=cython.ulonglong)
        n: cython.int = self.side
        total: cython.int = 0
        with cython.nogil:
            for d in range(n + 1):
                self.number[d] = 0
            for c in range(self.cells):
                width = 0
                if not self.value[c]:
                    for w in range(self.words):
                        width += ones(self.mask[c * self.words + w])
                    total += width
                self.queue[c] = width  # idle between two boards
                self.number[width] += width
            d = total
            for width in range(n + 1):  # where the first candidate of a cell that wide goes
                d -= self.number[width]
                self.number[width] = d
        written = zeros("i", total)
        candidates: cython.int[::1] = written
        with cython.nogil:
            for c in range(self.cells):
                width = self.queue[c]
                if width:
                    for w in range(self.words):
                        x = self.mask[c * self.words + w]
                        while x:
                            candidates[self.number[width]] = c * n + 64 * w + lowest64(x)
                            self.number[width] += 1
                            x &= x - 1
        return written

    def open_rows(self, candidates: cython.const[cython.int][::1]) -> array:
        """What is open as rows of which exactly one holds, over variables 1 .. for these `open_candidates`.

        One array("i") with a 0 after each row: cells, then digits in houses; a house's row that repeats another's is
        left out. A row's variables ascend.
        """
        cython.declare(k=cython.Py_ssize_t, i=cython.Py_ssize_t, c=cython.int, d=cython.int, row=cython.int)
        n: cython.int = self.side
        number: cython.Py_ssize_t = self.houses * n
        entries: cython.Py_ssize_t = 0
        used: cython.Py_ssize_t = 0
        last: cython.int = -1
        for k in range(len(candidates)):
            c = candidates[k] // n
            if not 0 <= c < self.cells:
                raise ValueError(f"candidate {candidates[k]} on a board of {self.cells} cells")
            entries += self.house_start[c + 1] - self.house_start[c]
        written = zeros("i", len(candidates) + entries + self.cells + number)
        rows: cython.int[::1] = written
        members: cython.int[::1] = zeros("i", entries)  # of the rows of houses, by house and digit
        begins: cython.int[::1] = zeros("i", number + 1)  # where each row begins; first, how long it is
        with cython.nogil:
            for k in range(len(candidates)):
                c = candidates[k] // n
                d = candidates[k] - c * n
                if k and last != c:
                    used += 1
                last = c
                rows[used] = cython.cast(cython.int, k + 1)
                used += 1
                for i in range(self.house_start[c], self.house_start[c + 1]):
                    begins[self.house_list[i] * n + d] += 1
            used += 1
            for k in range(1, number):
                begins[k] += begins[k - 1]
            begins[number] = cython.cast(cython.int, entries)
            for k in range(len(candidates) - 1, -1, -1):
                c = candidates[k] // n
                d = candidates[k] - c * n
                for i in range(self.house_start[c], self.house_start[c + 1]):
                    row = self.house_list[i] * n + d
                    begins[row] -= 1
                    members[begins[row]] = cython.cast(cython.int, k + 1)
            for k in range(number):
                row = cython.cast(cython.int, k)
                if begins[row] < begins[row + 1]:
                    c = candidates[members[begins[row]] - 1] // n
                    if not self._repeats(members, begins, row, c):
                        for i in range(begins[row], begins[row + 1]):
                            rows[used] = members[i]
                            used += 1
                        used += 1
        return written[:used]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, i=cython.int, length=cython.int, other=cython.int, digit=cython.int)
    def _repeats(
        self, members: cython.int[::1], begins: cython.int[::1], row: cython.int, cell: cython.int
    ) -> cython.bint:
        """Whether an earlier house of the cell, one of the row's, has the same row of that digit."""
        length = begins[row + 1] - begins[row]
        digit = row % self.side
        for k in range(self.house_start[cell], self.house_start[cell + 1]):
            other = self.house_list[k] * self.side + digit
            if other < row and begins[other + 1] - begins[other] == length:
                for i in range(length):
                    if members[begins[other] + i] != members[begins[row] + i]:
                        break
                else:
                    return True
        return False

    def residue(self) -> tuple[list[list[int]], list[int]]:
        """The open part as lists: the rows of `open_rows`, and `open_candidates`."""
        candidates = self.open_candidates()
        rows = self.open_rows(candidates)
        return lists(rows, len(rows)), list(candidates)

    def is_solution(self, grid: cython.const[cython.uchar][::1], clues: cython.const[cython.uchar][::1]) -> bool:
        """True where *grid* has every clue and every house of it is a permutation: the witness check."""
        if len(grid) != self.cells or len(clues) != self.cells:
            return False
        return self._is_solution(grid, 0, clues, 0)

    def first_wrong(
        self,
        grids: cython.const[cython.uchar][::1],
        clues: cython.const[cython.uchar][::1],
        statuses: cython.const[cython.uchar][::1],
        claims: cython.int,
    ) -> int:
        """Index of the first of many grids that is no solution of its puzzle, -1 where all are; without the GIL.

        Only puzzles whose status is at most *claims* have one.
        """
        cython.declare(k=cython.Py_ssize_t)
        number: cython.Py_ssize_t = len(statuses)
        if len(grids) != number * self.cells or len(clues) != number * self.cells:
            raise ValueError(f"{len(grids)} and {len(clues)} bytes are not {number} puzzles of {self.cells} cells")
        found: cython.Py_ssize_t = -1
        with cython.nogil:
            for k in range(number):
                if statuses[k] <= claims and not self._is_solution(grids, k * self.cells, clues, k * self.cells):
                    found = k
                    break
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, h=cython.int, d=cython.int)
    def _is_solution(
        self,
        grid: cython.const[cython.uchar][::1],
        at: cython.Py_ssize_t,
        clues: cython.const[cython.uchar][::1],
        start: cython.Py_ssize_t,
    ) -> cython.bint:
        n: cython.int = self.side
        for i in range(self.cells):
            d = grid[at + i]
            if d < 1 or d > n or (clues[start + i] and clues[start + i] != d):
                return False
        for d in range(n):
            self.number[d] = -1
        for h in range(self.houses):  # a digit's last house seen tells whether it repeats in this one
            for i in range(h * n, h * n + n):
                d = grid[at + self.member[i]] - 1
                if self.number[d] == h:
                    return False
                self.number[d] = h
        return True
