"""Strings of Interactive Sudoku Solver: every type there and back, real puzzles, boards, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from cpsudoku import Geometry, Puzzle, verify
from cpsudoku.constraints import from_dict, parse
from cpsudoku.constraints.keys import keys_of, written_as
from cpsudoku.errors import NotationError
from cpsudoku.formats import BadRow, Record, iss, read_one, read_records, unfit, write_records
from cpsudoku.formats.registry import FORMATS

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "puzzles" / "variants.jsonl").read_text(encoding="utf-8").splitlines()
]
TYPES = {
    "AllDifferent": ".AllDifferent~R1C1~R5C5",
    "AntiConsecutive": ".AntiConsecutive",
    "AntiKing": ".AntiKing",
    "AntiKnight": ".AntiKnight",
    "AntiTaxicab": ".AntiTaxicab",
    "Arrow": ".Arrow~R1C1~R1C2~R1C3",
    "Between": ".Between~R1C1~R1C2~R1C3",
    "BlackDot": ".BlackDot~R1C1~R1C2",
    "Cage": ".Cage~9~R1C1~R1C2.Cage~0~R3C1~R3C2",
    "ContainAtLeast": ".ContainAtLeast~1_2_2~R1C1~R1C2~R5C5",
    "ContainExact": ".ContainExact~1_2_2~R1C1~R1C2~R5C5",
    "CountDistinct": ".CountDistinct~R1C1~R1C2~R1C3",
    "CountingCircles": ".CountingCircles~R1C1~R1C2~R1C3",
    "Diagonal": ".Diagonal~1",
    "DisjointSets": ".Shape~9x9~0-8.DisjointSets",
    "DoubleArrow": ".DoubleArrow~R1C1~R1C2~R1C3",
    "DutchFlatmates": ".DutchFlatmates",
    "Entropic": ".Entropic~R1C1~R1C2~R1C3",
    "EqualSum": ".EqualSum~R1C1~R1C2~-~R5C5",
    "EqualityCage": ".EqualityCage~R1C1~R1C2",
    "FullRank": ".FullRankTies~none.FullRank~R1~3~.FullRank~C9~~20",
    "GlobalEntropy": ".GlobalEntropy",
    "GlobalMod": ".GlobalMod",
    "GreaterThan": ".GreaterThan~R1C1~R1C2",
    "HiddenSkyscraper": ".HiddenSkyscraper~R1~3~.HiddenSkyscraper~C2~~4",
    "Indexing": ".Indexing~C~R1C1~R2C1.Indexing~R~R1C1",
    "LittleKiller": ".LittleKiller~20~R2C1.LittleKiller~8~R1C3",
    "Lockout": ".Lockout~4~R1C1~R1C2~R1C3",
    "LookAndSay": ".LookAndSay~1223~R1C1~R1C2~R1C3",
    "Lunchbox": ".Lunchbox~6~R1C1~R1C2~R1C3",
    "Modular": ".Modular~3~R1C1~R1C2~R1C3",
    "NumberedRoom": ".NumberedRoom~R1~3~",
    "Pair": ".Pair~8-f7--9_f_f7-G~_~R1C1~R1C2",
    "PairX": ".PairX~8-f7--9_f_f7-G~_~R1C1~R1C2~R5C5",
    "Palindrome": ".Palindrome~R1C1~R1C2~R1C3",
    "PillArrow": ".PillArrow~2~R1C1~R1C2~R2C3~R3C4",
    "Quad": ".Quad~R1C1~1~2~2",
    "Regex": ".Regex~WzEtM10q~R1C1~R1C2",
    "RegionSumLine": ".RegionSumLine~R1C3~R1C4",
    "RellikCage": ".RellikCage~7~R1C1~R1C2",
    "Renban": ".Renban~R1C1~R1C2~R1C3",
    "SameValues": ".SameValues~2~R1C1~R1C2~R5C5~R5C6",
    "Sandwich": ".Sandwich~15~R3.Sandwich~0~C3",
    "Skyscraper": ".Skyscraper~R1~3~.Skyscraper~C2~~4",
    "StrictKropki": ".WhiteDot~R1C1~R1C2.StrictKropki",
    "StrictXV": ".X~R1C1~R1C2.StrictXV",
    "Sum": ".Sum~12~R1C1~R1C1.Sum~-3_=_2_-1~R1C1~R1C2",
    "SumLine": ".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP",
    "Thermo": ".Thermo~R1C1~R1C2~R1C3",
    "V": ".V~R1C1~R1C2",
    "ValueIndexing": ".ValueIndexing~R1C1~R1C2~R1C3",
    "Whisper": ".Whisper~5~R1C1~R1C2",
    "WhiteDot": ".WhiteDot~R1C1~R1C2",
    "Windoku": ".Windoku.Diagonal~1",
    "X": ".X~R1C1~R1C2",
    "XSum": ".XSum~R1~3~",
    "Zipper": ".Zipper~R1C1~R1C2~R1C3",
    "": ".~R1C1_5.~R1C2_3_4",
    "Or": ".Or.Thermo~R1C1~R1C2.And.X~R1C1~R1C2.V~R2C1~R2C2.End.End",
    "And": ".And.Thermo~R1C1~R1C2.X~R3C1~R3C2.End",
}


def test_every_type_has_an_example() -> None:
    """The kinds say no type that is not tried here."""
    assert set(keys_of("iss")) == {name.lower() for name in TYPES} - {"or", "and"}


@pytest.mark.parametrize("name", TYPES)
def test_there_and_back(name: str) -> None:
    """A type is read, and written as it was."""
    puzzle = read_one(TYPES[name], format="iss").puzzle
    (line,) = write_records([puzzle], "iss")
    shape = "" if TYPES[name].startswith(".Shape") else ".Shape~9x9"
    assert sorted(line.strip().split(".")) == sorted((shape + TYPES[name]).split("."))
    assert read_one(line).puzzle == puzzle


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rest"])
def test_real_puzzles(row: dict[str, str]) -> None:
    """Interactive Sudoku Solver's own examples: their solutions keep every rule; our JSON and a link say the same."""
    record = read_one(row["iss"])
    ours = read_one(json.dumps(row))
    assert record.puzzle == ours.puzzle
    assert ours.solution is not None
    assert record.puzzle.is_solved_by(ours.solution)
    assert read_one(f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(row['iss'])}").puzzle == ours.puzzle
    if not unfit(Record(ours.puzzle), FORMATS["iss"]):
        assert read_one(iss.link(ours.puzzle)).puzzle == ours.puzzle


