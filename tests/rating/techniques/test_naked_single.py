"""Naked singles."""


def test_finds_exactly_the_cells_with_one_candidate_in_order(positions, found):
    """The producer's list is the definition's list, row by row."""
    some = 0
    for position in positions:
        expected = [(c, min(digits)) for c, digits in enumerate(position.candidates) if len(digits) == 1]
        assert [(h.cell, h.digit) for h in found(position, 4)] == expected
        some += len(expected)
    assert some > 5
