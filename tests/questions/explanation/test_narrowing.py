"""What one rule leaves of its cells' candidates: nothing true is lost, and full fillings are told right from wrong."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from cpsudoku.constraints import parse
from cpsudoku.techniques.reasons.arrangements import finals, supported
from cpsudoku.techniques.reasons.narrowing import Narrower
from tests.constraints.samples import SAMPLES

EVERY = [(kind, number) for kind, samples in SAMPLES.items() for number in range(len(samples))]


@pytest.mark.parametrize(("kind", "number"), EVERY)
def test_nothing_true_is_lost(kind, number):
    """Of random candidates a rule keeps the digits of all fillings that it allows, and full fillings are judged."""
    board, text = SAMPLES[kind][number]
    rule = parse(text).on(board)
    n, lo = board.side, board.lo
    narrower = Narrower(rule.statement(), board.size, lo, n)
    draw = random.Random(number)
    for _ in range(4):
        masks = [sum(1 << d for d in draw.sample(range(n), draw.randint(1, min(n, 3)))) for _ in range(board.size)]
        scope = rule.scope
        kept = dict.fromkeys(scope, 0)
        options = [[d + lo for d in range(n) if masks[cell] >> d & 1] for cell in scope]
        for digits in list(product(*options))[:400]:
            values: list[int | None] = [None] * board.size
            for cell, digit in zip(scope, digits):
                values[cell] = digit
            if rule.holds(values):
                for cell, digit in zip(scope, digits):
                    kept[cell] |= 1 << digit - lo
        left = narrower.left(masks)
        if left is None:
            assert not any(kept.values())
        else:
            assert all(kept[cell] & ~left.get(cell, masks[cell]) == 0 for cell in scope)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_arrangements(size):
    """Different cells: the sets of digits they can have, and what each cell has in the accepted ones."""
    draw = random.Random(size)
    for _ in range(30):
        masks = tuple(draw.randrange(1, 64) for _ in range(size))
        every = [p for p in permutations(range(6), size) if all(m >> d & 1 for m, d in zip(masks, p))]
        sets = {sum(1 << d for d in p) for p in every}
        assert finals(masks) == sets
        accepted = set(draw.sample(sorted(sets), len(sets) // 2)) if sets else set()
        good = [p for p in every if sum(1 << d for d in p) in accepted]
        assert supported(masks, accepted) == tuple(sum(1 << d for d in {p[k] for p in good}) for k in range(size))
