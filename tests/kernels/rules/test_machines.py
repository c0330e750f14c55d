"""Automata against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.constraints.primitives import machine
from tests.kernels.rules.brute import board, check, random_masks

pytestmark = pytest.mark.interpreted


def test_machines() -> None:
    """A random machine leaves exactly the digits that some accepted word within the masks has."""
    rng = random.Random(1)
    for _ in range(60):
        cells, side, states = rng.randint(1, 5), rng.randint(2, 4), rng.randint(1, 4)
        table = {
            (position, state, digit): rng.randrange(states)
            for position in range(cells)
            for state in range(states)
            for digit in range(1, side + 1)
            if rng.random() < 0.7
        }
        accepting = {state for state in range(states) if rng.random() < 0.6}

        def step(position: int, state: object, digit: int, table: dict[object, int] = table) -> int | None:
            return table.get((position, state, digit))

        def rule(v: tuple[int, ...], table: dict[object, int] = table, accepting: set[int] = accepting) -> bool:
            state: int | None = 0
            for position, digit in enumerate(v):
                state = table.get((position, state, digit))
            return state in accepting

        statement = machine(range(cells), range(1, side + 1), 0, step, accepting.__contains__)
        check(board(cells, side), statement, rule, random_masks(rng, cells, side), True)


def test_a_cell_read_twice() -> None:
    """A machine may read a cell twice; the search still finds exactly its words."""
    statement = machine((0, 1, 0), (1, 2, 3), 0, lambda k, s, d: s + d, lambda s: s == 5)  # type: ignore[operator]
    check(board(2, 3), statement, lambda v: 2 * v[0] + v[1] == 5, [7, 7], False)
