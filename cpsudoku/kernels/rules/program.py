# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""From primitives to the arrays a `State` works on.

A `Program` begins with what the board's houses make (`base.py`) and takes statements. The primitives come as they are
(`cpsudoku.constraints.primitives`, whose classes the caller hands in: this room is below). What follows a kind and a
gate in the code is told in the file of the kind. A gate is the place of a list of literals (its length first); place 0
is the empty one.
"""

from array import array
from itertools import combinations
from math import comb

import cython

from cpsudoku.kernels.rules.base import house_code
from cpsudoku.kernels.rules.equal import FEW, MOST
from cpsudoku.kernels.rules.implied import implied
from cpsudoku.kernels.rules.innies import is_short
from cpsudoku.kernels.rules.layout import awake, laid_out
from cpsudoku.kernels.rules.shapes import digit_sets, machine_shape, pair_rows, sets_by_sum, sum_sets
from cpsudoku.kernels.rules.sights import sights

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
    from cython.cimports.cpsudoku.kernels.rules.kinds import (
        BETWEEN,
        CHOICE,
        CLAUSE,
        DIFFERENT,
        EQUAL,
        HOUSE,
        INNIES,
        MACHINE,
        PAIR,
        RANK,
        REREAD,
        SETS,
        SUM,
        WHEN,
    )
    from cython.cimports.cpsudoku.kernels.rules.peers import Peers
else:
    from cpsudoku.kernels.bits import lowest64, ones
    from cpsudoku.kernels.rules.kinds import (
        BETWEEN,
        CHOICE,
        CLAUSE,
        DIFFERENT,
        EQUAL,
        HOUSE,
        INNIES,
        MACHINE,
        PAIR,
        RANK,
        REREAD,
        SETS,
        SUM,
        WHEN,
    )
    from cpsudoku.kernels.rules.peers import Peers

LINE = 16
"""Cells of a sandwich's line, at most."""
BIAS = 1 << 40
"""As in `sums.py`."""
MANY_SETS = 3000
"""Sums of different cells are sets of digits while there are no more sets of that size than this."""
EXACT = 6
"""Cells up to which `sets.py` is exact."""
LONG = 6
"""Cells of a sum from which on houses are looked at, for groups that all differ."""
PARTS = 16
"""Small parts with equal sums that one propagator takes, at most."""
MANY_PARTS = 400
"""Sets of as many digits as such a part has cells, at most."""
BRANCHES = 64
BIT = tuple(map((1).__lshift__, range(65)))
"""Powers of two: C would shift a number that it knows as an int of 32 bits."""
FEW_FACTS = 3
"""Known sums from which on implied ones are looked for."""
MANY_CLAUSES = 4000
"""Clauses in the definitions of one statement beyond which it is left out: those are for a SAT solver."""
WIDE = 128
"""Cells and variables of a choice up to which what no branch keeps is removed."""


