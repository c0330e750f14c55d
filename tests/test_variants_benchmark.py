"""The benchmark of variants compares answers, not only times, and says the same puzzle to Interactive Sudoku Solver."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cpsudoku import Geometry, Puzzle, solve
from cpsudoku.constraints import parse
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.recursive import RecursiveEngine
from cpsudoku.formats import iss, read_one

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"
ROW = {
    "id": "own-1", "rows": 4, "cols": 4, "lo": 1, "hi": 4, "latin": True,
    "regions": [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]],
    "givens": [[0, [1]], [6, [1, 2]]],
    "constraints": [{"type": "cage", "cells": [1, 2], "sum": 6}, {"type": "thermo", "cells": [4, 8]}],
    "expected": "multiple", "solution": None, "witnesses": None, "verified": {"sat_cadical": 2, "iss": None},
}  # fmt: skip


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The files of the benchmark, as the script finds them."""
    monkeypatch.syspath_prepend(str(FOLDER))
    names = ("variant_corpus", "interactive_solver", "variants")
    yield {name: import_module(name) for name in names}
    for name in names:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "rules",
    [
        ["even r1c1 r4c4", "odd r2c2"],
        ["clone r1c1 r1c2 / r3c3 r3c4"],
        ["maximum r2c2", "minimum r3c3"],
        ["slow-thermo r1c1 r2c2 r3c3"],
        ["ratio 3 r1c1 r1c3", "difference 2 r4c4 r2c3"],
        ["cage 6 r1c1 r1c2", "windoku r1c1 r2c3 r3c2 / r2c2 r3c4"],
    ],
)
def test_restated_rules_say_the_same(benchmarks: dict[str, ModuleType], rules: list[str]) -> None:
    """Rules without a type of theirs, as relations of two cells, digits of one, sets: the same solutions."""
    board = Geometry(2, 2)
    puzzle = Puzzle(bytes([0, 0, 0, 0, 0, 3, *bytes(10)]), board, tuple(parse(text) for text in rules))
    text = benchmarks["interactive_solver"].text_of(puzzle)
    read = read_one(text).puzzle
    assert not iss.unsaid(read)
    assert {s.cells for s in solve(read, limit=0).solutions} == {s.cells for s in solve(puzzle, limit=0).solutions}


def test_what_cannot_be_stated_is_named(benchmarks: dict[str, ModuleType]) -> None:
    """Not left out silently."""
    solver = benchmarks["interactive_solver"]
    puzzle = Puzzle(bytes(16), Geometry(2, 2), (parse("not { sum 4 r1c1 r2c3 r4c4 }"),))
    with pytest.raises(solver.Unsaid, match="not"):
        solver.text_of(puzzle)


def run(benchmarks: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(json.dumps(ROW) + "\n")
    monkeypatch.setattr(sys, "argv", ["variants.py", "--corpus", str(corpus), *words])
    code: int = benchmarks["variants"].main()
    return code


@pytest.mark.long
@pytest.mark.parametrize("question", ["unique", "candidates"])
def test_engines_beside_each_other(
    benchmarks: dict[str, ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    question: str,
) -> None:
    """Equal answers are exit code 0; where the engines differ the row is named, and the code is 1."""
    words = ("--against", "recursive", "--ask", question, "--passes", "2")
    assert run(benchmarks, tmp_path, monkeypatch, *words) == 0
    output = capsys.readouterr().out
    assert "sat beside recursive" in output
    assert "1 of 1 rows compared" in output
    assert "with cages" in output
    assert "DIFFERENT" not in output

    def wrong(self: Any, cells: bytes, limit: int = 2, limits: Any = None) -> Outcome:
        return Outcome((), True)

    monkeypatch.setattr(RecursiveEngine, "search", wrong)
    assert run(benchmarks, tmp_path, monkeypatch, *words) == 1
    assert "DIFFERENT own-1" in capsys.readouterr().out


def test_what_took_too_long_is_no_difference(
    benchmarks: dict[str, ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is listed as not finished."""
    monkeypatch.setattr(RecursiveEngine, "search", lambda *_: Outcome((), False, "gave up"))
    assert run(benchmarks, tmp_path, monkeypatch, "--against", "recursive", "--passes", "1") == 0
    output = capsys.readouterr().out
    assert "not finished by recursive in 6 s (1), by us in s:\n  own-1 0." in output


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_checkout_is_asked_for(
    benchmarks: dict[str, ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A folder that is none ends the run with what was expected."""
    with pytest.raises(SystemExit, match="2"):
        run(benchmarks, tmp_path, monkeypatch, "--iss", str(tmp_path))
    assert "no checkout of Interactive Sudoku Solver (js/solver is missing)" in capsys.readouterr().err
