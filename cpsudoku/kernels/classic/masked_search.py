# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Depth-first search on the classic 9x9 board within candidates: a mask a cell, where clues give more or less.

The inference is that of `kernels.search`, with vector instructions where the processor has them. The search is used as
`kernels.rules.search.RuleSearch` is: it can be left and taken up again, and steered to candidates that are wanted.

Where much is open (WIDE), branches are chosen by links. A search that is long begins anew, by links too, and looks
ahead while a board is large (see `lookahead`); what has become small enough is searched as before. Where the line lies
is learnt from what is searched below it: GOAL branches at a time, as a look ahead costs some forty. The hardest puzzle
of candidates alone that we know takes a fifth of the branches of a search without all this, and a quarter of the time.

Source of looking ahead above, and simple search below: Heule, Kullmann, Wieringa, Biere: Cube and conquer, 2011.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.classic.lookahead import ONES, linked9, look_ahead
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.search import begin9, choose9, digit9, propagate9, resume9, room9, settle9

CELLS = cython.declare(cython.int, 81)
BOARDS = cython.declare(cython.int, 81 * 8 + 2)
"""Boards that wait above the line, at most: each decision leaves up to eight for later; and one for trials."""
HARD = 4096
"""Branches after which a search begins anew and looks ahead, where it is steered or has found one solution at most.

Steered, no solution comes twice, as what it shows is no longer wanted.
"""
GOAL = cython.declare(cython.longlong, 100)
"""Branches meant for a search below the line: a longer one lowers it by a candidate, a shorter one raises it (RISE)."""
WIDE = cython.declare(cython.int, 400)
"""Candidates of the board from which on the choice is that by links, before the search begins anew as well."""
RISE = cython.declare(cython.double, 0.9)
BEGIN = cython.declare(cython.double, 0.6)
"""The line at first, of the candidates of the whole board; low, as a search below it is not left before its end."""


