# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The rating loop: take the first deduction of the ladder, apply it, start again from the easiest.

ER is the hardest step, ED the first step, EP the hardest step up to and including the first that places a digit.
Whoever wants numbers for many puzzles calls `rate_chunk`, which runs without the interpreter lock; whoever wants the
steps calls `advance` and reads the record after each.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.patience import look, settle
    from cython.cimports.cpsudoku.kernels.search import count9
    from cython.cimports.cpsudoku.rating.chains.engine import ChainEngine
    from cython.cimports.cpsudoku.rating.collector import Collector
    from cython.cimports.cpsudoku.rating.grid import Grid
    from cython.cimports.cpsudoku.rating.hint import Hint
    from cython.cimports.cpsudoku.rating.ladder import RATING, UNIQUE_LOOP, X_CHAIN
    from cython.cimports.cpsudoku.rating.native import has_room
    from cython.cimports.cpsudoku.rating.techniques.aligned_exclusion import AlignedExclusion
    from cython.cimports.cpsudoku.rating.techniques.bug import Graves
    from cython.cimports.cpsudoku.rating.techniques.dynamic_chains import find_dynamic
    from cython.cimports.cpsudoku.rating.techniques.fish import find_fish
    from cython.cimports.cpsudoku.rating.techniques.forcing_chain import find_forcing_chain
    from cython.cimports.cpsudoku.rating.techniques.hidden_set import find_hidden_set
    from cython.cimports.cpsudoku.rating.techniques.hidden_single import find_hidden_single
    from cython.cimports.cpsudoku.rating.techniques.locking import find_direct_locking, find_locking
    from cython.cimports.cpsudoku.rating.techniques.multiple_chains import find_multiple
    from cython.cimports.cpsudoku.rating.techniques.naked_set import find_naked_set
    from cython.cimports.cpsudoku.rating.techniques.naked_single import find_naked_single
    from cython.cimports.cpsudoku.rating.techniques.nishio import find_nishio
    from cython.cimports.cpsudoku.rating.techniques.unique_loop import UniqueLoops
    from cython.cimports.cpsudoku.rating.techniques.wing import find_wing
else:
    from cpsudoku.kernels.patience import look, settle
    from cpsudoku.kernels.search import count9
    from cpsudoku.rating.chains.engine import ChainEngine
    from cpsudoku.rating.collector import Collector
    from cpsudoku.rating.grid import Grid
    from cpsudoku.rating.hint import Hint
    from cpsudoku.rating.ladder import RATING, UNIQUE_LOOP, X_CHAIN
    from cpsudoku.rating.native import has_room
    from cpsudoku.rating.techniques.aligned_exclusion import AlignedExclusion
    from cpsudoku.rating.techniques.bug import Graves
    from cpsudoku.rating.techniques.dynamic_chains import find_dynamic
    from cpsudoku.rating.techniques.fish import find_fish
    from cpsudoku.rating.techniques.forcing_chain import find_forcing_chain
    from cpsudoku.rating.techniques.hidden_set import find_hidden_set
    from cpsudoku.rating.techniques.hidden_single import find_hidden_single
    from cpsudoku.rating.techniques.locking import find_direct_locking, find_locking
    from cpsudoku.rating.techniques.multiple_chains import find_multiple
    from cpsudoku.rating.techniques.naked_set import find_naked_set
    from cpsudoku.rating.techniques.naked_single import find_naked_single
    from cpsudoku.rating.techniques.nishio import find_nishio
    from cpsudoku.rating.techniques.unique_loop import UniqueLoops
    from cpsudoku.rating.techniques.wing import find_wing

ALL_RUNGS = 0x7FFFFFFE
"""Bit r = rung r of the ladder may be used."""

SOLVED = 0
STUCK = 1
STOPPED = 2
FULL = 3
CLASH = 4
IMPOSSIBLE = 5
MULTIPLE = 6
"""How a run ends. From FULL on there is no rating: every cell was a clue; two clues of a house are equal; the
puzzle has no solution; it has several."""

