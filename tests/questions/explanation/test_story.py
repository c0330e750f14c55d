"""A walk as a text: what it turns on, a line a step, singles in a row together."""

from __future__ import annotations

import json

from cpsudoku import Geometry, Puzzle, draw, explain, next_deduction, why
from cpsudoku.constraints import parse
from cpsudoku.drawing.picture import Text
from cpsudoku.results import Deduction, Explanation
from cpsudoku.techniques.reasons import required
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.web import jobs
from tests.questions.explanation.test_walks_by_techniques import KILLER

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_singles_are_one_line():
    """Singles alone: one line after the opening, with every digit."""
    found = explain(EASY)
    assert isinstance(found, Explanation)
    opening, singles = found.story()
    assert opening == "Singles solve this puzzle."
    assert singles.count(" = ") == 81 - 30


def test_both_digits_of_a_pair_are_one_step():
    """A cage of 1 and 2 takes both from the cells that see it at once."""
    board = Geometry(2, 2)
    position = Position(Setting(Puzzle.parse("." * 16, board).under([parse("cage 3 r1c1 r1c2")])))
    position.remove({0: 0b1100, 1: 0b1100})
    (step,) = required.find(position, ROWS["required-digit"])
    assert step.removed == dict.fromkeys((2, 3, 4, 5), 0b11)
    assert step.tell().argument == "the 3-cage at r1c12 has its 1 and 2"


def test_hints_and_answers_about_a_cell_use_the_steps_of_the_walk():
    """A hint is the walk's first step; the page answers both as the functions do; `why` ends at its digit."""
    puzzle = Puzzle.parse("1...............", Geometry(2, 2)).under(map(parse, KILLER))
    walk = explain(puzzle)
    assert isinstance(walk, Explanation)
    first = next(step for step in walk.steps if not step.clears)
    assert next_deduction(puzzle) == first
    text = json.dumps({"puzzle": "1" + "." * 15, "size": "2x2", "constraints": list(KILLER)})
    assert jobs.hint(text, why=True)["reasoning"] == [first.to_dict()]
    keys = {rung.key for rung in LADDER}
    cell = next(cell for cell in range(15, 0, -1) if len(why(puzzle, cell).inner) > 1)  # type: ignore[union-attr]
    answer = why(puzzle, cell)
    assert isinstance(answer, Deduction)
    assert jobs.explain(text, puzzle.geometry.name_of(cell))["reasoning"] == [answer.to_dict()]
    assert {step.technique for step in answer.inner if not step.clears} & keys
    written = [shape.text for shape in draw(answer).shapes if isinstance(shape, Text) and shape.role == "digit"]
    assert len(written) == sum(len(step.placements) for step in answer.inner)  # the board before the last step
