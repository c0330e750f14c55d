"""What every exported file says about itself in comments: the puzzle, the encoding, the variables."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formula.clauses import Formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.givens import Open


def about(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """Puzzle, geometry, encoding and source."""
    yield f"puzzle {puzzle.line()}"
    yield f"geometry {puzzle.geometry!r}"
    yield f"encoding {encoding.name}: {encoding.summary}"
    yield f"source {encoding.source}"


def variable_map(formula: Formula) -> Iterator[str]:
    """`var r1c1=1 1` for each variable of a cell, then the range of the others; `given r1c1=5` for a cell without."""
    for variable in range(1, formula.cell_variables + 1):
        yield f"var {formula.meaning(variable)} {variable}"
    if isinstance(formula.cells, Open):
        for cell, digit in enumerate(formula.cells.cells):
            if digit:
                yield f"given {formula.geometry.name_of(cell)}={digit}"
    if formula.variables > formula.cell_variables:
        yield f"auxiliary variables {formula.cell_variables + 1} to {formula.variables}"


def direct_map(puzzle: Puzzle, atoms: int) -> Iterator[str]:
    """`var r1c1=1 1` for one variable a cell and digit, then the range of the others, up to *atoms*."""
    board = puzzle.geometry
    for cell in range(board.size):
        for digit in range(1, board.side + 1):
            yield f"var {board.name_of(cell)}={digit} {cell * board.side + digit}"
    if atoms > board.size * board.side:
        yield f"auxiliary variables {board.size * board.side + 1} to {atoms}"
