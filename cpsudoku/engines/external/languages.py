"""The languages by name; one file each, and one line here."""

from __future__ import annotations

from cpsudoku.engines.external.dimacs import Dimacs
from cpsudoku.engines.external.language import Language
from cpsudoku.engines.external.lines import PuzzleLines
from cpsudoku.engines.external.minizinc import MiniZinc
from cpsudoku.engines.external.opb import Opb

LANGUAGES: dict[str, type[Language]] = {
    "dimacs": Dimacs,
    "opb": Opb,
    "minizinc": MiniZinc,
    "lines": PuzzleLines,
}
