"""Singles propagation: the same as unit propagation of the extended encoding, on every board."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.kernels.general import singles
from cpsudoku.kernels.general.singles import CONTRADICTION, OPEN, SOLVED, Propagator

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
BOARDS = {
    "9x9": CLASSIC,
    "4x4": boxes(2, 2),
    "2x3": boxes(2, 3),
    "jigsaw": Geometry.jigsaw("AABBAACBDDCBDDCC"),
    "diagonals": Geometry(extras=("diagonals",)),
    "windoku": Geometry(extras=("windoku",)),
}


@pytest.fixture(params=["a list a cell", "by houses"])
def peers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peers listed, as on small boards, and met by their houses, as on large ones."""
    monkeypatch.setattr(singles, "LISTED_SIDE", 255 if request.param == "a list a cell" else 0)


def board_for(geometry: Geometry) -> Propagator:
    """A propagation board."""
    return Propagator(geometry.side, [house.cells for house in geometry.houses])


def cells_of(line: str) -> bytes:
    """81 characters as digits."""
    return bytes(0 if c == "." else int(c) for c in line[:81])


def random_clues(geometry: Geometry, rng: random.Random, count: int) -> bytes:
    """Clues that do not clash directly; most sets of them have no solution or many."""
    cells = bytearray(geometry.size)
    for cell in rng.sample(range(geometry.size), count):
        free = set(range(1, geometry.side + 1)) - {cells[peer] for peer in geometry.peers[cell]}
        if free:
            cells[cell] = rng.choice(sorted(free))
    return bytes(cells)


def assert_like_propagation(geometry: Geometry, board: Propagator, solver: Incremental, cells: bytes) -> None:
    """Kernel and PySAT's `propagate` agree on conflict and on every candidate left."""
    rules = formula(catalog.load("extended-dedup"), geometry)
    ok, literals = solver.propagate(rules.assumptions(cells))
    status = board.load(cells)
    assert (status == CONTRADICTION) == (not ok)
    if ok:
        false = {-x for x in literals if x < 0}
        left = bytes(v not in false for v in range(1, geometry.size * geometry.side + 1))
        assert board.candidates() == left
        true = {x for x in literals if x > 0}
        fixed = bytes(
            next((d for d in range(1, geometry.side + 1) if rules.literal(c, d) in true), 0)
            for c in range(geometry.size)
        )
        assert board.values() == fixed
        assert (status == SOLVED) == (0 not in fixed)


