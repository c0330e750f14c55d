"""Chains: of the two ends one is true in every solution that the candidates allow."""

from __future__ import annotations

from cpsudoku import Puzzle, explain
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.results import Explanation
from cpsudoku.techniques.reasons import chains
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting

HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."


def test_an_xy_wing():
    """Three cells of two candidates each: one end or the other has the 3."""
    setting = Setting(Puzzle.parse("." * 81))
    position = Position(setting)
    full = setting.full
    position.remove({0: full & ~0b011, 8: full & ~0b110, 54: full & ~0b101})  # 12, 23 and 13 in r1c1, r1c9, r7c1
    found = [step for step in chains.find(position, ROWS["chain"]) if 62 in step.removed]
    assert found
    assert all(step.removed[62] == 0b100 for step in found)  # no 3 in r7c9


def test_chains_of_a_puzzle():
    """A walk uses chains; what they take away is not in the solution."""
    found = explain(HARDER)
    assert isinstance(found, Explanation)
    used: list[Deduction] = [step for step in found.steps if step.technique == "chain"]
    assert used
    assert all(found.solution[cell] != digit for step in used for cell, digit in step.removals)
