"""Why each digit is forced, by smallest sets of reasons, under any rules."""

from cpsudoku.questions.explanation.front import explain, next_deduction, why
from cpsudoku.questions.explanation.step import Deduction, Explanation
from cpsudoku.techniques.reasons.reason import WEIGHTS, Reason

__all__ = ["WEIGHTS", "Deduction", "Explanation", "Reason", "explain", "next_deduction", "why"]
