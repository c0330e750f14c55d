# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The decisions of a depth-first search from the root on, and what was refused between them."""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.rules.state import State

from cpsudoku.kernels import zeros


@cython.final
@cython.cclass
class Path:
    """`level` decisions; of each its variable, how long the trail was before it, and the `rest`: the other values.

    The rest is 0 where another search has been given it (`part`), from the root on: what is refused below does not
    rest on what others have not searched yet.
    Refused were values of cells and of cages, each below so many decisions (`refused_level`), from the root on.
    """

    def __init__(self, state: State):
        self.level = self.refused_end = 0
        self.trail = self.variable = self.refused_variable = self.refused_level = array("i")
        self.rest = self.refused_bit = array("Q")
        self.lengthen(len(state.trail))  # each decision takes a candidate

    def lengthen(self, more: int) -> None:
        """Make room for so many more decisions."""
        self.trail = _longer("i", self.trail, more)
        self.variable = _longer("i", self.variable, more)
        self.rest = _longer("Q", self.rest, more)
        self.refused_variable = _longer("i", self.refused_variable, more)
        self.refused_bit = _longer("Q", self.refused_bit, more)
        self.refused_level = _longer("i", self.refused_level, more)

    def decide(self, state: State, variable: cython.int, bit: cython.ulonglong) -> cython.void:
        """One decision more: the variable has this value."""
        self.trail[self.level] = state.trail_end
        self.variable[self.level] = variable
        self.rest[self.level] = state.masks[variable] & ~bit
        self.level += 1
        state.restrict(variable, bit)

    def drop(self, state: State) -> cython.void:
        """Undo the last decision."""
        self.level -= 1
        state.undo(self.trail[self.level])

    def back(self, state: State) -> cython.void:
        """Undo the last decision, which failed, and record that it is refused: its variable has the rest."""
        self.drop(state)
        state.forget()
        variable: cython.int = self.variable[self.level]
        while self.refused_end and self.refused_level[self.refused_end - 1] > self.level:
            self.refused_end -= 1
        if self.rest[self.level] and (variable < state.cells or variable >= state.variables):
            self.refused_variable[self.refused_end] = variable
            self.refused_bit[self.refused_end] = state.masks[variable] & ~self.rest[self.level]
            self.refused_level[self.refused_end] = self.level
            self.refused_end += 1

    def retreat(self, state: State) -> cython.int:
        """Undo the last decision and refuse it; 0 where there is none left."""
        while self.level:
            self.back(state)
            if state.restrict(self.variable[self.level], self.rest[self.level]):
                return 1
        state.forget()
        return 0

    def to_root(self, state: State) -> cython.void:
        """Back to before the first decision; what was refused there stays so."""
        if self.level:
            self.level = 0
            state.undo(self.trail[0])
        state.forget()
        while self.refused_end and self.refused_level[self.refused_end - 1] > 0:
            self.refused_end -= 1

    def left(self) -> float:
        """See `RuleSearch.left`."""
        cython.declare(level=cython.int, k=cython.int, found=cython.double)
        share: cython.double = 1
        found = k = 0
        for level in range(self.level + 1):
            while k < self.refused_end and self.refused_level[k] == level:
                share /= 2
                k += 1
            if level < self.level:
                share /= 2
                if self.rest[level]:
                    found += share
        return found + share

    def part(self, state: State) -> tuple | None:
        """Give away the other values of the first decision that still has them: (masks, variable, values, share).

        *masks*: of all variables before that decision, a fixpoint; *share*: of the search, as in `left`. None where
        there is no such decision about a cell or a cage: those about Booleans, which come last, are of one grid.
        """
        level: cython.int = 0
        k: cython.int
        while level < self.level and not self.rest[level]:
            level += 1
        if level == self.level or state.cells <= self.variable[level] < state.variables:
            return None
        share: cython.double = 0.5 ** (level + 1)
        for k in range(self.refused_end):
            if self.refused_level[k] <= level:
                share /= 2
        values: cython.ulonglong = self.rest[level]
        self.rest[level] = 0
        return state.before(self.trail[level]), self.variable[level], values, share

    def refused(self, state: State) -> list:
        """See `RuleSearch.refused`."""
        path: list = []
        found: list = []
        level: cython.int
        k: cython.int = 0
        for level in range(self.level + 1):
            while k < self.refused_end and self.refused_level[k] == level:
                if self.refused_variable[k] < state.cells:
                    found.append((*path, self.refused_variable[k] * state.side + ones(self.refused_bit[k] - 1)))
                k += 1
            if level < self.level:
                if self.variable[level] >= state.cells:
                    break
                bit: cython.ulonglong = state.masks[self.variable[level]]
                path.append(self.variable[level] * state.side + ones(bit - 1))
        return found


def _longer(kind: str, found: object, more: int) -> object:
    """The numbers, with room for more."""
    return array(kind, bytes(found)) + zeros(kind, more)
