"""Plain rows read in runs, and Parquet tables: each row is what the careful reader makes of it alone."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.errors import CpSudokuWarning, NotationError, UsageError
from cpsudoku.formats import BadRow, PlainRows, Reading, Record, one_line, open_chunks, prose, read_chunks, read_one
from cpsudoku.formats.csv_table import header_of, row_reader
from tests.formats.reading_texts import CELLS, FULL, NINE, SOLVED

OTHER = NINE[9:] + NINE[:9]
ZEROS = NINE.replace(".", "0")
LINES = [
    f"{NINE},{SOLVED},7", OTHER, f"{ZEROS}\t4.2 # hard", f"{NINE},{SOLVED}", f"{OTHER};x", f"{NINE} {SOLVED}", CELLS,
    f"{NINE},{SOLVED[:80]}.,5", NINE.replace(".", "y", 1), f"{OTHER}, note", f" {NINE}", f"{NINE[:80]}",
    f"{NINE},{SOLVED}x", "", f"{NINE} {'AAABBBCCC' * 3}{'DDDEEEFFF' * 3}{'GGGHHHIII' * 3}", f"{NINE}{SOLVED}",
    f"{OTHER} {SOLVED}  ", f"{NINE}|5",
]  # fmt: skip
TABLES = {
    "id,puzzle,solution,note": [
        f"7,{NINE},{SOLVED},4.2", f"8,{OTHER},,", f"9,{ZEROS},{SOLVED[:80]}.,x", f'1,{NINE},{SOLVED},"a note"',
        f"2,{CELLS},{FULL},4", f"3,{NINE}", f"4,{NINE},{SOLVED},5,6", f"5, {NINE} , {SOLVED} , x ", f"6,{NINE},1,2",
    ],
    "quizzes;solutions": [f"{NINE};{SOLVED}", f"{OTHER};", f"{CELLS};{FULL}"],
    "note|puzzle": [f"x|{NINE}", f" y |{OTHER}", f"z|{NINE.replace('.', 'q')}"],
    "puzzle": [NINE, f"{OTHER},x", CELLS],
}  # fmt: skip


def said(item: Record | BadRow) -> tuple[Any, ...]:
    """What matters of a row, but its number."""
    if isinstance(item, BadRow):
        return item.line, item.text, str(item.error)
    others = dict(item.others)
    return item.puzzle, item.line, item.text, item.rest, item.solution, item.solution_error, others, item.alphabet


def alone(line: str, number: int, reader: Any) -> tuple[Any, ...]:
    """A line as the careful reader has it."""
    reading = Reading()
    (item,) = reading.rows([(number, line)], reader)
    return said(item)


@pytest.mark.parametrize("header", ["", *TABLES])
def test_runs_of_plain_rows(header: str) -> None:
    """Row by row as the careful reader; the run's own questions have the same answers."""
    lines = TABLES[header] if header else LINES
    text = "\n".join([header, *lines] if header else lines) + "\n"
    columns = header_of(header) if header else None
    reader = row_reader(columns) if columns else one_line.row
    wanted = [alone(line, n, reader) for n, line in enumerate(lines, start=1 + bool(header)) if line]
    found: list[tuple[Any, ...]] = []
    rows = 0
    for chunk in read_chunks(io.BytesIO(text.encode())):
        if not isinstance(chunk, PlainRows):
            assert chunk.row == len(found) + 1
            found.append(said(chunk))
            continue
        assert len(chunk) == chunk.count
        for index, record in enumerate(chunk):
            assert record.row == len(found) + 1
            assert said(chunk.record(index)) == said(record)
            assert (chunk.rest(index), chunk.others(index)) == (record.rest, record.others)
            assert chunk.has_solution(index) == (record.solution is not None)
            found.append(said(record))
            rows += 1
        for name in columns.names if columns else ():
            held = [lines[record.line - 2].split(columns.separator) for record in chunk] if columns else []
            assert chunk.column(name.upper()) == [fields[columns.place(name)].strip() for fields in held if columns]
        assert chunk.column("other") is None
    assert found == wanted
    assert rows


def test_runs_of_bare_puzzles() -> None:
    """81 characters each."""
    chunk = PlainRows.of_lines(f"{NINE}{OTHER}".encode(), bytes(162))
    assert [record.text for record in chunk] == [NINE, OTHER]
    assert [(record.rest, record.row, record.line) for record in chunk] == [("", 1, 1), ("", 2, 2)]


TABLE: dict[str, list[Any]] = {
    "id": [1, 2, 3, 4, 5, 6, 7, 8],
    "Puzzle": [CELLS, NINE, OTHER, ZEROS, None, f"{NINE[:80]}", NINE, NINE],
    "solution": [FULL, SOLVED, None, "", None, None, SOLVED[:80], SOLVED],
    "note": ["a", None, "c", "d", "", "f", "g", "h"],
}


