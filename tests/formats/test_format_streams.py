"""Streams: lazy, in order, bounded; gzip, encodings and broken files; the fast lane equals the careful one."""

from __future__ import annotations

import gzip
import io
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import CpSudokuError, NotationError
from cpsudoku.formats import (
    BadRow,
    PlainRows,
    Reading,
    Record,
    csv_table,
    jsonl,
    one_line,
    open_records,
    read_chunks,
    read_records,
)
from cpsudoku.formats.source import MAX_LINE, Source

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

LINES = st.sampled_from(
    [
        LINE,
        LINE.replace(".", "0"),
        LINE + " # 4.5",
        LINE + ",17",
        LINE + "," + FULL,
        LINE + "," + FULL + ",x",
        LINE + ", " + FULL,
        LINE + "," + LINE,
        " " + LINE,
        LINE + ";\xe9",
        LINE[:-1],
        LINE[:-1] + "%",
        LINE + "5",
        "# comment",
        "",
        "  ",
        '"' + LINE + '"',
        "x" * 81 + "\tall empty",
    ]
)


def careful(text: bytes, table: bool) -> list[Record | BadRow]:
    reader = (csv_table if table else one_line).FORMAT.records
    found = list(reader(Source(io.BytesIO(text)), Reading()))
    for row, item in enumerate(found, start=1):
        item.row = row
    return found


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=40), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_the_fast_lane_equals_the_careful_reader(lines: list[str], end: str, closed: bool) -> None:
    """Records, numbers and errors are the same, whichever lane a row took."""
    text = (end.join(lines) + end * closed).encode()
    found = list(read_records(io.BytesIO(text), format="line"))
    assert list(map(repr, found)) == list(map(repr, careful(text, False)))


