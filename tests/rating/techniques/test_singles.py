"""Hidden and naked singles."""


def expected(position):
    """By definition, in the order of the scale."""
    groups = (position.BOXES, position.COLUMNS, position.ROWS)
    for last in (True, False):
        for group in groups:
            for house in group:
                if (position.empty(house) == 1) != last:
                    continue
                for digit in range(1, 10):
                    places = position.places(house, digit)
                    if len(places) == 1:
                        rating = 1.0 if last else 1.2 if group is position.BOXES else 1.5
                        yield rating, places[0], digit


def test_finds_exactly_the_hidden_singles_in_order(positions, found, first):
    """The producer's list is the definition's list, and the loop takes its head."""
    some = 0
    for position in positions:
        mine = [(h.rating, h.cell, h.digit) for h in found(position, 1)]
        assert mine == list(expected(position))
        head = first(position, 1)
        assert (head and (head.rating, head.cell, head.digit)) == (mine[0] if mine else None)
        some += len(mine)
    assert some > 100


def test_finds_exactly_the_cells_with_one_candidate_in_order(positions, found):
    """The producer's list is the definition's list, row by row."""
    some = 0
    for position in positions:
        expected = [(c, min(digits)) for c, digits in enumerate(position.candidates) if len(digits) == 1]
        assert [(h.cell, h.digit) for h in found(position, 4)] == expected
        some += len(expected)
    assert some > 5
