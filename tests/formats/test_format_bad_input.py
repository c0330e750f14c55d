"""Inputs that were misread, dropped or crashed: what each is read as now, or what the refusal says."""

from __future__ import annotations

import gzip
import io
import json
import warnings
from pathlib import Path

import pytest

from cpsudoku import Puzzle
from cpsudoku.board.geometry import square
from cpsudoku.errors import CpSudokuWarning, NotationError
from cpsudoku.formats import BadRow, Record, lz_string, open_records, prose, read_one, read_records

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
ROWS = [[int(c) if c != "." else 0 for c in LINE[i : i + 9]] for i in range(0, 81, 9)]
SOLVED = [[int(c) for c in FULL[i : i + 9]] for i in range(0, 81, 9)]


def rows(text: str, **options: str) -> list[Record | BadRow]:
    return list(read_records(io.BytesIO(text.encode()), **options))  # type: ignore[arg-type]


def puzzles(items: list[Record | BadRow]) -> list[str]:
    return [item.puzzle.line() if isinstance(item, Record) else "bad" for item in items]


# tables


def test_a_stray_quote_swallows_no_row() -> None:
    """90 rows became 45 puzzles without a word: an opening quote took in the row after it."""
    text = "puzzle,note\n" + "".join(f'{LINE},"{k} inch\n{OTHER},{k} inch"\n' for k in range(45))
    found = rows(text)
    assert puzzles(found) == ["bad", OTHER] * 45
    error = found[0].error  # type: ignore[union-attr]
    assert error.line == 2
    assert "stray quote, not closed on its line" in str(error)
    assert "--format csv-unquoted" in str(error)
    assert puzzles(rows(text, format="csv-unquoted")) == [LINE, OTHER] * 45


def test_a_quote_within_a_field_is_a_character() -> None:
    """As the csv module has it: only a field that begins with a quote is quoted."""
    assert puzzles(rows(f'puzzle,note\n{LINE},5" tall\n{OTHER},6" tall\n')) == [LINE, OTHER]


def test_a_quoted_note_over_lines_is_one_field() -> None:
    """What is no row of the table by itself belongs to the note."""
    found = rows(f'puzzle,note\n{LINE},"two\nlines"\n{OTHER},"a ""word"""\n')
    assert puzzles(found) == [LINE, OTHER]
    assert [item.line for item in found] == [2, 4]


def test_a_quote_that_is_never_closed_costs_one_row() -> None:
    """The rows behind it are read."""
    found = rows(f'puzzle,note\n{LINE},"open\n' + f"{OTHER},x\n" * 30)
    assert puzzles(found) == ["bad"] + [OTHER] * 30


def test_dropped_leading_zeros_are_hinted_at() -> None:
    """A column of numbers loses them."""
    short = ("0" + LINE.replace(".", "0")[1:]).lstrip("0")
    assert len(short) == 80
    (found,) = rows(f"puzzle,solution\n{short},{FULL}\n")
    assert isinstance(found, BadRow)
    assert "1 leading zero may have been dropped" in str(found.error)
    assert found.line == 2


@pytest.mark.parametrize(
    "names",
    [
        [f"c{k}" for k in range(81)],
        [str(k) for k in range(1, 82)],
        [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)],
        ["id", *(f"cell_{k}" for k in range(81)), "solution"],
    ],
)
def test_a_column_a_cell(names: list[str]) -> None:
    """Such a header was taken for a puzzle, and an invalid one."""
    fields = ["7"] * (names[0] == "id") + list(LINE.replace(".", "0")) + [FULL] * (names[-1] == "solution")
    (found,) = rows(",".join(names) + "\n" + ",".join(fields) + "\n")
    assert isinstance(found, Record)
    assert found.puzzle.line() == LINE
    assert (found.solution is not None) == (names[-1] == "solution")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators(separator: str) -> None:
    """The bar is one too."""
    (found,) = rows(f"id{separator}puzzle{separator}solution\n7{separator}{LINE}{separator}{FULL}\n")
    assert isinstance(found, Record)
    assert (found.puzzle.line(), found.rest, found.solution is not None) == (LINE, "7", True)


