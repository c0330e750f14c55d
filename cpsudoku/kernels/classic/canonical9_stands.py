# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""How a search for the canonical form of a 9x9 puzzle stands.

A *stand* is a way to have chosen the first rows: the board (the puzzle or its transpose), its rows left, which column
is at each position, and the names of the digits met. It is two words: `order`, six bits a position; `rest`, four bits
a digit, then the row chosen last and the rows left. A row is a word, too: six bits a column, four times the digit. So
a row's text under a stand is nine shifts, and its columns are sorted on the way: those of a stack that had no clue so
far stand first in it and may change places, empty ones first, then named digits by name, then new ones.

All stands of a level have the same text, hence the same number of names, the same columns without a clue, and new
digits at the same positions: these are worked out once a level.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest

if not cython.compiled:
    ROOM = 512

NEW = 15
"""The name of a digit not met yet."""
NO_NAMES = 0xFFFFFFFFF0
MORE = (1 << 36) - 1
"""No text is as much: a 9 nowhere follows a 9."""
SWAPS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
TWICE = cython.declare(cython.ulonglong, 0xEEEEEEEEE0)
"""Where counts of the digits 1 to 9, four bits each, are 2 or more."""
STACK_ORDERS = cython.declare(cython.ulonglong[6])
"""The columns at each position for each order of the stacks, as in `order`."""


def _clues(index: int) -> list:
    """The clues a stack, from how many cells of each are empty."""
    return [3 - (index >> 2 * stack & 3) for stack in range(3)]


def _key(index: int) -> int:
    low, middle, high = sorted(_clues(index))
    return 16 * low + 4 * middle + high


def _sorting(index: int) -> int:
    clues = _clues(index)
    return sum([1 << k for k, stacks in enumerate(SWAPS) if [clues[s] for s in stacks] == sorted(clues)])


