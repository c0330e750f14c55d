"""Techniques that say in one step what belongs together, and the lines of singles that name rules."""

from __future__ import annotations

from functools import partial

import pytest

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.sentence import MOST_WORDS
from cpsudoku.results import Explanation
from cpsudoku.techniques.reasons import locked, naked
from cpsudoku.techniques.reasons.ladder import ROWS, SINGLES
from cpsudoku.techniques.reasons.position import Contradiction, Position
from cpsudoku.techniques.reasons.reason import MOST_REASONS
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Log, advance, finders

BOARD = Geometry(2, 2)
PAIR = ROWS["naked-pair"]


def at(clues: str, *rules: str) -> Position:
    """An open position under rules."""
    return Position(Setting(Puzzle.parse(clues, BOARD).under(map(parse, rules))))


def test_a_pair_acts_on_all_that_see_it():
    """Both digits go from row and box at once, in one step that is not found twice."""
    position = at("." * 16)
    position.remove({0: 0b1100, 1: 0b1100})
    step, *others = naked.find(position, PAIR)
    assert step.removed == dict.fromkeys((2, 3, 4, 5), 0b11)
    assert all(other.removed == step.removed for other in others)
    statement = step.tell()
    assert statement.argument == "r1c12 are a 12 pair"
    assert len(statement.reasons) == 6 <= MOST_REASONS


def test_a_pair_by_a_rule_alone():
    """Two cells that only a rule keeps apart; what sees both loses the digits."""
    position = at("." * 16, "difference 2 r1c1 r2c3")
    position.remove({0: 0b1100, 6: 0b1100})
    while found := list(naked.find(position, PAIR)):
        assert all(len(step.tell().reasons) <= MOST_REASONS for step in found)
        position.remove(found[0].removed)
    assert [position.masks[cell] for cell in (2, 3, 4, 5)] == [0b1100] * 4


def test_a_set_is_told_of_its_open_cells():
    """Where one cell of a triple is written by then, the others are a pair; of a pair, nothing is left to tell."""
    position = at("." * 16)
    position.remove({0: 0b1000, 1: 0b1000, 2: 0b1000})
    triple = next(naked.find(position, ROWS["naked-triple"]))
    position.remove({0: 0b0110, 1: 0b0001, 2: 0b0001, 3: 0b0001})
    again = triple.again(position)
    assert (again.rung, again.removed) == (PAIR, {3: 0b0110})
    position.remove({1: 0b0100, 2: 0b0010})
    assert triple.again(position) is None


def test_digits_with_the_same_places_are_one_step():
    """Two digits of a row that are in one box leave it together."""
    position = at("." * 16)
    position.remove({2: 0b11, 3: 0b11})
    step = next(locked.find(position, ROWS["locked-candidates"]))
    assert step.removed == dict.fromkeys((4, 5), 0b11)
    assert step.tell().argument == "in row 1, 1 and 2 can only be in r1c12"


def test_a_rule_that_fails_at_its_last_cell():
    """No candidate of the last cell makes the rule hold, or two rules want different digits: a contradiction."""
    ladder = finders([ROWS[key] for key in SINGLES])
    for rules in (("sum 7 r1c1 r1c2",), ("sum 3 r1c1 r1c2", "sum 4 r1c1 r1c2")):
        position = at("1" + "." * 15, *rules)
        log = Log(position)
        log.begin([(0, 1)])
        with pytest.raises(Contradiction):
            list(iter(partial(advance, log, ladder), None))


def test_singles_name_their_rules():
    """A run of last cells is one line that names them; it has no more words than a sentence."""
    rules = ("ratio r1c1 r1c2", "difference r1c2 r1c3", "sum 4 r1c3 r2c3", "sum 4 r2c4 r3c1", "sum 6 r4c1 r4c4 r3c2")
    walk = explain(Puzzle.parse("1" + "." * 15, BOARD).under(map(parse, rules)))
    assert isinstance(walk, Explanation)
    _, *lines = walk.story()
    assert lines[0].startswith("Singles: r1c2 = 2 (black dot at r1c12), r1c3 = 3 (white dot at r1c23), ")
    assert all(len(line.split()) <= MOST_WORDS for line in lines)
