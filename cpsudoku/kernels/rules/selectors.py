# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One state for many queries: each rule has a selector; is there a solution other than the known one?

Selectors (assumption literals) are the first variables after the cells (`engines.model` makes the state).
A query says which are on, what the cells may hold, and in which cells (the focus) one must differ: those of what was
just removed. A branch ends where no cell of the focus can differ; where one cell alone can, it must. The known digits
are tried first, as other solutions are near. Measured on the queries of 20 killers and 20 kropki puzzles: some half of
the branches that trying others first takes; to branch on the focus first, or to restart now and then, takes up to twice
as many. Weights, as in `search.py`, are kept for the queries that follow. `fill` draws a solution in a random order.

Queries that have much in common use layers (`open`, `hold`, `release`, `apart`): what a layer holds is propagated once
for all queries above it. A selector is then on, or not decided, which restricts as little as off.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.randomness import below
from cython.cimports.cpsudoku.kernels.rules.fixpoint import propagate
from cython.cimports.cpsudoku.kernels.rules.path import Path
from cython.cimports.cpsudoku.kernels.rules.state import State

from cpsudoku.kernels import zeros

ON = cython.declare(cython.ulonglong, 2)
OFF = cython.declare(cython.ulonglong, 1)
SLICE = cython.declare(cython.longlong, 256)
"""Nodes between two checks of the clock and of signals."""
GROWTH = cython.declare(cython.double, 1.02)
"""As in `search.py`."""
MANY = cython.declare(cython.double, 1e100)
NONE = cython.declare(cython.int, -1)
SEVERAL = cython.declare(cython.int, -2)


