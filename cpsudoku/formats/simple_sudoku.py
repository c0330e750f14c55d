""".ss files (Simple Sudoku): a drawn grid of 13 lines, `*-----------*` above and below, `|` between the boxes."""

from __future__ import annotations

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.formats import grid
from cpsudoku.formats.format import Format, Record, writer


def sniff(head: list[str]) -> bool:
    """True where the first line is `*---*` without blanks."""
    first = head[0].strip() if head else ""
    return len(first) > 4 and first[0] == first[-1] == "*" and set(first[1:-1]) == {"-"}


def _text(record: Record) -> str:
    """Thirteen lines for a 9x9 board, other boards likewise."""
    board, alphabet = record.puzzle.geometry, record.alphabet
    side, step = board.side, board.box_cols
    if not alphabet.covers(side):
        alphabet = DEFAULT
    edge = "*" + "-" * (side + side // step - 1) + "*\n"
    text = alphabet.write(record.puzzle.cells, side)
    lines = [edge]
    for row in range(side):
        if row and row % board.box_rows == 0 and board.regions is None:
            lines.append("|" + "+".join(["-" * step] * (side // step)) + "|\n")
        line = text[row * side : row * side + side]
        lines.append("|" + "|".join(line[c : c + step] for c in range(0, side, step)) + "|\n")
    return "".join([*lines, edge])


FORMAT = Format(
    name="ss",
    summary="Simple Sudoku's drawn grid",
    extensions=(".ss",),
    sniff=sniff,
    read=grid.read,
    write=writer(_text, between="\n"),
    sides=range(2, 36),
)
