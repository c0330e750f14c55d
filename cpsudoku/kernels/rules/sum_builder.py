# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The sums of a program: sets of digits where cells all differ, short, equal, implied and all other sums."""

from itertools import combinations
from math import comb

import cython
from cython.cimports.cpsudoku.kernels.rules.peers import different_groups
from cython.cimports.cpsudoku.kernels.rules.program_builder import ProgramBuilder
from cython.cimports.cpsudoku.kernels.rules.records import CAGE, EQUAL, INNIES, SUM

from cpsudoku.kernels.rules.equal import FEW, MOST
from cpsudoku.kernels.rules.implied import implied
from cpsudoku.kernels.rules.innies import is_short
from cpsudoku.kernels.rules.records import Equal, Part
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
class SumBuilder(ProgramBuilder):
    """Adds the propagators of sums."""

    def __init__(self, base: object, lo: int, is_: object):
        ProgramBuilder.__init__(self, base, lo, is_)
        self.terms = 8
        # sums of different cells, for implied sums: (cells, total of numbers of bits)
        self.facts = []

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
        return self._emit(CAGE, gate, [sets, number, 0, 0, len(cells), *cells], cells, self.middle)

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
            if variable >= self.cells:
                if mask == 1:
                    shift += by
                    by = -by
                cells[variable] = cells.get(variable, 0) + by
            else:
                if not term.positive:
                    shift += by
                    by = -by
                    mask = self.full & ~mask
                others[variable, mask] = others.get((variable, mask), 0) + by
        return self._total(cells, others, [total - shift for total in totals], gate)

    def _total(self, cells: dict, others: dict, totals: list, gate: tuple) -> object:
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
        groups.sort(key=_size, reverse=True)
        variables: list = [variable for _, found in groups for variable in found]
        for literal, by in literals:
            groups.append((by, [-1 - self._place(literal)]))
            variables.append(literal[0])
        return self._terms(groups, totals, variables, gate)

    def _terms(self, groups: list, totals: list, variables: list, gate: tuple) -> object:
        """A sum of groups of *variables*: each a factor, and the variables or -1 - the place of a literal."""
        terms: list = []
        term: object
        size: object
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
        kind = INNIES if is_short(groups, self.side) else SUM
        return self._emit(kind, gate, sum_, variables, self.middle)

    def _rest(self, inside: list, outside: list, total: object) -> object:
        """An implied sum: the cells inside less those outside, as in `_total`."""
        groups: list = different_groups(self.peers, self.base, inside)
        if len(groups) == 1 and not outside:
            if len(inside) == 1:
                self._narrow(inside[0], BIT[total] if 0 <= total < self.side else 0)
                return None
            if comb(self.side, len(inside)) <= MANY_SETS:
                return self._sum_set(inside, total, ())
        found: list = [(1, group) for group in groups]
        if outside:
            found += [(-1, group) for group in different_groups(self.peers, self.base, outside)]
        return self._terms(found, [total], [cell for _, group in found for cell in group], ())

    def _equal_sums(self, groups: tuple, gate: tuple, names: dict) -> object:
        if not gate and self.children is None and self._parts(groups):
            return None
        pairs: object = combinations(groups, 2) if len(groups) <= 4 else zip(groups, groups[1:])
        for one, other in pairs:
            self._sum((*one, *[(term, -by) for term, by in other]), (0,), gate, names)
        return None

    def _parts(self, groups: tuple) -> object:
        """Whether one propagator takes groups with the same sum (see `equal.py`): it does then."""
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
        small: list = [cells for cells in parts if len(cells) <= FEW]
        large: list = [cells for cells in parts if len(cells) > FEW]
        if len(small) > PARTS or (not large and len(small) <= 2):
            return False
        places: list = []
        for cells in small + large:
            sets, begins = self._sets_by_sum(len(cells)) if len(cells) > FEW else (0, 0)
            places.append(len(self.code))
            terms: list = [x for cell in cells for x in (cell, 1, 1)]
            part: list = Part.fields(size=len(cells), shift=self.lo * len(cells), sets=sets, begins=begins, terms=terms)
            self.code.extend(part)
        self._emit(EQUAL, (), Equal.fields(small=len(small), large=len(large), parts=places), variables, self.middle)
        return True

    def _sets_by_sum(self, size: object) -> tuple:
        """The places of all sets of that size, and of where each sum begins there."""
        found: object = self.known.get(("parts", size))
        if found is None:
            sets, begins = sets_by_sum(self.side, size, MOST)
            found = self.known["parts", size] = (len(self.table), self._numbers(begins))
            self.table.extend(sets)
        return found

    def _implied(self) -> object:
        """Sums that known ones imply, once there are some."""
        if len(self.facts) >= FEW_FACTS:
            for inside, outside, total in implied(self.facts, self.base.regions):
                self._rest(inside, outside, total)
            self.facts = []
        return None


def _size(group: tuple) -> int:
    return len(group[1])
