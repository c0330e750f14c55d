"""What the functions of cpsudoku return, besides the verdicts `Unique`, `Multiple`, `Impossible`, `Invalid`, `Unknown`.

Results are frozen and equal by value. Their `repr` is Python that creates them again, `to_dict()` is the record that
`--jsonl` writes, and notebooks show them as pictures.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsudoku.batch.tables import Many as Many
    from cpsudoku.comparison.contestant import Contestant as Contestant
    from cpsudoku.comparison.runs import Run as Run
    from cpsudoku.comparison.runs import SetUp as SetUp
    from cpsudoku.comparison.summary import Summary as Summary
    from cpsudoku.comparison.table import Table as Table
    from cpsudoku.datasets import Audit as Audit
    from cpsudoku.drawing.picture import Picture as Picture
    from cpsudoku.evidence.certificate import Certificate as Certificate
    from cpsudoku.generation.generated import Generated as Generated
    from cpsudoku.generation.generated import Ratings as Ratings
    from cpsudoku.questions.by_logic import SolvedByLogic as SolvedByLogic
    from cpsudoku.questions.candidates import TrueCandidates as TrueCandidates
    from cpsudoku.questions.canonical import CanonicalForm as CanonicalForm
    from cpsudoku.questions.diagnosis import Addition as Addition
    from cpsudoku.questions.diagnosis import Ambiguous as Ambiguous
    from cpsudoku.questions.diagnosis import Broken as Broken
    from cpsudoku.questions.diagnosis import Conflict as Conflict
    from cpsudoku.questions.diagnosis import Drop as Drop
    from cpsudoku.questions.diagnosis import Repair as Repair
    from cpsudoku.questions.diagnosis import Sound as Sound
    from cpsudoku.questions.enumeration import Count as Count
    from cpsudoku.questions.enumeration import Solved as Solved
    from cpsudoku.questions.explanation import Deduction as Deduction
    from cpsudoku.questions.explanation import Explanation as Explanation
    from cpsudoku.questions.explanation import Reason as Reason
    from cpsudoku.questions.minimum import Fewest as Fewest
    from cpsudoku.questions.reduction import Reduced as Reduced
    from cpsudoku.questions.uniqueness import Determined as Determined
    from cpsudoku.questions.uniqueness import Rival as Rival
    from cpsudoku.questions.uniqueness import Uniqueness as Uniqueness
    from cpsudoku.questions.verdict import Verdict as Verdict
    from cpsudoku.rating.answers import Rating as Rating
    from cpsudoku.rating.answers import Unrated as Unrated
    from cpsudoku.rating.game import Mistake as Mistake
    from cpsudoku.techniques.step import Chain as Chain
    from cpsudoku.techniques.step import Node as Node
    from cpsudoku.techniques.step import Step as Step

_HOMES = {
    "batch.tables": "Many",
    "comparison.contestant": "Contestant",
    "comparison.runs": "Run SetUp",
    "comparison.summary": "Summary",
    "comparison.table": "Table",
    "datasets": "Audit",
    "drawing.picture": "Picture",
    "evidence.certificate": "Certificate",
    "generation.generated": "Generated Ratings",
    "questions.by_logic": "SolvedByLogic",
    "questions.candidates": "TrueCandidates",
    "questions.canonical": "CanonicalForm",
    "questions.diagnosis": "Addition Ambiguous Broken Conflict Drop Repair Sound",
    "questions.enumeration": "Count Solved",
    "questions.explanation": "Deduction Explanation Reason",
    "questions.minimum": "Fewest",
    "questions.reduction": "Reduced",
    "questions.uniqueness": "Determined Rival Uniqueness",
    "questions.verdict": "Verdict",
    "rating.answers": "Rating Unrated",
    "rating.game": "Mistake",
    "techniques.step": "Chain Node Step",
}
"""Module -> the results that it holds."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'cpsudoku.results' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"cpsudoku.{_HOME_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    return __all__
