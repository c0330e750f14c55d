"""Cell and region forcing chains on the grid's own links."""

from __future__ import annotations

from typing import Any

import pytest

from tests.selection import long_after

RUNG = 24


def oracle(plain: Any, state: Any, **rules: bool) -> Any:
    grid = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
    found = plain.forcing_nets(grid, variant=plain.Variant(**rules))
    return found[0] if found else None


@pytest.mark.parametrize("share", long_after(1, [4, 1]))
def test_first_deduction_is_the_definitions(chain_states: Any, plain: Any, winner: Any, same: Any, share: int) -> None:
    """Rating, nodes, removals and placement are those of the first of all deductions, built and sorted plainly."""
    for rung, count in ((21, 8), (23, 5), (24, 16), (25, 5)):
        for state in chain_states[rung][:: max(1, len(chain_states[rung]) * share // count)]:
            assert same(winner(state, RUNG), oracle(plain, state))


BROKEN = (
    0,
    320,
    200,
    0,
    136,
    0,
    0,
    384,
    0,
    136,
    0,
    0,
    0,
    0,
    137,
    0,
    0,
    9,
    288,
    0,
    40,
    0,
    0,
    129,
    129,
    264,
    0,
    0,
    40,
    0,
    129,
    33,
    0,
    25,
    0,
    144,
    34,
    0,
    20,
    0,
    164,
    80,
    0,
    194,
    160,
    42,
    0,
    20,
    0,
    37,
    80,
    11,
    66,
    33,
    392,
    66,
    192,
    3,
    17,
    0,
    0,
    138,
    272,
    0,
    264,
    0,
    130,
    152,
    392,
    18,
    0,
    0,
    0,
    34,
    168,
    0,
    0,
    264,
    130,
    0,
    392,
)
FIRST = (
    0,
    320,
    72,
    0,
    136,
    0,
    0,
    384,
    0,
    0,
    0,
    0,
    0,
    0,
    9,
    0,
    0,
    9,
    288,
    0,
    40,
    0,
    0,
    129,
    129,
    264,
    0,
    0,
    40,
    0,
    129,
    33,
    0,
    25,
    0,
    144,
    34,
    0,
    20,
    0,
    164,
    80,
    0,
    66,
    160,
    42,
    0,
    20,
    0,
    37,
    80,
    9,
    66,
    33,
    264,
    66,
    192,
    3,
    17,
    0,
    0,
    136,
    272,
    0,
    264,
    0,
    130,
    152,
    384,
    18,
    0,
    0,
    0,
    34,
    160,
    0,
    0,
    264,
    130,
    0,
    264,
)
"""Grids on which a rule of the scale decides."""


def with_values(masks: tuple[int, ...]) -> Any:
    """Any digit stands for the values: chains look at candidates alone."""
    return bytes(0 if mask else 1 for mask in masks), masks


def test_sets_cut_short_by_a_contradiction_are_used(plain: Any, winner: Any, same: Any) -> None:
    """What an assumption led to before it contradicted itself counts like any other: on this grid it decides."""
    state = with_values(BROKEN)
    assert same(winner(state, RUNG), oracle(plain, state))
    assert not same(winner(state, RUNG), oracle(plain, state, broken_sets_used=False))


def test_a_house_is_examined_from_its_first_position_only(plain: Any, winner: Any, same: Any) -> None:
    """A house whose first position is in a cell of two candidates is not examined: on this grid that decides."""
    state = with_values(FIRST)
    assert same(winner(state, RUNG), oracle(plain, state))
    assert not same(winner(state, RUNG), oracle(plain, state, first_position_only=False))
