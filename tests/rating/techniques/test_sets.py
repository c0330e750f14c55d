"""Naked and hidden sets, and the direct forms of hidden ones."""

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


def sets(position, size, least, colex):
    """(house, digits, cells) of every hidden set in houses with more than *least* empty cells."""
    for house in position.BOXES + position.COLUMNS + position.ROWS:
        if position.empty(house) <= least:
            continue
        for digits in colex(list(range(1, 10)), size):
            places = [position.places(house, digit) for digit in digits]
            cells = set().union(*places)
            if all(len(p) >= 2 for p in places) and len(cells) == size:
                yield house, digits, cells


@pytest.mark.parametrize(("size", "rung"), [(2, 9), (3, 12), (4, 18)])
def test_finds_exactly_the_hidden_sets_in_order(positions, found, removed, colex, size, rung):
    """The producer's list is the definition's list; the house must have more than twice as many empty cells."""
    some = 0
    for position in positions:
        expected = []
        for _, digits, cells in sets(position, size, 2 * size, colex):
            gone = position.has(cells, set(range(1, 10)) - set(digits))
            if gone:
                expected.append(gone)
        assert [removed(h) for h in found(position, rung)] == expected
        some += len(expected)
    assert some > 2


@pytest.mark.parametrize(("size", "rung"), [(2, 3), (3, 5)])
def test_finds_exactly_the_direct_forms_in_order(positions, found, removed, colex, size, rung):
    """After a set, useful itself or not, the lowest other digit with one position left in the house is placed."""
    some = 0
    for position in positions:
        expected = []
        for house, digits, cells in sets(position, size, size, colex):
            for digit in sorted(set(range(1, 10)) - set(digits)):
                places = position.places(house, digit)
                left = set(places) - cells
                if len(places) >= 2 and len(left) == 1:
                    expected.append((left.pop(), digit))
                    break
        mine = found(position, rung)
        assert [(h.cell, h.digit) for h in mine] == expected
        assert not any(removed(h) for h in mine)
        some += len(expected)
    assert some > 2
