"""Chains and colours: what their links say holds in every filling that the candidates allow."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.results import Explanation
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons import chains, colouring
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.links import ALONG, APART, Links
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


@pytest.mark.parametrize("text", ["ratio r1c1 r1c2", "sum 6 r1c1 r1c2 r2c3", "thermo r1c1 r2c3 r3c4"])
def test_links_of_a_rule(text):
    """In every filling of the rule's cells, a candidate has those that it is linked to, or not, as the link says."""
    draw = Random(text)
    puzzle = Puzzle.parse("." * 16, Geometry(2, 2)).under([parse(text)])
    (rule,), setting = puzzle.constraints, Setting(puzzle)
    for _ in range(20):
        position = Position(setting)
        position.remove({cell: draw.randrange(15) for cell in rule.scope})
        links = Links(position)
        fillings = []
        for digits in product(*(bits(position.masks[cell]) for cell in rule.scope)):
            filling = dict(zip(rule.scope, digits))
            seen = any(setting.sees[a] >> b & 1 and filling[a] == filling[b] for a in filling for b in filling)
            if not seen and rule.holds([filling.get(cell, -1) + 1 for cell in range(16)]):
                fillings.append(filling)
        for kind, one in product(range(3), range(64)):
            for two in bits(links.by_kind[kind][one]):
                if {one % 16, two % 16}.issubset(rule.scope) and links.why(kind, one, two).rule:
                    for filling in fillings:
                        here, there = (filling[key % 16] == key // 16 for key in (one, two))
                        assert not (here and there) if kind == APART else there or here != (kind == ALONG)


def test_a_link_of_a_dot():
    """Of 48 and 24 beside a black dot one has the 4; the sentence names the dot."""
    setting = Setting(Puzzle.parse("." * 81).under([parse("ratio r1c1 r1c2")]))
    position = Position(setting)
    position.remove({0: setting.full & ~0b10001000, 1: setting.full & ~0b1010})
    found = next(iter(chains.find(position, ROWS["chain"])))
    assert found.removed[2] == 0b1000
    assert found.tell().argument == "the black dot at r1c12 has a 4"


def test_colours_of_a_whisper():
    """Five cells of one row cannot be low; the sentence says the sides, and what it says follows."""
    whisper = parse("whisper r1c1 r2c1 r1c2 r2c2 r1c3 r2c3 r1c4 r2c4 r1c5")
    puzzle = Puzzle.parse("." * 81).under([whisper])
    position = Position(Setting(puzzle))
    position.remove(dict.fromkeys(puzzle.constraints[0].scope, 0b10000))  # no 5 on a whisper
    (found,) = colouring.find(position, ROWS["colouring"])
    assert found.tell().argument == "it cannot be that r1c12345 are low and r2c1234 are high, by row 1"
    assert all(found.removed[cell] & 0b1111 for cell in (0, 1, 2, 3, 4))
