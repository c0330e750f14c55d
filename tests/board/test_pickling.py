"""Values that cache what they derive are pickled while other threads use them."""

from __future__ import annotations

import pickle

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import parse


def test_what_is_cached_while_a_pickle_is_written_does_not_break_it() -> None:
    """The pickle is written from a copy: an attribute that appears meanwhile is not in it."""
    board = Geometry(2, 2)
    puzzle = Puzzle(bytes(16), board, (parse("anti-knight"),))
    for value in (puzzle, board, puzzle.constraints[0]):
        state = value.__getstate__()  # what pickle walks over
        value.__dict__["cached"] = 1
        assert "cached" not in state
        del value.__dict__["cached"]
        assert pickle.loads(pickle.dumps(value)) == value