class MaskSearch:
    """Within 81 masks (bit d - 1: digit d); *scalar* keeps to the code without vectors, for comparison.

    masks, room          the stack, 81 a level (with vectors its first level alone); the stack of vectors
    boards, waiting      what waits above the line
    found, first         the solution found last, and the one found before the search began anew
    solutions            found so far, 2 for more
    ahead, wide, below   it looks ahead; the choice is that by links; a board below the line is searched
    since                branches before the board below the line
    """

    def __init__(self, masks: object, scalar: bool = False, hard: cython.longlong = HARD):
        cython.declare(k=cython.int)
        many: cython.int = 0
        size: cython.int = room9()
        self.vectors = size > 0 and not scalar
        self.boards = array("H", bytes(2 * CELLS))
        for k in range(CELLS):
            self.masks[k] = masks[k]
            self.boards[k] = masks[k]
            many += ONES[self.masks[k]]
        self.room = bytearray(size if self.vectors else 1)
        self.hard = hard
        self.wide = many >= WIDE
        if self.vectors:
            begin9(cython.address(self.room[0]), self.masks)

    def want(self, masks: object) -> None:
        """From now on look for solutions with one of these candidates, a mask a cell; a solution takes its own away."""
        cython.declare(k=cython.int)
        for k in range(CELLS):
            self.wanted[k] = masks[k]
        self.steered = True

    def branches(self) -> int:
        """Branches so far."""
        return self.nodes

    def left(self) -> float:
        """1, as it cannot say what share of the search is left (see `RuleSearch.left`)."""
        return 1.0

    def refused(self) -> list:
        """Nothing, as it keeps no account of what it has refused (see `RuleSearch.refused`)."""
        return []

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes(self.found[:81])

    def resume(self, max_nodes: cython.longlong = -1, seconds: cython.double = 0) -> int:
        """Search on: 1 a solution was found (see `grid`), 0 no more, -1 after *max_nodes* branches or *seconds*.

        -1 branches, or 0 seconds: no bound.
        """
        cython.declare(k=cython.int)
        answer: cython.int = -1
        start: cython.longlong = self.nodes
        left: cython.longlong = max_nodes
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0
        if not self.ahead and (self.solutions < 2 or self.steered):
            left = max(0, self.hard - self.nodes)
            if 0 <= max_nodes < left:
                left = max_nodes
            answer = self._searched(left)
            if answer < 0 and self.nodes >= self.hard and not self.stop[1]:
                self._begin_anew()
            left = max_nodes if max_nodes < 0 else max_nodes - (self.nodes - start)
        elif not self.ahead:
            answer = self._searched(max_nodes)
        if self.ahead and answer < 0:
            if cython.compiled:
                with cython.nogil:
                    answer = self._above(cython.address(self.boards[0]), left)
            else:
                answer = self._above(self.boards, left)
        settle(self.stop)
        if answer == 1:
            if self.solutions == 0:
                for k in range(CELLS):
                    self.first[k] = self.found[k]
            self.solutions = min(2, self.solutions + 1)
            if self.steered:
                for k in range(CELLS):
                    self.wanted[k] &= ~(1 << (self.found[k] - 1))
        return answer

    def _begin_anew(self) -> object:
        """Put the whole board above the line, with room for others."""
        boards = array("H", bytes(2 * CELLS * BOARDS))
        boards[:CELLS] = array("H", self.boards)
        self.boards = boards
        self.waiting = 1
        self.ahead = self.wide = True
        return None

    def _searched(self, max_nodes: cython.longlong) -> cython.int:
        """`resume`, for the simple search."""
        if self.vectors:
            return resume9(
                cython.address(self.room[0]),
                cython.address(self.level),
                cython.address(self.wanted[0]) if self.steered else cython.NULL,
                self.wide,
                self.found,
                max_nodes,
                cython.address(self.nodes),
                self.stop,
            )
        return self._run(self.masks, self.wanted, max_nodes)

    def _above(self, c: cython.p_ushort, max_nodes: cython.longlong) -> cython.int:
        """`resume`, for the boards that wait."""
        start: cython.longlong = self.nodes
        left: cython.longlong = max_nodes
        while True:
            if self.below:
                answer: cython.int = self._searched(left)
                if answer == 1 and self._is_first():
                    continue
                if answer:
                    return answer
                self.below = False
                self.line += RISE if self.nodes - self.since <= GOAL else -1
            if self.waiting == 0:
                return 0
            if max_nodes >= 0:
                left = max_nodes - (self.nodes - start)
            if left == 0 or look(self.stop):
                return -1
            self._next(c, CELLS * (self.waiting - 1))

    def _is_first(self) -> cython.bint:
        """Whether the solution was found before."""
        if self.solutions == 0:
            return False
        for k in range(CELLS):
            if self.found[k] != self.first[k]:
                return False
        return True

    def _next(self, c: cython.p_ushort, at: cython.int) -> cython.void:
        """Settle the last board that waits, c[at]: it goes, is searched below the line, or is branched on."""
        choice = cython.declare(cython.ushort[9])
        if not settle9(c, at, at) or (self.steered and not self._promising(c, at)):
            self.waiting -= 1
            return
        size: cython.int = _size(c, at)
        if self.line == 0:
            self.line = BEGIN * size
        if size > self.line and size > CELLS:
            self.nodes += 1
            n: cython.int = look_ahead(c, at, choice)
            if n < 0:
                self.waiting -= 1
            elif n:
                self._branch(c, at, choice, n)
            return
        for k in range(CELLS):
            self.masks[k] = c[at + k]
        if self.vectors:
            begin9(cython.address(self.room[0]), self.masks)
        self.level = 0
        self.waiting -= 1
        self.below = True
        self.since = self.nodes

    def _branch(self, c: cython.p_ushort, at: cython.int, choice: cython.p_ushort, n: cython.int) -> cython.void:
        """In place of the board one for each of n candidates; the last is next: those wanted, the first."""
        place: cython.int = at + CELLS * (n - 1)
        self.waiting += n - 1
        for good in range(1, -1, -1):
            for i in range(n):
                cell: cython.int = choice[i] // 9
                bit: cython.uint = 1 << choice[i] % 9
                if (1 if self.steered and self.wanted[cell] & bit else 0) != good:
                    continue
                for k in range(CELLS):
                    c[place + k] = c[at + k]
                c[place + cell] = bit
                place -= CELLS

    def _run(self, c: cython.p_ushort, wanted: cython.p_ushort, max_nodes: cython.longlong) -> cython.int:
        """As v9_go in vector9.h."""
        spent: cython.longlong = 0
        while self.level >= 0:
            at: cython.int = CELLS * self.level
            if propagate9(c, at) and (not self.steered or self._promising(c, at)):
                of: cython.int = linked9(c, at, wanted) if self.wide else -1
                cell: cython.int = of // 16 if of >= 0 else choose9(c, at)
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
                bit: cython.uint = c[at + cell] & self.wanted[cell] if self.steered else 0
                if of >= 0:
                    bit = 1 << of % 16
                elif bit == 0:
                    bit = c[at + cell]
                bit &= ~bit + 1
                c[at + cell] ^= bit
                c[at + CELLS + cell] = bit
                self.level += 1
            else:
                self.level -= 1
        return 0

    def _promising(self, c: cython.p_ushort, at: cython.int) -> cython.bint:
        """Whether some candidate left is wanted."""
        for k in range(CELLS):
            if c[at + k] & self.wanted[k]:
                return True
        return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _size(c: cython.p_ushort, at: cython.int) -> cython.int:
    """The candidates of a board."""
    found: cython.int = 0
    for k in range(CELLS):
        found += ONES[c[at + k]]
    return found
