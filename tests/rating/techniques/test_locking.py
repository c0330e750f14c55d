"""Pointing and claiming."""


def ways(position):
    """(base houses, cover houses), in the order of the scale."""
    yield position.BOXES, position.COLUMNS
    yield position.BOXES, position.ROWS
    yield position.COLUMNS, position.BOXES
    yield position.ROWS, position.BOXES


def locked(position):
    """(base houses, base, cover, digit) of every locked digit."""
    for bases, covers in ways(position):
        for base in bases:
            for cover in covers:
                for digit in range(1, 10):
                    places = position.places(base, digit)
                    if len(places) >= 2 and set(places) <= set(cover):
                        yield bases, base, cover, digit


def test_finds_exactly_the_locked_candidates_in_order(positions, found, removed):
    """The producer's list is the definition's list: at least two positions, all in the cover house."""
    some = 0
    for position in positions:
        expected = []
        for bases, base, cover, digit in locked(position):
            gone = position.has(set(cover) - set(base), [digit])
            if gone:
                expected.append((2.6 if bases is position.BOXES else 2.8, gone))
        assert [(h.rating, removed(h)) for h in found(position, 6)] == expected
        some += len(expected)
    assert some > 100


def test_finds_exactly_the_direct_forms_in_order(positions, found, removed):
    """A direct form places the digit in another house of the base's kind; it removes nothing else itself."""
    some = 0
    for position in positions:
        expected = []
        for bases, base, cover, digit in locked(position):
            for other in bases:
                outside = set(position.places(other, digit)) - set(cover)
                if other is base or not set(other) & set(cover) or len(position.places(other, digit)) < 2:
                    continue
                if len(outside) == 1:
                    expected.append((1.7 if bases is position.BOXES else 1.9, outside.pop(), digit))
        mine = found(position, 2)
        assert [(h.rating, h.cell, h.digit) for h in mine] == expected
        assert not any(removed(h) for h in mine)
        some += len(expected)
    assert some > 2
