"""Solutions listed, counted, and given one by one are the same solutions."""

from __future__ import annotations

import csv
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Limits, Puzzle, count, solutions, solve
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.engines.block import Found
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.errors import EnginesDisagree, UsageError, WrongInput
from cpsudoku.formula import catalog
from cpsudoku.questions.enumeration import Count, Search, Solved
from tests.rules import all_solutions

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
JIGSAW = Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "12..3412........"


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
    assert (timed.exact, timed.why) == (False, "gave up after 0.1 s")
    assert timed.number > 100
    few = count(empty, limits=Limits(conflicts=1000))
    assert (few.exact, few.why) == (False, "gave up after 1000 conflicts")
    assert count(empty, limit=5, limits=Limits(seconds=60)) == Count(5, False)


@pytest.mark.parametrize("engine", ["sat", "sat:glucose4", "cp-sat", "dlx", "bitmask", "recursive"])
def test_complete_means_no_others(engine: str) -> None:
    """Complete only where every solution is in the answer, whatever the limit; where all were asked for, always."""
    for puzzle in (EASY, SEVERAL, "11" + "." * 14):
        everything = len(list(solutions(puzzle, engine="dlx")))
        for limit in (0, 1, 2, everything, everything + 1):
            found = solve(puzzle, limit=limit, engine=engine)
            assert not found.complete or len(found.solutions) == everything
            assert found.complete or len(found.solutions) == limit
    if engine in ("sat", "cp-sat"):
        assert solve(EASY, limit=1, engine=engine).complete  # singles alone have shown that there is no other


@pytest.mark.parametrize(
    ("number", "complete", "word"),
    [
        (2, True, "multiple"),
        (2, False, "multiple"),
        (1, True, "unique"),
        (1, False, "solved"),
        (0, True, "impossible"),
        (0, False, "unknown"),
    ],
)
def test_what_a_number_of_solutions_says(number: int, complete: bool, word: str) -> None:
    """Two solutions are two, complete or not; one is unique, and none impossible, only where there are no others."""
    grids = solve(SEVERAL, limit=2).solutions[:number]
    why = "" if complete else "gave up"
    for answer in (Solved(grids, complete, why), Count(number, complete, why)):
        assert answer.word == word
        data = answer.to_dict()
        assert (data["verdict"], data["count"], data["complete"]) == (word, number, complete)
        assert data.get("message", "") == why
    lines = [grid.line() for grid in grids]
    solved = Solved(grids, complete, why)
    assert solved.unique is {"unique": True, "multiple": False, "impossible": False}.get(word)
    assert solved.solution == (grids[0] if grids else None)
    if word == "unknown":
        with pytest.raises(WrongInput, match="whether there is a solution is open"):
            bool(solved)
        assert str(solved) == "unknown (gave up)"
    else:
        assert bool(solved) == (number > 0)
        assert str(solved) == ("\n\n".join(map(str, grids)) or word)
    assert (int(Count(number, complete)), str(Count(number, complete))) == (
        number,
        "at least " * (not complete) + str(number),
    )
    listed = Solved(grids, complete).to_dict()
    assert listed["solutions"] == lines
    assert listed["solution"] == (lines[0] if lines else None)
    assert listed.keys() == Count(number, complete).to_dict().keys() | {"solution", "solutions"}
    answer = Solved(grids, complete, why)
    assert answer.unique is {"unique": True, "multiple": False, "impossible": False}.get(word)
    if word == "unknown":
        with pytest.raises(WrongInput, match="whether there is a solution is open"):
            bool(answer)
    else:
        assert bool(answer) is bool(grids)
    for value in (answer, Count(number, complete)):
        assert value == replace(value)
        assert hash(value) == hash(replace(value))


@pytest.mark.parametrize("engine", ["bitmask", "sat"])
def test_a_count_below_its_limit_is_exact(engine: str) -> None:
    """A count that stays below its limit is all there are; one that reaches it need not be."""
    number = int(count(SEVERAL))
    assert number > 2
    for limit in (0, number + 1, 1 << 80):
        assert count(SEVERAL, limit=limit, engine=engine) == Count(number, True)
    for limit in (1, number - 1, number):
        assert count(SEVERAL, limit=limit, engine=engine) == Count(limit, False)
    assert count("11" + "." * 14, engine=engine) == Count(0, True)


@pytest.mark.parametrize("engine", ["sat", "bitmask", "dlx", "recursive"])
def test_a_limit_beyond_all_numbers(engine: str) -> None:
    """Is as none."""
    assert count(Puzzle(bytes(16), boxes(2, 2)), limit=10**30, engine=engine) == Count(288, True)


def test_answers_to_a_block_are_those_to_each_puzzle() -> None:
    """Lists and counts of puzzles with none, one and several solutions."""
    puzzles = [Puzzle.parse(text) for text in ("12..34..2.......", "11" + "." * 14, "1234" + "." * 12, "." * 16)]
    puzzles += [Puzzle.parse("1234341221434321"), puzzles[0]]
    for counting in (False, True):
        search = Search(0, counting=counting)
        found = search.answered(
            search.engine_of(puzzles[0]), Puzzle(bytes(16), boxes(2, 2)), b"".join(p.cells for p in puzzles)
        )
        assert list(search.answers(found, boxes(2, 2))) == [search.answer(puzzle) for puzzle in puzzles]
    assert [str(search.answer(puzzle)) for puzzle in puzzles[1:3]] == ["0", "12"]


@pytest.mark.parametrize("limit", [-1, True, 1.0, "2", None])
def test_a_limit_is_a_whole_number(limit: Any) -> None:
    """Anything else is refused, by lists, by counts, and for streams, before a search begins."""
    for ask in (lambda: solve(EASY, limit=limit), lambda: count(EASY, limit=limit), lambda: Search(limit=limit)):
        with pytest.raises(UsageError, match="a limit is a whole number"):
            ask()


def test_what_is_listed_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong grid of an engine becomes no solution, listed or given one by one."""
    wrong = bytes([1] * 81)
    monkeypatch.setattr(SatEngine, "solve_block", lambda *_: Found.of([Outcome((wrong,), True)]))
    monkeypatch.setattr(SatEngine, "iterate", lambda self, cells: iter((wrong,)))
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        solve(EASY)
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        list(solutions(EASY))


def test_streams_list_where_a_formula_is_named() -> None:
    """Counts of a stream come from lists only where an encoding or a simplification is named."""
    assert Search().lists
    assert Search().limit == 1
    assert not Search(counting=True).lists
    assert Search(counting=True, encoding="order").lists
    assert Search(counting=True, simplify="none").lists
    empty, clues = Puzzle(bytes(81)), Puzzle.parse(EASY).cells
    for search in (Search(0), Search(0, counting=True), Search(0, counting=True, encoding="order")):
        found = search.answered(search.engine_of(empty), empty, clues)
        assert list(found.numbers) == [1]
        assert found.complete == b"\1"
        assert len(found.grids) == (0 if search.counting else 81)


def test_a_list_by_a_named_encoding_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an encoding says are all solutions is compared with a kernel, and only where an encoding is named."""
    monkeypatch.setattr(SatEngine, "solve_block", lambda *_: Found.of([Outcome((), True)]))
    assert solve(EASY).complete
    with pytest.raises(EnginesDisagree, match="encoding order finds no solution, bitmask finds 1"):
        solve(EASY, encoding="order")
