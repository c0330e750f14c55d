"""Each technique on a position made for it, and against brute force from its definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.engines.logic.grid import Grid, digits_of
from cpsudoku.engines.logic.techniques import LADDER

PUZZLES = Path(__file__).resolve().parents[2] / "puzzles"


def cell(name: str) -> int:
    return CLASSIC.cell_named(name)


def cells(names: str) -> list[int]:
    return [cell(name) for name in names.split()]


def empty(geometry: Geometry = CLASSIC) -> Grid:
    return Grid(geometry, bytes(geometry.size))


def only(grid: Grid, names: str, digits: Iterable[int]) -> None:
    """Leave these candidates in the cells named."""
    mask = sum(1 << digit for digit in digits)
    for place in cells(names):
        grid.masks[place] &= mask


def confine(grid: Grid, house: str, digit: int, names: str) -> None:
    """Leave *digit* in the named cells of a house alone."""
    kept = set(cells(names))
    members = next(h.cells for h in grid.geometry.houses if h.name == house)
    grid.remove([place for place in members if place not in kept], 1 << digit)


def lost(before: Grid, after: Grid) -> set[tuple[str, int]]:
    """(cell, digit) of the candidates that went, of cells still empty."""
    found = set()
    for place, (old, new) in enumerate(zip(before.masks, after.masks)):
        if not after.cells[place]:
            found |= {(CLASSIC.name_of(place), digit) for digit in digits_of(old & ~new)}
    return found


def apply(name: str, grid: Grid) -> tuple[int, set[tuple[str, int]]]:
    """Steps a technique took, and what it removed from empty cells."""
    before = grid.copy()
    steps = LADDER[name](grid)
    assert not grid.dead
    return steps, lost(before, grid)


def test_the_order() -> None:
    """Twelve techniques, easiest first."""
    assert list(LADDER) == [
        "naked single",
        "hidden single",
        "locked candidates",
        "naked pair",
        "hidden pair",
        "naked triple",
        "hidden triple",
        "naked quad",
        "hidden quad",
        "x-wing",
        "bi-colour",
        "x-cycle",
    ]


@pytest.mark.parametrize("name", LADDER)
def test_nothing_on_the_empty_board(name: str) -> None:
    """Without clues no technique finds anything."""
    assert apply(name, empty()) == (0, set())


def test_naked_single() -> None:
    """A cell with one candidate is filled, and its peers lose the digit."""
    grid = empty()
    only(grid, "r5c5", [7])
    assert LADDER["naked single"](grid) == 1
    assert grid.cells[cell("r5c5")] == 7
    assert all(not grid.masks[peer] >> 7 & 1 for peer in CLASSIC.peers[cell("r5c5")])


def test_hidden_single() -> None:
    """The one place of a digit in a house is filled."""
    grid = empty()
    confine(grid, "box 2", 4, "r2c6")
    assert LADDER["hidden single"](grid) == 1
    assert grid.cells[cell("r2c6")] == 4


def test_hidden_single_sees_a_missing_place() -> None:
    """A digit without a place in some house means there is no solution."""
    grid = empty()
    confine(grid, "row 3", 4, "")
    LADDER["hidden single"](grid)
    assert grid.dead


def test_pointing() -> None:
    """A digit of a box that lies in one row leaves the rest of the row."""
    grid = empty()
    confine(grid, "box 1", 3, "r2c1 r2c3")
    assert apply("locked candidates", grid) == (1, {(f"r2c{c}", 3) for c in range(4, 10)})


def test_claiming() -> None:
    """A digit of a column that lies in one box leaves the rest of the box."""
    grid = empty()
    confine(grid, "column 5", 8, "r4c5 r6c5")
    rest = "r4c4 r5c4 r6c4 r4c6 r5c6 r6c6"
    assert apply("locked candidates", grid) == (1, {(name, 8) for name in rest.split()})


def test_locked_in_an_extra_house() -> None:
    """A digit of a box confined to the diagonal leaves the rest of the diagonal."""
    grid = empty(Geometry(3, 3, None, ("diagonals",)))
    confine(grid, "box 1", 6, "r1c1 r3c3")
    assert apply("locked candidates", grid) == (1, {(f"r{k}c{k}", 6) for k in range(4, 10)})


@pytest.mark.parametrize(
    ("name", "places", "digits"),
    [
        ("naked pair", "r1c1 r1c9", [1, 2]),
        ("naked triple", "r1c1 r1c5 r1c9", [1, 2, 3]),
        ("naked quad", "r1c1 r1c4 r1c5 r1c9", [1, 2, 3, 4]),
    ],
)
def test_naked_subsets(name: str, places: str, digits: list[int]) -> None:
    """k cells with k candidates between them take these from the rest of the house."""
    grid = empty()
    only(grid, places, digits)
    rest = [f"r1c{c}" for c in range(1, 10) if f"r1c{c}" not in places.split()]
    assert apply(name, grid) == (1, {(place, digit) for place in rest for digit in digits})


def test_naked_triple_of_pairs() -> None:
    """Three cells with 12, 23 and 13 are a triple: no cell needs all three."""
    grid = empty()
    only(grid, "r1c1", [1, 2])
    only(grid, "r1c5", [2, 3])
    only(grid, "r1c9", [1, 3])
    assert apply("naked triple", grid)[0] == 1
    assert apply("naked pair", grid) == (0, set())


@pytest.mark.parametrize(
    ("name", "places", "digits"),
    [
        ("hidden pair", "r4c1 r4c9", [5, 6]),
        ("hidden triple", "r4c1 r4c5 r4c9", [5, 6, 7]),
        ("hidden quad", "r4c1 r4c4 r4c5 r4c9", [5, 6, 7, 8]),
    ],
)
def test_hidden_subsets(name: str, places: str, digits: list[int]) -> None:
    """k digits with k places between them leave nothing else in these cells."""
    grid = empty()
    for digit in digits:
        confine(grid, "row 4", digit, places)
    others = [digit for digit in range(1, 10) if digit not in digits]
    assert apply(name, grid) == (1, {(place, digit) for place in places.split() for digit in others})


def test_x_wing_in_rows() -> None:
    """Two rows with the digit in the same two columns take it from the rest of these columns."""
    grid = empty()
    confine(grid, "row 2", 9, "r2c3 r2c8")
    confine(grid, "row 7", 9, "r7c3 r7c8")
    rest = {(f"r{r}c{c}", 9) for r in (1, 3, 4, 5, 6, 8, 9) for c in (3, 8)}
    assert apply("x-wing", grid) == (1, rest)


def test_x_wing_in_columns() -> None:
    """The same with rows and columns exchanged."""
    grid = empty()
    confine(grid, "column 1", 9, "r4c1 r9c1")
    confine(grid, "column 6", 9, "r4c6 r9c6")
    rest = {(f"r{r}c{c}", 9) for r in (4, 9) for c in (2, 3, 4, 5, 7, 8, 9)}
    assert apply("x-wing", grid) == (1, rest)


def chain(grid: Grid, digit: int) -> None:
    """Strong links r1c1 - r1c9 - r6c9 - r6c2."""
    confine(grid, "row 1", digit, "r1c1 r1c9")
    confine(grid, "column 9", digit, "r1c9 r6c9")
    confine(grid, "row 6", digit, "r6c9 r6c2")


def test_bicolour_outside() -> None:
    """A cell that sees both colours loses the digit."""
    grid = empty()
    chain(grid, 5)
    seeing_both = "r4c1 r5c1 r2c2 r3c2"
    assert apply("bi-colour", grid) == (1, {(name, 5) for name in seeing_both.split()})


def test_bicolour_inside() -> None:
    """Two cells of one colour in one house make that colour false."""
    grid = empty()
    chain(grid, 5)
    confine(grid, "column 2", 5, "r6c2 r3c2")
    # the colours: r1c1, r6c9, r3c2 against r1c9, r6c2; r1c1 and r3c2 share a box
    steps, removed = apply("bi-colour", grid)
    assert steps == 1
    assert removed == {(name, 5) for name in ("r1c1", "r6c9", "r3c2")}


def test_x_cycle_with_two_weak_links() -> None:
    """A loop that comes back to a cell over two weak links takes the digit from it."""
    grid = empty()
    confine(grid, "row 2", 7, "r2c2 r2c8")
    confine(grid, "row 8", 7, "r8c3 r8c8")
    # r2c2 = r2c8 - r8c8 = r8c3: cells that see r2c2 and r8c3 would leave column 8 without a place for both rows
    steps, removed = apply("x-cycle", grid)
    expected = {"r1c3", "r3c3", "r7c2", "r9c2"}
    assert removed == {(name, 7) for name in expected}
    assert steps == len(expected)


def test_x_cycle_with_two_strong_links() -> None:
    """A loop that leaves and comes back by strong links places the digit."""
    grid = empty()
    confine(grid, "row 1", 7, "r1c1 r1c5")
    confine(grid, "column 1", 7, "r1c1 r5c1")
    confine(grid, "box 5", 7, "r4c5 r5c6")
    before = grid.copy()
    steps = LADDER["x-cycle"](grid)
    # not r1c1 puts 7 into r1c5 and r5c1, and then box 5 has no place left
    assert steps >= 1
    assert grid.cells[cell("r1c1")] == 7
    assert not before.cells[cell("r1c1")]


def positions() -> list[tuple[bytes, bytes]]:
    lines = [
        line
        for name in ("random_minimal", "magictour_top1465")
        for line in (PUZZLES / f"{name}.txt").read_text().split()[:12]
    ]
    puzzles = [bytes(0 if symbol == "." else int(symbol) for symbol in line) for line in lines]
    engine = BitmaskEngine(CLASSIC)
    return [(puzzle, engine.search(puzzle).solutions[0]) for puzzle in puzzles]


def test_sound() -> None:
    """No technique, at any point of a run, takes a digit of the solution or places another."""
    used = set()
    for puzzle, solution in positions():
        grid = Grid(CLASSIC, puzzle)
        progress = True
        while progress:
            progress = False
            for name, technique in LADDER.items():
                if technique(grid):
                    progress = True
                    used.add(name)
                    for place, digit in enumerate(solution):
                        assert grid.cells[place] == digit or (
                            not grid.cells[place] and grid.masks[place] >> digit & 1
                        ), name
    assert {"naked single", "hidden single", "locked candidates", "naked pair", "hidden pair"} <= used


def _brute_naked(grid: Grid, count: int) -> bool:
    for house in CLASSIC.houses:
        open_cells = [place for place in house.cells if grid.masks[place]]
        for chosen in combinations(open_cells, count):
            union = 0
            for place in chosen:
                union |= grid.masks[place]
            if union.bit_count() == count and any(grid.masks[p] & union for p in open_cells if p not in chosen):
                return True
    return False


def _brute_hidden(grid: Grid, count: int) -> bool:
    for house in CLASSIC.houses:
        where = {d: {p for p in house.cells if grid.masks[p] >> d & 1} for d in range(1, 10)}
        for chosen in combinations([d for d in where if where[d]], count):
            places = set().union(*(where[d] for d in chosen))
            mask = sum(1 << d for d in chosen)
            if len(places) == count and any(grid.masks[p] & ~mask for p in places):
                return True
    return False


def _brute_locked(grid: Grid, count: int) -> bool:
    for one in CLASSIC.houses:
        for other in CLASSIC.houses:
            for digit in range(1, 10):
                places = {p for p in one.cells if grid.masks[p] >> digit & 1}
                loses = any(grid.masks[p] >> digit & 1 for p in set(other.cells) - places)
                if one != other and len(places) > 1 and places <= set(other.cells) and loses:
                    return True
    return False


def _brute_x_wing(grid: Grid, count: int) -> bool:
    rows, columns = CLASSIC.houses[:9], CLASSIC.houses[9:18]
    for bases, covers in ((rows, columns), (columns, rows)):
        for digit in range(1, 10):
            holds = {p for p in range(81) if grid.masks[p] >> digit & 1}
            for two in combinations(bases, 2):
                for lines in combinations(covers, 2):
                    base = {p for house in two for p in house.cells} & holds
                    cover = {p for house in lines for p in house.cells} & holds
                    if len(base) == 4 and base <= cover and cover - base:
                        return True
    return False


@pytest.mark.parametrize(
    ("name", "count", "brute"),
    [
        ("locked candidates", 0, _brute_locked),
        ("naked pair", 2, _brute_naked),
        ("naked triple", 3, _brute_naked),
        ("naked quad", 4, _brute_naked),
        ("hidden pair", 2, _brute_hidden),
        ("hidden triple", 3, _brute_hidden),
        ("hidden quad", 4, _brute_hidden),
        ("x-wing", 0, _brute_x_wing),
    ],
)
def test_complete(name: str, count: int, brute: Callable[[Grid, int], bool]) -> None:
    """A technique finds something exactly where brute force from its definition does."""
    for puzzle, _ in positions()[::3]:
        grid = Grid(CLASSIC, puzzle)
        while True:
            expected = brute(grid, count)
            assert bool(LADDER[name](grid)) == expected
            if not expected:
                break
