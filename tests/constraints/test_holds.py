"""Definitions on partial values: what can be completed is never refused, and a full filling is judged as it is."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import parse
from cpsudoku.errors import ConstraintError
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


def test_marks_inside_other_rules() -> None:
    """A negative rule exempts the pairs of marks inside `and`; marks inside `or` and `not` leave them open."""
    board = Geometry()
    negative = parse("negative ratio")
    assert negative.on(board, (parse("and { ratio r1c1 r1c2 }"),)).numbers("marked") == ((0, 1),)
    for text in ("or { ratio r1c1 r1c2 | xv 5 r1c1 r1c2 }", "not { ratio r1c1 r1c2 }"):
        with pytest.raises(ConstraintError, match="not well defined with ratio inside"):
            negative.on(board, (parse(text),))
        assert parse("negative ratio r1c1 r1c2").on(board, (parse(text),)).numbers("marked") == ((0, 1),)
