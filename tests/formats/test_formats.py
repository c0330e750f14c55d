"""Every format, by name: what is written is read back, on boards of several sizes."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, INTEGERS
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formats import FORMATS, Record, losses, read_one, read_records, write_records

JIGSAW = Geometry.jigsaw("AAABBBAACBBDACCCBDEEFCDDEEFCDDEEFFFF")
BOARDS = {
    "4x4": square(4),
    "6x6": square(6),
    "6x6 boxes 3x2": boxes(3, 2),
    "9x9": CLASSIC,
    "9x9 diagonals": Geometry(3, 3, extras=("diagonals",)),
    "jigsaw 6x6": JIGSAW,
    "12x12": square(12),
    "16x16": square(16),
    "25x25": square(25),
    "35x35": square(35),
    "36x36": square(36),
}


@st.composite
def records(draw: st.DrawFn, board: Geometry, holds: frozenset[str]) -> Record:
    density = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    cells = bytes(rng.randint(1, board.side) if rng.random() < density else 0 for _ in range(board.size))
    record = Record(Puzzle(cells, board), alphabet=DEFAULT if board.side <= 35 else INTEGERS)
    if "solution" in holds and draw(st.booleans()):
        record.solution = bytes(rng.randint(1, board.side) for _ in range(board.size))
    if "rest" in holds:
        record.rest = draw(st.sampled_from(["", "ED=4.5/1.2/1.2", "s lc1(6)", "42", "by A. Nonymous, 2024"]))
    return record


CASES = [(name, label) for name in FORMATS for label, board in BOARDS.items() if board.side in FORMATS[name].sides]


@pytest.mark.parametrize(("name", "label"), CASES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_read_undoes_write(name: str, label: str, data: st.DataObject) -> None:
    """Puzzles, and whatever the format holds beside them, come back as they were written."""
    board, target = BOARDS[label], FORMATS[name]
    count = data.draw(st.integers(1, 3 if board.side < 20 else 1))
    written = [data.draw(records(board, target.holds)) for _ in range(count)]
    text = "".join(write_records(written, name))
    stated = {"extras", "regions", "boxes"} <= target.holds
    geometry = None if stated or not (board.regions or board.extras or board.box_rows > board.box_cols) else board
    alphabet = "1-9A-Z" if 9 < board.side <= 35 else None
    found = list(read_records(io.BytesIO(text.encode()), format=name, geometry=geometry, alphabet=alphabet))
    assert [type(item).__name__ for item in found] == ["Record"] * count, text
    for index, (before, after) in enumerate(zip(written, found), start=1):
        assert isinstance(after, Record)
        assert after.row == index
        assert after.puzzle == before.puzzle
        assert after.solution == before.solution
        if "rest" in target.holds:
            assert after.rest == before.rest


@pytest.mark.parametrize("name", FORMATS)
def test_a_written_puzzle_is_detected(name: str) -> None:
    """A text in any format is read without being told which it is (integers are read by two others)."""
    puzzle = Puzzle.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    text = "".join(write_records([puzzle], name))
    assert read_one(text, lossy=True).puzzle == puzzle
    assert read_one(text.replace("\n", "\r\n"), lossy=True).puzzle == puzzle
    assert read_one("\ufeff\n" + text, lossy=True).puzzle == puzzle


@pytest.mark.parametrize("name", ["0-9A-Z", "A-Z", "integers"])
@pytest.mark.parametrize("target", ["line", "grid", "sdk", "csv", "jsonl"])
def test_other_alphabets_are_written_and_read(name: str, target: str) -> None:
    """A 16x16 board keeps the alphabet it came with."""
    cells = bytes((7 * i + i // 16) % 17 for i in range(256))
    record = Record(Puzzle(cells, square(16)), alphabet=ALPHABETS[name])
    text = "".join(write_records([record], target))
    found = read_one(text, alphabet=name, format=target)
    assert found.puzzle.cells == cells
    assert found.alphabet is ALPHABETS[name]


def test_losses_are_named() -> None:
    """What a format cannot hold is said in words, and nothing else is."""
    record = Record(Puzzle(bytes(36), JIGSAW), solution=bytes([1]) * 36, rest="by hand")
    assert losses(record, FORMATS["jsonl"]) == []
    assert losses(record, FORMATS["line"]) == ["jigsaw regions", "solution"]
    plain = replace(record, puzzle=Puzzle(bytes(36), boxes(3, 2)), solution=None)
    assert losses(plain, FORMATS["ss"]) == ["box shape 3x2", "comment or other columns"]
    assert losses(Record(Puzzle(bytes(81), BOARDS["9x9 diagonals"])), FORMATS["csv"]) == ["extra houses: diagonals"]
