# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The canonical form of a puzzle with plain boxes: the least of all boards it can be turned into.

Allowed are exchange of bands, of stacks, of rows within a band, of columns within a stack, transposition where
boxes are square, and renaming of digits. "Least" compares the cells row by row, empty = 0.

Two searches find it: `Nine` on the classic board, where few boards are left after two rows; `LeastRows` on any, and
where `Nine` has no room.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.classic.canonical9 import Nine
from cython.cimports.cpsudoku.kernels.classic.canonical_rows import LeastRows
from cython.cimports.cpsudoku.kernels.polling import look, settle


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
    @cython.locals(k=cython.int, size=cython.int, good=cython.int, found=cython.longlong)
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
        size = self.n * self.n
        if self.classic:
            good = self.nine.load(cells, at)
            if good <= 0:
                into[i] = -1
                return good < 0
            found = self.nine.run(self.max_branches)
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
