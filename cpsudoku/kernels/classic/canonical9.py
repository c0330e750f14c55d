# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The canonical form of a 9x9 puzzle, breadth first: of all ways to choose the first rows, those with the least text.

Where several new digits stand in columns that looked alike, each order of them is a way to go on, tried when the next
row is chosen; where the first row is full, the second row tells at once which orders can be least. Of several empty
rows of a band the first is taken: the others are alike, and counted in the end. Where stands (`canonical9_stands`)
outgrow their room (few clues) the search for boards of any size takes over.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest
from cython.cimports.cpsudoku.kernels.classic.canonical9_stands import (
    BAND,
    FACTORIAL,
    LOOK_ALIKE,
    MORE,
    NEW,
    NO_NAMES,
    ROOM,
    Stands9,
)

MOST_WAYS = cython.declare(cython.int, 500)
"""Orders of the new digits of the first row, of all stands: beyond that, where rows are nearly full, pruning pays."""
FULL = cython.declare(cython.ulonglong, 0x123456789)
"""The text of a first row of which every cell is given."""
ONCE = cython.declare(cython.ulonglong, 0x1111111110)
"""Where counts of the digits 1 to 9, four bits each, are all 1."""


class Nine(Stands9):
    """Canonical forms of 9x9 puzzles, one at a time: `load`, then `run`."""

    def run(self, max_branches: cython.longlong) -> cython.longlong:
        """Find the least `text`; the number of automorphisms, or -1 where there are too many stands.

        0 where more than *max_branches* ways were tried (if that is not 0).
        """
        self.branches = 0
        for p in range(3):
            self.untouched[p] = 3
        self.named = 0
        self.first()
        for level in range(1, 9):
            self.settle(level - 1)
            self.branches += self.stands * self.ways
            if max_branches and self.branches > max_branches:
                return 0
            if level == 1 and self.text[0] == FULL:
                if not self.second():
                    return -1
            elif level == 1 and self.stands * self.ways > MOST_WAYS or not self.follow(level):
                return -1
        self.settle(8)
        return self.ends()

    def follow(self, level: cython.int) -> cython.bint:
        """The stands with the least row of this level; False where there are too many."""
        one: cython.ulonglong = 1
        old: cython.int = 0 if level & 1 else ROOM
        into: cython.int = ROOM - old
        n: cython.int = 0
        best: cython.ulonglong = MORE
        for i in range(old, old + self.stands):
            order: cython.ulonglong = self.order[i]
            rest: cython.ulonglong = self.rest[i]
            r: cython.int = rest >> 40 & 31
            row: cython.ulonglong = self.rows[r]
            board: cython.int = 9 if r >= 9 else 0
            left: cython.uint = rest >> 48
            open_: cython.uint = left if level % 3 == 0 else left & BAND[r - board]
            open_ &= ~LOOK_ALIKE[left & self.empty[board != 0]]
            for way in range(self.ways):
                names: cython.ulonglong = rest & NO_NAMES
                for k in range(self.fresh):
                    names ^= self.fresh_name[k] << (row >> (order >> self.fresh_at[k] & 63) & 63)
                choice: cython.uint = open_
                while choice:
                    r = lowest(choice)
                    choice &= choice - 1
                    text: cython.ulonglong = self.arranged(self.rows[board + r], order, names, best)
                    if text == MORE:
                        continue
                    if text < best:
                        best = text
                        n = 0
                    if n == ROOM:
                        return False
                    self.order[into + n] = self.sorted
                    self.rest[into + n] = names | (one * (board + r)) << 40 | (left & ~(one << r)) << 48
                    n += 1
                if way + 1 < self.ways:
                    order = self.turned(order, way)
        self.text[level] = best
        self.stands = n
        return True

    def second(self) -> cython.bint:
        """The stands with the least second row below a full first one; False where there are too many, or boxes clash.

        Of its first three digits two or three come from the second stack of the first row, in one of two orders of
        the other stacks: three can be made 456 and two 457, which is less than what fewer allow.
        """
        one: cython.ulonglong = 1
        for i in range(9):
            stack: cython.ulonglong = 0  # the digits of a box
            for p in range(9):
                stack |= one << (self.rows[i // 3 * 3 + p // 3] >> 6 * (i % 3 * 3 + p % 3) & 63)
            if stack != ONCE:
                return False
        n: cython.int = 0
        most: cython.int = 2
        best: cython.ulonglong = MORE
        for i in range(self.stands):
            order: cython.ulonglong = self.order[i]
            rest: cython.ulonglong = self.rest[i]
            r: cython.int = rest >> 40 & 31
            row: cython.ulonglong = self.rows[r]
            board: cython.int = 9 if r >= 9 else 0
            left: cython.uint = rest >> 48
            choice: cython.uint = left & BAND[r - board]
            stack = 0  # of each digit in the first row, four bits each
            for p in range(3, 9):
                at: cython.ulonglong = p // 3
                stack |= at << (row >> (order >> 6 * p & 63) & 63)
            while choice:
                r = lowest(choice)
                choice &= choice - 1
                other: cython.ulonglong = self.rows[board + r]
                k: cython.int = 0
                for p in range(3):
                    k += (stack >> (other >> (order >> 6 * p & 63) & 63) & 15) == 1
                if k < most:
                    continue
                if k > most:
                    most = k
                    best = MORE
                rest = (one * (board + r)) << 40 | (left & ~(one << r)) << 48
                n = self.below(row, other, order, stack, k, rest, best, n if best != MORE else 0)
                if n < 0:
                    return False
                best = self.text[1]
        self.stands = n
        return True

    @cython.locals(p=cython.int)
    def below(self, row, other, order, stack, k, rest, best, n) -> cython.int:
        """Stands number *n* on with a full *row* and *other* below it, no more than *best*, which goes to `text`.

        Returns the number of stands then, -1 where there is no room. *k* digits of *other* come from the second stack.
        Their order (two or six) tells the rest: the columns of the first stack, and so the names 1 to 3; the names
        4 to 6, and so the columns of the second stack; there the names 7 to 9 in turn, and so the last columns.
        """
        columns = cython.declare(cython.ulonglong[3])
        for p in range(3):
            columns[p] = order >> 6 * p & 63
        for p in range(2):  # the one digit from the third stack goes last
            if k == 2 and stack >> (other >> columns[p] & 63) & 15 == 2:
                f: cython.ulonglong = columns[p]
                columns[p] = columns[2]
                columns[2] = f
        for turn in range(6 if k == 3 else 2):
            p = 1 if k == 3 and turn & 1 else 0
            f = columns[p]
            columns[p] = columns[p + 1]
            columns[p + 1] = f
            names: cython.ulonglong = NO_NAMES
            out: cython.ulonglong = 0
            text: cython.ulonglong = 0
            for p in range(3):
                v: cython.uint = 7 if p == k else 4 + p
                names ^= (NEW ^ (p + 1)) << (row >> columns[p] & 63)
                names ^= (NEW ^ v) << (other >> columns[p] & 63)
                out |= columns[p] << 6 * p
                text = text << 4 | v
            for p in range(3, 6):
                f = order >> 6 * p & 63
                four: cython.uint = row >> f & 63
                v = names >> four & 15
                if v == NEW:
                    v = 6
                    names ^= (NEW ^ 6) << four
                out |= f << 6 * (v - 1)
            new: cython.uint = 7 if k == 3 else 8
            for p in range(3, 6):
                f = out >> 6 * p & 63
                four = other >> f & 63
                v = names >> four & 15
                if v == NEW:
                    v = new
                    new += 1
                    names ^= cython.cast(cython.ulonglong, NEW ^ v) << four
                text = text << 4 | v
            for p in range(6, 9):
                f = order >> 6 * p & 63
                v = names >> (row >> f & 63) & 15
                out |= f << 6 * (v - 1)
            for p in range(6, 9):
                f = out >> 6 * p & 63
                text = text << 4 | (names >> (other >> f & 63) & 15)
            if text > best:
                continue
            if text < best:
                best = text
                n = 0
            if n == ROOM:
                return -1
            self.order[ROOM + n] = out
            self.rest[ROOM + n] = names | rest
            n += 1
        self.text[1] = best
        return n

    def ends(self) -> cython.longlong:
        """The moves that end in the least board: the stands, by the orders of columns and rows without a clue."""
        alike = cython.declare(cython.longlong[2])
        for b in range(2):
            alike[b] = 1
            for i in range(9):
                r: cython.int = self.empty[b] >> i // 3 * 3 & ((1 << i % 3) - 1)  # those before it in its band
                if self.empty[b] >> i & 1:
                    alike[b] *= 1 + (r & 1) + (r >> 1)
        ways: cython.longlong = self.ways
        for i in range(3):
            ways *= FACTORIAL[self.untouched[i]]
        total: cython.longlong = 0
        for i in range(self.stands):
            total += ways * alike[(self.rest[i] >> 40 & 31) >= 9]
        return total