@cython.final
@cython.cclass
class Selectors:
    """Queries to one *state* whose variables after the cells begin with *number* selectors."""

    cython.declare(state=State, path=Path, weight=cython.double[::1], bump=cython.double, nodes=cython.longlong)
    cython.declare(number=cython.int, random=cython.int, focused=cython.int, focus=cython.int[::1])
    known: cython.ulonglong[::1]
    seed: cython.ulonglong[1]
    layers: list  # how long the trail was when each began
    last: cython.uchar[::1]  # the solution just found
    stop: cython.double[2]  # see polling.py

    def __init__(self, state: State, number: cython.int):
        count: object = state.variables
        if not cython.compiled:
            self.stop = [0.0, 0.0]
            self.seed = [0]
        self.stop[0] = self.stop[1] = 0
        self.state = state
        self.number = number
        self.known = zeros("Q", state.cells + 1)
        self.weight = array("d", [1.0]) * count
        self.bump = 1
        self.nodes = self.random = self.focused = self.seed[0] = 0
        self.path = Path(state)
        self.layers = []
        self.last = bytearray(int(state.cells) + 1)

    def know(self, grid: object) -> None:
        """The solution that does not count, a byte a cell; zeros: every solution counts."""
        cell: cython.int
        for cell in range(self.state.cells):
            digit: cython.int = grid[cell]
            self.known[cell] = (cython.cast(cython.ulonglong, 1) << (digit - 1)) if digit else 0

    def branches(self) -> int:
        """Branches so far, of all queries."""
        return self.nodes

    def rival(self, masks: object, on: object, focus: object, max_nodes: cython.longlong = -1) -> int:
        """Is there another solution within the *masks* of the cells under the rules that are *on* (a byte a selector)?

        It differs from the known one in a cell of *focus*.
        1: there is one (see `grid`), 0: none, -1: not known after *max_nodes* branches (-1: no bound).
        """
        self._set_focus(focus)
        return self._query(masks, on, max_nodes)

    def fill(self, masks: object, on: object, start: cython.ulonglong, max_nodes: cython.longlong) -> int:
        """The same with cells and digits in an order drawn by *start*."""
        self.random = 1
        self.focused = 0
        self.seed[0] = start
        return self._query(masks, on, max_nodes)

    def grid(self) -> bytes:
        """The solution just found: a byte a cell."""
        return bytes(self.last[: self.state.cells])

    def open(self) -> int:
        """Begin layers, with nothing held; 0 where there is no solution at all. Any query but `apart` ends them."""
        state: State = self.state
        self.layers = []
        state.reset()
        fine: cython.int = state.begin([(1 << state.side) - 1] * state.cells)
        if fine:
            with cython.nogil:
                fine = propagate(state)
        state.forget()
        return fine

    def hold(self, items: object) -> int:
        """One layer more: of each variable (a cell, a selector) this mask; 0 where nothing keeps all that is held."""
        state: State = self.state
        fine: cython.int = 1
        cython.declare(variable=cython.int, mask=cython.ulonglong)
        self.layers.append(state.trail_end)
        for variable, mask in items:
            if not state.restrict(variable, mask):
                fine = 0
                break
        if fine:
            with cython.nogil:
                fine = propagate(state)
        state.forget()
        return fine

    def release(self) -> None:
        """Back to before the last layer."""
        self.state.undo(self.layers.pop())

    def apart(self, focus: object, max_nodes: cython.longlong = -1) -> int:
        """As `rival`, under what the layers hold, all of it at once."""
        state: State = self.state
        mark: cython.int = state.trail_end
        self._set_focus(focus)
        self.path.level = self.path.refused_end = 0
        found: cython.int = self._within(state, max_nodes)
        state.forget()
        state.undo(mark)
        return found

    def broken(self, grid: object) -> list:
        """The numbers of the selectors whose rules a full *grid* does not keep, each rule by itself."""
        found: list = []
        k: cython.int
        state: State = self.state
        state.reset()
        state.begin([1 << (digit - 1) for digit in grid])
        state.forget()
        for k in range(self.number):
            mark: cython.int = state.trail_end
            fine: cython.int = state.restrict(state.cells + k, ON)
            if fine:
                with cython.nogil:
                    fine = propagate(state)
            if fine:
                fine = self._settled(state)
            if not fine:
                found.append(k)
            state.forget()
            state.undo(mark)
        return found

    @cython.cfunc
    def _settled(self, state: State) -> cython.int:
        """Whether Booleans that propagation left open can be chosen."""
        cython.declare(k=cython.int, fine=cython.int)
        for k in range(state.cells + self.number, state.variables):
            if state.masks[k] & (state.masks[k] - 1):
                break
        else:
            return 1
        self.random = self.focused = 0
        self.path.level = self.path.refused_end = 0
        with cython.nogil:
            fine = self._run(state, -1)
        return fine == 1

    @cython.cfunc
    def _set_focus(self, focus: object):
        self.random = 0
        self.focus = array("i", focus)
        self.focused = len(focus)

    @cython.cfunc
    def _query(self, masks: object, on: object, max_nodes: cython.longlong) -> cython.int:
        k: cython.int
        state: State = self.state
        state.reset()
        self.path.level = self.path.refused_end = 0
        for k in range(self.number):
            if not state.restrict(state.cells + k, ON if on[k] else OFF):
                return 0  # no grid keeps this rule at all
        return self._within(state, max_nodes) if state.begin(masks) else 0

    @cython.cfunc
    def _within(self, state: State, max_nodes: cython.longlong) -> cython.int:
        """As `rival`, from the masks as they are."""
        found: cython.int = -1
        k: cython.int
        start: cython.longlong = self.nodes
        self.stop[0] = 0
        self.stop[1] = 0
        with cython.nogil:
            if propagate(state):
                while True:
                    left: cython.longlong = SLICE
                    if max_nodes >= 0 and max_nodes - (self.nodes - start) < left:
                        left = max_nodes - (self.nodes - start)
                    found = self._run(state, left)
                    if found >= 0 or (max_nodes >= 0 and self.nodes - start >= max_nodes) or look(self.stop):
                        break
            else:
                found = 0
            if found > 0:
                for k in range(state.cells):
                    self.last[k] = lowest64(state.masks[k]) + 1
        settle(self.stop)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, state: State, max_nodes: cython.longlong) -> cython.int:
        start: cython.longlong = self.nodes
        while True:
            if propagate(state):
                if self.focused:
                    cell: cython.int = self._differing(state)
                    if cell == SEVERAL:
                        pass
                    elif cell < 0:
                        if not self.path.retreat(state):
                            return 0
                        continue
                    elif state.masks[cell] & self.known[cell]:
                        state.restrict(cell, ~self.known[cell])
                        continue
                variable: cython.int = self._choose(state)
                if variable < 0:
                    return 1
                if max_nodes >= 0 and self.nodes - start >= max_nodes:
                    return -1
                self.nodes += 1
                bit: cython.ulonglong = self._digit(state, variable)
                self.path.decide(state, variable, bit)
            else:
                self._blame(state)
                if not self.path.retreat(state):
                    return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _differing(self, state: State) -> cython.int:
        """The cell of the focus that can still hold another digit than the known one; NONE, or SEVERAL of them."""
        k: cython.int
        found: cython.int = NONE
        for k in range(self.focused):
            cell: cython.int = self.focus[k]
            if state.masks[cell] & ~self.known[cell]:
                if found >= 0:
                    return SEVERAL
                found = cell
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _digit(self, state: State, variable: cython.int) -> cython.ulonglong:
        """The digit (a bit) that is tried first."""
        mask: cython.ulonglong = state.masks[variable]
        skip: cython.int
        if variable < state.cells:
            if self.random:
                for skip in range(cython.cast(cython.int, below(self.seed, ones(mask)))):
                    mask &= mask - 1
            elif mask & self.known[variable]:
                return mask & self.known[variable]
        return mask & (~mask + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _blame(self, state: State) -> cython.void:
        """More weight for the variables of the failed propagator, or for the cell that was left without a digit."""
        k: cython.int
        p: cython.int = state.blamed
        if p >= 0:
            for k in range(state.scope_from[p], state.scope_from[p + 1]):
                self.weight[state.scopes[k]] += self.bump
        elif state.broken >= 0:
            self.weight[state.broken] += self.bump
        self.bump *= GROWTH
        if self.bump > MANY:
            for k in range(state.variables):
                self.weight[k] /= MANY
            self.bump /= MANY

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, state: State) -> cython.int:
        """The variable to branch on, -1 where all are known."""
        cython.declare(k=cython.int, mask=cython.ulonglong)
        best: cython.int = -1
        alike: cython.int = 0
        most: cython.double = -1  # a weight may have shrunk to nothing
        for k in range(state.cells):
            mask = state.masks[k]
            if mask & (mask - 1):
                score: cython.double = self.weight[k] / (ones(mask) - 1)
                if score > most:
                    most = score
                    best = k
                    alike = 1
                elif self.random and score == most:
                    alike += 1
                    if below(self.seed, alike) == 0:
                        best = k
        if best >= 0:
            return best
        for k in range(state.cells + self.number, state.variables):
            mask = state.masks[k]
            if mask & (mask - 1):
                return k
        return -1
