"""cpsudoku: a Sudoku engine on SAT and CP-SAT, with a native human-technique rater.

The names below are the front door; each loads its module when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cpsudoku.batch import verify_many
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.canonical import CanonicalForm, canonical_form, canonical_forms
    from cpsudoku.certificate import Certificate, certify
    from cpsudoku.comparison.side_by_side import compare
    from cpsudoku.diagnosis import diagnose
    from cpsudoku.drawing import draw
    from cpsudoku.enumeration import Count, Solved, count, solutions, solve
    from cpsudoku.errors import CpSudokuError
    from cpsudoku.formula import shelf
    from cpsudoku.generation import generate, generate_many
    from cpsudoku.minimum import fewest
    from cpsudoku.rating.answers import Rating, Unrated
    from cpsudoku.rating.scale import all_steps, hint, rate, rate_many
    from cpsudoku.rating.step import Step
    from cpsudoku.reduction import reduce, reduce_many
    from cpsudoku.solvers.engine import Limits
    from cpsudoku.uniqueness import Uniqueness
    from cpsudoku.verdict import Impossible, Invalid, Multiple, Unique, Unknown, Verdict, verify

_HOMES = {
    "CanonicalForm": "canonical",
    "Certificate": "certificate",
    "Count": "enumeration",
    "CpSudokuError": "errors",
    "Geometry": "board.geometry",
    "Impossible": "verdict",
    "Invalid": "verdict",
    "Limits": "solvers.engine",
    "Multiple": "verdict",
    "Puzzle": "board.puzzle",
    "Rating": "rating.answers",
    "Solution": "board.puzzle",
    "Solved": "enumeration",
    "Step": "rating.step",
    "Unique": "verdict",
    "Uniqueness": "uniqueness",
    "Unknown": "verdict",
    "Unrated": "rating.answers",
    "Verdict": "verdict",
    "all_steps": "rating.scale",
    "canonical_form": "canonical",
    "canonical_forms": "canonical",
    "certify": "certificate",
    "compare": "comparison.side_by_side",
    "count": "enumeration",
    "diagnose": "diagnosis",
    "draw": "drawing",
    "fewest": "minimum",
    "generate": "generation",
    "generate_many": "generation",
    "hint": "rating.scale",
    "rate": "rating.scale",
    "rate_many": "rating.scale",
    "reduce": "reduction",
    "reduce_many": "reduction",
    "shelf": "formula",
    "solutions": "enumeration",
    "solve": "enumeration",
    "verify": "verdict",
    "verify_many": "batch",
}

__all__ = [
    "CanonicalForm",
    "Certificate",
    "Count",
    "CpSudokuError",
    "Geometry",
    "Impossible",
    "Invalid",
    "Limits",
    "Multiple",
    "Puzzle",
    "Rating",
    "Solution",
    "Solved",
    "Step",
    "Unique",
    "Uniqueness",
    "Unknown",
    "Unrated",
    "Verdict",
    "all_steps",
    "canonical_form",
    "canonical_forms",
    "certify",
    "compare",
    "count",
    "diagnose",
    "draw",
    "fewest",
    "generate",
    "generate_many",
    "hint",
    "rate",
    "rate_many",
    "reduce",
    "reduce_many",
    "shelf",
    "solutions",
    "solve",
    "verify",
    "verify_many",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    home = import_module(f"cpsudoku.{_HOMES[name]}")
    value = import_module("cpsudoku.formula.shelf") if name == "shelf" else getattr(home, name)
    globals()[name] = value
    setattr(import_module("cpsudoku.board.shown"), "painter", _painter)  # noqa: B010  (notebooks show pictures from now on)
    return value


def _painter() -> Any:
    return import_module("cpsudoku.drawing.notebook")


def __dir__() -> list[str]:
    return __all__
