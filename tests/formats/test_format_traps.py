"""The places where formats are easily misread, one test each."""

from __future__ import annotations

import json

import pytest

from cpsudoku.board.alphabet import ALPHABETS
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import CpSudokuError, NotationError, UnknownName, UsageError
from cpsudoku.formats import BadRow, Record, read_one, read_records, read_regions

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
BANDS = [[row[i : i + 3] for i in (0, 3, 6)] for row in ROWS]


def rows(*lines: str, **options: str) -> list[Record | BadRow]:
    return list(read_records([line + "\n" for line in lines], **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("blank", [".", "0", "*", "_", "-", "?", "x", "X", " ", ",", "·"])
def test_every_customary_blank_reads_as_empty(blank: str) -> None:
    """One-line puzzles mark empty cells in many ways."""
    assert read_one(LINE.replace(".", blank)).puzzle.line() == LINE


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (LINE + " ED=4.5/1.2/1.2", "ED=4.5/1.2/1.2"),
        (LINE + " # s lc1(6)", "s lc1(6)"),
        (LINE + "#comment", "comment"),
        (LINE + ";17;4.5", "17;4.5"),
        (LINE + "\t9.0", "9.0"),
        (LINE + ",1143", "1143"),
        ("0000183b305c " + LINE + " 1.2", "0000183b305c 1.2"),
        ("12: " + LINE, "12:"),
        ("123e4567-e89b-12d3-a456-426614174000," + LINE, "123e4567-e89b-12d3-a456-426614174000"),
    ],
)
def test_what_stands_beside_a_puzzle_is_kept_aside(text: str, rest: str) -> None:
    """Ratings, comments, indices, hashes and statistics belong to the row but not to the puzzle."""
    record = read_one(text)
    assert (record.puzzle.line(), record.rest) == (LINE, rest)


def test_comments_blank_lines_bom_and_crlf_are_tolerated() -> None:
    """Line numbers count every line, rows only puzzles."""
    raw = b"\xef\xbb\xbf# a list\r\n\r\n" + LINE.encode() + b"\r\n  # more\r\n" + FULL.encode()
    found = list(read_records([raw]))
    assert [(item.row, item.line, item.text) for item in found] == [(1, 3, LINE), (2, 5, FULL)]


BORDERED = {
    "plain": ROWS,
    "spaced": [" ".join(row) for row in ROWS],
    "bands": [" ".join(band) for band in BANDS],
    "blank lines between bands": [*ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:]],
    "ascii": [
        line
        for i, band in enumerate(BANDS)
        for line in (["------+-------+------"] if i in (3, 6) else []) + [" | ".join(map(" ".join, band))]
    ],
    "one kind of border": ["-------------"]
    + [line for i, b in enumerate(BANDS) for line in ["|" + "|".join(b) + "|"] + ["-------------"] * (i in (2, 5, 8))],
    "unicode": ["┏━━━┳━━━┳━━━┓"]
    + [
        line
        for i, b in enumerate(BANDS)
        for line in (["┣━━━╋━━━╋━━━┫"] if i in (3, 6) else []) + ["┃" + "┃".join(b) + "┃"]
    ]
    + ["┗━━━┻━━━┻━━━┛"],
    "dots and quotes": [".---.---.---."]
    + [line for i, b in enumerate(BANDS) for line in [":---+---+---:"] * (i in (3, 6)) + ["|" + "|".join(b) + "|"]]
    + ["'---'---'---'"],
    "table": ["|" + "|".join(f" {c} ".replace(".", " ") for c in row) + "|" for row in ROWS],
    "commas": [",".join(row).replace(".", "") for row in ROWS],
    "list": ["[" + ", ".join(row).replace(".", "0") + "]," for row in ROWS],
    "list of lists": ["[[" + "],[".join(",".join(row) for row in ROWS).replace(".", "0") + "]]"],
    "blanks at fixed places": [row.replace(".", " ").rstrip() for row in ROWS],
    "blanks in boxes": ["|" + "|".join(b).replace(".", " ") + "|" for b in BANDS],
    "wide blanks in boxes": ["| " + " | ".join(" ".join(part) for part in b).replace(".", " ") + " |" for b in BANDS],
    "dash filler in boxes": ["|".join(b).replace(".", "-") for b in BANDS],
    "star filler": [row.replace(".", "*") for row in ROWS],
    "three lines": [LINE[:27], LINE[27:54], LINE[54:]],
    "zero padded": [" ".join(c.zfill(2) if c != "." else "." for c in row) for row in ROWS],
    "title and footer": ["Grid 01", *ROWS, "Simple Sudoku Version 4.2n"],
}


