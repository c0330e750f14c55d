"""Cycles and forcing chains from one assumption."""

from __future__ import annotations

from typing import Any

import pytest

from tests.selection import long_after

RUNG = 21


def oracle(plain: Any, state: Any, **rules: bool) -> Any:
    grid = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
    found = plain.static_chains(grid, plain.Variant(**rules))
    return found[0] if found else None


@pytest.mark.parametrize("share", long_after(1, [4, 1]))
def test_first_deduction_is_the_definitions(chain_states: Any, plain: Any, winner: Any, same: Any, share: int) -> None:
    """Rating, nodes, removals and placement are those of the first of all deductions, built and sorted plainly."""
    for rung, count in ((21, 14), (23, 4), (24, 4), (25, 4)):
        for state in chain_states[rung][:: max(1, len(chain_states[rung]) * share // count)]:
            assert same(winner(state, RUNG), oracle(plain, state))


def test_all_kinds_are_met(chain_states: Any, winner: Any) -> None:
    """The positions of the test above hold cycles and chains of every search."""
    assert {winner(state, RUNG).technique for state in chain_states[RUNG]} >= {25, 26, 27, 28}


def test_nothing_goes_in_the_cells_of_a_cycle(plain: Any, winner: Any, same: Any) -> None:
    """Candidates in a cycle's own cells stay even where both sorts of statement see them: on this grid that decides."""
    state = bytes(0 if mask else 1 for mask in CYCLE), CYCLE
    assert same(winner(state, RUNG), oracle(plain, state))
    assert not same(winner(state, RUNG), oracle(plain, state, cycle_cells_spared=False))


@pytest.mark.interpreted
def test_a_shorter_x_chain_of_the_same_printed_rating_comes_first(winner: Any) -> None:
    """Ratings are compared as raw sums: 6.6 + 0.1 is below 6.5 + (0.1 + 0.1), though both print as 6.7."""
    from cpsudoku.techniques.chains.links import lengthened

    assert lengthened(6.6, 7) < lengthened(6.5, 9)
    assert [round(lengthened(6.5, n + 2) - 6.5, 1) for n in (4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33)] == [
        0.0,
        0.1,
        0.1,
        0.2,
        0.2,
        0.3,
        0.3,
        0.4,
        0.4,
        0.5,
        0.5,
        0.6,
        0.6,
        0.7,
    ]


def test_chain_evidence_follows_link_by_link(chain_states: Any) -> None:
    """Each statement of an explained chain is a link away from its parent, and its end refutes its beginning."""
    from cpsudoku.rating.rater import Rater

    for state in chain_states[RUNG][:60]:
        rater = Rater()
        rater.hint.explain = True
        rater.start(state[0], list(state[1]))
        assert rater.advance()
        nodes = rater.hint.chain.nodes
        held = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
        for number, node in enumerate(nodes[1:], 1):
            parent = nodes[number - 1]
            assert node.parents == (number - 1,)
            assert node.on != parent.on
            if node.cause == 1:
                assert node.cell == parent.cell
                assert not node.on or held[node.cell] == {node.digit, parent.digit}
            else:
                house = HOUSES[OF_CELL[node.cell][node.cause - 2]]
                assert node.digit == parent.digit
                assert parent.cell in house
                assert not node.on or {c for c in house if node.digit in held[c]} == {node.cell, parent.cell}
        first, last = nodes[0], nodes[-1]
        assert (first.cell, first.digit) == (last.cell, last.digit)
        assert (first.on == last.on) == (rater.hint.technique in (24, 25, 26))


HOUSES = (
    [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    + [[9 * r + k for k in range(9)] for r in range(9)]
    + [[9 * k + c for k in range(9)] for c in range(9)]
)
OF_CELL = [[h for h in range(27) if i in HOUSES[h]] for i in range(81)]
CYCLE = (
    0,
    20,
    0,
    74,
    90,
    90,
    77,
    27,
    0,
    66,
    144,
    66,
    0,
    152,
    0,
    296,
    312,
    304,
    0,
    148,
    0,
    288,
    210,
    288,
    68,
    18,
    86,
    20,
    0,
    0,
    67,
    0,
    20,
    65,
    3,
    0,
    17,
    0,
    40,
    457,
    89,
    472,
    481,
    0,
    353,
    5,
    0,
    40,
    395,
    15,
    270,
    0,
    419,
    291,
    258,
    0,
    6,
    0,
    14,
    174,
    428,
    0,
    292,
    0,
    40,
    86,
    107,
    0,
    110,
    45,
    57,
    53,
    320,
    40,
    84,
    233,
    77,
    236,
    0,
    441,
    309,
)
