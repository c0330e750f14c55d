# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The lists that a program is built of: code, table and masks, propagators and their variables, gates and literals.

The code is made of records (`records.py`). A gate is the place of a list of literals; place 0 is the empty one. A
literal is a variable and a mask: true where the variable's mask lies within.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.rules.peers import Peers
from cython.cimports.cpsudoku.kernels.rules.records import CLAUSE

from cpsudoku.kernels.rules.shapes import BIT


@cython.cclass
class ProgramBuilder:
    """Begins with the program of a board's houses (`base.py`); *is_* is the class of literals about cells."""

    def __init__(self, base: object, lo: int, is_: object):
        self.Is = is_
        self.base = base
        self.side = base.side
        self.lo = lo
        self.cells = base.cells
        self.full = BIT[base.side] - 1
        self.impossible = False
        self.code = list(base.code)
        self.table = array("Q", base.table)
        self.masks = [self.full] * base.cells
        self.peers = Peers(base.cells, base.peers)
        # places and variables of propagators, in turn; cheap ones are first to run
        self.light = []
        self.middle = []
        self.heavy = []
        self.gates = {(): 0}
        self.literals = {}
        self.known = {}
        # places of the propagators of the branch being built, and their variables; None outside
        self.children = None
        self.child_variables = None

    def _emit(self, kind: cython.int, gate: tuple, rest: list, variables: object, priority: list) -> object:
        """A propagator; below a condition its gate queues it, too."""
        place: object = len(self.code)
        if self.children is not None:
            self.children.append(place)
            self.child_variables.update(variables)
        self.code.append(kind)
        self.code.append(self.gates[gate])  # a gate is added before what it guards
        self.code.extend(rest)
        if gate:
            variables = (*variables, *[variable for variable, _ in gate])
        priority.append(place)
        priority.append(variables)
        return None

    def _new_gate(self, gate: tuple) -> object:
        found: object = self.gates.get(gate)
        if found is None:
            found = self.gates[gate] = self._numbers([self._place(literal) for literal in gate])
        return found

    def _numbers(self, items: list) -> object:
        """The place of new `Numbers`."""
        place: object = len(self.code)
        self.code.append(len(items))
        self.code.extend(items)
        return place

    def _place(self, literal: tuple) -> object:
        """Where a literal (variable, mask) stands in the table."""
        found: object = self.literals.get(literal)
        if found is None:
            found = self.literals[literal] = len(self.table)
            self.table.extend(literal)
        return found

    def _literal(self, literal: object, names: dict) -> tuple:
        """(variable, mask) of a literal; a new Boolean for a new name."""
        if type(literal) is self.Is:
            bit: object = 1 << (literal.digit - self.lo) if self.lo <= literal.digit < self.lo + self.side else 0
            return literal.cell, bit if literal.positive else self.full & ~bit
        variable: object = names.get(literal.name)
        if variable is None:
            variable = names[literal.name] = self._new(3)
        return variable, 2 if literal.positive else 1

    def _new(self, mask: object) -> object:
        self.masks.append(mask)
        return len(self.masks) - 1

    def _narrow(self, variable: object, mask: object) -> object:
        """A fact about one variable."""
        self.masks[variable] &= mask
        if not self.masks[variable]:
            self.impossible = True
        return None

    def _every(self, variable: object) -> object:
        return self.full if variable < self.cells else 3

    def _clause(self, literals: list, gate: tuple) -> object:
        merged: dict = {}
        for variable, mask in literals:
            merged[variable] = merged.get(variable, 0) | mask
        for variable, mask in merged.items():
            if not self.masks[variable] & ~mask:
                return None  # always true
        kept = [(variable, mask) for variable, mask in merged.items() if mask & self.masks[variable]]
        if self.children is None and not gate:
            if not kept:
                self.impossible = True
                return None
            if len(kept) == 1:
                return self._narrow(kept[0][0], kept[0][1])
        places = [self._place(literal) for literal in kept]
        return self._emit(CLAUSE, gate, [len(places), *places], [variable for variable, _ in kept], self.light)
