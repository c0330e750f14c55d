"""The languages by name; one file each, and one line here."""

from __future__ import annotations

from cpsudoku.engines.outside.dimacs import Dimacs
from cpsudoku.engines.outside.language import Language
from cpsudoku.engines.outside.lines import PuzzleLines
from cpsudoku.engines.outside.minizinc import MiniZinc
from cpsudoku.engines.outside.opb import Opb

LANGUAGES: dict[str, type[Language]] = {
    "dimacs": Dimacs,
    "opb": Opb,
    "minizinc": MiniZinc,
    "lines": PuzzleLines,
}
