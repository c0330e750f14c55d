"""Nishio forcing chains."""

from __future__ import annotations

from typing import Any

RUNG = 23


def test_first_deduction_is_the_definitions(chain_states: Any, plain: Any, winner: Any, same: Any) -> None:
    """Rating, nodes, removal and placement are those of the first of all contradictions within a digit."""
    some = 0
    for rung in (23, 24, 25, 26):
        for state in chain_states[rung][:8]:
            grid = [{d for d in range(1, 10) if mask >> (d - 1) & 1} for mask in state[1]]
            found = plain.forcing_nets(grid, dynamic=True, nishio=True)
            some += bool(found)
            assert same(winner(state, RUNG), found[0] if found else None)
    assert some


def test_the_argument_stays_within_the_digit(chain_states: Any) -> None:
    """No statement of a nishio step speaks of another digit, and no link is within a cell."""
    from cpsudoku.rating.rater import Rater

    for state in chain_states[RUNG]:
        rater = Rater()
        rater.hint.explain = True
        rater.start(state[0], list(state[1]))
        rater.advance()
        chain = rater.hint.chain
        assert len({node.digit for node in chain.nodes}) == 1
        assert all(node.cause != 1 for node in chain.nodes)
        one, other = (chain.nodes[target] for target in chain.targets)
        assert (one.cell, one.on, other.on) == (other.cell, True, False)
