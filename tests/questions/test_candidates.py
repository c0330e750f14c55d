"""True candidates are what enumeration gives, with every engine, and what a limit leaves open is said."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Geometry, Limits, Puzzle, candidates, solve
from cpsudoku.constraints import from_dict
from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.engines.support import Support
from cpsudoku.errors import UsageError, WrongInput
from cpsudoku.questions.candidates import default_engine
from cpsudoku.results import TrueCandidates
from tests.selection import long_after

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = LINE[:72] + "." * 9
NONE = "55" + LINE[2:]
JIGSAW = Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD")


def ruled(board: Geometry, clues: dict[int, int], *rules: dict[str, object]) -> Puzzle:
    cells = bytes(clues.get(cell, 0) for cell in range(board.size))
    return Puzzle(cells, board, tuple(from_dict(rule) for rule in rules))


RULED = {
    "cages": ruled(
        Geometry(2, 2),
        {15: 1},
        {"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3},
        {"type": "cage", "cells": ["r2c3", "r2c4", "r3c4"], "sum": 7},
    ),
    "a line and a dot": ruled(
        Geometry(2, 3),
        {8: 1, 20: 5, 35: 6},
        {"type": "thermo", "cells": ["r2c1", "r2c2", "r3c3", "r4c3"]},
        {"type": "difference", "cells": ["r5c5", "r5c6"], "difference": 1},
        {"type": "sum", "cells": ["r6c1", "r6c2", "r6c3"], "sum": 12},
    ),
    "digits from 0, more than cells": ruled(
        Geometry.shaped(2, 3, 0, 4, [], True), {1: 2}, {"type": "cage", "cells": ["r1c1", "r2c1"], "sum": 5}
    ),
    "no solution": ruled(
        Geometry(2, 2), {0: 4, 5: 1}, {"type": "cage", "cells": ["r1c3", "r1c4"], "sum": 7}
    ),
}  # fmt: skip


def enumerated(puzzle: Puzzle, bound: int, engine: str = "sat") -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """(digits, counts) by listing every solution."""
    found = solve(puzzle, limit=0, engine=engine)
    assert found.complete
    lo = puzzle.geometry.lo
    digits, counts = [], []
    for cell in range(puzzle.geometry.size):
        held = [solution.cells[cell] for solution in found.solutions]
        digits.append(tuple(value + lo - 1 for value in sorted(set(held))))
        counts.append(tuple(min(bound, held.count(value)) for value in sorted(set(held))))
    return digits, counts


@pytest.mark.parametrize("bound", long_after(3, [0, 2, 10_000, 1, 7]))
@pytest.mark.parametrize("engine", [None, "sat", "sat:glucose4", "constraints", "cp-sat", "recursive"])
@pytest.mark.parametrize("name", RULED)
def test_puzzles_with_rules(name: str, engine: str | None, bound: int) -> None:
    """Every engine that serves rules: the digits, and their counts up to a bound, are those of all solutions."""
    puzzle = RULED[name]
    if engine == "cp-sat" and bound > 1 and name == "a line and a dot":
        bound = 3  # else hundreds of questions of CP-SAT
    digits, counts = enumerated(puzzle, bound)
    answer = candidates(puzzle, counts=bound, engine=engine)
    assert answer.complete
    assert list(answer.digits) == digits
    assert list(answer.counts) == (counts if bound else [])
    assert answer.word == ("impossible" if name == "no solution" else "multiple")


def test_classic_puzzles_with_several_solutions() -> None:
    """Published puzzles with up to 150 solutions: as their enumeration, by the native engine and by SAT."""
    with (PUZZLES / "multi_counts.csv").open() as file:
        lines = [line for line, number in csv.reader(file) if number.isdigit() and 1 < int(number) <= 150]
    assert len(lines) >= 10
    for line in lines:
        digits, counts = enumerated(Puzzle.parse(line), 5)
        for engine in (None, "sat"):
            answer = candidates(line, counts=5, engine=engine)
            assert list(answer.digits) == digits
            assert list(answer.counts) == counts
            assert candidates(line, engine=engine).digits == answer.digits


@pytest.mark.parametrize("engine", [None, "bitmask", "dlx", "recursive", "cp-sat"])
def test_other_boards(engine: str | None) -> None:
    """A jigsaw, by every engine for houses."""
    puzzle = Puzzle(bytes([1, 2, 3]) + bytes(5) + bytes([4]) + bytes(16), JIGSAW)
    digits, counts = enumerated(puzzle, 3)
    answer = candidates(puzzle, counts=3, engine=engine)
    assert list(answer.digits) == digits
    assert list(answer.counts) == counts


def test_words() -> None:
    """One solution: a digit a cell. None: no digits at all. On the empty board every digit goes everywhere."""
    unique = candidates(LINE)
    solution = solve(LINE).first
    assert solution is not None
    assert unique.word == "unique"
    assert unique.digits == tuple((digit,) for digit in solution.cells)
    for puzzle in (NONE, LINE.replace("53", "54", 1)):
        impossible = candidates(puzzle)
        assert (impossible.word, set(impossible.digits), impossible.complete) == ("impossible", {()}, True)
    empty = candidates("." * 81)
    assert set(empty.digits) == {tuple(range(1, 10))}
    assert candidates("." * 81, engine="sat") == empty
    assert empty.masks == (511,) * 81


@pytest.mark.parametrize("name", ["a line and a dot", "cages"])
@pytest.mark.parametrize("conflicts", [1, 2, 5])
def test_limits_leave_a_partial_answer(name: str, conflicts: int) -> None:
    """What was seen occurs, what does not occur was not seen, and what is missing is open: the same every time."""
    puzzle = RULED[name]
    truth = candidates(puzzle)
    for engine in ("sat", "recursive"):
        answer = candidates(puzzle, engine=engine, limits=Limits(conflicts=conflicts))
        assert answer == candidates(puzzle, engine=engine, limits=Limits(conflicts=conflicts))
        for cell, digits in enumerate(truth.digits):
            assert set(answer.digits[cell]) <= set(digits)
            if not answer.complete:
                assert set(digits) <= {*answer.digits[cell], *answer.open[cell]}
                assert not set(answer.digits[cell]) & set(answer.open[cell])
        assert answer.complete or answer.why == f"gave up after {conflicts} conflicts"
        assert answer.complete == (not answer.open)
    assert not candidates(puzzle, engine="recursive", limits=Limits(conflicts=1)).complete


def test_no_time_at_all() -> None:
    """Nothing seen, everything open that no clue rules out, and the verdict is unknown."""
    answer = candidates(TWO, limits=Limits(seconds=0))
    assert (answer.word, answer.complete, set(answer.digits)) == ("unknown", False, {()})
    assert answer.open[0] == (5,)
    assert answer.open[2] == (1, 2, 4)
    assert answer.to_dict()["open"][2] == [1, 2, 4]


def test_plain_data() -> None:
    """The record has lists of digits a cell; counts and open digits where there are any."""
    record = candidates(TWO, counts=9).to_dict()
    assert record["verdict"] == "multiple"
    assert record["candidates"][6] == [1, 9]
    assert (record["counts"][6], record["counts"][0], record["bound"]) == ([1, 1], [2], 9)
    assert "open" not in record
    assert "counts" not in candidates(TWO).to_dict()
    assert isinstance(candidates(TWO), TrueCandidates)


def test_the_default_engine() -> None:
    """The native engine for the classic board without rules, SAT for every other."""
    rule = from_dict({"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3})
    assert default_engine(Puzzle.parse(LINE)) == "bitmask"
    assert default_engine(Puzzle(bytes(81), Geometry(), (rule,))) == "sat"
    assert default_engine(Puzzle(bytes(25), JIGSAW)) == "sat"


def test_one_solution_a_candidate_is_enough_without_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine looks for one solution of each candidate, or for as many as are to be counted."""
    bounds: list[int] = []
    support = BitmaskEngine.support

    def noted(self: BitmaskEngine, cells: bytes, most: int = 1, *rest: Any) -> Support:
        bounds.append(most)
        return support(self, cells, most, *rest)

    monkeypatch.setattr(BitmaskEngine, "support", noted)
    for counts in (0, 1, 2, 3):
        candidates(LINE, counts=counts)
    assert bounds == [1, 1, 2, 3]


@pytest.mark.parametrize("counts", [-1, 1.5, True, "3", None])
def test_wrong_counts(counts: object) -> None:
    """A bound is a whole number."""
    with pytest.raises(UsageError, match="a whole number of solutions to count"):
        candidates(LINE, counts=counts)  # type: ignore[arg-type]
    with pytest.raises(WrongInput, match="Limits"):
        candidates(LINE, limits=5)  # type: ignore[arg-type]
