# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The rating loop: take the first deduction of the ladder, apply it, start again from the easiest.

ER is the hardest step, ED the first step, EP the hardest step up to and including the first that places a digit.
Whoever wants numbers for many puzzles calls `rate_chunk`, which runs without the interpreter lock; whoever wants the
steps calls `advance` and reads the record after each.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.rating.grid import Grid
    from cython.cimports.cpsudoku.rating.hint import Hint
    from cython.cimports.cpsudoku.rating.techniques.aligned_exclusion import AlignedExclusion
    from cython.cimports.cpsudoku.rating.techniques.bug import Graves
    from cython.cimports.cpsudoku.rating.techniques.fish import find_fish
    from cython.cimports.cpsudoku.rating.techniques.hidden_set import find_hidden_set
    from cython.cimports.cpsudoku.rating.techniques.hidden_single import find_hidden_single
    from cython.cimports.cpsudoku.rating.techniques.locking import find_direct_locking, find_locking
    from cython.cimports.cpsudoku.rating.techniques.naked_set import find_naked_set
    from cython.cimports.cpsudoku.rating.techniques.naked_single import find_naked_single
    from cython.cimports.cpsudoku.rating.techniques.unique_loop import UniqueLoops
    from cython.cimports.cpsudoku.rating.techniques.wing import find_wing
else:
    from cpsudoku.rating.grid import Grid
    from cpsudoku.rating.hint import Hint
    from cpsudoku.rating.techniques.aligned_exclusion import AlignedExclusion
    from cpsudoku.rating.techniques.bug import Graves
    from cpsudoku.rating.techniques.fish import find_fish
    from cpsudoku.rating.techniques.hidden_set import find_hidden_set
    from cpsudoku.rating.techniques.hidden_single import find_hidden_single
    from cpsudoku.rating.techniques.locking import find_direct_locking, find_locking
    from cpsudoku.rating.techniques.naked_set import find_naked_set
    from cpsudoku.rating.techniques.naked_single import find_naked_single
    from cpsudoku.rating.techniques.unique_loop import UniqueLoops
    from cpsudoku.rating.techniques.wing import find_wing

ALL_RUNGS = 0x7FFFFFFE
"""Bit r = rung r of the ladder may be used."""

SOLVED = 0
STUCK = 1
STOPPED = 2
BROKEN = 3
"""How a run ends; BROKEN: the grid filled up against the rules, so the puzzle had no solution."""

CHUNK = 256
"""Puzzles a call of `rate_chunk`."""