def parquet(path: Path, table: dict[str, list[Any]]) -> str:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    files.write_table(pyarrow.table(table), str(path / "table.parquet"))
    return str(path / "table.parquet")


def test_parquet(tmp_path: Path) -> None:
    """Rows as those of a CSV table, numbered from 1 without lines; other columns by name; a null puzzle is refused."""
    path = parquet(tmp_path, TABLE)
    found: list[Record | BadRow] = []
    plain: list[int] = []
    for chunk in open_chunks(path):
        found += chunk if isinstance(chunk, PlainRows) else [chunk]
        if isinstance(chunk, PlainRows):
            rows = list(chunk)
            plain += [record.row for record in rows]
            names = [str(TABLE["id"][record.row - 1]) for record in rows]
            assert chunk.column("ID") == names == [chunk.others(k)["id"] for k in range(len(rows))]
            assert chunk.column("x") is None
            assert [chunk.rest(k) for k in range(len(rows))] == [record.rest for record in rows]
    assert plain == [2, 3, 4, 8]
    assert [item.row for item in found] == [item.line for item in found] == list(range(1, 9))
    for item, puzzle, solution, note in zip(found, TABLE["Puzzle"], TABLE["solution"], TABLE["note"], strict=True):
        if puzzle is None or len(puzzle) == 80:
            assert isinstance(item, BadRow)
            assert item.text == (puzzle or "")
            assert str(item.error).startswith(f"{path}: row {item.row}: ")
            assert ("null" if puzzle is None else "80 cells") in str(item.error)
            continue
        assert isinstance(item, Record)
        assert item.puzzle == read_one(puzzle).puzzle
        assert (item.text, item.format) == (puzzle, "parquet")
        assert item.others == {"id": str(item.row), "note": note or ""}
        assert item.rest == ",".join(item.others.values())
        whole = solution if solution and len(solution) == len(puzzle) else None
        assert item.solution == (None if whole is None else read_one(whole).puzzle.cells)
        assert bool(item.solution_error) == (bool(solution) and whole is None)


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ([1, 0, 0, 4, *[0] * 12], "1..4............"),
        ([[1, 0, 0, 4], *[[0] * 4] * 3], "1..4............"),
        ([1, 2, 3], "3 numbers; a board has n*n cells"),
        ([], "accepted"),
    ],
)
def test_parquet_lists(puzzle: list[Any], said: str, tmp_path: Path) -> None:
    """A list of n*n numbers, or n lists of n; solutions too."""
    solution = [[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]]
    (item,) = open_chunks(parquet(tmp_path, {"puzzle": [puzzle], "solution": solution}))
    if isinstance(item, BadRow):
        assert said in str(item.error)
    else:
        assert isinstance(item, Record)
        assert item.puzzle.line() == said
        assert item.solution == bytes(solution[0])


def test_parquet_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column is named by an option; without one for puzzles the error says which there are."""
    path = parquet(tmp_path, {"thing": [CELLS], "note": ["x"]})
    (item,) = open_chunks(path, column="THING")
    assert isinstance(item, Record)
    assert (item.puzzle.line(), item.solution, item.solution_error) == (CELLS, None, "")
    monkeypatch.chdir(tmp_path)
    Path("+table").write_bytes(Path(path).read_bytes())
    assert len(list(open_chunks("+table", column="thing"))) == 1
    with pytest.raises(UsageError, match=r"column 'other' is not in .*; it has: 'thing, note'"):
        list(open_chunks(path, column="other"))
    with pytest.raises(NotationError, match=r"no column of puzzles; it has: 'thing, note'; name one with --column"):
        list(open_chunks(path))
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(NotationError, match=r"broken.parquet: cannot be read"):
        list(open_chunks(str(tmp_path / "broken.parquet")))


@pytest.mark.parametrize("row", [0, 1, 2])
def test_warnings_name_row_and_caller(row: int) -> None:
    """The first line outside the package, and the row where there are several."""
    record = read_one(json.dumps({"puzzle": CELLS, "rules": "Ducks hide."}))
    record.row = row
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        exec(compile("warn(record)", "caller.py", "exec"), {"__name__": "caller", "warn": prose.warn, "record": record})
    ((warning),) = found
    assert warning.category is CpSudokuWarning
    assert warning.filename == "caller.py"
    assert str(warning.message).startswith("row 2: the file" if row == 2 else "the file")


@pytest.mark.parametrize("length", [600, 601, 4000, 4001])
def test_long_rules(length: int) -> None:
    """Prose is kept up to 4,000 characters; a warning shows 600."""
    text = ("Ducks hide " * 400)[: length - 1] + "x"
    record = read_one(json.dumps({"puzzle": CELLS, "rules": text}))
    assert record.rules == (text if length <= 4000 else text[:4000] + "...")
    assert (record.warnings[0].endswith(f"its rules: {text}")) == (length <= 600)
