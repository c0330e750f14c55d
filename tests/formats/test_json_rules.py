"""Our own JSON with rules: every kind and board there and back, whole files, the schema, errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import KINDS
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import Record, open_records, read_one, unfit, write_records
from cpsudoku.formats.registry import FORMATS
from tests.constraints.samples import CASES, placed

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/reference/puzzle.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("board", "text"), CASES, ids=lambda case: str(case)[:40])
def test_every_kind_there_and_back(board: Geometry, text: str) -> None:
    """A puzzle of every kind, on boards of any shape, is read as it was written."""
    puzzle = Puzzle(bytes(board.size), board, (placed(board, text),))
    (line,) = write_records([puzzle], "jsonl")
    assert read_one(line).puzzle == puzzle
    assert set(json.loads(line)) <= set(SCHEMA["properties"])


def test_the_schema_lists_the_kinds() -> None:
    """Every word of the table is in the schema, and no other."""
    assert SCHEMA["$defs"]["rule"]["properties"]["type"]["enum"] == list(KINDS)


def test_a_file_of_many_lines(tmp_path: Path) -> None:
    """One object over several lines, with clues by cell and rules in their text form; and a list of them."""
    value = {
        "rows": 4,
        "columns": 4,
        "digits": [0, 3],
        "regions": [["r1c1", "r1c2", "r2c1", "r2c2"], "r1c3 r1c4 r2c3 r2c4", [8, 9, 12, 13]],
        "clues": {"r1c1": 0, "r4c4": 3},
        "constraints": ["thermo r1c1-r1c3", {"type": "cage", "cells": ["r2c1", "r2c2"], "sum": 4}],
    }
    path = tmp_path / "rules.json"
    for whole in (value, [value, value]):
        path.write_text(json.dumps(whole, indent=2), encoding="utf-8")
        for record in open_records(str(path)):
            assert isinstance(record, Record)
            puzzle = record.puzzle
            assert (puzzle.geometry.lo, puzzle.geometry.hi, puzzle.cells[0], puzzle.cells[15]) == (0, 3, 1, 4)
            assert [rule.text for rule in puzzle.constraints] == ["thermo r1c1 r1c2 r1c3", "cage 4 r2c1 r2c2"]
            assert Puzzle.parse(next(iter(write_records([puzzle], "jsonl")))) == puzzle


def test_rows_of_digits_from_zero() -> None:
    """0 is a digit where digits begin at 0, and empty elsewhere."""
    rows = [[0, None], [".", 1]]
    found = read_one(json.dumps({"rows": 2, "columns": 2, "digits": [0, 1], "puzzle": rows})).puzzle
    assert found.cells == bytes([1, 0, 0, 2])
    found = read_one(json.dumps({"rows": 2, "columns": 2, "digits": [1, 2], "puzzle": "0..1"})).puzzle
    assert found.cells == bytes([0, 0, 0, 1])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"constraints": "cage"}, "constraints: .*accepted: a list of rules"),
        ({"constraints": [{"type": "cages"}]}, "constraints: rule 1: rule 'cages' is unknown"),
        ({"constraints": ["odd r1c1", {"type": "cage", "sum": 3}]}, "constraints: rule 2: cage: cells is missing"),
        ({"constraints": ["odd r9c1"]}, "odd: 'r9c1' is outside"),
        ({"rows": 0}, "rows: '0'; accepted: 1 to 255"),
        ({"digits": [1]}, "digits: .*accepted: \\[lowest, highest"),
        ({"digits": [3, 2]}, "digits 3 to 2"),
        ({"regions": [["r5c5"]]}, "r5c5"),
        ({"latin": 1}, "latin: .*accepted: true or false"),
        ({"clues": {"r1c1": 9}}, "clues: r1c1: '9'; accepted: 1 to 2"),
        ({"puzzle": "1"}, "puzzle: 1 cells; a 2x2 board has 4"),
    ],
)
def test_errors(changes: dict[str, object], message: str) -> None:
    """What is wrong, where, and what would do."""
    value = {"rows": 2, "columns": 2, "digits": [1, 2], "clues": {}, **changes}
    with pytest.raises(NotationError, match=message):
        read_one(json.dumps(value), format="jsonl")


def test_what_formats_cannot_hold() -> None:
    """A puzzle with a rule or a board that a format has no word for is unfit for it; the first such rule is named."""
    clues = Puzzle.parse("." * 81)
    for text, wanted in (
        ("cage 3 r1c1 r1c2", ["f-puzzles", "iss", "iss-lines", "jsonl", "sudoku-bench", "sudokupad"]),
        ("anti-taxicab", ["iss", "iss-lines", "jsonl", "sudoku-bench", "sudokupad"]),
    ):
        puzzle = clues.under([placed(Geometry(), text)])
        found = {name: unfit(Record(puzzle), target) for name, target in FORMATS.items()}
        assert sorted(name for name, reason in found.items() if not reason) == wanted
        assert text[:4] in found["line"]
    shaped = Puzzle(bytes(6), Geometry.shaped(2, 3, 0, 4))
    assert sorted(name for name, target in FORMATS.items() if not unfit(Record(shaped), target)) == [
        "iss",
        "iss-lines",
        "jsonl",
        "sudokupad",
    ]
    mixed = clues.under(placed(Geometry(), text) for text in ("cage 3 r1c1 r1c2", "anti-taxicab"))
    with pytest.raises(UsageError, match="format f-puzzles cannot serve constraints; the puzzle has anti-taxicab"):
        list(write_records([mixed], "f-puzzles"))


def test_a_list_of_rules_is_not_passed_over():
    """Rules listed under the key of prose are refused, saying where they belong; not beside `constraints`."""
    record = {"puzzle": "4...............", "size": "2x2", "rules": ["thermo r2c1-r2c4"]}
    with pytest.raises(NotationError, match='a list of rules is "constraints"'):
        read_one(json.dumps(record))
    read = read_one(json.dumps(record | {"constraints": record["rules"]}))
    assert len(read.puzzle.constraints) == 1


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        ("cages", [{"cells": ["r1c1", "r1c2"], "sum": 3}]),
        ("antiKnight", True),
        ("ratio", [["r1c1", "r1c2"]]),
        ("sandwich", {"r1": 5}),
        ("board", {"rows": 4, "columns": 4}),
    ],
)
def test_rules_under_a_key_of_their_own_are_not_passed_over(key: str, entry: object) -> None:
    """A list, an object or true under a key that sounds like a rule is refused; lossy, it is listed as lost."""
    classic = {"puzzle": "." * 81, "solution": None, key: entry}
    for record in (classic, {"puzzle": "4...............", "size": "2x2", key: entry}, {"clues": {}, key: entry}):
        with pytest.raises(NotationError, match=f"'{key}': no key of a record; accepted: rules in a list under const"):
            read_one(json.dumps(record), format="jsonl")
        assert read_one(json.dumps(record), format="jsonl", lossy=True).lost == (key,)


def test_what_our_own_records_say_beside_a_puzzle_is_passed_over() -> None:
    """Keys of records, figures and words are no rules, whatever they are called; a conversion names what it loses."""
    said = {"add_rules": [{"type": "cage"}], "difference": 0.5, "killer": "easy", "ratio": [], "board": "3x3"}
    record = read_one(json.dumps({"puzzle": "." * 81, **said}))
    assert record.puzzle.constraints == ()
    assert record.lost == ("difference", "killer")


@pytest.mark.parametrize("number", ["9" * 5000, 10**400])
def test_messages_stay_short(number: object) -> None:
    """However long what was given is."""
    record = {"puzzle": "." * 81, "constraints": [{"type": "cage", "cells": ["r1c1"], "sum": number}]}
    with pytest.raises(NotationError, match=r"cage: sum: .*\.\.\.") as caught:
        read_one(json.dumps(record))
    assert len(str(caught.value)) < 300