def test_blanks_are_empty_cells_in_a_table() -> None:
    """One blank a cell, at the ends too."""
    text = LINE.replace(".", " ")
    assert puzzles(rows(f"puzzle,solution\n{text},{FULL}\n")) == [LINE]
    assert puzzles(rows(f"id,puzzle\n1,{' ' * 14}{OTHER[14:].replace('.', ' ')}\n")) == [OTHER]


# detection


@pytest.mark.parametrize(
    "text",
    [
        f":0000:x:{LINE}:::\n",
        f"# a library\n\n:0002-1:5:{LINE}::511::\n",
        f":03111:5:{LINE.replace('.', '+1', 1)}:212::514:\n",
        json.dumps({"puzzle": LINE}) + "\n",
        f"puzzle,solution\n{LINE},{FULL}\n",
        f"[Puzzle]\n{chr(10).join(LINE[i : i + 9] for i in range(0, 81, 9))}\n",
        f'<?xml version="1.0"?>\n<opensudoku><folder><game data="{LINE.replace(".", "0")}"/></folder></opensudoku>',
    ],
)
def test_a_txt_file_is_read_by_its_content(tmp_path: Path, text: str) -> None:
    """The suffix forced the one-line reader, which read none of HoDoKu's library."""
    path = tmp_path / "list.txt"
    path.write_text(text)
    (found,) = open_records(str(path))
    assert isinstance(found, Record)
    assert found.puzzle.cells[1:81:10] == Puzzle.parse(LINE).cells[1:81:10]


def test_a_grid_of_numbers_with_an_empty_first_row() -> None:
    """64 rows of 64 numbers: the first, empty, was an 8x8 board."""
    cells = bytearray(64 * 64)
    for cell in range(64, 64 * 64, 7):
        cells[cell] = cell % 64 + 1
    puzzle = Puzzle(bytes(cells), square(64))
    for blank in "0", ".":
        lines = [" ".join(str(d) if d else blank for d in cells[r : r + 64]) for r in range(0, 64 * 64, 64)]
        (found,) = rows("\n".join(lines) + "\n")
        assert isinstance(found, Record)
        assert found.puzzle == puzzle


def test_puzzles_of_numbers_a_line_each_stay_puzzles() -> None:
    """Sixteen rows of sixteen numbers up to 4 are sixteen small puzzles."""
    assert len(rows("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n" * 16)) == 16


@pytest.mark.parametrize(
    "grid", ["1 2 | . .\n3 \u00b24 | . .\n----+----\n. . | . .\n. . | . .\n", "\u00b2" * 16, "\u0664" * 16]
)
def test_digits_that_are_no_digits(grid: str) -> None:
    """`isdigit` is true of a superscript, `int` refuses it."""
    (found,) = rows(grid)
    assert isinstance(found, BadRow)
    with pytest.raises(NotationError):
        read_one(grid)


def test_a_long_first_json_line() -> None:
    """Over a mebibyte it was cut, taken for a table, and the second row was lost."""
    first = json.dumps({"puzzle": LINE, "rest": "x" * 1_500_000})
    for text in (first + "\n" + json.dumps({"puzzle": OTHER}) + "\n",):
        assert puzzles(rows(text)) == [LINE, OTHER]
        assert puzzles(list(read_records(io.BytesIO(gzip.compress(text.encode()))))) == [LINE, OTHER]


# links


def f_puzzles(**changes: object) -> str:
    cells = [{"value": int(c), "given": True} if c != "." else {} for c in LINE]
    value = {"size": 9, "grid": [cells[r * 9 : r * 9 + 9] for r in range(9)], **changes}
    return lz_string.pack(json.dumps(value))


