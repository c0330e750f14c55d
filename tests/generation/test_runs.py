"""Runs of puzzles: every number once, as long as the work allows."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from cpsudoku.generation import runs
from cpsudoku.generation.runs import GROWTH, MOST, RUN_SECONDS, Run, in_runs


def lengths(each: float, count: int, ahead: int) -> list[int]:
    """The lengths of runs where a number takes so many seconds and so many runs are handed out before a result."""
    stream, waiting, found = runs._Runs(0, count, ()), list[Run](), []
    while True:
        for run in stream:
            waiting.append(run)
            if len(waiting) == ahead:
                break
        if not waiting:
            return found
        run = waiting.pop(0)
        found.append(len(run.numbers))
        stream.took(run, each * len(run.numbers))


@pytest.mark.parametrize("ahead", [1, 6])
def test_lengths_follow_the_work(ahead: int) -> None:
    """The first runs have one puzzle; slow work stays so, quick work grows to the most, other to about its time."""
    assert set(lengths(1.0, 40, ahead)) == {1}
    quick = lengths(1e-7, 100_000, ahead)
    assert quick[:ahead] == [1] * ahead
    assert max(quick) == MOST
    assert sum(quick) == 100_000
    assert all(after <= GROWTH * before for before, after in zip(quick, quick[ahead:]))
    middle = lengths(0.01, 2000, ahead)
    assert middle[-2] == RUN_SECONDS / 0.01
    assert sum(middle) == 2000


def test_what_is_wanted_comes_along() -> None:
    """Each run has the numbers from the first on, and what is wanted of these, whatever the times say."""
    draw, wanted = random.Random(1), [str(number) for number in range(500)]
    stream, seen = runs._Runs(7, 500, wanted), list[int]()
    for run in stream:
        assert list(run.wanted) == [str(number) for number in run.numbers]
        assert [one.wanted for one in run.singly()] == [[str(number)] for number in run.numbers]
        seen += run.numbers
        stream.took(run, draw.random())
    assert seen == list(range(7, 500))
    assert list(in_runs(lambda run: [*run.numbers], 3, 3)) == []
    assert list(chain(*in_runs(lambda run: [*run.numbers], 3, 60))) == list(range(3, 60))


def test_names_of_runs() -> None:
    """Messages name the numbers of a run."""
    assert str(Run(4, 5)) == "puzzle number 4 of this seed"
    assert str(Run(4, 9)) == "puzzle number 4 of this seed or one up to 8"
