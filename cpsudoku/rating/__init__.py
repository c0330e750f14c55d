"""The human-technique rater on the Sudoku Explainer scale; it knows no SAT."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import cpsudoku.kernels  # noqa: F401  # says so where compiled files, this folder's too, run interpreted
from cpsudoku.rating import hooks as _hooks

if TYPE_CHECKING:
    from cpsudoku.rating.step import Step


def _argument(step: Step) -> str:
    said: str = import_module("cpsudoku.rating.techniques").argument(step)
    return said


_hooks.argument = _argument
