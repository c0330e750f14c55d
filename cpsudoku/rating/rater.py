# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The rating loop: take the first deduction of the ladder, apply it, start again from the easiest.

ER is the hardest step, ED the first step, EP the hardest step up to and including the first that places a digit.
`rate_chunk` rates many puzzles without the interpreter lock; `advance` finds one step at a time, whose record is in
`hint`.
"""

import cython
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.search import count9
from cython.cimports.cpsudoku.techniques.core.grid import Grid
from cython.cimports.cpsudoku.techniques.core.search import Collector, Hint, Search
from cython.cimports.cpsudoku.techniques.forcing_chains import ChainEngine
from cython.cimports.cpsudoku.techniques.ladder import RATING

from cpsudoku import techniques
from cpsudoku.rating import numbers
from cpsudoku.techniques.ladder import ALL_RUNGS, LAST_RUNG, MOST_ROWS, SPECIAL, row, rung_of

SOLVED = cython.declare(cython.int, numbers.SOLVED)
STUCK = cython.declare(cython.int, numbers.STUCK)
STOPPED = cython.declare(cython.int, numbers.STOPPED)
FULL = cython.declare(cython.int, numbers.FULL)
CLASH = cython.declare(cython.int, numbers.CLASH)
IMPOSSIBLE = cython.declare(cython.int, numbers.IMPOSSIBLE)
MULTIPLE = cython.declare(cython.int, numbers.MULTIPLE)

CHUNK = 256
"""Puzzles a call of `rate_chunk`."""

TOP = cython.declare(cython.int, LAST_RUNG)
SUPPOSING = cython.declare(cython.int, rung_of("unique-loop"))
"""From this rung on techniques presuppose that there is one solution, and are slow compared with counting."""
CHAINS = cython.declare(cython.int, rung_of("x-cycle"))
"""The first rung of chains."""
BEYOND = cython.declare(cython.int, rung_of("x-cycle") + 1)
"""The rung after: what takes no cycle or chain mostly takes dynamic chains, where they were asked for before."""
DYNAMIC = cython.declare(cython.int, rung_of("dynamic-cell-chains"))
UNIQUE_LOOP = cython.declare(cython.int, row("unique-loop"))
X_CHAIN = cython.declare(cython.int, row("x-chain"))
ROWS = cython.declare(cython.int, MOST_ROWS)
SPECIAL_NAME = cython.declare(cython.int, SPECIAL)


class Rater:
    """One rating at a time; the buffers of all techniques. Not for use by several threads at once.

    rungs     which rungs may be used (bits)
    max_er    stop as soon as ER exceeds this
    early     0 run to the end; 1 stop when the puzzle is no pearl (ER > EP); 2 when it is no diamond (ER > ED)
    jobs      threads that take part in dynamic forcing chains, the caller's among them; the others are started where
              such chains are looked for, and end with the call. What is found does not depend on it
    """

    def __init__(self, jobs: int = 1) -> None:
        search: Search
        self.grid = Grid()
        self.hint = Hint()
        self.jobs = jobs
        self.chains = ChainEngine(jobs - 1)
        self.searches = techniques.searches(self.chains)
        for search in self.searches:
            rung: cython.int = search.rung
            if cython.compiled:
                self.at[rung] = cython.cast(cython.p_void, search)
            else:
                self.at[rung] = search
        self.rungs = ALL_RUNGS
        self.max_er = 99.0
        self.reset()

    def reset(self) -> cython.void:
        self.er = 0.0
        self.ep = 0.0
        self.ed = 0.0
        self.steps = 0
        self.placing = False
        self.hardest = -1

    def climb(self, rung: cython.int, grid: Grid, hint: Hint) -> cython.bint:
        """The deduction of one rung."""
        return cython.cast(Search, self.at[rung]).find(grid, hint)

    def find(self, first: cython.int, last: cython.int) -> cython.bint:
        """`ascend`, after which no thread is at work."""
        found: cython.bint = self.ascend(first, last)
        self.chains.finish_turn()
        return found

    def ascend(self, first: cython.int, last: cython.int) -> cython.bint:
        """The first deduction of these rungs of the ladder on the present grid, into `hint`.

        What may take long begins with SUPPOSING: there it looks for signals. Where one ends the search there is none,
        and `settle` raises. Raises MemoryError where chains need more than there is.
        """
        for rung in range(first, last + 1):
            if rung == SUPPOSING and look(self.stop):
                return False
            if rung == CHAINS and not self.prepared:
                with cython.gil:
                    self.chains.prepare()
                self.prepared = True
            if rung == BEYOND and self.rungs >> DYNAMIC & 1:
                self.chains.begin_early(self.grid)
            if self.rungs >> rung & 1:
                found: cython.bint = self.climb(rung, self.grid, self.hint)
                if rung >= CHAINS and self.chains.shortage[0]:
                    with cython.gil:
                        self.chains.check()
                if found:
                    return True
        return False

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

    def enough(self) -> cython.bint:
        """Has the rating reached a limit that the caller set?"""
        if self.er > self.max_er:
            return True
        if self.early == 1:
            return self.placing and self.er > self.ep
        return self.early == 2 and self.er > self.ed

    def run(self) -> cython.int:
        """From `clues` to the end. Returns SOLVED, STUCK, STOPPED or why there is no rating.

        Before SUPPOSING every deduction holds in all solutions, so a puzzle solved that way has exactly one; what
        comes then is slow compared with counting, and partly presupposes uniqueness, so it is checked there.
        """
        self.reset()
        self.grid.load(self.clues)
        if self.grid.clash:
            return CLASH
        if self.grid.cells_left == 0:
            return FULL
        return self.go_on(0)

    def go_on(self, solutions: cython.longlong) -> cython.int:
        """From the present grid to the end; *solutions* of `clues`: 1, or 0 where they are to be counted."""
        while self.grid.cells_left:
            if not self.find(1, SUPPOSING - 1):
                if solutions == 0:
                    solutions = count9(self.clues, 2)
                    if solutions != 1:
                        return IMPOSSIBLE if solutions == 0 else MULTIPLE
                if not self.find(SUPPOSING, TOP):
                    return STUCK
            self.apply()
            if self.enough():
                if solutions == 0:
                    solutions = count9(self.clues, 2)
                return STOPPED if solutions == 1 else (IMPOSSIBLE if solutions == 0 else MULTIPLE)
        return SOLVED if self.grid.valid() else IMPOSSIBLE

    def rate_one(self, cells: cython.p_uchar, number: cython.int) -> cython.int:
        """Rate the puzzle *number* of many, of 81 cells each, into the output buffers."""
        for i in range(81):
            self.clues[i] = cells[81 * number + i]
        self.out_end[number] = self.run()
        self.out_hardest[number] = self.hardest
        self.out_er[number] = tenths(self.er)
        self.out_ep[number] = tenths(self.ep)
        self.out_ed[number] = tenths(self.ed)
        return 0

    def rate_chunk(self, cells: bytes) -> list[tuple[int, int, int, int, int]]:
        """(er, ep, ed, end, hardest) of each puzzle; *cells* holds up to CHUNK puzzles of 81 bytes.

        Numbers are in tenths; `hardest` is a technique as `describe` gives it. Clues must be 0 to 9. Signals
        (Ctrl-C) are heard between hard steps. Raises ValueError for more than CHUNK puzzles.
        """
        count: cython.int = len(cells) // 81
        data: cython.p_uchar = cells
        if count > CHUNK:
            raise ValueError(f"{count} puzzles in a chunk; at most {CHUNK}")
        self.stop[1] = 0
        try:
            with cython.nogil:
                for k in range(count):
                    self.rate_one(data, k)
                    if self.stop[1] != 0:
                        break
            settle(self.stop)
        finally:
            self.chains.leave()
        found = []
        for k in range(count):
            found.append((self.out_er[k], self.out_ep[k], self.out_ed[k], self.out_end[k], self.out_hardest[k]))
        return found

    # Step by step, for Python callers.

    def start(self, cells: bytes, masks: list[int] | None = None) -> None:
        """Begin with these digits, and these candidates of the other cells (None: what no peer shows)."""
        self.reset()
        if masks is None:
            self.grid.set_clues(cells)
        else:
            self.grid.set_state(cells, masks)

    def plain_chains(self, plain: bool) -> None:
        """Search for chains without bounds, screens and memory (slow; to check that these change nothing)."""
        self.chains.plain(plain)

    def advance(self) -> bool:
        """Find the next deduction (in `hint`); apply it with `accept`."""
        self.stop[1] = 0
        try:
            with cython.nogil:
                found: cython.bint = self.find(1, TOP)
            settle(self.stop)
        finally:
            self.chains.leave()
        return found

    def finish(self) -> int:
        """From the present grid to the end, without asking whether the puzzle has one solution."""
        self.stop[1] = 0
        try:
            with cython.nogil:
                end: cython.int = self.go_on(1)
            settle(self.stop)
        finally:
            self.chains.leave()
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
        if rung >= CHAINS:
            self.chains.prepare()
        try:
            with cython.nogil:
                self.climb(rung, self.grid, collector)
            self.chains.check()
        finally:
            self.chains.leave()
        return collector.found


def tenths(value: cython.double) -> cython.int:
    """A rating as printed, times ten: truncated after adding 0.05."""
    return cython.cast(cython.int, (value + 0.05) * 10)


def describe(hint: Hint) -> cython.int:
    """The technique in one number: row + MOST_ROWS * variant + SPECIAL where it has a special name.

    That is a unique rectangle (a loop of 4 cells) and a turbot fish (an X-chain that adds nothing to its base).
    """
    special: cython.bint = (hint.technique == UNIQUE_LOOP and hint.cell_count == 4) or (
        hint.technique == X_CHAIN and hint.rating == RATING[X_CHAIN]
    )
    return hint.technique + ROWS * hint.variant + (SPECIAL_NAME if special else 0)
