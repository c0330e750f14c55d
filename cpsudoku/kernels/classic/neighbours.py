# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Neighbours of a 9x9 puzzle: some clues go, others come, and the result is unique again and without spare clues.

`Vicinity` is the search {-k+k} of the hunters of hard puzzles, drawn at random: k groups of clues (single cells, or
orbits of a symmetry) go; of the solutions the rest has, one is taken; clues of it are added, each in a cell where some
rival differs, until no rival is left; then groups that are not needed go, in random order. On a fixed pattern the cells
stay and only their digits change.

`ClueSwaps` finds the neighbours of a hard puzzle that stay hard: one clue goes and one comes, {-1+1}. Without one of
its clues a puzzle has some hundred solutions. A clue that occurs in one of them alone makes a unique puzzle again;
clues no longer needed go then, in random order. Of the neighbours of a puzzle that resists trial and error (`probing`)
a quarter resist as well, but next to none of those where two clues come, or of those that `Vicinity` draws. Clues
without which there are many solutions are left alone: they take four fifths of the time, and yield a twentieth of what
resists.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.digging import Digger, as_bytes
from cython.cimports.cpsudoku.kernels.classic.probing import effort, resistance
from cython.cimports.cpsudoku.kernels.polling import NEVER, look, settle
from cython.cimports.cpsudoku.kernels.randomness import below, shuffle
from cython.cimports.cpsudoku.kernels.search import count9, search9

RIVALS = cython.declare(cython.int, 24)
"""Solutions among which the new one is drawn."""
NOTHING = cython.declare(cython.uchar[81], [0] * 81)
LISTED = cython.declare(cython.int, 128)
"""Solutions looked at; where a puzzle has as many without a clue, that clue stays."""
OPEN = cython.declare(cython.int, 1000)
"""From this resistance on trials must be nested."""
SPARE = cython.declare(cython.int, 100)
"""How much less than wanted a puzzle may resist while it may have a clue to spare."""


class Vicinity(Digger):
    """The puzzle `work` with *groups* of cells that go and come together, and its solution `grid`."""

    def standing(self) -> cython.int:
        """Put the groups that are clues into `order`, in random order; returns how many there are."""
        there: cython.int = 0
        for i in range(self.groups):
            if self.work[self.members[self.start[i]]]:
                self.order[there] = i
                there += 1
        shuffle(self.state, self.order, there)
        return there

    def put(self, group: cython.int, source: cython.p_uchar) -> cython.void:
        """Copy the cells of a group from *source*."""
        for j in range(self.start[group], self.start[group + 1]):
            self.work[self.members[j]] = source[self.members[j]]

    @cython.locals(cell=cython.int)
    def settled(self) -> cython.void:
        """Add clues of the grid, each group where some rival differs, until no rival is left."""
        differs = cython.declare(cython.ushort[81])
        out = cython.declare(cython.uchar[162])
        nodes = cython.declare(cython.longlong[1])
        nodes[0] = 0
        while search9(self.work, 0, 2, out, 0, 2, 0, nodes, NEVER) == 2:
            rival: cython.int = 81
            for cell in range(81):
                if out[cell] != self.grid[cell]:
                    rival = 0
                    break
            count: cython.int = 0
            for cell in range(81):
                if out[rival + cell] != self.grid[cell]:
                    differs[count] = cell
                    count += 1
            cell = differs[below(self.state, count)]
            for i in range(self.groups):
                for j in range(self.start[i], self.start[i + 1]):
                    if self.members[j] == cell:
                        self.put(i, self.grid)

    def vary(self, k: cython.int, fixed: cython.bint) -> cython.bint:
        """Turn the unique puzzle `work` into a neighbour; `grid` becomes its solution. False where none came about."""
        out = cython.declare(cython.uchar[1944])
        nodes = cython.declare(cython.longlong[1])
        k = min(k, self.standing())
        for i in range(k):
            self.put(self.order[i], NOTHING)
        nodes[0] = 0
        found: cython.longlong = search9(self.work, 0, RIVALS, out, 0, RIVALS, 0, nodes, NEVER)
        if found == 0:
            return False
        rival: cython.int = below(self.state, cython.cast(cython.int, found))
        for cell in range(81):
            self.grid[cell] = out[81 * rival + cell]
        if fixed:
            for i in range(k):
                self.put(self.order[i], self.grid)
            return count9(self.work, 2) == 1
        self.settled()
        for i in range(self.standing()):
            self.put(self.order[i], NOTHING)
            if count9(self.work, 2) != 1:
                self.put(self.order[i], self.grid)
        return True


