"""Fish."""

import pytest


@pytest.mark.parametrize(("size", "rung"), [(2, 8), (3, 11), (4, 17)])
def test_finds_exactly_the_fish_in_order(positions, found, removed, colex, size, rung):
    """The producer's list is the definition's list: columns as base first, then rows; lines before digits."""
    some = 0
    for position in positions:
        expected = []
        for bases, covers in ((position.COLUMNS, position.ROWS), (position.ROWS, position.COLUMNS)):
            places = {(k, digit): position.places(bases[k], digit) for k in range(9) for digit in range(1, 10)}
            for chosen in colex(list(range(9)), size):
                for digit in range(1, 10):
                    lines = [places[k, digit] for k in chosen]
                    if position.values.count(digit) > 9 - 2 * size or min(map(len, lines)) < 2:
                        continue
                    crossing = [cover for cover in covers if any(set(cover) & set(line) for line in lines)]
                    if len(crossing) != size:
                        continue
                    inside = {cell for k in chosen for cell in bases[k]}
                    gone = position.has({cell for cover in crossing for cell in cover} - inside, [digit])
                    if gone:
                        expected.append(gone)
        assert [removed(h) for h in found(position, rung)] == expected
        some += len(expected)
    assert some > 2
