# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The lists that a program is built of: code, table and masks, propagators and their variables, gates, and sums.

The code is made of records (`records.py`). A gate is the place of a list of literals; place 0 is the empty one. A
literal is a variable and a mask: true where the variable's mask lies within. Sums are sets of digits where the cells
all differ; the others are short, equal, implied, or general.
"""

from array import array
from itertools import combinations
from math import comb

import cython
from cython.cimports.cpsudoku.kernels.rules import records
from cython.cimports.cpsudoku.kernels.rules.regions import Peers

from cpsudoku.kernels.rules.innies import GROUP, MOST, is_short
from cpsudoku.kernels.rules.records import Equal, Part
from cpsudoku.kernels.rules.regions import different_groups, implied
from cpsudoku.kernels.rules.shapes import BIT, sets_by_sum, sum_sets

BIAS = 1 << 40
"""As in `sums.py`."""
MANY_SETS = 3000
"""Sums of different cells are sets of digits while there are no more sets of that size than this."""
PARTS = 16
"""Small parts with equal sums that one propagator takes, at most."""
MANY_PARTS = 400
"""Sets of as many digits as such a part has cells, at most."""
FEW_FACTS = 3
"""Known sums from which on implied sums are added."""


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
        self.terms = 8
        # sums of different cells, for implied sums: (cells, total of numbers of bits)
        self.facts = []
        # places of the propagators of the branch being built, and their variables; None outside
        self.children = None
        self.child_variables = None

    def _emit(self, kind: cython.int, gate: tuple, rest: list, variables: object, priority: list):
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

    def _narrow(self, variable: object, mask: object):
        """A fact about one variable."""
        self.masks[variable] &= mask
        if not self.masks[variable]:
            self.impossible = True

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
        return self._emit(records.CLAUSE, gate, [len(places), *places], [variable for variable, _ in kept], self.light)

    # -- sums

    def _sum_set(self, cells: object, totals: object, gate: tuple) -> object:
        """Different cells whose numbers of bits sum to one of *totals* (one integer, or a tuple)."""
        size: object = len(cells)
        key: tuple = (size, totals)
        found: object = self.known.get(key)
        if found is None:
            masks = sum_sets(self.side, size, totals if isinstance(totals, tuple) else (totals,))
            found = self.known[key] = (len(self.table), len(masks))
            self.table.extend(masks)
        return self._cage(cells, found[0], found[1], gate)

    def _cage(self, cells: object, sets: object, number: object, gate: tuple) -> object:
        """A cage with a *number* of sets in the table."""
        return self._emit(records.CAGE, gate, [sets, number, 0, 0, len(cells), *cells], cells, self.middle)

    def _sum(self, terms: tuple, totals: tuple, gate: tuple, names: dict) -> object:
        by: object
        shift: object = 0
        cells: dict = {}
        others: dict = {}
        for term, by in terms:
            if isinstance(term, int):
                cells[term] = cells.get(term, 0) + by
                shift += by * self.lo
                continue
            variable, mask = self._literal(term, names)
            if not term.positive:
                shift += by
                by = -by
                mask = self.full & ~mask
            if variable >= self.cells:
                cells[variable] = cells.get(variable, 0) + by
            else:
                others[variable, mask] = others.get((variable, mask), 0) + by
        return self._total(cells, others, [total - shift for total in totals], gate, True)

    def _total(self, cells: dict, others: dict, totals: list, gate: tuple, largest_first: cython.bint) -> object:
        """Coefficients of variables and literals, totals in numbers of bits."""
        groups: list = []
        alike: dict = {}
        for variable, by in cells.items():
            if by and variable < self.cells:
                alike.setdefault(by, []).append(variable)
            elif by:
                groups.append((by, [variable]))  # joins no other
        for by, some in alike.items():
            groups += [(by, found) for found in different_groups(self.peers, self.base, some)]
        literals = [(literal, by) for literal, by in others.items() if by]
        totals = sorted(totals)
        if len(groups) == 1 and not literals:
            by, found = groups[0]
            if len(found) == 1:
                mask = sum([BIT[d] for d in range(self.masks[found[0]].bit_length()) if by * d in totals])
                return self._clause([(found[0], mask)], gate)
            if comb(self.side, len(found)) <= MANY_SETS:
                exact = tuple([total // by for total in totals if total % by == 0])
                if len(exact) == 1 and self.children is None:
                    self.facts.append((found, exact[0]))
                return self._sum_set(found, exact[0] if len(exact) == 1 else exact, gate)
        if largest_first:
            groups.sort(key=_size, reverse=True)
        variables: list = [variable for _, found in groups for variable in found]
        for literal, by in literals:
            groups.append((by, [-1 - self._place(literal)]))
            variables.append(literal[0])
        return self._terms(groups, totals, variables, gate)

    def _terms(self, groups: list, totals: list, variables: list, gate: tuple) -> object:
        """A sum of groups of *variables*: each a factor, and the variables or -1 - the place of a literal."""
        cython.declare(term=object, size=object)
        terms: list = []
        for factor, group in groups:
            size = len(group)
            for term in group:
                terms.append(term)
                terms.append(factor)
                terms.append(size)
                size = 0
        sum_: list = [len(self.table), len(totals), len(variables), *terms]
        self.table.extend([total + BIAS for total in totals])
        self.terms = max(self.terms, 4 * len(variables) + 2)
        kind = records.INNIES if is_short(groups, self.side) else records.SUM
        return self._emit(kind, gate, sum_, variables, self.middle)

    def _equal_sums(self, groups: tuple, gate: tuple, names: dict):
        if not gate and self.children is None and self._parts(groups):
            return None
        pairs: object = combinations(groups, 2) if len(groups) <= 4 else zip(groups, groups[1:])
        for one, other in pairs:
            self._sum((*one, *[(term, -by) for term, by in other]), (0,), gate, names)

    def _parts(self, groups: tuple) -> object:
        """Whether one propagator takes groups with the same sum (see `innies.py`): it does then."""
        parts: list = []
        variables: list = []
        for group in groups:
            cells: list = [term for term, by in group if by == 1 and isinstance(term, int)]
            size: object = len(cells)
            if not 0 < size == len(group) or len(set(cells)) < size or len(self.peers.groups(cells)) > 1:
                return False
            if size > self.side or (self.side - 1 + self.lo) * size >= MOST or comb(self.side, size) > MANY_PARTS:
                return False
            variables += cells
            parts.append(cells)
        small: list = [cells for cells in parts if len(cells) <= GROUP]
        large: list = [cells for cells in parts if len(cells) > GROUP]
        if len(small) > PARTS or (not large and len(small) <= 2):
            return False
        places: list = []
        for cells in small + large:
            sets, begins = self._sets_by_sum(len(cells)) if len(cells) > GROUP else (0, 0)
            places.append(len(self.code))
            terms: list = [x for cell in cells for x in (cell, 1, 1)]
            part: list = Part.fields(size=len(cells), shift=self.lo * len(cells), sets=sets, begins=begins, terms=terms)
            self.code.extend(part)
        equal: list = Equal.fields(small=len(small), large=len(large), parts=places)
        self._emit(records.EQUAL, (), equal, variables, self.middle)
        return True

    def _sets_by_sum(self, size: object) -> tuple:
        """The places of all sets of that size, and of where each sum begins there."""
        found: object = self.known.get(("parts", size))
        if found is None:
            sets, begins = sets_by_sum(self.side, size, MOST)
            found = self.known["parts", size] = (len(self.table), self._numbers(begins))
            self.table.extend(sets)
        return found

    def _implied(self):
        """Sums that known ones imply, once there are some."""
        if len(self.facts) >= FEW_FACTS:
            for inside, outside, total in implied(self.facts, self.base.regions):
                self._total({**dict.fromkeys(inside, 1), **dict.fromkeys(outside, -1)}, {}, [total], (), False)
            self.facts = []


def _size(group: tuple) -> int:
    return len(group[1])
