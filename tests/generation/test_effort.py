"""Method effort."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cpsudoku import Limits, generate, generate_many
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import UsageError
from cpsudoku.generation import effort as method
from cpsudoku.generation.effort import narrate
from cpsudoku.generation.options import recipe
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.kernels.randomness import Stream
from tests.generation.test_generate import check


@pytest.mark.parametrize(("board", "target"), [(boxes(2, 2), 12), (boxes(2, 3), 40), (boxes(3, 3), 300)])
def test_records_are_true(board: Geometry, target: int) -> None:
    """Unique, the stated effort is the solver's, near the target, and minimal only where no clue can go."""
    records = list(generate_many(4, geometry=board, method="effort", effort=target, within=0.1, seed=3))
    for record in records:
        check(record, minimal=False)
        assert record.puzzle is not None
        search = PlainSearch(board.side, [house.cells for house in board.houses])
        assert search.effort(record.puzzle.cells)[1:] == (record.effort, 1)
        assert record.effort is not None
        assert abs(record.effort - target) <= 0.1 * target
        assert record.to_dict()["effort"] == record.effort


def test_without_a_share_one_attempt_is_taken() -> None:
    """Whatever its effort; the same for the same seed, whatever the jobs."""
    records = [r.to_dict() for r in generate_many(3, method="effort", effort=500, seed=5)]
    assert {record["verdict"] for record in records} == {"found"}
    assert [r.to_dict() for r in generate_many(3, method="effort", effort=500, seed=5, jobs=2)] == records


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
        generate(method="effort", effort=500, rating=(2.0, 3.0))
    with pytest.raises(UsageError, match="plain boards"):
        generate(method="effort", effort=500, geometry=Geometry(extras=("diagonals",)))


def planted(monkeypatch: pytest.MonkeyPatch, answers: dict[int, tuple[int, int]], target: int) -> method.Maker:
    """A maker whose solver gives answers[number of clues] = (effort, solutions)."""
    solver = SimpleNamespace(effort=lambda cells, *_: (bytes(81), *answers[81 - cells.count(0)]))
    monkeypatch.setattr(method, "PlainSearch", lambda side, houses: solver)
    return method.Maker(recipe(method="effort", effort=target), Stream(1))


def test_a_removal_too_far_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A removal is taken up to 1.5 times the distance before, and refused beyond."""
    cells = bytes([1, 2, 3]) + bytes(78)
    for rating, left in ((115, 2), (116, 3)):
        maker = planted(monkeypatch, {2: (rating, 1), 1: (1000, 1)}, 100)
        records = maker._reduce(method.Draft(cells, bytes(81), 90))
        assert 81 - records.cells.count(0) == left


def test_reduction_stops_beyond_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """At an effort beyond 1.1 times the target no further clue is tried; up to it they are."""
    cells = bytes([1, 2, 3]) + bytes(78)
    for start, left in ((110, 1), (111, 3)):
        maker = planted(monkeypatch, {2: (100, 1), 1: (100, 1), 0: (100, 2)}, 100)
        records = maker._reduce(method.Draft(cells, bytes(81), start))
        assert 81 - records.cells.count(0) == left


def test_distances_count_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """While all solutions are counted, an option's distance is taken times their number: many solutions weigh."""
    lines: list[str] = []
    answers = iter([(100, 1000)] + [(101, 1000), (150, 1)] * 100)  # the look ahead; then near with many, far with one
    solver = SimpleNamespace(effort=lambda *_: (bytes(range(81)), *next(answers)))
    monkeypatch.setattr(method, "PlainSearch", lambda side, houses: solver)
    maker = method.Maker(recipe(method="effort", effort=100), Stream(1))
    narrate(lines.append)
    try:
        grown = maker._grow()
    finally:
        narrate(None)
    assert grown is not None
    assert grown.effort == 150
    assert "distance 50" in lines[0]


def test_a_target_of_nothing_is_the_easiest_that_grows() -> None:
    """Effort 0 is aimed at as published; a share of it is refused, and so is less than 0."""
    nothing = [record.effort for record in generate_many(6, geometry=boxes(2, 3), method="effort", effort=0, seed=1)]
    much = [record.effort for record in generate_many(6, geometry=boxes(2, 3), method="effort", effort=60, seed=1)]
    assert sum(effort or 0 for effort in nothing) < sum(effort or 0 for effort in much)
    with pytest.raises(UsageError, match="of 0 there is none"):
        generate(method="effort", effort=0, within=0.1)
    with pytest.raises(UsageError, match="at least 0"):
        generate(method="effort", effort=-1)
