# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""From primitives to the arrays a `State` works on.

`Base` is what a board's houses make, shared by all puzzles on it; a `Program` begins with it and takes statements. The
primitives come as they are (`cpsudoku.constraints.primitives`, whose classes the caller hands in: this room is below).
What follows a kind and a gate in the code is told in the file of the kind. A gate is the place of a list of literals
(its length first); place 0 is the empty one.
"""

from array import array
from functools import lru_cache
from itertools import combinations
from math import comb

import cython

from cpsudoku.kernels.rules import kinds
from cpsudoku.kernels.rules.implied import Regions, implied, unions

HOUSE = kinds.HOUSE
CROSSING = kinds.CROSSING
DIFFERENT = kinds.DIFFERENT
PAIR = kinds.PAIR
CLAUSE = kinds.CLAUSE
SETS = kinds.SETS
SUM = kinds.SUM
MACHINE = kinds.MACHINE
CHOICE = kinds.CHOICE
WHEN = kinds.WHEN
REREAD = kinds.REREAD
RANK = kinds.RANK
BETWEEN = kinds.BETWEEN
HEAD = 4
"""Cells from the beginning of a ranked line that are blamed where it fails."""
LINE = 16
"""Cells of a sandwich's line, at most."""
BIAS = 1 << 40
"""As in `sums.py`."""
MANY_SETS = 3000
"""Sums of different cells are sets of digits while there are no more sets of that size than this."""
LONG = 6
"""Cells of a sum from which on houses are looked at, for groups that all differ."""
BRANCHES = 64
BIT = tuple(map((1).__lshift__, range(65)))
"""Powers of two: C would shift a number that it knows as an int of 32 bits."""
FEW_FACTS = 3
"""Known sums from which on implied ones are looked for."""
MANY_CLAUSES = 4000
"""Clauses in the definitions of one statement beyond which it is left out: those are for a SAT solver."""
WIDE = 128
"""Cells and variables of a choice up to which what no branch keeps is removed."""
POINTED = 3
"""Places of a digit in a house up to which who sees them all is looked up (`houses.py`): more is for two houses."""
SHAPES = 4096
"""Machines and lists of sets that are kept in the form the kernel reads."""


