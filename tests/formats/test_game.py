"""What a player wrote, in the formats that tell it from the clues."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cpsudoku import hint, rate
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import read_one, write_records
from cpsudoku.formats.candidate_text import marks_of, note_game
from cpsudoku.formats.record import Record
from cpsudoku.results import Mistake

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]


def f_puzzles(entries: dict[int, int], marks: dict[int, list[int]]) -> str:
    cells: list[dict[str, Any]] = [{"value": int(c), "given": True} if c != "." else {} for c in LINE]
    for cell, digit in entries.items():
        cells[cell]["value"] = digit
    for cell, digits in marks.items():
        cells[cell]["centerPencilMarks"] = digits
    return json.dumps({"size": 9, "grid": [cells[start : start + 9] for start in range(0, 81, 9)]})


def jsonl(entries: dict[int, int], marks: dict[int, list[int]]) -> str:
    name = Puzzle.parse(LINE).geometry.name_of
    value = {
        "puzzle": LINE,
        "entries": {name(cell): digit for cell, digit in entries.items()},
        "pencil_marks": {name(cell): digits for cell, digits in marks.items()},
    }
    return json.dumps(value)


def sdx(entries: dict[int, int], marks: dict[int, list[int]]) -> str:
    cells = [
        f"u{entries[cell]}" if cell in entries else "".join(map(str, marks.get(cell, range(1, 10)))) if c == "." else c
        for cell, c in enumerate(LINE)
    ]
    return "\n".join(" ".join(cells[start : start + 9]) for start in range(0, 81, 9))


def sdk(entries: dict[int, int], marks: dict[int, list[int]]) -> str:
    seen = "".join(str(entries.get(cell, c)) for cell, c in enumerate(LINE))
    return "\n".join(["[Puzzle]", *ROWS, "[State]", *(seen[start : start + 9] for start in range(0, 81, 9))])


def ipuz(entries: dict[int, int], marks: dict[int, list[int]]) -> str:
    seen = [int(c) if c != "." else entries.get(cell, 0) for cell, c in enumerate(LINE)]
    value = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/sudoku#1"],
        "puzzle": [[0 if c == "." else int(c) for c in row] for row in ROWS],
        "saved": [seen[start : start + 9] for start in range(0, 81, 9)],
    }
    return json.dumps(value)


@pytest.mark.parametrize("form", [f_puzzles, jsonl, sdx, sdk, ipuz])
def test_a_wrong_entry_is_named(form: Any) -> None:
    """In every format that holds entries: the cell, what is written there and what belongs there."""
    assert read_one(form({2: 4}, {})).entries == {2: 4}
    found = hint(form({2: 1, 3: 6}, {}))
    assert isinstance(found, Mistake)
    assert found.message == "r1c3 = 1 cannot be: the puzzle has 4 there"


@pytest.mark.parametrize("form", [f_puzzles, jsonl, sdx])
def test_a_wrongly_erased_mark_is_named(form: Any) -> None:
    """In every format that holds pencil marks; marks that are there are no mistake, and steps begin from them."""
    found = hint(form({2: 4}, {3: [2, 7], 5: [2, 4, 6, 8]}))
    assert isinstance(found, Mistake)
    assert found.message == "r1c4 lost the pencil mark 6: the puzzle has 6 there"
    step = hint(form({}, {2: [4]}))
    assert step is not None
    assert not isinstance(step, Mistake)


@pytest.mark.parametrize("form", [f_puzzles, jsonl])
def test_a_game_is_rated_as_its_puzzle(form: Any) -> None:
    """What a player wrote, rightly or not, changes no rating; nor do records lose it on their way through formats."""
    text = form({2: 1}, {3: [2], 8: [8]})
    assert str(rate(text)) == str(rate(LINE))
    record = read_one(text)
    for name in ("f-puzzles", "jsonl"):
        found = read_one("".join(write_records([record], name)))
        assert (found.entries, found.candidates, found.game) == (record.entries, record.candidates, True)
    for name in ("hodoku", "susser"):
        found = read_one("".join(write_records([record], name)))
        assert (found.puzzle, found.entries) == (record.puzzle, record.entries)


def test_marks_are_those_that_do_not_follow() -> None:
    """Candidates that clues and entries leave are not marks, unless nothing else is noted."""
    record = Record(Puzzle.parse(LINE))
    note_game(record, {0: 5}, {})
    assert (record.game, record.candidates, marks_of(record)) == (False, None, {})
    note_game(record, {2: 4}, {})
    assert (record.entries, marks_of(record)) == ({2: 4}, {})
    note_game(record, {}, {2: 0b11})
    assert marks_of(record) == {2: 0b11}
    with pytest.raises(NotationError, match="entry 6 in r1c1, where 5 is given"):
        note_game(record, {0: 6}, {})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"entries": {"r1c1": 6}}, "entry 6 in r1c1, where 5 is given"),
        ({"entries": {"r1c10": 6}}, "entries: .*r1c10"),
        ({"entries": {"r1c3": 10}}, "entries: r1c3: '10'; accepted: 1 to 9"),
        ({"entries": [1]}, "entries: 1 cells"),
        ({"pencil_marks": {"r1c3": 4}}, "pencil_marks: r1c3: '4'; accepted: a list of digits"),
        ({"pencil_marks": {"r1c3": ["x"]}}, "pencil_marks: r1c3: .*accepted: 1 to 9"),
        ({"pencil_marks": "123"}, "pencil_marks: .*81 lists of digits"),
        ({"pencil_marks": {"r1c3": [4]}, "candidates": "x"}, "candidates beside entries or pencil_marks"),
    ],
)
def test_games_that_cannot_be(keys: dict[str, Any], message: str) -> None:
    """The key, the cell, what was found and what is accepted."""
    with pytest.raises(NotationError, match=message):
        read_one(json.dumps({"puzzle": LINE, **keys}))


def test_entries_as_a_grid_and_marks_as_lists() -> None:
    """A grid repeats the clues or leaves them out; a null among the lists notes nothing; digits may begin at 0."""
    marks: list[list[int] | None] = [None] * 81
    marks[3] = [6]
    record = read_one(json.dumps({"puzzle": LINE, "entries": "534" + LINE[3:], "pencil_marks": marks}))
    assert (record.entries, marks_of(record)) == ({2: 4}, {3: 0b100000})
    value = {"rows": 2, "columns": 2, "digits": [0, 1], "clues": {"r1c1": 0}, "entries": {"r1c2": 1}}
    record = read_one(json.dumps(value))
    assert record.entries == {1: 2}
    (line,) = write_records([record], "jsonl")
    assert json.loads(line)["entries"] == {"r1c2": 1}
    assert read_one(line).entries == {1: 2}
