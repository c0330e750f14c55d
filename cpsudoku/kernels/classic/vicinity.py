# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Neighbours of a 9x9 puzzle: some clues go, others come, and the result is unique again and without spare groups.

This is the vicinity search {-k+k} of the hunters of hard puzzles, drawn at random: k groups of clues (single cells,
or orbits of a symmetry) go; of the solutions the rest has, one is taken; clues of it are added, each in a cell where
some rival differs, until no rival is left; then groups that are not needed go, in random order.
On a fixed pattern the cells stay and only their digits change.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.digging import Digger, as_bytes
from cython.cimports.cpsudoku.kernels.polling import NEVER, look, settle
from cython.cimports.cpsudoku.kernels.randomness import below, shuffle
from cython.cimports.cpsudoku.kernels.search import count9, search9

RIVALS = cython.declare(cython.int, 24)
"""Solutions among which the new one is drawn."""
NOTHING = cython.declare(cython.uchar[81], [0] * 81)


class Vicinity(Digger):
    """The puzzle `work` with *groups* of cells that go and come together, and its solution `grid`."""

    def standing(self) -> cython.int:
        """The groups that are clues, in random order; how many."""
        there: cython.int = 0
        for i in range(self.groups):
            if self.work[self.members[self.start[i]]]:
                self.order[there] = i
                there += 1
        shuffle(self.state, self.order, there)
        return there

    def put(self, group: cython.int, source: cython.p_uchar) -> cython.void:
        """The cells of a group become what they are in *source*."""
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