@pytest.mark.parametrize("style", BORDERED)
def test_a_pasted_grid_with_any_border_is_read(style: str) -> None:
    """The same puzzle, drawn in many ways."""
    assert read_one("\n".join(BORDERED[style])).puzzle.line() == LINE


@pytest.mark.parametrize("style", [style for style in BORDERED if style not in ("three lines", "list of lists")])
def test_grids_one_after_another_are_told_apart(style: str) -> None:
    """A blank line between grids is enough."""
    lines = [*BORDERED[style], "", *BORDERED[style]]
    found = rows(*lines, format="grid")
    assert [item.puzzle.line() if isinstance(item, Record) else item.error for item in found] == [LINE, LINE]


def test_a_dash_in_a_row_is_empty_and_a_line_of_dashes_is_a_border() -> None:
    """With rows of dashes that are borders by their number, and rows that are empty by theirs."""
    dashed = [row.replace(".", "-") for row in ROWS]
    border = "-" * 9
    assert (
        read_one("\n".join([border, *dashed[:3], border, *dashed[3:6], border, *dashed[6:], border])).puzzle.line()
        == LINE
    )
    empty = [border if i == 4 else row for i, row in enumerate(dashed)]
    found = read_one("\n".join(empty)).puzzle.cells
    assert found[36:45] == bytes(9)
    assert found[:36] == read_one(LINE).puzzle.cells[:36]


def test_a_grid_that_lacks_a_row_does_not_swallow_the_next() -> None:
    """Eight rows, a blank line and nine rows are one bad grid and one good."""
    found = rows(*ROWS[:8], "", *ROWS)
    assert isinstance(found[0], BadRow)
    assert "8 rows of 9" in str(found[0].error)
    assert isinstance(found[1], Record)
    assert found[1].puzzle.line() == LINE


def test_sdk_of_both_kinds() -> None:
    """Header lines and rows; or a [Puzzle] section, of which [State] is no part: it has the player's digits."""
    headers = ["#ARoyle", "#Deasy one", "#B2005-11-01"]
    record = read_one("\n".join([*headers, *ROWS]))
    assert (record.format, record.puzzle.line(), record.rest) == ("sdk", LINE, "Royle easy one 2005-11-01")
    state = [FULL[i : i + 9] for i in range(0, 81, 9)]
    record = read_one("\n".join(["[Puzzle]", *ROWS, "[State]", *state]))
    assert (record.format, record.puzzle.line()) == ("sdk", LINE)
    assert record.entries == {cell: int(FULL[cell]) for cell, clue in enumerate(LINE) if clue == "."}
    state[0] = "6" + state[0][1:]
    (bad,) = read_records(["[Puzzle]", *ROWS, "[State]", *state])
    assert isinstance(bad, BadRow)
    assert "[State]: entry 6 in r1c1, where 5 is given" in str(bad.error)


def test_sdx_tells_clues_from_placed_digits_and_candidates() -> None:
    """A lone digit is a clue, u and a digit is the player's, several digits are candidates."""
    tokens = [c if c != "." else "123456789" for c in LINE]
    tokens[2], tokens[3] = "u4", "26"
    text = "\n".join(" ".join(tokens[i : i + 9]) for i in range(0, 81, 9))
    record = read_one(text)
    assert (record.format, record.puzzle.line(), record.placed) == ("sdx", LINE, (2,))
    assert record.candidates is not None
    assert record.candidates[3] == 0b100010
    assert record.assumed


def test_simple_sudoku_files() -> None:
    """Thirteen lines with stars at the corners; X may stand for an empty cell."""
    lines = ["*-----------*"]
    for i, band in enumerate(BANDS):
        lines += ["|---+---+---|"] * (i in (3, 6)) + ["|" + "|".join(band).replace(".", "X") + "|"]
    record = read_one("\n".join([*lines, "*-----------*"]))
    assert (record.format, record.puzzle.line()) == ("ss", LINE)


