# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Depth-first search over a `State`: propagation, and branching on the variable with most weighted conflicts.

A variable begins with a weight from its sums, cages and pairs (small ones more). The weight grows when a propagator of
the variable fails and when a decision about it fails at once, recent failures counting more. The search branches on the
cell with the fewest candidates for its weight, or, where that has many, on a digit with two places in a house, or, in a
long search, on whether a cage has a digit (see `links.py`); on Booleans and choices only when all cells are
known: one way to decide them is enough.
The search can be interrupted and resumed. It can be steered to candidates that are `want`ed: they are tried first, a
solution is one that has some of them, and those it has are wanted no more. While there are several and they come
quickly, the search for each begins at the root, with a cell with wanted candidates: neighbouring solutions show little.

Source of the weights: Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by weighting constraints, 2004;
that a failure weighs more where little is open: Wattez, Lecoutre, Paparrizou, Tabary: Refining constraint weighting,
2019.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.rules import records
from cython.cimports.cpsudoku.kernels.rules.fixpoint import propagate
from cython.cimports.cpsudoku.kernels.rules.links import with_digit
from cython.cimports.cpsudoku.kernels.rules.path import Path
from cython.cimports.cpsudoku.kernels.rules.records import Cage, Head, House, record
from cython.cimports.cpsudoku.kernels.rules.state import State
from cython.cimports.cpsudoku.kernels.work_sharing import seen

from cpsudoku.kernels import zeros
from cpsudoku.kernels.rules.links import link_houses

SLICE = cython.declare(cython.longlong, 32)
"""Nodes between two checks of the clock, of signals and of calls."""
LARGE = cython.declare(cython.int, 10_000)
"""Propagators from which on a node takes milliseconds: the clock is checked after each."""
NOBODY = array("I", [0])
"""The calls of a search that no other thread interrupts."""
LONG = cython.declare(cython.longlong, 256)
"""Nodes from which on houses restrict linked cells and cages (`links.py`)."""
GROWTH = cython.declare(cython.double, 1.0003)
"""How much more each failure counts than the one before."""
FAULT = cython.declare(cython.double, 4.0)
"""What a failure weighs for each cell of the propagator, over one more than are open: few of them show where it was."""
MANY = cython.declare(cython.double, 1e100)
BY_CAGE = cython.declare(cython.double, 10.0)
"""The weight that a cage gives its cells together."""
LOOSE = cython.declare(cython.double, 2.0)
"""The weight that another sum or a pair gives its cells together."""
FEW = cython.declare(cython.int, 3)
"""Candidates of the best cell up to which no digit of a house is considered."""
APART = cython.declare(cython.double, 2.0)
"""The two places of a digit count as a cell with the sum of their weights over this."""
EAGER = cython.declare(cython.double, 3.0)
"""The sets of a cage count as candidates of a cell with the weight of the sets times this."""
NEW = cython.declare(cython.double, 0.5)
"""Their weight at first, as a share of the mean of the cage's cells."""
LEAST = cython.declare(cython.double, 1e-100)
"""What a weight does not fall below: one of 0 would hide an open cell from the choice."""
QUICK = cython.declare(cython.longlong, 300)
"""Branches up to which the search for the next wanted solution begins at the root, from the second one on."""
BEGUN = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
ENDED = cython.declare(cython.int, 2)


