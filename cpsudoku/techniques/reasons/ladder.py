"""The ladder of techniques under any rules: in the order in which people see them, each with its cost.

Costs of classic techniques are near the numbers of Sudoku Explainer 1.2.1, so that the two scales go together; a
technique for rules costs what a classic one of like effort does. A technique is its file and its line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple


class Rung(NamedTuple):
    """A line of the ladder: word, name in sentences, cost, and the module beside this one that holds `find`."""

    key: str
    name: str
    cost: float
    file: str


LADDER = (
    Rung("hidden-single", "hidden single", 1.2, "singles"),
    Rung("naked-single", "naked single", 2.0, "singles"),
    Rung("last-cell", "last cell of a rule", 2.05, "last"),
    Rung("bounds", "bounds", 2.1, "order"),
    Rung("relations", "pairs of digits", 2.2, "relations"),
    Rung("combinations", "combinations", 2.3, "combinations"),
    Rung("sums", "sums", 2.4, "totals"),
    Rung("locked-candidates", "locked candidates", 2.6, "locked"),
    Rung("required-digit", "required digit", 2.7, "required"),
    Rung("rule", "rule", 2.8, "logic"),
    Rung("innies-and-outies", "innies and outies", 2.9, "innies"),
    Rung("naked-pair", "naked pair", 3.0, "naked"),
    Rung("rule-and-houses", "a rule beside houses", 3.1, "together"),
    Rung("hidden-pair", "hidden pair", 3.4, "hidden"),
    Rung("x-wing", "X-wing", 3.2, "fish"),
    Rung("innies-of-houses", "innies and outies of several houses", 3.5, "innies"),
    Rung("parity", "parity", 3.6, "parity"),
    Rung("naked-triple", "naked triple", 3.6, "naked"),
    Rung("hidden-triple", "hidden triple", 4.0, "hidden"),
    Rung("swordfish", "swordfish", 3.8, "fish"),
    Rung("naked-quad", "naked quad", 5.0, "naked"),
    Rung("jellyfish", "jellyfish", 5.2, "fish"),
    Rung("hidden-quad", "hidden quad", 5.4, "hidden"),
    Rung("chain", "chain", 4.6, "chains"),
    Rung("colouring", "colouring", 4.8, "colouring"),
    Rung("equivalence", "set equivalence", 4.8, "equivalence"),
)

SINGLES = ("hidden-single", "naked-single", "last-cell")
"""Those that write a digit: in a row they are read as one line."""
CASE = Rung("case", "case", 7.0, "case")
"""After all of these, and after smallest sets of reasons."""


ROWS = {rung.key: rung for rung in LADDER}


@cache
def files() -> dict[str, ModuleType]:
    """Name -> module, of the files of the ladder in its order."""
    names = dict.fromkeys(rung.file for rung in LADDER)
    return {name: import_module(f"cpsudoku.techniques.reasons.{name}") for name in names}
