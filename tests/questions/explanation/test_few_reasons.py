"""Steps by few houses and rules, walks without needless steps, and steps read as one line."""

from __future__ import annotations

import pytest

from cpsudoku import Geometry, Puzzle, solve
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.few_reasons import FEW, MOST, FewReasons
from cpsudoku.questions.explanation.front import next_deduction
from cpsudoku.questions.explanation.lines import Grouping, lines
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.questions.explanation.telling import Telling
from cpsudoku.techniques.reasons import combinations, relations, totals
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.pruning import needed
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Log, Shown, Walk, advance, finders

HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."


def test_no_house_or_rule_can_be_left_out():
    """Where the ladder ends, each step has at most eight houses and rules; without one of them it takes less."""
    puzzle = Puzzle.parse(HARDER)
    setting = Setting(puzzle, solve(puzzle).solution.cells)
    position = Position(setting)
    log, few = Log(position), FewReasons(puzzle, setting, solve(puzzle).solution.cells)
    log.begin([(cell, 1 << digit - 1) for cell, digit in puzzle.clues])
    while advance(log, finders()):
        pass
    steps = list(few.find(position, FEW))
    assert steps
    for step in steps:
        way = step.again.args[1]
        assert 0 < len(way.items) <= MOST
        assert way.refuted(position.masks, step.removed) == step.removed
        for item in way.items:
            rest = tuple(other for other in way.items if other != item)
            assert way._replace(items=rest).refuted(position.masks, step.removed) != step.removed


def test_no_step_of_a_walk_can_be_left_out():
    """Of the steps that are kept, all lead to the end with singles, and no part of them does."""
    puzzle = Puzzle.parse("9.....72..412.......6....8...3.9.....9...26.....158..3.......3..54.8.......675.9.")
    setting = Setting(puzzle)
    known = [(cell, 1 << digit - 1) for cell, digit in puzzle.clues]
    start = Position(setting)
    Log(start).begin(known)
    walk = Walk(setting, finders())
    list(walk.steps(known))
    steps = [step for step in walk.log.steps if not step.clears and step.placed is None]
    kept = needed(setting, start.masks, steps)
    assert 0 < len(kept) < len(steps)
    assert needed(setting, start.masks, kept) == kept


def test_steps_of_a_kind_are_one_line():
    """Dots that take the same digit away are one line, with the reasons of both."""
    rules = ("ratio 2 r1c1 r2c1", "ratio 2 r1c4 r2c4")
    telling = Telling(Puzzle.parse("." * 16, Geometry(2, 2)).under(map(parse, rules)), bytes(16))
    setting = telling.walk.setting
    steps = relations.find(Position(setting), ROWS["relations"])
    shown = [Shown(step, step.removed, (setting.full,) * 16, bytes(16)) for step in steps]
    (group,) = Grouping(setting).groups(shown)
    (line,) = lines([telling._deduction(one) for one in group])
    assert line.size == 2
    assert line.sentence == "By the black dots at r12c1 and r12c4, no 3 in r12c14."


def test_sums_of_digits_are_said():
    """A rule of equal sums that counts the digits of cells has an argument like any other."""
    board = Geometry(2, 2)
    setting = Setting(Puzzle.parse("." * 16, board).under([parse("same-values r1c1 r1c2 / r3c3 r3c4")]))
    position = Position(setting)
    position.remove({0: 0b1110, 1: 0b1101})
    for step in totals.find(position, ROWS["sums"]):
        assert step.tell().argument


def test_cages_of_the_same_digits_are_said_at_once():
    """What they can only be is said once, after their places."""
    rules = ("cage 3 r1c1 r1c2", "cage 3 r3c3 r3c4")
    telling = Telling(Puzzle.parse("." * 16, Geometry(2, 2)).under(map(parse, rules)), bytes(16))
    setting = telling.walk.setting
    steps = combinations.find(Position(setting), ROWS["combinations"])
    shown = [Shown(step, step.removed, (setting.full,) * 16, bytes(16)) for step in steps]
    (line,) = lines([telling._deduction(one) for one in shown])
    assert line.sentence == "The 3-cages at r1c12 and r3c34 can only be 12, so no 3 or 4 in r1c12 and r3c34."


@pytest.mark.interpreted
def test_a_hint_as_plain_python() -> None:
    """Kernels that are not compiled would search for minutes: techniques go first, then digits by search."""
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    step = next_deduction(Puzzle.parse(hard).under([parse("cage 8 r1c5 r1c6")]))
    assert isinstance(step, Deduction)
    assert step.technique == "cage-combinations"