FIELDS = st.sampled_from(
    [
        f"1,{LINE},{FULL},4",
        f"2,{LINE},,5",
        f"3,{LINE}",
        f"4,{LINE[:-1]},{FULL},",
        f'5,"{LINE}",{FULL},"a,b"',
        f"6, {LINE} ,{FULL},",
        "",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(FIELDS, max_size=30), st.sampled_from(["\n", "\r\n"]))
def test_the_fast_lane_of_tables_equals_the_careful_reader(lines: list[str], end: str) -> None:
    """Also behind a header, with quotes and missing fields."""
    text = end.join(["id,puzzle,solution,more", *lines]).encode()
    found = list(read_records(io.BytesIO(text)))
    assert list(map(repr, found)) == list(map(repr, careful(text, True)))


def test_plain_rows_come_in_runs_for_kernels() -> None:
    """81 bytes a row, the solution beside them, Records on demand."""
    text = f"puzzle,solution\n{LINE},{FULL}\n{LINE},{FULL}\nbad\n{LINE},{FULL}\n".encode()
    chunks = list(read_chunks(io.BytesIO(text)))
    assert [type(chunk).__name__ for chunk in chunks] == ["PlainRows", "BadRow", "PlainRows"]
    first, bad, last = chunks
    assert isinstance(first, PlainRows)
    assert isinstance(bad, BadRow)
    assert isinstance(last, PlainRows)
    assert (len(first), first.first_row, first.first_line) == (2, 1, 2)
    assert first.solutions is not None
    assert (len(first.cells), len(first.solutions)) == (162, 162)
    assert list(first) == [first.record(0), first.record(1)]
    assert (bad.row, bad.line, last.first_row, last.first_line) == (3, 4, 4, 5)


def test_a_stream_is_read_no_further_than_needed() -> None:
    """An endless iterable of lines gives its first records."""
    found = itertools.islice(read_records(LINE for _ in itertools.count()), 3)
    assert [item.row for item in found] == [1, 2, 3]


def test_a_slow_pipe_is_served_row_by_row() -> None:
    """A row that has arrived is handed out before the next is there."""
    requests = []

    class Pipe(io.RawIOBase):
        def read1(self, size: int = -1) -> bytes:
            requests.append(size)
            return f"{LINE}\n".encode()

        read = read1

    assert isinstance(next(read_records(Pipe())), Record)
    assert len(requests) <= 2


def test_gzip_is_seen_by_its_first_bytes(tmp_path: Path) -> None:
    """Whatever the file is called, and with several members."""
    path = tmp_path / "puzzles.dat"
    path.write_bytes(gzip.compress(f"{LINE}\n".encode()) + gzip.compress(f"{FULL}\n".encode()))
    assert [item.text for item in open_records(str(path))] == [LINE, FULL]


def test_broken_gzip_is_a_notation_error(tmp_path: Path) -> None:
    """Cut off, or with bytes changed."""
    packed = gzip.compress("\n".join(f"{i} {LINE}" for i in range(1000)).encode())
    for raw in (packed[:-20], packed[:30] + b"\x00\xff" * 40 + packed[110:], packed[:5]):
        path = tmp_path / "x.gz"
        path.write_bytes(raw)
        with pytest.raises(NotationError, match="cannot be read"):
            list(open_records(str(path)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le"])
def test_encodings(encoding: str) -> None:
    """UTF-8 and Latin-1 lines side by side, UTF-16 with its mark; nothing crashes."""
    raw = f"# caf\xe9\n{LINE} caf\xe9\n{FULL}\n".encode(encoding)
    found = list(read_records(io.BytesIO(raw)))
    if encoding != "utf-16-le":  # without its mark it is taken for bytes
        assert [item.text for item in found] == [LINE, FULL]
        assert isinstance(found[0], Record)
        assert found[0].rest == "caf\xe9"
    else:
        assert all(isinstance(item, BadRow) for item in found)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """Missing, a folder, an impossible name: an error of ours, at once; an empty file has no rows."""
    for path in (str(tmp_path / "none.txt"), str(tmp_path), "a\0b"):
        with pytest.raises(CpSudokuError, match="cannot be opened"):
            open_records(path)
    (tmp_path / "empty.csv").write_bytes(b"")
    assert list(open_records(str(tmp_path / "empty.csv"))) == []


def test_the_file_extension_counts_where_the_content_agrees(tmp_path: Path) -> None:
    """A .csv with a header is a table; a .jsonl that holds plain lines is read as what it is."""
    (tmp_path / "a.csv").write_text(f"puzzle,solution\n{LINE},{FULL}\n")
    (tmp_path / "b.jsonl").write_text(f"{LINE}\n")
    for name, format in (("a.csv", "csv"), ("b.jsonl", "line")):
        (found,) = open_records(str(tmp_path / name))
        assert isinstance(found, Record)
        assert (found.text, found.format) == (LINE, format)


@pytest.mark.long
def test_an_endless_line_is_cut() -> None:
    """A line beyond the limit is one bad row; the run goes on behind it."""
    raw = b"z" * (3 * MAX_LINE) + b"\n" + LINE.encode() + b"\n"
    found = list(read_records(io.BytesIO(raw), format="line"))
    assert [type(item).__name__ for item in found] == ["BadRow", "Record"]
    assert found[1].line == 2


@pytest.mark.parametrize(
    "value",
    [
        {"puzzle": LINE},
        {"puzzle": LINE.replace(".", "0"), "solution": None},
        {"puzzle": LINE, "solution": FULL, "split": "train", "id": 3, "list": [1], "true": True},
        {"solution": FULL, "puzzle": "." * 81},
    ],
    ids=str,
)
def test_a_plain_object_is_read_the_same_the_quick_way(value: dict[str, object]) -> None:
    """A JSON object that says no more than a classic puzzle in 81 characters gives one record, whichever way."""
    found = list(read_records([json.dumps(value)]))
    slow = list(read_records([json.dumps(value)], geometry=Geometry(3, 3), format="jsonl"))
    assert jsonl._plain(value) is not None
    expected = jsonl.record_of(value, Reading())
    expected.row, expected.line, expected.format = 1, 1, "jsonl"
    assert list(map(repr, found)) == list(map(repr, slow)) == [repr(expected)]


@pytest.mark.parametrize(
    "value",
    [
        {"puzzle": LINE, "rules": "Digits may not repeat on the diagonals."},
        {"puzzle": LINE, "solution": FULL[:-1]},
        {"puzzle": LINE, "solution": LINE},
        {"puzzle": LINE[:-1] + "%"},
        {"puzzle": LINE, "extras": ["diagonals"]},
        {"puzzle": 5},
    ],
    ids=str,
)
def test_what_says_more_goes_the_careful_way(value: dict[str, object]) -> None:
    """Keys that are looked at, and what cannot be read, are left to the careful reader."""
    assert jsonl._plain(value) is None


def test_a_stray_quote_at_the_beginning_does_not_slow_the_rest() -> None:
    """One stray quote near the top is a row that cannot be read; the table is still read in runs of plain rows."""
    rows = ["puzzle,solution", f'"{LINE},{FULL}', *[f"{LINE},{FULL}"] * 40]
    chunks = list(read_chunks(io.BytesIO("\n".join(rows).encode())))
    assert [type(chunk).__name__ for chunk in chunks] == ["BadRow", "PlainRows"]
    assert "stray quote" in str(chunks[0].error)
    several = ["puzzle,note", f'{LINE},"two', 'lines"', f"{LINE},one"]
    found = list(read_records(io.BytesIO("\n".join(several).encode())))
    assert [item.others for item in found] == [{"note": "two\nlines"}, {"note": "one"}]
