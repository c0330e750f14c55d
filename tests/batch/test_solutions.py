"""Solutions of many puzzles: those of `solve` and `count`, in order, whatever the block, the engine and the number of
processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cpsudoku import Invalid, Limits, Puzzle, count, count_many, solve, solve_many
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.constraints import Cage
from cpsudoku.engines.block import Found
from cpsudoku.engines.registry import engine_for
from cpsudoku.engines.witnesses import check_found
from cpsudoku.errors import EnginesDisagree, UsageError
from cpsudoku.results import Count, Solved
from tests.batch.test_verdicts import mixed

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
FEW = [line.split(",")[0] for line in (PUZZLES / "multi_counts.csv").read_text().splitlines()[1:8]]
"""Puzzles with several solutions."""


def boards() -> list[Puzzle]:
    """Boards of several kinds, and one with constraints."""
    return [
        Puzzle(bytes(16), boxes(2, 2)),
        Puzzle.parse(mixed()[0]),
        Puzzle.parse("5" + "." * 80, Geometry(extras=("diagonals",))),
        Puzzle(bytes(16), boxes(2, 2), (Cage("r1c1 r1c2", 3),)),
    ]


@pytest.mark.long
@pytest.mark.parametrize("engine", ["sat", "bitmask", "dlx"])
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_solutions_are_those_of_one_by_one(engine: str, limit: int) -> None:
    """solve_many gives what solve gives for each: solutions, whether they are all, in the order of the input."""
    lines = [*mixed()[:60], *FEW]
    assert list(solve_many(lines, limit=limit, engine=engine)) == [
        solve(line, limit=limit, engine=engine) for line in lines
    ]


@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"limits": Limits(conflicts=1)}, {"engine": "sat"}], ids=str)
@pytest.mark.parametrize("limit", [0, 1, 7])
def test_counts_are_those_of_one_by_one(options: dict[str, Any], limit: int) -> None:
    """count_many gives what count gives for each, a limit's word included."""
    lines = [*mixed()[:30], *FEW[:3]]
    alone = {name: value for name, value in options.items() if name != "jobs"}
    assert list(count_many(lines, limit=limit, **options)) == [count(line, limit=limit, **alone) for line in lines]


def test_boards_of_every_kind_and_bad_texts() -> None:
    """Boards and constraints may change from puzzle to puzzle; a text that is none gives Invalid in its place."""
    given: list[Any] = [*boards(), "no puzzle", *boards()]
    found = list(solve_many(given, limit=3))
    assert [isinstance(answer, Invalid) for answer in found] == [k == 4 for k in range(9)]
    assert [answer for answer in found if isinstance(answer, Solved)] == 2 * [solve(p, limit=3) for p in boards()]
    counts = [answer for answer in count_many(given, limit=9) if isinstance(answer, Count)]
    assert counts == 2 * [count(puzzle, limit=9) for puzzle in boards()]


@pytest.mark.parametrize("engine", ["sat", "bitmask"])
def test_arrays_say_what_objects_say(engine: str) -> None:
    """First grids, numbers, words: from whole blocks as from objects, of plain texts and of others."""
    lines = [*mixed()[:60], *FEW]
    for given in (lines, [*lines, "no puzzle"]):
        for limit in (1, 3):
            columns = solve_many(given, limit=limit, engine=engine).arrays()
            counted = count_many(given, limit=limit).arrays()
            for k, line in enumerate(lines):
                one = solve(line, limit=limit, engine=engine)
                assert columns["verdict"][k] == one.word
                assert (columns["count"][k], columns["complete"][k]) == (len(one.solutions), one.complete)
                assert columns["solution"][k].tobytes() == (one.first.cells if one.first else bytes(81))
                number = count(line, limit=limit)
                assert (counted["count"][k], counted["complete"][k]) == (number.number, number.exact)
                assert counted["verdict"][k] == number.word
            if given != lines:
                assert columns["verdict"][-1] == counted["verdict"][-1] == "invalid"
    assert solve_many([]).arrays()["solution"].shape == (0, 9, 9)
    assert solve_many(np.zeros((2, 4, 4), dtype=int)).arrays()["solution"].shape == (2, 4, 4)


def test_a_limit_that_is_none() -> None:
    """A limit below 0 is refused at once."""
    with pytest.raises(UsageError, match="limit -1"):
        solve_many([], limit=-1)
    with pytest.raises(UsageError, match="limit"):
        count_many([], limit=True)


@pytest.mark.parametrize("board", [Geometry(), boxes(2, 2), Geometry(extras=("diagonals",))], ids=str)
def test_wrong_grids_of_a_block_are_caught(board: Geometry) -> None:
    """A grid that breaks a rule or a clue, or comes twice, is never handed out, wherever in the block it stands."""
    empty = Puzzle(bytes(board.size), board)
    puzzles = [solve(empty).solutions[0].puzzle, empty, empty]
    cells = b"".join(puzzle.cells for puzzle in puzzles)
    found = Found.of(engine_for(puzzle, "dlx").search(puzzle.cells, 2) for puzzle in puzzles)
    check_found(empty, cells, found)
    size = board.size
    grids = [found.grids[at : at + size] for at in range(0, len(found.grids), size)]
    assert len(grids) == 5
    for k in range(5):
        wrong = bytearray(grids[k])
        wrong[0], wrong[1] = wrong[1], wrong[0]
        for bad in (bytes(wrong), bytes(size), grids[k][:-1] + b"\xff"):
            found.grids = b"".join([*grids[:k], bad, *grids[k + 1 :]])
            with pytest.raises(EnginesDisagree, match="wrong grid"):
                check_found(empty, cells, found)
    found.grids = b"".join([*grids[:3], grids[3], grids[3]])
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        check_found(empty, cells, found)
