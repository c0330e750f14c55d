"""Primitives as clauses: what unit propagation finds, sizes, and the machines of `unrolled`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import parse
from cpsudoku.constraints.primitives import (
    AnyOf,
    Automaton,
    Different,
    EqualSums,
    Implies,
    Is,
    Sum,
    counted,
    negation,
    sets_with_sum,
    unrolled,
)
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.primitives.sums import LONG, SUMS, by_house
from cpsudoku.formula.primitives.templates import MACHINES, Ways, different, pair
from cpsudoku.formula.primitives.to_clauses import Lowering, Scope
from cpsudoku.kernels.clauses.clause_template import ClauseTemplate


def plain_sum(cells: Sequence[int], totals: Iterable[int]) -> Sum:
    """The sum of these cells is one of *totals*."""
    return Sum(tuple((cell, 1) for cell in cells), tuple(sorted(totals)))


BOARD = Geometry.shaped(1, 4, 1, 4, latin=False)


@pytest.mark.parametrize(
    "text",
    [
        "sandwich 3 r1c1-r1c4",
        "skyscraper 2 r1c1-r1c4",
        "sum 9 r1c1-r1c4",
        "regex (12|3.)+ r1c1-r1c4",
        "whisper 2 r1c1 r1c2",
    ],
)
def test_propagation_is_complete(text: str) -> None:
    """With way `edges`, unit propagation refutes every digit that no accepted filling has, also after a first digit."""
    encoding = replace(catalog.load("extended"), sums="states", automata="edges")
    lowering = Lowering(BOARD, encoding)
    rule = parse(text).on(BOARD)
    lowering.stated(rule)
    kept = [values for values in product(range(1, 5), repeat=4) if rule.holds(values)]
    with Incremental("glucose4", lowering.clauses) as solver:
        for cell, digit in product(range(4), range(1, 5)):
            for other, first in product(range(4), range(1, 5)):
                supported = any(values[cell] == digit and values[other] == first for values in kept)
                ok, _ = solver.propagate([4 * other + first, 4 * cell + digit])
                if not supported and any(values[other] == first for values in kept):
                    assert not ok, (cell, digit, other, first)


WAYS = [
    *({"sums": sums, "automata": automata} for sums in SUMS for automata in MACHINES if sums in ("auto", "states")),
    *({"sums": sums, "automata": "layered"} for sums in SUMS if sums not in ("auto", "states")),
]
LAYERS = parse("regex (12|3.|2*)+ r1c1-r1c4").on(BOARD).statement()[0].layers  # type: ignore[union-attr]
STATED = {
    "one total": (plain_sum((0, 1, 2, 3), [9]),),
    "totals apart": (plain_sum((0, 1, 2, 3), [4, 7, 16]),),
    "no total": (plain_sum((0, 1, 2), []),),
    "out of reach": (plain_sum((0, 1, 2), [2, 13]),),
    "one cell": (plain_sum((2,), [1, 3]),),
    "weights": (Sum(((0, 3), (1, -2), (2, 1), (3, -1)), (-3, 0, 4)),),
    "a digit counted": (counted((0, 1, 2, 3), 2, [0, 3]),),
    "cells and literals": (Sum(((0, 1), (Is(1, 4), 5), (Is(2, 1, False), -2), (3, -1)), (1, 2)),),
    "equal sums": (EqualSums((((0, 1), (1, 1)), ((2, 2),), ((3, 1), (Is(0, 1), 3)))),),
    "not both": (Implies((Is(0, 2),), (plain_sum((1, 2, 3), [5, 6]),)),),
    "a sum or a line": (AnyOf(((plain_sum((0, 1), [3]),), parse("skyscraper 2 r1c1-r1c4").on(BOARD).statement())),),
    "sandwich": parse("sandwich 3 r1c1-r1c4").on(BOARD).statement(),
    "regex": parse("regex (12|3.)+ r1c1-r1c4").on(BOARD).statement(),
    "a cell read twice": (Automaton((0, 1, 0, 3), LAYERS),),
    "no word": (Automaton((0, 1), (((0, 1, 0),), ())),),
}


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "-".join(ways.values()))
@pytest.mark.parametrize("name", STATED)
def test_every_way_means_the_same(name: str, ways: dict[str, str]) -> None:
    """Under each filling of four cells the clauses can be kept just where the statement holds as its words say."""
    statement = STATED[name]
    lowering = Lowering(BOARD, replace(catalog.load("extended"), **ways))
    lowering.statement(statement, (), Scope())
    with Incremental("glucose4", lowering.clauses) as solver:
        for values in product(range(1, 5), repeat=4):
            clued = [4 * cell + value for cell, value in enumerate(values)]
            assert isinstance(solver.solve(clued), Sat) == all(_holds(part, values) for part in statement), values


def _holds(primitive: object, values: tuple[int, ...]) -> bool:
    """A primitive by its docstring."""

    def worth(terms: tuple[tuple[int | Is, int], ...]) -> int:  # type: ignore[type-arg,unused-ignore]
        return sum(by * (values[x] if isinstance(x, int) else _true(x)) for x, by in terms)

    def _true(literal: Is) -> bool:
        return (values[literal.cell] == literal.digit) == literal.positive

    match primitive:
        case Sum(terms, totals):
            return worth(terms) in totals  # type: ignore[arg-type]
        case EqualSums(groups):
            return len({worth(group) for group in groups}) == 1  # type: ignore[arg-type]
        case Implies(conditions, statement):
            applies = all(isinstance(x, Is) and _true(x) for x in conditions)
            return not applies or all(_holds(part, values) for part in statement)
        case AnyOf(statements):
            return any(all(_holds(part, values) for part in statement) for statement in statements)
        case Automaton(cells, layers):
            states = {0}
            for cell, rows in zip(cells, layers, strict=True):
                states = {to for state, digit, to in rows if state in states and digit == values[cell]}
            return bool(states)
    raise AssertionError(primitive)


def test_machines_are_small() -> None:
    """Dead ends are cut: three cells that add up to 4, of digits 1 to 4, take 2 + 3 + 2 transitions."""
    layers = unrolled(3, (1, 2, 3, 4), 0, lambda k, state, digit: state + digit, lambda state: state == 4)  # type: ignore[operator]
    assert layers is not None
    assert [len(rows) for rows in layers] == [2, 3, 2]
    assert unrolled(2, (1, 2), 0, lambda k, state, digit: None, lambda state: True) is None


def test_machines_are_kept_by_their_key() -> None:
    """Rules that differ in a number, in digits or in length have machines of their own; like rules share one."""
    wide = Geometry.shaped(1, 6, 0, 5, latin=False)
    seen: dict[str, object] = {}
    for board, text in (
        (BOARD, "sandwich 2 r1c1-r1c4"),
        (BOARD, "sandwich 3 r1c1-r1c4"),
        (BOARD, "sandwich 3 r1c1-r1c3"),
        (wide, "sandwich 3 r1c1-r1c4"),
        (BOARD, "skyscraper 2 r1c1-r1c4"),
        (BOARD, "x-sum 3 r1c1-r1c4"),
    ):
        (made,) = parse(text).on(board).statement()
        (again,) = parse(text).on(board).statement()
        assert made.layers is again.layers  # type: ignore[union-attr]
        seen[str((board, text))] = made.layers  # type: ignore[union-attr]
    assert len(set(map(id, seen.values()))) == len(seen)


def test_sets() -> None:
    """Nine different digits of three cells with sum 7 or 24 are {1,2,4} and {7,8,9}; 12 sets at most for one sum."""
    assert sets_with_sum(tuple(range(1, 10)), 3, (7, 24)) == (frozenset({1, 2, 4}), frozenset({7, 8, 9}))
    most = max(
        len(sets_with_sum(tuple(range(1, 10)), size, (total,))) for size in range(1, 10) for total in range(1, 46)
    )
    assert most == 12


def test_long_sums_are_cut_by_house() -> None:
    """Cells of one house and coefficient form groups; short sums stay whole."""
    terms = [(cell, 1) for cell in (0, 1, 2, 9, 10, 80)]
    groups, left = by_house(Geometry(), terms)
    assert len(terms) == LONG
    assert groups == [((0, 1, 2, 9, 10), 1)]
    assert left == [(80, 1)]
    assert by_house(Geometry(), terms[1:]) == ([], terms[1:])


def test_negation_is_a_statement_too() -> None:
    """Not all different: some pair is equal; twice negated, a sum has its totals again."""
    (made,) = negation((Different((0, 1, 2)),), (1, 2))
    assert isinstance(made, AnyOf)
    assert len(made.statements) == 3
    digits = (1, 2, 3)
    once = negation((plain_sum([0, 1], [4]),), digits)
    (inner,) = once[0].statements[0]  # type: ignore[union-attr]
    assert inner.totals == (2, 3, 5, 6)  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["cage 9 r1c1-r1c3", "or { cage 9 r1c1-r1c3 | odd r1c1 }", "zipper r1c1-r1c4"])
def test_every_clause_has_the_guard(text: str) -> None:
    """All clauses of a guarded constraint hold the negated guard or belong to a branch whose selector does."""
    lowering = Lowering(BOARD)
    before = len(lowering.clauses)
    guard = lowering.guarded(parse(text).on(BOARD))
    free = {guard}
    for clause in lowering.clauses.lists()[before:]:
        if -guard in clause:
            free.update(x for x in clause if x > BOARD.size * BOARD.side)
    assert all(any(-x in clause for x in free) for clause in lowering.clauses.lists()[before:])


def test_ways_of_an_encoding() -> None:
    """What an encoding names is taken, what it leaves out is the default; native at-most-one is pairwise in rules."""
    encoding = catalog.load("extended")
    named = replace(encoding, sums="tree", automata="edges", at_most_one="ladder")
    assert Ways.of(named) == Ways("tree", "edges", "ladder")
    assert Ways.of(replace(encoding, at_most_one="native")) == Ways.of(None) == Ways()


def test_sums_take_states_while_they_are_few() -> None:
    """By default a short sum is an automaton, and one with many states a tree."""

    def written(way: str, most: int) -> tuple[int, list[list[int]]]:
        columns = [[(value * most**cell, 5 * cell + value + 1) for value in range(5)] for cell in range(5)]
        sheet = ClauseTemplate(25)
        SUMS[way](sheet, columns, range(4 * (most**5) // (most - 1 or 1)), "layered")
        return sheet.variables, [list(clause) for clause in sheet.clauses]

    assert written("auto", 1) == written("states", 1) != written("tree", 1)
    assert written("auto", 6) == written("tree", 6)


def test_groups_of_two_and_cells_that_are_there_twice() -> None:
    """Two cells of a house are a group; a cell that is there several times counts with the sum of its coefficients."""
    apart = [(cell, 1) for cell in (0, 1, 30, 50, 70)]
    assert by_house(Geometry(), [*apart, (1, 1), (50, -1)]) == ([], [(0, 1), (1, 2), (30, 1), (70, 1)])
    assert by_house(Geometry(), [*apart, (80, 1)]) == ([((0, 1), 1), ((30, 50), 1), ((70, 80), 1)], [])


def test_pairs_are_stated_by_support_in_both_directions() -> None:
    """A digit that every digit of the other cell allows has no clause; any other has one that lists its partners."""
    sheet = pair(frozenset({(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)}), (1, 2, 3))
    assert sorted(map(list, sheet.clauses)) == [[-6, 1], [-5, 1], [-3, 4], [-2, 4]]


def test_a_full_set_of_different_cells_has_every_digit() -> None:
    """As many cells as digits: each digit is in one of them; fewer: at most in one; more: there is no way."""
    full = [list(clause) for clause in different(2, 2, "pairwise").clauses]
    assert sorted(map(sorted, full)) == [[-4, -2], [-3, -1], [1, 3], [2, 4]]
    assert sorted(sorted(clause) for clause in different(2, 3, "pairwise").clauses) == [[-6, -3], [-5, -2], [-4, -1]]
    assert [list(clause) for clause in different(1, 1, "pairwise").clauses] == [[1]]
    assert [list(clause) for clause in different(3, 2, "pairwise").clauses] == [[]]
