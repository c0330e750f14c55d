"""cpsudoku: a Sudoku engine on SAT and CP-SAT, with a native human-technique rater.

The names below are the front door; each loads its module when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsudoku.board import hooks as _hooks
from cpsudoku.version import __version__ as __version__

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.comparison.side_by_side import compare
    from cpsudoku.drawing import draw
    from cpsudoku.engines.engine import Limits
    from cpsudoku.errors import CpSudokuError
    from cpsudoku.evidence.certificate import Certificate, certify
    from cpsudoku.formula import shelf
    from cpsudoku.generation import generate, generate_many
    from cpsudoku.questions.canonical import CanonicalForm, canonical_form, canonical_forms
    from cpsudoku.questions.diagnosis import diagnose
    from cpsudoku.questions.enumeration import Count, Solved, count, solutions, solve
    from cpsudoku.questions.minimum import fewest
    from cpsudoku.questions.reduction import reduce, reduce_many
    from cpsudoku.questions.uniqueness import Uniqueness
    from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Unique, Unknown, Verdict, verify
    from cpsudoku.rating.answers import Rating, Unrated
    from cpsudoku.rating.scale import all_steps, hint, rate
    from cpsudoku.rating.step import Step
    from cpsudoku.streams.batch import verify_many
    from cpsudoku.streams.ratings import rate_many

_HOMES = {
    "CanonicalForm": "questions.canonical",
    "Certificate": "evidence.certificate",
    "Count": "questions.enumeration",
    "CpSudokuError": "errors",
    "Geometry": "board.geometry",
    "Impossible": "questions.verdict",
    "Invalid": "questions.verdict",
    "Limits": "engines.engine",
    "Multiple": "questions.verdict",
    "Puzzle": "board.puzzle",
    "Rating": "rating.answers",
    "Solution": "board.puzzle",
    "Solved": "questions.enumeration",
    "Step": "rating.step",
    "Unique": "questions.verdict",
    "Uniqueness": "questions.uniqueness",
    "Unknown": "questions.verdict",
    "Unrated": "rating.answers",
    "Verdict": "questions.verdict",
    "all_steps": "rating.scale",
    "canonical_form": "questions.canonical",
    "canonical_forms": "questions.canonical",
    "certify": "evidence.certificate",
    "compare": "comparison.side_by_side",
    "count": "questions.enumeration",
    "diagnose": "questions.diagnosis",
    "draw": "drawing",
    "fewest": "questions.minimum",
    "generate": "generation",
    "generate_many": "generation",
    "hint": "rating.scale",
    "rate": "rating.scale",
    "rate_many": "streams.ratings",
    "reduce": "questions.reduction",
    "reduce_many": "questions.reduction",
    "shelf": "formula",
    "solutions": "questions.enumeration",
    "solve": "questions.enumeration",
    "verify": "questions.verdict",
    "verify_many": "streams.batch",
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
    return value


def _painter() -> Any:
    return import_module("cpsudoku.drawing.notebook")


def _reader() -> Any:
    return import_module("cpsudoku.formats")


_hooks.painter, _hooks.reader = _painter, _reader


def __dir__() -> list[str]:
    return __all__