def neighbours(
    stream: object, puzzle: bytes, groups: object, k: cython.int, fixed: cython.bint, count: cython.int
) -> list:
    """*count* draws of a neighbour of *puzzle* (81 bytes, unique): (puzzle, solution) of those that came about.

    *stream* is a random stream's start. *groups*: tuples of cells that go and come together; with *fixed*, clues only
    change their digits.
    """
    vicinity: Vicinity = Vicinity(groups)
    if len(puzzle) != 81 or max(puzzle) > 9:
        raise ValueError(f"{len(puzzle)} bytes up to {max(puzzle, default=0)}; a puzzle has 81, of 0 to 9")
    vicinity.state[0] = stream
    found = []
    for _ in range(count):
        for i in range(81):
            vicinity.work[i] = puzzle[i]
        with cython.nogil:
            found_one: cython.bint = vicinity.vary(k, fixed)
        look(vicinity.stop)
        settle(vicinity.stop)
        if found_one:
            found.append((as_bytes(vicinity.work), as_bytes(vicinity.grid)))
    return found


class ClueSwaps:
    """One puzzle's neighbours; `kept` are those that resist enough. For one thread."""

    def __init__(self, stream: cython.ulonglong, puzzle: bytes, floor: cython.int):
        if len(puzzle) != 81 or max(puzzle) > 9:
            raise ValueError(f"{len(puzzle)} bytes up to {max(puzzle, default=0)}; a puzzle has 81, of 0 to 9")
        if not 0 <= floor <= OPEN:
            raise ValueError(f"a floor of {floor}; it is 0 to {OPEN}")
        self.state[0] = stream
        self.floor = floor
        self.kept = []
        for i in range(81):
            self.work[i] = puzzle[i]

    @cython.locals(at=cython.int)
    def survey(self) -> cython.void:
        """The solutions of `work`, and which digits of each cell occur in one of them alone."""
        nodes = cython.declare(cython.longlong[1])
        once = cython.declare(cython.ushort[81])
        nodes[0] = 0
        self.found = search9(self.work, 0, LISTED, self.rivals, 0, LISTED, 0, nodes, NEVER)
        for i in range(81):
            once[i] = self.alone[i] = 0
        for k in range(self.found):
            for i in range(81):
                bit: cython.ushort = 1 << (self.rivals[81 * k + i] - 1)
                self.alone[i] |= once[i] & bit  # so far: those that occur again
                once[i] |= bit
        for i in range(81):
            self.alone[i] = once[i] & ~self.alone[i]

    def reduce(self) -> cython.bint:
        """Clues of `changed` that are not needed go, in random order. False: there were none."""
        some: cython.bint = False
        count: cython.int = 0
        for i in range(81):
            if self.changed[i]:
                self.order[count] = i
                count += 1
        shuffle(self.state, self.order, count)
        for i in range(count):
            digit: cython.uchar = self.changed[self.order[i]]
            self.changed[self.order[i]] = 0
            if count9(self.changed, 2) == 1:
                some = True
            else:
                self.changed[self.order[i]] = digit
        return some

    def worth(self) -> cython.int:
        """`changed`, unique with perhaps a clue too many, becomes minimal: its resistance, -1 below the floor."""
        spent: cython.longlong = effort(self.changed, 0, self.c)
        if spent < 0:
            self.reduce()  # with fewer clues trials refute less
            return OPEN
        if self.floor >= OPEN or spent < (self.floor - 800) // 2:  # trials go with resistance, and cost a fifth
            return -1
        level: cython.int = cython.cast(cython.int, resistance(self.changed, 0, self.c, False))
        if level < self.floor - SPARE:
            return -1
        if self.reduce():
            level = cython.cast(cython.int, resistance(self.changed, 0, self.c, False))
        return level if level >= self.floor else -1

    def keep(self, level: cython.int, rival: cython.int):
        """Note `changed` and its solution."""
        for i in range(81):
            self.grid[i] = self.rivals[81 * rival + i]
        self.kept.append((as_bytes(self.changed), as_bytes(self.grid), level))

    def ones(self, gone: cython.int, was: cython.int):
        """Every clue that makes `work` unique, but the one that is gone: *was* in cell *gone*."""
        for i in range(81):
            if self.work[i]:
                continue
            for digit in range(1, 10):
                if not self.alone[i] >> (digit - 1) & 1 or (i == gone and digit == was):
                    continue
                rival: cython.int = 0
                while self.rivals[81 * rival + i] != digit:
                    rival += 1
                for k in range(81):
                    self.changed[k] = self.work[k]
                self.changed[i] = digit
                with cython.nogil:
                    level: cython.int = self.worth()
                if level >= 0:
                    self.keep(level, rival)

    def run(self) -> list:
        """The neighbours without each clue in turn; see `trades`."""
        for i in range(81):
            digit: cython.uchar = self.work[i]
            if digit == 0:
                continue
            self.work[i] = 0
            with cython.nogil:
                self.survey()
            if self.found < LISTED:
                self.ones(i, digit)
            self.work[i] = digit
            look(self.stop)
            settle(self.stop)
        return self.kept


def trades(stream: int, puzzle: bytes, floor: int) -> list[tuple[bytes, bytes, int]]:
    """Minimal neighbours of *puzzle* (81 bytes, unique), all {-1+1}: (puzzle, solution, resistance, not nested).

    Only those that resist at least *floor*, to 1000, as `probing` says; below that some that do are left out, as their
    trials are few. *stream* is a random stream's start. Some may be there twice.
    """
    return ClueSwaps(stream, puzzle, floor).run()
