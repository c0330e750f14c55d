"""What rules are made of, and how each part becomes clauses.

Variable `cell * digits + k` says that a cell holds the k-th digit of the board. Every further variable is introduced
here, by the part that needs it, and defined by its clauses: whatever digits keep the part, the variables behind
can be given values so that every clause is true; whatever digits break it, no values do.
A part can say what its opposite is (`denied`): parts that hold together exactly where it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple, Protocol

from . import work
from .errors import require

MOST_CLAUSES = 1_500_000
"""Clauses of a formula or a proof: the most the checker takes on."""
Clause = tuple[int, ...]
Column = Mapping[int, int]
"""Value -> the literal that says so; exactly one of the literals is true."""
Step = Callable[[int, Any, int], Any]
"""(position, state, value read there) -> the state after it; None: refused."""
Accepts = Callable[[Any], bool]
DEAD = "dead"
"""The state of a word that was refused, where refusal is what is wanted."""


class Part(Protocol):
    """A piece of what a rule says."""

    def write(self, sheet: Sheet) -> None:
        """Its clauses."""

    def denied(self, digits: range) -> list[Part]:
        """Parts that all hold exactly where this one does not."""


class Sheet:
    """Clauses in the making, for a board of *cells* cells and these *digits*; new variables begin behind *last*."""

    def __init__(self, digits: range, last: int):
        self.digits = digits
        self.last = last
        self.clauses: list[Clause] = []
        self.unless: tuple[int, ...] = ()
        self.held = 0
        """Bytes of the clauses that are counted."""
        self._uncounted = 0
        self._work = 0

    def literal(self, cell: int, digit: int) -> int:
        """The cell holds the digit."""
        return cell * len(self.digits) + digit - self.digits[0] + 1

    def column(self, cell: int) -> Column:
        """The digits of a cell."""
        work.spend(len(self.digits), held=150 * len(self.digits))
        return {digit: self.literal(cell, digit) for digit in self.digits}

    def new(self) -> int:
        """A further variable."""
        self.last += 1
        return self.last

    def add(self, *literals: int) -> None:
        """One of the literals, or of `unless`, is true."""
        self.work(1)
        self._uncounted += 4 + len(literals) + len(self.unless)
        if self._uncounted > 1_000:
            self.count()
        clause = {*literals, *self.unless}
        if not any(-literal in clause for literal in clause):
            self.clauses.append(tuple(sorted(clause)))

    def count(self) -> None:
        """Count the steps and bytes of the last clauses."""
        held = 40 * self._uncounted
        work.spend(self._uncounted, held)
        self.held += held
        self._uncounted = 0

    def work(self, steps: int) -> None:
        """Count clauses, and steps on the way to them. Raises Rejected where there are too many."""
        self._work += steps
        require(self._work <= MOST_CLAUSES, f"the rules make more than {MOST_CLAUSES:,} clauses, the most taken on")

    def below(self, condition: int, parts: Iterable[Part]) -> None:
        """The parts hold where *condition* does."""
        outer, self.unless = self.unless, (*self.unless, -condition)
        for part in parts:
            part.write(self)
        self.unless = outer

    def read(self, columns: Sequence[Column], word: Word) -> None:
        """Clauses that hold exactly where the values of the columns are a word that is accepted.

        A variable a state of each place says that the word is in it; states from which the same endings are accepted
        are one, states without any are left out, and a place with one state only needs no variable. States and value
        before give the state after; a state after, with or without the value, gives one of those before.
        """
        layers = self._layers(columns, word)
        if layers is None:
            self.add()
            return
        before: dict[int, int | None] = {0: None}  # None: a literal that is always true
        for column, edges in zip(columns, layers):
            states, values = len(edges), sum(map(len, edges.values()))
            work.spend(values + len(column) * states)
            targets = sorted({to for out in edges.values() for to in out.values()})
            after: dict[int, int | None] = (
                {to: self.new() for to in targets} if len(targets) > 1 else {targets[0]: None}
            )
            work.spend(len(targets) * values // 4)
            for state, out in edges.items():
                for value, literal in column.items():
                    self._implied([before[state], literal], [after[out[value]]] if value in out else [])
                if len(out) < len(column):
                    self._implied([before[state]], [column[value] for value in out])
            for to in targets:
                sources = [state for state, out in edges.items() if to in out.values()]
                if len(sources) < len(edges):
                    self._implied([after[to]], [before[state] for state in sources])
                work.spend(len(column) * (1 + len(sources) // 2))
                for value, literal in column.items():
                    by_value = [state for state in sources if edges[state].get(value) == to]
                    if len(by_value) < len(edges):
                        self._implied([after[to], literal], [before[state] for state in by_value])
                for state in sources:
                    between = [column[value] for value, reached in edges[state].items() if reached == to]
                    if len(between) < len(column):
                        self._implied([before[state], after[to]], between)
            if len(targets) > 1:
                self.add(*(state for state in after.values() if state is not None))
            before = after

    def _implied(self, given: Iterable[int | None], one_of: Sequence[int | None]) -> None:
        """Where all of *given* are true one of *one_of* is; None is always true."""
        if None not in one_of:
            self.add(*(-literal for literal in given if literal is not None), *(x for x in one_of if x is not None))

    def _layers(self, columns: Sequence[Column], word: Word) -> list[dict[int, dict[int, int]]] | None:
        """For each place its states from 0, and of each (value -> state after); None where no word is accepted."""
        reached: list[dict[Hashable, dict[int, Hashable]]] = []
        front: dict[Hashable, None] = {word.start: None}
        for position, column in enumerate(columns):
            edges: dict[Hashable, dict[int, Hashable]] = {}
            after: dict[Hashable, None] = {}
            for state in front:  # a state that is a set costs its entries
                size = len(state) if isinstance(state, frozenset) else 1
                self.work(len(column) * size)
                work.spend(4 * len(column) * size, held=200 + 250 * len(column) + 100 * size)
                edges[state] = {}
                for value in column:
                    to = None if state == DEAD else word.step(position, state, value)
                    if to is None and not word.wanted:
                        to = DEAD
                    if to is not None:
                        edges[state][value] = to
                        after[to] = None
            reached.append(edges)
            front = after
        number = {state: 0 for state in front if (state != DEAD and word.accepts(state)) == word.wanted}
        layers: list[dict[int, dict[int, int]]] = []
        for edges in reversed(reached):
            known: dict[tuple[tuple[int, int], ...], int] = {}
            before: dict[Hashable, int] = {}
            for state, out in edges.items():
                kept = tuple((value, number[to]) for value, to in out.items() if to in number)
                if kept:
                    before[state] = known.setdefault(kept, len(known))
            layers.append({index: dict(kept) for kept, index in known.items()})
            number = before
        return layers[::-1] if word.start in number else None


class Some(NamedTuple):
    """One of the statements (cell, digit, True: holds it, False: does not) is so. A digit off the board is nowhere."""

    statements: tuple[tuple[int, int, bool], ...]

    def write(self, sheet: Sheet) -> None:
        if any(digit not in sheet.digits and not positive for _, digit, positive in self.statements):
            return
        there = [(cell, digit, positive) for cell, digit, positive in self.statements if digit in sheet.digits]
        sheet.add(*(sheet.literal(cell, digit) * (1 if positive else -1) for cell, digit, positive in there))

    def denied(self, digits: range) -> list[Part]:
        return [Some(((cell, digit, not positive),)) for cell, digit, positive in self.statements]


class Differ(NamedTuple):
    """No two of the cells are equal; as many cells as digits hold them all."""

    cells: tuple[int, ...]

    def write(self, sheet: Sheet) -> None:
        work.spend(len(sheet.digits) * len(self.cells))
        for digit in sheet.digits:
            holders = [sheet.literal(cell, digit) for cell in self.cells]
            for a, b in combinations(holders, 2):
                sheet.add(-a, -b)
            if len(self.cells) == len(sheet.digits):
                sheet.add(*holders)

    def denied(self, digits: range) -> list[Part]:
        pairs = len(self.cells) ** 2 // 2
        work.spend(2 * pairs, held=150 * pairs)
        equal = frozenset((digit, digit) for digit in digits)
        return [Either(tuple((Pair(a, b, equal),) for a, b in combinations(self.cells, 2)))]


class Pair(NamedTuple):
    """(digit of a, digit of b) is one of *allowed*. Each digit of the one implies one of those it goes with."""

    a: int
    b: int
    allowed: frozenset[tuple[int, int]]

    def write(self, sheet: Sheet) -> None:
        work.spend(len(sheet.digits) ** 2)
        for digit in sheet.digits:
            after = [sheet.literal(self.b, y) for y in sheet.digits if (digit, y) in self.allowed]
            before = [sheet.literal(self.a, x) for x in sheet.digits if (x, digit) in self.allowed]
            if self.a == self.b:
                if (digit, digit) not in self.allowed:
                    sheet.add(-sheet.literal(self.a, digit))
                continue
            if len(after) < len(sheet.digits):
                sheet.add(-sheet.literal(self.a, digit), *after)
            if len(before) < len(sheet.digits):
                sheet.add(-sheet.literal(self.b, digit), *before)

    def denied(self, digits: range) -> list[Part]:
        work.spend(len(digits) ** 2, held=250 * len(digits) ** 2)
        every = frozenset((x, y) for x in digits for y in digits)
        return [Pair(self.a, self.b, every - self.allowed)]


class Word(NamedTuple):
    """The digits of the cells, read one after the other, end in a state that is accepted (not *wanted*: do not)."""

    cells: tuple[int, ...]
    start: Hashable
    step: Step
    accepts: Accepts
    wanted: bool = True

    def write(self, sheet: Sheet) -> None:
        sheet.read([sheet.column(cell) for cell in self.cells], self)

    def denied(self, digits: range) -> list[Part]:
        return [self._replace(wanted=not self.wanted)]


class Present(NamedTuple):
    """As `Word`, reading for each digit of the board, ascending, whether it is in one of the cells (1) or not (0).

    A variable a digit says that it is there. Behind the digits the cells `then` are read.
    """

    cells: tuple[int, ...]
    start: Hashable
    step: Step
    accepts: Accepts
    then: tuple[int, ...] = ()
    wanted: bool = True

    def write(self, sheet: Sheet) -> None:
        work.spend(len(sheet.digits) * (len(self.cells) + 1))
        columns: list[Column] = []
        for digit in sheet.digits:
            there = sheet.new()
            holders = [sheet.literal(cell, digit) for cell in self.cells]
            for holder in holders:
                sheet.add(-holder, there)
            sheet.add(-there, *holders)
            columns.append({0: -there, 1: there})
        columns += map(sheet.column, self.then)
        sheet.read(columns, Word((), self.start, self.step, self.accepts, self.wanted))

    def denied(self, digits: range) -> list[Part]:
        return [self._replace(wanted=not self.wanted)]


class Either(NamedTuple):
    """All parts of one of the options hold. A variable an option chooses it."""

    options: tuple[tuple[Part, ...], ...]

    def write(self, sheet: Sheet) -> None:
        work.spend(len(self.options), held=40 * len(self.options))
        chosen = [sheet.new() for _ in self.options]
        sheet.add(*chosen)
        for choice, parts in zip(chosen, self.options):
            sheet.below(choice, parts)

    def denied(self, digits: range) -> list[Part]:
        return [Either(tuple(tuple(part.denied(digits)) for part in option)) for option in self.options]


class SameSums(NamedTuple):
    """The groups of cells have the same sum. A variable a sum says that it is theirs."""

    groups: tuple[tuple[int, ...], ...]

    def write(self, sheet: Sheet) -> None:
        digits = sheet.digits
        least = max(len(group) * digits[0] for group in self.groups)
        most = min(len(group) * digits[-1] for group in self.groups)
        shared = {total: sheet.new() for total in range(least, most + 1)}
        sheet.add(*shared.values())
        for a, b in combinations(shared.values(), 2):
            sheet.add(-a, -b)
        for group in self.groups:
            end = len(group)

            def step(position: int, state: Any, value: int, end: int = end) -> Any:
                if position == end:
                    return "equal" if state == value else None
                return state + value

            if shared:
                sheet.read([*map(sheet.column, group), shared], Word((), 0, step, ending("equal")))

    def denied(self, digits: range) -> list[Part]:
        options: list[tuple[Part, ...]] = []
        for one, other in pairwise(self.groups):
            terms = weighted([*((cell, 1) for cell in one), *((cell, -1) for cell in other)])
            options.append(tuple(total(terms, {0}, digits).denied(digits)))
        return [Either(tuple(options))]


def ending(end: Hashable) -> Accepts:
    """Accepts this state and no other."""
    return lambda state: state == end


def weighted(terms: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """(cell, coefficient), each cell once, none with coefficient 0, the heaviest first."""
    found: dict[int, int] = {}
    for cell, by in terms:
        found[cell] = found.get(cell, 0) + by
    return sorted(((cell, by) for cell, by in found.items() if by), key=lambda term: -abs(term[1]))


def total(terms: Sequence[tuple[int, int]], totals: Iterable[int], digits: range) -> Word:
    """The sum of coefficient x digit is one of *totals*; the state is the sum so far."""
    wanted = frozenset(totals)
    low, high = min(wanted, default=0), max(wanted, default=-1)
    left = [(0, 0)]  # (least, most) of the terms still to come
    for _, by in reversed(terms):
        ends = (by * digits[0], by * digits[-1])
        left.append((left[-1][0] + min(ends), left[-1][1] + max(ends)))
    left.reverse()

    def step(position: int, state: Any, value: int) -> Any:
        so_far: int = state + terms[position][1] * value
        least, most = left[position + 1]
        return so_far if low - most <= so_far <= high - least else None

    return Word(tuple(cell for cell, _ in terms), 0, step, wanted.__contains__)
