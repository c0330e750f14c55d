"""DIMACS CNF, which every SAT solver reads. Clues are unit clauses at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters.header import about, variable_map
from cpsudoku.formula.givens import formula_for


def clause_lines(clauses: Iterable[Iterable[int]]) -> str:
    """Clauses as text, one a line."""
    return "".join([" ".join(map(str, clause)) + " 0\n" for clause in clauses])


def lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """The lines of a .cnf file. Raises UsageError where the encoding has more than clauses."""
    if encoding.target != "cnf":
        raise UsageError(f"{encoding.name} is for CP-SAT and has no clauses; write it as opb or minizinc")
    made = formula_for(encoding, puzzle.geometry, puzzle.cells)
    if made.atmosts:
        raise UsageError(
            f"{encoding.name} has at-most constraints of its own, which DIMACS lacks; write opb or minizinc"
        )
    clues = made.assumptions(puzzle.cells)
    for comment in (*about(encoding, puzzle), *variable_map(made)):
        yield f"c {comment}"
    yield f"p cnf {made.variables} {len(made.clauses) + len(clues)}"
    for clause in made.clauses:
        yield " ".join(map(str, clause)) + " 0"
    for literal in clues:
        yield f"{literal} 0"
