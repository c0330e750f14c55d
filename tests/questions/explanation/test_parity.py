"""Parity: what it takes away is in no filling of the sum and its pairs; a single rest is always seen."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import parse
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.parity import find
from cpsudoku.techniques.reasons.position import Contradiction, Position
from cpsudoku.techniques.reasons.setting import Setting

CELLS = [0, 1, 14, 15, 22]
"""r1c12, r3c34 and r4c5 of a board of six rows."""


@pytest.mark.parametrize("pairs", [("difference", "difference"), ("palindrome", "difference"), ("difference", "ratio")])
def test_it_takes_away_what_is_in_no_filling(pairs):
    """By brute force, at random candidates: of the sum and its pairs alone."""
    draw = random.Random(1)
    total, moves = 15, 0
    rules = [f"{pairs[0]} r1c1 r1c2", f"{pairs[1]} r3c3 r3c4", f"sum {total} r1c1 r1c2 r3c3 r3c4 r4c5"]
    setting = Setting(Puzzle(bytes(36), Geometry(2, 3), constraints=[parse(rule) for rule in rules]))
    for _ in range(60):
        position = Position(setting, [draw.choice((63, draw.randint(1, 63))) for _ in range(36)])
        ways = [[d for d in range(1, 7) if position.masks[cell] >> d - 1 & 1] for cell in CELLS]
        good = [
            way
            for way in product(*ways)
            if sum(way) == total
            and all(
                rule.holds([way[CELLS.index(c)] if c in CELLS else 0 for c in range(36)])
                for rule in setting.puzzle.constraints
            )
        ]
        try:
            for step in find(position, ROWS["parity"]):
                for cell, mask in step.removed.items():
                    moves += 1
                    assert not any(mask >> way[CELLS.index(cell)] - 1 & 1 for way in good)
        except Contradiction:
            assert not good
    assert moves or "ratio" in pairs
