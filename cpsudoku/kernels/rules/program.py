# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""From primitives to the arrays a `State` works on.

A `Program` begins with what the board's houses make (`base.py`) and takes statements. The primitives come as they are
(`cpsudoku.constraints.primitives`, whose classes the caller passes: this package is below). `ProgramBuilder` keeps the
lists.
"""

import cython
from cython.cimports.cpsudoku.kernels.rules import records
from cython.cimports.cpsudoku.kernels.rules.program_builder import ProgramBuilder

from cpsudoku.kernels.rules.program_arrays import program_arrays, watch_board_houses
from cpsudoku.kernels.rules.records import Between, Choice, Different, House, Rank, When
from cpsudoku.kernels.rules.shapes import BIT, digit_sets, machine_shape, pair_rows, sum_sets
from cpsudoku.kernels.rules.visibility import visibility

LINE = 16
"""Cells of a sandwich's line, at most."""
EXACT = 6
"""Cells up to which `cages.py` is exact."""
BRANCHES = 64
MANY_CLAUSES = 4000
"""Clauses in the definitions of one statement beyond which it is left out: those are for a SAT solver."""
WIDE = 128
"""Cells and variables of a choice up to which what no branch keeps is removed."""


@cython.cclass
class Program(ProgramBuilder):
    """The rules of one puzzle. `add` statements, then make a state of `finished()`.

    *words* are the classes of primitives, and last `Is`, that of literals about cells.
    The caller decides the first *selectors* of the Booleans: nothing is concluded about them.
    """

    cython.declare(selectors=cython.int, partial=cython.bint, states=cython.int, union_=cython.int)
    housed: cython.bint  # full houses beyond the board's, which may be cells of one of these
    cython.declare(late=list, kinds=dict)
    exact: dict  # of a cell: (cells, sets) for each of its sets of digits that are propagated exactly
    implied: set  # places of propagators that follow from such a set

    def __init__(self, base: object, lo: int, words: tuple, selectors: int = 0):
        ProgramBuilder.__init__(self, base, lo, words[len(words) - 1])
        self.kinds = {word: word.__name__ for word in words}
        self.selectors = selectors
        self.partial = self.housed = False
        self.states = self.union_ = 1
        self.late = []
        self.exact = {}
        self.implied = set()

    # -- statements

    def add(self, statement: tuple) -> None:
        """Take a statement. Sums and alternatives wait until all that differs is known."""
        names: dict = {}
        primitive: object
        if sum([len(part.clauses) for part in statement if self.kinds.get(type(part)) == "Defines"]) > MANY_CLAUSES:
            self.partial = True
            return
        for primitive in statement:
            if self.kinds.get(type(primitive)) in ("Sum", "EqualSums", "AnyOf", "Implies"):
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

    def rank(self, line: tuple, edges: tuple, smaller: int, ties: bool) -> bool:
        """The line, read as a number, has that many smaller ones among all lines (see `lines.py`).

        *edges*: for each edge of the board its lines, as many as digits. False where an edge is no full house: the
        statement has to be added instead.
        """
        if not all([frozenset([other[0] for other in edge]) in self.base.sets for edge in edges]):
            return False
        edges = tuple([edge for edge in edges if line not in edge])
        digit, rest = divmod(smaller, len(edges) + 1)
        if digit >= self.side:
            self.impossible = True
            return True
        self._narrow(line[0], BIT[digit])
        lines: list = [cell for edge in edges for other in edge for cell in other]
        cells: tuple = (*line, *lines)
        rank: list = Rank.fields(smaller=rest, ties=int(ties), size=len(line), cells=cells)
        self._emit(records.RANK, (), rank, tuple({*cells}), self.middle)
        return True

    def between(self, cells: tuple, total: int) -> bool:
        """What is between the lowest and the highest digit of these cells sums to *total*.

        False where the line is long or no full house: the statement has to be added instead.
        """
        if len(cells) > LINE or frozenset(cells) not in self.base.sets or self.base.number < self.side:
            return False
        middle: object = self.full & ~(1 | BIT[self.side - 1])
        ranges: object = len(self.code)
        for number in range(len(cells) - 1):
            sets = [s for s in sum_sets(self.side, number, (total - self.lo * number,)) if not s & ~middle]
            self.code += (len(self.table), len(sets))
            self.table.extend(sets)
        between: list = Between.fields(ranges=ranges, size=len(cells), cells=cells)
        self._emit(records.BETWEEN, (), between, cells, self.middle)
        return True

    def close(self) -> None:
        """Take the statements that waited."""
        for primitive, names in self.late:
            self._primitive(primitive, (), names)
        self.late = []
        self._implied()

    @cython.cfunc
    def _primitive(self, primitive: object, gate: tuple, names: dict):
        kind: object = self.kinds.get(type(primitive))
        clause: object
        if kind == "Pair":
            self._pair(primitive.a, primitive.b, primitive.allowed, gate)
        elif kind == "DigitSet":
            self._digit_set(primitive.cells, primitive.sets, gate)
        elif kind == "Different":
            self._different(primitive.cells, gate)
        elif kind == "Clause":
            self._clause([self._literal(literal, names) for literal in primitive.literals], gate)
        elif kind == "Sum":
            self._sum(primitive.terms, primitive.totals, gate, names)
        elif kind == "Automaton":
            self._machine(primitive.cells, primitive.layers, gate)
        elif kind == "Defines":
            for clause in primitive.clauses:
                self._clause([self._literal(literal, names) for literal in clause], ())
        elif kind == "EqualSums":
            self._equal_sums(primitive.groups, gate, names)
        elif kind == "Implies":
            self._implies(primitive, gate, names)
        elif kind == "AnyOf":
            self._any_of(primitive, gate, names)
        else:
            raise TypeError(f"{primitive!r} is no primitive")

    @cython.cfunc
    def _different(self, cells: tuple, gate: tuple):
        if self.children is None:
            return self._apart(cells)
        self._emit(records.DIFFERENT, gate, Different.fields(size=len(cells), cells=cells), cells, self.light)

    @cython.cfunc
    def _apart(self, cells: tuple):
        """The cells are all different, under no condition."""
        if len(cells) > self.side or len(set(cells)) < len(cells):
            self.impossible = True
            return None
        self.peers.differ(cells)
        if len(cells) == self.base.number:
            self.housed = True
            self._emit(records.HOUSE, (), House.fields(size=len(cells), cells=cells), cells, self.light)

    @cython.cfunc
    def _pair(self, a: object, b: object, allowed: object, gate: tuple):
        if a == b:
            mask = sum([1 << (x - self.lo) for x, y in allowed if x == y])
            return self._clause([(a, mask)], gate)
        rows: object = self.known.get(allowed)
        if rows is None:
            rows = self.known[allowed] = len(self.table)
            self.table.extend(pair_rows(allowed, self.side, self.lo))
        if self.children is None and a in self.exact and self._follows(a, b, allowed):
            self.implied.add(len(self.code))
        self._emit(records.PAIR, gate, [a, b, rows], (a, b), self.light)

    @cython.cfunc
    def _follows(self, a: object, b: object, allowed: object) -> cython.bint:
        """Whether the pair follows from a set of digits that both cells belong to."""
        cells: tuple
        for cells, sets in self.exact[a]:
            if b in cells:
                key = ("follows", id(sets), id(allowed))
                found = self.known.get(key)
                if found is None:
                    follows = all([(x, y) in allowed for some in sets for x in some for y in some if x != y])
                    found = self.known[key] = (follows, sets, allowed)
                if found[0]:
                    return True
        return False

    @cython.cfunc
    def _digit_set(self, cells: tuple, sets: object, gate: tuple):
        cython.declare(masks=object, total=object)
        if self.children is None:
            self._apart(cells)
            if self.impossible:
                return None
        key: object = ("sets", id(sets))
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
        self._cage(cells, found[0], found[1], gate)

    @cython.cfunc
    def _machine(self, cells: tuple, layers: tuple, gate: tuple):
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
        machine: list = [end, len(cells)]
        for k in range(len(cells)):
            machine += (cells[k], edges_at + 2 * starts[k], starts[k + 1] - starts[k], masks_at + starts[k])
        kind = records.MACHINE if len(set(cells)) == len(cells) else records.REREAD
        self._emit(kind, gate, machine, cells, self.heavy)

    @cython.cfunc
    def _implies(self, primitive: object, gate: tuple, names: dict):
        conditions = [self._literal(literal, names) for literal in primitive.conditions]
        refused = [(variable, self._every(variable) & ~mask) for variable, mask in conditions]
        rest: list = []
        for part in primitive.statement:
            if self.kinds.get(type(part)) == "Clause":
                self._clause([*refused, *[self._literal(x, names) for x in part.literals]], gate)
            elif self.kinds.get(type(part)) == "Defines":
                self._primitive(part, gate, names)
            else:
                rest.append(part)
        if not rest:
            return None
        inner = (*gate, *conditions)
        self._new_gate(tuple(conditions))
        self._new_gate(inner)
        places, variables = self._below(rest, inner, names)
        if not gate and len(conditions) == 1 and 0 <= conditions[0][0] - self.cells < self.selectors:
            return None
        variables.update([variable for variable, _ in conditions])
        when: list = When.fields(conditions=self.gates[tuple(conditions)], statement=self._numbers(places))
        self._emit(records.WHEN, gate, when, tuple(variables), self.heavy)

    @cython.cfunc
    def _below(self, statement: object, gate: tuple, names: dict) -> tuple:
        """Places of the propagators of a statement under a gate, and their variables."""
        outer = (self.children, self.child_variables)
        self.children, self.child_variables = [], set()
        for primitive in statement:
            self._primitive(primitive, gate, names)
        found = (self.children, self.child_variables)
        self.children, self.child_variables = outer
        return found

    @cython.cfunc
    def _any_of(self, primitive: object, gate: tuple, names: dict):
        statements: tuple = primitive.statements
        units: list = []
        for statement in statements:
            if [self.kinds.get(type(part)) for part in statement] != ["Clause"] or len(statement[0].literals) != 1:
                break
            units.append(self._literal(statement[0].literals[0], names))
        else:
            return self._clause(units, gate)
        if len(statements) > BRANCHES:
            half = len(statements) // 2
            any_of = type(primitive)
            statements = ((any_of(statements[:half]),), (any_of(statements[half:]),))
        variable = self._new(BIT[len(statements)] - 1)
        every: set = set()
        branches: list = []
        for k, statement in enumerate(statements):
            inner = (*gate, (variable, BIT[k]))
            self._new_gate(inner)
            places, variables = self._below(statement, inner, dict(names))
            branches.append(self._numbers(places))
            every |= variables
        kept = sorted(every) if len(every) <= WIDE else []
        self.union_ = max(self.union_, len(kept))
        items: list = kept + branches
        choice: list = Choice.fields(variable=variable, branches=len(statements), cells=len(kept), items=items)
        self._emit(records.CHOICE, gate, choice, (*every, variable), self.heavy)

    # -- the end

    def finished(self) -> tuple:
        """(whether statements were left out, masks of all variables, the arrays) for a `State`.

        No masks and arrays (None) where a rule alone cannot hold.
        """
        self.close()
        if self.impossible:
            return False, None, None
        masks, watch, code, starts, ends, scopes, running = program_arrays(
            self.base, (self.light, self.middle, self.heavy), self.code, self.masks, self.implied
        )
        rows = self.peers.rows
        apart = self.peers.beyond(self.base.covered)
        seen = self.base.visibility
        if self.housed or rows != self.base.peers.rows:
            seen = visibility(code, starts, rows, apart, self.base.end, self.cells)
            watch_board_houses(self.base, watch, code, starts, seen, running)
        room = (running, self.states, self.terms, self.union_)
        return bool(self.partial), masks, (rows, apart, seen, watch, code, starts, self.table, ends, scopes, room)

    def plain(self) -> bool:
        """Whether there is nothing but the board's houses and the digits that a cell may have."""
        added: list = self.light or self.middle or self.heavy
        return not added and len(self.masks) == self.cells and self.peers.rows == self.base.peers.rows
