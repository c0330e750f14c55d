"""Colours of candidates, by another way: arrays of numpy, whose whole numbers wrap."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from cpsudoku import Geometry
from cpsudoku.kernels.general.refinement import refined
from cpsudoku.kernels.given import flattened, houses_of_cells


def mixed(values: np.ndarray) -> np.ndarray:
    values = values * np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


@pytest.mark.interpreted
@pytest.mark.parametrize("board", [Geometry(2, 2), Geometry(3, 3, extras=("diagonals",))], ids=str)
def test_refined(board: Geometry) -> None:
    """The sums of the definition, for three rounds."""
    draw = random.Random(7)
    n, houses = board.side, [list(house.cells) for house in board.houses]
    sorts = [draw.choice((5, 11)) for _ in houses]
    states = bytes(draw.choice((1, 2, 3)) for _ in range(board.size * n))
    colour = mixed(np.frombuffer(states, dtype=np.uint8).astype(np.uint64).reshape(-1, n))
    around = houses_of_cells(board.size, houses)
    for _ in range(3):
        cells = mixed(colour.sum(axis=1))
        of = mixed(np.array([colour[house].sum(axis=0) * np.uint64(sort) for house, sort in zip(houses, sorts)]))
        sums = np.array([of[numbers].sum(axis=0) for numbers in around])
        colour = mixed(colour * np.uint64(3) + cells[:, None] * np.uint64(7) + sums)
    found = refined(states, n, 3, array("i", sorts), flattened(houses), flattened(around))
    assert [list(part) for part in found] == [part.ravel().tolist() for part in (colour, cells, of)]
