"""Solutions listed, counted, and given one by one are the same solutions."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

import pytest

from cpsudoku import Limits, Puzzle, count, solutions, solve
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog
from cpsudoku.questions.enumeration import Count
from tests.rules import all_solutions

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
JIGSAW = Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD")


def test_4x4_has_288_grids() -> None:
    """The empty 4x4 board has 288 solutions, by SAT and by counting."""
    empty = Puzzle(bytes(16), boxes(2, 2))
    assert len(set(solve(empty, limit=0).solutions)) == 288
    assert int(count(empty)) == 288


@pytest.mark.parametrize("encoding", catalog.names("cnf"))
def test_4x4_under_every_encoding(encoding: str) -> None:
    """SAT enumeration with the full formula of any encoding finds the 288 grids of the 4x4 board."""
    found = solve(Puzzle(bytes(16), boxes(2, 2)), limit=0, encoding=encoding)
    assert found.complete
    assert len(set(found.solutions)) == 288


def test_published_counts() -> None:
    """The native count is the published one; SAT enumeration agrees where there are few."""
    with (PUZZLES / "multi_counts.csv").open() as file:
        rows = [row for row in csv.reader(file) if row[1].isdigit()]
    assert len(rows) >= 50
    for line, number in rows:
        assert int(count(line)) == int(number)
        if int(number) < 150:
            assert len(solve(line, limit=0).solutions) == int(number)


def test_all_ways_agree_on_a_jigsaw() -> None:
    """solve, solutions and plain enumeration list the same grids of a jigsaw board with two clues."""
    puzzle = Puzzle(bytes([1, 2, 3]) + bytes(22), JIGSAW)
    plain = set(all_solutions(JIGSAW, puzzle.cells))
    assert {s.cells for s in solve(puzzle, limit=0).solutions} == plain
    assert {s.cells for s in solutions(puzzle)} == plain
    assert int(count(puzzle)) == len(plain)
    assert int(count(puzzle, engine="sat")) == len(plain)


def test_lazy() -> None:
    """`solutions` gives the first of a great many without finding the rest."""
    assert len(set(islice(solutions(Puzzle(bytes(81))), 5))) == 5


def test_limit() -> None:
    """A limit stops the list and the count, which then says that there may be more."""
    empty = Puzzle(bytes(81))
    assert len(solve(empty, limit=3).solutions) == 3
    assert not solve(empty, limit=3).complete
    counted = count(empty, limit=7)
    assert (counted.number, counted.exact, str(counted)) == (7, False, "at least 7")
    assert solve(Puzzle.parse("11" + "." * 79)).first is None
    with pytest.raises(UsageError):
        solve(empty, limit=-1)


def test_limits_of_effort() -> None:
    """Out of conflicts, a list says so and is not complete."""
    line = (PUZZLES / "hardest_1905_11plus.txt").read_text().split()[0]
    found = solve(line, limit=2, limits=Limits(conflicts=1))
    assert found.why
    assert not found.complete


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {"engine": "bitmask"},
        {"engine": "sat"},
        {"engine": "sat:glucose4"},
        {"engine": "sat", "simplify": "none"},
        {"engine": "cp-sat"},
        {"engine": "dlx"},
        {"engine": "recursive"},
        {"engine": "logic"},
    ],
    ids=str,
)
def test_a_limit_of_time_ends_enumeration(options: dict[str, str]) -> None:
    """Listing the solutions of an empty board ends at its limit of time, by every engine."""
    found = solve(Puzzle.parse("." * 81), limit=0, limits=Limits(seconds=0.3), **options)  # type: ignore[arg-type]
    assert not found.complete
    assert "0.3 s" in found.why


@pytest.mark.parametrize("board", [Geometry(), Geometry(3, 3, extras=("diagonals",))], ids=str)
def test_a_limit_of_time_ends_counting(board: Geometry) -> None:
    """Counting keeps a limit of time and of branches too, and says how many there are at least."""
    empty = Puzzle.parse("." * 81, board)
    timed = count(empty, limits=Limits(seconds=0.1))
    assert (timed.exact, timed.why) == (False, "0.1 seconds passed")
    assert timed.number > 100
    few = count(empty, limits=Limits(conflicts=1000))
    assert (few.exact, few.why) == (False, "1000 nodes searched")
    assert count(empty, limit=5, limits=Limits(seconds=60)) == Count(5, False)


@pytest.mark.parametrize("engine", ["sat", "sat:glucose4", "cp-sat", "dlx", "bitmask", "recursive"])
def test_complete_means_no_others(engine: str) -> None:
    """Complete only where every solution is in the answer, whatever the limit; where all were asked for, always."""
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    several = "12..3412........"
    for puzzle in (easy, several, "11" + "." * 14):
        everything = len(list(solutions(puzzle, engine="dlx")))
        for limit in (0, 1, 2, everything, everything + 1):
            found = solve(puzzle, limit=limit, engine=engine)
            assert not found.complete or len(found.solutions) == everything
            assert found.complete or len(found.solutions) == limit
    if engine in ("sat", "cp-sat"):
        assert solve(easy, limit=1, engine=engine).complete  # singles alone have shown that there is no other
