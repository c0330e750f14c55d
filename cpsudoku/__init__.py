"""cpsudoku: a Sudoku engine on SAT and CP-SAT, with a native human-technique rater.

The names below are the front door; each loads its module when first used.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsudoku.board import hooks as _hooks
from cpsudoku.version import __version__ as __version__

if TYPE_CHECKING:
    from cpsudoku.batch.candidates import candidates_many
    from cpsudoku.batch.canonical import canonical_many
    from cpsudoku.batch.ratings import rate_many
    from cpsudoku.batch.solutions import count_many, solve_many
    from cpsudoku.batch.tables import Many
    from cpsudoku.batch.verdicts import verify_many
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.budget import Limits
    from cpsudoku.comparison.contestant import Contestant
    from cpsudoku.comparison.runs import Run, SetUp
    from cpsudoku.comparison.side_by_side import compare
    from cpsudoku.comparison.summary import Summary
    from cpsudoku.comparison.table import Table
    from cpsudoku.datasets import Audit, audit
    from cpsudoku.drawing import draw
    from cpsudoku.drawing.picture import Picture
    from cpsudoku.errors import CannotReduce, CpSudokuError, NotationError
    from cpsudoku.evidence.certificate import Certificate, certify
    from cpsudoku.formula import catalog
    from cpsudoku.generation import generate, generate_many
    from cpsudoku.generation.generated import Generated, Ratings
    from cpsudoku.questions.by_logic import SolvedByLogic, solve_by_logic
    from cpsudoku.questions.candidates import TrueCandidates, candidates
    from cpsudoku.questions.canonical import CanonicalForm, canonical_form, canonical_forms
    from cpsudoku.questions.diagnosis import Addition, Ambiguous, Broken, Conflict, Drop, Repair, Sound, diagnose
    from cpsudoku.questions.enumeration import Count, Solved, count, solutions, solve
    from cpsudoku.questions.explanation import Deduction, Explanation, Reason, explain, next_deduction, why
    from cpsudoku.questions.minimum import Fewest, fewest
    from cpsudoku.questions.reduction import Reduced, reduce, reduce_many
    from cpsudoku.questions.uniqueness import Determined, Rival, Uniqueness
    from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Unique, Unknown, Verdict, verify
    from cpsudoku.rating.answers import Rating, Unrated
    from cpsudoku.rating.game import Mistake
    from cpsudoku.rating.scale import all_steps, hint, rate
    from cpsudoku.techniques.step import Chain, Node, Step

_HOMES = {
    "Addition": "questions.diagnosis",
    "Ambiguous": "questions.diagnosis",
    "Audit": "datasets",
    "Broken": "questions.diagnosis",
    "CannotReduce": "errors",
    "CanonicalForm": "questions.canonical",
    "Certificate": "evidence.certificate",
    "Chain": "techniques.step",
    "Conflict": "questions.diagnosis",
    "Contestant": "comparison.contestant",
    "Count": "questions.enumeration",
    "CpSudokuError": "errors",
    "Deduction": "questions.explanation",
    "Determined": "questions.uniqueness",
    "Drop": "questions.diagnosis",
    "Explanation": "questions.explanation",
    "Fewest": "questions.minimum",
    "Generated": "generation.generated",
    "Geometry": "board.geometry",
    "Impossible": "questions.verdict",
    "Invalid": "questions.verdict",
    "Limits": "budget",
    "Many": "batch.tables",
    "Mistake": "rating.game",
    "Multiple": "questions.verdict",
    "Node": "techniques.step",
    "NotationError": "errors",
    "Picture": "drawing.picture",
    "Puzzle": "board.puzzle",
    "Rating": "rating.answers",
    "Ratings": "generation.generated",
    "Reason": "questions.explanation",
    "Reduced": "questions.reduction",
    "Repair": "questions.diagnosis",
    "Rival": "questions.uniqueness",
    "Run": "comparison.runs",
    "SetUp": "comparison.runs",
    "Solution": "board.puzzle",
    "Solved": "questions.enumeration",
    "SolvedByLogic": "questions.by_logic",
    "Sound": "questions.diagnosis",
    "Step": "techniques.step",
    "Summary": "comparison.summary",
    "Table": "comparison.table",
    "TrueCandidates": "questions.candidates",
    "Unique": "questions.verdict",
    "Uniqueness": "questions.uniqueness",
    "Unknown": "questions.verdict",
    "Unrated": "rating.answers",
    "Verdict": "questions.verdict",
    "all_steps": "rating.scale",
    "audit": "datasets",
    "candidates": "questions.candidates",
    "candidates_many": "batch.candidates",
    "canonical_form": "questions.canonical",
    "canonical_forms": "questions.canonical",
    "canonical_many": "batch.canonical",
    "certify": "evidence.certificate",
    "compare": "comparison.side_by_side",
    "count": "questions.enumeration",
    "count_many": "batch.solutions",
    "diagnose": "questions.diagnosis",
    "draw": "drawing",
    "explain": "questions.explanation",
    "fewest": "questions.minimum",
    "generate": "generation",
    "generate_many": "generation",
    "hint": "rating.scale",
    "next_deduction": "questions.explanation",
    "rate": "rating.scale",
    "rate_many": "batch.ratings",
    "reduce": "questions.reduction",
    "reduce_many": "questions.reduction",
    "catalog": "formula",
    "solutions": "questions.enumeration",
    "solve": "questions.enumeration",
    "solve_by_logic": "questions.by_logic",
    "solve_many": "batch.solutions",
    "verify": "questions.verdict",
    "verify_many": "batch.verdicts",
    "why": "questions.explanation",
}

_RENAMED = {"shelf": "catalog"}
"""Old public names, kept for one version -> the new ones."""

__all__ = [
    "Addition",
    "Ambiguous",
    "Audit",
    "Broken",
    "CannotReduce",
    "CanonicalForm",
    "Certificate",
    "Chain",
    "Conflict",
    "Contestant",
    "Count",
    "CpSudokuError",
    "Deduction",
    "Determined",
    "Drop",
    "Explanation",
    "Fewest",
    "Generated",
    "Geometry",
    "Impossible",
    "Invalid",
    "Limits",
    "Many",
    "Mistake",
    "Multiple",
    "Node",
    "NotationError",
    "Picture",
    "Puzzle",
    "Rating",
    "Ratings",
    "Reason",
    "Reduced",
    "Repair",
    "Rival",
    "Run",
    "SetUp",
    "Solution",
    "Solved",
    "SolvedByLogic",
    "Sound",
    "Step",
    "Summary",
    "Table",
    "TrueCandidates",
    "Unique",
    "Uniqueness",
    "Unknown",
    "Unrated",
    "Verdict",
    "all_steps",
    "audit",
    "candidates",
    "candidates_many",
    "canonical_form",
    "canonical_forms",
    "canonical_many",
    "catalog",
    "certify",
    "compare",
    "count",
    "count_many",
    "diagnose",
    "draw",
    "explain",
    "fewest",
    "generate",
    "generate_many",
    "hint",
    "next_deduction",
    "rate",
    "rate_many",
    "reduce",
    "reduce_many",
    "solutions",
    "solve",
    "solve_by_logic",
    "solve_many",
    "verify",
    "verify_many",
    "why",
]


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        warnings.warn(f"cpsudoku.{name} is now cpsudoku.{_RENAMED[name]}", DeprecationWarning, stacklevel=2)
        name = _RENAMED[name]
    if name not in _HOMES:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    home = import_module(f"cpsudoku.{_HOMES[name]}")
    value = import_module("cpsudoku.formula.catalog") if name == "catalog" else getattr(home, name)
    globals()[name] = value
    return value


@cache
def _painter() -> Any:
    return import_module("cpsudoku.drawing.notebook")


@cache
def _reader() -> Any:
    return import_module("cpsudoku.formats")


_hooks.painter, _hooks.reader = _painter, _reader


def __dir__() -> list[str]:
    return __all__
