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
    "batch.candidates": "candidates_many",
    "batch.canonical": "canonical_many",
    "batch.ratings": "rate_many",
    "batch.solutions": "count_many solve_many",
    "batch.tables": "Many",
    "batch.verdicts": "verify_many",
    "board.geometry": "Geometry",
    "board.puzzle": "Puzzle Solution",
    "budget": "Limits",
    "comparison.contestant": "Contestant",
    "comparison.runs": "Run SetUp",
    "comparison.side_by_side": "compare",
    "comparison.summary": "Summary",
    "comparison.table": "Table",
    "datasets": "Audit audit",
    "drawing": "draw",
    "drawing.picture": "Picture",
    "errors": "CannotReduce CpSudokuError NotationError",
    "evidence.certificate": "Certificate certify",
    "formula": "catalog",
    "generation": "generate generate_many",
    "generation.generated": "Generated Ratings",
    "questions.by_logic": "SolvedByLogic solve_by_logic",
    "questions.candidates": "TrueCandidates candidates",
    "questions.canonical": "CanonicalForm canonical_form canonical_forms",
    "questions.diagnosis": "Addition Ambiguous Broken Conflict Drop Repair Sound diagnose",
    "questions.enumeration": "Count Solved count solutions solve",
    "questions.explanation": "Deduction Explanation Reason explain next_deduction why",
    "questions.minimum": "Fewest fewest",
    "questions.reduction": "Reduced reduce reduce_many",
    "questions.uniqueness": "Determined Rival Uniqueness",
    "questions.verdict": "Impossible Invalid Multiple Unique Unknown Verdict verify",
    "rating.answers": "Rating Unrated",
    "rating.game": "Mistake",
    "rating.scale": "all_steps hint rate",
    "techniques.step": "Chain Node Step",
}
"""Module -> the public names that it holds."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

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
    if name not in _HOME_OF:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    home = import_module(f"cpsudoku.{_HOME_OF[name]}")
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
