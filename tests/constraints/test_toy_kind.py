"""A new kind of rule is one file and one line: every engine, the text form and the record serve it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from cpsudoku import Puzzle, constraints, count, solutions
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.primitives import Statement, counted


@dataclass(frozen=True, repr=False)
class Toy(Constraint):
    """The digit 1 is in exactly *times* of the cells."""

    word: ClassVar[str] = "toy"
    cells: Any = cells()
    times: Any = number(default=2)

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        ones = seen.count(1)
        return bool(ones <= self.times <= ones + len(seen) - len(known(seen)))

    def statement(self) -> Statement:
        return (counted(self.at, 1, (self.times,)),)


@pytest.mark.parametrize("engine", ["sat", "cp-sat", "recursive"])
def test_one_class_and_one_line(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind defined here is parsed, written, placed and counted alike by every engine that serves constraints."""
    monkeypatch.setitem(constraints.KINDS, "toy", f"{__name__}:Toy")
    rule = constraints.parse("toy 1 r1c1 r2c3 r4c4")
    assert constraints.from_dict(rule.to_dict()) == rule == Toy("r1c1 r2c3 r4c4", 1)
    puzzle = Puzzle.parse("." * 16).under([rule])
    expected = sum(puzzle.is_solved_by(grid.cells) for grid in solutions(puzzle.under([])))
    assert 0 < count(puzzle, engine=engine).number == expected < 288
    assert puzzle.constraints[0].describe() == "toy 1 at r1c1 r2c3 r4c4"
    assert puzzle.constraints[0].shapes()
