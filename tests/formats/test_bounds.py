"""Where readers end: depths, sizes, pieces of streams, and boards that a format cannot hold."""

from __future__ import annotations

import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.errors import CpSudokuError, GeometryError, NotationError
from cpsudoku.formats import (
    FORMATS,
    Record,
    losses,
    lz_string,
    read_one,
    read_records,
    read_regions,
    registry,
    sudokupad,
    unfit,
    write_records,
)
from cpsudoku.formats.artwork import drawings
from cpsudoku.formats.rules import with_extras
from cpsudoku.formats.shaped import read_shaped
from cpsudoku.formats.source import Source, open_source

GRID = [[1, 0, 0, 4], [0] * 4, [0] * 4, [2, 0, 0, 1]]


@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: {"x": value}], ids=["lists", "objects"])
def test_depth_of_json(wrap: Any) -> None:
    """A grid may stand in 41 lists or objects."""
    value: Any = GRID
    for _ in range(41):
        value = wrap(value)
    assert [row.puzzle.line() for row in read_rows(value)] == ["1..4........2..1"]
    with pytest.raises(NotationError, match="nested too deeply"):
        read_rows(wrap(value))


def read_rows(value: Any) -> list[Record]:
    """The puzzles of a JSON value, one in a list."""
    rows = list(read_records(io.BytesIO(json.dumps(value).encode()), format="json"))
    for row in rows:
        if not isinstance(row, Record):
            raise row.error
    return [row for row in rows if isinstance(row, Record)]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"puzzle": ' + "9" * 5000 + "}"])
@pytest.mark.parametrize("name", ["json", "jsonl", "ipuz"])
def test_json_that_python_refuses(text: str, name: str) -> None:
    """Nested too deeply, or a number of thousands of digits."""
    with pytest.raises(NotationError, match="no usable JSON"):
        read_one(text, format=name)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_pieces_of_a_stream(size: int, end: str, last: bool) -> None:
    """The same lines with the same numbers, wherever a stream is cut; blocks end where lines end."""
    text = end.join(["one", "", "three", "f\u00fcnf", "", "x" * 9]) + end * last

    class Pieces(io.RawIOBase):
        left = text.encode()

        def read(self, _: int = -1) -> bytes:
            piece, self.left = self.left[:size], self.left[size:]
            return piece

    wanted = list(enumerate(text.splitlines(), start=1))
    assert list(Source(Pieces()).lines()) == wanted
    source = Source(Pieces())
    assert source.head(5).startswith(b"one")
    assert source.head(5).endswith((b"\n", b"\r"))
    assert list(source.lines()) == wanted


def test_a_head_of_some_size() -> None:
    """As many whole lines as there are bytes asked for, or all."""
    for size in range(1, 14):
        source = Source([f"{k}{k}{k}\n" for k in range(3)])
        assert min(12, size) <= len(source.head(size)) <= min(12, size + 8)
        assert len(source.head(12)) == 12


@pytest.mark.parametrize("side", [4, 25, 35])
def test_candidate_strings_of_large_boards(side: int) -> None:
    """n characters a cell, up to side 35."""
    word = DEFAULT.symbols[:side] * side**2
    board = Geometry(1, 35) if side == 35 else None
    if board is None:
        assert read_one(word).puzzle.geometry.side == side
    assert read_one(word, geometry=board, format="candidates").puzzle.geometry.side == side


@pytest.mark.parametrize("side", [35, 36])
def test_jigsaws_in_one_word(side: int) -> None:
    """A puzzle and its map in one word, where each region has a symbol."""
    word = "." * side**2 + "".join(symbol * side for symbol in f"{DEFAULT.symbols}@"[:side])
    if side == 35:
        assert read_one(word, format="line").puzzle.geometry.regions is not None
    else:
        with pytest.raises(NotationError):
            read_one(word, format="line")


@pytest.mark.parametrize(("text", "place"), [("ab%c", 3), ("*", 1), ("abcdefg!", 8)])
def test_place_of_a_character_that_is_not_packed(text: str, place: int) -> None:
    """The first one, counted from 1."""
    with pytest.raises(NotationError, match=f"{text[place - 1]!r} at {place} is no character".replace("*", "[*]")):
        lz_string.unpack(text)