@cython.cclass
class Program:
    """The rules of one puzzle. `add` statements, then make a state of `finished()`.

    *words* are the classes Different, Pair, Sum, EqualSums, DigitSet, Automaton, Clause, Implies, AnyOf, Defines, Is.
    Of the Booleans the first *switches* are decided by whoever asks: nothing is concluded about them.
    """

    base: object
    side: cython.int
    lo: cython.int
    cells: cython.int
    switches: cython.int
    full: object
    impossible: cython.bint
    partial: cython.bint
    housed: cython.bint  # full houses beyond the board's, which may be cells of one of these
    code: list
    table: object  # array
    masks: list
    peers: Peers
    light: list  # place, variables, place, variables ...; cheap ones are first to run
    middle: list
    heavy: list
    gates: dict
    literals: dict
    known: dict
    states: cython.int
    terms: cython.int
    union_: cython.int
    children: list  # places of the propagators of the branch at work; None outside
    wanted: set  # and their variables
    late: list
    facts: list  # sums of different cells, for implied sums: (cells, total of numbers of bits)
    exact: dict  # of a cell: (cells, sets) for each of its sets of digits that are looked at exactly
    quiet: set  # places of propagators that such a set speaks for
    Different: object
    Pair: object
    Sum: object
    EqualSums: object
    DigitSet: object
    Automaton: object
    Clause: object
    Implies: object
    AnyOf: object
    Defines: object
    Is: object

    def __init__(self, base: object, lo: int, words: tuple, switches: int = 0):
        (
            self.Different,
            self.Pair,
            self.Sum,
            self.EqualSums,
            self.DigitSet,
            self.Automaton,
            self.Clause,
            self.Implies,
            self.AnyOf,
            self.Defines,
            self.Is,
        ) = words
        self.base = base
        self.side = base.side
        self.lo = lo
        self.cells = base.cells
        self.switches = switches
        self.full = BIT[base.side] - 1
        self.impossible = False
        self.partial = False
        self.housed = False
        self.code = list(base.code)
        self.table = array("Q", base.table)
        self.masks = [self.full] * base.cells
        self.peers = Peers(base.cells, base.peers)
        self.light = []
        self.middle = []
        self.heavy = []
        self.gates = {(): 0}
        self.literals = {}
        self.known = {}
        self.states = 1
        self.terms = 8
        self.union_ = 1
        self.children = None
        self.wanted = None
        self.late = []
        self.facts = []
        self.exact = {}
        self.quiet = set()

    # -- statements

    def add(self, statement: tuple) -> None:
        """Take a statement. Sums and alternatives wait until all that differs is known."""
        names: dict = {}
        primitive: object
        kind: object
        defined: cython.int = 0
        for primitive in statement:
            if type(primitive) is self.Defines:
                defined += len(primitive.clauses)
        if defined > MANY_CLAUSES:
            self.partial = True
            return
        for primitive in statement:
            kind = type(primitive)
            if kind is self.Sum or kind is self.EqualSums or kind is self.AnyOf or kind is self.Implies:
                self.late.append((primitive, names))
            else:
                self._primitive(primitive, (), names)

    def cage(self, cells: tuple, total: int) -> None:
        """The cells are all different, and their digits sum to *total*."""
        self._apart(cells)
        if not self.impossible:
            total = total - self.lo * len(cells)
            self.facts.append((cells, total))
            self._sum_set(cells, total, ())

    def rank(self, line: tuple, edges: tuple, smaller: int, ties: bool) -> None:
        """The line, read as a number, has that many smaller ones among all lines (see `ranks.py`).

        *edges*: for each other edge of the board its lines, as many as digits; all edges are full houses.
        """
        digit, rest = divmod(smaller, len(edges) + 1)
        if digit >= self.side:
            self.impossible = True
            return
        self._narrow(line[0], BIT[digit])
        lines: list = [cell for edge in edges for other in edge for cell in other]
        self._emit(RANK, (), [len(line), rest, int(ties), *line, *lines], tuple({*line, *lines}), self.middle)

    def between(self, cells: tuple, total: int) -> bool:
        """What is between the lowest and the highest digit of these cells sums to *total*; whether this is for `add`.

        It is where the line is long, or no full house.
        """
        if len(cells) > LINE or frozenset(cells) not in self.base.sets or self.base.number < self.side:
            return False
        middle: object = self.full & ~(1 | BIT[self.side - 1])
        rest: list = [len(cells), *cells]
        for number in range(len(cells) - 1):
            sets = [s for s in sum_sets(self.side, number, (total - self.lo * number,)) if not s & ~middle]
            rest += (len(self.table), len(sets))
            self.table.extend(sets)
        self._emit(BETWEEN, (), rest, cells, self.middle)
        return True

    def close(self) -> None:
        """Take the statements that waited."""
        for primitive, names in self.late:
            self._primitive(primitive, (), names)
        self.late = []
        if len(self.facts) >= FEW_FACTS:
            for inside, outside, total in implied(self.facts, self.base.regions):
                self._rest(inside, outside, total)
            self.facts = []

    @cython.cfunc
    def _primitive(self, primitive: object, gate: tuple, names: dict) -> object:
        kind: object = type(primitive)
        clause: object
        if kind is self.Pair:
            self._pair(primitive.a, primitive.b, primitive.allowed, gate)
        elif kind is self.DigitSet:
            self._digit_set(primitive.cells, primitive.sets, gate)
        elif kind is self.Different:
            self._different(primitive.cells, gate)
        elif kind is self.Clause:
            self._clause([self._literal(literal, names) for literal in primitive.literals], gate)
        elif kind is self.Sum:
            self._sum(primitive.terms, primitive.totals, gate, names)
        elif kind is self.Automaton:
            self._machine(primitive.cells, primitive.layers, gate)
        elif kind is self.Defines:
            for clause in primitive.clauses:
                self._clause([self._literal(literal, names) for literal in clause], ())
        elif kind is self.EqualSums:
            self._equal_sums(primitive.groups, gate, names)
        elif kind is self.Implies:
            self._implies(primitive, gate, names)
        elif kind is self.AnyOf:
            self._any_of(primitive.statements, gate, names)
        else:
            raise TypeError(f"{primitive!r} is no primitive")
        return None

    @cython.cfunc
    def _emit(self, kind: cython.int, gate: tuple, rest: list, variables: object, shelf: list) -> object:
        """A propagator; below a condition it also hears of its gate."""
        place: object = len(self.code)
        if self.children is not None:
            self.children.append(place)
            self.wanted.update(variables)
        self.code.append(kind)
        if gate:
            variables = (*variables, *[variable for variable, _ in gate])
            self.code.append(self.gates[gate])  # gates are made before what they guard
        else:
            self.code.append(0)
        self.code.extend(rest)
        shelf.append(place)
        shelf.append(variables)
        return None

    @cython.cfunc
    def _new_gate(self, gate: tuple) -> object:
        found: object = self.gates.get(gate)
        if found is None:
            places = [self._place(literal) for literal in gate]
            found = self.gates[gate] = len(self.code)
            self.code.append(len(places))
            self.code.extend(places)
        return found

    @cython.cfunc
    def _place(self, literal: tuple) -> object:
        """Where a literal (variable, mask) stands in the table."""
        found: object = self.literals.get(literal)
        if found is None:
            found = self.literals[literal] = len(self.table)
            self.table.extend(literal)
        return found

    @cython.cfunc
    def _literal(self, literal: object, names: dict) -> tuple:
        """(variable, mask) of a literal; a new Boolean for a new name."""
        variable: object
        bit: object
        if type(literal) is self.Is:
            bit = 1 << (literal.digit - self.lo) if self.lo <= literal.digit < self.lo + self.side else 0
            return literal.cell, bit if literal.positive else self.full & ~bit
        variable = names.get(literal.name)
        if variable is None:
            variable = names[literal.name] = self._new(3)
        return variable, 2 if literal.positive else 1

    @cython.cfunc
    def _new(self, mask: object) -> object:
        self.masks.append(mask)
        return len(self.masks) - 1

    @cython.cfunc
    def _narrow(self, variable: object, mask: object) -> object:
        """A fact about one variable."""
        self.masks[variable] &= mask
        if not self.masks[variable]:
            self.impossible = True
        return None

    # -- kinds

    @cython.cfunc
    def _different(self, cells: tuple, gate: tuple) -> object:
        if self.children is not None:
            self._emit(DIFFERENT, gate, [len(cells), *cells], cells, self.light)
            return None
        self._apart(cells)
        return None

    @cython.cfunc
    def _apart(self, cells: tuple) -> object:
        """The cells are all different, under no condition."""
        if len(cells) > self.side or len(set(cells)) < len(cells):
            self.impossible = True
            return None
        self.peers.differ(cells)
        if len(cells) == self.base.number:
            self.housed = True
            self._emit(HOUSE, (), house_code(cells), cells, self.light)
        return None

    @cython.cfunc
    def _pair(self, a: object, b: object, allowed: object, gate: tuple) -> object:
        rows: object
        if a == b:
            mask = sum([1 << (x - self.lo) for x, y in allowed if x == y])
            self._clause([(a, mask)], gate)
            return None
        rows = self.known.get(allowed)
        if rows is None:
            rows = self.known[allowed] = len(self.table)
            self.table.extend(pair_rows(allowed, self.side, self.lo))
        if self.children is None and a in self.exact and self._follows(a, b, allowed):
            self.quiet.add(len(self.code))
        self._emit(PAIR, gate, [a, b, rows], (a, b), self.light)
        return None

    @cython.cfunc
    def _follows(self, a: object, b: object, allowed: object) -> cython.bint:
        """Whether the cells are of one set of digits that says as much: it then speaks for the pair."""
        cells: tuple
        for cells, sets in self.exact[a]:
            if b in cells:
                key = ("follows", id(sets), id(allowed))
                found = self.known.get(key)
                if found is None:
                    said = all([(x, y) in allowed for some in sets for x in some for y in some if x != y])
                    found = self.known[key] = (said, sets, allowed)
                if found[0]:
                    return True
        return False

    @cython.cfunc
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

    @cython.cfunc
    def _digit_set(self, cells: tuple, sets: object, gate: tuple) -> object:
        masks: object
        total: object
        key: object
        if self.children is None:
            self._apart(cells)
            if self.impossible:
                return None
        key = ("sets", id(sets))
        found = self.known.get(key)
        if found is None:
            masks, total = digit_sets(sets, self.lo)
            found = self.known[key] = (len(self.table), len(masks), total, sets)
            self.table.extend(masks)
        if self.children is None and found[2] is not None:
            self.facts.append((cells, found[2] - self.lo * len(cells)))
        if self.children is None and len(cells) <= EXACT:
            for cell in cells:
                self.exact.setdefault(cell, []).append((cells, sets))
        return self._emit(SETS, gate, [found[0], found[1], len(cells), *cells, 0, 0], cells, self.middle)

    @cython.cfunc
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

    @cython.cfunc
    def _machine(self, cells: tuple, layers: tuple, gate: tuple) -> object:
        rest: list
        k: object
        if not cells:
            return None
        key = ("machine", id(layers))
        found = self.known.get(key)
        if found is None:
            states, end, starts, edges, masks = machine_shape(layers, self.lo)
            found = self.known[key] = (states, end, starts, len(self.code), len(self.table), layers)
            self.code.extend(edges)
            self.table.extend(masks)
        states, end, starts, edges_at, masks_at, _ = found
        self.states = max(self.states, states)
        rest = [len(cells), end]
        for k in range(len(cells)):
            rest += (cells[k], edges_at + 2 * starts[k], starts[k + 1] - starts[k], masks_at + starts[k])
        return self._emit(MACHINE if len(set(cells)) == len(cells) else REREAD, gate, rest, cells, self.heavy)

    @cython.cfunc
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

    @cython.cfunc
    def _total(self, cells: dict, others: dict, totals: list, gate: tuple) -> object:
        """Coefficients of variables and literals, totals in numbers of bits."""
        groups: list = []
        rest: list
        variables: list
        alike: dict = {}
        for variable, by in cells.items():
            if by and variable < self.cells:
                alike.setdefault(by, []).append(variable)
            elif by:
                groups.append((by, [variable]))  # joins no other
        for by, some in alike.items():
            groups += [(by, found) for found in self._different_groups(some)]
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
        rest = [len(self.table), len(totals), 0, len(groups) + len(literals)]
        self.table.extend([total + BIAS for total in totals])
        variables = []
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

    @cython.cfunc
    def _rest(self, inside: list, outside: list, total: object) -> object:
        """An implied sum: the cells inside less those outside; what `_total` would make of it."""
        terms: list = []
        sizes: list = []
        group: list
        cell: object
        groups: list = self._different_groups(inside)
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
            for group in self._different_groups(outside):
                sizes.append(len(group))
                for cell in group:
                    terms.append(cell)
                    terms.append(-1)
        self.terms = max(self.terms, 2 * len(terms) + 2)
        rest: list = [len(self.table), 1, len(terms) // 2, len(sizes), *terms, *sizes]
        self.table.append(total + BIAS)
        return self._emit(INNIES if is_short(terms, sizes, self.side) else SUM, (), rest, terms[::2], self.middle)

    @cython.cfunc
    def _different_groups(self, cells: list) -> list:
        """The cells in groups that all differ: as they come, or by houses where better."""
        groups: list = self.peers.groups(cells)
        if len(cells) < LONG or len(groups) == 1:
            return groups
        return max(groups, self._by_houses(cells), key=_closeness)

    @cython.cfunc
    def _by_houses(self, cells: list) -> list:
        """The cells in groups: those in the house that has most of them, and so on."""
        areas: cython.ulonglong[::1] = self.base.areas.flat
        words: cython.int = self.peers.words
        number: cython.int = len(self.base.houses)
        left_: object = array("Q", bytes(8 * words))
        left: cython.ulonglong[::1] = left_
        row: cython.ulonglong
        cell: cython.int
        house: cython.int
        best: cython.int
        most: cython.int
        some: cython.int
        k: cython.int
        groups: list = []
        group: list
        for cell in cells:
            left[cell >> 6] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
        while True:
            best = -1
            most = 0
            for house in range(number):
                some = 0
                for k in range(words):
                    some += ones(left[k] & areas[house * words + k])
                if some > most:
                    most = some
                    best = house
            group = []
            for k in range(words):
                row = left[k] & areas[best * words + k] if best >= 0 else left[k]
                left[k] &= ~row
                while row:
                    group.append((k << 6) + lowest64(row))
                    row &= row - 1
            if best < 0:  # in no house: each by itself
                return groups + [[cell] for cell in group]
            groups.append(group)

    @cython.cfunc
    def _equal_sums(self, groups: tuple, gate: tuple, names: dict) -> object:
        pairs: object
        if not gate and self.children is None and self._parts(groups):
            return None
        pairs = combinations(groups, 2) if len(groups) <= 4 else zip(groups, groups[1:])
        for one, other in pairs:
            self._sum((*one, *[(term, -by) for term, by in other]), (0,), gate, names)
        return None

    @cython.cfunc
    def _parts(self, groups: tuple) -> bool:
        """Whether one propagator takes groups with the same sum (see `equal.py`): it does then."""
        small: list = []
        large: list = []
        cells: list
        variables: list = []
        for group in groups:
            cells = [term for term, by in group if by == 1 and isinstance(term, int)]
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

    @cython.cfunc
    def _implies(self, primitive: object, gate: tuple, names: dict) -> object:
        conditions = [self._literal(literal, names) for literal in primitive.conditions]
        refused = [(variable, self._every(variable) & ~mask) for variable, mask in conditions]
        rest: list = []
        for part in primitive.statement:
            if type(part) is self.Clause:
                self._clause([*refused, *[self._literal(x, names) for x in part.literals]], gate)
            elif type(part) is self.Defines:
                self._primitive(part, gate, names)
            else:
                rest.append(part)
        if not rest:
            return None
        inner = (*gate, *conditions)
        self._new_gate(tuple(conditions))
        self._new_gate(inner)
        places, variables = self._below(rest, inner, names)
        if not gate and len(conditions) == 1 and 0 <= conditions[0][0] - self.cells < self.switches:
            return None
        variables.update([variable for variable, _ in conditions])
        made = [self.gates[tuple(conditions)], len(places), *places]
        return self._emit(WHEN, gate, made, tuple(variables), self.heavy)

    @cython.cfunc
    def _below(self, statement: object, gate: tuple, names: dict) -> tuple:
        """Places of the propagators of a statement under a gate, and their variables."""
        outer = (self.children, self.wanted)
        self.children, self.wanted = [], set()
        for primitive in statement:
            self._primitive(primitive, gate, names)
        found = (self.children, self.wanted)
        self.children, self.wanted = outer
        return found

    @cython.cfunc
    def _every(self, variable: object) -> object:
        return self.full if variable < self.cells else 3

    @cython.cfunc
    def _any_of(self, statements: tuple, gate: tuple, names: dict) -> object:
        units: list = []
        for statement in statements:
            if len(statement) != 1 or type(statement[0]) is not self.Clause or len(statement[0].literals) != 1:
                break
            units.append(self._literal(statement[0].literals[0], names))
        else:
            return self._clause(units, gate)
        if len(statements) > BRANCHES:
            half = len(statements) // 2
            statements = ((self.AnyOf(statements[:half]),), (self.AnyOf(statements[half:]),))
        variable = self._new(BIT[len(statements)] - 1)
        every: set = set()
        branches: list = []
        for k, statement in enumerate(statements):
            inner = (*gate, (variable, BIT[k]))
            self._new_gate(inner)
            places, variables = self._below(statement, inner, dict(names))
            branches += (len(places), *places)
            every |= variables
        kept = sorted(every) if len(every) <= WIDE else []
        self.union_ = max(self.union_, len(kept))
        rest = [variable, len(statements), len(kept), *kept, *branches]
        return self._emit(CHOICE, gate, rest, (*every, variable), self.heavy)

    # -- the end

    def finished(self) -> tuple:
        """(whether statements were left out, masks of all variables, the arrays) for a `State`.

        No masks and arrays (None) where a rule alone cannot hold.
        """
        self.close()
        if self.impossible:
            return False, None, None
        masks, watch, code, starts, ends, scopes, running = laid_out(
            self.base, (self.light, self.middle, self.heavy), self.code, self.masks, self.quiet
        )
        rows = self.peers.rows
        apart = self.peers.beyond(self.base.covered)
        seen = self.base.sights
        if self.housed or rows != self.base.peers.rows:
            seen = sights(code, starts, rows, apart, self.base.end, self.cells)
            awake(self.base, watch, code, starts, seen, running)
        room = (running, self.states, self.terms, self.union_)
        return bool(self.partial), masks, (rows, apart, seen, watch, code, starts, self.table, ends, scopes, room)

    def plain(self) -> bool:
        """Whether nothing is said but what the board's houses say, and which digits a cell may have."""
        said: list = self.light or self.middle or self.heavy
        return not said and len(self.masks) == self.cells and self.peers.rows == self.base.peers.rows


def _size(group: tuple) -> int:
    return len(group[1])


def _closeness(groups: list) -> int:
    """How many pairs of cells in the groups differ, twice and a constant."""
    return sum([len(group) ** 2 for group in groups])
