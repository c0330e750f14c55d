"""What the checker says, of what is right and of what is wrong."""

from __future__ import annotations

import pytest

from cpsudoku import Puzzle, certify
from cpsudoku.board.geometry import boxes
from cpsudoku.constraints import parse
from cpsudoku.evidence import checker
from tests.evidence.certified import certificate_of, lines

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"claim": "best"}, "claim is"),
        ({"extra": 1}, "unknown: extra"),
        ({"board": {"box": [3, 3], "extras": ["hexagon"]}}, "extra houses"),
        ({"board": {"box": [3, 3], "extras": ["diagonals"]}}, "twice in the house"),
        ({"board": {"box": [9, 1]}}, "the formula has"),
        ({"board": {"box": [2, 3]}}, "on a 6x6 board"),
        ({"solution": None}, "grid None"),
        ({"drat": "1 2\n0\n"}, "is no clause"),
        ({"drat": ""}, "does not reach"),
        ({"drat": "1 2 0\n0\n"}, "does not follow"),
        ({"drat": "d 1 2 700 0\n0\n"}, "deletes a clause that is not there"),
        ({"drat": "9999 0\n0\n"}, "beyond the formula's"),
        ({"format": "cpsudoku-certificate 3"}, "format is"),
        ({"witnesses": {}}, "not one for each clue"),
    ],
)
def test_refusals_say_what_is_wrong(change: dict[str, object], why: str) -> None:
    """Every field is read, and the message names what does not hold."""
    data = certificate_of(lines("hardest_1905_11plus.txt", 1)[0]).data
    with pytest.raises(checker.Rejected, match=why):
        checker.check_certificate({**data, **change})


def test_that_a_rating_is_exact_is_shown_where_asked_for() -> None:
    """By default the steps alone are checked: a rating is at most that."""
    data = certify(EASY, rating=True).data
    assert "rating at most" in str(checker.check_certificate(data))
    assert "rating exactly" in str(checker.check_certificate(data, rating_exact=True))


def test_a_double_arrow_may_have_two_cells() -> None:
    """Nothing between its ends adds up to 0, which no two digits do."""
    data = certify(Puzzle(bytes(16), boxes(2, 2), [parse("double-arrow r1c1 r1c2")])).data
    assert str(checker.check_certificate(data)).startswith("impossible")