CHAIN_BYTES = cython.declare(cython.size_t, 1 << 28)
"""Address space that must be free before chains are looked for: what all their buffers take, and room to grow."""
STARVED = cython.declare(cython.int, 3)
"""`stop[1]` where it is not."""

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
        self.chains = ChainEngine()
        self.rungs = 0x7FFFFFFE
        self.max_er = 99.0
        self.early = 0
        if not cython.compiled:
            self.out_er = [0] * 256
            self.out_ep = [0] * 256
            self.out_ed = [0] * 256
            self.out_end = [0] * 256
            self.out_hardest = [0] * 256
            self.clues = [0] * 81
            self.stop = [0.0, 0.0]
        self.stop[0] = self.stop[1] = 0
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
        self.hardest = -1

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
        if rung == 21:
            return find_forcing_chain(self.chains, grid, hint)
        if rung == 22:
            return self.triplets.find(grid, hint)
        if rung == 23:
            return find_nishio(self.chains, grid, hint)
        if rung == 24:
            return find_multiple(self.chains, grid, hint)
        if rung >= 25:
            return find_dynamic(self.chains, grid, hint, rung - 25)
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, first: cython.int, last: cython.int) -> cython.bint:
        """The first deduction of these rungs of the ladder on the present grid, into `hint`."""
        rung: cython.int
        for rung in range(first, last + 1):
            if rung == 21 and not has_room(CHAIN_BYTES):
                self.stop[1] = STARVED
                return False
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
            self.hardest = describe(self.hint)
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
    def enough(self) -> cython.bint:
        """The caller asked to stop here."""
        if self.er > self.max_er:
            return True
        if self.early == 1:
            return self.placing and self.er > self.ep
        return self.early == 2 and self.er > self.ed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self) -> cython.int:
        """From `clues` to the end. Returns SOLVED, STUCK, STOPPED or why there is no rating.

        Up to rung 14 every deduction holds in all solutions, so a puzzle solved that way has exactly one; what
        comes then is slow compared with counting, and partly presupposes uniqueness, so it is checked there.
        """
        solutions: cython.longlong = 0
        self.reset()
        self.grid.load(self.clues)
        if self.grid.clash:
            return 4
        if self.grid.cells_left == 0:
            return 3
        while self.grid.cells_left:
            if look(self.stop):
                return 2
            if not self.find(1, 14):
                if solutions == 0:
                    solutions = count9(self.clues, 2)
                    if solutions != 1:
                        return 5 if solutions == 0 else 6
                if not self.find(15, 30):
                    return 1
            self.apply()
            if self.enough():
                if solutions == 0:
                    solutions = count9(self.clues, 2)
                return 2 if solutions == 1 else (5 if solutions == 0 else 6)
        return 0 if self.grid.valid() else 5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_on(self) -> cython.int:
        """`finish`."""
        while self.grid.cells_left:
            if look(self.stop):
                return 2
            if not self.find(1, 30):
                return 1
            self.apply()
            if self.enough():
                return 2
        return 0 if self.grid.valid() else 5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rate_one(self, cells: cython.p_uchar, number: cython.int) -> cython.void:
        """Rate the puzzle *number* of many, of 81 cells each, into the output buffers."""
        i: cython.int
        for i in range(81):
            self.clues[i] = cells[81 * number + i]
        self.out_end[number] = self.run()
        self.out_hardest[number] = self.hardest
        self.out_er[number] = tenths(self.er)
        self.out_ep[number] = tenths(self.ep)
        self.out_ed[number] = tenths(self.ed)

    def rate_chunk(self, cells: bytes) -> list[tuple[int, int, int, int, int]]:
        """(er, ep, ed, end, hardest) of each puzzle; *cells* holds up to CHUNK puzzles of 81 bytes.

        Numbers are in tenths; `hardest` is a technique as `describe` gives it. Clues must be 0 to 9. Signals
        (Ctrl-C) are heard between steps. Raises ValueError for more than CHUNK puzzles.
        """
        count: cython.int = len(cells) // 81
        k: cython.int
        data: cython.p_uchar = cells
        if count > 256:
            raise ValueError(f"{count} puzzles in a chunk; at most {CHUNK}")
        self.stop[1] = 0
        for k in range(count):
            with cython.nogil:
                self.rate_one(data, k)
            self.settled()
        found = []
        for k in range(count):
            found.append((self.out_er[k], self.out_ep[k], self.out_ed[k], self.out_end[k], self.out_hardest[k]))
        return found

    def settled(self) -> None:
        """Raises what ended a search in its middle: a signal, or MemoryError."""
        settle(self.stop)
        if self.stop[1] == STARVED:
            self.stop[1] = 0
            raise MemoryError("not enough memory to look for chains")

    # Step by step, for Python callers.

    def start(self, cells: bytes) -> None:
        """Begin with the clues."""
        self.reset()
        self.grid.set_clues(cells)

    def start_from(self, values: bytes, masks: list[int]) -> None:
        """Begin with values and candidates."""
        self.reset()
        self.grid.set_state(values, masks)

    def plain_chains(self, plain: bool) -> None:
        """Search for chains without bounds, screens and memory (slow; to check that these change nothing)."""
        self.chains.plain(plain)

    def advance(self) -> bool:
        """Find the next deduction (in `hint`); apply it with `accept`."""
        found: cython.bint
        with cython.nogil:
            found = self.find(1, 30)
        self.settled()
        return found

    def finish(self) -> int:
        """From the present grid to the end, without asking whether the puzzle has one solution."""
        end: cython.int
        self.stop[1] = 0
        with cython.nogil:
            end = self.go_on()
        self.settled()
        return end

    def accept(self) -> None:
        """Apply the deduction found."""
        self.apply()

    def numbers(self) -> tuple[int, int, int]:
        """(er, ep, ed) so far, in tenths."""
        return tenths(self.er), tenths(self.ep), tenths(self.ed)

    def hardest_step(self) -> int:
        """The technique that first reached ER, as `describe` gives it; -1 before the first step."""
        return self.hardest

    def every(self, rung: cython.int) -> list[Hint]:
        """All deductions of one rung on the present grid."""
        collector: Collector = Collector()
        with cython.nogil:
            self.climb(rung, self.grid, collector)
        return collector.found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tenths(value: cython.double) -> cython.int:
    """A rating as printed, times ten: truncated after adding 0.05."""
    return cython.cast(cython.int, (value + 0.05) * 10)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def describe(hint: Hint) -> cython.int:
    """The technique in one number: row + 64 * variant + 4096 where it has a special name.

    That is a unique rectangle (a loop of 4 cells) and a turbot fish (an X-chain that adds nothing to its base).
    """
    special: cython.bint = (hint.technique == UNIQUE_LOOP and hint.cell_count == 4) or (
        hint.technique == X_CHAIN and hint.rating == RATING[X_CHAIN]
    )
    return hint.technique + 64 * hint.variant + (4096 if special else 0)


def describe_hint(hint: Hint) -> int:
    """`describe` for Python callers."""
    return describe(hint)