def test_texts_of_links_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as is accepted, and one more."""
    monkeypatch.setattr(lz_string, "MAX_TEXT", 9)
    assert lz_string.unpack(lz_string.pack("abcabcabc")) == "abcabcabc"
    with pytest.raises(NotationError):
        lz_string.unpack(lz_string.pack("abcabcabca"))


def test_large_boards_that_do_not_fit() -> None:
    """Each format says for which boards it is; those without a bound hold side 255."""
    for name, format in FORMATS.items():
        record = Record(Puzzle(bytes(255 * 255), Geometry(1, 255)))
        said = unfit(record, format)
        assert said in ("", f"a board of 255x255 (boxes 1x255); {name} is for boards up to {format.sides[-1]}x"
                            f"{format.sides[-1]}", f"a board of 255x255 (boxes 1x255); {name} is for 9x9")  # fmt: skip
        assert bool(said) == (format.sides[-1] < 255)
    for columns, name in ((35, ""), (36, "sudokupad cannot hold its shape")):
        wide = Record(Puzzle(bytes(columns), Geometry.shaped(1, columns, 1, columns, latin=False)))
        assert name in unfit(wide, FORMATS["sudokupad"])
        assert bool(unfit(wide, FORMATS["sudokupad"])) == bool(name)


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 6), (6, 2), (3, 4), (1, 7)])
def test_shapes_of_boxes_that_are_lost(shape: tuple[int, int]) -> None:
    """All but the usual shape of a side: 2x3, 3x4."""
    record = Record(Puzzle(bytes((shape[0] * shape[1]) ** 2), Geometry(*shape)))
    lost = [] if shape in ((2, 3), (3, 4)) else [f"box shape {shape[0]}x{shape[1]}"]
    assert losses(record, FORMATS["line"]) == lost
    assert losses(record, FORMATS["jsonl"]) == []


def test_sets_that_are_houses_of_the_board() -> None:
    """Rows, columns and boxes are no extra houses; a diagonal alone is none that the board can have."""
    board = Geometry(2, 2, extras=("diagonals",))
    houses = [house.cells for house in board.houses]
    assert with_extras(Geometry(2, 2), houses) == (board, [])
    assert with_extras(Geometry(2, 2), houses[:13]) == (Geometry(2, 2), [frozenset(houses[12])])
    assert with_extras(board, houses[12:13]) == (board, [frozenset(houses[12])])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AABB\nAABB\nCCDD\nCCDD # x", None),
        ("1 1 2 2, 1 1 2 2\n3|3|10|10\n-----\n3 3 10 10", None),
        ("", "cannot be opened"),
        ("# only a comment\n\n", "empty region map"),
        ("AAAB\nAABB\nCCDD\nCCDD", "region map 'AAAB': "),
        ("A" * (1 << 20) + "\nB", "too long for a region map"),
    ],
)
def test_region_maps(text: str, said: str | None) -> None:
    """Symbols or numbers, with borders and comments."""
    if said is None:
        assert read_regions(text, extras=("diagonals",)) == Geometry.jigsaw("AABBAABBCCDDCCDD", ("diagonals",))
    else:
        with pytest.raises((NotationError, GeometryError, CpSudokuError), match=said):
            read_regions(text)


def test_puzzles_on_a_board_of_a_stated_shape() -> None:
    """A line or a grid each; the rows of a refused one do not become part of the next."""
    board = Geometry.shaped(2, 3, 0, 11, latin=False)
    text = "0.A\n.1b\n\n0,.,10,.,1,11\n0.A.\n1.2\n3.4\n0.z\n1.2\n# x\n0 . 10 . 1 12\n1.2\n"
    items = list(read_shaped(Source.of_text(text), board))
    said = [[*item.puzzle.cells] if isinstance(item, Record) else f"{item.line}: {item.error.reason}" for item in items]
    assert [item.row for item in items] == list(range(1, len(items) + 1))
    assert [item.line for item in items] == [1, 4, 5, 6, 8, 11, 12]
    assert said == [
        [1, 0, 11, 0, 2, 12],
        [1, 0, 11, 0, 2, 12],
        "5: '0.A.': 4 symbols; this board takes one line of 6 cells, or 2 lines of 3",
        [2, 0, 3, 4, 0, 5],
        "8: 'z' in r1c3: digits are 0 to 11, . is empty",
        "11: '12' in r2c3: digits are 0 to 11, . is empty",
        "12: 1 lines of 3 cells; this board has 2",
    ]


@pytest.mark.parametrize(("digit", "accepted"), [("2", True), ("00002", True), ("000002", False), ("5", False)])
def test_digits_as_texts(digit: str, accepted: bool) -> None:
    """A number of up to five characters."""
    givens = {"format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 4, "cols": 4}, "digits": 4,
              "givens": [digit, *[0] * 15],
              "rules": [{"type": "box_grid", "box": [2, 2], "origin": "r1c1"}]}  # fmt: skip
    if accepted:
        assert read_one(json.dumps(givens)).puzzle.cells[0] == 2
    else:
        with pytest.raises(NotationError, match="givens 1: "):
            read_one(json.dumps(givens))


def packed(raw: bytes, by: str) -> bytes:
    if by == "gzip":
        return gzip.compress(raw)
    return bytes(pytest.importorskip("zstandard").ZstdCompressor(write_checksum=True).compress(raw))


@pytest.mark.parametrize("by", ["gzip", "zstandard"])
def test_packed_streams(by: str) -> None:
    """Members one after another, in bounded blocks; one cut short or broken is a refusal after what was read."""
    rows = [f"{k:09d}".encode() * 9 + b"\n" for k in range(300)]
    long = b"".join(rows) * 60
    text = packed(b"".join(rows), by) + packed(b"", by) + packed(long, by)
    blocks = list(Source(io.BytesIO(text)).blocks())
    assert b"".join(blocks) == b"".join(rows) + long
    assert all(block.endswith(b"\n") and len(block) < 1 << 25 for block in blocks)
    found: list[bytes] = []
    for cut in (text[:-6], text[: len(text) // 2] + bytes(9) + text[len(text) // 2 + 9 :]):
        with pytest.raises(NotationError, match="name: cannot be read: "):
            found = [*Source(io.BytesIO(cut), file="name").blocks()]
    assert not found


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_packed_streams_in_pieces(size: int) -> None:
    """However few bytes come at once, compressed or in UTF-16."""
    lines = [f"{k} \u00fc\u4e00" for k in range(50)]
    text = "\n".join([*lines, ""])
    for raw in (packed(text.encode(), "gzip"), packed(text.encode(), "zstandard"), text.encode("utf-16")):

        class Pieces(io.RawIOBase):
            left = raw

            def read(self, _: int = -1) -> bytes:
                piece, self.left = self.left[:size], self.left[size:]
                return piece

        assert [line for _, line in Source(Pieces()).lines()] == lines


@pytest.mark.parametrize("center", [None, [1], [1, "x"], ["x"], [1, None], [0.5, 0.7], [-1, 0.5]])
def test_drawings_at_places_that_f_puzzles_lacks(center: object) -> None:
    """Such a drawing is listed as one without a form; in the middle of a cell, or beside the board, it has one."""
    drawing = {"center": center, "text": "5"}
    assert drawings.as_f_puzzles({"overlays": [drawing]}) == ({}, {"overlays": [drawing]})
    for at, names in (
        ([-0.5, 0.5], ["R0C1"]),
        ([1, 0.5], ["R1C1", "R2C1"]),
        ([1, 1], ["R1C1", "R1C2", "R2C1", "R2C2"]),
    ):
        written, left = drawings.as_f_puzzles({"overlays": [drawing | {"center": at}]})
        assert not left
        assert (written["text"][0]["cells"], written["text"][0]["size"]) == (names, 1)


@pytest.mark.parametrize("side", [1, 2, 35, 36])
def test_sides_of_f_puzzles(side: int) -> None:
    """2 to 35."""
    value = {"size": side, "grid": [[{"region": row} for _ in range(side)] for row in range(side)]}
    if side in (2, 35):
        assert read_one(json.dumps(value), format="f-puzzles").puzzle.geometry.side == side
    else:
        with pytest.raises(NotationError, match="size"):
            read_one(json.dumps(value), format="f-puzzles")


def test_cells_of_one_character_on_a_large_board() -> None:
    """Beyond side 35 they are integers."""
    assert read_one(" ".join(["1", *"." * 1295])).puzzle.geometry.side == 36
    assert read_one(" ".join(["A", *"." * 1224]), geometry=Geometry(5, 7)).puzzle.cells[0] == 10


@pytest.mark.parametrize("name", ["ABC", "FORMAT", "FORMATSX", "abc"])
def test_names_of_the_registry(name: str) -> None:
    """Only FORMATS is made when it is asked for."""
    assert not hasattr(registry, name)
    assert registry.FORMATS is FORMATS


def test_formats_of_other_packages() -> None:
    """A Format under its own name."""
    line = FORMATS["line"]
    assert registry._format_of("line", line) is line
    for name, found in (("other", line), ("linear", line), ("a", line), ("line", "line")):
        with pytest.raises((TypeError, ValueError)):
            registry._format_of(name, found)


@pytest.mark.parametrize("size", [1, 4, 9, 100])
def test_lines_that_are_too_long(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes beyond the bound is dropped; the lines around it, and their numbers, stay."""
    monkeypatch.setattr("cpsudoku.formats.source.MAX_LINE", 20)
    text = "one\n" + "x" * 130 + "\ntwo\n\n" + "y" * 400 + "\nthree\n"
    pieces = io.BytesIO(text.encode())
    pieces.read1 = lambda _=-1: pieces.read(size)  # type: ignore[method-assign]
    lines = list(Source(pieces).lines())
    assert [(number, line[:1], len(line) >= 20) for number, line in lines] == [
        (1, "o", False), (2, "x", True), (3, "t", False), (4, "", False), (5, "y", True), (6, "t", False)
    ]  # fmt: skip
    assert [line for _, line in lines if len(line) < 20] == ["one", "two", "", "three"]


