"""Rules switched on and off in one kernel model, against fresh engines for the rules that are on."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.model import UNDECIDED, SelectorModel
from cpsudoku.engines.registry import engine_for
from cpsudoku.generation.makers import MAKERS, maker_of
from cpsudoku.generation.makers.sketch import Sketch, Wishes
from cpsudoku.kernels.classic.uniform import uniform
from cpsudoku.kernels.randomness import Stream

SMALL = Geometry(2, 2)
GRID = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
PLACED = [name for name in MAKERS if maker_of(name).place]


def others(board: Geometry, grid: bytes, cells: set[int], rules: list[Constraint]) -> list[bytes]:
    """The solutions but *grid*, up to two, by the plain engine of constraints."""
    clues = bytes(digit if cell in cells else 0 for cell, digit in enumerate(grid))
    puzzle = Puzzle.trusted(clues, board, tuple(rules))
    return [found for found in engine_for(puzzle, "constraints").search(clues, 3).solutions if found != grid]


@pytest.mark.parametrize("name", PLACED)
def test_rivals_are_those_of_fresh_engines(name: str) -> None:
    """Random givens, random rules on: a rival exists exactly where another engine finds one, and it keeps the rules."""
    chance = random.Random(name)
    stream = Stream(7)
    grid = uniform(stream)
    sketch = Sketch(CLASSIC, grid, stream, Wishes())
    place = maker_of(name).place
    assert place is not None
    place(sketch)
    rules = [rule for group in sketch.groups for rule in group]
    model = SelectorModel(CLASSIC, rules)
    model.know(grid)
    answers = set()
    for _ in range(6):
        cells = set(chance.sample(range(81), chance.randint(18, 40)))
        on = bytes(chance.randint(0, 1) for _ in rules)
        held = [rule for rule, is_on in zip(rules, on) if is_on]
        masks = [1 << (grid[cell] - 1) if cell in cells else 511 for cell in range(81)]
        found = model.rival(masks, on, range(81))
        assert found != UNDECIDED
        answers.add(found is None)
        assert (found is None) == (not others(CLASSIC, grid, cells, held))
        if isinstance(found, bytes):
            assert found != grid
            assert all(found[cell] == grid[cell] for cell in cells)
            assert all(rule.holds(list(found)) for rule in held)
            broken = {number for number, rule in enumerate(rules) if not rule.holds(list(found))}
            assert set(model.broken(found)) == broken
    assert answers


def test_focus() -> None:
    """A rival differs in the focus; where it cannot, there is none."""
    model = SelectorModel(SMALL)
    model.know(GRID)
    full = [15] * 16
    found = model.rival(full, b"", [5])
    assert isinstance(found, bytes)
    assert found[5] != GRID[5]
    masks = [1 << (digit - 1) for digit in GRID]
    masks[5] = masks[6] = 15
    assert model.rival(masks, b"", [5]) is None


def test_always_and_impossible() -> None:
    """Rules that always hold do; a rule that cannot hold leaves no rival."""
    wide = (parse("anti-king").on(CLASSIC),)
    grid = SelectorModel(CLASSIC, (), wide).drawn([511] * 81, b"", 3, 100_000)
    assert isinstance(grid, bytes)
    assert wide[0].holds(list(grid))
    never = parse("cage 3 r1c1-r1c3").on(CLASSIC)
    assert SelectorModel(CLASSIC, (), (never,)).rival([511] * 81, b"", range(81)) is None
    model = SelectorModel(CLASSIC, (never,))
    assert model.rival([511] * 81, b"\1", range(81)) is None
    assert isinstance(model.rival([511] * 81, b"\0", range(81)), bytes)


def test_budget_and_draws() -> None:
    """A spent budget is its own answer; the same start draws the same grid, another start another."""
    model = SelectorModel(CLASSIC)
    assert model.rival([511] * 81, b"", range(81), 0) == UNDECIDED
    fresh = [SelectorModel(CLASSIC).drawn([511] * 81, b"", start, 1000) for start in (1, 1, 2)]
    assert fresh[0] == fresh[1] != fresh[2]


def test_a_rule_that_no_grid_keeps_has_no_rival_while_it_is_on() -> None:
    """A lunchbox of more than a column can hold states the empty clause: on, there is no grid; off, there is one."""
    rule = parse("lunchbox 11 r1c4 r2c4 r3c4 r4c4").on(SMALL)
    model = SelectorModel(SMALL, (rule,))
    model.know(bytes(16))
    assert model.rival([15] * 16, bytes([1]), (0,)) is None
    assert isinstance(model.rival([15] * 16, bytes([0]), (0,)), bytes)
