# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which cells outside see which cells of a full house: a digit is removed from those that see all its places.

`State.visibility` holds the lists, that of a house at `House.visibility`: the number of sets of its cells, two or more,
that some cell outside sees, and how many of these come first in a fixed order: of a house of nine cells its threes (0:
it has none), and the cells across these (of a box, its columns). Of each set how many cells, how many see them, and
both. The list of a house that `board.py` propagates: the number of groups of cells that see two of its cells or more,
not all by the board's houses; of each group how many (GROUP at most), for each of the house's places which of them see
it, as bits, and the group.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.records import HOUSE, House, record_in

from cpsudoku.kernels import zeros

NINE = cython.declare(cython.int, 9)
GROUP = cython.declare(cython.int, 31)
"""Cells of a group: bits of a number of the list."""
MOST = cython.declare(cython.int, 64)
"""Cells a full house has at most: its places are the bits of a word."""


def visibility(code: object, starts: object, peers: object, apart: object, end: int, cells: int) -> object:
    """The lists of all houses among the propagators, and in each house the place of its list.

    *apart*: the rows of *peers* without what `board.py` propagates, which are the houses in the code before *end*.
    """
    codes: cython.int[::1] = code
    places: cython.int[::1] = starts
    lists: VisibilityLists = VisibilityLists(peers, apart, cells)
    found: object = array("i", [0])  # place 0: none
    p: cython.int
    for p in range(len(places)):
        house: House = cython.cast(House, record_in(codes, places[p]))
        if house.kind == HOUSE:
            lists.collect(house, places[p] < end)
            if places[p] < end:
                lists.write_groups()
            else:
                lists.write()
            house.visibility = len(found)
            found.extend(lists.room[: lists.length])
    return found


@cython.final
@cython.cclass
class VisibilityLists:
    """The list of one house after the other.

    seen[cell]   those of their places that a cell outside sees, as bits; 0 where it sees but one
    sets         what is seen, `found` sets, each once
    room, out    the list, `length` numbers
    """

    cython.declare(cells=cython.int, words=cython.int, house=House, found=cython.int, length=cython.int)
    cython.declare(rows=cython.ulonglong[::1], apart=cython.ulonglong[::1], seen=cython.ulonglong[::1])
    cython.declare(sets=cython.ulonglong[::1], out=cython.int[::1], room=object)

    def __init__(self, peers: object, apart: object, cells: cython.int):
        self.rows = peers
        self.apart = apart
        self.cells = cells
        self.words = (cells + 63) // 64
        self.found = self.length = 0
        self.seen = zeros("Q", cells)
        self.sets = zeros("Q", cells)
        self.room = zeros("i", cells * (3 + MOST) + 32)
        self.out = self.room

    @cython.cfunc
    def collect(self, house: House, covered: cython.bint) -> cython.void:
        """Find which cells see which places of a house.

        *covered*: only those that see one in `apart`; their sets are not needed.
        """
        cython.declare(k=cython.int, j=cython.int, row=cython.ulonglong)
        self.house = house
        for k in range(self.cells):
            self.seen[k] = 0
        for k in range(house.size):
            for j in range(self.words):
                row = (self.apart if covered else self.rows)[house.cells[k] * self.words + j]
                while row:
                    self.seen[(j << 6) + lowest64(row)] |= cython.cast(cython.ulonglong, 1) << k
                    row &= row - 1
        for k in range(house.size):
            self.seen[house.cells[k]] = 0
        if covered:
            for k in range(self.cells):
                if self.seen[k]:
                    for j in range(house.size):
                        row = self.rows[k * self.words + (house.cells[j] >> 6)] >> (house.cells[j] & 63)
                        self.seen[k] |= (row & 1) << j
        self.found = 0
        for k in range(self.cells):
            row = self.seen[k]
            if row & (row - 1) == 0:
                self.seen[k] = 0
                continue
            j = 0
            while j < self.found and self.sets[j] != row:
                j += 1
            self.sets[j] = row
            self.found += j == self.found

    @cython.cfunc
    def write_groups(self) -> cython.void:
        """The list of the cells that see the house, in groups."""
        cython.declare(k=cython.int, j=cython.int)
        at: cython.int = 0
        self.out[0] = 0
        self.length = 1
        for k in range(self.cells):
            if not self.seen[k]:
                continue
            if self.out[0] == 0 or self.out[at] == GROUP:
                self.out[0] += 1
                at = self.length
                for j in range(self.house.size + 1):
                    self.out[at + j] = 0
                self.length += 1 + self.house.size
            for j in range(self.house.size):
                self.out[at + 1 + j] |= cython.cast(cython.int, (self.seen[k] >> j) & 1) << self.out[at]
            self.out[at] += 1
            self.out[self.length] = k
            self.length += 1

    @cython.cfunc
    def write(self) -> cython.void:
        """The list: the house's threes, where there are some, then all other sets."""
        cython.declare(k=cython.int, number=cython.int, along=cython.bint, across=cython.bint)
        along = across = number = 0
        if self.house.size == NINE:
            for k in range(self.found):
                along |= self.sets[k] == 0o7 or self.sets[k] == 0o70 or self.sets[k] == 0o700
                across |= self.sets[k] == 0o111 or self.sets[k] == 0o222 or self.sets[k] == 0o444
        self.length = 2
        if along or across:
            for k in range(3):
                self.put(cython.cast(cython.ulonglong, 0o7) << 3 * k)
            number = 3
        if across:
            for k in range(3):
                self.put(cython.cast(cython.ulonglong, 0o111) << k)
            number = 6
        self.out[1] = number
        for k in range(self.found):
            if self.sets[k]:
                number += 1
                self.put(self.sets[k])
        self.out[0] = number

    @cython.cfunc
    def put(self, places: cython.ulonglong) -> cython.void:
        """Append these places of the house and the cells that see them, once."""
        k: cython.int
        at: cython.int = self.length
        for k in range(self.found):
            if self.sets[k] == places:
                self.sets[k] = 0
        self.length += 2
        for k in range(self.house.size):
            if (places >> k) & 1:
                self.out[self.length] = self.house.cells[k]
                self.length += 1
        self.out[at] = self.length - at - 2
        for k in range(self.cells):
            if self.seen[k] == places:
                self.out[self.length] = k
                self.length += 1
        self.out[at + 1] = self.length - at - 2 - self.out[at]
