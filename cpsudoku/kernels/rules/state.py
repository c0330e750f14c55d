# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What propagation works on: a mask a variable, the changes (the trail), and the propagators to run (the queue).

Variables are the cells (bit d: the board's d-th digit is possible), then Booleans (bit 0 false, bit 1 true) and
choices (bit k: branch k is possible). A literal is two words of `table`: a variable and a mask; it is true where the
variable's mask lies within, false where it lies without. Propagators are numbered by priority; `queue` is a set of
numbers, `watch` the set that each variable adds to it.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
from cython.cimports.cpsudoku.kernels.rules.records import BOARD, CAGE, INNIES, SUM, Board, Head, Numbers, Sum, record

from cpsudoku.kernels import zeros
from cpsudoku.kernels.search import CLASSIC_PEERS

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.vectors import uniform_put

WORD = 64
COVERED = cython.declare(cython.uchar[1620])
"""The peers of each cell by the houses that `board.py` propagates, 20 a cell."""
COVERED = CLASSIC_PEERS
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
DEPTH = cython.declare(cython.int, 6)
"""Choices within choices that are tried."""


@cython.final
@cython.cclass
class State:
    """The masks of one puzzle and its program (see `program.Program`, which makes the arguments).

    *digits*: see `Base`; the masks hold no others.
    """

    def __init__(self, side: int, cells: int, masks: object, arrays: tuple, digits: object = 0):
        cython.declare(k=cython.int, bits=cython.int)
        (self.peers, self.apart, self.visibility, self.watch, self.code, self.starts, self.table) = arrays[:7]
        self.scope_from, self.scopes, room = arrays[7:]
        self.running, states, terms, self.union_size = room
        self.side = side
        self.cells = cells
        self.variables = len(masks)
        self.full = digits or 2**side - 1
        self.words = (cells + WORD - 1) // WORD
        self.propagators = len(self.starts)
        self.masks = array("Q", masks)
        bits = 1
        for k in range(self.variables):
            bits += ones(self.masks[k])
        self.queue_words = (self.running + WORD - 1) // WORD
        self.queue = zeros("Q", self.queue_words + 1)
        self.trail, self.trail_masks = zeros("i", bits), zeros("Q", bits)
        self.singles = zeros("i", cells + 1)
        self.marks, self.back = zeros("i", states + 1), zeros("i", states + 1)
        self.low, self.high = zeros("q", terms + 1), zeros("q", terms + 1)
        self.reach = zeros("Q", terms + 2)
        self.saved = zeros("Q", (DEPTH + 1) * (self.queue_words + 1))
        self.union_ = zeros("Q", (DEPTH + 1) * self.union_size + 1)
        self.links = self.combination_cages = array("i")
        self.trail_end = self.singles_end = self.stamp = self.depth = self.runs = 0
        self.required = self.linked = self.combinations = 0
        self.broken = self.blamed = -1
        self.board_cells = self.board_end = self.first_house = 0
        for k in range(self.propagators):
            if cython.cast(Head, record(self, self.starts[k])).kind == BOARD:
                self._use_board(k)
                break

    def _use_board(self, number: cython.int) -> None:
        """`board.py` propagates rows, columns and boxes: where these are among the propagators, and masks in lanes."""
        self.board_cells = self.cells
        self.board_end = cython.cast(Board, record(self, self.starts[number])).end
        self.first_house = number + 1
        self.settled = zeros("Q", self.cells)
        if cython.compiled:
            for k in range(len(self.lanes)):
                self.lanes[k] = cython.cast(cython.ushort, self.full)
            for k in range(self.cells):
                uniform_put(self.lanes, k, self.masks[k])

    def begin(self, masks: object) -> int:
        """Start from these masks of the cells, narrowed to what the variables had; 0 where one is empty."""
        cython.declare(cell=cython.int, p=cython.int, mask=cython.ulonglong)
        ok: cython.int = 1
        for cell in range(self.cells):
            mask = masks[cell]
            if not self.restrict(cell, mask):
                ok = 0
        self.singles_end = 0
        for cell in range(self.cells):
            mask = self.masks[cell]
            if mask & (mask - 1) == 0:
                self.singles[self.singles_end] = cell
                self.singles_end += 1
        for p in range(self.running):
            self.queue[p >> 6] |= cython.cast(cython.ulonglong, 1) << (p & 63)
        return ok

    def add_variables(self, masks: list, propagators: list) -> None:
        """More variables behind all others: the combinations of a cage each, which queue the cage alone."""
        k: cython.int
        bits: cython.int = 0
        first: cython.int = self.variables + self.combinations
        self.watch = array("Q", self.watch[: first * self.queue_words]) + zeros("Q", self.queue_words * len(masks) + 1)
        for k in range(len(masks)):
            p: cython.int = propagators[k]
            bits += ones(masks[k])
            self.watch[(first + k) * self.queue_words + (p >> 6)] = cython.cast(cython.ulonglong, 1) << (p & 63)
        self.masks = array("Q", list(self.masks) + masks)
        self.trail = array("i", list(self.trail) + [0] * int(bits))
        self.trail_masks = array("Q", list(self.trail_masks) + [0] * int(bits))
        self.combination_cages = array("i", list(self.combination_cages) + propagators)
        self.combinations += len(masks)

    def copy(self) -> object:
        """Another state of the same program, which it shares, with the masks that this one began with.

        Both may then be at work at once: neither writes into the program. The state is `linked`, or never will be.
        """
        room: list = [self.running, len(self.marks) - 1, len(self.low) - 1, self.union_size]
        read: tuple = (self.peers, self.apart, self.visibility, self.watch, self.code, self.starts, self.table)
        arrays: tuple = (*read, self.scope_from, self.scopes, room)
        other: State = State(self.side, self.cells, self.before(0), arrays, self.full)
        other.variables = self.variables
        other.combinations = self.combinations
        other.combination_cages = self.combination_cages
        other.links = self.links
        other.linked = self.linked
        return other

    def before(self, mark: cython.int) -> object:
        """What the masks were when the trail had this length: an array of their own."""
        found: object = array("Q", self.masks)
        masks: cython.ulonglong[::1] = found
        for k in range(self.trail_end - 1, mark - 1, -1):
            masks[self.trail[k]] = self.trail_masks[k]
        return found

    def reset(self) -> None:
        """Back to the masks that it began with."""
        self.undo(0)
        self.forget()

    def sums(self) -> int:
        """How many of its propagators are sets of digits, or sums with a cell: those of literals alone count digits."""
        found: cython.int = 0
        for p in range(self.propagators):
            sum_: Sum = cython.cast(Sum, record(self, self.starts[p]))
            found += sum_.kind == CAGE or sum_.kind == INNIES or (sum_.kind == SUM and sum_.terms[0].variable >= 0)
        return found

    def values(self) -> list:
        """The masks of the cells."""
        return [self.masks[k] for k in range(self.cells)]

    def restrict(self, variable: cython.int, mask: cython.ulonglong) -> cython.int:
        """Keep only *mask* of the variable; 0 where nothing is left (it is then `broken`, and unchanged)."""
        old: cython.ulonglong = self.masks[variable]
        new: cython.ulonglong = old & mask
        k: cython.int
        if new == old:
            return 1
        if new == 0:
            return self.fail(variable)
        self.trail[self.trail_end] = variable
        self.trail_masks[self.trail_end] = old
        self.trail_end += 1
        self.masks[variable] = new
        if cython.compiled:
            if variable < self.board_cells:
                uniform_put(self.lanes, variable, new)
        if self.queue_words == 1:
            self.queue[0] |= self.watch[variable]
        else:
            at: cython.int = variable * self.queue_words
            for k in range(self.queue_words):
                self.queue[k] |= self.watch[at + k]
        if variable < self.cells and new & (new - 1) == 0:
            self.singles[self.singles_end] = variable
            self.singles_end += 1
        return 1

    def fail(self, variable: cython.int) -> cython.int:
        """0, a contradiction: this variable is `broken` (-1: none)."""
        self.broken = variable
        return 0

    def holds(self, literal: cython.int) -> cython.int:
        """1 true, 0 false, -1 not known yet."""
        mask: cython.ulonglong = self.masks[cython.cast(cython.int, self.table[literal])]
        true: cython.ulonglong = mask & self.table[literal + 1]
        if true == mask:
            return 1
        return -1 if true else 0

    def require(self, literal: cython.int) -> cython.int:
        """The literal is true; 0 on contradiction."""
        return self.restrict(cython.cast(cython.int, self.table[literal]), self.table[literal + 1])

    def refuse(self, literal: cython.int) -> cython.int:
        """The literal is false; 0 on contradiction."""
        variable: cython.int = cython.cast(cython.int, self.table[literal])
        return self.restrict(variable, self.masks[variable] & ~self.table[literal + 1])

    def active(self, gate: cython.int) -> cython.int:
        """Whether all literals of a gate are true; gate 0 has none."""
        literals: Numbers = cython.cast(Numbers, record(self, gate))
        for k in range(literals.size):
            if self.holds(literals.items[k]) != 1:
                return 0
        return 1

    def spread(self) -> cython.int:
        """Remove the digits of cells that became single from their peers; 0 on contradiction."""
        cython.declare(other=cython.int, k=cython.int)
        while self.singles_end:
            self.singles_end -= 1
            cell: cython.int = self.singles[self.singles_end]
            bit: cython.ulonglong = self.masks[cell]
            if self.board_cells:
                for k in range(20 * cell, 20 * cell + 20):
                    other = COVERED[k]
                    if self.masks[other] & bit and not self.restrict(other, self.masks[other] & ~bit):
                        return 0
            for k in range(self.words):
                row: cython.ulonglong = self.apart[cell * self.words + k]
                while row:
                    other = (k << 6) + lowest64(row)
                    row &= row - 1
                    if self.masks[other] & bit and not self.restrict(other, self.masks[other] & ~bit):
                        return 0
        return 1

    def point(self, cells: cython.p_int, size: cython.int, digits: cython.ulonglong) -> cython.int:
        """Each of the digits is in one of the cells: remove it from the cells that see all its places."""
        cython.declare(k=cython.int, j=cython.int)
        while digits:
            bit: cython.ulonglong = digits & (~digits + 1)
            digits &= digits - 1
            for j in range(self.words):
                row: cython.ulonglong = EVERY
                places: cython.int = 0
                for k in range(size):
                    if self.masks[cells[k]] & bit:
                        row &= self.peers[cells[k] * self.words + j]
                        places += 1
                while row and places > 1:
                    other: cython.int = (j << 6) + lowest64(row)
                    row &= row - 1
                    if self.masks[other] & bit and not self.restrict(other, self.masks[other] & ~bit):
                        return 0
        return 1

    def forget(self) -> cython.void:
        """Empty the queue."""
        self.singles_end = 0
        for k in range(self.queue_words):
            self.queue[k] = 0

    def undo(self, mark: cython.int) -> cython.void:
        """Back to what the masks were when the trail had this length."""
        while self.trail_end > mark:
            self.trail_end -= 1
            variable: cython.int = self.trail[self.trail_end]
            self.masks[variable] = self.trail_masks[self.trail_end]
            if cython.compiled:
                if variable < self.board_cells:
                    uniform_put(self.lanes, variable, self.masks[variable])
