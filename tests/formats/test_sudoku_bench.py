"""Rows of Sudoku-Bench and of other public data sets: what is read, and what is said to be missing."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Puzzle, audit
from cpsudoku.board.puzzle import COMPLETE, MISSING
from cpsudoku.constraints import Cage
from cpsudoku.errors import NotationError
from cpsudoku.formats import BadRow, Record, open_records, read_one, write_records

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROW: dict[str, Any] = {
    "puzzle_id": "p1",
    "title": "Plain",
    "rules": "Normal sudoku rules apply.",
    "initial_board": LINE,
    "solution": GRID,
    "rows": 9,
    "cols": 9,
    "visual_elements": "[]",
    "encoded_puzzle": "",
    "sudokupad_url": "https://sudokupad.app/abc123",
}
DRAWN = ROW | {"rules": "Digits along a wavy thing rise.", "visual_elements": json.dumps([{"type": "line"}])}


def carried() -> dict[str, Any]:
    """A row that carries a puzzle with a cage."""
    record = Record(Puzzle(LINE, constraints=[Cage(["r1c3", "r1c4"], 10)]), rest="Caged")
    found: dict[str, Any] = json.loads("".join(write_records([record], "sudoku-bench")))
    return ROW | {key: value for key, value in found.items() if key in ROW and key != "solution"}


def test_a_plain_row_is_complete() -> None:
    """Board, solution and title; usual rules give no warning."""
    record = read_one(json.dumps(ROW))
    assert (record.format, record.rest, record.warnings) == ("sudoku-bench", "Plain", ())
    assert record.puzzle == Puzzle(LINE)
    assert record.puzzle.rules_read == COMPLETE
    assert record.solution == bytes(map(int, GRID))


def test_prose_and_drawings_are_said_to_be_missing() -> None:
    """Each gives a warning that names it."""
    record = read_one(json.dumps(DRAWN))
    assert record.puzzle.rules_read == MISSING
    assert "drawings (line) and rules in prose" in record.warnings[0]
    record = read_one(json.dumps(ROW | {"visual_elements": "{not JSON"}))
    assert "visual elements" in record.warnings[0]


def test_a_carried_puzzle_has_its_rules() -> None:
    """The cage comes from SudokuPad's puzzle; other clues than the row's are refused."""
    record = read_one(json.dumps(carried()))
    assert [rule.word for rule in record.puzzle.constraints] == ["cage"]
    assert record.puzzle.rules_read == COMPLETE
    with pytest.raises(NotationError, match="differ in r1c1"):
        read_one(json.dumps(carried() | {"initial_board": "." + LINE[1:]}))


@pytest.mark.parametrize(
    "wrong", [{"initial_board": 5}, {"initial_board": LINE[1:]}, {"rows": 6}, {"cols": 7, "rows": 7}]
)
def test_what_is_no_row_is_refused(wrong: dict[str, Any]) -> None:
    """A board that is no text, or of another size than stated."""
    with pytest.raises(NotationError):
        read_one(json.dumps(ROW | wrong))


def table(path: Path) -> list[Record | BadRow]:
    """A CSV of four rows, the last without its last field; as read."""
    rows = [ROW, DRAWN | {"rules": "Digits on a line\nare great."}, carried()]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(ROW))
        writer.writeheader()
        writer.writerows(rows)
        file.write(",".join([LINE] * (len(ROW) - 1)) + "\n")
    return list(open_records(str(path)))


def test_the_columns_of_a_table(tmp_path: Path) -> None:
    """The same warnings and rules; a row of another width is unreadable, as its rules could be anywhere."""
    plain, drawn, caged, short = table(tmp_path / "bench.csv")
    assert isinstance(plain, Record)
    assert plain.warnings == ()
    assert isinstance(drawn, Record)
    assert "rules may be missing" in drawn.warnings[0]
    assert isinstance(caged, Record)
    assert caged.puzzle.constraints
    assert isinstance(short, BadRow)


def test_a_parquet_table(tmp_path: Path) -> None:
    """As the CSV."""
    arrow = pytest.importorskip("pyarrow", reason="Parquet needs the extra [data]")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [ROW, DRAWN, carried()]
    parquet.write_table(arrow.Table.from_pylist(rows), str(tmp_path / "bench.parquet"))
    found = list(open_records(str(tmp_path / "bench.parquet")))
    assert [bool(row.warnings) for row in found if isinstance(row, Record)] == [False, True, False]
    assert isinstance(found[2], Record)
    assert found[2].puzzle.constraints


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("source,question,answer,rating", f"puzzles0_kaggle,{LINE},{GRID},0"),
        ("id,puzzle,solution,clues,difficulty", f"1,{LINE},{GRID},30,1.2"),
        ("quizzes,solutions", f"{LINE.replace('.', '0')},{GRID}"),
        ("puzzle,solution,rules", f"{LINE},{GRID},Normal sudoku rules apply."),
    ],
)
def test_public_tables_are_audited(header: str, row: str, tmp_path: Path) -> None:
    """Of two rows the second states a wrong solution: it is found, and the duplicate."""
    wrong = row.replace(GRID, GRID[:80] + "8")
    (tmp_path / "table.csv").write_text(f"{header}\n{row}\n{wrong}\n")
    found = audit(tmp_path / "table.csv").to_dict()
    assert (found["rows"], found["unique"], found["wrong_solution"], found["duplicates"]) == (2, 2, 1, 1)
