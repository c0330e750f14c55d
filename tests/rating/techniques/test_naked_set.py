"""Naked sets."""

import pytest


@pytest.mark.parametrize(("size", "rung"), [(2, 7), (3, 10), (4, 16)])
def test_finds_exactly_the_naked_sets_in_order(positions, found, removed, colex, size, rung):
    """The producer's list is the definition's list; removals stay in the house the set was found in."""
    some = 0
    for position in positions:
        expected = []
        for house in position.BOXES + position.COLUMNS + position.ROWS:
            if position.empty(house) < 2 * size:
                continue
            for chosen in colex(list(range(9)), size):
                cells = [house[k] for k in chosen]
                digits = frozenset().union(*(position.candidates[c] for c in cells))
                if len(digits) == size and all(len(position.candidates[c]) >= 2 for c in cells):
                    gone = position.has(set(house) - set(cells), digits)
                    if gone:
                        expected.append(gone)
        assert [removed(h) for h in found(position, rung)] == expected
        some += len(expected)
    assert some > 2