PACKED = f_puzzles()


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.f-puzzles.com/?load={PACKED}",
        f"f-puzzles.com/?load={PACKED}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{PACKED}",
        f"https://sudokupad.app/?puzzleid=fpuzzles{PACKED}",
        f"https://sudokupad.app/fpuzzles{PACKED}",
        f"fpuzzles{PACKED}",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE.replace('.', '0')}",
        f"https://www.sudokuwiki.org/Sudoku?bd={LINE}&x=1",
        f"https://sudokuexchange.com/play/?s={LINE.replace('.', '0')}",
        f"sudokuexchange.com/play/?s={LINE.replace('.', '0')}",
    ],
)
def test_links_that_carry_the_puzzle(tmp_path: Path, link: str) -> None:
    """As text, in a .txt among others, with words beside it."""
    assert read_one(link).puzzle.line() == LINE
    path = tmp_path / "links.txt"
    path.write_text(f"{OTHER} first\n{link} a name\n1: {link}\n")
    assert puzzles(list(open_records(str(path)))) == [OTHER, LINE, LINE]
    path.write_text(f"{link}\n{OTHER}\n")
    assert puzzles(list(open_records(str(path)))) == [LINE, OTHER]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("https://sudokupad.app/abc123", "export it as a link that holds it"),
        ("https://app.crackingthecryptic.com/sudoku/qm6fJ7", "export it as a link that holds it"),
        ("https://f-puzzles.com/?id=yx12ab", "export it as a link"),
        ("https://www.sudokuwiki.org/sudoku.htm", "character a cell"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0123", "packed boards"),
        (f"https://example.com/play/{LINE}", "not known"),
        (f"https://example.com/?a=1,{LINE}", "not known"),
        (f"https://example.com/?p={LINE.replace('.', '0')}", "not known"),
        (f"https://example.com/#{LINE}", "not known"),
        (f"www.example.com/{LINE}", "not known"),
        (f"http://[{LINE}", "no link"),
    ],
)
def test_links_that_do_not_are_refused(link: str, words: str) -> None:
    """Digits in a link are no puzzle, however many; the refusal says what to do."""
    with pytest.raises(NotationError, match=words):
        read_one(link)
    (found,) = rows(link + "\n")
    assert isinstance(found, BadRow)
    assert (found.line, found.text) == (1, link)


def test_a_link_beside_a_puzzle_is_kept_aside() -> None:
    """Where it came from."""
    for text in (f"{LINE} https://example.com/{FULL}", f"https://example.com/x {LINE}"):
        record = read_one(text)
        assert record.puzzle.line() == LINE
        assert "https://example.com/" in record.rest


# JSON


@pytest.mark.parametrize(
    "value",
    [
        {"grid": ROWS},
        {"board": ROWS, "difficulty": "easy"},
        {"puzzle": ROWS, "solution": SOLVED},
        {"puzzle": [[d or None for d in row] for row in ROWS]},
        {
            "newboard": {
                "grids": [{"value": ROWS, "solution": SOLVED, "difficulty": "Hard"}],
                "results": 1,
                "message": "All Ok",
            }
        },
        {"response": {"unsolved-sudoku": ROWS}, "success": True},
        {"data": {"puzzle": LINE, "solution": FULL}},
        [{"puzzle": LINE}],
        [ROWS],
    ],
)
def test_json_of_grids_and_servers(value: object) -> None:
    """In one line and over several; a solution beside it is kept as one."""
    for indent in None, 1:
        record = read_one(json.dumps(value, indent=indent))
        assert record.puzzle.line() == LINE
        assert record.solution in (None, bytes(map(int, FULL)))
        assert ('"solution"' in json.dumps(value)) == (record.solution is not None)


def test_json_with_rules_that_are_not_read() -> None:
    """A killer puzzle is none without its cages; another list beside the grid is told of."""
    with pytest.raises(NotationError, match="holds cages, which cpsudoku does not read"):
        read_one(json.dumps({"grid": ROWS, "cages": [{"sum": 3, "cells": [[0, 0]]}]}))
    assert read_one(json.dumps({"grid": ROWS, "steps": [1, 2]})).warnings
    with pytest.raises(NotationError, match="two grids"):
        read_one(json.dumps({"grid": ROWS, "board": SOLVED}))
    with pytest.raises(NotationError, match="no grid"):
        read_one(json.dumps({"hello": [1, 2, 3]}))


