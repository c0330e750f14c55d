"""Customary names: which sets of reasons are a technique that people know.

A step is called by a name where its reasons are exactly that technique's, and its conclusion is what they give by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from cpsudoku.constraints.cages import Cage
from cpsudoku.constraints.lines import Whisper
from cpsudoku.questions.explanation.totals import MOST_CELLS
from cpsudoku.questions.explanation.wording import grouped
from cpsudoku.techniques.reasons.innies import plain_sum_of
from cpsudoku.techniques.reasons.reason import Reason

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Cell
    from cpsudoku.board.puzzle import Puzzle
    from cpsudoku.constraints.base import Constraint

Named = tuple[str, str]
"""Key and customary name."""
COUNTS = {2: "pair", 3: "triple", 4: "quad"}
FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
SINGLE_RULES = {
    "cage": ("cage-combinations", "cage combinations"),
    "thermo": ("thermometer-bounds", "thermometer bounds"),
    "slow_thermo": ("thermometer-bounds", "thermometer bounds"),
    "whisper": ("whisper-parity", "whisper parity"),
    "region_sum_line": ("region-sum-equality", "region-sum equality"),
    "arrow": ("arrow-sum", "arrow sum"),
    "little_killer": ("little-killer-sum", "little killer sum"),
}
"""What people call the reasoning inside one constraint of a kind; other kinds go by their own name."""
NOTHING: Mapping[int, int] = MappingProxyType({})
ALL_OPEN: Named = ("all-open", "no small set found")
"""Of a step for which no reasons but all those were found that the board leaves open."""


Lost = Mapping[int, int]
"""Candidates that a step takes from cells, as masks."""


def technique(reasons: Sequence[Reason], puzzle: Puzzle, before: Sequence[int] = (), lost: Lost = NOTHING) -> Named:
    """Key and name of the technique whose reasons these are; two empty texts where there is none.

    *before*: the candidates of the cells as masks, and what the step takes of them. They are needed for names that
    depend on the conclusion, such as parity.
    """
    by_kind = grouped((reason.kind, reason) for reason in reasons)
    kinds = set(by_kind)
    if len(reasons) == 1:
        return _alone(reasons[0], puzzle, before, lost)
    if kinds == {"has"}:
        return _subset("hidden", by_kind["has"])
    if kinds == {"cell", "once"}:
        return _subset("naked", by_kind["once"]) if len(by_kind["cell"]) == len(by_kind["once"]) else ("", "")
    if kinds == {"has", "once"}:
        return _fish(by_kind["has"], by_kind["once"], puzzle)
    if kinds == {"total", "constraint"}:
        return _innies(by_kind["total"], by_kind["constraint"], puzzle)
    return "", ""


def _innies(houses: Sequence[Reason], rules: Sequence[Reason], puzzle: Puzzle) -> Named:
    """Sums taken away from houses leave few cells, inside or out; a sum that its own house bounds is no such thing."""
    around = {cell for one in houses if one.house is not None for cell in puzzle.geometry.houses[one.house].cells}
    left, crossing = set(around), 0
    for one in rules:
        if one.constraint is None:
            continue
        found = _plain_sum(puzzle.constraints[one.constraint])
        if found is None or not found[0] & left or found[0] & around != found[0] & left:
            return "", ""
        crossing += not found[0] <= around
        left ^= found[0]
    few = 0 < len(left) <= MOST_CELLS and crossing <= 1
    return ("innies-and-outies", "innies and outies") if few else ("", "")


@lru_cache(maxsize=1024)
def _plain_sum(rule: Constraint) -> tuple[frozenset[Cell], int] | None:
    """As `plain_sum_of`; the statements of some rules are long."""
    return plain_sum_of(rule.statement())


def _names_its_reasoning(rule: Constraint, before: Sequence[int], lost: Lost) -> bool:
    """Whether what people call the reasoning inside a kind fits this rule of it, and this step."""
    match rule:
        case Cage(sum=None, root=None):
            return False  # its cells differ, and that is all
        case Whisper():
            return _by_parity(rule, before, lost)
    return True


def _by_parity(rule: Whisper, before: Sequence[int], lost: Lost) -> bool:
    """Whether all that is lost is low digits where the line has a high one, or high ones where it has a low one.

    Which it has where is known from cells whose candidates were all low, or all high. On lines where a digit may have
    both smaller and greater neighbours there is no such thing.
    """
    digits, least = rule.digits, rule.difference or 0
    if not lost or 2 * least <= digits[-1] - digits[0]:
        return False
    low = sum(1 << k for k, digit in enumerate(digits) if digit + least <= digits[-1])
    high = sum(1 << k for k, digit in enumerate(digits) if digit - least >= digits[0])
    wrong: dict[int, int] = {}  # low digits where they are wrong, or high ones
    for place, cell in enumerate(rule.at):
        for side, other in ((low, high), (high, low)):
            if before[cell] and not before[cell] & ~side:
                for where, there in enumerate(rule.at):
                    wrong[there] = wrong.get(there, 0) | (side if (where - place) % 2 else other)
    return all(not mask & ~wrong.get(cell, 0) for cell, mask in lost.items())


def _alone(reason: Reason, puzzle: Puzzle, before: Sequence[int], lost: Lost) -> Named:
    match reason.kind:
        case "once":
            return "clears", ""
        case "cell":
            return "naked-single", "naked single"
        case "has":
            return "hidden-single", "hidden single"
        case "constraint" if reason.constraint is not None:
            rule = puzzle.constraints[reason.constraint]
            own = (rule.word.replace("_", "-"), rule.name)
            return SINGLE_RULES.get(rule.word, own) if _names_its_reasoning(rule, before, lost) else own
    return "", ""


def _subset(sort: str, digits: Sequence[Reason]) -> Named:
    """Several digits of one house, "hidden" in as many cells or "naked" in them."""
    if len({reason.house for reason in digits}) == 1 and len(digits) in COUNTS:
        return f"{sort}-{COUNTS[len(digits)]}", f"{sort} {COUNTS[len(digits)]}"
    return "", ""


def _fish(has: Sequence[Reason], once: Sequence[Reason], puzzle: Puzzle) -> Named:
    """One digit: as many houses that have it as houses that have it at most once."""
    houses = puzzle.geometry.houses
    if len({reason.digit for reason in (*has, *once)}) != 1 or len(has) != len(once):
        return "", ""
    base = {houses[reason.house].kind for reason in has if reason.house is not None}
    cover = {houses[reason.house].kind for reason in once if reason.house is not None}
    if len(has) == 1:
        return "locked-candidates", "locked candidates"
    if {frozenset(base), frozenset(cover)} == {frozenset({"row"}), frozenset({"column"})} and len(has) in FISH:
        return FISH[len(has)], FISH[len(has)].replace("x-w", "X-w")
    return "", ""
