"""Programs that read OPB, the language of the pseudo-Boolean competitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.external.booleans import Booleans
from cpsudoku.engines.external.description import Description
from cpsudoku.engines.external.language import Heard, Language, competition_answer, excerpt
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.exporters import opb

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

DEFAULT = "cp-exactly-one"
"""Rows that say "exactly one" are linear already."""


class Opb(Language):
    """See the module. Encodings with one variable a cell and digit, clauses or linear rows."""

    suffix = ".opb"
    trivial = "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n"

    def __init__(self, told: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        encoding = catalog.load(told.encoding or DEFAULT)
        if encoding.givens == "reduce":
            raise UsageError(f'{encoding.name}: programs that read OPB are not given formulas with givens = "reduce"')
        empty = Puzzle.trusted(bytes(geometry.size), geometry)
        head, *stated = [line for line in opb.lines(encoding, empty) if not line.startswith("* ") or "#" in line[:4]]
        self._rows = "\n".join(stated)
        self._variables, self._count = int(head.split()[2]), len(stated)
        self._cells = Booleans(geometry, formula(encoding, geometry) if encoding.target == "cnf" else None)

    def asked(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.asked`."""
        clues = [f"+1 x{x} >= 1 ;" if x > 0 else f"-1 x{-x} >= 0 ;" for x in self._cells.literals(cells)]
        forbidden = []
        for grid in known:
            literals = self._cells.literals(grid)
            terms = " ".join(f"-1 x{x}" if x > 0 else f"+1 x{-x}" for x in literals)
            forbidden.append(f"{terms} >= {1 - sum(x > 0 for x in literals)} ;")
        count = self._count + len(clues) + len(forbidden)
        return "\n".join([f"* #variable= {self._variables} #constraint= {count}", self._rows, *clues, *forbidden, ""])

    def heard(self, text: str) -> Heard:
        """See `Language.heard`."""
        status, values = competition_answer(text)
        if status == "UNSATISFIABLE":
            return Heard(none=True)
        if status == "UNKNOWN":
            return Heard(why="it says it does not know")
        if status not in ("SATISFIABLE", "OPTIMUM FOUND"):
            return Heard(why=f"its answer is no OPB answer: {excerpt(text)}")
        literals = []
        for word in values:
            sign, name = (-1, word[1:]) if word.startswith("-") else (1, word)
            if not (name.startswith("x") and name[1:].isdecimal()):
                return Heard(why=f"its model holds what is no literal: {word!r}")
            literals.append(sign * int(name[1:]))
        return Heard((self._cells.grid(literals),))
