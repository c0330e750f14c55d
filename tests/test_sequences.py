"""The sequences of public calls that benchmarks/sequences.py judges by brute force."""

from __future__ import annotations

import random

import pytest

from benchmarks import sequences
from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import parse


def test_a_few_sequences() -> None:
    """Whatever is called in whatever order, from several threads too, the answers are those of brute force."""
    sequences.run(15, number=2)


@pytest.mark.long
def test_a_wrong_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `count` that forgets a solution fails, and hypothesis ends with the assertion."""
    right = sequences.cp.count

    def wrong(puzzle: Puzzle) -> object:
        found = right(puzzle)
        return type(found)(found.number // 2, found.exact)

    monkeypatch.setattr(sequences.cp, "count", wrong)
    monkeypatch.setattr(sequences, "QUESTIONS", (sequences.ask_count,))
    with pytest.raises((AssertionError, BaseExceptionGroup)):
        sequences.run(15, number=1)


def test_brute_force_counts_grids() -> None:
    """288 grids of 4x4; a rule and clues leave those that keep them."""
    board = Geometry(2, 2)
    assert len(sequences.all_grids(board)) == 288
    puzzle = Puzzle.parse("1...............")
    assert len(sequences.solutions_of(puzzle)) == 72
    equal = Puzzle(bytes(16), board, (parse("same-values r1c1 / r2c3").on(board),))
    assert all(grid[0] == grid[6] for grid in sequences.solutions_of(equal))


def test_questions_pass_on_a_plain_puzzle() -> None:
    """Each question by itself, so that a failure names it."""
    puzzle = Puzzle.parse("1..4..........32")
    for question in sequences.QUESTIONS:
        question(puzzle, sequences.solutions_of(puzzle), random.Random(1))
