"""MiniZinc: integers and all_different for encodings of that kind, else Booleans. Clues are constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formula.cell_kinds import CELL_KINDS
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters.header import about, direct_map, variable_map
from cpsudoku.formula.givens import formula_for
from cpsudoku.formula.rules import rules

SIGN = {"exactly-one": "=", "at-most-one": "<=", "at-least-one": ">="}
"""How a sum of Booleans stands to 1."""


def lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """The lines of an .mzn file, complete with its data."""
    for comment in about(encoding, puzzle):
        yield f"% {comment}"
    yield from (_integers if encoding.variables == "integer" else _booleans)(encoding, puzzle)
    yield "solve satisfy;"


def _integers(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    board = puzzle.geometry
    for cell in range(board.size):
        yield f"% var {board.name_of(cell)} x[{cell + 1}]"
    stated = rules(encoding, board).groups
    for library in sorted({CELL_KINDS[kind].library for kind, _ in stated} - {""}):
        yield f'include "{library}";'
    yield f"array[1..{board.size}] of var 1..{board.side}: x;"
    for kind, cells in stated:
        for words in CELL_KINDS[kind].minizinc(cells, board.side):
            yield f"constraint {words};"
    for cell, digit in puzzle.clues:
        yield f"constraint x[{cell + 1}] = {digit};"


def _booleans(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    board = puzzle.geometry
    stated: list[str] = []
    if encoding.target == "cnf":
        made = formula_for(encoding, board, puzzle.cells)
        names, variables, clues = variable_map(made), made.variables, made.assumptions(puzzle.cells)
        stated += [_any(clause) for clause in made.clauses]
        stated += [f"{_sum(literals)} <= {most}" for literals, most in made.atmosts]
    else:
        found = rules(encoding, board)
        names, variables = direct_map(puzzle, found.atoms), found.atoms
        clues = [cell * board.side + digit for cell, digit in puzzle.clues]
        for kind, members in found.groups:
            if kind in CELL_KINDS:
                stated += CELL_KINDS[kind].minizinc(members, board.side)
            else:
                stated.append(f"{_sum(members)} {SIGN[kind]} 1")
    for name in names:
        yield f"% {name}"
    yield f"array[1..{variables}] of var bool: x;"
    for constraint in (*stated, *(_any([literal]) for literal in clues)):
        yield f"constraint {constraint};"


def _any(literals: Iterable[int]) -> str:
    return " \\/ ".join(map(_literal, literals))


def _sum(literals: Iterable[int]) -> str:
    return f"sum([{', '.join(map(_literal, literals))}])"


def _literal(x: int) -> str:
    return f"x[{x}]" if x > 0 else f"not x[{-x}]"
