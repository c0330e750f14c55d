"""Canonical forms in the kernel, against all moves tried one by one and against known numbers."""

from __future__ import annotations

import random
from itertools import permutations, product
from math import factorial
from operator import itemgetter
from pathlib import Path

import pytest

from cpsudoku.board.geometry import boxes
from cpsudoku.kernels import compiled, search
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.general.backtrack import Backtracker

pytestmark = pytest.mark.interpreted
INTERPRETED = not compiled("cpsudoku.kernels.classic.canonical")


def lines(bands: int, height: int) -> list[tuple[int, ...]]:
    """All orders of the lines of a board with so many bands of so many lines."""
    orders = []
    for band_order in permutations(range(bands)):
        for inner in product(permutations(range(height)), repeat=bands):
            orders.append(tuple(height * band + line for band, order in zip(band_order, inner) for line in order))
    return orders


def renamed(cells: list[int]) -> bytes:
    names = {0: 0}
    return bytes(names.setdefault(digit, len(names)) for digit in cells)


def least(cells: bytes, box_rows: int, box_cols: int) -> tuple[bytes, int]:
    """The canonical form and the number of automorphisms, straight from the definition."""
    n = box_rows * box_cols
    turned = bytes(cells[c * n + r] for r in range(n) for c in range(n))
    reached = [
        renamed([board[r * n + c] for r in rows for c in columns])
        for board in ([cells, turned] if box_rows == box_cols else [cells])
        for rows in lines(n // box_rows, box_rows)
        for columns in lines(n // box_cols, box_cols)
    ]
    return min(reached), reached.count(min(reached))


def scrambled(cells: bytes, random_: random.Random) -> bytes:
    """The same 9x9 puzzle after a random move and renaming."""
    names = bytes([0, *random_.sample(range(1, 10), 9)]) + bytes(246)
    order = [3 * b + i for _ in "rc" for b in random_.sample(range(3), 3) for i in random_.sample(range(3), 3)]
    down, across = (9, 1) if random_.random() < 0.5 else (1, 9)
    columns = [across * c for c in order[9:]]
    move = itemgetter(*[down * r + c for r in order[:9] for c in columns])
    return bytes(move(cells.translate(names)))


def all_grids(box_rows: int, box_cols: int) -> bytes:
    """Every grid whose first row is 1 2 3 ..."""
    geometry = boxes(box_rows, box_cols)
    board = Backtracker(geometry.side, [house.cells for house in geometry.houses])
    board.start(bytes(range(1, geometry.side + 1)) + bytes(geometry.size - geometry.side))
    grids = []
    while board.resume() == 1:
        grids.append(board.grid())
    return b"".join(grids)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (1, 4)])
def test_equals_the_definition(shape: tuple[int, int]) -> None:
    """On small boards the form is the least of all boards reached, and the automorphisms are those that reach it."""
    n = shape[0] * shape[1]
    random_ = random.Random(n)
    for clues in (0, 1, 3, n, 2 * n) if not INTERPRETED else (n,):
        cells = [0] * (n * n)
        for cell in random_.sample(range(n * n), clues):
            r, c = divmod(cell, n)
            seen = {cells[n * r + i] for i in range(n)} | {cells[n * i + c] for i in range(n)}
            cells[cell] = random_.choice([0, *(digit for digit in range(1, n + 1) if digit not in seen)])
        form, automorphisms = Canonizer(*shape).batch(bytes(cells))
        assert (form, automorphisms[0]) == least(bytes(cells), *shape)


KNOWN = [((2, 2), 2, 288)] + ([] if INTERPRETED else [((2, 3), 49, 28_200_960)])