@cython.cclass
class Rater:
    """One rating at a time; the buffers of all techniques. Not for use by several threads at once.

    rungs     which rungs may be used (bits)
    max_er    stop as soon as ER exceeds this
    early     0 run to the end; 1 stop when the puzzle is no pearl (ER > EP); 2 when it is no diamond (ER > ED)
    """

    def __init__(self) -> None:
        self.grid = Grid()
        self.hint = Hint()
        self.loops = UniqueLoops()
        self.graves = Graves()
        self.pairs = AlignedExclusion(2)
        self.triplets = AlignedExclusion(3)
        self.rungs = 0x7FFFFFFE
        self.max_er = 99.0
        self.early = 0
        if not cython.compiled:
            self.out_er = [0] * 256
            self.out_ep = [0] * 256
            self.out_ed = [0] * 256
            self.out_end = [0] * 256
        self.reset()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reset(self) -> cython.void:
        self.er = 0.0
        self.ep = 0.0
        self.ed = 0.0
        self.steps = 0
        self.placing = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def climb(self, rung: cython.int, grid: Grid, hint: Hint) -> cython.bint:
        """The deduction of one rung."""
        if rung == 1:
            return find_hidden_single(grid, hint)
        if rung == 2:
            return find_direct_locking(grid, hint)
        if rung == 3:
            return find_hidden_set(grid, hint, 2, True)
        if rung == 4:
            return find_naked_single(grid, hint)
        if rung == 5:
            return find_hidden_set(grid, hint, 3, True)
        if rung == 6:
            return find_locking(grid, hint)
        if rung == 7:
            return find_naked_set(grid, hint, 2)
        if rung == 8:
            return find_fish(grid, hint, 2)
        if rung == 9:
            return find_hidden_set(grid, hint, 2, False)
        if rung == 10:
            return find_naked_set(grid, hint, 3)
        if rung == 11:
            return find_fish(grid, hint, 3)
        if rung == 12:
            return find_hidden_set(grid, hint, 3, False)
        if rung == 13:
            return find_wing(grid, hint, 2)
        if rung == 14:
            return find_wing(grid, hint, 3)
        if rung == 15:
            return self.loops.find(grid, hint)
        if rung == 16:
            return find_naked_set(grid, hint, 4)
        if rung == 17:
            return find_fish(grid, hint, 4)
        if rung == 18:
            return find_hidden_set(grid, hint, 4, False)
        if rung == 19:
            return self.graves.find(grid, hint)
        if rung == 20:
            return self.pairs.find(grid, hint)
        if rung == 22:
            return self.triplets.find(grid, hint)
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self) -> cython.bint:
        """The first deduction of the ladder on the present grid, into `hint`."""
        rung: cython.int
        for rung in range(1, 31):
            if self.rungs >> rung & 1 and self.climb(rung, self.grid, self.hint):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self) -> cython.void:
        """Apply `hint` and count it."""
        self.steps += 1
        if self.hint.rating > self.er:
            self.er = self.hint.rating
        if self.steps == 1:
            self.ed = self.er
        if self.hint.cell >= 0 and not self.placing:
            self.placing = True
            self.ep = self.er
        self.hint.apply(self.grid)
        self.grid.settle()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self) -> cython.int:
        """From the present grid to the end. Returns SOLVED, STUCK, STOPPED or BROKEN."""
        while self.grid.cells_left:
            if not self.find():
                return 1
            self.apply()
            if self.er > self.max_er:
                return 2
            if self.early == 1 and self.placing and self.er > self.ep:
                return 2
            if self.early == 2 and self.er > self.ed:
                return 2
        return 0 if self.grid.valid() else 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rate_some(self, cells: cython.p_uchar, count: cython.int) -> cython.void:
        """Rate `count` puzzles of 81 cells into the output buffers."""
        k: cython.int
        for k in range(count):
            self.reset()
            self.grid.load(cells + 81 * k if cython.compiled else cells[81 * k : 81 * k + 81])
            self.out_end[k] = self.run()
            self.out_er[k] = tenths(self.er)
            self.out_ep[k] = tenths(self.ep)
            self.out_ed[k] = tenths(self.ed)

    def rate_chunk(self, cells: bytes) -> list[tuple[int, int, int, int]]:
        """(er, ep, ed, end) of each puzzle; *cells* holds up to CHUNK puzzles of 81 bytes. Numbers in tenths."""
        count: cython.int = len(cells) // 81
        k: cython.int
        data: cython.p_uchar = cells
        with cython.nogil:
            self.rate_some(data, count)
        return [(self.out_er[k], self.out_ep[k], self.out_ed[k], self.out_end[k]) for k in range(count)]

    # Step by step, for Python callers.

    def start(self, cells: bytes) -> None:
        """Begin with the clues."""
        self.reset()
        self.grid.set_clues(cells)

    def start_from(self, values: bytes, masks: list[int]) -> None:
        """Begin with values and candidates."""
        self.reset()
        self.grid.set_state(values, masks)

    def advance(self) -> bool:
        """Find the next deduction (in `hint`); apply it with `accept`."""
        found: cython.bint
        with cython.nogil:
            found = self.find()
        return found

    def accept(self) -> None:
        """Apply the deduction found."""
        self.apply()

    def numbers(self) -> tuple[int, int, int]:
        """(er, ep, ed) so far, in tenths."""
        return tenths(self.er), tenths(self.ep), tenths(self.ed)

    def seek(self, rung: cython.int, hint: Hint) -> bool:
        """Let one rung look at the grid with another record."""
        found: cython.bint
        with cython.nogil:
            found = self.climb(rung, self.grid, hint)
        return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tenths(value: cython.double) -> cython.int:
    """A rating as printed, times ten: truncated after adding 0.05."""
    return cython.cast(cython.int, (value + 0.05) * 10)
