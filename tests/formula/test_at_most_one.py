"""At-most-one methods: what they mean, and how large they are."""

from __future__ import annotations

from itertools import count
from math import ceil, comb, isqrt, log2

import pytest
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from cpsudoku.formula.at_most_one import AT_MOST_ONE


def build(method: str, literals: list[int]) -> tuple[list[list[int]], int]:
    """Clauses and the number of auxiliary variables."""
    top = max(map(abs, literals), default=0)
    numbers = count(top + 1)
    clauses = AT_MOST_ONE[method](literals, numbers.__next__)
    return clauses, next(numbers) - 1 - top


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize("method", AT_MOST_ONE)
def test_models_projected_on_the_inputs_are_none_or_one(method: str, n: int) -> None:
    """For n up to 6 every choice of none or one literal can be completed to a model, and no other choice can."""
    literals = [k if k % 3 else -k for k in range(1, n + 1)]
    clauses, _ = build(method, literals)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for choice in range(1 << n):
            chosen = [x if choice >> k & 1 else -x for k, x in enumerate(literals)]
            assert solver.solve(assumptions=chosen) == (choice.bit_count() <= 1), chosen


@pytest.mark.parametrize("n", range(2, 40))
def test_sizes_are_those_of_the_papers(n: int) -> None:
    """(auxiliary variables, clauses) of each method written by hand, for n literals."""
    lg, p = ceil(log2(n)), isqrt(n - 1) + 1
    q = ceil(n / p)
    groups = [min(p, n - k) for k in range(0, n, p)]
    width = ceil(n / p)
    halves = [min(width, n - k) for k in range(0, n, width)]
    bits = ceil(log2(len(halves)))
    expected = {
        "pairwise": (0, comb(n, 2)),
        "sequential": (n - 1, 3 * n - 4),
        "ladder": (n + 1, 4 * n),
        "bitwise": (lg, n * lg),
        "product": (p + q, 2 * n + comb(p, 2) + comb(q, 2)),
        "commander": (len(groups), n + sum(comb(g, 2) for g in groups) + comb(len(groups), 2)),
        "bimander": (bits, n * bits + sum(comb(g, 2) for g in halves)),
    }
    for method, size in expected.items():
        clauses, auxiliaries = build(method, list(range(1, n + 1)))
        assert (auxiliaries, len(clauses)) == size, method


SIZES_AT_9_16_25_36 = {
    "pairwise": [(0, 36), (0, 120), (0, 300), (0, 630)],
    "sequential": [(8, 23), (15, 44), (24, 71), (35, 104)],
    "ladder": [(10, 36), (17, 64), (26, 100), (37, 144)],
    "bitwise": [(4, 36), (4, 64), (5, 125), (6, 216)],
    "product": [(6, 24), (8, 44), (10, 70), (12, 102)],
    "commander": [(3, 21), (4, 46), (5, 85), (6, 141)],
    "bimander": [(2, 27), (2, 56), (3, 125), (3, 198)],
    "totalizer": [(29, 66), (64, 185), (118, 419), (188, 819)],
    "cardinality-network": [(35, 53), (58, 88), (99, 149), (138, 208)],
}


@pytest.mark.parametrize("method", AT_MOST_ONE)
def test_sizes_at_the_sides_of_square_boards(method: str) -> None:
    """The published (auxiliary variables, clauses) for 9, 16, 25 and 36 literals."""
    built = [build(method, list(range(1, n + 1))) for n in (9, 16, 25, 36)]
    assert [(auxiliaries, len(clauses)) for clauses, auxiliaries in built] == SIZES_AT_9_16_25_36[method]


@pytest.mark.parametrize(
    ("method", "encoder"), [("sequential", "seqcounter"), ("ladder", "ladder"), ("bitwise", "bitwise")]
)
def test_methods_written_by_hand_are_as_large_as_pysats(method: str, encoder: str) -> None:
    """Where PySAT has the method too, its encoder makes as many variables and clauses."""
    for n in (4, 9, 13):
        theirs = CardEnc.atmost(list(range(1, n + 1)), bound=1, encoding=getattr(EncType, encoder))
        clauses, auxiliaries = build(method, list(range(1, n + 1)))
        assert (auxiliaries, len(clauses)) == (theirs.nv - n, len(theirs.clauses))


@pytest.mark.parametrize("method", AT_MOST_ONE)
def test_a_true_literal_propagates_to_all_others(method: str) -> None:
    """Unit propagation alone makes every other literal false: no method weakens the extended encoding."""
    for n in (2, 5, 9):
        literals = list(range(1, n + 1))
        clauses, _ = build(method, literals)
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            for x in literals:
                ok, implied = solver.propagate([x])
                assert ok
                assert {-y for y in literals if y != x} <= set(implied)
