"""Every kind of rule in the kernel, against its definition on every filling."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import parse
from cpsudoku.engines.model import Model
from tests.constraints.samples import CASES, LINE4, ZERO4, fillings, placed

pytestmark = pytest.mark.interpreted


def searched(model: Model, masks: list[int]) -> list[bytes]:
    """What the kernel's search finds."""
    search, found = model.begin(masks), []
    while search is not None and search.resume() == 1:
        found.append(search.grid())
    return found


@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_kinds(board: Geometry, text: str) -> None:
    """Propagation loses no filling that keeps the rule, and the search finds exactly these, each once."""
    rule = placed(board, text)
    rng = random.Random(text)
    every = [values for values in fillings(board) if rule.holds(values)]
    model = Model(board, (rule,))
    full = (1 << board.side) - 1
    for turn in range(3):
        masks = [full if turn == 0 else rng.getrandbits(board.side) | 1 << k % board.side for k in range(board.size)]
        kept = {
            bytes(v - board.lo + 1 for v in values)
            for values in every
            if all(mask >> (v - board.lo) & 1 for mask, v in zip(masks, values))
        }
        left = model.propagate(masks)
        if left is None:
            assert not kept
        else:
            assert all(left[k] >> (digit - 1) & 1 for grid in kept for k, digit in enumerate(grid))
        found = searched(model, masks)
        assert len(found) == len(kept)
        assert set(found) == kept


def test_rules_together() -> None:
    """Two rules at once, random ones on one board: the solutions are those that keep both."""
    rng = random.Random(1)
    for board in sorted({board for board, _ in CASES}, key=repr):
        texts = [text for other, text in CASES if other == board]
        for _ in range(3):
            rules = [placed(board, text) for text in rng.sample(texts, min(2, len(texts)))]
            kept = {
                bytes(v - board.lo + 1 for v in values)
                for values in fillings(board)
                if all(rule.holds(values) for rule in rules)
            }
            found = searched(Model(board, rules), [(1 << board.side) - 1] * board.size)
            assert len(found) == len(kept)
            assert set(found) == kept


def test_clues_and_no_constraints() -> None:
    """A board without constraints has a model, too; clues that clash leave nothing."""
    model = Model(Geometry(2, 2))
    assert model.clued(bytes([1, 0, 4] + [0] * 13))[:3] == [1, 15, 8]
    assert len(searched(model, model.clued(bytes(16)))) == 288
    assert model.propagate(model.clued(bytes([1, 1] + [0] * 14))) is None
    impossible = Model(
        Geometry(2, 2), [parse("cage 3 r1c1").on(Geometry(2, 2)), parse("cage 4 r1c1").on(Geometry(2, 2))]
    )
    assert impossible.propagate([15] * 16) is None
    assert searched(impossible, [15] * 16) == []


@pytest.mark.parametrize(
    ("lo", "text"),
    [*((board.lo, text) for board, text in CASES if board in (LINE4, ZERO4)), (0, "sandwich 6 r1c1-r1c4")],
)
def test_fewer_digits_than_the_boards(lo: int, text: str) -> None:
    """Where cells may have only as many digits as a house has cells, it is full; other rules read as before."""
    board = Geometry.shaped(1, 4, lo, lo + 5)
    rule = placed(board, text)
    for left in combinations(range(lo, lo + 6), 4):
        values = ",".join(map(str, left))
        model = Model(board, [placed(board, f"candidates {values} r1c1-r1c4"), rule])
        kept = {bytes(v - lo + 1 for v in order) for order in permutations(left) if rule.holds(order)}
        found = searched(model, [(1 << 6) - 1] * 4)
        assert len(found) == len(kept)
        assert set(found) == kept


def test_a_house_of_the_digits_left_is_full() -> None:
    """A digit with one place in it goes there: three cells of 1 to 3, on a board that has 0 to 4."""
    board = Geometry.shaped(1, 3, 0, 4)
    model = Model(board, [placed(board, "candidates 1,2,3 r1c1-r1c3")])
    assert model.propagate([0b00110, 0b00110, 0b11111]) == [0b00110, 0b00110, 0b01000]
    assert model.propagate([0b00110, 0b01110, 0b00110]) == [0b00110, 0b01000, 0b00110]