def test_half_a_character_at_the_end() -> None:
    """Of UTF-16, it is replaced."""
    assert [line for _, line in Source(io.BytesIO("one\ntwo".encode("utf-16") + b"x")).lines()] == ["one", "two\ufffd"]


@pytest.mark.parametrize("symbol", ["99999", "1" + "0" * 5_000])
def test_long_numbers_on_a_board_of_a_stated_shape(symbol: str) -> None:
    """Are no digits, however long: Python would refuse to read the longest."""
    (item,) = read_shaped(Source.of_text(f"1 {symbol}\n"), Geometry.shaped(1, 2, 0, 10, latin=False))
    assert "digits are 0 to 10, . is empty" in str(item.error)


@pytest.mark.parametrize("format", ["json", "f-puzzles"])
def test_blank_lines_between_values(format: str) -> None:
    """Of a file of JSON objects, a line each: what stands behind them is read."""
    puzzle = Puzzle("." * 80 + "1")
    (line,) = [line for text in write_records([Record(puzzle)], format) for line in text.splitlines() if line.strip()]
    items = list(read_records([f"{line}\n", "\n", "  \n", f"{line}\n"], format=format))
    assert [(item.line, item.puzzle) for item in items] == [(1, puzzle), (4, puzzle)]


def test_symbols_of_one_column() -> None:
    """A line of as many characters as cells is the puzzle, not a number of one cell."""
    board = Geometry.shaped(2, 1, 0, 10, latin=False)
    (record,) = read_shaped(Source.of_text("10\n"), board)
    assert isinstance(record, Record)
    assert list(record.puzzle.cells) == [2, 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{a:1,b}", "7: '}' where ':'"),
        ("{a:1 b:2}", "6: 'b:2}' where ',' or '}'"),
        ("[1 2]", "4: '2]' where ',' or ']'"),
        ('{a:"x', "7: '' where a closing \""),
        ("", "1: '' where a value"),
        ("{,}", "2: ',}' where a value"),
        ("[1]x", "4: 'x' where the end"),
        ("[1,,2,]", [1, None, 2, None]),
        ('{"a":\'b\\n\\u0041\\q\'}', {"a": "b\nAq"}),
        ("{a:-1.5e3,b:tru,c:t,d:f,e:n,f:123456789012345}", {"a": -1500.0, "b": "tru", "c": True, "d": False, "e": None,
                                                          "f": 123456789012345}),
    ],
)  # fmt: skip
def test_text_packed_by_sudokupad(text: str, said: Any) -> None:
    """A value, or the place of what is wrong."""
    if isinstance(said, str):
        with pytest.raises(NotationError, match=re.escape(f"unpacked text at {said}")):
            sudokupad.loads(text)
    else:
        assert sudokupad.loads(text) == said


@pytest.mark.parametrize("rows", [0, 1, 255, 256])
def test_rows_of_a_shape(rows: int) -> None:
    """1 to 255."""
    text = json.dumps({"rows": rows, "columns": 2, "clues": {}, "latin": False})
    if 1 <= rows <= 255:
        assert read_one(text, format="jsonl").puzzle.geometry.rows == rows
    else:
        with pytest.raises(NotationError, match=f"rows: '{rows}'; accepted: 1 to 255"):
            read_one(text, format="jsonl")


def test_documents_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal says how long one may be."""
    monkeypatch.setattr("cpsudoku.formats.source.MAX_DOCUMENT", 1 << 20)
    assert len(Source.of_text("x" * (1 << 20)).text()) == 1 << 20
    with pytest.raises(NotationError, match="longer than 1 MiB"):
        Source.of_text("x" * ((1 << 20) + 1)).text()


def test_files_are_closed(tmp_path: Path) -> None:
    """At their end."""
    (tmp_path / "file").write_text("one\n")
    opened = open_source(str(tmp_path / "file"))
    assert [line for _, line in opened.lines()] == ["one"]
    assert opened._owned.closed
