"""Exactly one, at a stroke."""

from __future__ import annotations

from itertools import count

import pytest
from pysat.solvers import Solver

from cpsudoku.formula.at_most_one import EXACTLY_ONE, naive

PUBLISHED = {
    "binary-tree": {9: 27, 16: 55, 25: 91, 36: 135, 81: 316, 144: 567, 256: 1015},
    "ternary-tree": {9: 25, 16: 51, 25: 81, 36: 119, 81: 277, 144: 499, 256: 889},
}
"""Clauses of one exactly-one over so many literals, in the published table; "naive" has 37, 121, 301, 631."""


@pytest.mark.parametrize("method", EXACTLY_ONE)
def test_sizes_are_those_published(method: str) -> None:
    """All seven of them."""
    for n, clauses in PUBLISHED[method].items():
        numbers = count(n + 1)
        assert len(EXACTLY_ONE[method](range(1, n + 1), numbers.__next__)) == clauses
    assert [len(naive(range(1, n + 1))) for n in (9, 16, 25, 36)] == [37, 121, 301, 631]


@pytest.mark.parametrize("method", EXACTLY_ONE)
@pytest.mark.parametrize("n", [*range(1, 14), 27])
def test_models_projected_on_the_inputs_have_one(method: str, n: int) -> None:
    """Each literal once, and each extends to the auxiliary variables in one way."""
    numbers = count(n + 1)
    with Solver("minisat22", bootstrap_with=EXACTLY_ONE[method](list(range(1, n + 1)), numbers.__next__)) as solver:
        models = [tuple(x > 0 for x in model[:n]) for model in solver.enum_models()]
    assert sorted(models) == sorted(tuple(k == one for k in range(n)) for one in range(n))


@pytest.mark.parametrize("method", EXACTLY_ONE)
def test_propagation_is_that_of_pairs(method: str) -> None:
    """One true settles the rest; all but one false settle the last."""
    n, numbers = 9, count(10)
    with Solver("glucose3", bootstrap_with=EXACTLY_ONE[method](list(range(1, n + 1)), numbers.__next__)) as solver:
        for one in range(1, n + 1):
            rest = [-x for x in range(1, n + 1) if x != one]
            assert set(rest) <= set(solver.propagate([one])[1])
            assert one in solver.propagate(rest)[1]
