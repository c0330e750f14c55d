"""OPB, the pseudo-Boolean competition's language: linear constraints over 0-1 variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError
from cpsudoku.formula.cell_kinds import CELL_KINDS, rows
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters.header import about, direct_map, variable_map
from cpsudoku.formula.givens import formula_for
from cpsudoku.formula.rules import rules


def lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """The lines of an .opb file. Raises UsageError where variables are integers."""
    if encoding.variables == "integer":
        raise UsageError(f"{encoding.name} has integer variables, which OPB lacks; write minizinc")
    if encoding.target == "cnf":
        made = formula_for(encoding, puzzle.geometry, puzzle.cells)
        variables, names, clues = made.variables, variable_map(made), made.assumptions(puzzle.cells)
        stated = [_at_least(clause, 1) for clause in made.clauses]
        stated += [_at_least([-x for x in literals], len(literals) - most) for literals, most in made.atmosts]
    else:
        n = puzzle.geometry.side
        found = rules(encoding, puzzle.geometry)
        variables, names = found.atoms, direct_map(puzzle, found.atoms)
        clues = [cell * n + digit for cell, digit in puzzle.clues]
        stated = []
        for kind, atoms in found.groups:
            if kind in CELL_KINDS:
                stated += [f"{_sum(row)} = 1 ;" for row in rows(atoms, n)]
            elif kind == "exactly-one":
                stated.append(f"{_sum(atoms)} = {1 - sum(x < 0 for x in atoms)} ;")
            else:
                least = kind == "at-least-one"
                stated.append(_at_least(atoms, 1) if least else _at_least([-x for x in atoms], len(atoms) - 1))
    yield f"* #variable= {variables} #constraint= {len(stated) + len(clues)}"
    for comment in (*about(encoding, puzzle), *names):
        yield f"* {comment}"
    yield from stated
    for literal in clues:
        yield _at_least([literal], 1)


def _at_least(literals: Iterable[int], least: int) -> str:
    """At least so many true literals; a negated variable x counts as 1 - x."""
    literals = list(literals)
    return f"{_sum(literals)} >= {least - sum(x < 0 for x in literals)} ;"


def _sum(literals: Iterable[int]) -> str:
    return " ".join([f"+1 x{x}" if x > 0 else f"-1 x{-x}" for x in literals])
