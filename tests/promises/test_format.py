"""The promise: a format is one file and one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

TOY = '''
"""Lines of integers behind the word `toy:`."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, writer


def read(source: Source, reading: Reading) -> Rows:
    """A puzzle a line."""
    return reading.rows(source.lines(), _record)


def _record(line: str, reading: Reading, number: int) -> Record:
    if not line.startswith("toy:"):
        raise NotationError("a line that does not begin with toy:")
    cells, board = reading.integers(line[4:].split(), line=number)
    return Record(Puzzle(cells, board), text=line)


def sniff(head: list[str]) -> bool:
    """True where the first line says so."""
    return bool(head) and head[0].startswith("toy:")


def _text(record: Record) -> str:
    return f"toy: {' '.join(map(str, record.puzzle.cells))}\\n"


FORMAT = Format("toy", "lines of integers behind a word", (".toy",), read, writer(_text), sniff)
'''
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.long
def test_one_file_and_one_line(house: Any, tmp_path: Path) -> None:
    """With these two it is read, written, detected and converted to every other format and back."""
    house.add("cpsudoku/formats/toy.py", TOY)
    house.line("cpsudoku/formats/registry.py", "FILES = {\n", '    "toy": "toy",')
    house.passes("tests/formats", "tests/cli/test_convert.py", "-k", "toy")
    house.passes("tests/formats/test_format_fuzz.py", "tests/test_architecture.py")
    house.passes("tests/test_docs.py", "-k", "not site and not console")
    assert house.python("cpsudoku", "convert", LINE, "-o", "one.toy").returncode == 0
    assert house.python("cpsudoku", "convert", "one.toy", "--to", "line").stdout.strip() == LINE
    assert house.python("cpsudoku", "verify", "one.toy").returncode == 0
