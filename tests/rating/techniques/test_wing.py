"""XY-wings and XYZ-wings."""

import pytest


@pytest.mark.parametrize(("size", "rung"), [(2, 13), (3, 14)])
def test_finds_exactly_the_wings_in_order(positions, found, removed, size, rung):
    """The producer's list is the definition's list: pivots row by row, pincers in peer order."""
    some = 0
    for position in positions:
        expected = []
        for pivot in range(81):
            p = position.candidates[pivot]
            if len(p) != size:
                continue
            small = [c for c in position.peers(pivot) if len(position.candidates[c]) == 2]
            for a in small:
                if len(p - position.candidates[a]) != 1:
                    continue
                for b in small:
                    sets = p, position.candidates[a], position.candidates[b]
                    if len(frozenset.union(*sets)) != 3 or len(frozenset.intersection(*sets)) != size - 2:
                        continue
                    z = min(sets[1] & sets[2])
                    victims = set(position.peers(a)) & set(position.peers(b))
                    if size == 3:
                        victims &= set(position.peers(pivot))
                    gone = position.has(victims, [z])
                    if gone:
                        expected.append(gone)
        assert [removed(h) for h in found(position, rung)] == expected
        some += len(expected)
    assert some > 2
