"""Tasks for people who train and test machines: answers judged, moves judged, traces that can be checked, data sets.

    from cpsudoku import tasks

    tasks.grade(puzzle, "Sure! Here is the grid: ...").fraction   # any text that a model writes
    tasks.check_move(puzzle, "r1c4", 6).solvable                  # proved
    tasks.check_trace(puzzle, tasks.trace(puzzle)).right          # True

Small functions without state: a puzzle in any form and plain texts in, frozen values out.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsudoku.tasks.checking import CheckedLine, CheckedTrace, check_trace
    from cpsudoku.tasks.data_set import DataSet, dataset
    from cpsudoku.tasks.grading import Grade, grade
    from cpsudoku.tasks.moves import Move, Position, check_move, state
    from cpsudoku.tasks.traces import Trace, trace

_HOMES = {
    "checking": "CheckedLine CheckedTrace check_trace",
    "data_set": "DataSet dataset",
    "grading": "Grade grade",
    "moves": "Move Position check_move state",
    "traces": "Trace trace",
}
"""Module -> the public names that it holds."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "CheckedLine",
    "CheckedTrace",
    "DataSet",
    "Grade",
    "Move",
    "Position",
    "Trace",
    "check_move",
    "check_trace",
    "dataset",
    "grade",
    "state",
    "trace",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'cpsudoku.tasks' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"cpsudoku.tasks.{_HOME_OF[name]}"), name)
        return value


def __dir__() -> list[str]:
    return __all__
