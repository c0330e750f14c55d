"""Programs that read DIMACS CNF: SAT solvers.

Both ways to answer are understood: the competitions' (`s SATISFIABLE`, `v 1 -2 ...`) and MiniSat's (`SAT`, then the
literals). Clues are unit clauses; constraints become clauses as for the engine `sat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.external.booleans import Booleans
from cpsudoku.engines.external.description import Description
from cpsudoku.engines.external.language import Heard, Language, competition_answer, excerpt
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.exporters.dimacs import clause_lines
from cpsudoku.formula.givens import stated_for
from cpsudoku.formula.primitives.to_clauses import Lowering

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import Encoding

DEFAULT = "extended"


class Dimacs(Language):
    """See the module."""

    suffix = ".cnf"
    trivial = "p cnf 1 1\n1 0\n"
    serves_constraints = True

    def __init__(self, told: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        plain = Puzzle.trusted(bytes(geometry.size), geometry, constraints).houses_only
        encoding = catalog.load(told.encoding or DEFAULT) if plain or told.encoding else None
        made = formula(encoding, geometry) if plain and encoding is not None else None
        self._cells = Booleans(geometry, made)
        self._reduced = encoding if made is not None and encoding is not None and encoding.givens == "reduce" else None
        if made is not None and encoding is not None:
            atmosts, self._last, self._count = made.atmosts, made.variables, len(made.clauses)
            self._clauses = _text_of(encoding, geometry)
        else:
            stated = Lowering(geometry, encoding)
            for constraint in constraints:
                stated.stated(constraint)
            atmosts, self._last, self._count = stated.atmosts, int(stated.last), len(stated.made)
            self._clauses = " ".join(map(str, stated.made.flat())).replace(" 0 ", " 0\n") + "\n"
        if atmosts:
            raise UsageError(f"{told.encoding}: it has at-most constraints of its own, which DIMACS lacks")

    def asked(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.asked`."""
        clues = self._cells.literals(cells)
        if self._reduced is not None:  # numbered as the whole formula, so that answers are read alike
            stated, last = stated_for(self._reduced, self._cells.geometry, cells)
            text, count = clause_lines(stated), len(stated)
        else:
            text, count, last = self._clauses, self._count, self._last
        forbidden = [[-x for x in self._cells.literals(grid)] for grid in known]
        added = clause_lines([[x] for x in clues]) + clause_lines(forbidden)
        return f"p cnf {last} {count + len(clues) + len(known)}\n{text}{added}"

    def heard(self, text: str) -> Heard:
        """See `Language.heard`. A variable that is not mentioned counts as false."""
        status, values = competition_answer(text)
        if not status:
            words = text.split()
            status = {"SAT": "SATISFIABLE", "UNSAT": "UNSATISFIABLE", "INDET": "UNKNOWN"}.get(
                words[0] if words else "", ""
            )
            values = words[1:]
        if status == "UNSATISFIABLE":
            return Heard(none=True)
        if status == "UNKNOWN":
            return Heard(why="it says it does not know")
        if status != "SATISFIABLE":
            return Heard(why=f"its answer is no DIMACS answer: {excerpt(text)}")
        try:
            literals = [int(word) for word in values]
        except ValueError:
            return Heard(why=f"its model holds what is no literal: {excerpt(' '.join(values))}")
        return Heard((self._cells.grid(literals),))


@lru_cache(maxsize=4)
def _text_of(encoding: Encoding, geometry: Geometry) -> str:
    """The clauses of a formula as lines; some 6 MB at 25x25."""
    return clause_lines(formula(encoding, geometry).clauses)
