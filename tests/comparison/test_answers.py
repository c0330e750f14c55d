"""Which answers can stand side by side."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.comparison.contestant import answer_of, check, limit_of
from cpsudoku.engines.engine import Outcome
from cpsudoku.errors import EnginesDisagree, UsageError

BOARD = boxes(2, 2)
FIRST = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
SECOND = FIRST.translate(bytes([0, 2, 1, 3, 4, *range(5, 256)]))
PUZZLE = Puzzle(bytes(16), BOARD)
ONE, OTHER = Outcome((FIRST,), True), Outcome((SECOND,), True)
NONE, TWO = Outcome((), True), Outcome((FIRST, SECOND), False)
GAVE_UP = Outcome((), False, "1 s passed")
TWO_THEN_GAVE_UP = Outcome((FIRST, SECOND), False, "1 s passed")


@pytest.mark.parametrize(
    ("outcome", "task", "answer"),
    [
        (ONE, "unique", "unique"),
        (TWO, "unique", "multiple"),
        (NONE, "unique", "impossible"),
        (GAVE_UP, "unique", "unknown"),
        (Outcome((FIRST,), False), "solve", "solved"),
        (NONE, "solve", "impossible"),
        (Outcome((FIRST, SECOND), True), "count", "2 solutions"),
        (TWO_THEN_GAVE_UP, "count", "unknown"),
    ],
)
def test_answers(outcome: Outcome, task: str, answer: str) -> None:
    """An outcome in a word, by task."""
    assert answer_of(outcome, task) == answer


@pytest.mark.parametrize("pair", [(ONE, ONE), (ONE, GAVE_UP), (TWO, TWO_THEN_GAVE_UP), (NONE, GAVE_UP)])
def test_agreement(pair: tuple[Outcome, Outcome]) -> None:
    """The same answer, or one that was cut off, is no disagreement."""
    check(PUZZLE, "here", zip("ab", pair), "unique")
    check(PUZZLE, "here", zip("ab", reversed(pair)), "unique")


@pytest.mark.parametrize(
    "pair", [(ONE, OTHER), (ONE, TWO), (ONE, NONE), (TWO, NONE), (ONE, TWO_THEN_GAVE_UP), (NONE, TWO_THEN_GAVE_UP)]
)
def test_disagreement(pair: tuple[Outcome, Outcome]) -> None:
    """Answers that cannot both be right end the comparison, naming the puzzle and both engines."""
    for first, second in (pair, pair[::-1]):
        with pytest.raises(EnginesDisagree, match=r"list, row 3: \.{16}") as caught:
            check(PUZZLE, "list, row 3", [("alpha", first), ("beta", second)], "unique")
        assert "alpha" in str(caught.value)
        assert "beta" in str(caught.value)


def test_a_grid_that_is_no_solution() -> None:
    """A grid that breaks a rule or a clue is found out even where all engines give it."""
    broken = Outcome((bytes([1]) * 16,), True)
    with pytest.raises(EnginesDisagree, match="row 1"):
        check(PUZZLE, "here", [("a", broken), ("b", broken)], "unique")
    clue = Puzzle(bytes([2] + [0] * 15), BOARD)
    with pytest.raises(EnginesDisagree, match="r1c1 is 1, its clue 2"):
        check(clue, "here", [("a", ONE)], "unique")


def test_the_same_solution_twice() -> None:
    """A solution counted twice is a wrong count."""
    with pytest.raises(EnginesDisagree, match="twice"):
        check(PUZZLE, "here", [("a", Outcome((FIRST, FIRST), False))], "unique")


def test_solving_engines_may_find_different_solutions() -> None:
    """With task solve any solution will do."""
    check(PUZZLE, "here", [("a", Outcome((FIRST,), False)), ("b", Outcome((SECOND,), False))], "solve")


def test_unknown_task() -> None:
    """A task that is none is refused, with the tasks there are."""
    with pytest.raises(UsageError, match="unique, solve, count"):
        limit_of("rate")
