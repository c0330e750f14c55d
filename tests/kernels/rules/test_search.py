"""The search over rules: left and taken up again, bounded, and Booleans that decide nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import Aux, Clause, Implies, Is, Pair, pairs_allowed
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.search import instructions
from tests.kernels.rules.brute import board, solved, state_of

pytestmark = pytest.mark.interpreted


def relation(a: int, b: int, digits: Iterable[int], allowed: Callable[[int, int], bool]) -> Pair:
    """The pair of cells under a test of two digits."""
    return Pair(a, b, pairs_allowed(digits, allowed))


PIGEONS = tuple(relation(a, b, range(1, 9), lambda x, y: x != y) for a, b in combinations(range(9), 2))
"""Nine cells that differ, with eight digits, said pair by pair: no solution, and thousands of branches to see it."""


def test_bounds() -> None:
    """After so many branches the search answers -1, and goes on where it stopped; all 288 grids of 4x4 come."""
    state = state_of(Geometry(2, 2), ())
    assert state is not None
    search = RuleSearch(state)
    assert search.narrow([15] * 16) == 2
    found, pauses = set(), 0
    while (answer := search.resume(3)) != 0:
        if answer == 1:
            found.add(search.grid())
        else:
            pauses += 1
    assert len(found) == 288
    assert pauses > 0
    assert search.resume() == 0


def test_the_clock() -> None:
    """A search whose time is up answers -1 at the first look: it does not go on to the end."""
    state = state_of(board(9, 8), PIGEONS)
    assert state is not None
    search = RuleSearch(state)
    assert search.narrow([255] * 9) == 2
    assert search.resume(-1, 1e-9) == -1


def test_a_state_is_used_again() -> None:
    """After `reset` the masks are those it was made with."""
    state = state_of(Geometry(2, 2), ())
    assert state is not None
    for clue in (1, 2, 4):
        state.reset()
        search = RuleSearch(state)
        assert search.narrow([clue] + [15] * 15) == 2
        assert search.resume() == 1
        assert search.grid()[0] == clue.bit_length()
    state.reset()
    assert RuleSearch(state).narrow([0] + [15] * 15) == 0


@pytest.mark.parametrize("budget", [-1, 1])
def test_steered(budget: int) -> None:
    """Each solution of a steered search has something wanted; at its end what is wanted is in no solution."""
    state = state_of(Geometry(2, 2), (relation(0, 5, range(1, 5), lambda x, y: x < y),))
    assert state is not None
    plain = RuleSearch(state)
    assert plain.narrow([15] * 16) == 2
    shown = [0] * 16
    while plain.resume() == 1:
        shown = [mask | 1 << digit >> 1 for mask, digit in zip(shown, plain.grid())]
    state.reset()
    search, wanted, found = RuleSearch(state), [15] * 16, 0
    assert search.narrow([15] * 16) == 2
    search.learn(plain)
    search.want(wanted)
    while (answer := search.resume(budget)) != 0:
        if answer == 1:
            grid = search.grid()
            assert any(mask >> (digit - 1) & 1 for mask, digit in zip(wanted, grid))
            wanted = [mask & ~(1 << digit >> 1) for mask, digit in zip(wanted, grid)]
            found += 1
    assert [15 & ~mask for mask in wanted] == shown
    assert 4 <= found <= 12


def test_free_booleans_give_no_second_grid() -> None:
    """Grids differ in a cell: Booleans that can be either way do not multiply them."""
    free = (Clause((Aux("a"), Aux("b"))), Clause((Aux("b"), Aux("c"))))
    assert sorted(solved(board(2, 2), free, [3, 3])) == [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.skipif(instructions() == "python", reason="100,000 branches")
def test_no_cell_stays_open_after_many_failures() -> None:
    """Weights that have shrunk to nothing beside those of recent failures do not hide a cell from the search.

    Nine cells find no place for eight digits while the tenth is 1; the last two, in no trouble all that time, differ.
    """
    hard = (Implies((Is(9, 1),), PIGEONS), relation(10, 11, range(1, 9), lambda x, y: x != y))
    state = state_of(board(12, 8), hard)
    assert state is not None
    search = RuleSearch(state)
    assert search.narrow([255] * 9 + [3, 3, 3]) == 2
    assert search.resume() == 1
    assert search.branches() > 50_000
    assert search.grid()[9] == 2
    assert set(search.grid()[10:]) == {1, 2}


def test_what_is_left() -> None:
    """The share left falls from 1 branch by branch, by half at least for each refusal before any decision."""
    state = state_of(board(9, 8), PIGEONS)
    assert state is not None
    search = RuleSearch(state)
    assert search.narrow([255] * 9) == 2
    before, falls = 1.0, 0
    assert search.left() == 1
    while search.resume(1) != 0 and search.branches() < 3000:
        assert 0 < search.left() <= before
        falls += search.left() < before
        before = search.left()
        assert before <= 0.5 ** sum(len(candidates) == 1 for candidates in search.refused())
    assert falls > 100
    assert before < 0.9


def test_what_was_refused() -> None:
    """Wherever the search is left, no solution has a refused set of candidates but those found."""
    geometry = Geometry(2, 2)
    rule = (relation(0, 5, range(1, 5), lambda x, y: x < y), relation(3, 6, range(1, 5), lambda x, y: x < y))
    every = {bytes(grid) for grid in solved(geometry, rule, [15] * 16)}
    assert len(every) > 30
    state = state_of(geometry, rule)
    assert state is not None
    search, found, lengths = RuleSearch(state), set(), set()
    assert search.narrow([15] * 16) == 2
    while (answer := search.resume(1)) != 0:
        if answer == 1:
            found.add(search.grid())
        for candidates in search.refused():
            lengths.add(len(candidates))
            having = {grid for grid in every if all(grid[x // 4] == x % 4 + 1 for x in candidates)}
            assert having <= found, candidates
    assert found == every
    assert {1, 2, 3} <= lengths
    assert all(len(candidates) == 1 for candidates in search.refused())


@pytest.mark.parametrize("branches", [0, 1, 7])
def test_parts_that_others_search(branches: int) -> None:
    """A search gives parts of itself away, as do those that took them: all 288 grids of 4x4 come, each once."""
    state = state_of(Geometry(2, 2), ())
    assert state is not None
    first = RuleSearch(state)
    assert first.narrow([15] * 16) == 2
    assert first.part() is None
    begun = [first]
    found: list[bytes] = []
    for search in begun:
        assert not search.ended()
        while (answer := search.resume(branches)) != 0:
            if answer == 1:
                found.append(search.grid())
            elif branches == 0:
                branches = 1  # the first decision
            part = search.part() if len(begun) < 40 else None
            if part is not None:
                masks, variable, values, share = part
                assert len(masks) == len(state.values())
                assert values & masks[variable] == values > 0
                assert 0 < share < 1
                other = search.twin()
                assert other.ended()
                other.take(part)
                begun.append(other)
        assert search.ended()
    assert len(begun) > 10
    assert len(found) == len(set(found)) == 288


def test_what_was_given_away_stays_so() -> None:
    """A steered search that others take part in does not look from the root again: they have parts of it."""
    state = state_of(Geometry(2, 2), ())
    assert state is not None
    first = RuleSearch(state)
    assert first.narrow([15] * 16) == 2
    first.want([15] * 16)
    assert first.resume(3) == -1
    first.twin()
    part = first.part()
    assert part is not None
    masks, variable, values, share = part
    given = list(masks)
    given[variable] &= values
    found: list[bytes] = []
    while first.resume() == 1:
        found.append(first.grid())
        assert first.left() <= 1 - share
    assert len(found) > 2
    assert not [grid for grid in found if all(mask >> digit - 1 & 1 for mask, digit in zip(given, grid))]
