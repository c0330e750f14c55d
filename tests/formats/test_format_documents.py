"""XML and JSON documents, and lines with fields: what each format says about boards, clues and candidates."""

from __future__ import annotations

import json

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import NotationError
from cpsudoku.formats import BadRow, Record, read_one, read_records

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ZERO = LINE.replace(".", "0")
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_opensudoku_of_both_versions() -> None:
    """Games under folders or under the root; a saved game in the app's own form is reported, the others are read."""
    second = f'<opensudoku version="2"><folder name="Easy"><game data="{ZERO}" note="a &amp; b"/></folder></opensudoku>'
    record = read_one(second)
    assert (record.format, record.puzzle.line(), record.rest) == ("opensudoku", LINE, "a & b")
    games = f'<game data="{ZERO}"/>\n<game data="version: 1"/>'
    first = f'<?xml version="1.0"?>\n<opensudoku>\n<name>x</name>\n{games}</opensudoku>'
    good, bad = read_records([first])
    assert isinstance(good, Record)
    assert isinstance(bad, BadRow)
    assert (good.line, bad.line) == (4, 5)
    assert "in progress" in str(bad.error)


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><opensudoku><game data="&b;"/></opensudoku>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd"><opensudoku><game data="1"/></opensudoku>',
        "<opensudoku><game",
        "<opensudoku></opensudoku>",
        f'<sudoku><game data="{ZERO[:-1]}"/></sudoku>',
    ],
)
def test_hostile_or_broken_xml_is_refused(text: str) -> None:
    """Entities, document types, unclosed tags, nothing inside."""
    with pytest.raises(NotationError):
        read_one(text, format="opensudoku")


def test_hodoku_lines() -> None:
    """Placed digits are no clues, deleted candidates are triples, trailing fields may be missing."""
    record = read_one(":0000:x:" + LINE + ":::")
    assert (record.format, record.puzzle.line(), record.candidates) == ("hodoku", LINE, None)
    record = read_one(":0702-1:3:53+4" + LINE[3:] + ":124 243:364:")
    assert record.puzzle.line() == LINE
    assert record.placed == (2,)
    assert record.candidates is not None
    assert record.candidates[2] == 0b1000
    assert "0702-1" in record.rest
    for wrong in (":0000:x:" + LINE[:-1], ":0000:x:" + LINE + ":99:", ":0000:x:" + LINE[:-1] + "+", "0000:x"):
        with pytest.raises(NotationError):
            read_one(wrong, format="hodoku")


def test_susser_style() -> None:
    """81 cells with + before placed digits, then deleted candidates."""
    record = read_one("53+4" + LINE[3:] + ":126 314")
    assert (record.format, record.puzzle.line(), record.placed) == ("susser", LINE, (2,))


def exchange(**changes: object) -> str:
    value = {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": 9, "cols": 9},
        "digits": 9,
        "givens": [int(c) for c in ZERO],
        "rules": [{"type": "box_grid", "box": [3, 3], "origin": "r1c1"}],
    }
    return json.dumps({**value, **changes})


def test_sudoku_puzzle_documents() -> None:
    """Houses are rules; an unknown key, a later version and another rule are refused."""
    assert read_one(exchange()).puzzle.line() == LINE
    pretty = json.dumps(json.loads(exchange()), indent=1)
    assert read_one(pretty).puzzle.line() == LINE
    lines = [[f"r{i}c{i}" for i in range(1, 10)], [f"r{i}c{10 - i}" for i in range(1, 10)]]
    box = {"type": "box_grid", "box": [3, 3], "origin": "r1c1"}
    diagonals = [{"type": "region", "kind": "diagonal", "cells": cells} for cells in lines]
    assert read_one(exchange(rules=[box, *diagonals])).puzzle.geometry == Geometry(3, 3, extras=("diagonals",))
    record = read_one(exchange(candidates={"r1c3": [1, 4]}))
    assert record.candidates is not None
    assert record.candidates[2] == 0b1001
    for wrong in (
        {"zzz": 1},
        {"format_version": 2},
        {"digits": True},
        {"givens": [0] * 80},
        {"givens": [None] * 81},
        {"rules": [box, diagonals[0]]},
        {"rules": [box, {"type": "cage", "cells": ["r1c1"], "sum": 3}]},
        {"rules": []},
    ):
        with pytest.raises(NotationError):
            read_one(exchange(**wrong))
    assert read_one(exchange(rules=[box, {"type": "antiknight"}]), lossy=True).lost == ("rule 'antiknight'",)


def test_ipuz_documents() -> None:
    """The kinds of sudoku; zones count from 1, column first."""
    rows = [[int(c) for c in ZERO[r : r + 9]] for r in range(0, 81, 9)]
    value = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": rows}
    assert read_one(json.dumps(value)).puzzle.line() == LINE
    value["kind"] = ["http://ipuz.org/sudoku/diagonalsudoku#1", "http://ipuz.org/sudoku/hypersudoku#1"]
    assert read_one(json.dumps(value)).puzzle.geometry.extras == ("diagonals", "windoku")
    value["kind"] = ["http://ipuz.org/sudoku/killersudoku#1"]
    with pytest.raises(NotationError, match="killersudoku"):
        read_one(json.dumps(value))
    columns = [{"cells": [[c + 1, r + 1] for c in range(2 * k, 2 * k + 2) for r in range(2)]} for k in range(2)]
    columns += [{"cells": [[c + 1, r + 3] for c in range(2 * k, 2 * k + 2) for r in range(2)]} for k in range(2)]
    jigsaw = {
        "kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"],
        "puzzle": [[1, 0, 0, 0]] + [[0] * 4] * 3,
        "zones": columns,
    }
    assert read_one(json.dumps(jigsaw)).puzzle.geometry == boxes(2, 2)
