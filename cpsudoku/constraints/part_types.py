"""How the parts of rules are typed: what may be handed in, and what it is kept as.

For type checkers and readers alone: a dataclass field annotated with one of these takes the one and gives the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

Given = TypeVar("Given", contravariant=True)
Kept = TypeVar("Kept", covariant=True)
Names = tuple[str, ...]
"""Cells as they are kept: `("r1c1", "r1c2")`; numbers become names when a board is known."""


class Part(Generic[Given, Kept]):
    """A field that takes a *Given* and holds a *Kept*."""

    def __get__(self, rule: object, kind: type | None = None) -> Kept:
        raise NotImplementedError

    def __set__(self, rule: object, value: Given) -> None:
        raise NotImplementedError


class ConstraintList(Part["Iterable[Constraint]", "tuple[Constraint, ...]"]):
    """The rules of a puzzle that are not houses, in any iterable; kept as a tuple."""


AnyCells = str | int | Iterable[str | int]


class CellList(Part[AnyCells, Names]):
    """Cells: "r1c1 r1c2", a straight run "r1c1-r1c5", numbers from 0 row by row, or a list of these."""


class CellGroups(Part[str | Iterable[AnyCells], tuple[Names, ...]]):
    """Several lists of cells: "r1c1 r1c2 / r5c5", or a list of lists."""


class CellGroupsOrNone(Part[str | Iterable[AnyCells] | None, tuple[Names, ...] | None]):
    """Several lists of cells, or None: what the board says."""


class NumberOrUsual(Part[int | None, int]):
    """A whole number; None for the usual one of the board, which takes its place when the rule is placed."""


class NumberList(Part[str | int | Iterable[int | str], tuple[int, ...]]):
    """Whole numbers: "1,2,2", one number, or a list."""


class NumberListOrNone(Part[str | int | Iterable[int | str] | None, tuple[int, ...] | None]):
    """Whole numbers, or None."""


class PairList(Part[str | Iterable[Iterable[int]], tuple[tuple[int, int], ...]]):
    """Pairs of numbers: "1-3,2-6", or a list of pairs."""


class WordList(Part[str | Iterable[str], tuple[str, ...]]):
    """Some of a few words: "difference,ratio", or a list."""


class RuleList(Part["AnyRules", "tuple[Constraint, ...]"]):
    """Rules: a rule, its text or its record, or a list of these."""


class RuleLists(Part["AnyRules | Iterable[AnyRules]", "tuple[tuple[Constraint, ...], ...]"]):
    """Alternatives, each a rule or a list of rules."""


if TYPE_CHECKING:
    OneRule: TypeAlias = Constraint | str | dict[str, Any]
    AnyRules: TypeAlias = OneRule | Iterable[OneRule]