class Base:
    """The houses of a board: peers, hidden singles of full houses, and what two of these share.

    `houses`: a tuple of cells each. Not changed once made.
    """

    def __init__(self, side: int, cells: int, houses: tuple):
        if not (1 <= side <= 64 and cells >= 1):
            raise ValueError(f"{side} digits in {cells} cells; this kernel takes up to 64 digits")
        self.side = side
        self.cells = cells
        self.houses = houses
        self.peers = [0] * cells
        self.code = array("i", [0])
        self.table = array("Q")
        self.parts: list = []  # (place, variables) of each propagator
        for house in houses:
            if not all(0 <= cell < cells for cell in house):
                raise ValueError(f"a house with cells {house}; this board has {cells}")
            see_each_other(self.peers, house)
            if len(house) == side:
                self._part(HOUSE, house_code(house, cells, self.table), house)
        self.bits = [sum([1 << cell for cell in house]) for house in houses]
        self.full = [house for house in houses if len(house) == side]
        self.unions = Regions(cells, unions(self.full, side * (side - 1) // 2))
        for one, other in combinations(self.full, 2):
            shared = set(one) & set(other)
            if POINTED < len(shared) < side:
                left = [cell for cell in one if cell not in shared]
                right = [cell for cell in other if cell not in shared]
                self._part(CROSSING, [len(left), *left, len(right), *right], (*left, *right))

    def _part(self, kind: int, rest: list, variables: tuple) -> None:
        self.parts.append((len(self.code), variables))
        self.code.extend([kind, 0, *rest])


@cython.cfunc
def see_each_other(peers: list, cells: object) -> object:
    """Enter that the cells are all different."""
    every: object = 0
    cell: object
    for cell in cells:
        every |= 1 << cell
    for cell in cells:
        peers[cell] |= every & ~(1 << cell)
    return None


@cython.cfunc
def house_code(house: object, cells: object, table: object) -> list:
    """What follows HOUSE and its gate; the house's cells as bits go to *table*."""
    bits: object = 0
    cell: object
    for cell in house:
        bits |= 1 << cell
    place: object = len(table)
    table.extend(words_of(bits, cells))
    return [len(house), *house, place]


def words_of(bits: object, cells: object) -> list:
    """The bits of that many cells, 64 a word."""
    return [(bits >> (64 * k)) & 0xFFFFFFFFFFFFFFFF for k in range((cells + 63) // 64)]


@cython.cclass
class Program:
    """The rules of one puzzle. `add` statements, then make a state of `finished()`.

    *words* are the classes Different, Pair, Sum, EqualSums, DigitSet, Automaton, Clause, Implies, AnyOf, Defines, Is.
    """

    base: object
    side: cython.int
    lo: cython.int
    cells: cython.int
    full: object
    impossible: cython.bint
    partial: cython.bint
    code: object  # array
    table: object  # array
    masks: list
    peers: list
    light: list  # (place, variables), cheap ones first to run
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
    facts: list  # sums of different cells, for implied sums: (cells as bits, total of numbers of bits)
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

    def __init__(self, base: object, lo: int, words: tuple):
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
        self.full = BIT[base.side] - 1
        self.impossible = False
        self.partial = False
        self.code = array("i", base.code)
        self.table = array("Q", base.table)
        self.masks = [self.full] * base.cells
        self.peers = list(base.peers)
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

    # -- statements

    def add(self, statement: tuple) -> None:
        """Take a statement. Sums and alternatives wait until all that differs is known."""
        names: dict = {}
        primitive: object
        kind: object
        if sum([len(primitive.clauses) for primitive in statement if type(primitive) is self.Defines]) > MANY_CLAUSES:
            self.partial = True
            return
        for primitive in statement:
            kind = type(primitive)
            if kind is self.Sum or kind is self.EqualSums or kind is self.AnyOf or kind is self.Implies:
                self.late.append((primitive, names))
            else:
                self._primitive(primitive, (), names)

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
        house: object = frozenset(cells)
        if len(cells) > LINE or not any([house == frozenset(full) for full in self.base.full]):
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
            known: set = {cells for cells, _ in self.facts}
            for inside, outside, total in implied(self.facts, self.base.unions):
                if outside or inside not in known:
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
        if gate:
            variables = (*variables, *[variable for variable, _ in gate])
        shelf.append((place, variables))
        self.code.extend((kind, self._gate(gate)))
        self.code.extend(rest)
        return None

    @cython.cfunc
    def _gate(self, gate: tuple) -> object:
        found: object = self.gates.get(gate)
        if found is None:
            raise KeyError(gate)  # gates are made before what they guard
        return found

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
        if len(cells) > self.side or len(set(cells)) < len(cells):
            self.impossible = True
            return None
        see_each_other(self.peers, cells)
        if len(cells) == self.side:
            self._emit(HOUSE, gate, house_code(cells, self.cells, self.table), cells, self.light)
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
        self._emit(PAIR, gate, [a, b, rows], (a, b), self.light)
        return None

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
            if len(set(cells)) < len(cells):
                self.impossible = True
                return None
            see_each_other(self.peers, cells)
            if len(cells) == self.side:
                self._emit(HOUSE, gate, house_code(cells, self.cells, self.table), cells, self.light)
        key = ("sets", id(sets))
        found = self.known.get(key)
        if found is None:
            masks, total = digit_sets(sets, self.lo)
            found = self.known[key] = (len(self.table), len(masks), total, sets)
            self.table.extend(masks)
        if self.children is None and found[2] is not None:
            self.facts.append((sum([1 << cell for cell in cells]), found[2] - self.lo * len(cells)))
        return self._sets(cells, found[0], found[1], gate)

    @cython.cfunc
    def _sets(self, cells: tuple, place: object, number: object, gate: tuple) -> object:
        return self._emit(SETS, gate, [place, number, len(cells), *cells], cells, self.middle)

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
                groups.append((by, 0, [variable]))  # joins no other
        for by, some in alike.items():
            groups += [(by, bits, found) for bits, found in self._different_groups(some)]
        literals = [(literal, by) for literal, by in others.items() if by]
        totals = sorted(totals)
        if len(groups) == 1 and not literals:
            by, bits, found = groups[0]
            if len(found) == 1:
                mask = sum([BIT[d] for d in range(self.masks[found[0]].bit_length()) if by * d in totals])
                return self._clause([(found[0], mask)], gate)
            if comb(self.side, len(found)) <= MANY_SETS:
                exact = tuple([total // by for total in totals if total % by == 0])
                masks = sum_sets(self.side, len(found), exact)
                if len(exact) == 1 and self.children is None:
                    self.facts.append((bits, exact[0]))
                key = ("sum", len(found), exact)
                if key not in self.known:
                    self.known[key] = len(self.table)
                    self.table.extend(masks)
                return self._sets(tuple(found), self.known[key], len(masks), gate)
        groups.sort(key=_size, reverse=True)
        rest = [len(self.table), len(totals), 0, len(groups) + len(literals)]
        self.table.extend([total + BIAS for total in totals])
        variables = []
        sizes: list = []
        for by, _, found in groups:
            sizes.append(len(found))
            for variable in found:
                variables.append(variable)
                rest += (variable, by)
        for literal, by in literals:
            sizes.append(1)
            variables.append(literal[0])
            rest += (-1 - self._place(literal), by)
        rest[2] = len(variables)
        self.terms = max(self.terms, 2 * len(variables) + 2)
        return self._emit(SUM, gate, rest + sizes, variables, self.middle)

    @cython.cfunc
    def _rest(self, inside: object, outside: object, total: object) -> object:
        """An implied sum: the cells inside less those outside, as bits; what `_total` would make of it."""
        groups: list
        terms: list = []
        sizes: list = []
        variables: list = []
        groups = self._different_groups(_cells(inside))
        if not outside and len(groups) <= 1:
            return self._total(dict.fromkeys(_cells(inside), 1), {}, [total], ())
        for found in groups:
            sizes.append(len(found[1]))
            for cell in found[1]:
                variables.append(cell)
                terms += (cell, 1)
        for found in self._different_groups(_cells(outside)):
            sizes.append(len(found[1]))
            for cell in found[1]:
                variables.append(cell)
                terms += (cell, -1)
        self.terms = max(self.terms, 2 * len(variables) + 2)
        self._emit(SUM, (), [len(self.table), 1, len(variables), len(sizes), *terms, *sizes], variables, self.middle)
        self.table.append(total + BIAS)
        return None

    @cython.cfunc
    def _different_groups(self, cells: list) -> list:
        """The cells in groups that all differ, (as bits, in turn) each: as they come, or by houses where better."""
        groups: list = []
        bits: object
        left: object
        for cell in cells:
            for k in range(len(groups)):
                if not groups[k][0] & ~self.peers[cell]:
                    groups[k] = (groups[k][0] | 1 << cell, groups[k][1])
                    groups[k][1].append(cell)
                    break
            else:
                groups.append((1 << cell, [cell]))
        if len(cells) < LONG or len(groups) == 1:
            return groups
        left = sum([1 << cell for cell in cells])
        other: list = []
        while left:
            bits = max([left & house for house in self.base.bits], key=int.bit_count, default=0) or left & -left
            other.append((bits, _cells(bits)))
            left &= ~bits
        return max(groups, other, key=_closeness)

    @cython.cfunc
    def _equal_sums(self, groups: tuple, gate: tuple, names: dict) -> object:
        pairs: object
        pairs = combinations(groups, 2) if len(groups) <= 4 else zip(groups, groups[1:])
        for one, other in pairs:
            self._sum((*one, *[(term, -by) for term, by in other]), (0,), gate, names)
        return None

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
        return bool(self.partial), self.masks, self._arrays()

    @cython.cfunc
    def _arrays(self) -> tuple:
        parts: list = [*self.light, *self.middle, *self.base.parts, *self.heavy]
        words: cython.int = (len(parts) + 63) // 64
        watch_: object = array("Q", bytes(8 * words * len(self.masks) + 8))
        watch: cython.ulonglong[::1] = watch_
        starts: list = []
        scope_from: list = [0]
        scopes: list = []
        p: cython.int = 0
        variable: cython.int
        row: cython.int
        for place, variables in parts:
            starts.append(place)
            for found in variables:
                variable = found
                watch[variable * words + (p >> 6)] |= cython.cast(cython.ulonglong, 1) << (p & 63)
            if self.code[place] == RANK:  # what it is most about
                variables = self.code[place + 5 : place + 5 + HEAD]
            scopes += variables
            scope_from.append(len(scopes))
            p += 1
        cell_words: cython.int = (self.cells + 63) // 64
        peers: object = array("Q", bytes(8 * cell_words * self.cells))
        low: object = (1 << 64) - 1
        for cell in range(self.cells):
            bits = self.peers[cell]
            for row in range(cell_words):
                peers[cell * cell_words + row] = (bits >> (64 * row)) & low
        return (
            peers,
            watch_,
            self.code,
            array("i", starts),
            self.table,
            array("i", scope_from),
            array("i", scopes or [0]),
            (self.states, self.terms, self.union_),
        )


def _cells(bits: object) -> list:
    """The numbers of the bits of an integer."""
    found: list = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _size(group: tuple) -> int:
    return len(group[2])


def _closeness(groups: list) -> int:
    """How many pairs of cells in the groups differ, twice and a constant."""
    return sum([len(found) ** 2 for _, found in groups])


@lru_cache(maxsize=1024)
def pair_rows(allowed: frozenset, side: int, lo: int) -> object:
    """What b may be beside each digit of a, then what a may be beside each digit of b."""
    rows = [0] * (2 * side)
    for x, y in allowed:
        rows[x - lo] |= 1 << (y - lo)
        rows[side + y - lo] |= 1 << (x - lo)
    return array("Q", rows)


@lru_cache(maxsize=4096)
def sum_sets(side: int, size: int, totals: tuple) -> object:
    """The sets of *size* bits below *side* whose numbers sum to one of *totals*, as masks."""
    every = combinations(range(side), size)
    return array("Q", [sum([BIT[d] for d in found]) for found in every if sum(found) in totals])


_KEPT: dict = {}
"""id of a thing -> the thing (so that the id stays its own) and what was made of it."""


def _made_of(thing: object, lo: int, make: object) -> object:
    key = (id(thing), lo)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= SHAPES:
            _KEPT.clear()
        found = _KEPT[key] = (thing, make(thing, lo))
    return found[1]


def digit_sets(sets: object, lo: int) -> tuple:
    """The sets as masks, and the sum of each where it is the same for all; kept for the same object."""
    return _made_of(sets, lo, _digit_sets)


def _digit_sets(sets: object, lo: int) -> tuple:
    masks = array("Q", [sum([1 << (digit - lo) for digit in found]) for found in sets])
    totals = {sum(found) for found in sets}
    return masks, totals.pop() if len(totals) == 1 else None


def machine_shape(layers: tuple, lo: int) -> tuple:
    """A machine as the kernel reads it: number of states, the end, first edge of each layer, edges, masks."""
    return _made_of(layers, lo, _machine_shape)


def _machine_shape(layers: tuple, lo: int) -> tuple:
    first = 0
    states = 1
    starts = [0]
    edges = []
    masks = []
    for number, rows in enumerate(layers):
        last = number == len(layers) - 1
        ways: dict = {}
        for state, digit, to in rows:
            key = (first + state, states if last else states + to)
            ways[key] = ways.get(key, 0) | 1 << (digit - lo)
        first = states
        states = states + 1 if last else 1 + max([to for _, to in ways], default=states)
        for (state, to), mask in ways.items():
            edges += (state, to)
            masks.append(mask)
        starts.append(len(masks))
    return states, states - 1, tuple(starts), array("i", edges), array("Q", masks)
