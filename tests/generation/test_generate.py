"""Generation: what every recipe promises."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku import Geometry, Limits, generate, generate_many
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.symmetry import SYMMETRIES, is_symmetric
from cpsudoku.engines.registry import engine
from cpsudoku.errors import CpSudokuError, UsageError
from cpsudoku.generation.digging import DIGS
from cpsudoku.generation.draws import is_native
from cpsudoku.generation.filling import FILLS
from cpsudoku.generation.front import candidates
from cpsudoku.generation.options import recipe
from cpsudoku.generation.recipe import Generated, Recipe
from tests.rules import is_solution


def check(record: Generated, minimal: bool = True) -> None:
    """Unique by an engine that had no part in it (dlx), its solution a grid; minimal as the record says."""
    assert record.puzzle is not None
    assert record.solution is not None
    board = record.puzzle.geometry
    cells = record.puzzle.cells
    other = engine("dlx", board)
    outcome = other.search(cells, 2)
    assert outcome.complete
    assert outcome.solutions == (record.solution.cells,)
    assert is_solution(board, record.solution.cells, cells)
    needed = all(
        len(other.search(cells[:cell] + b"\0" + cells[cell + 1 :], 2).solutions) == 2 for cell, _ in record.puzzle.clues
    )
    assert needed == record.minimal
    assert record.minimal or not minimal


def test_default_puzzles_are_minimal() -> None:
    """Unique and minimal by another engine, all different."""
    records = list(generate_many(15, seed=1))
    for record in records:
        check(record)
    assert len({record.puzzle for record in records}) == 15


def test_engines_and_jobs_do_not_matter() -> None:
    """Kernel, SAT and any other engine, one process or two: the same records."""
    wanted = [r.to_dict() for r in generate_many(12, seed=9)]
    assert is_native(recipe())
    assert [r.to_dict() for r in generate_many(12, seed=9, engine="sat")] == wanted
    assert [r.to_dict() for r in generate_many(4, seed=9, engine="dlx")] == wanted[:4]
    assert [r.to_dict() for r in generate_many(12, seed=9, jobs=2)] == wanted
    assert [r.to_dict() for r in generate_many(12, seed=9, start=5)] == wanted[5:]
    assert generate(seed=9, index=7).to_dict() == wanted[7]


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetric_puzzles(name: str) -> None:
    """Every clue has its images, by kernel and by SAT alike."""
    records = list(generate_many(4, seed=2, symmetry=name))
    for record in records:
        check(record, minimal=name == "none")
        assert record.puzzle is not None
        assert is_symmetric((cell for cell, _ in record.puzzle.clues), CLASSIC, name)
    assert [r.puzzle for r in generate_many(2, seed=2, symmetry=name, engine="sat")] == [r.puzzle for r in records[:2]]


def test_symmetric_and_minimal() -> None:
    """Where minimality is insisted on, no single clue can go."""
    check(generate(seed=1, symmetry="rot180", minimal=True))


def test_clue_ranges() -> None:
    """Minimal puzzles in a range are tried for; without minimality digging stops in it."""
    for record in generate_many(4, seed=3, clues=(22, 23)):
        check(record)
        assert 22 <= record.clues <= 23
    for record in generate_many(4, seed=3, clues=(30, 32), minimal=False):
        check(record, minimal=False)
        assert 30 <= record.clues <= 32
    missed = generate(seed=1, clues=17, attempts=3)
    assert missed.puzzle is None
    assert "3 attempts" in missed.missed


def test_patterns() -> None:
    """Clues stand exactly on the pattern."""
    pattern = "".join("x" if (i // 9 + i % 9) % 3 == 0 else "." for i in range(81))
    record = generate(seed=1, pattern=pattern)
    check(record, minimal=False)
    assert record.puzzle is not None
    assert [cell for cell, _ in record.puzzle.clues] == [cell for cell, mark in enumerate(pattern) if mark == "x"]


@pytest.mark.parametrize(
    "board",
    [
        boxes(2, 2),
        boxes(2, 3),
        Geometry(extras=("diagonals",)),
        Geometry.jigsaw("111222113322133332444555446655466665"),
    ],
    ids=str,
)
def test_other_boards(board: Geometry) -> None:
    """Boards of other sizes, regions and extra houses: unique and minimal."""
    for record in generate_many(2, seed=4, geometry=board):
        check(record)


def test_12x12() -> None:
    """Boxes of 3x4: unique and minimal."""
    check(generate(seed=1, geometry=boxes(3, 4)))


@pytest.mark.parametrize("fill", FILLS)
def test_fills(fill: str) -> None:
    """Each fill gives puzzles, the same for the same seed."""
    check(generate(seed=6, fill=fill))
    assert generate(seed=6, fill=fill) == generate(seed=6, fill=fill)


@pytest.mark.parametrize("dig", DIGS)
def test_digs(dig: str) -> None:
    """Each dig gives unique puzzles, and says truly whether they are minimal."""
    for record in generate_many(3, seed=6, dig=dig):
        check(record, minimal=dig == "minimal")


@pytest.mark.parametrize("method", ["bottom-up", "controlled-bias"])
def test_methods(method: str) -> None:
    """Other samplers' puzzles are minimal too."""
    check(generate(seed=1, method=method))


