"""A walk as a text: what it turns on, a line a step, singles in a row together."""

from __future__ import annotations

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.results import Explanation
from cpsudoku.techniques.reasons import required
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_singles_are_one_line():
    """Singles alone: one line after the opening, with every digit."""
    found = explain(EASY)
    assert isinstance(found, Explanation)
    opening, singles = found.story()
    assert opening == "Singles solve this puzzle."
    assert singles.count(" = ") == 81 - 30


def test_both_digits_of_a_pair_are_one_step():
    """A cage of 1 and 2 takes both from the cells that see it at once."""
    board = Geometry(2, 2)
    position = Position(Setting(Puzzle.parse("." * 16, board).under([parse("cage 3 r1c1 r1c2")])))
    position.remove({0: 0b1100, 1: 0b1100})
    (step,) = required.find(position, ROWS["required-digit"])
    assert step.removed == dict.fromkeys((2, 3, 4, 5), 0b11)
    assert step.tell().argument == "the 3-cage at r1c12 has its 1 and 2"
