# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums in a program: sets of digits where cells all differ, short ones, equal ones, implied ones, and all others."""

from itertools import combinations
from math import comb

import cython

from cpsudoku.kernels.rules.equal import FEW, MOST
from cpsudoku.kernels.rules.implied import implied
from cpsudoku.kernels.rules.innies import is_short
from cpsudoku.kernels.rules.shapes import BIT, sets_by_sum, sum_sets

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.draft import Draft
    from cython.cimports.cpsudoku.kernels.rules.groups import different_groups
    from cython.cimports.cpsudoku.kernels.rules.kinds import EQUAL, INNIES, SETS, SUM
else:
    from cpsudoku.kernels.rules.draft import Draft
    from cpsudoku.kernels.rules.groups import different_groups
    from cpsudoku.kernels.rules.kinds import EQUAL, INNIES, SETS, SUM

BIAS = 1 << 40
"""As in `sums.py`."""
MANY_SETS = 3000
"""Sums of different cells are sets of digits while there are no more sets of that size than this."""
PARTS = 16
"""Small parts with equal sums that one propagator takes, at most."""
MANY_PARTS = 400
"""Sets of as many digits as such a part has cells, at most."""
FEW_FACTS = 3
"""Known sums from which on implied ones are looked for."""


@cython.cclass
class Totals(Draft):
    """A draft that takes sums."""

    def __init__(self, base: object, lo: int, is_: object):
        Draft.__init__(self, base, lo, is_)
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
        place, number = found
        return self._emit(SETS, gate, [place, number, size, *cells, 0, 0], cells, self.middle)

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
        rest: list = [len(self.table), len(totals), 0, len(groups) + len(literals)]
        self.table.extend([total + BIAS for total in totals])
        variables: list = []
        sizes: list = []
        for by, found in groups:
            sizes.append(len(found))
            for variable in found:
                variables.append(variable)
                rest += (variable, by)
        for literal, by in literals:
            sizes.append(1)
            variables.append(literal[0])
            rest += (-1 - self._place(literal), by)
        rest[2] = len(variables)
        self.terms = max(self.terms, 4 * len(variables) + 2)
        kind = INNIES if is_short(rest[4:], sizes, self.side) else SUM
        return self._emit(kind, gate, rest + sizes, variables, self.middle)

    def _rest(self, inside: list, outside: list, total: object) -> object:
        """An implied sum: the cells inside less those outside; what `_total` would make of it."""
        terms: list = []
        sizes: list = []
        group: list
        cell: object
        groups: list = different_groups(self.peers, self.base, inside)
        if len(groups) == 1 and not outside:
            if len(inside) == 1:
                self._narrow(inside[0], BIT[total] if 0 <= total < self.side else 0)
                return None
            if comb(self.side, len(inside)) <= MANY_SETS:
                return self._sum_set(inside, total, ())
        for group in groups:
            sizes.append(len(group))
            for cell in group:
                terms.append(cell)
                terms.append(1)
        if outside:
            for group in different_groups(self.peers, self.base, outside):
                sizes.append(len(group))
                for cell in group:
                    terms.append(cell)
                    terms.append(-1)
        self.terms = max(self.terms, 2 * len(terms) + 2)
        rest: list = [len(self.table), 1, len(terms) // 2, len(sizes), *terms, *sizes]
        self.table.append(total + BIAS)
        return self._emit(INNIES if is_short(terms, sizes, self.side) else SUM, (), rest, terms[::2], self.middle)

    def _equal_sums(self, groups: tuple, gate: tuple, names: dict) -> object:
        if not gate and self.children is None and self._parts(groups):
            return None
        pairs: object = combinations(groups, 2) if len(groups) <= 4 else zip(groups, groups[1:])
        for one, other in pairs:
            self._sum((*one, *[(term, -by) for term, by in other]), (0,), gate, names)
        return None

    def _parts(self, groups: tuple) -> object:
        """Whether one propagator takes groups with the same sum (see `equal.py`): it does then."""
        small: list = []
        large: list = []
        variables: list = []
        for group in groups:
            cells: list = [term for term, by in group if by == 1 and isinstance(term, int)]
            size = len(cells)
            if not 0 < size == len(group) or len(set(cells)) < size or len(self.peers.groups(cells)) > 1:
                return False
            if size > self.side or (self.side - 1 + self.lo) * size >= MOST or comb(self.side, size) > MANY_PARTS:
                return False
            variables += cells
            made = small if size <= FEW else large
            made.append([size, self.lo * size, *[x for cell in cells for x in (cell, 1)]])
        if len(small) > PARTS or (not large and len(small) <= 2):
            return False
        for part in large:
            found = self.known.get(("parts", part[0]))
            if found is None:
                sets, begins = sets_by_sum(self.side, part[0], MOST)
                found = self.known["parts", part[0]] = (len(self.table), len(self.code))
                self.table.extend(sets)
                self.code.extend(begins)
            part += found
        rest: list = [len(small), len(large)]
        for part in small + large:
            rest += part
        self._emit(EQUAL, (), rest, variables, self.middle)
        return True

    def _implied(self) -> object:
        """Sums that known ones imply, once there are some."""
        if len(self.facts) >= FEW_FACTS:
            for inside, outside, total in implied(self.facts, self.base.regions):
                self._rest(inside, outside, total)
            self.facts = []
        return None


def _size(group: tuple) -> int:
    return len(group[1])
