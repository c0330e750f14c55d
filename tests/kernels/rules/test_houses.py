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
    """1 and 2 take the two places of 3: the house is broken."""
    masks = [0b111111111] * 81
    masks[:9] = [0b101, 0b110, *[0b111111000] * 7]
    assert Model(Geometry(3, 3)).begin(masks) is None


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


def test_a_house_said_again() -> None:
    """Cells of a house that a rule says to differ, in any order: nothing more follows, wherever the search stands."""
    nine = Geometry(3, 3)
    column = tuple(range(4, 81, 9))
    rng = random.Random(8)
    solution = [(3 * (row % 3) + row // 3 + column) % 9 for row in range(9) for column in range(9)]
    for said in (column, column[::-1], (*column[3:], *column[:3])):
        for share in (0.2, 0.4, 1.0):
            masks = [1 << digit | sum(1 << d for d in range(9) if rng.random() < share) for digit in solution]
            assert narrowed(nine, (Different(said),), masks) == narrowed(nine, (), masks) is not None


def _slowly(masks: list[int], apart: list[set[int]]) -> list[int] | None:
    """What is left of 9x9 masks by the houses of the board and other sets of cells that differ, rule by rule."""
    houses = [set(house.cells) for house in Geometry(3, 3).houses]
    sees = [set().union(*(group for group in houses + apart if cell in group)) - {cell} for cell in range(81)]
    kept = list(masks)
    before: list[int] = []
    while kept != before:
        before = list(kept)
        for cell in range(81):
            if kept[cell].bit_count() == 1:
                for other in sees[cell]:
                    kept[other] &= ~kept[cell]
        for house in houses:
            for one in house:
                twins = [cell for cell in house if kept[cell] == kept[one]]
                if kept[one].bit_count() == 2 and len(twins) == 2:
                    for cell in house.difference(twins):
                        kept[cell] &= ~kept[one]
            for bit in map((1).__lshift__, range(9)):
                places = [cell for cell in house if kept[cell] & bit]
                if not places:
                    return None
                if len(places) == 1:
                    kept[places[0]] = bit
                elif len(places) <= 3:
                    for cell in set.intersection(*(sees[place] for place in places)) - house:
                        kept[cell] &= ~bit
        if not all(kept):
            return None
    return kept


def test_nine_cells_at_once() -> None:
    """On a 9x9 board, alone and with more that differs, what is left is what rule by rule leaves."""
    rng = random.Random(5)
    solution = [(3 * (row % 3) + row // 3 + column) % 9 for row in range(9) for column in range(9)]
    ends = 0
    for turn in range(60):
        share = rng.choice((0.1, 0.2, 0.3, 0.4))
        masks = [1 << digit | sum(1 << d for d in range(9) if rng.random() < share) for digit in solution]
        if turn % 6 == 5:
            masks[rng.randrange(81)] &= masks[rng.randrange(81)] or 1
        masks = [mask or 1 for mask in masks]
        groups: list[set[int]] = []
        for _ in range(rng.choice((0, 0, 3, 8))):
            start = rng.randrange(81)
            group = {start}
            for cell in rng.sample(range(81), 30):
                if all(solution[cell] != solution[other] for other in group) and len(group) < 4:
                    group.add(cell)
            groups.append(group)
        found = narrowed(Geometry(3, 3), tuple(Different(tuple(sorted(group))) for group in groups), masks)
        assert found == _slowly(masks, groups)
        ends += found is None
    assert 0 < ends < 30