class RuleSearch:
    """One search over a state: `narrow` once, then `resume` until it answers 0.

    by_cages   branches may be on digits of cages: there are weights for their combinations
    decided    the variable of the last decision, or of its refusal; -1 before any
    digit      of the variable last chosen, what is to be tried first; else 0
    most       how good what was last chosen seemed
    since      branches before the last solution
    quick      0 once a wanted solution took long; else 1 before the first, then 2
    from_root  the search for each solution begins at the root
    """

    def __init__(self, state: State):
        if not cython.compiled:
            self.stop = [0.0, 0.0]
        self.stop[0] = self.stop[1] = 0
        self.state = state
        self.weight = array("d", [1.0]) * state.variables
        self._set_weights(state)
        self.bump = self.quick = 1
        self.decided = -1
        self.digit = self.most = self.by_cages = self.nodes = self.since = self.from_root = self.steered = 0
        self.path = Path(state)
        self.phase = BEGUN
        state.linked = 0
        self.wanted = zeros("Q", state.cells)

    def _set_weights(self, state: State):
        """Weights before anything failed."""
        cython.declare(p=cython.int, k=cython.int)
        for p in range(state.propagators):
            kind: cython.int = cython.cast(Head, record(state, state.starts[p])).kind
            tight: cython.bint = kind == records.CAGE or kind == records.RANK or kind == records.EQUAL
            if tight or kind == records.SUM or kind == records.INNIES or kind == records.PAIR:
                share: cython.double = BY_CAGE if tight else LOOSE
                share /= max(1, state.scope_from[p + 1] - state.scope_from[p])
                for k in range(state.scope_from[p], state.scope_from[p + 1]):
                    self.weight[state.scopes[k]] += share

    def want(self, masks: object) -> None:
        """From now on search for solutions with one of these candidates of the cells, a mask each."""
        self.wanted = array("Q", masks)
        self.steered = 1

    def learn(self, other: RuleSearch) -> None:
        """Begin with the weights that another search over the same state has found."""
        if other.nodes >= LONG:
            self._link()
        known: cython.Py_ssize_t = min(len(self.weight), len(other.weight))
        self.weight[:known] = other.weight[:known]
        self.bump = other.bump

    def _link(self):
        """For a long search: houses restrict linked cells and cages, and branches may be on digits of cages.

        The search begins anew, with what it has learnt, unless it has found a solution: that would come again.
        """
        state: State = self.state
        weights: list = list(self.weight)
        link_houses(state)
        if not state.combinations:
            return None
        for k in range(state.combinations):
            cage: Cage = cython.cast(Cage, record(state, state.starts[state.combination_cages[k]]))
            mean: cython.double = 0
            for j in range(cage.size):
                mean += self.weight[cage.cells[j]] / cage.size
            weights.append(mean * NEW)
        self.weight = array("d", weights)
        self.by_cages = 1
        more: cython.int = len(state.trail)  # each decision takes a candidate, or a set
        self.path.lengthen(more)
        if not self.since:
            self._to_root(state)
        for k in range(state.combinations):
            p: cython.int = state.combination_cages[k]
            state.queue[p >> 6] |= cython.cast(cython.ulonglong, 1) << (p & 63)

    def twin(self) -> object:
        """Another search over the same program that knows what this one has learnt, with nothing to search yet.

        Each may be at work in a thread of its own: see `part` and `take`. For long searches: this one may begin anew
        here, and never again, as it would search what it has given away.
        """
        if not self.state.linked:
            self._link()  # while no other thread reads what this writes
        other: RuleSearch = RuleSearch(self.state.copy())
        other.state.linked = self.state.linked
        other.weight = array("d", self.weight)
        other.bump = self.bump
        other.by_cages = self.by_cages
        self.quick = self.from_root = other.quick = 0
        other.path.lengthen(len(self.state.trail))
        other.want(self.wanted)
        other.steered = self.steered
        other.phase = ENDED
        return other

    def part(self) -> tuple | None:
        """What another search may `take` off this one, if anything: the largest part that is not begun; and its share.

        The share is that of what was left to this search when it began, as in `left`.
        """
        return self.path.part(self.state)

    def take(self, part: tuple) -> None:
        """Search what another search over the same program has given away and does not search itself."""
        state: State = self.state
        masks, variable, values, _ = part
        self.path.level = self.path.refused_end = 0
        state.undo(0)
        for k in range(len(masks)):
            state.restrict(k, masks[k])
        state.forget()
        state.restrict(variable, values)
        self.decided = variable
        self.phase = BEGUN

    def ended(self) -> bool:
        """Whether nothing is left to search."""
        return self.phase == ENDED

    def branches(self) -> int:
        """Branches so far."""
        return self.nodes

    def left(self) -> float:
        """The share of the search that is left, as if both ways of each branch took equally long: from 1 down."""
        return self.path.left()

    def refused(self) -> list:
        """What was searched to its end on the way here: sets of candidates that no solution has but those found.

        A tuple (cell * side + number of the bit, ...) each: decisions that stand, then the one refused below them.
        """
        return self.path.refused(self.state)

    def narrow(self, masks: object) -> int:
        """Begin with these masks of the cells and propagate; 0 on contradiction, 1 where all is known, else 2."""
        state: State = self.state
        self.path.level = 0
        ok: cython.int = state.begin(masks)
        if ok:
            with cython.nogil:
                ok = propagate(state)
        self.phase = BEGUN
        if not ok:
            self.phase = ENDED
            return 0
        for k in range(state.variables):
            if state.masks[k] & (state.masks[k] - 1):
                return 2
        return 1

    def resume(
        self, max_nodes: cython.longlong = -1, seconds: cython.double = 0, calls: cython.uint[::1] = NOBODY
    ) -> int:
        """Search on: 1 a solution was found (see `grid`), 0 no more, -1 after *max_nodes* branches or *seconds*.

        -1 branches, or 0 seconds: no bound. Solutions differ in a cell. Where the first of *calls* is set, it ends
        early, after some branches more.
        """
        found: cython.int
        over: cython.bint = False
        start: cython.longlong = self.nodes
        state: State = self.state
        word: cython.p_uint = cython.address(calls[0]) if cython.compiled else calls
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0
        while True:
            with cython.nogil:
                while True:
                    left: cython.longlong = SLICE if state.propagators < LARGE else 1
                    if max_nodes >= 0 and max_nodes - (self.nodes - start) < left:
                        left = max_nodes - (self.nodes - start)
                    found = self._run(state, left)
                    over = found >= 0 or (max_nodes >= 0 and self.nodes - start >= max_nodes) or look(self.stop)
                    over = over or seen(word, 0)
                    if over or (self.nodes >= LONG and not state.linked):
                        break
            if over:
                break
            self._link()
        settle(self.stop)
        return found

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes([int(self.state.masks[i]).bit_length() for i in range(self.state.cells)])

    def _run(self, state: State, max_nodes: cython.longlong) -> cython.int:
        start: cython.longlong = self.nodes
        if self.phase == ENDED:
            return 0
        if self.phase == FOUND and self._is_from_root():
            self._to_root(state)
        elif self.phase == FOUND:
            # other values of Booleans would be the same grid
            while self.path.level and state.cells <= self.path.variable[self.path.level - 1] < state.variables:
                self.path.drop(state)
            if not self._retreat(state):
                return 0
        self.phase = BEGUN
        while True:
            fine: cython.int = propagate(state)
            if fine and self.steered and not self._any_wanted(state):
                if not self._retreat(state):
                    return 0
            elif fine:
                variable: cython.int = self._choose(state)
                if variable < 0:
                    self.phase = FOUND
                    if self.steered:
                        for variable in range(state.cells):
                            self.wanted[variable] &= ~state.masks[variable]
                    return 1
                if self.nodes - start >= max_nodes:
                    return -1
                if self.from_root and self.nodes - self.since > QUICK:
                    self.from_root = 0
                    self.quick = 0
                    self._to_root(state)
                    continue
                self.nodes += 1
                bit: cython.ulonglong = state.masks[variable]
                if self.steered and variable < state.cells and bit & self.wanted[variable]:
                    bit &= self.wanted[variable]
                if bit & self.digit:
                    bit = self.digit
                if variable < state.variables:
                    bit &= ~bit + 1
                self.decided = variable
                self.path.decide(state, variable, bit)
            else:
                self._blame(state)
                if not self._retreat(state):
                    return 0

    def _is_from_root(self) -> cython.int:
        """Whether the search for the next solution begins at the root; called for each one that was found."""
        if self.steered and self.quick:
            self.from_root = self.quick > 1 and self.path.level > 0 and self.nodes - self.since <= QUICK
            self.quick = 2
        self.since = self.nodes
        return self.from_root

    def _to_root(self, state: State) -> cython.void:
        """Back to before the first decision."""
        self.path.to_root(state)
        self.decided = -1

    def _any_wanted(self, state: State) -> cython.int:
        """Whether some candidate left is wanted."""
        for k in range(state.cells):
            if state.masks[k] & self.wanted[k]:
                return 1
        return 0

    def _retreat(self, state: State) -> cython.int:
        """Undo the last branch and forbid it; 0 where there is none."""
        if self.path.retreat(state):
            self.decided = self.path.variable[self.path.level]
            return 1
        self.phase = ENDED
        return 0

    def _blame(self, state: State) -> cython.void:
        """More weight for what was decided, and for what failed: the propagator's cells, or the one without a digit."""
        p: cython.int = state.blamed
        open_: cython.int = 0
        if p >= 0:
            for k in range(state.scope_from[p], state.scope_from[p + 1]):
                mask: cython.ulonglong = state.masks[state.scopes[k]]
                open_ += mask & (mask - 1) != 0
            for k in range(state.scope_from[p], state.scope_from[p + 1]):
                self.weight[state.scopes[k]] += self.bump * FAULT / (1 + open_)
            cage: Cage = cython.cast(Cage, record(state, state.starts[p]))
            if self.by_cages and cage.kind == records.CAGE and cage.combinations:
                self.weight[cage.combinations] += self.bump * FAULT / (1 + open_)
        elif state.broken >= 0:
            self.weight[state.broken] += self.bump
        if self.decided >= 0:
            self.weight[self.decided] += self.bump
        self.bump *= GROWTH
        if self.bump > MANY:
            for k in range(len(self.weight)):
                self.weight[k] = max(self.weight[k] / MANY, LEAST)
            self.bump /= MANY

    def _choose(self, state: State) -> cython.int:
        """The variable to branch on, -1 where all are known; `digit` becomes the one to try first."""
        best: cython.int = -1
        self.digit = 0
        if self.from_root and self.path.level == 0:
            best = self._best_open(state, 1)
        if best >= 0:
            return best
        best = self._best_open(state, 0)
        if best >= 0:
            self.most = self.weight[best] / (ones(state.masks[best]) - 1)
            if ones(state.masks[best]) > FEW:
                best = self._best_place(state, best)
            return self._best_cage(state, best) if self.by_cages else best
        for k in range(state.cells, state.variables):
            mask: cython.ulonglong = state.masks[k]
            if mask & (mask - 1):
                return k
        return -1

    def _best_open(self, state: State, wanted: cython.int) -> cython.int:
        """The open cell with most weight for its candidates, -1 for none; *wanted*: of those with a wanted one."""
        cython.declare(k=cython.int, best=cython.int, most=cython.double)
        best = most = -1
        for k in range(state.cells):
            mask: cython.ulonglong = state.masks[k]
            if mask & (mask - 1) and (not wanted or mask & self.wanted[k]):
                score: cython.double = self.weight[k] / (ones(mask) - 1)
                if score > most:
                    most = score
                    best = k
        return best

    def _best_place(self, state: State, best: cython.int) -> cython.int:
        """The better of a cell and a digit with two places in a house: there, the place of more weight."""
        cython.declare(once=cython.ulonglong, twice=cython.ulonglong, thrice=cython.ulonglong)
        for p in range(state.propagators):
            house: House = cython.cast(House, record(state, state.starts[p]))
            if house.kind != records.HOUSE:
                continue
            once = twice = thrice = 0
            for k in range(house.size):
                mask: cython.ulonglong = state.masks[house.cells[k]]
                thrice |= twice & mask
                twice |= once & mask
                once |= mask
            twice &= ~thrice
            while twice:
                bit: cython.ulonglong = twice & (~twice + 1)
                twice &= twice - 1
                first: cython.int = -1
                last: cython.int = -1
                for k in range(house.size):
                    if state.masks[house.cells[k]] & bit:
                        last = house.cells[k]
                        if first < 0:
                            first = last
                if (self.weight[first] + self.weight[last]) / APART > self.most:
                    self.most = (self.weight[first] + self.weight[last]) / APART
                    best = first if self.weight[first] > self.weight[last] else last
                    self.digit = bit
        return best

    def _best_cage(self, state: State, best: cython.int) -> cython.int:
        """The better of a variable and the sets of a cage: there, those with a digit are tried first."""
        k: cython.int
        group: cython.int = -1
        for k in range(state.combinations):
            mask: cython.ulonglong = state.masks[state.variables + k]
            if mask & (mask - 1):
                score: cython.double = EAGER * self.weight[state.variables + k] / (ones(mask) - 1)
                if score > self.most:
                    self.most = score
                    group = k
        if group < 0:
            return best
        cage: Cage = cython.cast(Cage, record(state, state.starts[state.combination_cages[group]]))
        self.digit = with_digit(state, cage, state.masks[state.variables + group])
        return state.variables + group
