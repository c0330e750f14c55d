"""Cells that are all different, against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import AnyOf, Clause, Different, Is
from cpsudoku.engines.model import Model
from tests.kernels.rules.brute import board, check, narrowed, random_masks

pytestmark = pytest.mark.interpreted


def test_houses() -> None:
    """Small boards with full houses, and with houses of fewer cells than digits: each filling is found."""
    rng = random.Random(1)
    for shape in (Geometry.shaped(2, 2, 1, 2), Geometry.shaped(2, 3, 1, 4), Geometry.shaped(3, 3, 0, 2)):
        for _ in range(12):
            check(shape, (), lambda v: True, random_masks(rng, shape.size, shape.side), False)


def test_more_houses() -> None:
    """Statements say what differs, too: alone, under a condition, and more cells than digits never do."""
    rng = random.Random(2)
    for _ in range(20):
        masks = random_masks(rng, 4, 4)
        check(board(4, 4), (Different((0, 1, 3)),), lambda v: len({v[0], v[1], v[3]}) == 3, masks, False)
        either = AnyOf(((Different((0, 1, 2)),), (Clause((Is(3, 1),)), Different((1, 2)))))
        rule = lambda v: len(set(v[:3])) == 3 or (v[3] == 1 and v[1] != v[2])  # noqa: E731
        check(board(4, 4), (either,), rule, masks, False)
    assert narrowed(board(4, 3), (Different((0, 1, 2, 3)),), [7] * 4) is None


def test_hidden_single_and_crossing() -> None:
    """A digit with one place in a house goes there; what two houses share tells what the rest of both holds."""
    four = Geometry(2, 2)
    free = [15] * 16
    masks = list(free)
    masks[0], masks[1], masks[2] = 14, 14, 14
    assert narrowed(four, (), masks)[3] == 1  # type: ignore[index]
    masks = list(free)
    masks[2], masks[3] = 14, 14  # so 1 is in the first row's first box
    kept = narrowed(four, (), masks)
    assert kept is not None
    assert kept[4] == kept[5] == 14


def test_a_digit_whose_places_are_taken() -> None:
    """1 and 2 take the two places of 3: the house is broken, and nothing else on the board is touched."""
    masks = [0b111111111] * 81
    masks[:9] = [0b101, 0b110, *[0b111111000] * 7]
    model = Model(Geometry(3, 3))
    assert model.begin(masks) is None
    assert model.masks()[9:] == masks[9:]


def test_naked_pair() -> None:
    """Two digits that two cells have for themselves leave the rest of the house; three such cells contradict."""
    nine = Geometry(3, 3)
    free = [0b111111111] * 81
    masks = list(free)
    masks[0] = masks[5] = 0b11
    kept = narrowed(nine, (), masks)
    assert kept is not None
    assert [kept[cell] for cell in range(9)] == [0b11, *[0b111111100] * 4, 0b11, *[0b111111100] * 3]
    assert kept[9:] == free[9:]
    masks[7] = 0b11
    assert narrowed(nine, (), masks) is None
