# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Neighbours of a hard 9x9 puzzle that stay hard: one clue goes, and one or two come, {-1+1} and {-1+2}.

Without one of its clues a puzzle has some hundred solutions. A clue that occurs in one of them alone makes a unique
puzzle again, and two that no other solution shares do so too. All of the former are found, and some of the latter are
drawn; clues no longer needed go then, in random order. Of the neighbours of a puzzle that resists trial and error
(`probing`) a quarter of the first kind resist as well, and 2 % of the second, but next to none of those that
`vicinity` draws, which add more clues.
"""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.classic.digging import as_bytes
    from cpsudoku.kernels.classic.probing import resistance, resists
    from cpsudoku.kernels.patience import NEVER, look, settle
    from cpsudoku.kernels.randomness import below, shuffle
    from cpsudoku.kernels.search import count9, search9

RIVALS = cython.declare(cython.int, 1024)
"""Solutions looked at; where a puzzle has as many without a clue, that clue stays."""
RARE = cython.declare(cython.int, 40)
"""Solutions that may share the first clue of a pair."""
OPEN = cython.declare(cython.int, 1000)
"""From this resistance on trials must be nested."""
SPARE = cython.declare(cython.int, 100)
"""How much less than wanted a puzzle may resist with each clue it may have to spare."""
DRAWS = cython.declare(cython.int, 20)
"""Draws of a first clue before a try for a pair is given up."""


@cython.cclass
class Trades:
    """One puzzle's neighbours; `kept` are those that resist enough. For one thread."""

    def __init__(self, stream: cython.ulonglong, puzzle: bytes, floor: cython.int):
        if not cython.compiled:
            self.state, self.stop = [0], [0.0, 0.0]
            self.work, self.made, self.grid = [0] * 81, [0] * 81, [0] * 81
            self.c, self.often, self.alone = [0] * 243, [0] * 810, [0] * 81
            self.order, self.among = [0] * 81, [0] * 40
        if len(puzzle) != 81 or max(puzzle) > 9:
            raise ValueError(f"{len(puzzle)} bytes up to {max(puzzle, default=0)}; a puzzle has 81, of 0 to 9")
        if not 0 <= floor <= OPEN:
            raise ValueError(f"a floor of {floor}; it is 0 to {OPEN}")
        self.state[0] = stream
        self.stop[0] = self.stop[1] = 0
        self.floor = floor
        self.kept = []
        self.rivals = bytearray(81 * RIVALS)
        for i in range(81):
            self.work[i] = puzzle[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, at=cython.int, bit=cython.ushort)
    def survey(self, counted: cython.bint) -> cython.void:
        """The solutions of `work`, and which digits of each cell occur in one of them alone.

        With *counted* also how often each occurs: that takes longer.
        """
        nodes = cython.declare(cython.longlong[1])
        once = cython.declare(cython.ushort[81])
        nodes[0] = 0
        if cython.compiled:
            self.found = search9(self.work, 0, RIVALS, cython.address(self.rivals[0]), 0, RIVALS, 0, nodes, NEVER)
        else:
            self.found = search9(self.work, 0, RIVALS, self.rivals, 0, RIVALS, 0, nodes, NEVER)
        for i in range(81):
            once[i] = self.alone[i] = 0
        for k in range(self.found):
            for i in range(81):
                bit = 1 << (self.rivals[81 * k + i] - 1)
                self.alone[i] |= once[i] & bit  # so far: those that occur again
                once[i] |= bit
        for i in range(81):
            self.alone[i] = once[i] & ~self.alone[i]
        if counted:
            for i in range(810):
                self.often[i] = 0
            for k in range(self.found):
                for i in range(81):
                    self.often[10 * i + self.rivals[81 * k + i]] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, count=cython.int, digit=cython.uchar)
    def reduce(self) -> cython.void:
        """Clues of `made` that are not needed go, in random order."""
        count = 0
        for i in range(81):
            if self.made[i]:
                self.order[count] = i
                count += 1
        shuffle(self.state, self.order, count)
        for i in range(count):
            digit = self.made[self.order[i]]
            self.made[self.order[i]] = 0
            if count9(self.made, 2) != 1:
                self.made[self.order[i]] = digit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(level=cython.int)
    def worth(self, spare: cython.int) -> cython.int:
        """`made`, unique with up to *spare* clues too many, becomes minimal: its resistance, -1 below the floor."""
        if self.floor >= OPEN:
            if not resists(self.made, 0, self.c):
                return -1
            self.reduce()  # with fewer clues trials refute less
            return OPEN
        if resistance(self.made, 0, self.c, False) < self.floor - SPARE * spare:
            return -1
        self.reduce()
        level = cython.cast(cython.int, resistance(self.made, 0, self.c, False))
        return level if level >= self.floor else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, cell=cython.int, count=cython.int, shared=cython.int, digit=cython.uchar)
    def second(self, first: cython.int, rival: cython.int) -> cython.int:
        """A cell whose digit, of all solutions with the digit of cell *first*, this *rival* alone has; -1: none."""
        count = 0
        digit = self.rivals[81 * rival + first]
        for k in range(self.found):
            if self.rivals[81 * k + first] == digit:
                self.among[count] = k
                count += 1
        cell = cython.cast(cython.int, below(self.state, 81))
        for i in range(81):
            cell = (cell + 1) % 81
            digit = self.rivals[81 * rival + cell]
            if self.work[cell] or cell == first or self.alone[cell] >> (digit - 1) & 1:
                continue
            shared = 0
            for k in range(count):
                if self.rivals[81 * self.among[k] + cell] == digit:
                    shared += 1
            if shared == 1:
                return cell
        return -1

    @cython.cfunc
    def keep(self, level: cython.int, rival: cython.int):
        """Note `made` and its solution."""
        for i in range(81):
            self.grid[i] = self.rivals[81 * rival + i]
        self.kept.append((as_bytes(self.made), as_bytes(self.grid), level))

    @cython.cfunc
    @cython.locals(i=cython.int, k=cython.int, digit=cython.int, level=cython.int, rival=cython.int)
    def ones(self, gone: cython.int, was: cython.int):
        """Every clue that makes `work` unique, but the one that is gone: *was* in cell *gone*."""
        for i in range(81):
            if self.work[i]:
                continue
            for digit in range(1, 10):
                if not self.alone[i] >> (digit - 1) & 1 or (i == gone and digit == was):
                    continue
                rival = 0
                while self.rivals[81 * rival + i] != digit:
                    rival += 1
                for k in range(81):
                    self.made[k] = self.work[k]
                self.made[i] = digit
                with cython.nogil:
                    level = self.worth(1)
                if level >= 0:
                    self.keep(level, rival)

    @cython.cfunc
    @cython.locals(t=cython.int, k=cython.int, draw=cython.int, cell=cython.int, other=cython.int, level=cython.int)
    @cython.locals(rival=cython.int, shared=cython.int)
    def pairs(self, tries: cython.int):
        """Draws of two clues that make `work` unique together, and neither alone."""
        for t in range(tries):
            other = -1
            for draw in range(DRAWS):
                rival = cython.cast(cython.int, below(self.state, self.found))
                cell = cython.cast(cython.int, below(self.state, 81))
                shared = self.often[10 * cell + self.rivals[81 * rival + cell]]
                if self.work[cell] == 0 and 1 < shared <= RARE:
                    other = self.second(cell, rival)
                    if other >= 0:
                        break
            if other < 0:
                continue
            for k in range(81):
                self.made[k] = self.work[k]
            self.made[cell] = self.rivals[81 * rival + cell]
            self.made[other] = self.rivals[81 * rival + other]
            with cython.nogil:
                level = self.worth(2)
            if level >= 0:
                self.keep(level, rival)

    @cython.ccall
    @cython.locals(i=cython.int, digit=cython.uchar)
    def run(self, single: cython.bint, tries: cython.int) -> list:
        """Trades of each clue; see `trades`."""
        for i in range(81):
            digit = self.work[i]
            if digit == 0:
                continue
            self.work[i] = 0
            with cython.nogil:
                self.survey(tries > 0)
            if self.found < RIVALS:
                if single:
                    self.ones(i, digit)
                self.pairs(tries)
            self.work[i] = digit
            look(self.stop)
            settle(self.stop)
        return self.kept


def trades(stream: int, puzzle: bytes, single: bool, pairs: int, floor: int) -> list[tuple[bytes, bytes, int]]:
    """Minimal neighbours of *puzzle* (81 bytes, unique): (puzzle, solution, resistance), the last not nested.

    *single*: of all {-1+1}; *pairs*: so many draws of {-1+2} for each clue. Only those that resist at least *floor*, to
    1000, as `probing` says. *stream* is a random stream's start. Some may be there twice, and
    with *pairs* the puzzle itself.
    """
    return Trades(stream, puzzle, floor).run(single, pairs)
