"""Every format by name. One format a file, one line here."""

from __future__ import annotations

from cpsudoku.formats import (
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
from cpsudoku.formats.format import Format

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
