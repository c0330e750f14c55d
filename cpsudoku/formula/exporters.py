"""An encoding of a puzzle as a file other solvers read: DIMACS, OPB, MiniZinc. A function a language, a line below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError, check_known
from cpsudoku.formula.cell_kinds import CELL_KINDS
from cpsudoku.formula.cell_kinds import rows as matched
from cpsudoku.formula.clauses import Formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.reduced import Open, formula_for
from cpsudoku.formula.rules import rules

SIGN = {"exactly-one": "=", "at-most-one": "<=", "at-least-one": ">="}
"""How a sum of Booleans stands to 1."""
CLAUSE = "or"
Row = tuple[Sequence[int], str, int]
"""(literals, sign, bound): how many of the literals are true; at least one where the sign is CLAUSE."""


def export(encoding: Encoding, puzzle: Puzzle, to: str) -> Iterator[str]:
    """The lines, without line ends, of the encoded puzzle in the language *to*; clues are part of it.

    Raises UnknownName for a language, UsageError for an encoding the language cannot express.
    """
    check_known("language", to, EXPORTERS)
    return EXPORTERS[to](encoding, puzzle)


def dimacs_lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """DIMACS CNF, which every SAT solver reads. Clues are unit clauses at the end."""
    if encoding.target != "cnf":
        raise UsageError(f"{encoding.name} is for CP-SAT and has no clauses; write it as opb or minizinc")
    formula = formula_for(encoding, puzzle.geometry, puzzle.cells)
    if formula.atmosts:
        raise UsageError(
            f"{encoding.name} has at-most constraints of its own, which DIMACS lacks; write opb or minizinc"
        )
    clues = formula.assumptions(puzzle.cells)
    for comment in (*_about(encoding, puzzle), *_variable_map(formula)):
        yield f"c {comment}"
    yield f"p cnf {formula.variables} {len(formula.clauses) + len(clues)}"
    for clause in formula.clauses:
        yield " ".join(map(str, clause)) + " 0"
    for literal in clues:
        yield f"{literal} 0"


def opb_lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """OPB, the pseudo-Boolean competition's language: linear constraints over 0-1 variables."""
    if encoding.variables == "integer":
        raise UsageError(f"{encoding.name} has integer variables, which OPB lacks; write minizinc")
    variables, names, clues, rows = _booleans(encoding, puzzle)
    yield f"* #variable= {variables} #constraint= {len(rows) + len(clues)}"
    for comment in (*_about(encoding, puzzle), *names):
        yield f"* {comment}"
    for literals, sign, bound in rows:
        if sign == "=":
            yield f"{_linear(literals)} = {bound - sum(x < 0 for x in literals)} ;"
        elif sign == "<=":
            yield at_least([-x for x in literals], len(literals) - bound)
        else:
            yield at_least(literals, bound)
    for literal in clues:
        yield at_least([literal], 1)


def minizinc_lines(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """MiniZinc: integers for encodings of that kind, else Booleans. Clues are constraints."""
    for comment in _about(encoding, puzzle):
        yield f"% {comment}"
    yield from (_minizinc_integers if encoding.variables == "integer" else _minizinc_booleans)(encoding, puzzle)
    yield "solve satisfy;"


def _minizinc_integers(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
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


def _minizinc_booleans(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    variables, names, clues, rows = _booleans(encoding, puzzle)
    for name in names:
        yield f"% {name}"
    yield f"array[1..{variables}] of var bool: x;"
    for literals, sign, bound in rows:
        yield f"constraint {_any(literals) if sign == CLAUSE else f'{_sum(literals)} {sign} {bound}'};"
    for literal in clues:
        yield f"constraint {_any([literal])};"


EXPORTERS: dict[str, Callable[[Encoding, Puzzle], Iterator[str]]] = {
    "dimacs": dimacs_lines,
    "opb": opb_lines,
    "minizinc": minizinc_lines,
}
"""Language -> the lines of a file. Each raises UsageError for an encoding it cannot express."""


def clause_lines(clauses: Iterable[Iterable[int]]) -> str:
    """Clauses in DIMACS, one a line."""
    return "".join([" ".join(map(str, clause)) + " 0\n" for clause in clauses])


def at_least(literals: Iterable[int], least: int) -> str:
    """In OPB: at least so many true literals; a negated variable x counts as 1 - x."""
    literals = list(literals)
    return f"{_linear(literals)} >= {least - sum(x < 0 for x in literals)} ;"


def _linear(literals: Iterable[int]) -> str:
    return " ".join([f"+1 x{x}" if x > 0 else f"-1 x{-x}" for x in literals])


def _any(literals: Iterable[int]) -> str:
    return " \\/ ".join(map(_literal, literals))


def _sum(literals: Iterable[int]) -> str:
    return f"sum([{', '.join(map(_literal, literals))}])"


def _literal(x: int) -> str:
    return f"x[{x}]" if x > 0 else f"not x[{-x}]"


def _about(encoding: Encoding, puzzle: Puzzle) -> Iterator[str]:
    """Puzzle, geometry, encoding and source, for the comments of a file."""
    yield f"puzzle {puzzle.line()}"
    yield f"geometry {puzzle.geometry!r}"
    yield f"encoding {encoding.name}: {encoding.summary}"
    yield f"source {encoding.source}"


def _booleans(encoding: Encoding, puzzle: Puzzle) -> tuple[int, Iterator[str], list[int], list[Row]]:
    """(how many variables, comments that name them, literals of the clues, rows) of an encoding in Booleans."""
    board = puzzle.geometry
    if encoding.target == "cnf":
        formula = formula_for(encoding, board, puzzle.cells)
        rows: list[Row] = [(clause, CLAUSE, 1) for clause in formula.clauses]
        rows += [(literals, "<=", most) for literals, most in formula.atmosts]
        return formula.variables, _variable_map(formula), formula.assumptions(puzzle.cells), rows
    derived, rows = rules(encoding, board), []
    for kind, members in derived.groups:
        if kind in CELL_KINDS:
            rows += [(row, "=", 1) for row in matched(members, board.side)]
        else:
            rows.append((members, SIGN[kind], 1))
    clues = [cell * board.side + digit for cell, digit in puzzle.clues]
    return derived.atoms, _direct_map(puzzle, derived.atoms), clues, rows


def _variable_map(formula: Formula) -> Iterator[str]:
    """`var r1c1=1 1` for each variable of a cell, then the range of the others; `given r1c1=5` for a cell without."""
    for variable in range(1, formula.cell_variables + 1):
        yield f"var {formula.meaning(variable)} {variable}"
    if isinstance(formula.cells, Open):
        for cell, digit in enumerate(formula.cells.cells):
            if digit:
                yield f"given {formula.geometry.name_of(cell)}={digit}"
    if formula.variables > formula.cell_variables:
        yield f"auxiliary variables {formula.cell_variables + 1} to {formula.variables}"


def _direct_map(puzzle: Puzzle, atoms: int) -> Iterator[str]:
    """`var r1c1=1 1` for one variable a cell and digit, then the range of the others, up to *atoms*."""
    board = puzzle.geometry
    for cell in range(board.size):
        for digit in range(1, board.side + 1):
            yield f"var {board.name_of(cell)}={digit} {cell * board.side + digit}"
    if atoms > board.size * board.side:
        yield f"auxiliary variables {board.size * board.side + 1} to {atoms}"
