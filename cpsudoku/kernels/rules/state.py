# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What propagation works on: a mask a variable, what was changed (the trail), and which propagators to run (the queue).

Variables are the cells (bit d: the board's d-th digit is possible), then Booleans (bit 0 false, bit 1 true) and
choices (bit k: branch k is possible). A literal is two words of `table`: a variable and a mask; it is true where the
variable's mask lies within, false where it lies without. Propagators are numbered by priority; `queue` is a set of
numbers, `watch` the set that each variable sets off.
"""

from array import array

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
    from cython.cimports.cpsudoku.kernels.rules.kinds import BOARD, INNIES, SETS, SUM
    from cython.cimports.cpsudoku.kernels.rules.uniform import uniform_put
else:
    from cpsudoku.kernels.bits import lowest64, ones
    from cpsudoku.kernels.rules.kinds import BOARD, INNIES, SETS, SUM

WORD = 64
COVERED = cython.declare(cython.uchar[1620])
"""Who differs from each cell by the houses that `board.py` looks at, 20 a cell."""
COVERED = [
    other
    for cell in range(81)
    for other in range(81)
    if other != cell
    and (
        other // 9 == cell // 9 or other % 9 == cell % 9 or (other // 27, other % 9 // 3) == (cell // 27, cell % 9 // 3)
    )
]
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
DEPTH = cython.declare(cython.int, 6)
"""Choices within choices that are looked into."""


@cython.final
@cython.cclass
class State:
    """The masks of one puzzle and its program (see `program.Program`, which makes the arguments).

    *digits*: see `Base`; the masks hold no others.
    """

    def __init__(self, side: int, cells: int, masks: object, made: tuple, digits: object = 0):
        peers, apart, sights, watch, code, starts, table, scope_from, scopes, room = made
        count: cython.int = len(masks)
        bits: cython.int = 1
        k: cython.int
        self.side = side
        self.cells = cells
        self.variables = count
        self.full = digits or 2**side - 1
        self.words = (cells + WORD - 1) // WORD
        self.propagators = len(starts)
        self.masks = array("Q", masks)
        for k in range(count):
            bits += ones(self.masks[k])
        self.peers = peers
        self.apart = apart
        self.sights = sights
        self.watch = watch
        self.code = code
        self.starts = starts
        self.table = table
        self.scope_from = scope_from
        self.scopes = scopes
        self.must = 0
        self.running, states, terms, union_ = room
        self.queue_words = (self.running + WORD - 1) // WORD
        self.queue = array("Q", bytes(8 * self.queue_words + 8))
        self.trail = array("i", bytes(4 * bits))
        self.trail_masks = array("Q", bytes(8 * bits))
        self.singles = array("i", bytes(4 * cells + 4))
        self.marks = array("i", bytes(4 * states + 4))
        self.back = array("i", bytes(4 * states + 4))
        self.low = array("q", bytes(8 * terms + 8))
        self.high = array("q", bytes(8 * terms + 8))
        self.reach = array("Q", bytes(8 * terms + 16))
        self.saved = array("Q", bytes(8 * (DEPTH + 1) * (self.queue_words + 1)))
        self.union_size = union_
        self.union_ = array("Q", bytes(8 * (DEPTH + 1) * union_ + 8))
        self.trail_end = 0
        self.singles_end = 0
        self.stamp = 0
        self.depth = 0
        self.near = array("i")
        self.tied = 0
        self.groups = 0
        self.grouped = array("i")
        self.broken = -1
        self.blamed = -1
        self.runs = 0
        self.boarded = self.board_end = self.first_house = 0
        for k in range(self.propagators):
            if self.code[self.starts[k]] == BOARD:
                self._lay(k)
                break

    def _lay(self, number: cython.int) -> object:
        """Houses are looked at by `board.py`: where they are among the propagators, and the masks in lanes."""
        k: cython.int
        self.boarded = self.cells
        self.board_end = self.code[self.starts[number] + 2]
        self.first_house = number + 1
        self.settled = array("Q", bytes(8 * self.cells))
        if cython.compiled:
            for k in range(len(self.lanes)):
                self.lanes[k] = cython.cast(cython.ushort, self.full)
            for k in range(self.cells):
                uniform_put(self.lanes, k, self.masks[k])
        return None

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

    def grow(self, masks: list, propagators: list) -> None:
        """More variables behind all others, each with what it may be and the one propagator that it sets off."""
        k: cython.int
        bits: cython.int = 0
        first: cython.int = self.variables + self.groups
        watch: object = array("Q", self.watch[: first * self.queue_words])
        watch.extend(array("Q", bytes(8 * self.queue_words * len(masks) + 8)))
        self.watch = watch
        for k in range(len(masks)):
            p: cython.int = propagators[k]
            bits += ones(masks[k])
            self.watch[(first + k) * self.queue_words + (p >> 6)] = cython.cast(cython.ulonglong, 1) << (p & 63)
        self.masks = array("Q", list(self.masks) + masks)
        self.trail = array("i", list(self.trail) + [0] * int(bits))
        self.trail_masks = array("Q", list(self.trail_masks) + [0] * int(bits))
        self.grouped = array("i", list(self.grouped) + propagators)
        self.groups += len(masks)

    def twin(self) -> object:
        """Another state of the same program, which it shares, with the masks that this one was made with.

        Both may then be at work at once: neither writes into the program. For one that is `tied`, or never will be.
        """
        room: list = [self.running, len(self.marks) - 1, len(self.low) - 1, self.union_size]
        read: tuple = (self.peers, self.apart, self.sights, self.watch, self.code, self.starts, self.table)
        made: tuple = (*read, self.scope_from, self.scopes, room)
        other: State = State(self.side, self.cells, self.before(0), made, self.full)
        other.variables = self.variables
        other.groups = self.groups
        other.grouped = self.grouped
        other.near = self.near
        other.tied = self.tied
        return other

    def before(self, mark: cython.int) -> object:
        """What the masks were when the trail had this length: an array of their own."""
        k: cython.int
        found: object = array("Q", self.masks)
        masks: cython.ulonglong[::1] = found
        for k in range(self.trail_end - 1, mark - 1, -1):
            masks[self.trail[k]] = self.trail_masks[k]
        return found

    def reset(self) -> None:
        """Back to the masks it was made with."""
        self.undo(0)
        self.forget()

    def sums(self) -> int:
        """How many of its propagators are sets of digits, or sums with a cell: those of literals alone count digits."""
        found: cython.int = 0
        p: cython.int
        for p in range(self.propagators):
            at: cython.int = self.starts[p]
            found += self.code[at] == SETS or self.code[at] == INNIES
            found += self.code[at] == SUM and self.code[at + 6] >= 0
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
            self.broken = variable
            return 0
        self.trail[self.trail_end] = variable
        self.trail_masks[self.trail_end] = old
        self.trail_end += 1
        self.masks[variable] = new
        if cython.compiled:
            if variable < self.boarded:
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
        k: cython.int
        for k in range(gate + 1, gate + 1 + self.code[gate]):
            if self.holds(self.code[k]) != 1:
                return 0
        return 1

    def spread(self) -> cython.int:
        """Take the digits of cells that became single from their peers; 0 on contradiction."""
        cython.declare(other=cython.int, k=cython.int)
        while self.singles_end:
            self.singles_end -= 1
            cell: cython.int = self.singles[self.singles_end]
            bit: cython.ulonglong = self.masks[cell]
            if self.boarded:
                for k in range(20 * cell, 20 * cell + 20):
                    other = COVERED[k]
                    if self.masks[other] & bit and not self.restrict(other, self.masks[other] & ~bit):
                        self.blamed = -1
                        return 0
            for k in range(self.words):
                row: cython.ulonglong = self.apart[cell * self.words + k]
                while row:
                    other = (k << 6) + lowest64(row)
                    row &= row - 1
                    if self.masks[other] & bit and not self.restrict(other, self.masks[other] & ~bit):
                        self.blamed = -1
                        return 0
        return 1

    def point(self, cells: cython.int[::1], first: cython.int, end: cython.int, digits: cython.ulonglong) -> cython.int:
        """One of the cells (of the list, from *first* on) has each of the digits: who sees all places has it not."""
        cython.declare(k=cython.int, j=cython.int)
        while digits:
            bit: cython.ulonglong = digits & (~digits + 1)
            digits &= digits - 1
            for j in range(self.words):
                row: cython.ulonglong = EVERY
                places: cython.int = 0
                for k in range(first, end):
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
        k: cython.int
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
                if variable < self.boarded:
                    uniform_put(self.lanes, variable, self.masks[variable])