@pytest.mark.parametrize(
    "text",
    [
        ".Shape~6x6",
        ".Shape~6x6~9.NoBoxes",
        ".Shape~9x9~0-8",
        ".Shape~7x7~9.RegionSize~7",
        ".Shape~4x4~1-4~Raw",
        ".Shape~4x4.NoBoxes.Jigsaw~1122112233443344",
        ".Shape~16x16.Thermo~RaCb~RaCc.~R1Cg_16",
        ".Shape~6x6~9.RegionSize~9",
        ".Shape~7x7~9.RegionSize~9.Jigsaw~1110222111022211102220000000333044433304443330444",
    ],
)
def test_boards(text: str) -> None:
    """Boards of any shape there and back; rows and columns beyond 9 are letters."""
    puzzle = read_one(text, format="iss").puzzle
    (line,) = write_records([puzzle], "iss")
    assert read_one(line, format="iss").puzzle == puzzle


@pytest.mark.parametrize(
    ("text", "size"),
    [(".Shape~6x6~9", 6), (".Shape~6x6~0-8.RegionSize~9", 9), (".Shape~9x9~10", 9), (".Shape~6x6~9.RegionSize~3", 0)],
)
def test_size_of_regions(text: str, size: int) -> None:
    """Boxes have as many cells as the longer side, however many digits there are, unless RegionSize says otherwise."""
    puzzle = read_one(text, format="iss").puzzle
    assert {len(house.cells) for house in puzzle.geometry.houses if house.kind == "box"} == ({size} if size else set())


def test_pieces_of_other_sizes() -> None:
    """Pieces of a jigsaw that are not as long as a side state their size; pieces of several sizes are not written."""
    pieces = [[r * 6 + c for r in (a, a + 1, a + 2) for c in (b, b + 1, b + 2)] for a in (0, 3) for b in (0, 3)]
    pieces[0][-1], pieces[1][0] = pieces[1][0], pieces[0][-1]
    (line,) = write_records([Puzzle(bytes(36), Geometry.shaped(6, 6, 1, 9, pieces))], "iss")
    assert ".RegionSize~9.NoBoxes.Jigsaw~" in line
    uneven = Geometry.shaped(6, 6, 1, 9, [pieces[0], pieces[1][:7]])
    assert not FORMATS["iss"].shapes(uneven)


