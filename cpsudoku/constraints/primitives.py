"""The statements that every rule is made of and every engine supports.

A statement is a tuple of primitives that all hold. Cells are numbers, digits are real digits (lo .. hi). A primitive
may use auxiliary Booleans under any name (a string or tuple): each such name is one Boolean within the constraint.
Engines depend on these classes and on no kind of rule; kinds of rules depend on these classes and on no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

Cell = int
Digit = int
Name = Hashable
"""An auxiliary Boolean's name: a string, or a tuple that begins with one. Integers are cells."""


@dataclass(frozen=True, slots=True)
class Is:
    """The literal "this cell holds this digit", or its negation."""

    cell: Cell
    digit: Digit
    positive: bool = True

    def __invert__(self) -> Is:
        return Is(self.cell, self.digit, not self.positive)


@dataclass(frozen=True, slots=True)
class Aux:
    """The literal of an auxiliary Boolean."""

    name: Name
    positive: bool = True

    def __invert__(self) -> Aux:
        return Aux(self.name, not self.positive)


Literal = Is | Aux


@dataclass(frozen=True, slots=True)
class Different:
    """No two of the cells are equal."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """(digit of a, digit of b) is one of *allowed*."""

    a: Cell
    b: Cell
    allowed: frozenset[tuple[Digit, Digit]]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of coefficient x term is one of *totals* (ascending). A term is a cell, or a literal counting 0 or 1."""

    terms: tuple[tuple[Cell | Literal, int], ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EqualSums:
    """All these sums (terms as in `Sum`) are equal."""

    groups: tuple[tuple[tuple[Cell | Literal, int], ...], ...]


@dataclass(frozen=True, slots=True)
class DigitSet:
    """The cells are all different and the set of their digits is one of *sets* (each of as many digits as cells)."""

    cells: tuple[Cell, ...]
    sets: tuple[frozenset[Digit], ...]


@dataclass(frozen=True, slots=True)
class Automaton:
    """The digits read along *cells* take a machine from state 0 to an accepting state.

    `layers[i]` maps (state, digit) at cell i to the next state: a tuple of (state, digit, next) rows. States are
    numbers within their layer; what is not listed is refused. Every state lies on a way from start to acceptance.
    """

    cells: tuple[Cell, ...]
    layers: tuple[tuple[tuple[int, Digit, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the literals is true."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    """Where all *conditions* are true, the statement holds."""

    conditions: tuple[Literal, ...]
    statement: Statement


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the statements holds. Auxiliary names of a branch that are new to it are its own."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Defines:
    """Clauses that define auxiliary Booleans by the cells. Any digits satisfy them."""

    clauses: tuple[tuple[Literal, ...], ...]


Primitive = Different | Pair | Sum | EqualSums | DigitSet | Automaton | Clause | Implies | AnyOf | Defines
Statement = tuple[Primitive, ...]

NEVER: Statement = (Clause(()),)
"""A statement that is never true."""


def pairs_allowed(
    digits: Iterable[Digit], allowed: Callable[[Digit, Digit], bool], *free: Hashable
) -> frozenset[tuple[Digit, Digit]]:
    """The pairs of digits that pass a test. *free*: all that the test depends on beside its arguments.

    The result is cached by the test's code, *free* and the digits. A closure without *free* is evaluated every time.
    """
    every = tuple(digits)
    if not free and getattr(allowed, "__closure__", ()) is not None:
        return frozenset((x, y) for x in every for y in every if allowed(x, y))
    return _pairs(_Keyed((getattr(allowed, "__code__", None), free), (allowed,)), every)


@dataclass(frozen=True)
class _Keyed:
    """Functions that are equal where their keys are: caches are kept by these."""

    key: Hashable
    functions: tuple[Callable[..., Any], ...] = field(compare=False)


@lru_cache(maxsize=1024)
def _pairs(test: _Keyed, digits: tuple[Digit, ...]) -> frozenset[tuple[Digit, Digit]]:
    (allowed,) = test.functions
    return frozenset((x, y) for x in digits for y in digits if allowed(x, y))


def counted(cells: Sequence[Cell], digit: Digit, totals: Iterable[int]) -> Sum:
    """How often *digit* is in the cells."""
    return Sum(tuple((Is(cell, digit), 1) for cell in cells), tuple(sorted(set(totals))))


def present(cells: Sequence[Cell], digit: Digit, name: Name) -> Defines:
    """Auxiliary *name*: the digit is in one of the cells."""
    clauses: list[tuple[Literal, ...]] = [(Is(cell, digit, False), Aux(name)) for cell in cells]
    clauses.append((Aux(name, False), *(Is(cell, digit) for cell in cells)))
    return Defines(tuple(clauses))


def machine(
    cells: Sequence[Cell],
    digits: Iterable[Digit],
    start: Hashable,
    step: Callable[[int, Hashable, Digit], Hashable | None],
    accepts: Callable[[Hashable], bool],
    key: Hashable = None,
) -> Statement:
    """The automaton that *step*(position, state, digit) describes (None refuses), smallest for these cells; or NEVER.

    Unrolled layer by layer, stripped of what leads nowhere, and equal ends merged, so that every state matters.
    *key*: whatever *step* and *accepts* depend on beyond the digits and the number of cells, the kind's word first;
    with it the unrolled machine is kept for the next rule like this one.
    """
    if key is None:
        layers = unrolled(len(cells), tuple(digits), start, step, accepts)
    else:
        layers = _kept(_Keyed(key, (step, accepts)), len(cells), tuple(digits), start)
    return (Automaton(tuple(cells), layers),) if layers is not None else NEVER


@lru_cache(maxsize=1024)
def _kept(
    machine: _Keyed, length: int, digits: tuple[Digit, ...], start: Hashable
) -> tuple[tuple[tuple[int, Digit, int], ...], ...] | None:
    return unrolled(length, digits, start, *machine.functions)


def unrolled(
    length: int,
    digits: tuple[Digit, ...],
    start: Hashable,
    step: Callable[[int, Hashable, Digit], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> tuple[tuple[tuple[int, Digit, int], ...], ...] | None:
    """The layers of `machine`, None where no word is accepted."""
    reached: list[dict[Hashable, list[tuple[Digit, Hashable]]]] = []
    front: dict[Hashable, None] = {start: None}
    for position in range(length):
        edges: dict[Hashable, list[tuple[Digit, Hashable]]] = {}
        after: dict[Hashable, None] = {}
        for state in front:
            out = edges[state] = []
            for digit in digits:
                target = step(position, state, digit)
                if target is not None:
                    out.append((digit, target))
                    after[target] = None
        reached.append(edges)
        front = after
    number: dict[Hashable, int] = {state: 0 for state in front if accepts(state)}
    layers: list[tuple[tuple[int, Digit, int], ...]] = []
    for position in range(length - 1, -1, -1):
        signatures: dict[tuple[tuple[Digit, int], ...], int] = {}
        before: dict[Hashable, int] = {}
        for state, out in reached[position].items():
            kept = tuple((digit, number[target]) for digit, target in out if target in number)
            if kept:
                before[state] = signatures.setdefault(kept, len(signatures))
        layers.append(tuple((index, digit, to) for kept, index in signatures.items() for digit, to in kept))
        number = before
    if start not in number:
        return None
    layers.reverse()
    first = number[start]  # the only state of the first layer
    layers[0] = tuple((0, digit, to) for index, digit, to in layers[0] if index == first)
    return tuple(layers) if length else ()


@lru_cache(maxsize=4096)
def sets_with_sum(digits: tuple[Digit, ...], size: int, totals: tuple[int, ...]) -> tuple[frozenset[Digit], ...]:
    """The sets of *size* different digits whose sum is one of *totals*."""
    return tuple(frozenset(chosen) for chosen in combinations(digits, size) if sum(chosen) in totals)


def nested(rule: Any) -> Statement:
    """A rule's statement inside another rule: auxiliary names stay its own."""
    statement: Statement = rule.statement()
    if any(isinstance(primitive, Defines) for primitive in statement):
        return (AnyOf((statement,)),)
    return statement


def negation(statement: Statement, digits: tuple[Digit, ...]) -> Statement:
    """The statement that holds exactly where *statement* does not; its definitions of auxiliary Booleans stay."""
    kept = tuple(primitive for primitive in statement if isinstance(primitive, Defines))
    branches = tuple(
        branch for primitive in statement if not isinstance(primitive, Defines) for branch in _not(primitive, digits)
    )
    return (*kept, AnyOf(branches)) if branches else NEVER


def _not(primitive: Primitive, digits: tuple[Digit, ...]) -> list[Statement]:
    """Statements one of which holds exactly where *primitive* does not."""
    match primitive:
        case Different(cells):
            equal = frozenset((x, x) for x in digits)
            return [(Pair(a, b, equal),) for a, b in combinations(cells, 2)]
        case Pair(a, b, allowed):
            return [(Pair(a, b, frozenset((x, y) for x in digits for y in digits) - allowed),)]
        case Sum(terms, totals):
            low, high = bounds(terms, digits)
            return [(Sum(terms, tuple(t for t in range(low, high + 1) if t not in totals)),)]
        case EqualSums(groups):
            found: list[Statement] = []
            for one, other in pairwise(groups):
                terms = (*one, *((term, -by) for term, by in other))
                low, high = bounds(terms, digits)
                found.append((Sum(terms, tuple(t for t in range(low, high + 1) if t)),))
            return found
        case DigitSet(cells, sets):
            others = tuple(s for s in map(frozenset, combinations(digits, len(cells))) if s not in sets)
            return [*_not(Different(cells), digits), (DigitSet(cells, others),)]
        case Automaton(cells, layers):
            return [_complement(cells, layers, digits)]
        case Clause(literals):
            return [tuple(Clause((~literal,)) for literal in literals)]
        case Implies(conditions, statement):
            return [(*(Clause((literal,)) for literal in conditions), *negation(statement, digits))]
        case AnyOf(statements):
            return [tuple(part for statement in statements for part in negation(statement, digits))]
        case _:
            return []


def _complement(
    cells: tuple[Cell, ...], layers: tuple[tuple[tuple[int, Digit, int], ...], ...], digits: tuple[Digit, ...]
) -> Statement:
    tables = [{(state, digit): to for state, digit, to in rows} for rows in layers]

    def step(position: int, state: Hashable, digit: Digit) -> Hashable:
        return tables[position].get((state, digit), -1) if isinstance(state, int) and state >= 0 else -1

    return machine(cells, digits, 0, step, lambda state: state == -1)


def bounds(terms: Iterable[tuple[Cell | Literal, int]], digits: Sequence[Digit]) -> tuple[int, int]:
    """The least and the greatest value a sum can have, each cell for itself."""
    low = high = 0
    for term, by in terms:
        least, most = (digits[0], digits[-1]) if isinstance(term, int) else (0, 1)
        low += min(least * by, most * by)
        high += max(least * by, most * by)
    return low, high
