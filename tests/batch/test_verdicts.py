"""Streams: the verdicts of `verify`, in order, whatever the number of processes."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Impossible, Invalid, Limits, Multiple, Puzzle, Unique, Unknown, verify, verify_many
from cpsudoku.batch import verdicts
from cpsudoku.batch.blocks import Pace, blocks
from cpsudoku.batch.parallel import in_order
from cpsudoku.batch.verdicts import verify_stream
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.constraints import Cage
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, read_records, write_records
from cpsudoku.formula.primitives.to_clauses import Lowering
from cpsudoku.questions.verdict import Question

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
FILES = ("17_clue", "kaggle", "serg_benchmark", "invalid_no_solution", "hardest_1106", "invalid_conflict")


def mixed() -> list[str]:
    """Puzzles of every verdict, interleaved."""
    columns = [(PUZZLES / f"{file}.txt").read_text().split()[:20] for file in FILES]
    return [line for row in zip(*columns) for line in row]


@pytest.mark.parametrize("jobs", [1, 2])
def test_as_one_by_one(jobs: int) -> None:
    """verify_many gives exactly what verify gives, in the order of the input."""
    lines = mixed()
    assert [v for v in verify_many(lines, jobs=jobs) if not isinstance(v, Impossible)] == [
        v for v in map(verify, lines) if not isinstance(v, Impossible)
    ]
    assert [type(v) for v in verify_many(lines)] == [type(verify(line)) for line in lines]


@pytest.mark.parametrize(
    "options",
    [
        {"engine": "bitmask"},
        {"encoding": "triad"},
        {"simplify": "none"},
        {"cross_check": "dlx"},
        {"engine": "sat:glucose4"},
    ],
    ids=str,
)
def test_any_engine(options: dict[str, str]) -> None:
    """Other engines, encodings and a cross-check give the same kinds of verdict."""
    lines = mixed()[:30]
    assert [type(v) for v in verify_many(lines, **options)] == [type(v) for v in verify_many(lines)]


def test_bad_texts_do_not_stop_the_stream() -> None:
    """A text that is no puzzle is Invalid, says why, and the others are answered."""
    lines = mixed()[:8]
    lines[2:2] = ["no puzzle", lines[0][:-1] + "!", "", lines[0][:-1]]
    verdicts = list(verify_many(lines))
    assert [isinstance(v, Invalid) for v in verdicts] == [2 <= k < 6 for k in range(12)]
    assert "!" in str(verdicts[3].error)


@pytest.mark.parametrize("limits", [Limits(), Limits(conflicts=10_000)])
def test_shown_solutions_do_not_depend_on_what_came_before(limits: Limits) -> None:
    """Of ambiguous puzzles a live solver with all rules shows the same two solutions, in any order, by any jobs."""
    lines = [line[:k] + "." + line[k + 1 :] for line in mixed()[1::6] for k in (0, 8, 30, 80)]
    options: dict[str, Any] = {"simplify": "none", "limits": limits}
    alone = list(verify_many(lines, **options))
    assert sum(isinstance(verdict, Multiple) for verdict in alone) > 8
    assert list(verify_many(lines[::-1], **options))[::-1] == alone
    assert list(verify_many(lines, jobs=2, **options)) == alone


def test_boards_mixed() -> None:
    """Boards of several kinds may follow each other."""
    empty = [Puzzle(bytes(16), boxes(2, 2)), Puzzle(bytes(81)), Puzzle(bytes(81), Geometry(extras=("diagonals",)))]
    verdicts = list(verify_many([*empty, *reversed(empty), "1234341221434321"]))
    assert [type(v) for v in verdicts] == [Multiple] * 6 + [Unique]
    assert [v.first.geometry for v in verdicts[:3]] == [p.geometry for p in empty]


def test_lazy() -> None:
    """The first verdict comes before the second puzzle is asked for, and an endless source is fine."""
    line = mixed()[0]
    lines_read = 0

    def source() -> Iterator[str]:
        nonlocal lines_read
        while True:
            lines_read += 1
            yield line

    stream = verify_many(source())
    next(stream)
    assert lines_read <= 2
    assert sum(isinstance(v, Unique) for v in itertools.islice(stream, 500)) == 500
    assert lines_read < 1200


def test_limits_reach_the_batch() -> None:
    """Budgets give Unknown in streams as they do for one puzzle."""
    lines = (PUZZLES / "hardest_1905_11plus.txt").read_text().split()[:4]
    assert all(isinstance(v, Unknown) for v in verify_many(lines, limits=Limits(conflicts=1)))


def test_solution_column() -> None:
    """A file's solution column is checked: right, wrong, of a puzzle with several solutions, unreadable."""
    line = (PUZZLES / "kaggle.txt").read_text().split()[0]
    right = verify(line)
    assert isinstance(right, Unique)
    grid = right.solution.line()
    multiple = (PUZZLES / "serg_benchmark.txt").read_text().split()[0]
    rows = ["puzzle,solution", f"{line},{grid}", f"{line},{grid[::-1]}", f"{multiple},{grid}", f"{line},12x"]
    found = [row for answered in verify_stream(read_records(rows), Question()) for row in answered.checked_rows()]
    assert [bool(row.solution_wrong) for row in found] == [False, True, True, True]
    assert [row.row for row in found] == [1, 2, 3, 4]