@pytest.mark.parametrize(
    "text",
    [
        ".Thermo~R1C1~R1C2\n.AntiKnight.AntiKing\n",
        ".Thermo~R1C1~R1C2.AntiKnight\n.AntiKing\n",
        "# a comment\n\n.Thermo~R1C1~R1C2\n\n\n// another\n  .AntiKnight\n.AntiKing",
        ".Thermo~R1C1\r\n~R1C2 .AntiKnight\t.Anti\nKing",
    ],
)
def test_a_text_is_one_puzzle(text: str) -> None:
    """A string is one puzzle, however its items stand in lines; `Puzzle.parse`, a file and a stream agree."""
    whole = Puzzle.parse(".Thermo~R1C1~R1C2.AntiKnight.AntiKing")
    assert Puzzle.parse(text) == Puzzle.parse(text, format="iss") == whole
    for format in (None, "iss"):
        (record,) = read_records(text.encode().splitlines(keepends=True), format=format)
        assert isinstance(record, Record)
        assert record.puzzle == whole


def test_several_puzzles() -> None:
    """Several puzzles are links, one a line, or strings, one a line, in format iss-lines; both are written so."""
    strings = [".Shape~9x9.Thermo~R1C1~R1C2", ".Shape~9x9.AntiKnight.AntiKing", ".Shape~4x4"]
    puzzles = [Puzzle.parse(text) for text in strings]
    for name, format in (("iss-lines", "iss-lines"), ("iss", None), ("iss", "iss"), ("iss", "iss-lines")):
        text = "".join(write_records(puzzles, name))
        found = list(read_records(text.splitlines(), format=format))
        assert [item.puzzle for item in found if isinstance(item, Record)] == puzzles
        assert text.splitlines() == [iss.link(one) for one in puzzles] if name == "iss" else strings
    assert "".join(write_records(puzzles[:1], "iss")) == strings[0] + "\n"
    assert "".join(write_records([], "iss")) == ""


def test_two_texts_are_not_mixed() -> None:
    """A second board in a text, and a string below a link, are refused: they would be parts of another puzzle."""
    (row,) = read_records([".Shape~4x4", ".AntiKing", ".Shape~4x4", ".AntiKnight"])
    assert isinstance(row, BadRow)
    assert "holds Shape twice; several puzzles in one text are links, one a line" in str(row.error)
    for format in (None, "iss"):
        first, second = read_records([iss.link(Puzzle.parse(".AntiKing")), ".AntiKnight"], format=format)
        assert isinstance(first, Record)
        assert isinstance(second, BadRow)


def test_place_of_an_error() -> None:
    """An error names line and column of the text as it was given."""
    with pytest.raises(NotationError, match=r"^line 3, column 4: '#': no .Type~argument"):
        read_one(".Thermo~R1C1~R1C2\n\n.X #", format="iss")


def test_clues_that_contradict() -> None:
    """Two digits for one cell leave none, as in Interactive Sudoku Solver."""
    assert verify(read_one(".~R1C1_5.~R1C1_3", format="iss").puzzle).word == "impossible"
    assert read_one(".~R1C1_5.~R1C1_5", format="iss").puzzle.constraints == ()


def test_rows_of_cells_are_not_strings() -> None:
    """A row of points is an empty board."""
    assert read_one(".Thermo~R3C1~R3C2~R3C3").puzzle.constraints[0].text == "thermo r3c1 r3c2 r3c3"
    assert read_one("." * 81).puzzle.constraints == ()


def test_houses() -> None:
    """Both diagonals and the windows are houses of the board."""
    assert read_one(".Diagonal~1.Diagonal~-1.Windoku").puzzle == Puzzle(
        bytes(81), Geometry(3, 3, extras=("diagonals", "windoku"))
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Regex~MTI=", "Regex: ''; accepted: cells"),
        (".Pair~8-f7--9_f_f7-G~_name", "Pair: '_name'; accepted: cells"),
        (".PairX~8-f7--9_f_f7-G~R1C1", "PairX: 'R1C1'; accepted: two cells or more"),
        (".WhiteDot", "WhiteDot: ''; accepted: cells of which two share a side"),
        (".X~R1C1~R5C5", "X: 'R1C1~R5C5'; accepted: cells of which two share a side"),
        (".NFA~abc~R1C1", "holds NFA, which cpsudoku does not read"),
        (".Or.Doppelganger.End", "holds Doppelganger"),
        (".Thermo~R1C1~R1D2", "Thermo: 'R1D2'; accepted: cells such as R1C1"),
        (".Thermo~R1C1~R9Ca", "outside"),
        (".Cage~x~R1C1", "Cage: 'x'; accepted: a whole number"),
        (".Sandwich~3~R12", "Sandwich: 'R12'; accepted: R1 to R9"),
        (".LittleKiller~3~R5C5", "LittleKiller: .*the first cell of a diagonal"),
        (".Shape~9by9", "Shape: '9by9'; accepted"),
        (".Jigsaw~123", "Jigsaw: 3 letters"),
        (".Or.Thermo~R1C1", "an .End is missing"),
        (".AntiKnight.End", "an .End without a beginning"),
        (".~R1C1_12", "r1c1: 12; accepted: 1 to 9"),
        (".FullRankTies~none", "FullRankTies without a FullRank"),
    ],
)
def test_refused_by_name(text: str, message: str) -> None:
    """What cannot be read is named."""
    with pytest.raises(NotationError, match=message):
        read_one(text, format="iss")