@pytest.mark.long
@pytest.mark.parametrize(("shape", "classes", "grids"), KNOWN)
def test_known_numbers_of_grids(shape: tuple[int, int], classes: int, grids: int) -> None:
    """2 essentially different 4x4 grids and 49 of 6x6; moves and names over automorphisms add up to all grids."""
    rows, cols = shape
    n = rows * cols
    forms, automorphisms = Canonizer(rows, cols).batch(all_grids(rows, cols))
    found = {forms[n * n * i : n * n * i + n * n]: count for i, count in enumerate(automorphisms)}
    moves = factorial(cols) * factorial(rows) ** cols * factorial(rows) * factorial(cols) ** rows
    moves *= 2 if rows == cols else 1
    assert len(found) == classes
    assert sum(moves * factorial(n) // count for count in found.values()) == grids


def test_known_automorphisms() -> None:
    """The most symmetric grid has 648 automorphisms, the empty board all 2 * 6^8 moves, one clue an 81st of them."""
    grid = bytes(map(int, "123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
    assert Canonizer().batch(grid)[0] == grid
    assert list(Canonizer().batch(grid + (b"" if INTERPRETED else bytes(81) + b"\5" + bytes(80)))[1]) == (
        [648] if INTERPRETED else [648, 3_359_232, 41_472]
    )


def test_scrambles_are_one_class() -> None:
    """1,000 puzzles and grids, 20 scrambles of each: the same form and automorphisms as the puzzle itself."""
    random_ = random.Random(5)
    many, times = (2, 2) if INTERPRETED else (1000, 20)
    starts = bytearray()
    for _ in range(many):
        cells = bytearray(81)
        for box in range(3):
            for at, digit in enumerate(random_.sample(range(1, 10), 9)):
                cells[30 * box + at // 3 * 9 + at % 3] = digit
        starts += cells
    grids = search.solve_batch(bytes(starts), 1, 1)[1]
    puzzles = []
    for i in range(many):
        kept = set(random_.sample(range(81), random_.choice([12, 17, 25, 40, 81])))
        puzzles.append(bytes(grids[81 * i + cell] if cell in kept else 0 for cell in range(81)))
    expected = Canonizer().batch(b"".join(puzzles))
    for _ in range(times):
        others = b"".join(scrambled(cells, random_) for cells in puzzles)
        assert Canonizer().batch(others) == expected
        assert all(expected[0][k : k + 81] <= others[k : k + 81] for k in range(0, len(others), 81))


def test_the_search_for_any_board_agrees() -> None:
    """On the classic board, two searches: the same form and automorphisms, from the empty board to full grids.

    Puzzles of a symmetric grid and of others, also such as keep some rows, columns or digits alone; and grids without
    boxes (Latin squares).
    """
    random_ = random.Random(9)
    symmetric = bytes(map(int, "123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
    other = bytes(map(int, "123456789456789123789123456214365897365897214897214365531642978642978531978531642"))
    puzzles = []
    for k in range(6 if INTERPRETED else 1500):
        grid = symmetric if k % 3 else other
        clues = random_.randrange(20, 60) if INTERPRETED else random_.choice([0, 1, 2, 9, 17, 24, 40, 60, 75, 79, 81])
        kept = set(random_.sample(range(81), clues))
        if not INTERPRETED and k % 5 == 0:
            rows, columns = (set(random_.sample(range(9), random_.randrange(1, 9))) for _ in "rc")
            kept = {cell for cell in range(81) if cell // 9 in rows and cell % 9 in columns}
        elif k % 5 == 1:
            digits = set(random_.sample(range(1, 10), random_.randrange(1, 6)))
            kept = {cell for cell in range(81) if grid[cell] in digits}
        puzzles.append(scrambled(bytes(grid[cell] if cell in kept else 0 for cell in range(81)), random_))
    for shift in range(1, 3):
        shuffled = random_.sample(range(9), 9)
        square = bytes((shift * shuffled[cell // 9] + cell % 9) % 9 + 1 for cell in range(81))
        puzzles.append(scrambled(square, random_))
    cells = b"".join(puzzles)
    assert Canonizer().batch(cells) == Canonizer(general=True).batch(cells)


def test_royles_list_is_in_canonical_form() -> None:
    """Gordon Royle's 17-clue puzzles are published in this very form: each of the sample is its own."""
    text = (Path(__file__).parent.parent / "puzzles" / "17_clue.txt").read_text().split()
    cells = b"".join(bytes(int(c) if c in "123456789" else 0 for c in line[:81]) for line in text)
    cells = cells[: 81 * 3] if INTERPRETED else cells
    assert Canonizer().batch(cells)[0] == cells


def test_large_boards_and_bounds() -> None:
    """Boards up to side 25 have forms; a bound on the work is kept, and what cannot be is refused."""
    grid = bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    puzzle = bytes(digit if cell % 3 == 0 else 0 for cell, digit in enumerate(grid))
    other = bytes(puzzle[16 * (r ^ 5) + (c ^ 11)] for r in range(16) for c in range(16))
    assert Canonizer(4, 4).batch(puzzle) == Canonizer(4, 4).batch(other)
    assert list(Canonizer(max_branches=10).batch(bytes(81))[1]) == [0]
    assert list(Canonizer().batch(bytes([1, 0, 1]) + bytes(78))[1]) == [-1]
    assert list(Canonizer().batch(bytes([0, 1]) + bytes(70) + bytes([0, 1]) + bytes(7))[1]) == [-1]
    with pytest.raises(ValueError, match="2 to 25"):
        Canonizer(6, 6)
    with pytest.raises(ValueError, match="81 bytes"):
        Canonizer().batch(bytes(80))
    with pytest.raises(ValueError, match="puzzle 2"):
        Canonizer().batch(bytes(81) + bytes([10]) + bytes(80))
