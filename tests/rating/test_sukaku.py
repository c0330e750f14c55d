"""Puzzles that give candidates are rated as Sukaku programs rate their candidate strings."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku import Puzzle, hint, rate, rate_many
from cpsudoku.rating.answers import Unrated
from cpsudoku.rating.start import position
from cpsudoku.results import Rating

LINES = (Path(__file__).parent / "sukaku.txt").read_text().splitlines()[1:]
REFERENCE = {line.split()[0]: tuple(map(float, line.split()[1:])) for line in LINES}
EASY = [row for row, (er, _, _) in REFERENCE.items() if er < 4]


def numbers(rating: Rating | Unrated) -> tuple[float, float, float]:
    assert isinstance(rating, Rating)
    return rating.er, rating.ep, rating.ed


def test_ratings_are_those_of_the_reference_program() -> None:
    """ER, EP and ED of candidate strings from ER 1.2 to 9.4, as a text and as a puzzle, one by one and as a stream."""
    rows = list(REFERENCE)
    assert [numbers(rating) for rating in rate_many(rows)] == list(REFERENCE.values())
    for row in EASY:
        assert numbers(rate(row)) == numbers(rate(Puzzle.parse(row))) == REFERENCE[row]


@pytest.mark.parametrize("row", EASY[:6])
def test_the_path_is_that_of_the_rating(row: str) -> None:
    """The steps begin at the given candidates, end with every digit placed, and give the rating's numbers."""
    found = rate(row)
    assert isinstance(found, Rating)
    steps = found.steps
    seen, masks = position(Puzzle.parse(row))
    assert masks is not None
    assert steps[0].before == masks
    assert max(step.rating for step in steps) == found.er
    assert steps[0].rating == found.ed
    placed = [step.placement for step in steps if step.placement]
    assert len(placed) == seen.cells.count(0)
    first = hint(row)
    assert first == steps[0]


def test_a_single_candidate_has_its_digit_at_the_start_where_no_peer_has_it() -> None:
    """What a peer may also hold is not placed, and is still a candidate of the peer."""
    masks = [511] * 81
    masks[0], masks[1] = 0b1, 0b11  # r1c1 may hold 1 alone, r1c2 1 or 2
    masks[40] = 1 << 8
    for peer in Puzzle(bytes(81)).geometry.peers[40]:
        masks[peer] &= ~(1 << 8)
    row = "".join(str(d) if mask >> d - 1 & 1 else "." for mask in masks for d in range(1, 10))
    seen, left = position(Puzzle.parse(row))
    assert left is not None
    assert [cell for cell in range(81) if seen.cells[cell]] == [40]
    assert left[:2] == (0b1, 0b11)


def test_what_is_not_unique_has_no_rating() -> None:
    """The candidates decide whether there is one solution, not the cells with one candidate alone."""
    row = EASY[0]
    more = "".join("123456789" for _ in range(81))
    found = rate(more[: 9 * 40] + row[9 * 40 :])
    assert isinstance(found, Unrated)
    assert found.verdict == "multiple"
    assert found.to_dict()["constraints"]
