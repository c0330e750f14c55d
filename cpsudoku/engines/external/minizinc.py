"""Programs that read MiniZinc and answer as its driver does: Gecode, Chuffed and others behind `minizinc`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.external.description import Description
from cpsudoku.engines.external.language import Heard, Language, excerpt
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog
from cpsudoku.formula.exporters import minizinc

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

DEFAULT = "cp-alldifferent"


class MiniZinc(Language):
    """See the module. Encodings with an integer a cell."""

    suffix = ".mzn"
    trivial = 'var 1..1: x;\nsolve satisfy;\noutput ["x = [\\(x)];\\n"];\n'

    def __init__(self, told: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        encoding = catalog.load(told.encoding or DEFAULT)
        if encoding.variables != "integer":
            raise UsageError(f"{encoding.name}: programs that read MiniZinc take encodings with integer variables")
        self.geometry = geometry
        lines = minizinc.lines(encoding, Puzzle.trusted(bytes(geometry.size), geometry))
        self._model = "\n".join(line for line in lines if not line.startswith(("%", "solve")))

    def asked(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.asked`."""
        stated = [f"constraint x[{cell + 1}] = {digit};" for cell, digit in enumerate(cells) if digit]
        for grid in known:
            differs = " \\/ ".join(f"x[{cell + 1}] != {digit}" for cell, digit in enumerate(grid) if not cells[cell])
            stated.append(f"constraint {differs or 'false'};")
        return "\n".join([self._model, *stated, "solve satisfy;", 'output ["x = \\(x);\\n"];', ""])

    def heard(self, text: str) -> Heard:
        """See `Language.heard`."""
        if "=====UNSATISFIABLE=====" in text:
            return Heard(none=True)
        if "=====UNKNOWN=====" in text:
            return Heard(why="it says it does not know")
        found = re.search(r"x = \[([\d, ]+)\]", text)
        if found is None or "----------" not in text:
            return Heard(why=f"its answer is no MiniZinc answer: {excerpt(text)}")
        values = [int(word) for word in found[1].split(",")]
        if len(values) != self.geometry.size or not all(0 <= value <= 255 for value in values):
            return Heard(why=f"its answer has {len(values)} cells, the board {self.geometry.size}: {excerpt(text)}")
        return Heard((bytes(values),))
