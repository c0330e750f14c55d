"""A new kind of rule is one file and one line: every engine, the text form and the record serve it at once."""

from __future__ import annotations

import json

import pytest

from cpsudoku import Puzzle, candidates, constraints, count, diagnose, draw, reduce, solutions
from cpsudoku.cli.main import run
from cpsudoku.comparison.side_by_side import compare
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import Statement, counted
from cpsudoku.questions.diagnosis import Broken


@constraint
class Toy(Constraint):
    """The digit 1 is in exactly *times* of the cells."""

    word = "toy"
    cells: CellList = cells()
    times: int = number(default=2)

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        ones = seen.count(1)
        return ones <= self.times <= ones + len(seen) - len(known(seen))

    def statement(self) -> Statement:
        return (counted(self.at, 1, (self.times,)),)


@pytest.mark.parametrize("engine", ["sat", "cp-sat", "recursive", "constraints"])
def test_one_class_and_one_line(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind defined here is parsed, written, placed and counted alike by every engine that serves constraints."""
    monkeypatch.setitem(constraints.KINDS, "toy", f"{__name__}:Toy")
    rule = constraints.parse("toy 1 r1c1 r2c3 r4c4")
    assert constraints.from_dict(rule.to_dict()) == rule == Toy("r1c1 r2c3 r4c4", 1)
    puzzle = Puzzle.parse("." * 16).under([rule])
    expected = sum(puzzle.is_solved_by(grid.cells) for grid in solutions(puzzle.under([])))
    assert 0 < count(puzzle, engine=engine).number == expected < 288
    assert puzzle.constraints[0].describe() == "toy 1 at r1c1 r2c3 r4c4"
    assert [shape.text for shape in draw(puzzle).shapes if shape.role == "note"] == ["toy 1 at r1c1 r2c3 r4c4"]
    assert Puzzle.parse("." * 16).under([constraints.from_dict(json.loads(json.dumps(rule.to_dict())))]) == puzzle


def test_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its conflicts are named and it is reduced away by its guard, the command reads it."""
    monkeypatch.setitem(constraints.KINDS, "toy", f"{__name__}:Toy")
    broken = diagnose(Puzzle.parse("1...............").under([Toy("r1c1 r2c3", 0)]))
    assert isinstance(broken, Broken)
    assert (broken.conflict.cells, [rule.text for rule in broken.conflict.constraints]) == ((0,), ["toy 0 r1c1 r2c3"])
    reduced = reduce(Puzzle.parse("1243341221344321").under([Toy("r1c1 r2c3 r3c2", 3)]), constraints=True)
    assert reduced.minimal
    assert count(reduced.puzzle, engine="recursive").number == 1
    assert run(["solve", "." * 16, "--rule", "toy 3 r1c1 r2c3 r3c2"]) == 0


def test_true_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its true candidates are the digits of the solutions that keep it, counted, too."""
    monkeypatch.setitem(constraints.KINDS, "toy", f"{__name__}:Toy")
    puzzle = Puzzle.parse("12..............").under([Toy("r2c3 r3c1 r4c4", 1)])
    grids = [grid.cells for grid in solutions(puzzle.under([])) if puzzle.is_solved_by(grid.cells)]
    assert 0 < len(grids) < sum(1 for _ in solutions(puzzle.under([])))
    found = candidates(puzzle, counts=100)
    assert found.complete
    assert found.digits == tuple(tuple(sorted({grid[cell] for grid in grids})) for cell in range(16))
    assert found.counts is not None
    assert [sum(counts) for counts in found.counts] == [len(grids)] * 16


def test_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines are compared on it, and count the same."""
    monkeypatch.setitem(constraints.KINDS, "toy", f"{__name__}:Toy")
    puzzle = Puzzle.parse("12..............").under([Toy("r2c3 r3c1 r4c4", 1)])
    expected = sum(puzzle.is_solved_by(grid.cells) for grid in solutions(puzzle.under([])))
    engines = ["sat", "constraints", "recursive", "cp-sat"]
    table = compare([puzzle], engines=engines, task="count", timeout=60)
    assert len(table.runs) == len(engines)
    assert {run.answer for run in table.runs} == {f"{expected} solutions"}