def test_blocks_keep_every_row() -> None:
    """Cut into blocks of any size, rows come out complete and in order."""
    lines = mixed()
    for size in (1, 3, 64):
        pace = Pace(size)
        found_blocks = []
        for block in blocks(read_records(lines), pace):
            found_blocks.append(block)
            pace.took(len(block.cells) // 81, 0)
        assert max(len(block.cells) // 81 for block in found_blocks) <= size
        assert b"".join(block.cells for block in found_blocks) == b"".join(Puzzle.parse(line).cells for line in lines)


def test_jobs() -> None:
    """in_order keeps order on several processes and refuses a senseless number of them."""
    assert list(in_order(abs, range(-20, 0), 2)) == [(k, -k) for k in range(-20, 0)]
    with pytest.raises(UsageError, match="jobs 0"):
        list(in_order(abs, [1], 0))


def killer(given: int, mirrored: bool = False) -> Puzzle:
    """A killer of 4x4, its rules made anew as a reader does; one cell given."""
    grid = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    groups: list[tuple[int, ...]] = [(0, 1), (2, 3, 6), (4, 8), (5, 9), (10, 14), (12, 13), (7, 11)]
    if mirrored:
        grid = bytes(grid[4 * (cell // 4) + 3 - cell % 4] for cell in range(16))
        groups = [tuple(4 * (cell // 4) + 3 - cell % 4 for cell in group) for group in groups]
    cells = bytearray(16)
    cells[given] = grid[given]
    return Puzzle(bytes(cells), boxes(2, 2), [Cage(group, sum(grid[cell] for cell in group)) for group in groups])


@pytest.mark.parametrize("engine", ["sat", "sat:cadical153", "cp-sat", "recursive"])
def test_rules_shared_by_rows_are_compiled_once(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One engine for all rows with the same rules, also where others come in between; with SAT one formula."""
    verdicts._engines.cache_clear()
    lowered: list[Cage] = []
    compiled: list[Puzzle] = []
    monkeypatch.setattr(Lowering, "stated", counted(Lowering.stated, lowered))
    monkeypatch.setattr(Question, "engine_of", counted(Question.engine_of, compiled))
    rows = [killer(k % 16, k % 3 == 2) for k in range(48)]
    words = [verdict.word for verdict in verify_many(rows, engine=engine)]
    assert len(compiled) == 2
    if engine == "sat:cadical153":
        assert len(lowered) == 2 * 7
    assert set(words) == {"unique", "multiple"}
    assert words[:6] == [verify(row, engine=engine).word for row in rows[:6]]


def counted(function: Any, calls: list[Any]) -> Any:
    """The function, which notes what it is asked about."""

    def noted(self: Any, about: Any) -> Any:
        calls.append(about)
        return function(self, about)

    return noted


def test_rows_with_rules_in_several_processes() -> None:
    """Rows with rules, of like rules and of others, have the same verdicts whatever the number of processes."""
    rows = [killer(k % 16, k % 5 == 4) for k in range(40)]
    assert list(verify_many(rows, jobs=2)) == list(verify_many(rows))


def test_rules_shared_by_rows_are_read_once() -> None:
    """Rows of a file that state the same rules have the very same ones; other rules, or another board, have others."""
    rows = [killer(k % 16, k % 4 == 3) for k in range(12)]
    text = "".join(line.rstrip("\n") + "\n" for line in write_records(rows, "jsonl"))
    records = read_records(io.BytesIO(text.encode()), format="jsonl")
    read = [record.puzzle for record in records if isinstance(record, Record)]
    assert [puzzle.constraints for puzzle in read] == [row.constraints for row in rows]
    assert len({id(puzzle.constraints) for puzzle in read}) == 2
    assert [puzzle.cells for puzzle in read] == [row.cells for row in rows]
