"""Readers say where: line and column of what is wrong, the line of a puzzle, the cell of a candidate."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import (
    BadRow,
    Record,
    candidate_text,
    documents,
    placed_text,
    read_one,
    read_records,
    read_regions,
)
from cpsudoku.formats.candidate_text import note_game
from cpsudoku.formats.format import losses
from cpsudoku.formats.shaped import read_shaped, region_numbers
from cpsudoku.formats.source import Source

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WRONG = LINE[:40] + "%" + LINE[41:]


def rows(text: str, format: str) -> list[Record | BadRow]:
    return list(read_records([text], format=format))


@pytest.mark.parametrize(
    ("format", "text", "place"),
    [
        ("hodoku", f":0000:x:{LINE}:::\n:0300-1:5:{WRONG}:::\n", (2, 11 + 40)),
        ("hodoku", f"# one\n\n{LINE}\n", (3, 1)),
        ("opensudoku", "<opensudoku>\n  <game data=", (2, 3)),
        ("opensudoku", "<sudoku>\n<game/></sudoku>", (1, None)),
        ("candidates", "  " + "%" * 729, (1, 3)),
        ("line", f"{LINE}\n  {WRONG}\n", (2, 3 + 40)),
    ],
)
def test_errors_say_where(format: str, text: str, place: tuple[int, int | None]) -> None:
    """Lines and columns count from 1."""
    bad = [item.error for item in rows(text, format) if isinstance(item, BadRow)][-1]
    assert (bad.line, bad.column) == place, bad


def test_deleted_candidates_of_hodoku_lines() -> None:
    """A triple is digit, row, column; what was read is written again, in order of digits."""
    record = read_one(f":0000:x:{LINE}:422 113:::", format="hodoku")
    assert record.candidates is not None
    assert (record.candidates[2], record.candidates[10]) == (0b1010, 0b1000010)
    assert list(placed_text.HODOKU.write([record])) == [f":0000:x:{LINE}:113 422::\n"]


def test_shaped_boards() -> None:
    """A line a puzzle or a line a row; digits from the board's first; what fits neither is an error with its line."""
    board = Geometry.shaped(2, 3, 0, 11, [], True)

    def shaped(text: str) -> list[Record | BadRow]:
        return list(read_shaped(Source.of_text(text), board))

    found = shaped("0 . 10\n11 1 b\n# between\n0.Ab11\n")
    assert [(item.row, item.line, item.puzzle.cells) for item in found if isinstance(item, Record)] == [
        (1, 1, bytes([1, 0, 11, 12, 2, 12])),
        (2, 4, bytes([1, 0, 11, 12, 2, 2])),
    ]
    bad = shaped("01c...\n...\n")
    assert [(item.row, item.line) for item in bad if isinstance(item, BadRow)] == [(1, 1), (2, 2)]
    assert "'c' in r1c3: digits are 0 to 11, . is empty" in str(bad[0].error)  # type: ignore[union-attr]


def test_open_cells_of_simple_candidates() -> None:
    """In .sdx an empty cell has every digit; the puzzle's line is that of its first row."""
    grid = ["1 2 34 4", "0 u4 12 3", "2 1 4 34", "34 34 2 1"]
    record = read_one("# a comment\n" + "\n".join(grid), format="sdx")
    assert record.candidates is not None
    assert (record.line, record.candidates[2], record.candidates[4], record.placed) == (2, 0b1100, 0b1111, (5,))
    (bad,) = rows("\n" + "\n".join(grid[:3]), "sdx")
    assert bad.line == 2


def test_entries_that_contradict_a_clue_are_named_as_digits() -> None:
    """On a board with digits from 0, the digits of the message are those of the board."""
    record = Record(Puzzle(bytes([1, 0, 0, 0]), Geometry.shaped(2, 2, 0, 3, [], True)))
    with pytest.raises(NotationError, match="entry 2 in r1c1, where 0 is given"):
        note_game(record, {0: 3}, {})


def test_single_candidates_that_are_no_clues_are_a_loss() -> None:
    """A format that only holds candidates cannot tell a clue from an open cell with one candidate left."""
    words = "which single candidates are no clues"
    for masks, lost in (((0b11, 0b11, 0b10), False), ((0b11, 0b01, 0b10), True), ((0b01, 0b11, 0b10), False)):
        cells = bytes([masks[0] == 1, 0, 2]) + bytes(13)
        record = Record(Puzzle(cells, Geometry(2, 2)), candidates=(*masks, *[0b1111] * 13))
        assert (words in losses(record, candidate_text.FORMAT)) == lost
        assert words not in losses(record, placed_text.HODOKU)


def test_region_maps() -> None:
    """Numbers set apart or characters; borders are dropped; what is too long for a map is refused."""
    assert region_numbers("1 1|2\n---+-\n11,1;2\n3 3 3") == ["1", "1", "2", "11", "1", "2", "3", "3", "3"]
    assert region_numbers("1 1 14 14\n" * 2 + "3 3 2 2\n" * 2) == ["1", "1", "14", "14"] * 2 + ["3", "3", "2", "2"] * 2
    assert region_numbers("1 2\n1 2") == ["1", "2", "1", "2"]
    with pytest.raises(NotationError, match="too long for a region map"):
        read_regions("1" * ((1 << 20) + 1))


def test_json_errors_say_where() -> None:
    """Line (beyond the first) and column of what is no JSON; what is no object is named by its type."""
    for text, place in (('{"a" 1}', (None, 6)), ('{\n "a": 1,,}', (2, 9))):
        with pytest.raises(NotationError, match="no JSON") as caught:
            documents.load(text)
        assert (caught.value.line, caught.value.column) == place
    with pytest.raises(NotationError, match="a JSON list; a record is an object"):
        documents.load("[1]")
