"""Alternatives and conditions against every filling."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cpsudoku.constraints.primitives import (
    AnyOf,
    Aux,
    Clause,
    Defines,
    DigitSet,
    Implies,
    Is,
    Pair,
    Primitive,
    Statement,
    Sum,
    machine,
)
from tests.kernels.rules.brute import Filling, board, check, narrowed, random_masks

pytestmark = pytest.mark.interpreted
CELLS, SIDE = 4, 3
Part = tuple[Statement, Callable[[Filling], bool]]


def part(rng: random.Random, depth: int) -> Part:
    """A random statement, and what it means."""
    kind = rng.randrange(5 + 2 * (depth > 0))
    a, b, c = rng.sample(range(CELLS), 3)
    if kind == 0:
        total = rng.randint(3, 8)
        return (Sum(((a, 1), (b, 1), (c, 1)), (total,)),), lambda v: v[a] + v[b] + v[c] == total
    if kind == 1:
        less = frozenset((x, y) for x in range(1, SIDE + 1) for y in range(x + 1, SIDE + 1))
        return (Pair(a, b, less),), lambda v: v[a] < v[b]
    if kind == 2:
        digit, positive = rng.randint(1, SIDE), rng.random() < 0.5
        return (Clause((Is(a, digit, positive),)),), lambda v: (v[a] == digit) == positive
    if kind == 3:
        sets = (frozenset({1, 2}), frozenset({2, 3}))
        return (DigitSet((a, b), sets),), lambda v: frozenset((v[a], v[b])) in sets
    if kind == 4:
        automaton = machine((a, b), range(1, SIDE + 1), 0, lambda k, s, d: d if not k or d != s else None, bool)
        return automaton, lambda v: v[a] != v[b]
    one, other = part(rng, depth - 1), part(rng, depth - 1)
    if kind == 5:
        return (AnyOf((one[0], other[0])),), lambda v: one[1](v) or other[1](v)
    digit = rng.randint(1, SIDE)
    condition = (Is(a, digit), Is(b, digit, False))
    made_ = (Implies(condition, (*one[0], *other[0])),)
    return made_, lambda v: not (v[a] == digit and v[b] != digit) or (one[1](v) and other[1](v))


def test_alternatives_and_conditions() -> None:
    """Random sums, pairs, sets and machines, nested in alternatives and conditions: each filling is found."""
    rng = random.Random(1)
    for _ in range(150):
        parts = [part(rng, 2) for _ in range(rng.randint(1, 3))]
        statement = tuple(primitive for made, _ in parts for primitive in made)
        rules = [rule for _, rule in parts]
        masks = random_masks(rng, CELLS, SIDE)
        check(board(CELLS, SIDE), statement, lambda v: all(rule(v) for rule in rules), masks, False)  # noqa: B023


def test_a_branch_has_booleans_of_its_own() -> None:
    """One name in two branches is two Booleans: one branch may need it true and the other false."""
    name = Aux("x")
    branches: tuple[tuple[Primitive, ...], ...] = (
        (Defines(((~name, Is(0, 1)), (name, Is(0, 1, False)))), Clause((name,))),
        (Defines(((~name, Is(0, 1)), (name, Is(0, 1, False)))), Clause((~name,)), Clause((Is(1, 2),))),
    )
    check(board(2, 3), (AnyOf(branches),), lambda v: v[0] == 1 or v[1] == 2, [7, 7], False)


def test_many_branches() -> None:
    """More branches than a word has bits become alternatives of alternatives."""
    pairs = [(x, y) for x in range(1, 10) for y in range(1, 10) if (x + y) % 9]
    branches = tuple((Sum(((0, 1),), (x,)), Sum(((1, 1),), (y,))) for x, y in pairs)
    check(board(2, 9), (AnyOf(branches),), lambda v: bool((v[0] + v[1]) % 9), [511, 511], False)


def test_what_no_branch_keeps_goes() -> None:
    """A candidate that every branch refuses is removed before any search, and so is a branch that fails."""
    branches = ((Sum(((0, 1), (1, 1)), (3,)),), (Sum(((0, 1), (1, 1)), (4,)),))
    assert narrowed(board(2, 4), (AnyOf(branches),), [15, 15]) == [7, 7]
    kept = narrowed(board(2, 4), (AnyOf((*branches, (Sum(((0, 1),), (9,)),))),), [12, 15])
    assert kept == [4, 1]


def test_a_condition_that_cannot_be() -> None:
    """Where the statement fails, the last open condition is refused."""
    rule = Implies((Is(0, 1),), (Sum(((1, 1), (2, 1)), (8,)),))
    assert narrowed(board(3, 4), (rule,), [15, 7, 15]) == [14, 7, 15]
