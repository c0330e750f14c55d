"""Dynamic forcing chains."""

from __future__ import annotations

from typing import Any

import pytest


def oracle(plain: Any, state: Any, level: int, **rules: bool) -> Any:
    grid = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
    found = plain.forcing_nets(grid, dynamic=True, level=level, variant=plain.Variant(**rules))
    return found[0] if found else None


@pytest.mark.parametrize("level", [0, 1])
def test_first_deduction_is_the_definitions(
    chain_states: Any, plain: Any, winner: Any, same: Any, level: int
) -> None:
    """Rating, nodes, removals and placement are those of the first of all deductions, built and sorted plainly."""
    for rung in (21, 24, 25, 26) if level == 0 else (25, 26):
        for state in chain_states[rung][: 3 - level]:
            assert same(winner(state, 25 + level), oracle(plain, state, level))