def _first(key: int) -> int:
    name = 0
    text: cython.ulonglong = 0
    for p in range(9):
        clued = p % 3 >= 3 - (key >> 4 - p // 3 * 2 & 3)
        name += clued
        text = text << 4 | (name if clued else 0)
    return text


KEY = cython.declare(cython.uchar[64], [_key(index) for index in range(64)])
"""Of the numbers of empty cells a stack (0 to 3, two bits each): the clues, fewest first, as one number."""
SORTED = cython.declare(cython.uchar[64], [_sorting(index) for index in range(64)])
"""Of the same: the orders of the stacks which put them so, as bits."""
FIRST = cython.declare(cython.ulonglong[64], [_first(key) for key in range(64)])
"""The text of a first row with such a key."""


STACK_ORDERS = [sum([(3 * stacks[p // 3] + p % 3) * 6 << 6 * p for p in range(9)]) for stacks in SWAPS]
LOOK_ALIKE = [((mask & 0o333) << 1 | (mask & 0o111) << 2) & mask for mask in range(512)]
BAND = [7 << row // 3 * 3 for row in range(9)]
FACTORIAL = [1, 1, 2, 6]


class Stands9:
    """The puzzle and its transpose, the stands of two levels, and what all stands of the last level share.

    rows, key               18 rows, of the puzzle and then of its transpose; of each the empty cells a stack (see KEY)
    empty                   of the two boards the rows without a clue, as bits
    text                    of the least board, four bits a cell
    order, rest             `stands` of two levels, in turns; `sorted`: the order that `arranged` found
    named                   digits with a name
    untouched               of each stack, the columns without a clue so far: they stand first
    tied, tied_at           of each stack, the new digits in columns that looked alike; the first, as a place in `order`
    fresh_at, fresh_name    of each of `fresh` new digits, the place in `order`, and its name instead of NEW
    ways                    orders of the new digits
    """

    @cython.locals(none=cython.uint, row=cython.ulonglong, count=cython.ulonglong)
    def load(self, cells: cython.p_const_uchar, at: cython.longlong) -> cython.int:
        """Take the puzzle at cells[at]: 1 done, 0 a digit beyond 9, -1 a digit twice in a row or column."""
        counts = cython.declare(cython.ulonglong[9])  # of each digit in a column, and of empty cells, four bits each
        nones = cython.declare(cython.uint[9])  # the empty cells of a column in each band, two bits each
        columns = cython.declare(cython.ulonglong[9])
        one: cython.ulonglong = 1
        bad: cython.ulonglong = 0
        for k in range(9):
            columns[k] = counts[k] = nones[k] = 0
        self.empty[0] = self.empty[1] = 0
        for i in range(9):
            row = count = none = 0
            for k in range(9):
                value: cython.uint = cells[at + 9 * i + k]
                if value > 9:
                    return 0
                four: cython.ulonglong = 4 * value
                row |= four << 6 * k
                columns[k] |= four << 6 * i
                count += one << four
                counts[k] += one << four
                if value == 0:
                    none += 1 << k // 3 * 2
                    nones[k] += 1 << i // 3 * 2
            bad |= count
            self.rows[i] = row
            self.key[i] = none
            if row == 0:
                self.empty[0] |= 1 << i
        for k in range(9):
            bad |= counts[k]
            self.rows[9 + k] = columns[k]
            self.key[9 + k] = nones[k]
            if columns[k] == 0:
                self.empty[1] |= 1 << k
        return -1 if bad & TWICE else 1

    def write(self, out: cython.uchar[::1], at: cython.longlong) -> cython.void:
        """The form, a byte a cell, to out[at]."""
        for level in range(9):
            for p in range(9):
                out[at + 9 * level + p] = self.text[level] >> 4 * (8 - p) & 15

    def arranged(self, row, order, names, best) -> cython.ulonglong:
        """The least text of a row, four bits a position, and `sorted`, its order; MORE where it is more than *best*."""
        new: cython.uint = self.named
        text: cython.ulonglong = 0
        sorted_: cython.ulonglong = 0
        for s in range(3):
            a: cython.ulonglong = order >> 18 * s & 63
            b: cython.ulonglong = order >> 18 * s + 6 & 63
            c: cython.ulonglong = order >> 18 * s + 12 & 63
            x: cython.uint = (names >> (row >> a & 63) & 15) << 6 | a
            y: cython.uint = (names >> (row >> b & 63) & 15) << 6 | b
            z: cython.uint = (names >> (row >> c & 63) & 15) << 6 | c
            free: cython.int = self.untouched[s]
            if free >= 2:
                if free == 3 and y > z:
                    t: cython.uint = y
                    y = z
                    z = t
                if x > y:
                    t = x
                    x = y
                    y = t
                if free == 3 and y > z:
                    t = y
                    y = z
                    z = t
            sorted_ |= cython.cast(cython.ulonglong, x & 63 | (y & 63) << 6 | (z & 63) << 12) << 18 * s
            x >>= 6
            y >>= 6
            z >>= 6
            if x == NEW:
                new += 1
                x = new
            if y == NEW:
                new += 1
                y = new
            if z == NEW:
                new += 1
                z = new
            text = text << 12 | x << 8 | y << 4 | z
            if text > best >> 24 - 12 * s:
                return MORE
        self.sorted = sorted_
        return text

    @cython.locals(rest=cython.ulonglong, best=cython.ulonglong)
    def first(self) -> cython.void:
        """The stands with the least first row: of it all that counts is how many clues it has in each stack."""
        one: cython.ulonglong = 1
        key: cython.int = 64
        for i in range(18):
            if KEY[self.key[i]] < key:
                key = KEY[self.key[i]]
        best = self.text[0] = FIRST[key]
        n: cython.int = 0
        for i in range(18):
            if KEY[self.key[i]] == key:
                k: cython.int = i // 9
                if LOOK_ALIKE[self.empty[k]] >> i - 9 * k & 1:
                    continue
                rest = NO_NAMES | cython.cast(cython.ulonglong, i) << 40 | (511 & ~(one << i - 9 * k)) << 48
                orders: cython.uint = SORTED[self.key[i]]
                while orders:
                    self.arranged(self.rows[i], STACK_ORDERS[lowest(orders)], NO_NAMES, best)
                    orders &= orders - 1
                    self.order[n] = self.sorted
                    self.rest[n] = rest
                    n += 1
        self.stands = n

    @cython.locals(free=cython.int, tied=cython.int)
    def settle(self, level: cython.int) -> cython.void:
        """What the text of this level says of all stands: names given, columns without a clue, orders of new digits."""
        text: cython.ulonglong = self.text[level]
        named: cython.uint = self.named
        self.fresh = 0
        self.ways = 1
        for s in range(3):
            free = tied = 0
            for i in range(3):
                value: cython.uint = text >> 4 * (8 - 3 * s - i) & 15
                if i < self.untouched[s]:
                    free += value == 0
                    tied += value > self.named
                if value > self.named:
                    self.fresh_at[self.fresh] = 18 * s + 6 * i
                    self.fresh_name[self.fresh] = NEW ^ value
                    self.fresh += 1
                    named = value
            self.tied[s] = tied
            self.tied_at[s] = 18 * s + 6 * (self.untouched[s] - tied)
            self.ways *= FACTORIAL[tied]
            self.untouched[s] = free
        self.named = named

    def turned(self, order: cython.ulonglong, way: cython.int) -> cython.ulonglong:
        """The order after way number *way*, given that before it: the next order of the new digits, by exchanges.

        Of a stack with two of them each exchange is the same one, and of three the first and the second pair change
        places in turn: after two and six all stand as before, and the next stack has its turn.
        """
        for s in range(3):
            turns: cython.int = FACTORIAL[self.tied[s]]
            if turns > 1:
                turn: cython.int = way % turns
                way //= turns
                at: cython.int = self.tied_at[s] + (6 if turns == 6 and turn & 1 else 0)
                difference: cython.ulonglong = (order >> at ^ order >> at + 6) & 63
                order ^= difference << at | difference << at + 6
                if turn + 1 < turns:
                    break
        return order
