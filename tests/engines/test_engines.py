"""One contract for every engine of the registry, on every kind of board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.budget import Limits
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import ENGINES, engine
from cpsudoku.errors import CpSudokuError, UnknownName, UsageError
from tests.selection import long_after

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in ENGINES},
    "sat extended": ("sat", {"encoding": "extended"}),
    "sat full": ("sat", {"simplify": "none"}),
    "sat:minisat22 triad": ("sat:minisat22", {"encoding": "triad"}),
    "cp-sat exactly-one": ("cp-sat", {"encoding": "cp-exactly-one"}),
    "cp-sat all-different": ("cp-sat", {"encoding": "cp-alldifferent"}),
    "cp-sat:blocking": ("cp-sat:blocking", {}),
    "cp-sat:blocking all-different": ("cp-sat:blocking", {"encoding": "cp-alldifferent"}),
    "logic:0": ("logic:0", {}),
    "logic:1000": ("logic:1000", {}),
}
"""Every engine as it comes, and with the options that change what it does."""
SLOW = {"recursive", "logic", "logic:0", "logic:1000", "dlx", "cp-sat:blocking", "cp-sat:blocking all-different"}
"""These see fewer of the hard puzzles."""
MAY_TAKE_FOR_EVER = {"recursive", "logic:0"}
"""No inference but candidates: minutes on some 17-clue puzzles."""

JIGSAW = Geometry.jigsaw("AABBAACBDDCBDDCC")
BOARDS = {
    "4x4": boxes(2, 2),
    "jigsaw": JIGSAW,
    "X 4x4": Geometry(2, 2, None, ("diagonals",)),
    "6x6": boxes(2, 3),
    "6x6 other boxes": boxes(3, 2),
}

every_variant = pytest.mark.parametrize("variant", VARIANTS)
every_board = pytest.mark.parametrize("board", BOARDS)


@lru_cache
def engine_of(variant: str, geometry: Geometry = CLASSIC) -> Engine:
    name, options = VARIANTS[variant]
    return engine(name, geometry, **options)


def cells_of(line: str) -> bytes:
    return bytes(0 if symbol == "." else int(symbol) for symbol in line)


@lru_cache
def sample(name: str) -> list[bytes]:
    return [cells_of(line) for line in (PUZZLES / f"{name}.txt").read_text().split()]


def brute_force(geometry: Geometry, cells: bytes) -> Iterator[bytes]:
    """All solutions, cell by cell, straight from the definition; shares nothing with the engines."""
    houses = [house.cells for house in geometry.houses]

    def fill(grid: list[int], cell: int) -> Iterator[bytes]:
        if cell == len(grid):
            yield bytes(grid)
            return
        for digit in range(1, geometry.side + 1) if not cells[cell] else [cells[cell]]:
            seen = {grid[c] for house in houses if cell in house for c in house if c < cell}
            if digit not in seen:
                grid[cell] = digit
                yield from fill(grid, cell + 1)
        grid[cell] = 0

    yield from fill([0] * len(cells), 0)


def is_solution(geometry: Geometry, cells: bytes, grid: bytes) -> bool:
    digits = set(range(1, geometry.side + 1))
    return all({grid[c] for c in house.cells} == digits for house in geometry.houses) and all(
        not clue or clue == digit for clue, digit in zip(cells, grid)
    )


@lru_cache
def small_puzzles(board: str) -> list[tuple[bytes, list[bytes]]]:
    """Random clues of a solution, some of them spoilt, and the empty board where it is small; with all solutions."""
    geometry = BOARDS[board]
    n = geometry.side
    chance = random.Random(board)
    grids = [grid for _, grid in zip(range(500), brute_force(geometry, bytes(geometry.size)))]
    found = [bytes(geometry.size)] if n == 4 else []
    for kept in (2 * n, 2 * n, 3 * n, n * n // 2, n * n):
        for spoil in (False, True):
            cells = bytearray(geometry.size)
            for cell in chance.sample(range(geometry.size), max(kept, 4 + 4 * (n > 4) * 2)):
                cells[cell] = chance.choice(grids)[cell] if spoil and chance.random() < 0.1 else grids[0][cell]
            found.append(bytes(cells))
    return [(cells, sorted(brute_force(geometry, cells))) for cells in found]


@every_variant
@every_board
def test_all_solutions(variant: str, board: str) -> None:
    """With limit 0 an engine finds exactly the solutions that brute force finds, each once."""
    geometry = BOARDS[board]
    for cells, expected in small_puzzles(board):
        outcome = engine_of(variant, geometry).search(cells, 0)
        assert sorted(outcome.solutions) == expected
        assert outcome.complete
        assert outcome.why == ""


@every_variant
def test_the_288_grids(variant: str) -> None:
    """The empty 4x4 board has 288 solutions."""
    outcome = engine_of(variant, BOARDS["4x4"]).search(bytes(16), 0)
    assert len(set(outcome.solutions)) == len(outcome.solutions) == 288


@every_variant
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_limit(variant: str, limit: int) -> None:
    """As many distinct solutions as asked for, no more, and a search cut off there is no unknown."""
    outcome = engine_of(variant, BOARDS["4x4"]).search(bytes(16), limit)
    assert len(set(outcome.solutions)) == len(outcome.solutions) == limit
    assert not outcome.complete
    assert outcome.why == ""
    assert all(is_solution(BOARDS["4x4"], bytes(16), grid) for grid in outcome.solutions)


@every_variant
def test_limit_not_reached(variant: str) -> None:
    """Fewer solutions than asked for is a complete answer."""
    cells = sample("kaggle")[0]
    outcome = engine_of(variant).search(cells, 5)
    assert len(outcome.solutions) == 1
    assert outcome.complete


@every_variant
@pytest.mark.parametrize(
    "name",
    long_after(3, ["kaggle", "17_clue", "random_minimal", "magictour_top1465", "hardest_1905_11plus", "hardest_1106"]),
)
def test_proper_puzzles(variant: str, name: str) -> None:
    """A proper puzzle has one solution, which keeps its clues and the rules; it is the same for all engines."""
    if name == "17_clue" and variant in MAY_TAKE_FOR_EVER:
        pytest.skip("minutes a puzzle")
    cells_list = sample(name)[: 3 if variant in SLOW and name != "kaggle" else 20]
    if name.startswith("hardest") and variant in SLOW:
        cells_list = cells_list[:1]
    for cells in cells_list:
        outcome = engine_of(variant).search(cells, 2)
        assert outcome.complete
        assert len(outcome.solutions) == 1
        assert is_solution(CLASSIC, cells, outcome.solutions[0])


@every_variant
@pytest.mark.parametrize("name", ["invalid_no_solution", "invalid_conflict"])
def test_impossible_puzzles(variant: str, name: str) -> None:
    """Clues that clash, or that only turn out to contradict each other, have no solution, completely."""
    for cells in sample(name)[: 8 if variant in SLOW else 30]:
        outcome = engine_of(variant).search(cells, 2)
        assert outcome.solutions == ()
        assert outcome.complete
        assert outcome.why == ""


@every_variant
def test_second_solution(variant: str) -> None:
    """A puzzle with several solutions gives two different ones."""
    for cells in sample("serg_benchmark")[: 5 if variant in SLOW else 20]:
        outcome = engine_of(variant).search(cells, 2)
        assert len(set(outcome.solutions)) == 2
        assert all(is_solution(CLASSIC, cells, grid) for grid in outcome.solutions)


@every_variant
def test_counts(variant: str) -> None:
    """The number of all solutions is the one found by exhaustive search."""
    rows = [line.split(",") for line in (PUZZLES / "multi_counts.csv").read_text().split()[1:]]
    if variant in SLOW:
        rows = [row for row in rows if int(row[1]) < 30]
    for line, count in rows[: 4 if variant in SLOW else 15]:
        outcome = engine_of(variant).search(cells_of(line), 0)
        assert len(set(outcome.solutions)) == len(outcome.solutions) == int(count)
        assert outcome.complete


@every_variant
def test_budget(variant: str) -> None:
    """A spent budget is unknown, never "no solution"; the next call is not the worse for it."""
    cells = sample("hardest_1905_11plus")[0]
    subject = engine_of(variant)
    stopped = subject.search(cells, 2, Limits(conflicts=1))
    assert stopped.why
    assert not stopped.complete
    again = subject.search(sample("kaggle")[1], 2)
    assert (len(again.solutions), again.complete, again.why) == (1, True, "")


@every_variant
def test_no_time(variant: str) -> None:
    """No time at all is unknown, or an answer that needed none."""
    stopped = engine_of(variant).search(sample("hardest_1905_11plus")[1], 0, Limits(seconds=0.0))
    assert stopped.complete == (stopped.why == "")


@every_variant
def test_calls_do_not_touch_each_other(variant: str) -> None:
    """What came before changes no answer: the same mixture forwards and backwards."""
    mixture = [
        sample("kaggle")[2],
        sample("invalid_conflict")[0],
        sample("random_minimal")[0],
        sample("serg_benchmark")[0],
        sample("kaggle")[2],
        sample("invalid_no_solution")[1],
    ]

    def verdict(cells: bytes) -> tuple[int, bool]:
        outcome = engine_of(variant).search(cells, 2)
        return len(outcome.solutions), outcome.complete

    forwards = [verdict(cells) for cells in mixture]
    assert [verdict(cells) for cells in reversed(mixture)] == forwards[::-1]
    assert [count for count, _ in forwards] == [1, 0, 1, 2, 1, 0]


@every_variant
def test_same_seed_same_answer(variant: str) -> None:
    """Two engines made alike give the same solutions in the same order."""
    name, options = VARIANTS[variant]
    cells = sample("serg_benchmark")[1]
    first, second = (engine(name, CLASSIC, **options, seed=5).search(cells, 2).solutions for _ in range(2))
    assert first == second


@every_variant
def test_16x16(variant: str) -> None:
    """A 16x16 board with a shuffled pattern and a third of it open is solved."""
    geometry = boxes(4, 4)
    chance = random.Random(16)
    digits = chance.sample(range(1, 17), 16)
    grid = bytes(digits[(4 * (r % 4) + r // 4 + c) % 16] for r in range(16) for c in range(16))
    assert is_solution(geometry, bytes(256), grid)
    cells = bytes(0 if chance.random() < 0.35 else digit for digit in grid)
    outcome = engine_of(variant, geometry).search(cells, 2)
    assert outcome.solutions
    assert all(is_solution(geometry, cells, found) for found in outcome.solutions)
    assert outcome.complete == (len(outcome.solutions) == 1)


@every_variant
def test_follows_the_protocol(variant: str) -> None:
    """An engine is an Engine, carries the name it was asked for by, and has plain counters."""
    subject = engine_of(variant)
    assert isinstance(subject, Engine)
    assert subject.name == VARIANTS[variant][0]
    assert subject.geometry == CLASSIC
    stats = subject.search(sample("kaggle")[0], 2).stats
    assert all(isinstance(name, str) and value >= 0 for name, value in stats.items())


@pytest.mark.parametrize("name", ["dlx:x", "recursive:fast", "logic:x", "logic:-1", "cp-sat:twice", "nonsense"])
def test_unknown_names(name: str) -> None:
    """A name or argument that does not exist is a clear error that quotes it."""
    with pytest.raises(CpSudokuError, match=name.partition(":")[2] or name):
        engine(name, CLASSIC)


@pytest.mark.parametrize("name", ["dlx", "recursive", "logic"])
def test_no_encodings(name: str) -> None:
    """An engine that has no encodings refuses one."""
    with pytest.raises(UsageError, match="extended"):
        engine(name, CLASSIC, encoding="extended")


def test_encoding_of_another_target() -> None:
    """CP-SAT refuses an encoding in clauses, and one that is not there."""
    with pytest.raises(CpSudokuError, match="extended"):
        engine("cp-sat", CLASSIC, encoding="extended")
    with pytest.raises(UnknownName, match="no-such"):
        engine("cp-sat", CLASSIC, encoding="no-such")


@pytest.mark.parametrize("name", ENGINES)
def test_unknown_simplification(name: str) -> None:
    """`simplify` is "singles" or "none"."""
    with pytest.raises(UsageError, match="pairs"):
        engine(name, CLASSIC, simplify="pairs")
