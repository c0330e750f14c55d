"""Links of f-puzzles and SudokuPad: what they pack, what is refused, and the packing itself."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import NotationError
from cpsudoku.formats import lz_string, read_one, write_records
from cpsudoku.formats.sudokupad import loads

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=400))
def test_unpack_undoes_pack(text: str) -> None:
    """Any text without lone surrogates comes back."""
    assert lz_string.unpack(lz_string.pack(text)) == text


def test_packed_texts_of_the_javascript_library() -> None:
    """Known pairs, made with another implementation of LZ-string."""
    pairs = {"a": "IZA=", "ab": "IYIyA===", "aaaa": "IY5A", "hello hello hello": "BYUwNmD2AEoTcpA="}
    for text, packed in pairs.items():
        assert lz_string.pack(text) == packed
        assert lz_string.unpack(packed) == text


@pytest.mark.parametrize("packed", ["", "A", "IZ", "!!", "////////"])
def test_a_broken_packed_text_is_a_notation_error(packed: str) -> None:
    """Cut off, with other characters, or with codes that stand for nothing."""
    with pytest.raises(NotationError):
        lz_string.unpack(packed)


def test_a_packed_text_cannot_swell_without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of one repeated character packs to about a square root of its length."""
    monkeypatch.setattr(lz_string, "MAX_TEXT", 50_000)
    bomb = lz_string.pack("0" * 55_000)
    assert len(bomb) < 2_000
    with pytest.raises(NotationError, match="longer than"):
        lz_string.unpack(bomb)


def test_loose_json() -> None:
    """Bare keys and words, single quotes, empty places, colours, escapes."""
    text = "{ce:[[{v:5},{},,t,f],[]],c:#fff,x:-1.5,'a b':\"q\\u0041'\",n:null,h:67f067}"
    assert loads(text) == {
        "ce": [[{"v": 5}, {}, None, True, False], []],
        "c": "#fff",
        "x": -1.5,
        "a b": "qA'",
        "n": None,
        "h": "67f067",
    }
    for wrong in ("{", "[1", "{a}", "{a:1", "'x", "[" * 100, "1 2", ""):
        with pytest.raises(NotationError):
            loads(wrong)


def f_puzzles(**changes: object) -> str:
    cells = [{"value": int(c), "given": True} if c != "." else {} for c in LINE]
    value = {"size": 9, "grid": [cells[r * 9 : r * 9 + 9] for r in range(9)], **changes}
    return "https://www.f-puzzles.com/?load=" + quote(lz_string.pack(json.dumps(value)))


def sudokupad(text: str) -> str:
    return "https://sudokupad.app/scl" + quote(lz_string.pack(text))


def test_f_puzzles_links() -> None:
    """Clues, diagonals and disjoint groups; an unknown key makes another puzzle and is refused by its name."""
    assert read_one(f_puzzles()).puzzle.line() == LINE
    both = read_one(f_puzzles(**{"diagonal+": True, "diagonal-": True, "disjointgroups": True}))
    assert both.puzzle.geometry.extras == ("diagonals", "disjoint")
    for rule in ({"maxarrow": [{"cells": ["R1C1"]}]}, {"sumdot": True}):
        with pytest.raises(NotationError, match=f"holds {next(iter(rule))}, which cpsudoku does not read"):
            read_one(f_puzzles(**rule))
        record = read_one(f_puzzles(**rule), lossy=True)
        assert record.puzzle.line() == LINE
        assert record.lost == tuple(rule)
    assert read_one(f_puzzles(text=[{"cells": ["R1C1"], "value": "x"}])).drawings["overlays"][0]["text"] == "x"
    assert read_one(f_puzzles(text=[{"cells": ["nowhere"], "value": "x"}])).lost == ("text",)
    payload = "fpuzzles" + f_puzzles().partition("load=")[2]
    for link in (payload, "https://sudokupad.app/" + payload):
        assert read_one(link).puzzle.line() == LINE


def test_f_puzzles_tells_clues_from_placed_digits() -> None:
    """Only cells marked as given are clues; the others are a player's, who may have noted candidates besides."""
    grid = [[{"value": 5, "given": True}, {"value": 6}] + [{}] * 7] + [[{}] * 9] * 8
    record = read_one(f_puzzles(grid=grid))
    assert record.puzzle.clues == ((0, 5),)
    assert (record.entries, record.lost, record.game) == ({1: 6}, (), True)
    grid[0][2:5] = [
        {"centerPencilMarks": [2, "3"]},
        {"cornerPencilMarks": [7]},
        {"candidates": [1], "cornerPencilMarks": [4]},
    ]
    record = read_one(f_puzzles(grid=grid))
    assert record.candidates is not None
    assert record.candidates[:5] == (1 << 4, 1 << 5, 0b110, 511 & ~(1 << 4 | 1 << 5), 0b1001)
    assert record.lost == ("corner marks",)
    grid[0][5] = {"centerPencilMarks": ["x"]}
    assert read_one(f_puzzles(grid=grid)).lost == ("corner marks", "pencil marks that are no digits")