def test_csv_headers() -> None:
    """The customary headers in any case, another column on request, text kept as text."""
    for header in ("puzzle,solution", "Quizzes,Solutions", "question,answer", "PUZZLE,Solved"):
        found = rows(header, f"{LINE},{FULL}", f"{'0' * 80}1,{FULL}")
        assert [item.row for item in found] == [1, 2]
        assert isinstance(found[1], Record)
        assert found[1].puzzle.line() == "." * 80 + "1"
        assert found[1].solution == read_one(FULL).puzzle.cells
    (found,) = rows("id,puzzle,solution,clues,difficulty", f"1,{LINE},{FULL},30,2.5")
    assert isinstance(found, Record)
    assert (found.puzzle.line(), found.rest) == (LINE, "1,30,2.5")
    (found,) = rows("source;question;answer;rating", f"kaggle;{LINE};{FULL};0")
    assert isinstance(found, Record)
    assert (found.puzzle.line(), found.rest) == (LINE, "kaggle;0")
    (found,) = rows("a,start", f"1,{LINE}", column="Start")
    assert isinstance(found, Record)
    assert found.puzzle.line() == LINE


def test_csv_without_a_header() -> None:
    """A filled second column of the same size is the solution; another column is kept aside."""
    found = rows(f"{LINE},{FULL}", f"{LINE},1143")
    assert [item.solution is not None for item in found if isinstance(item, Record)] == [True, False]
    assert [item.rest for item in found if isinstance(item, Record)] == ["", "1143"]


def test_csv_with_quoted_grids() -> None:
    """A quoted cell may hold line ends and separators."""
    text = 'id,puzzle\n1,"' + "\n".join(ROWS) + '"\n2,"' + LINE + '"\n'
    found = list(read_records([text]))
    assert [item.puzzle.line() for item in found if isinstance(item, Record)] == [LINE, LINE]


def test_a_number_rounded_by_a_spreadsheet_is_refused() -> None:
    """Eighty-one digits that became 5.3E+80 are lost, and the message says so."""
    (found,) = rows("puzzle,solution", f"5.30070000600195E+80,{FULL}")
    assert isinstance(found, BadRow)
    assert "spreadsheet" in str(found.error)


def test_a_malformed_solution_column_is_reported_and_the_puzzle_is_kept() -> None:
    """The row stays readable; what is wrong with the solution is said."""
    for wrong in (FULL[:-1], FULL.replace("5", "."), FULL.replace("5", "a")):
        (found,) = rows("puzzle,solution", f"{LINE},{wrong}")
        assert isinstance(found, Record)
        assert found.solution is None
        assert found.solution_error.startswith("solution: ")


def test_a_missing_column_is_an_error_that_lists_the_header() -> None:
    """--column with a name that is not there."""
    with pytest.raises(UsageError, match="start"):
        rows("id,puzzle", f"1,{LINE}", column="start")


def test_jsonl_records_of_our_own() -> None:
    """puzzle and solution are read, other keys are passed over; a jigsaw states its regions."""
    (found,) = rows(json.dumps({"row": 1, "puzzle": LINE, "verdict": "unique", "solution": FULL}))
    assert isinstance(found, Record)
    assert found.solution == read_one(FULL).puzzle.cells
    (found,) = rows(json.dumps({"puzzle": "." * 36, "size": "3x2"}))
    assert isinstance(found, Record)
    assert found.puzzle.geometry == boxes(3, 2)
    bad = rows('{"puzzle": 7}', '{"solution": "x"}', "[1]", '{"puzzle"', format="jsonl")
    assert all(isinstance(item, BadRow) for item in bad)


