"""Aligned exclusion, against a plain transcription of its definition."""

from itertools import product

import pytest


def tuples(position, degree, colex):
    """The base cells and their common excluders, in order."""
    candidates = position.candidates
    excluders, bases = {}, []
    for cell in range(81):
        if len(candidates[cell]) < 2:
            continue
        excluders[cell] = [c for c in position.peers(cell) if 2 <= len(candidates[c]) <= degree]
        if excluders[cell] and not any(len(candidates[c]) == 1 for c in position.peers(cell)):
            bases.append(cell)
    for i, j in colex(list(range(len(bases))), 2):
        a, b = bases[i], bases[j]
        shared = set(excluders[a]) & set(excluders[b])
        if len(shared) < 2:
            continue
        if degree == 2:
            yield (a, b), shared
            continue
        for c in dict.fromkeys(excluders[a] + excluders[b]):
            if c in bases and c not in (a, b) and len(shared & set(excluders[c])) >= 2:
                yield (a, b, c), shared & set(excluders[c])


def removed_by(position, cells, shared):
    """Candidates in no possible combination."""
    peers = {cell: set(position.peers(cell)) for cell in cells}
    left = [set() for _ in cells]
    for combination in product(*(sorted(position.candidates[c]) for c in cells)):
        pairs = [(i, j) for i in range(len(cells)) for j in range(i)]
        if any(combination[i] == combination[j] and cells[j] in peers[cells[i]] for i, j in pairs):
            continue
        if any(position.candidates[e] <= set(combination) for e in shared):
            continue
        for k, digit in enumerate(combination):
            left[k].add(digit)
    return frozenset((c, d) for c, kept in zip(cells, left, strict=True) for d in position.candidates[c] - kept)


@pytest.mark.parametrize(("degree", "rung", "step"), [(2, 20, 2), (3, 22, 12)])
def test_finds_exactly_the_tuples_in_order(positions, found, removed, first, colex, degree, rung, step):
    """All tuples are those of the definition, and the loop takes the first."""
    some = 0
    for position in positions[:-3:step]:
        expected = []
        for cells, shared in tuples(position, degree, colex):
            gone = removed_by(position, cells, shared)
            if gone:
                expected.append((cells, gone))
        assert [(tuple(h.members()), removed(h)) for h in found(position, rung)] == expected
        head = first(position, rung)
        assert (head and tuple(head.members())) == (expected[0][0] if expected else None)
        some += len(expected)
    assert some > 2


def test_no_base_cell_sees_a_naked_single(positions, found):
    """A cell with one candidate bars its peers from being base cells, though exclusion would hold there too."""
    barred = 0
    for position in positions[:-3]:
        singles = {c for c, digits in enumerate(position.candidates) if len(digits) == 1}
        if not singles:
            continue
        for hint in found(position, 20):
            assert not any(set(position.peers(cell)) & singles for cell in hint.members())
        barred += 1
    assert barred