def test_sudokupad_links() -> None:
    """Abbreviated and full keys, regions that decide the board; drawings are warned of."""
    cells = (
        "["
        + ",".join(
            "[" + ",".join(f"{{v:{c}}}" if c != "." else "{}" for c in LINE[r : r + 9]) + "]" for r in range(0, 81, 9)
        )
        + "]"
    )
    regions = json.dumps([[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)])
    plain = "{ce:" + cells + ",re:" + regions + ",ca:[{v:'title: Nine'}]}"
    record = read_one(sudokupad(plain))
    assert (record.puzzle.line(), record.rest, record.puzzle.geometry) == (LINE, "Nine", boxes(3, 3))
    diagonals = [[[i, i] for i in range(9)], [[i, 8 - i] for i in range(9)]]
    houses = "[" + ",".join("{ce:" + json.dumps(cells) + ",unique:t}" for cells in diagonals) + "]"
    record = read_one(sudokupad(plain.replace("[{v:'title: Nine'}]", houses)))
    assert record.puzzle.geometry == Geometry(3, 3, extras=("diagonals",))
    for rule, texts in (
        (",ca:[{ce:[[0,0],[0,1]],v:15}]}", ["cage 15 r1c1 r1c2"]),
        (",ca:[{ce:[[0,0],[0,1]],unique:f,sum:15}]}", ["sum 15 r1c1 r1c2"]),
        (",ca:[{ce:[[0,0],[0,1]],unique:t},{ce:[[1,0],[1,1]],unique:f}]}", ["cage r1c1 r1c2"]),
        (",global:[antiknight]}", ["anti-knight"]),
        (",metadata:{antiking:t}}", ["anti-king"]),
    ):
        puzzle = read_one(sudokupad(plain[:-1] + rule)).puzzle
        assert [found.text for found in puzzle.constraints] == texts
        (link,) = write_records([puzzle], "sudokupad")
        assert read_one(link).puzzle == puzzle
    marked = plain.replace("{}", "{pencilMarks:[1,2]}", 1)
    assert "drawings (pencil marks in cells) that cpsudoku does not read" in read_one(sudokupad(marked)).warnings[0]
    record = read_one(sudokupad(plain.replace("{}", "{v:4,given:f}", 1)))
    assert (record.puzzle.line(), record.entries) == (LINE, {2: 4})
    puzzle = read_one(sudokupad(plain.replace("{}", "{givenPencilMarks:[2,4]}", 1))).puzzle
    assert [rule.text for rule in puzzle.constraints] == ["candidates 2,4 r1c3"]
    for rule in (",global:[antibishop]}", ",metadata:{antirook:t}}"):
        with pytest.raises(NotationError, match="holds anti"):
            read_one(sudokupad(plain[:-1] + rule))
    with pytest.raises(NotationError, match="holds a cage with the text '15ish', which cpsudoku does not read"):
        read_one(sudokupad(plain[:-1] + ",ca:[{ce:[[0,0],[0,1]],v:'15ish',unique:t}]}"))
    (warning,) = read_one(sudokupad(plain[:-1] + ",ca:[{ce:[[0,0],[0,1]],v:'15ish'}]}")).warnings
    assert "drawings (a cage with the text '15ish') that cpsudoku does not read" in warning
    with pytest.raises(NotationError, match="cages: r1c2 is there twice"):
        read_one(sudokupad(plain[:-1] + ",ca:[{ce:[[0,1],[0,0],[0,1]],sum:12}]}"))
    with pytest.raises(NotationError, match="holds thermo, which cpsudoku does not read"):
        read_one(sudokupad(plain[:-1] + ",thermo:[[[0,0],[0,1]]]}"))
    record = read_one(sudokupad(plain[:-1] + ",li:[{wp:[[1,1]]}],metadata:{rules:'Digits on a line sum to 10.'}}"))
    assert record.puzzle.line() == LINE
    assert record.lost == ("lines",)
    assert record.rules == "Digits on a line sum to 10."
    (warning,) = record.warnings
    assert "drawings (lines) and rules in prose" in warning
    assert "Digits on a line sum to 10." in warning


@pytest.mark.parametrize(
    "link", ["https://sudokupad.app/abc123", "https://f-puzzles.com/?id=y2abc", "https://sudokupad.app/"]
)
def test_a_short_link_is_an_error_that_says_why(link: str) -> None:
    """Nothing is fetched."""
    with pytest.raises(NotationError, match="network"):
        read_one(link)
