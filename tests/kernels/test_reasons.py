"""The reasons that propagation names are enough, and stripped sets have no needless one."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cpsudoku.kernels.general.reasons import Reasoner

pytestmark = pytest.mark.interpreted


def kernel_of(clauses, groups, sets, weights, variables):
    literals = [x for clause in clauses for x in clause]
    starts = [0]
    for clause in clauses:
        starts.append(starts[-1] + len(clause))
    return Reasoner(variables, variables, literals, starts, groups, sets, weights)


def refutes(clauses, groups, sets, variables, chosen, literals):
    """Whether the clauses of groups within *chosen* have no model with *literals*: by looking at every one."""
    kept = [clause for clause, group in zip(clauses, groups) if set(sets[group]) <= set(chosen)]
    for values in product((False, True), repeat=variables):
        holds = all(values[abs(x) - 1] == (x > 0) for x in literals)
        if holds and all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in kept):
            return False
    return True


def instance(seed):
    draw = random.Random(seed)
    variables, reasons = 7, 6
    sets = [(), *((k,) for k in range(reasons)), (0, 3)]
    clauses, groups = [], []
    for _ in range(draw.randint(8, 22)):
        cells = draw.sample(range(1, variables + 1), draw.randint(1, 3))
        clauses.append([cell if draw.random() < 0.5 else -cell for cell in cells])
        groups.append(draw.randrange(len(sets)) if len(cells) > 1 else draw.randrange(1, len(sets)))
    return clauses, groups, sets, [draw.choice((1, 1, 2, 3)) for _ in range(reasons)], variables


@pytest.mark.parametrize("seed", range(60))
def test_named_reasons_refute(seed):
    """Every set that `lightest`, `smaller` or `without` names has no model with the assumed literal."""
    clauses, groups, sets, weights, variables = instance(seed)
    kernel = kernel_of(clauses, groups, sets, weights, variables)
    literals = [x for v in range(1, variables + 1) for x in (v, -v)]
    derived, conflict = kernel.settle(())
    if conflict is not None:
        assert refutes(clauses, groups, sets, variables, conflict, [])
        return
    facts = [x for x, why in derived if not why]
    for x, why in derived:
        assert refutes(clauses, groups, sets, variables, why, [*(f for f in facts if f != x), -x])
    for x, why in kernel.lightest(literals, 1, 100):
        assert refutes(clauses, groups, sets, variables, why, [*facts, x])
        less = kernel.smaller(x, why)
        assert set(less) <= set(why)
        assert refutes(clauses, groups, sets, variables, less, [*facts, x])
        assert not any(kernel.refuted((x,), [other for other in less if other != one]) for one in less)
        for barred in less:
            other = kernel.without(x, {barred}, 3)
            assert barred not in other
            assert sum(weights[reason] for reason in other) <= 3
            assert not other or refutes(clauses, groups, sets, variables, other, [*facts, x])


def test_what_propagation_sees():
    """A chain of three implications is refuted by its three reasons, whatever the weights, and by no two."""
    clauses = [[-1, 2], [-2, 3], [-3, -1], [4, 5]]
    kernel = kernel_of(clauses, [1, 2, 3, 4], [(), (0,), (1,), (2,), (3,)], [1, 2, 1, 1], 5)
    assert kernel.settle(()) == ([], None)
    assert kernel.lightest([1], 1, 100) == [(1, (0, 1, 2))]
    assert kernel.lightest([1], 1, 3) == []
    assert kernel.refuted([1], (0, 1)) == []
    assert kernel.open(1)
    assert kernel.settle([-1]) == ([], None)
    assert not kernel.open(1)


def test_light_reasons_first():
    """Of two ways to refute, the lighter one is named."""
    clauses = [[-1, 2], [-1, -2], [-1, 3], [-3, 4], [-4, -1]]
    groups = [1, 2, 3, 4, 5]
    sets = [(), (0,), (1,), (2,), (3,), (4,)]
    kernel = kernel_of(clauses, groups, sets, [4, 4, 1, 1, 1], 4)
    kernel.settle(())
    assert kernel.lightest([1], 1, 20) == [(1, (2, 3, 4))]
    kernel = kernel_of(clauses, groups, sets, [1, 1, 1, 1, 1], 4)
    kernel.settle(())
    assert kernel.lightest([1], 1, 20) == [(1, (0, 1))]


def test_another_way():
    """Without a reason of the lightest set, the other way is named; not where it is heavier than asked."""
    clauses = [[-1, 2], [-1, -2], [-1, 3], [-3, 4], [-4, -1]]
    kernel = kernel_of(clauses, [1, 2, 3, 4, 5], [(), (0,), (1,), (2,), (3,), (4,)], [1] * 5, 4)
    kernel.settle(())
    assert kernel.without(1, set(), 3) == (0, 1)
    assert kernel.without(1, {1}, 3) == (2, 3, 4)
    assert kernel.without(1, {1}, 2) == ()
    assert kernel.without(1, {1, 2}, 5) == ()
    assert kernel.lightest([1], 1, 20) == [(1, (0, 1))]


def test_facts_that_conflict():
    """Facts that break a clause are answered by the clause's reasons."""
    kernel = kernel_of([[-1, -2]], [1], [(), (0,)], [1], 2)
    assert kernel.settle([1]) == ([(-2, (0,))], None)
    assert kernel.settle([2])[1] == (0,)