def test_what_does_not_fit_together() -> None:
    """Options that contradict each other are refused, names that are unknown are listed."""
    for options in [
        {"symmetry": "spiral"},
        {"fill": "magic"},
        {"dig": "spade"},
        {"method": "prayer"},
        {"clues": (30, 20)},
        {"clues": 90},
        {"raw": True},
        {"pattern": "xx"},
        {"pattern": "x" * 81, "clues": 24},
        {"fill": "swap", "geometry": Geometry(extras=("diagonals",))},
        {"fill": "uniform", "geometry": boxes(4, 4)},
        {"loops": 3},
        {"method": "controlled-bias", "symmetry": "rot180"},
    ]:
        with pytest.raises(CpSudokuError):
            list(generate_many(1, seed=1, **options))  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        generate_many(-1)


def test_candidates_are_a_function_of_the_index() -> None:
    """The stream under it all can be asked for any index in any order."""
    records = Recipe()
    forward = list(candidates(records, 5, range(6)))
    assert list(candidates(records, 5, [4, 1])) == [forward[4], forward[1]]


@pytest.mark.parametrize("options", [{"clues": 5}, {"clues": (0, 16)}, {"pattern": list(range(16))}], ids=str)
def test_fewer_than_17_clues_are_refused(options: dict[str, Any]) -> None:
    """A unique 9x9 puzzle of fewer than 17 clues is not searched for; the message says who showed that none is."""
    with pytest.raises(UsageError, match=r"McGuire, Tugemann, Civario 2012"):
        generate(**options)
    assert recipe(clues=(5, 17)).clues == (5, 17)
    assert recipe(clues=5, geometry=boxes(2, 3)).clues == (5, 5)
    assert recipe(clues=5, raw=True, dig="per-box").clues == (5, 5)


def test_the_time_for_a_puzzle_includes_everything() -> None:
    """On a board whose formula and grid take longer than the limit, there is no puzzle, and the record says why."""
    record = generate(geometry=boxes(4, 5), limits=Limits(seconds=0.01), seed=1)
    assert record.puzzle is None
    assert "0.01 s" in record.missed


def test_controlled_bias_keeps_limits() -> None:
    """It gives up when the time is up, and after so many puzzles that do not fit; the record says which."""
    late = generate(method="controlled-bias", limits=Limits(seconds=1e-9), seed=1)
    assert late.puzzle is None
    assert "1e-09 s" in late.missed
    rare = generate(method="controlled-bias", clues=(17, 18), attempts=1, seed=1)
    assert rare.puzzle is None
    assert rare.missed == "none of 1 puzzles fitted"
