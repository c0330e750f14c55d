"""Definitions on partial values: what can be completed is never refused, and a full filling is judged as it is."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import Geometry
from tests.constraints.samples import CASES, fillings, placed


@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_partial(board: Geometry, text: str) -> None:
    """A filling that keeps the rule keeps it with any values unknown; some fillings break the rule, some keep it."""
    rule = placed(board, text)
    rng = random.Random(text)
    every = fillings(board)
    kept = [values for values in every if rule.holds(values)]
    assert 0 < len(kept) < len(every)
    for values in rng.sample(kept, min(60, len(kept))):
        for _ in range(4):
            assert rule.holds([value if rng.random() < 0.5 else None for value in values])
    assert rule.holds([None] * board.size)
