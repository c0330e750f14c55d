# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dancing links, compiled: Algorithm X on the exact-cover matrix of a puzzle, the matrix headers here, too.

Source: Knuth, "Dancing links", 2000.
"""

import cython
from cython.cimports.cpsudoku.kernels.general.plain import Resumable

from cpsudoku.kernels import zeros

MOST = 255
"""The longest side: a cell is a byte."""
OVER = cython.declare(cython.int, 0)
ENTER = cython.declare(cython.int, 1)
TRY = cython.declare(cython.int, 2)
AT_SOLUTION = cython.declare(cython.int, 3)


@cython.cclass
class DancingLinks(Resumable):
    """A board, and one search on it at a time: `start`, then `resume` until it answers 0.

    Takes the side and the houses, tuples of cells. Nodes of the matrix are numbers: 0 is the root, then a header an
    open demand, then the ones of each row side by side.
    """

    house_count: cython.int
    header: cython.int[::1]  # of a cell, then of house * side + digit - 1; 0: met by a clue
    cython.declare(left=cython.int[::1], right=cython.int[::1], up=cython.int[::1], down=cython.int[::1])
    cython.declare(column=cython.int[::1])
    size_of: cython.int[::1]  # of a header: rows that can meet its demand
    first: cython.int[::1]  # of a node: where its row begins, and where it ends
    cython.declare(end=cython.int[::1], cell_of=cython.int[::1], digit_of=cython.int[::1], level_header=cython.int[::1])
    cython.declare(level_node=cython.int[::1], updates=cython.longlong)

    def __init__(self, side: int, houses: object):
        self._lay(side, houses, MOST)
        size = side * side
        self.house_count = len(houses)
        headers = size + self.house_count * side
        most = 1 + headers + side * (size + len(self.in_houses))
        self.header = zeros("i", headers)
        self.left, self.right, self.size_of = [zeros("i", headers + 1) for _ in range(3)]
        self.up, self.down, self.column, self.first = [zeros("i", most) for _ in range(4)]
        self.end, self.cell_of, self.digit_of = [zeros("i", most) for _ in range(3)]
        self.level_header, self.level_node = zeros("i", size + 1), zeros("i", size + 1)

    def links(self) -> int:
        """Links taken out since `start`."""
        return self.updates

    def start(self, cells: bytes) -> None:
        """Lay out the puzzle with these clues: a byte a cell, 0 = empty. Contradictory ones have no solution."""
        cython.declare(i=cython.int)
        self._begin(cells)
        self.updates = 0
        for i in range(self.size):
            self.digits[i] = cells[i]
        self.state = ENTER if self._headers() else OVER
        if self.state == ENTER:
            self._rows()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, digit=cython.int, k=cython.int, at=cython.int, headers=cython.int)
    def _headers(self) -> cython.int:
        """A header for each demand that no clue meets; 0 where two clues meet the same."""
        for at in range(len(self.header)):
            self.header[at] = 1
        for cell in range(self.size):
            digit = self.digits[cell]
            if digit:
                if digit > self.side:
                    return 0
                self.header[cell] = 0
                for k in range(self.in_from[cell], self.in_from[cell + 1]):
                    at = self.size + self.in_houses[k] * self.side + digit - 1
                    if not self.header[at]:
                        return 0
                    self.header[at] = 0
        headers = 0
        for at in range(len(self.header)):
            if self.header[at]:
                headers += 1
                self.header[at] = headers
        for at in range(headers + 1):
            self.left[at] = at - 1 if at else headers
            self.right[at] = at + 1 if at < headers else 0
            self.up[at] = at
            self.down[at] = at
            self.column[at] = at
            self.size_of[at] = 0
        self.first[0] = headers + 1  # where the rows begin
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, digit=cython.int, k=cython.int)
    def _rows(self) -> cython.void:
        """A row for each digit that the clues leave to an open cell."""
        at: cython.int = self.first[0]
        for cell in range(self.size):
            if self.digits[cell]:
                continue
            length: cython.int = 1 + self.in_from[cell + 1] - self.in_from[cell]
            for digit in range(1, self.side + 1):
                open: cython.int = 1
                for k in range(self.in_from[cell], self.in_from[cell + 1]):
                    if not self.header[self.size + self.in_houses[k] * self.side + digit - 1]:
                        open = 0
                        break
                if not open:
                    continue
                for k in range(length):
                    if k:
                        head: cython.int = self.header[
                            self.size + self.in_houses[self.in_from[cell] + k - 1] * self.side + digit - 1
                        ]
                    else:
                        head = self.header[cell]
                    last: cython.int = self.up[head]
                    self.up[at + k] = last
                    self.down[at + k] = head
                    self.down[last] = at + k
                    self.up[head] = at + k
                    self.column[at + k] = head
                    self.size_of[head] += 1
                    self.first[at + k] = at
                    self.end[at + k] = at + length
                    self.cell_of[at + k] = cell
                    self.digit_of[at + k] = digit
                at += length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(chosen=cython.int, node=cython.int, other=cython.int)
    def _run(self, max_nodes: cython.longlong) -> cython.int:
        start: cython.longlong = self.nodes
        if self.state == AT_SOLUTION:
            self.state = TRY
            if not self._back():
                self.state = OVER
        while self.state != OVER:
            if self.state == ENTER:
                if not self.right[0]:
                    self.state = AT_SOLUTION
                    return 1
                chosen = self._choose()
                self.state = TRY
                if self.size_of[chosen]:
                    self._cover(chosen)
                    self.level_header[self.level] = chosen
                    self.level_node[self.level] = self.down[chosen]
                    self.level += 1
                elif not self._back():
                    break
            elif self.level_node[self.level - 1] == self.level_header[self.level - 1]:
                self.level -= 1
                self._uncover(self.level_header[self.level])
                if not self._back():
                    break
            else:
                if self.nodes - start >= max_nodes:
                    return -1
                self.nodes += 1
                node = self.level_node[self.level - 1]
                self.digits[self.cell_of[node]] = self.digit_of[node]
                for other in range(self.first[node], self.end[node]):
                    if other != node:
                        self._cover(self.column[other])
                self.state = ENTER
        self.state = OVER
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back(self) -> cython.int:
        """Take the last row back and go on to the next of its column; 0 where there is none."""
        if not self.level:
            return 0
        node: cython.int = self.level_node[self.level - 1]
        other: cython.int = self.end[node] - 1
        while other >= self.first[node]:
            if other != node:
                self._uncover(self.column[other])
            other -= 1
        self.level_node[self.level - 1] = self.down[node]
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self) -> cython.int:
        """The demand that the fewest rows can meet, the first of equals."""
        chosen: cython.int = self.right[0]
        candidate: cython.int = self.right[chosen]
        while candidate and self.size_of[chosen] > 1:
            if self.size_of[candidate] < self.size_of[chosen]:
                chosen = candidate
            candidate = self.right[candidate]
        return chosen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(node=cython.int, other=cython.int)
    def _cover(self, head: cython.int) -> cython.void:
        """Take out a demand that is met, and every row that would meet it again."""
        self.right[self.left[head]] = self.right[head]
        self.left[self.right[head]] = self.left[head]
        node = self.down[head]
        while node != head:
            for other in range(self.first[node], self.end[node]):
                if other != node:
                    self.down[self.up[other]] = self.down[other]
                    self.up[self.down[other]] = self.up[other]
                    self.size_of[self.column[other]] -= 1
                    self.updates += 1
            node = self.down[node]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _uncover(self, head: cython.int) -> cython.void:
        """Undo `_cover`, in exactly the opposite order."""
        node: cython.int = self.up[head]
        while node != head:
            other: cython.int = self.end[node] - 1
            while other >= self.first[node]:
                if other != node:
                    self.size_of[self.column[other]] += 1
                    self.down[self.up[other]] = other
                    self.up[self.down[other]] = other
                other -= 1
            node = self.up[node]
        self.right[self.left[head]] = head
        self.left[self.right[head]] = head