def test_windows_whatever_the_digits() -> None:
    """Windoku is the same four windows on digits 0 to 8; a board without plain boxes has none."""
    record = read_one(".Shape~9x9~0-8.Windoku")
    (rule,) = record.puzzle.constraints
    assert {frozenset(group) for group in rule.numbers("regions")} == {
        frozenset(9 * r + c for r in range(top, top + 3) for c in range(left, left + 3))
        for top in (1, 5)
        for left in (1, 5)
    }
    with pytest.raises(NotationError, match="no plain boxes; state the windows"):
        read_one(".Shape~9x9~0-8.NoBoxes.Windoku")


@pytest.mark.parametrize(
    ("marks", "strict", "pairs"),
    [
        (".And.BlackDot~R1C1~R1C2.End", ".StrictKropki", "r1c1 r1c2"),
        (".And.And.WhiteDot~R1C1~R1C2.End.End", ".StrictKropki", "r1c1 r1c2"),
        (".And.X~R1C1~R1C2.End.V~R5C1~R5C2", ".StrictXV", "r1c1 r1c2 / r5c1 r5c2"),
    ],
)
def test_marks_inside_and(marks: str, strict: str, pairs: str) -> None:
    """Dots and letters inside And are given: StrictKropki and StrictXV say nothing about their pairs."""
    for text in (marks + strict, strict + marks):
        puzzle = read_one(text, format="iss").puzzle
        (negative,) = (rule for rule in puzzle.constraints if rule.word == "negative")
        assert negative.text.endswith(pairs)
        assert verify(puzzle).word == "multiple"
        (line,) = write_records([puzzle], "iss")
        assert read_one(line).puzzle == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Or.BlackDot~R1C1~R1C2.X~R1C1~R1C2.End.StrictKropki", "StrictKropki: not well defined with ratio inside or"),
        (".And.Or.V~R1C1~R1C2.X~R1C1~R1C2.End.End.StrictXV", "StrictXV: not well defined with xv inside or"),
        (".And.StrictKropki.End", "StrictKropki inside Or or And"),
        (".Or.FullRank~R1~3~.FullRank~R2~3~.End.FullRankTies~none", "FullRankTies: not well defined with full rank"),
    ],
)
def test_open_marks_are_refused(text: str, message: str) -> None:
    """Marks that need not hold leave open what the others are: Interactive Sudoku Solver refuses them, and so do we."""
    with pytest.raises(NotationError, match=message):
        read_one(text, format="iss")


def test_letters_beside_strict_dots() -> None:
    """A letter inside Or is no dot: StrictKropki is well defined."""
    rules = read_one(".Or.V~R1C1~R1C2.X~R1C1~R1C2.End.StrictKropki", format="iss").puzzle.constraints
    assert [rule.word for rule in rules] == ["or", "negative"]


@pytest.mark.parametrize("ties", ["any", "none", "only-unclued"])
def test_ties_inside_and(ties: str) -> None:
    """The ties of full ranks are those of the one item that states them, also inside And, and are written so."""
    puzzle = read_one(f".And.FullRank~R1~3~.End.FullRankTies~{ties}", format="iss").puzzle
    assert puzzle.constraints[0].inner[0].to_dict().get("ties", "only-unclued") == ties
    (line,) = write_records([puzzle], "iss")
    assert f".FullRankTies~{ties}" in line
    assert read_one(line).puzzle == puzzle


def test_composites_it_would_refuse() -> None:
    """Rules of the whole board inside Or, which Interactive Sudoku Solver does not take, are not written."""
    puzzle = Puzzle(bytes(81)).under([from_dict({"type": "or", "options": [["anti-knight"], ["anti-king"]]})])
    assert "iss cannot hold" in unfit(Record(puzzle), FORMATS["iss"])


def test_cells_beyond_nine_are_letters() -> None:
    """Rows and columns from 10 to 35 are letters, in every cell of an item."""
    rule = parse("equal-sum r10c11 r10c12 / r1c16 r2c16").on(Geometry(4, 4))
    assert written_as(rule, "iss") == ("EqualSum", [".EqualSum~RaCb~RaCc~-~R1Cg~R2Cg"])
