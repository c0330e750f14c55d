"""Answers to a block of puzzles: entered, taken back, and found again by their puzzle."""

from __future__ import annotations

import pytest

from cpsudoku.engines.block import Answers, AnswersBuilder, DecidedBy, Found, Status
from cpsudoku.engines.engine import Outcome
from cpsudoku.errors import EnginesDisagree

ONE, TWO, THREE = b"\1\2", b"\2\1", b"\2\2"
"""Grids of two cells."""


def test_the_status_of_what_a_search_for_two_found() -> None:
    """Two grids are multiple even under a limit; one or none is certain only where the search was complete."""
    builder = AnswersBuilder(6, 2)
    builder.enter(0, Outcome((ONE,), True))
    builder.enter(1, Outcome((ONE, TWO), False, "gave up"))
    builder.enter(2, Outcome((), True))
    builder.enter(3, Outcome((ONE,), False, "gave up"))
    builder.enter(4, Outcome((), False, "no time"))
    assert builder.answers().by == b""
    builder.enter(5, Outcome((TWO, ONE, THREE), True), DecidedBy.SAT)
    answers = builder.answers()
    assert [*map(Status, answers.statuses)] == [
        Status.UNIQUE,
        Status.MULTIPLE,
        Status.IMPOSSIBLE,
        Status.UNKNOWN,
        Status.UNKNOWN,
        Status.MULTIPLE,
    ]
    assert answers.grids == ONE + ONE + bytes(6) + TWO
    assert answers.seconds == {1: TWO, 5: ONE}
    assert answers.whys == {3: "gave up", 4: "no time"}
    assert answers.by == bytes([0, 0, 0, 0, 0, DecidedBy.SAT])


def test_giving_up_needs_a_reason() -> None:
    """A search that is not complete and has no reason is an error that numbers the puzzle from one."""
    for found in ((), (ONE,)):
        with pytest.raises(EnginesDisagree, match="puzzle 2 of a block"):
            AnswersBuilder(2, 2).enter(1, Outcome(found, False))


def test_an_answer_is_taken_back() -> None:
    """It becomes unknown with its reason and loses its grids; the others stay as they are."""
    answers = Answers(bytes([Status.UNIQUE, Status.MULTIPLE, Status.UNIQUE]), ONE + TWO + THREE, {1: ONE})
    answers.forget(1, 2, "unchecked")
    assert answers.statuses == bytes([Status.UNIQUE, Status.UNKNOWN, Status.UNIQUE])
    assert answers.grids == ONE + bytes(2) + THREE
    assert answers.seconds == {}
    assert answers.whys == {1: "unchecked"}
    answers.forget(0, 2, "unchecked")
    assert answers.grids == bytes(4) + THREE


def test_found_grids_stand_one_puzzle_after_the_other() -> None:
    """`starts` counts the grids of the puzzles before; what is taken back leaves the grids of the others."""
    outcomes = Outcome((ONE, TWO), True), Outcome((), False, "no time"), Outcome((THREE,), False), Outcome((ONE,), True)
    found = Found.of(outcomes)
    assert list(found.numbers) == [2, 0, 1, 1]
    assert found.complete == bytes([1, 0, 0, 1])
    assert found.starts() == [0, 2, 2, 3]
    assert found.grids == ONE + TWO + THREE + ONE
    assert found.whys == {1: "no time"}
    found.forget([0, 3], 2, "unchecked")
    assert list(found.numbers) == [0, 0, 1, 0]
    assert found.complete == bytes(4)
    assert found.grids == THREE
    assert found.whys == {0: "unchecked", 1: "no time", 3: "unchecked"}


def test_a_count_is_complete_below_its_limit() -> None:
    """Counted up to a limit, or ended by one of effort, there may be more."""
    found = Found.counted([(3, ""), (4, ""), (0, ""), (2, "no time")], 4)
    assert list(found.numbers) == [3, 4, 0, 2]
    assert found.complete == bytes([1, 0, 1, 0])
    assert found.whys == {3: "no time"}
    assert found.grids == b""
    assert Found.counted([(3, ""), (9, ""), (2, "no time")], 0).complete == bytes([1, 1, 0])


def test_bytes_of_blocks() -> None:
    """Each status, and what decided, has a byte of its own: workers exchange them."""
    assert [*Status] == [0, 1, 2, 3]
    assert [*DecidedBy] == [0, 1, 2, 3, 4]
