"""True candidates of a stream: order, jobs, rows that are no puzzles."""

from __future__ import annotations

from itertools import islice

import pytest

from cpsudoku import Geometry, Invalid, Puzzle, candidates, candidates_many
from cpsudoku.batch.blocks import Pace, chunks
from cpsudoku.constraints import Cage, from_dict
from cpsudoku.errors import WrongInput
from cpsudoku.samples import path_of

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = LINE[:72] + "." * 9
KILLER = Puzzle(bytes([0, 0, 0, 4, *bytes(12)]), Geometry(2, 2), (Cage("r1c1 r1c2", 3),))


def test_answers_in_order_whatever_the_jobs() -> None:
    """The answers of `candidates`, in order; a text that is no puzzle is Invalid in its place."""
    given = [LINE, TWO, "rubbish", KILLER, "55" + LINE[2:], *[TWO] * 10]
    alone = list(candidates_many(given, counts=3))
    assert isinstance(alone[2], Invalid)
    assert [alone[k] for k in (0, 1, 3, 4)] == [candidates(given[k], counts=3) for k in (0, 1, 3, 4)]
    two = list(candidates_many(iter(given), counts=3, jobs=2))
    assert [*two[:2], *two[3:]] == [*alone[:2], *alone[3:]]
    assert isinstance(two[2], Invalid)


def test_lazy() -> None:
    """A stream without end gives its first answers."""

    def forever() -> object:
        with open(path_of("17-clue")) as lines:
            line = next(line for line in lines if not line.startswith("#"))
        while True:
            yield line

    assert [answer.word for answer in islice(candidates_many(forever()), 3)] == ["unique"] * 3  # type: ignore[arg-type]


def test_what_is_no_puzzle() -> None:
    """An object that is none ends the run and says where; one text is no stream."""
    with pytest.raises(WrongInput, match="item 2"):
        list(candidates_many([LINE, 5]))  # type: ignore[list-item]
    with pytest.raises(WrongInput, match="candidates_many takes an iterable"):
        candidates_many(LINE)


def test_puzzles_under_the_same_rules_share_an_engine() -> None:
    """The formula of rules is made once for all rows that have them."""
    from cpsudoku.batch import candidates as module

    module._engine.cache_clear()
    rule = from_dict({"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3})
    rows = [Puzzle(bytes([*bytes(4), 1 + k % 4, *bytes(11)]), Geometry(2, 2), (rule,)) for k in range(8)]
    list(candidates_many(rows))
    assert module._engine.cache_info().misses == 1


def test_chunks_grow() -> None:
    """The first answers come early."""
    pace, sizes = Pace(16), []
    for chunk in chunks(range(40), pace):
        sizes.append(len(chunk))
        pace.took(len(chunk), 0.0)
    assert sizes == [1, 2, 4, 8, 16, 9]
