"""Text formats: what reads and writes puzzles. One format a file, one line each in FORMATS.

`read_one` takes exactly one puzzle from a text, `read_records` streams over a file of any size, `read_chunks` does so
in runs of plain rows for kernels, `write_records` writes. A text that cannot be read is a NotationError (`read_one`)
or a BadRow (streams): what was found, where, and what is accepted.
"""

from __future__ import annotations

from cpsudoku.board.formats import (
    candidates,
    csv_table,
    csv_unquoted,
    f_puzzles,
    grid,
    hodoku,
    integers,
    ipuz,
    json_grids,
    jsonl,
    one_line,
    opensudoku,
    pencilmarks,
    sdk,
    sdx,
    simple_sudoku,
    sudoku_puzzle,
    sudokupad,
    susser,
)
from cpsudoku.board.formats.format import Format, losses, unfit
from cpsudoku.board.formats.prose import warn
from cpsudoku.board.formats.reading import Reading
from cpsudoku.board.formats.record import BadRow, PlainRows, Record
from cpsudoku.board.formats.regions import read_regions

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        sudoku_puzzle,
        ipuz,
        f_puzzles,
        sudokupad,
        opensudoku,
        jsonl,
        json_grids,
        hodoku,
        susser,
        sdk,
        simple_sudoku,
        sdx,
        csv_table,
        csv_unquoted,
        candidates,
        one_line,
        integers,
        pencilmarks,
        grid,
    )
}
"""By name, in the order in which a text is tried: the narrow ones first, `grid` last."""

from cpsudoku.board.formats.front import (  # noqa: E402  (needs FORMATS)
    format_named,
    format_of_path,
    open_chunks,
    open_records,
    read_chunks,
    read_one,
    read_records,
    write_records,
)

__all__ = [
    "FORMATS",
    "BadRow",
    "Format",
    "PlainRows",
    "Reading",
    "Record",
    "format_named",
    "format_of_path",
    "losses",
    "open_chunks",
    "open_records",
    "read_chunks",
    "read_one",
    "read_records",
    "read_regions",
    "unfit",
    "warn",
    "write_records",
]
