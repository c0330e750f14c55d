"""Method effort."""

from __future__ import annotations

import pytest

from cpsudoku import Limits, generate, generate_many
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import UsageError
from cpsudoku.generation.effort import narrate
from cpsudoku.kernels.effort import effort
from tests.generation.test_generate import check


@pytest.mark.parametrize(("board", "target"), [(boxes(2, 2), 12), (boxes(2, 3), 40), (boxes(3, 3), 300)])
def test_records_are_true(board: Geometry, target: int) -> None:
    """Unique, the stated effort is the solver's, near the target, and minimal only where no clue can go."""
    made = list(generate_many(4, geometry=board, method="effort", effort=target, within=0.1, seed=3))
    for record in made:
        check(record, minimal=False)
        assert record.puzzle is not None
        assert effort(record.puzzle.cells, bytes(map(board.box_of, range(board.size))))[1:] == (record.effort, 1)
        assert record.effort is not None
        assert abs(record.effort - target) <= 0.1 * target
        assert record.record()["effort"] == record.effort


def test_without_a_share_one_attempt_is_taken() -> None:
    """Whatever its effort; the same for the same seed, whatever the jobs."""
    made = [r.record() for r in generate_many(3, method="effort", effort=500, seed=5)]
    assert not any(record["missed"] for record in made)
    assert [r.record() for r in generate_many(3, method="effort", effort=500, seed=5, jobs=2)] == made


def test_steps_are_told() -> None:
    """Starts, assignments, and every clue reduction looked at."""
    lines: list[str] = []
    narrate(lines.append)
    try:
        generate(geometry=boxes(2, 2), method="effort", effort=14, seed=1)
    finally:
        narrate(None)
    assert lines[0] == "start 1: target 14"
    assert any(" = " in line and "distance" in line for line in lines)
    assert any("without r" in line for line in lines)


def test_missed_targets() -> None:
    """An effort no 4x4 puzzle has: the best, marked, within the attempts or the time."""
    record = generate(geometry=boxes(2, 2), method="effort", effort=5000, within=0.1, attempts=3, seed=1)
    assert record.puzzle is not None
    assert record.missed.startswith("not within 10% of effort 5000 in 3 attempts; best is")
    record = generate(method="effort", effort=5, within=0.1, seed=1, limits=Limits(seconds=0))
    assert record.puzzle is None
    assert "0 s" in record.missed


def test_bad_wishes() -> None:
    """A target is needed, nothing else can be aimed at, and only plain boards will do."""
    with pytest.raises(UsageError, match="target effort"):
        generate(method="effort")
    with pytest.raises(UsageError, match="method effort"):
        generate(effort=500)
    with pytest.raises(UsageError, match="target effort"):
        generate(method="effort", effort=500, rating=(20, 30))
    with pytest.raises(UsageError, match="plain boards"):
        generate(method="effort", effort=500, geometry=Geometry(extras=("diagonals",)))