def test_alphabets_of_16x16_are_detected_and_the_assumption_is_told() -> None:
    """G decides for 1-9A-G, H to P for A-P, 0 beside dots for 0-9A-F; else 1-9A-G is assumed and said to be."""
    default, zero, letters = (ALPHABETS[name] for name in ("1-9A-Z", "0-9A-Z", "A-Z"))
    dots = "." * 200

    def look(text: str) -> tuple[object, bool]:
        record = read_one(text.ljust(256, "."))
        return record.alphabet, bool(record.assumed)

    assert look("123G" + dots) == (default, False)
    assert look("0123G" + "0" * 251) == (default, False)
    assert look("ABCHP" + dots) == (letters, False)
    assert look("0123F" + dots) == (zero, True)
    assert look("123F" + dots) == (default, True)
    assert look("123F" + "0" * 252) == (default, True)
    assert look("ABCDEF" + dots) == (letters, True)
    full = "".join("0123456789ABCDEF"[(4 * (r % 4) + r // 4 + c) % 16] for r in range(16) for c in range(16))
    assert look(full) == (zero, True)
    assert read_one("123F".ljust(256, "."), alphabet="0-9A-F").puzzle.cells[:4] == bytes([2, 3, 4, 16])
    assert read_one("123F".ljust(256, "."), alphabet="0-9A-F").assumed == ""


def test_one_file_has_one_alphabet() -> None:
    """Rows that could be read in two alphabets follow those at the head that cannot; a row that fits neither is bad."""
    found = rows("123F".ljust(256, "."), "123G".ljust(256, "."), "12HP".ljust(256, "."))
    assert isinstance(found[0], Record)
    assert found[0].puzzle.cells[3] == 15
    both = rows("023F".ljust(256, "."), "123F".ljust(256, "."))
    assert [item.puzzle.cells[1] for item in both if isinstance(item, Record)] == [3, 3]


def test_letters_on_a_25x25_board() -> None:
    """A-Y has no digits; 1-9A-P has no Q; X is a digit where the board reaches it, else an empty cell."""
    assert read_one("ABYX".ljust(625, ".")).puzzle.cells[:4] == bytes([1, 2, 25, 24])
    assert read_one("1PX".ljust(625, ".")).puzzle.cells[:3] == bytes([1, 25, 0])


def test_letters_on_a_9x9_board() -> None:
    """A wordoku of A to I needs no option."""
    text = LINE.translate(str.maketrans("123456789", "ABCDEFGHI"))
    assert read_one(text).puzzle.line() == LINE


def test_integers_for_any_size() -> None:
    """Blank-separated integers, on one line or over rows, with 0 or . for empty, zero-padded or not."""
    cells = [(5 * i) % 13 for i in range(144)]
    padded = [f"{c:02d}" if c else " ." for c in cells]
    grid = "\n".join(" ".join(padded[i : i + 12]) for i in range(0, 144, 12))
    for text in (grid, " ".join(map(str, cells)), ",".join(map(str, cells))):
        assert list(read_one(text).puzzle.cells) == cells


def test_jigsaw_of_two_halves() -> None:
    """2*n*n characters: the puzzle and its map; but a puzzle glued to its solution is no map."""
    regions = "AAABBB" * 2 + "CCCDDD" * 2 + "EEEFFF" * 2
    record = read_one("1" + "." * 35 + regions)
    assert record.puzzle.geometry == Geometry.jigsaw(regions)
    with pytest.raises(NotationError, match="162 cells"):
        read_one(LINE + FULL)


def test_jigsaw_with_its_map_below() -> None:
    """A line or a grid of region symbols behind the puzzle; a solution there is a second grid, and an error."""
    regions = "AABBBBBCCDAABBBBCEDAACCCCCEDAFFFCEEEDAAFFFGGEDDDHFFFGEDHHHHHGGEDHIIIIGGEHHIIIIIGG"
    start = "4.....7...8.....13.9..5..6..3.1482.......2............5.7.....6..829...4........."
    board = Geometry.jigsaw(regions)
    assert read_one(start + "\n" + regions).puzzle.geometry == board
    both = [text[i : i + 9] for text in (start, regions) for i in range(0, 81, 9)]
    assert read_one("\n".join([*both[:9], "", *both[9:]])).puzzle.geometry == board
    with pytest.raises(NotationError, match="more than one"):
        read_one(LINE + "\n" + FULL)


def test_rows_of_a_16x16_grid_are_no_4x4_puzzles() -> None:
    """Sixteen lines of sixteen are one board, unless each of them is a 4x4 puzzle."""
    sparse = ["." * 16] * 15 + ["5" + "." * 15]
    assert read_one("\n".join(sparse)).puzzle.geometry.side == 16
    assert [item.puzzle.geometry.side for item in rows(*["1" + "." * 15] * 16) if isinstance(item, Record)] == [4] * 16


def test_region_maps() -> None:
    """Any symbols, one line or many, checked for their number."""
    regions = ["AAABBB"] * 2 + ["CCCDDD"] * 2 + ["EEEFFF"] * 2
    board = Geometry.jigsaw("".join(regions))
    assert read_regions("".join(regions)) == board
    assert read_regions("# mine\n" + "\n".join(regions)) == board
    assert read_regions("\n".join(" ".join(str(ord(c)) for c in row) for row in regions)) == board
    with pytest.raises(CpSudokuError, match="cells"):
        read_regions("\n".join(["AAABBA", *regions[1:]]))
    with pytest.raises(CpSudokuError, match="region map"):
        read_regions("AAABBBCCCDDDEEE1")
    with pytest.raises(CpSudokuError, match=r"no\.such"):
        read_regions("no.such")


def test_candidate_strings_and_boards_of_27() -> None:
    """729 characters are candidates where each digit stands at its place, else a 27x27 board."""
    candidates = "".join("123456789" if c == "." else "".join(d if d == c else "." for d in "123456789") for c in LINE)
    assert read_one(candidates).puzzle == read_one(LINE).puzzle
    assert (
        read_one(candidates.replace("123456789", "1..4..7.."))
        .puzzle.constraints[0]
        .text.startswith("candidates 1,4,7 ")
    )
    assert read_one("12" + "." * 727).puzzle.geometry.side == 27
    assert read_one("Q" + "." * 728).puzzle.geometry.side == 27


def test_a_map_behind_a_puzzle_makes_it_a_jigsaw() -> None:
    """A second word that is a map of contiguous regions is the board; a solution or a comment is none."""
    jigsaw = "".join(row * 3 for row in ("AAABBBCCC", "DDDEEEFFF", "GGGHHHIII"))
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    lines = [f"{LINE} {jigsaw}", f"{LINE} {solution}", f"{LINE} {jigsaw} 4.2"]
    read = [item for item in read_records(lines) if isinstance(item, Record)]
    assert [record.puzzle.geometry.regions is not None for record in read] == [True, False, True]
    assert (read[2].rest, read_one(lines[0]).puzzle) == ("4.2", read[0].puzzle)


def test_pencilmark_grids() -> None:
    """81 groups of digits with borders: single ones are read as clues, and that is said."""
    cells = [c if c != "." else "147" for c in LINE]
    lines = [" *-----------------*"]
    for row in range(9):
        parts = [" ".join(c.ljust(3) for c in cells[9 * row + k : 9 * row + k + 3]) for k in (0, 3, 6)]
        lines += [" |-----+-----+-----|"] * (row in (3, 6)) + [" | " + " | ".join(parts) + " |"]
    record = read_one("\n".join([*lines, " *-----------------*", "Simple Sudoku Version 4.2n"]))
    assert record.puzzle.line() == LINE
    assert record.puzzle.constraints[0].text.startswith("candidates 1,4,7 r1c3 ")
    assert record.assumed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty text"),
        ("hello", "hello"),
        (LINE[:-1], "80"),
        (LINE[:-1] + "a", "'a' in r9c9"),
        (LINE + "\n" + LINE, "more than one puzzle"),
        ("\n".join(ROWS[:8]), "8 rows"),
        ("\n".join([*ROWS[:3], ROWS[3][:8], *ROWS[4:]]), "8 cells"),
        ("1" * 25, "no customary box"),
        ("1 2 3", "n\\*n cells"),
    ],
)
def test_an_unreadable_text_is_a_notation_error_that_quotes_it(text: str, message: str) -> None:
    """What was found, where, and what is accepted."""
    with pytest.raises(NotationError, match=message):
        read_one(text)


def test_the_place_of_a_bad_character() -> None:
    """Line and column, both from 1, and the file's name."""
    found = list(read_records([LINE, "  " + LINE[:40] + "%" + LINE[41:]], file="a.txt"))[1]
    assert isinstance(found, BadRow)
    assert (found.error.file, found.error.line, found.error.column) == ("a.txt", 2, 43)
    assert "'%' in r5c5" in str(found.error)


def test_unknown_names() -> None:
    """A format or alphabet that is in no registry is an error that lists the registry."""
    with pytest.raises(UnknownName, match="jsonl"):
        read_one(LINE, format="nonsense")
    with pytest.raises(UnknownName, match="0-9A-Z"):
        read_one(LINE, alphabet="klingon")


def test_a_board_that_was_asked_for_is_held_against_the_text() -> None:
    """81 cells are no 16x16 board."""
    with pytest.raises(NotationError, match="256"):
        read_one(LINE, geometry=boxes(4, 4))
