"""From every format to every other: the puzzle survives, and what does not is in the loss report."""

from __future__ import annotations

import io
import itertools
import random

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formats import FORMATS, BadRow, Record, losses, read_records, unfit, write_records
from cpsudoku.formats.candidate_text import masks_of

FULL = bytes(int(c) for c in "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
JIGSAW = Geometry.jigsaw("AAABBBAACBBDACCCBDEEFCDDEEFCDDEEFFFF")


def random_puzzle(rng: random.Random) -> Record:
    """A filled grid with its symbols mixed and most of its cells emptied."""
    digits = bytes([0, *rng.sample(range(1, 10), 9)]) + bytes(246)
    solution = FULL.translate(digits)
    return Record(
        Puzzle(bytes(d if rng.random() < 0.35 else 0 for d in solution), CLASSIC), solution=solution, rest="4.2"
    )


def corpus() -> list[Record]:
    rng = random.Random(5)
    found = [random_puzzle(rng) for _ in range(4)]
    for board in (boxes(3, 2), JIGSAW, Geometry(3, 3, extras=("diagonals", "windoku")), square(16)):
        found.append(
            Record(Puzzle(bytes(rng.choice((0, 0, rng.randint(1, board.side))) for _ in range(board.size)), board))
        )
    free = masks_of(
        found[0]
    )  # every digit no clue rules out, then the lowest of three or more taken away here and there
    masks = tuple(m & (m - 1) if m.bit_count() > 2 and rng.random() < 0.5 else m for m in free)
    found.append(Record(found[0].puzzle, candidates=masks))
    return found


def through(records: list[Record], name: str, board: Geometry | None = None) -> list[Record]:
    text = "".join(write_records(records, name))
    found = []
    for item in read_records(io.BytesIO(text.encode()), format=name, geometry=board):
        assert not isinstance(item, BadRow), item.error
        found.append(item)
    return found


@pytest.mark.long
@pytest.mark.parametrize(("first", "second"), list(itertools.product(FORMATS, repeat=2)))
def test_every_pair_of_formats(first: str, second: str) -> None:
    """Through one format and then another, a puzzle is what it was, on its own board where both hold it."""
    for record in corpus():
        if unfit(record, FORMATS[first]) or unfit(record, FORMATS[second]):
            continue
        lost = losses(record, FORMATS[first]) + losses(record, FORMATS[second])
        if "which single candidates are no clues" in lost:
            continue
        states = not any(text.startswith(("jigsaw", "extra", "box shape")) for text in lost)
        board = None if states else record.puzzle.geometry
        (found,) = through(through([record], first, board), second, board)
        assert found.puzzle.cells == record.puzzle.cells
        if states:
            assert found.puzzle.geometry == record.puzzle.geometry
        if record.solution is not None and "solution" not in lost:
            assert found.solution == record.solution
        if record.candidates is not None and "candidates" not in lost:
            assert found.candidates == record.candidates
        if record.rest and "comment or other columns" not in lost:
            assert found.rest == record.rest


@pytest.mark.parametrize(
    "name",
    ["grid", "sdk", "ss", "csv", "jsonl", "opensudoku", "hodoku", "pencilmarks", "candidates", "ipuz", "sudoku-puzzle"],
)
def test_a_thousand_puzzles_there_and_back(name: str) -> None:
    """line -> format -> line gives the same thousand lines."""
    rng = random.Random(name)
    lines = [random_puzzle(rng).puzzle.line() for _ in range(1000)]
    records = [item for item in read_records(lines) if isinstance(item, Record)]
    assert [record.puzzle.line() for record in through(records, name)] == lines


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad"])
def test_links_there_and_back(name: str) -> None:
    """line -> links -> line; fewer, since each is packed and unpacked."""
    rng = random.Random(name)
    lines = [random_puzzle(rng).puzzle.line() for _ in range(100)]
    records = [item for item in read_records(lines) if isinstance(item, Record)]
    assert [record.puzzle.line() for record in through(records, name)] == lines
