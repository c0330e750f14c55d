"""What the functions of cpsudoku return, besides the verdicts `Unique`, `Multiple`, `Impossible`, `Invalid`, `Unknown`.

Results are frozen and equal by value. Their `repr` is Python that creates them again, `to_dict()` is the record that
`--jsonl` writes, and notebooks show them as pictures.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsudoku.batch.tables import Many
    from cpsudoku.comparison.contestant import Contestant
    from cpsudoku.comparison.runs import Run, SetUp
    from cpsudoku.comparison.summary import Summary
    from cpsudoku.comparison.table import Table
    from cpsudoku.datasets.front import Audit
    from cpsudoku.drawing.picture import Picture
    from cpsudoku.evidence.certificate import Certificate
    from cpsudoku.generation.recipe import Generated, Ratings
    from cpsudoku.questions.by_logic import SolvedByLogic
    from cpsudoku.questions.candidates import TrueCandidates
    from cpsudoku.questions.canonical import CanonicalForm
    from cpsudoku.questions.diagnosis import Addition, Ambiguous, Broken, Conflict, Drop, Repair, Sound
    from cpsudoku.questions.enumeration import Count, Solved
    from cpsudoku.questions.explanation import Deduction, Explanation, Reason
    from cpsudoku.questions.minimum import Fewest
    from cpsudoku.questions.reduction import Reduced
    from cpsudoku.questions.uniqueness import Determined, Rival, Uniqueness
    from cpsudoku.questions.verdict import Verdict
    from cpsudoku.rating.answers import Rating, Unrated
    from cpsudoku.rating.game import Mistake
    from cpsudoku.techniques.step import Chain, Node, Step

_HOMES = {
    "batch.tables": "Many", "comparison.contestant": "Contestant", "comparison.runs": "Run SetUp",
    "comparison.summary": "Summary", "comparison.table": "Table", "datasets.front": "Audit",
    "drawing.picture": "Picture",
    "evidence.certificate": "Certificate", "generation.recipe": "Generated Ratings",
    "questions.by_logic": "SolvedByLogic", "questions.candidates": "TrueCandidates",
    "questions.canonical": "CanonicalForm",
    "questions.diagnosis": "Addition Ambiguous Broken Conflict Drop Repair Sound",
    "questions.enumeration": "Count Solved", "questions.explanation": "Deduction Explanation Reason",
    "questions.minimum": "Fewest", "questions.reduction": "Reduced",
    "questions.uniqueness": "Determined Rival Uniqueness", "questions.verdict": "Verdict",
    "rating.answers": "Rating Unrated", "rating.game": "Mistake", "techniques.step": "Chain Node Step",
}  # fmt: skip
"""Module -> the results that it holds."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Addition", "Ambiguous", "Audit", "Broken", "CanonicalForm", "Certificate", "Chain", "Conflict", "Contestant",
    "Count", "Deduction", "Determined", "Drop", "Explanation", "Fewest", "Generated", "Many", "Mistake", "Node",
    "Picture", "Rating", "Ratings", "Reason", "Reduced", "Repair", "Rival", "Run", "SetUp", "Solved",
    "SolvedByLogic", "Sound", "Step", "Summary", "Table", "TrueCandidates", "Uniqueness", "Unrated", "Verdict",
]  # fmt: skip


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'cpsudoku.results' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"cpsudoku.{_HOME_OF[name]}"), name)
        return value


def __dir__() -> list[str]:
    return __all__
