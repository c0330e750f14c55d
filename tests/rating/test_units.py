"""Ratings as people write them."""

from __future__ import annotations

import pytest

from cpsudoku import Puzzle, generate, hint, rate, rate_many
from cpsudoku.errors import UsageError
from cpsudoku.rating.numbers import in_tenths, tenths_of
from cpsudoku.results import Rating
from cpsudoku.techniques.step import Step

XY_WING = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def test_every_tenth_crosses_both_ways() -> None:
    """k/10 is the literal a person writes, and comes back as k."""
    for k in range(10, 120):
        literal = float(f"{k // 10}.{k % 10}")
        assert k / 10 == literal
        assert tenths_of(literal, "rating") == in_tenths(literal) == k


def test_ratings_are_plain_numbers() -> None:
    """er, ep and ed and every step's rating are numbers with one decimal, equal to their literals."""
    rating = rate("..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5.")
    assert isinstance(rating, Rating)
    assert (rating.er, rating.ep, rating.ed) == (8.9, 1.2, 1.2)
    assert max(step.rating for step in rating.steps) == 8.9
    assert not hasattr(rating.steps[0], "tenths")
    step = hint(rating.puzzle)
    assert isinstance(step, Step)
    assert step.rating == 1.2


def test_an_integer_is_a_point() -> None:
    """rating=7 aims at 7.0 exactly, and the record states numbers."""
    record = generate(rating=2, seed=1)
    assert record.rating is not None
    assert record.rating.er == 2.0


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (72, "the unit is a point of the scale, not its tenth: 7.2"),
        (0, "from 1.0 to 11.9"),
        (12, "from 1.0 to 11.9"),
        (0.9, "from 1.0 to 11.9"),
        (float("nan"), "from 1.0 to 11.9"),
        (7.25, "one decimal"),
        ("7.2", "a number"),
        (True, "a number"),
    ],
)
def test_other_units_are_refused(number: float, said: str) -> None:
    """What is no number of the scale is refused with a word on the unit, old tenths above all, and at once."""
    puzzle = Puzzle.parse(XY_WING)
    with pytest.raises(UsageError, match=said):
        rate(puzzle, max_er=number)
    with pytest.raises(UsageError, match=said):
        rate_many([], max_er=number)
