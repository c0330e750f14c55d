# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The canonical form of a puzzle with plain boxes: the least of all boards it can be turned into.

Allowed are exchange of bands, of stacks, of rows within a band, of columns within a stack, transposition where
boxes are square, and renaming of digits. "Least" compares the cells row by row, empty = 0.

Two searches find it: `Nine` on the classic board, where few boards are left after two rows; `LeastRows` on any, and
where `Nine` has no room. `LeastRows` works depth first: the rows of the least board, chosen one after another. All but
the least rows are dropped before the search branches on which of the new digits comes first; and it does so only where
the row after it could still be as small as the least known. Of boards that agree in the first CUT rows up to KEPT wait
until the least such rows are known; few boards are ever written to their end.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.classic.canonical9 import Nine
from cython.cimports.cpsudoku.kernels.classic.canonical_stands import CUT, Stands
from cython.cimports.cpsudoku.kernels.polling import look, settle

KEPT = cython.declare(cython.int, 32)


class LeastRows(Stands):
    """The search: `load` a puzzle, then `run`; one puzzle at a time.

    *max_branches* bounds the work for one puzzle (0: no bound): dense or empty large boards have too many
    orders to try.
    """

    def __init__(self, box_rows: cython.int, box_cols: cython.int, max_branches: cython.longlong):
        Stands.__init__(self, box_rows, box_cols)
        self.max_branches = max_branches

    @cython.locals(turn=cython.longlong)
    def run(self) -> cython.void:
        """Fill `least` and `found` from `board`.

        Of a first row all that counts is how many clues it has in each stack: the fewer in the first, then in the
        second, ..., the less its text.
        """
        stack = cython.declare(cython.int[25])
        n: cython.int = self.n
        stacks: cython.int = self.box_rows
        turns: cython.longlong = 1
        for i in range(n * n):
            self.least[i] = 255
        for i in range(26):
            self.name[i] = 0
        self.names[0] = 0
        self.rows[0] = (1 << n) - 1
        self.found = 0
        self.branches = 0
        for i in range(2, self.box_rows + 1):
            turns *= i
        self.kept = 0
        self.first_row()
        for board in range(self.boards):
            for turn in range(turns):
                left: cython.longlong = turn
                for i in range(stacks):  # the order of number turn, by insertion
                    k: cython.int = left % (i + 1)
                    left //= i + 1
                    stack[i] = stack[k]
                    stack[k] = i
                same: cython.int = 0
                for i in range(n):
                    k = 0
                    while k < stacks and self.clues[stacks * (n * board + i) + stack[k]] == self.best[k]:
                        k += 1
                    if k == stacks:
                        same |= 1 << i
                if same:
                    for i in range(n):
                        self.order[i] = stack[i // self.box_cols] * self.box_cols + i % self.box_cols
                        self.start[i] = i - i % self.box_cols
                    self.follow(0, n * n * board, same, -1)
        while self.kept and not self.halted():
            self.kept -= 1
            self.descend(CUT, n * n * self.take())

    @cython.locals(size=cython.int, zeros=cython.int)
    def descend(self, level: cython.int, board: cython.int) -> cython.void:
        """Choose the rows from this level on; `found` counts the ways that end in the least board."""
        n: cython.int = self.n
        same: cython.int = 0
        none: cython.ulonglong = 0  # columns where the row has no clue
        some: cython.ulonglong = 0  # and where it has *most* at most: else it is not the least
        most: cython.int = 0
        sorted_: cython.int = -1  # the row that `compare` sorted last
        ways: cython.longlong = 1
        if level == n:
            for r in range(n):
                ways *= r - self.start[n * n + r] + 1  # columns without any clue stay in one class
            self.found += ways
            return
        choice: cython.int = self.choice(level)
        here: cython.int = n * level
        p: cython.int = 0
        while p < n and self.start[here + p] == p:  # classes without a clue in the least row, and the next one
            size = zeros = 0
            columns: cython.ulonglong = 0
            while p + size < n and self.start[here + p + size] == p:
                columns |= 1 << self.order[here + p + size]
                zeros += self.least[here + p + size] == 0
                size += 1
            if zeros < size:
                some = columns
                most = size - zeros
                break
            none |= columns
            p += size
        for r in range(n):
            if choice >> r & 1:
                columns = self.clued[board // n + r]
                if columns & none or ones(columns & some) > most:
                    continue
                comparison: cython.int = self.compare(level, board + n * r)
                if comparison < 0:
                    same = 0
                sorted_ = -1
                if comparison <= 0:
                    same |= 1 << r
                    sorted_ = r
        if sorted_ < 0 or same != 1 << sorted_:
            sorted_ = -1
        self.follow(level, board, same, sorted_)

    def follow(self, level: cython.int, board: cython.int, same: cython.int, sorted_: cython.int) -> cython.void:
        """Choose each row of *same* for this level, and go on. *sorted_*: the only row, sorted already, or -1."""
        n: cython.int = self.n
        for r in range(n):
            if same >> r & 1 and (r == sorted_ or self.compare(level, board + n * r) == 0):
                self.ways += 1
                if self.halted():
                    return
                self.rows[level + 1] = self.rows[level] & ~(1 << r)
                self.row[level] = r
                for k in range(n + 1):
                    self.name[26 * level + 26 + k] = self.name[26 * level + k]
                self.branch(level, board + n * r, 0, self.names[level])

    @cython.locals(way=cython.longlong)
    def branch(self, level: cython.int, base: cython.int, p: cython.int, count: cython.int) -> cython.void:
        """Go on with every order of the new digits, from position *p* on, of the row that `compare` just sorted.

        *count*: digits named so far. One class is ordered at a time, and given up where no row can follow; where there
        is nothing to order, the next row itself tells.
        """
        first: cython.bint = p == 0
        sorted_ = cython.declare(cython.uchar[25])
        n: cython.int = self.n
        name: cython.int = 26 * level + 26
        next_: cython.int = n * level + n
        ways: cython.longlong = 1
        end: cython.int = p
        while end < n:
            p = end
            digit: cython.int = self.board[base + self.order[next_ + p]]
            end = p + 1
            if digit and self.name[name + digit] == 0:
                while end < n and self.start[next_ + end] == p:
                    end += 1
                if end - p > 1:
                    break
                count += 1
                self.name[name + digit] = count
        else:
            self.names[level + 1] = count
            self.branches += 1
            if level + 1 == CUT and self.kept < KEPT and n > CUT:
                self.keep(base // (n * n))
            else:
                self.descend(level + 1, base // (n * n) * n * n)
            return
        if first and not self.hopeful(level, base // (n * n) * n * n):
            return
        for i in range(p, end):
            sorted_[i] = self.order[next_ + i]
            self.start[next_ + i] = i
            ways *= i - p + 1
        for way in range(ways):
            left: cython.longlong = way
            for i in range(p, end):  # the order of number left, by insertion
                column: cython.uchar = sorted_[i]
                k: cython.int = p + left % (i - p + 1)
                left //= i - p + 1
                self.order[next_ + i] = self.order[next_ + k]
                self.order[next_ + k] = column
            for i in range(p, end):
                self.name[name + self.board[base + self.order[next_ + i]]] = count + i - p + 1
            if self.hopeful(level, base // (n * n) * n * n):
                self.branch(level, base, end, count + end - p)
            self.ways += 1
            if (self.max_branches and self.branches > self.max_branches) or self.halted():
                break
            for i in range(end, n):  # singles named further on
                digit = self.board[base + self.order[next_ + i]]
                if self.name[name - 26 + digit] == 0:
                    self.name[name + digit] = 0
        for i in range(p, end):
            self.order[next_ + i] = sorted_[i]
            self.start[next_ + i] = p
            self.name[name + self.board[base + sorted_[i]]] = 0

    def hopeful(self, level: cython.int, board: cython.int) -> cython.bint:
        """Can any row follow the row just chosen, its digits not yet named being named at best?

        A class of new digits shares a run of names; here each digit of it, as it turns up, takes the first of
        the run not taken. That is never more than what any order gives.
        """
        n: cython.int = self.n
        choice: cython.int = self.choice(level + 1)
        if choice == 0:
            return True
        for r in range(n):
            if choice >> r & 1 and self.could(level, board + n * self.row[level], board + n * r):
                return True
        return False

    def choice(self, level: cython.int) -> cython.int:
        """Rows that may come next, as bits: the rest of the band, or any row where it is complete."""
        if level % self.box_rows == 0:
            return self.rows[level]
        return self.rows[level] & ((1 << self.box_rows) - 1) << self.row[level - 1] // self.box_rows * self.box_rows

    def halted(self) -> cython.bint:
        """A signal ends the search."""
        return self.stop[1] != 0 or (self.ways & 255 == 0 and look(self.stop) != 0)


@cython.cclass
class Canonizer(LeastRows):
    """Canonical forms on boards with boxes of *box_rows* x *box_cols*, side 2 to 25; one puzzle at a time.

    *max_branches* bounds the work for one puzzle (0: no bound): dense or empty large boards have too many
    orders to try. *general*: take the search for any board on the classic one, too; slower. Raises ValueError for a
    larger side.
    """

    nine: Nine
    classic: cython.bint

    def __init__(self, box_rows: int = 3, box_cols: int = 3, max_branches: int = 0, general: bool = False):
        LeastRows.__init__(self, box_rows, box_cols, max_branches)
        self.nine = Nine()
        self.classic = box_rows == 3 and box_cols == 3 and not general

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _one(
        self,
        cells: cython.p_const_uchar,
        at: cython.longlong,
        into: cython.longlong[::1],
        i: cython.longlong,
        out: cython.uchar[::1],
    ) -> cython.bint:
        """The form of the puzzle at cells[at], at the same place of *out*, its automorphisms in into[i].

        False where it has a digit beyond the side.
        """
        size: cython.int = self.n * self.n
        if self.classic:
            good: cython.int = self.nine.load(cells, at)
            if good <= 0:
                into[i] = -1
                return good < 0
            found: cython.longlong = self.nine.run(self.max_branches)
            if found >= 0:
                self.nine.write(out, at)
                into[i] = found
                return True
        good = self.load(cells, at)
        if good <= 0:
            into[i] = -1
            return good < 0
        self.run()
        for k in range(size):
            out[at + k] = self.least[k]
        into[i] = 0 if self.max_branches and self.branches > self.max_branches else self.found
        return True

    def batch(self, cells: bytes) -> tuple:
        """Canonical forms of puzzles or grids, a byte a cell (0 = empty): (forms, automorphisms).

        `forms`: as long as *cells*. `automorphisms`: array of int64, how many of the moves turn the puzzle
        into itself up to the names of the digits. There is no form where that is 0 (the bound on branches was
        reached) or -1 (a digit twice in a row or column). Two puzzles are essentially the same exactly when
        their forms are equal. The GIL is released. Raises ValueError for a wrong length or a digit beyond the side.
        """
        size: cython.int = self.n * self.n
        if len(cells) % size:
            raise ValueError(f"{len(cells)} bytes; a batch has {size} bytes a puzzle")
        count: cython.longlong = len(cells) // size
        forms = bytearray(max(len(cells), 1))
        sizes = array("q", bytes(8 * max(count, 1)))
        i: cython.longlong = 0
        good: cython.bint = True
        out: cython.uchar[::1] = forms
        into: cython.longlong[::1] = sizes
        text: cython.p_const_uchar = cells
        self.stop[1] = 0
        with cython.nogil:
            for i in range(count):
                if (i & 255 == 255 or self.stop[1]) and look(self.stop):
                    break
                good = self._one(text, size * i, into, i, out)
                if not good:
                    break
        settle(self.stop)
        if not good:
            raise ValueError(f"puzzle {i + 1} of the batch has a digit beyond {self.n}")
        return bytes(forms[: len(cells)]), sizes[:count]
