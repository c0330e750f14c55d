"""Engine `bitmask` on every kind of board."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.budget import Limits
from cpsudoku.engines import bitmask
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import engine
from cpsudoku.errors import UsageError

PUZZLE = bytes(map(int, "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))


def valid(grid: bytes, geometry: Geometry) -> bool:
    everything = set(range(1, geometry.side + 1))
    return all({grid[cell] for cell in house.cells} == everything for house in geometry.houses)


def test_follows_the_protocol() -> None:
    """It is an Engine under its name, and takes neither argument, encoding nor a side above 64."""
    assert isinstance(engine("bitmask", CLASSIC), Engine)
    for bad in ({"name": "bitmask:x"}, {"name": "bitmask", "encoding": "minimal"}):
        with pytest.raises(UsageError):
            engine(bad.pop("name"), CLASSIC, **bad)
    with pytest.raises(UsageError, match="64"):
        engine("bitmask", boxes(9, 9))


GEOMETRIES = [
    boxes(2, 2),
    boxes(2, 3),
    CLASSIC,
    boxes(4, 4),
    boxes(5, 5),
    boxes(6, 6),
    Geometry(3, 3, extras=("diagonals",)),
    Geometry(3, 3, extras=("windoku",)),
    Geometry(3, 3, extras=("disjoint", "centre-dot")),
    Geometry.jigsaw("1112211322333245344455554"),
    Geometry.jigsaw("112222333111222333111122333" + "444555666" * 3 + "777888999" * 3),
]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_grids_are_filled_and_found_again(geometry: Geometry) -> None:
    """A filled grid is valid; with some cells removed it is found again, and every solution found fits the clues."""
    searcher = engine("bitmask", geometry)
    grid = searcher.search(bytes(geometry.size), 1).solutions[0]
    assert valid(grid, geometry)
    removed = set(random.Random(1).sample(range(geometry.size), geometry.size // 4))
    cells = bytes(0 if cell in removed else digit for cell, digit in enumerate(grid))
    outcome = searcher.search(cells, 50)
    assert not outcome.why
    assert outcome.complete == (len(outcome.solutions) < 50)
    assert outcome.complete <= (grid in outcome.solutions)
    assert len(set(outcome.solutions)) == len(outcome.solutions)
    for solution in outcome.solutions:
        assert valid(solution, geometry)
        assert all(clue in (0, digit) for clue, digit in zip(cells, solution))


def test_limits_give_unknown() -> None:
    """A node bound or the clock stops the search with a reason; without need of them there is none."""
    searcher = engine("bitmask", CLASSIC)
    for limits in (Limits(conflicts=0), Limits(conflicts=5), Limits(seconds=0.0)):
        for limit in (0, 1_000_000):
            outcome = searcher.search(bytes(81), limit, limits)
            assert outcome.why
            assert not outcome.complete
        assert not searcher.search(PUZZLE, 2, limits).why or limits.seconds == 0.0
    assert searcher.search(bytes(81), 1, Limits(seconds=60)).why == ""
    assert len(searcher.search(PUZZLE, 0).solutions) == 1


def test_the_two_classic_paths_agree() -> None:
    """Few and many solutions come from different kernels, with the same set of solutions."""
    searcher = engine("bitmask", CLASSIC)
    grid = searcher.search(PUZZLE, 2).solutions[0]
    for seed in range(5):
        kept = random.Random(seed).sample(range(81), 28)
        cells = bytes(grid[cell] if cell in kept else 0 for cell in range(81))
        few, many = searcher.search(cells, 1000), searcher.search(cells, 0)
        assert many.complete
        assert set(few.solutions) <= set(many.solutions)
        assert len(few.solutions) == min(1000, len(many.solutions))


@pytest.mark.parametrize("taken", [1, 4, 8])
def test_true_candidates_by_one_search(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a candidate takes too long, one search for all that are left says the same; a limit leaves some open."""
    searcher, rng = engine("bitmask", CLASSIC), random.Random(taken)
    open_ = False
    for _ in range(6):
        clues = [cell for cell in range(81) if PUZZLE[cell]]
        gone = set(rng.sample(clues, taken))
        cells = bytes(0 if cell in gone else digit for cell, digit in enumerate(PUZZLE))
        singly = searcher.support(cells)
        with monkeypatch.context() as patched:
            patched.setattr(bitmask, "LONG", 1)
            assert searcher.support(cells) == singly
            part = searcher.support(cells, limits=Limits(conflicts=20))
        assert all(one <= other for one, other in zip(part.counts, singly.counts))
        assert bool(part.open) == bool(part.why)
        open_ = open_ or bool(part.open)
    assert open_ or taken < 8
