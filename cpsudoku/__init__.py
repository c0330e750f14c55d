"""cpsudoku: a Sudoku engine on SAT and CP-SAT, with a native human-technique rater.

    from cpsudoku import Puzzle, verify, solve, rate, generate, draw

    puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    verify(puzzle)                       # Unique(...): one solution, and which
    print(solve(puzzle))                 # the grid
    rate(puzzle).er                      # 1.2 on the Sudoku Explainer scale
    generate(difficulty="hard").puzzle   # a new one
    draw(puzzle).save("puzzle.svg")

Every function takes a puzzle as a text, a list, an array, a `pathlib.Path` or a `Puzzle`. The types of their results
are in `cpsudoku.results`, the errors in `cpsudoku.errors`, kinds of rules in `cpsudoku.constraints`. Each name loads
its module when it is first used.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsudoku.board import hooks as _hooks
from cpsudoku.version import __version__ as __version__

if TYPE_CHECKING:
    from cpsudoku import constraints as constraints
    from cpsudoku import errors as errors
    from cpsudoku import formats as formats
    from cpsudoku import results as results
    from cpsudoku import samples as samples
    from cpsudoku import tasks as tasks
    from cpsudoku.batch.candidates import candidates_many
    from cpsudoku.batch.canonical import canonical_many
    from cpsudoku.batch.ratings import rate_many
    from cpsudoku.batch.solutions import count_many, solve_many
    from cpsudoku.batch.verdicts import verify_many
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.budget import Limits
    from cpsudoku.comparison.side_by_side import compare
    from cpsudoku.datasets.front import audit
    from cpsudoku.drawing import draw
    from cpsudoku.errors import CpSudokuError
    from cpsudoku.evidence.certificate import certify
    from cpsudoku.formats import load_many
    from cpsudoku.generation.front import generate, generate_many
    from cpsudoku.questions.by_logic import solve_by_logic
    from cpsudoku.questions.candidates import candidates
    from cpsudoku.questions.canonical import canonical_form
    from cpsudoku.questions.diagnosis import diagnose
    from cpsudoku.questions.enumeration import count, solutions, solve
    from cpsudoku.questions.explanation import explain, next_deduction, why
    from cpsudoku.questions.minimum import fewest
    from cpsudoku.questions.reduction import reduce, reduce_many
    from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Unique, Unknown, verify
    from cpsudoku.rating.scale import all_steps, hint, rate

_HOMES = {
    "batch.candidates": "candidates_many", "batch.canonical": "canonical_many", "batch.ratings": "rate_many",
    "batch.solutions": "count_many solve_many", "batch.verdicts": "verify_many", "board.geometry": "Geometry",
    "board.puzzle": "Puzzle Solution", "budget": "Limits", "comparison.side_by_side": "compare",
    "datasets.front": "audit", "drawing": "draw", "errors": "CpSudokuError", "evidence.certificate": "certify",
    "formats": "load_many", "generation.front": "generate generate_many", "questions.by_logic": "solve_by_logic",
    "questions.candidates": "candidates", "questions.canonical": "canonical_form", "questions.diagnosis": "diagnose",
    "questions.enumeration": "count solutions solve", "questions.explanation": "explain next_deduction why",
    "questions.minimum": "fewest", "questions.reduction": "reduce reduce_many",
    "questions.verdict": "Impossible Invalid Multiple Unique Unknown verify", "rating.scale": "all_steps hint rate",
}  # fmt: skip
"""Module -> the public names that it holds."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_MODULES = ("constraints", "errors", "formats", "results", "samples", "tasks")
"""Modules that users import from; `cpsudoku.results` works without an import of its own."""
_MOVED = {
    "CannotReduce": "errors.CannotReduce",
    "NotationError": "errors.NotationError",
    "canonical_forms": "canonical_many",
    "catalog": "formula.catalog",
    "shelf": "formula.catalog",
}
"""Names that were here, kept for one version, besides those of `results` -> where they are now."""

__all__ = [
    "CpSudokuError", "Geometry", "Impossible", "Invalid", "Limits", "Multiple", "Puzzle", "Solution", "Unique",
    "Unknown", "all_steps", "audit", "candidates", "candidates_many", "canonical_form", "canonical_many", "certify",
    "compare", "count", "count_many", "diagnose", "draw", "explain", "fewest", "generate", "generate_many", "hint",
    "load_many", "next_deduction", "rate", "rate_many", "reduce", "reduce_many", "solutions", "solve",
    "solve_by_logic", "solve_many", "verify", "verify_many", "why",
]  # fmt: skip


if not TYPE_CHECKING:  # which would take any name for an existing one

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"cpsudoku.{name}")
        if name not in _HOME_OF:
            return _moved(name)
        value = globals()[name] = getattr(import_module(f"cpsudoku.{_HOME_OF[name]}"), name)
        return value


def _moved(name: str) -> Any:
    """What an old name stands for, with a warning. Raises AttributeError for a name that never was."""
    new = _MOVED.get(name) or (f"results.{name}" if name in import_module("cpsudoku.results").__all__ else "")
    if not new:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    warnings.warn(f"cpsudoku.{name} is now cpsudoku.{new}", DeprecationWarning, stacklevel=3)
    module, _, last = f"cpsudoku.{new}".rpartition(".")
    return import_module(f"{module}.{last}") if last == "catalog" else getattr(import_module(module), last)


@cache
def _painter() -> Any:
    return import_module("cpsudoku.drawing.notebook")


@cache
def _reader() -> Any:
    return import_module("cpsudoku.formats")


_hooks.painter, _hooks.reader = _painter, _reader


def __dir__() -> list[str]:
    return [*__all__, *_MODULES, "__version__"]