@pytest.mark.usefixtures("peers")
@pytest.mark.parametrize("name", BOARDS)
def test_equals_unit_propagation(name: str) -> None:
    """Fixed digits, remaining candidates and conflicts are those of unit propagation, whatever the clues."""
    geometry, rng = BOARDS[name], random.Random(11)
    board = board_for(geometry)
    with Incremental("glucose4", formula(catalog.load("extended-dedup"), geometry).clauses) as solver:
        for trial in range(120):
            count = 1 + trial % (geometry.size // 2)
            assert_like_propagation(geometry, board, solver, random_clues(geometry, rng, count))


@pytest.mark.parametrize("file", ["17_clue", "hardest_1905_11plus", "invalid_no_solution", "invalid_conflict"])
def test_equals_unit_propagation_on_real_puzzles(file: str) -> None:
    """The same on published puzzles."""
    board = board_for(CLASSIC)
    with Incremental("glucose4", formula(catalog.load("extended-dedup"), CLASSIC).clauses) as solver:
        for line in (PUZZLES / f"{file}.txt").read_text().split():
            assert_like_propagation(CLASSIC, board, solver, cells_of(line))


@pytest.mark.interpreted
def test_small_boards_by_definition() -> None:
    """On 4x4 boards what remains is what a naive fixpoint of naked and hidden singles leaves."""
    geometry, rng = boxes(2, 2), random.Random(5)
    board = board_for(geometry)
    for _ in range(60):
        cells = random_clues(geometry, rng, rng.randint(0, 8))
        left = naive_singles(geometry, cells)
        status = board.load(cells)
        assert (status == CONTRADICTION) == (left is None)
        if left is not None:
            assert board.candidates() == bytes(d in left[c] for c in range(16) for d in range(1, 5))


def naive_singles(geometry: Geometry, cells: bytes) -> list[set[int]] | None:
    """Candidates left, by the definition; None on a contradiction."""
    left = [{digit} if digit else set(range(1, geometry.side + 1)) for digit in cells]
    while True:
        before = [set(s) for s in left]
        for cell, options in enumerate(left):
            if len(options) == 1:
                for peer in geometry.peers[cell]:
                    left[peer] = left[peer] - options
        for house in geometry.houses:
            for digit in range(1, geometry.side + 1):
                places = [cell for cell in house.cells if digit in left[cell]]
                if not places:
                    return None
                if len(places) == 1:
                    left[places[0]] &= {digit}
        if not all(left):
            return None
        if left == before:
            return left


@pytest.mark.interpreted
def test_batch_is_one_by_one() -> None:
    """A batch gives for each puzzle what `load` gives for it alone, and checks solved grids."""
    board = board_for(CLASSIC)
    lines = [
        line
        for file in ("kaggle", "17_clue", "invalid_conflict")
        for line in (PUZZLES / f"{file}.txt").read_text().split()
    ][:70]
    cells = b"".join(map(cells_of, lines))
    values, statuses = bytearray(len(cells)), bytearray(len(lines))
    board.batch(cells, len(lines), values, statuses)
    assert set(statuses) <= {OPEN, SOLVED, CONTRADICTION}
    for k, line in enumerate(lines):
        assert board.load(cells_of(line)) == statuses[k]
        if statuses[k] != CONTRADICTION:
            assert board.values() == values[81 * k : 81 * k + 81]
        if statuses[k] == SOLVED:
            assert board.is_solution(board.values(), cells_of(line))


@pytest.mark.interpreted
def test_residue_rows() -> None:
    """The rows left are exactly the open cells and the open (house, digit) pairs, repeats dropped, wide cells first."""
    board = board_for(CLASSIC)
    for line in (PUZZLES / "17_clue.txt").read_text().split()[:6]:
        if board.load(cells_of(line)) != OPEN:
            continue
        left, fixed = board.candidates(), board.values()
        rows, candidates = board.residue()
        assert candidates == sorted(candidates, key=lambda c: (-sum(left[c // 9 * 9 : c // 9 * 9 + 9]), c))
        wanted = {tuple(c for c in range(9 * cell, 9 * cell + 9) if left[c]) for cell in range(81) if not fixed[cell]}
        for house in CLASSIC.houses:
            for digit in range(9):
                members = tuple(9 * cell + digit for cell in house.cells if left[9 * cell + digit])
                if len(members) > 1:
                    wanted.add(members)
        found = [tuple(sorted(candidates[v - 1] for v in row)) for row in rows]
        assert set(found) == {tuple(sorted(row)) for row in wanted}
        assert len(found) == len(set(found))


@pytest.mark.interpreted
def test_is_solution() -> None:
    """A grid passes where every house is a permutation and every clue is kept; every single change fails."""
    geometry = boxes(2, 2)
    board = board_for(geometry)
    grid = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    assert board.is_solution(grid, bytes(16))
    assert board.is_solution(grid, grid)
    for cell in range(16):
        for digit in range(6):
            if digit != grid[cell]:
                changed = grid[:cell] + bytes([digit]) + grid[cell + 1 :]
                assert not board.is_solution(changed, bytes(16))
                if digit:
                    assert not board.is_solution(grid, bytes(cell) + bytes([digit]) + bytes(15 - cell))
    assert not board.is_solution(grid[:-1], bytes(16))


def test_boards_wider_than_a_word() -> None:
    """Side 100 takes two words a cell: an almost full pattern grid is completed, a clash is seen."""
    geometry = boxes(10, 10)
    n = 100
    grid = bytes((r % 10 * 10 + r // 10 + c) % n + 1 for r in range(n) for c in range(n))
    board = board_for(geometry)
    assert board.is_solution(grid, bytes(n * n))
    rng = random.Random(2)
    holes = bytearray(grid)
    for cell in rng.sample(range(n * n), 300):
        holes[cell] = 0
    assert board.load(bytes(holes)) == SOLVED
    assert board.values() == grid
    holes[1] = holes[0] = 77
    assert board.load(bytes(holes)) == CONTRADICTION
