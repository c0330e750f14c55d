# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A puzzle with plain boxes beside its transpose, and the least row that a canonical form can begin with."""

import cython

MAX_SIDE = 25


@cython.cclass
class Sides:
    """The one or two boards of a puzzle with boxes of *box_rows* x *box_cols*, side 2 to 25.

    Raises ValueError for a larger side.
    """

    def __init__(self, box_rows: cython.int, box_cols: cython.int):
        if box_rows < 1 or box_cols < 1 or not 2 <= box_rows * box_cols <= MAX_SIDE:
            raise ValueError(f"side {box_rows * box_cols}; canonical forms take 2 to {MAX_SIDE}")
        if not cython.compiled:
            self.board, self.least = [0] * 1250, [0] * 625
            self.clues, self.best, self.clued = [0] * 1250, [0] * 26, [0] * 50
        self.n = box_rows * box_cols
        self.box_rows = box_rows
        self.box_cols = box_cols
        self.boards = 2 if box_rows == box_cols else 1

    @cython.locals(i=cython.int, k=cython.int, bit=cython.uint, used=cython.uint, value=cython.uchar)
    @cython.locals(columns=cython.uint[25])
    def load(self, cells: cython.p_const_uchar, at: cython.longlong) -> cython.int:
        """Fill `board`: 1 done, 0 a digit beyond the side, -1 a digit twice in a row or column."""
        n: cython.int = self.n
        twice: cython.uint = 0
        if not cython.compiled:
            columns = [0] * 25
        for i in range(n):
            columns[i] = self.clued[n + i] = 0
        for i in range(n):
            used = 0
            self.clued[i] = 0
            for k in range(n):
                value = cells[at + n * i + k]
                if value > n:
                    return 0
                self.board[n * i + k] = value
                self.board[n * n + n * k + i] = value
                bit = 1 << value & ~1
                twice |= (used | columns[k]) & bit
                used |= bit
                columns[k] |= bit
                if value:
                    self.clued[i] |= 1 << k
                    self.clued[n + k] |= 1 << i
        return -1 if twice else 1

    @cython.locals(i=cython.int, k=cython.int, c=cython.int, p=cython.int, row=cython.int, value=cython.uchar)
    @cython.locals(here=cython.uchar[25])
    def first_row(self) -> cython.void:
        """Fill `clues`, `best` and the first row of `least`."""
        n: cython.int = self.n
        stacks: cython.int = self.box_rows
        wide: cython.int = self.box_cols
        if not cython.compiled:
            here = [0] * 25
        for i in range(stacks):
            self.best[i] = 255
        for row in range(n * self.boards):
            for i in range(stacks):
                value = 0
                for c in range(wide):
                    value += self.board[n * row + wide * i + c] != 0
                self.clues[stacks * row + i] = value
                k = i
                while k > 0 and here[k - 1] > value:
                    here[k] = here[k - 1]
                    k -= 1
                here[k] = value
            i = 0
            while i < stacks and here[i] == self.best[i]:
                i += 1
            if i < stacks and here[i] < self.best[i]:
                for k in range(stacks):
                    self.best[k] = here[k]
        p = 0
        value = 0
        for i in range(stacks):
            for c in range(wide):
                if c >= wide - self.best[i]:
                    value += 1
                    self.least[p] = value
                else:
                    self.least[p] = 0
                p += 1
