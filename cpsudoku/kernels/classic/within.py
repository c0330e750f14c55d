# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Depth-first search on the classic 9x9 board within candidates: a mask a cell, where clues give more or less.

The inference is that of `kernels.search`, with vector instructions where the processor has them. The search is used as
`kernels.rules.search.RuleSearch` is: it can be left and taken up again, and steered to candidates that are wanted.
"""

from array import array

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.patience import look, now, settle
    from cython.cimports.cpsudoku.kernels.search import begin9, choose9, digit9, propagate9, resume9, room9
else:
    from cpsudoku.kernels.patience import look, now, settle
    from cpsudoku.kernels.search import begin9, choose9, digit9, propagate9, resume9, room9

CELLS = cython.declare(cython.int, 81)


@cython.final
@cython.cclass
class MaskSearch:
    """Within 81 masks (bit d - 1: digit d); *scalar* keeps to the code without vectors, for comparison."""

    masks: cython.ushort[::1]  # the stack, 81 a level; with vectors its first level alone
    room: cython.uchar[::1]  # the stack of vectors
    found: cython.uchar[::1]
    wanted: cython.ushort[::1]
    vectors: cython.bint
    steered: cython.bint
    level: cython.int
    nodes: cython.longlong
    stop: cython.double[2]  # see patience.py

    def __init__(self, masks: object, scalar: bool = False):
        k: cython.int
        size: cython.int = room9()
        if not cython.compiled:
            self.stop = [0.0, 0.0]
        self.vectors = size > 0 and not scalar
        self.masks = array("H", bytes(2 * CELLS * (1 if self.vectors else CELLS + 1)))
        for k in range(CELLS):
            self.masks[k] = masks[k]
        self.room = bytearray(size if self.vectors else 1)
        self.found = bytearray(CELLS)
        self.wanted = array("H", bytes(2 * CELLS))
        self.steered = False
        self.level = 0
        self.nodes = 0
        if cython.compiled and self.vectors:
            begin9(cython.address(self.room[0]), cython.address(self.masks[0]))

    def want(self, masks: object) -> None:
        """From now on look for solutions with one of these candidates, a mask a cell; a solution takes its own away."""
        k: cython.int
        for k in range(CELLS):
            self.wanted[k] = masks[k]
        self.steered = True

    def branches(self) -> int:
        """Branches so far."""
        return self.nodes

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes(self.found)

    def resume(self, max_nodes: cython.longlong = -1, seconds: cython.double = 0) -> int:
        """Search on: 1 a solution was found (see `grid`), 0 no more, -1 after *max_nodes* branches or *seconds*.

        -1 branches, or 0 seconds: no bound.
        """
        answer: cython.int
        k: cython.int
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0
        if cython.compiled:
            with cython.nogil:
                if self.vectors:
                    answer = resume9(
                        cython.address(self.room[0]),
                        cython.address(self.level),
                        cython.address(self.wanted[0]) if self.steered else cython.NULL,
                        cython.address(self.found[0]),
                        max_nodes,
                        cython.address(self.nodes),
                        self.stop,
                    )
                else:
                    answer = self._run(cython.address(self.masks[0]), max_nodes)
        else:
            answer = self._run(self.masks, max_nodes)
        settle(self.stop)
        if answer == 1 and self.steered:
            for k in range(CELLS):
                self.wanted[k] &= ~(1 << (self.found[k] - 1))
        return answer

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, c: cython.p_ushort, max_nodes: cython.longlong) -> cython.int:
        """As v9_go in vector9.h."""
        k: cython.int
        at: cython.int
        cell: cython.int
        bit: cython.uint
        spent: cython.longlong = 0
        while self.level >= 0:
            at = CELLS * self.level
            if propagate9(c, at) and (not self.steered or self._promising(c, at)):
                cell = choose9(c, at)
                if cell < 0:
                    for k in range(CELLS):
                        self.found[k] = digit9(c[at + k])
                    self.level -= 1
                    return 1
                if (0 <= max_nodes <= spent) or (spent & 1023 == 1023 and look(self.stop)):
                    return -1
                spent += 1
                self.nodes += 1
                for k in range(CELLS):
                    c[at + CELLS + k] = c[at + k]
                bit = c[at + cell] & self.wanted[cell] if self.steered else 0
                if bit == 0:
                    bit = c[at + cell]
                bit &= ~bit + 1
                c[at + cell] ^= bit
                c[at + CELLS + cell] = bit
                self.level += 1
            else:
                self.level -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promising(self, c: cython.p_ushort, at: cython.int) -> cython.bint:
        """Whether some candidate left is wanted."""
        k: cython.int
        for k in range(CELLS):
            if c[at + k] & self.wanted[k]:
                return True
        return False
