"""MiniZinc: integers and all_different for encodings of that kind, else Booleans. Clues are constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters.header import about, direct_map, variable_map
from cpsudoku.formula.rules import rules


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
    yield 'include "all_different.mzn";'
    yield f"array[1..{board.size}] of var 1..{board.side}: x;"
    for _, cells in rules(encoding, board).groups:
        yield f"constraint all_different([{', '.join(f'x[{cell + 1}]' for cell in cells)}]);"
    for cell, digit in puzzle.clues:
        yield f"constraint x[{cell + 1}] = {digit};"


def _booleans(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    board = puzzle.geometry
    stated: list[str] = []
    if encoding.target == "cnf":
        made = formula(encoding, board)
        names, variables, clues = variable_map(made), made.variables, made.assumptions(puzzle.cells)
        stated += [_any(clause) for clause in made.clauses]
        stated += [f"{_sum(literals)} <= {most}" for literals, most in made.atmosts]
    else:
        names, variables = direct_map(puzzle), board.size * board.side
        clues = [cell * board.side + digit for cell, digit in puzzle.clues]
        sign = {"exactly-one": "=", "at-most-one": "<=", "at-least-one": ">="}
        stated += [f"{_sum(atoms)} {sign[kind]} 1" for kind, atoms in rules(encoding, board).groups]
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
