"""Boards as a certificate states them."""

from __future__ import annotations

import pytest

from cpsudoku.evidence.checker import Rejected, board_of
from cpsudoku.evidence.checker.board import grid_of, text_of
from cpsudoku.evidence.checker.errors import shown


def test_boards_are_equal_by_what_they_mean() -> None:
    """Boxes stated as regions, regions numbered otherwise, extras in another order: the same board."""
    plain = board_of({"box": [2, 2]})
    regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]
    assert board_of({"regions": regions}) == plain
    assert board_of({"regions": [3 - region for region in regions]}) == plain
    assert hash(board_of({"regions": regions})) == hash(plain)
    both = [
        board_of({"box": [3, 3], "extras": names}) for names in (["diagonals", "windoku"], ["windoku", "diagonals"])
    ]
    assert both[0] == both[1] != board_of({"box": [3, 3]})
    assert plain != board_of({"box": [1, 4]})


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"box": [2, 3]}, "6x6, boxes 2x3"),
        ({"box": [3, 3], "extras": ["diagonals", "windoku"]}, "9x9, boxes 3x3, diagonals, windoku"),
        ({"regions": [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]}, "4x4, regions 0001011122223333"),
        ({"regions": [i // 10 for i in range(100)]}, "10x10, regions " + ",".join(str(i // 10) for i in range(100))),
    ],
)
def test_boards_say_what_they_are(stated: object, words: str) -> None:
    """Side, boxes or every region, extra houses by name."""
    assert str(board_of(stated)) == words


def test_grids_of_every_size_are_read_and_written() -> None:
    """A character a cell up to side 35, numbers between blanks above."""
    for rows, columns in ((2, 2), (5, 7), (6, 6)):
        board = board_of({"box": [rows, columns]})
        n = board.side
        digits = tuple((columns * (r % rows) + r // rows + c) % n + 1 for r in range(n) for c in range(n))
        assert grid_of(text_of(digits, board), board, True) == digits
        emptied = (0, *digits[1:])
        assert grid_of(text_of(emptied, board), board, False) == emptied


def test_format_1_knows_no_constraints() -> None:
    """The key came with format 2: what format 1 does not know it refuses."""
    assert board_of({"box": [2, 2], "constraints": []}, 2) == board_of({"box": [2, 2]})
    with pytest.raises(Rejected, match="not one of box, regions"):
        board_of({"box": [2, 2], "constraints": []}, 1)


def test_a_centre_dot_needs_a_centre() -> None:
    """Boxes of an even number of rows or columns have none."""
    assert len(board_of({"box": [3, 3], "extras": ["centre-dot"]}).extra) == 1
    with pytest.raises(Rejected, match="no centre-dot on this board"):
        board_of({"box": [2, 2], "extras": ["centre-dot"]})


def test_messages_stay_short() -> None:
    """However long or deep the value they show."""
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert all(len(shown(value)) < 200 for value in ("x" * 10**6, 10**400, deep, [[1] * 99] * 99, {"a": "b" * 999}))