@pytest.mark.parametrize("wrap", ["ipuz({})", "ipuz({});", " ipuz ( {} )\n"])
def test_ipuz_in_a_call(wrap: str) -> None:
    """JSONP, as ipuz files for the web are."""
    value = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": ROWS}
    for indent in None, 1:
        assert read_one(wrap.replace("{}", json.dumps(value, indent=indent))).puzzle.line() == LINE


# rules that are drawn, or told in prose


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "Normal sudoku rules apply.",
        "Standard Sudoku rules apply. Have fun!",
        "Normal sudoku rules apply: place the digits 1 to 9 once each in every row, column and box.",
        "Place the digits 1-9 once each in every row, column and 3x3 box.",
    ],
)
def test_the_usual_rules_are_no_warning(rules: str) -> None:
    """Nothing is missing where the prose says what every sudoku says."""
    record = read_one(f"fpuzzles{f_puzzles(ruleset=rules)}")
    assert (record.warnings, record.rules) == ((), "")


def test_rules_in_prose_are_a_warning() -> None:
    """They are kept, and stand beside the answer."""
    rules = "Normal sudoku rules apply. Digits along a green line differ by at least 5."
    link = f"fpuzzles{f_puzzles(ruleset=rules)}"
    record = read_one(link)
    assert record.rules == rules
    (warning,) = record.warnings
    assert "rules in prose" in warning
    assert "differ by at least 5" in warning
    with pytest.warns(CpSudokuWarning, match="differ by at least 5") as caught:
        Puzzle.parse(link)
    assert caught[0].filename == __file__
    with pytest.warns(CpSudokuWarning):
        Puzzle.of(link)


@pytest.mark.parametrize(
    "changes",
    [
        {"line": [{"lines": [["R1C1", "R1C2"]]}]},
        {"circle": [{"cells": ["R1C1"]}]},
        {"cage": [{"cells": ["R1C1"], "value": "?"}]},
        {"grid": [[{"c": "#f00"}] + [{}] * 8] + [[{}] * 9] * 8},
    ],
)
def test_drawings_are_a_warning(changes: dict[str, object]) -> None:
    """Their meaning is the setter's."""
    record = read_one(f"fpuzzles{f_puzzles(**changes)}")
    assert "drawings" in record.warnings[0]


def test_plain_puzzles_give_no_warning() -> None:
    """A link of our own, and a line."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Puzzle.parse(f"fpuzzles{PACKED}") == Puzzle.parse(LINE)


def test_rules_given_for_single_cells_are_rules() -> None:
    """Given candidates restrict a cell; they are no marks of a player."""
    grid = [[{"givenPencilMarks": [1, 2]}] + [{}] * 8] + [[{}] * 9] * 8
    (rule,) = read_one(f"fpuzzles{f_puzzles(grid=grid)}").puzzle.constraints
    assert rule.text == "candidates 1,2 r1c1"
    grid = [[{"givenPencilMarks": [1, 12]}] + [{}] * 8] + [[{}] * 9] * 8
    with pytest.raises(NotationError, match="givenPencilMarks in r1c1"):
        read_one(f"fpuzzles{f_puzzles(grid=grid)}")


def test_f_puzzles_cells_are_objects() -> None:
    """Numbers in their place were read as empty cells."""
    with pytest.raises(NotationError, match="r1c1"):
        read_one(json.dumps({"size": 9, "grid": ROWS}), format="f-puzzles")
    assert read_one(json.dumps({"size": 9, "grid": ROWS})).puzzle.line() == LINE


@pytest.mark.parametrize(
    ("rules", "more"),
    [("Normal sudoku rules apply", False), ("Normal sudoku rules do not apply", True), ("X marks sum to ten", True)],
)
def test_beyond(rules: str, more: bool) -> None:
    """Prose that says more than every sudoku's rules."""
    assert bool(prose.beyond(rules)) is more
