"""Dynamic forcing chains."""

from __future__ import annotations

from typing import Any

import pytest

from tests.selection import long_after


def oracle(plain: Any, state: Any, level: int, **rules: bool) -> Any:
    grid = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
    found = plain.forcing_nets(grid, dynamic=True, level=level, variant=plain.Variant(**rules))
    return found[0] if found else None


@pytest.mark.long
@pytest.mark.parametrize("level", long_after(1, [0, 1]))
def test_first_deduction_is_the_definitions(chain_states: Any, plain: Any, winner: Any, same: Any, level: int) -> None:
    """Rating, nodes, removals and placement are those of the first of all deductions, built and sorted plainly."""
    for rung in (21, 24, 25, 26) if level == 0 else (25, 26):
        for state in chain_states[rung][: 3 - 2 * level]:
            assert same(winner(state, 25 + level), oracle(plain, state, level))


@pytest.mark.parametrize("rule", ["first_reason_kept", "hidden_parents"])
def test_the_first_reason_is_kept_with_all_it_rests_on(plain: Any, winner: Any, same: Any, rule: str) -> None:
    """A later reason with fewer ancestors does not replace the first, and candidates gone before are ancestors of what
    their going made possible: on this grid both decide.
    """
    state = bytes(0 if mask else 1 for mask in REASON), REASON
    assert same(winner(state, 25), oracle(plain, state, 0))
    assert not same(winner(state, 25), oracle(plain, state, 0, **{rule: False}))


def test_a_chain_used_twice_counts_once() -> None:
    """Equal chains inside a chain add their length once; this rating depends on it."""
    from cpsudoku.rating.rater import Rater

    puzzle = ".......61....23.4...56..7.......4.3..5..1....8..9..6....9.....2.6.8..9..7.8......"
    rater = Rater()
    rater.start(bytes(int(c) if c != "." else 0 for c in puzzle))
    while rater.grid.cells_left and rater.advance():
        rater.accept()
    assert rater.numbers() == (106, 12, 12)


REASON = (
    50,
    153,
    155,
    137,
    18,
    0,
    0,
    49,
    0,
    0,
    0,
    147,
    129,
    0,
    0,
    146,
    17,
    0,
    50,
    153,
    0,
    13,
    22,
    138,
    162,
    0,
    131,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    144,
    144,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    27,
    0,
    259,
    10,
    26,
    0,
    259,
    6,
    9,
    0,
    140,
    261,
    0,
    138,
    0,
    387,
    22,
    0,
    27,
    0,
    7,
    138,
    56,
    49,
    131,
)
