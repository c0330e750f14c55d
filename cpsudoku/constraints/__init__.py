"""Rules that are not houses: one class a kind, one line in `registry`. A file holds a family of kinds.

    Puzzle(cells, geometry, constraints=[Cage("r1c1 r1c2", 9), Thermometer("r3c1-r3c5")])

Every class is imported from here, and loaded when first used. `parse("cage 9 r1c1 r1c2")` reads the text form,
`from_dict` the record; `rule.text` and `rule.to_dict()` write them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpsudoku.constraints.registry import ALIASES, FAMILIES, KINDS, from_dict, kind
from cpsudoku.constraints.text import parse

if TYPE_CHECKING:
    from cpsudoku.constraints.automata import Between as Between
    from cpsudoku.constraints.automata import Lockout as Lockout
    from cpsudoku.constraints.automata import SumLine as SumLine
    from cpsudoku.constraints.base import Constraint as Constraint
    from cpsudoku.constraints.board_rules import AntiKing as AntiKing
    from cpsudoku.constraints.board_rules import AntiKnight as AntiKnight
    from cpsudoku.constraints.board_rules import AntiTaxicab as AntiTaxicab
    from cpsudoku.constraints.board_rules import Connected as Connected
    from cpsudoku.constraints.board_rules import DutchFlatmates as DutchFlatmates
    from cpsudoku.constraints.cages import Cage as Cage
    from cpsudoku.constraints.cages import EqualityCage as EqualityCage
    from cpsudoku.constraints.cages import Lunchbox as Lunchbox
    from cpsudoku.constraints.cages import RellikCage as RellikCage
    from cpsudoku.constraints.cells import Candidates as Candidates
    from cpsudoku.constraints.cells import Even as Even
    from cpsudoku.constraints.cells import Odd as Odd
    from cpsudoku.constraints.composites import And as And
    from cpsudoku.constraints.composites import Doublers as Doublers
    from cpsudoku.constraints.composites import Not as Not
    from cpsudoku.constraints.composites import Or as Or
    from cpsudoku.constraints.counting import Contains as Contains
    from cpsudoku.constraints.counting import CountDistinct as CountDistinct
    from cpsudoku.constraints.counting import CountingCircles as CountingCircles
    from cpsudoku.constraints.counting import LookAndSay as LookAndSay
    from cpsudoku.constraints.counting import Quadruple as Quadruple
    from cpsudoku.constraints.counting import SameValues as SameValues
    from cpsudoku.constraints.different import AllDifferent as AllDifferent
    from cpsudoku.constraints.different import Diagonal as Diagonal
    from cpsudoku.constraints.different import DisjointGroups as DisjointGroups
    from cpsudoku.constraints.different import ExtraRegion as ExtraRegion
    from cpsudoku.constraints.different import Windoku as Windoku
    from cpsudoku.constraints.digit_classes import Entropic as Entropic
    from cpsudoku.constraints.digit_classes import GlobalEntropy as GlobalEntropy
    from cpsudoku.constraints.digit_classes import GlobalMod as GlobalMod
    from cpsudoku.constraints.digit_classes import Modular as Modular
    from cpsudoku.constraints.indexing import Indexing as Indexing
    from cpsudoku.constraints.indexing import ValueIndexing as ValueIndexing
    from cpsudoku.constraints.lines import Nabner as Nabner
    from cpsudoku.constraints.lines import Pairwise as Pairwise
    from cpsudoku.constraints.lines import Palindrome as Palindrome
    from cpsudoku.constraints.lines import Renban as Renban
    from cpsudoku.constraints.lines import SlowThermo as SlowThermo
    from cpsudoku.constraints.lines import Thermometer as Thermometer
    from cpsudoku.constraints.lines import Whisper as Whisper
    from cpsudoku.constraints.outside import FullRank as FullRank
    from cpsudoku.constraints.outside import HiddenSkyscraper as HiddenSkyscraper
    from cpsudoku.constraints.outside import NumberedRoom as NumberedRoom
    from cpsudoku.constraints.outside import Sandwich as Sandwich
    from cpsudoku.constraints.outside import Skyscraper as Skyscraper
    from cpsudoku.constraints.outside import XSum as XSum
    from cpsudoku.constraints.pairs import Clone as Clone
    from cpsudoku.constraints.pairs import Difference as Difference
    from cpsudoku.constraints.pairs import Greater as Greater
    from cpsudoku.constraints.pairs import Maximum as Maximum
    from cpsudoku.constraints.pairs import Minimum as Minimum
    from cpsudoku.constraints.pairs import Negative as Negative
    from cpsudoku.constraints.pairs import NonConsecutive as NonConsecutive
    from cpsudoku.constraints.pairs import Ratio as Ratio
    from cpsudoku.constraints.pairs import Xv as Xv
    from cpsudoku.constraints.regular import Regex as Regex
    from cpsudoku.constraints.sums import Arrow as Arrow
    from cpsudoku.constraints.sums import DoubleArrow as DoubleArrow
    from cpsudoku.constraints.sums import EqualSum as EqualSum
    from cpsudoku.constraints.sums import LittleKiller as LittleKiller
    from cpsudoku.constraints.sums import RegionSumLine as RegionSumLine
    from cpsudoku.constraints.sums import Sum as Sum
    from cpsudoku.constraints.sums import Zipper as Zipper

CLASSES = {target.partition(":")[2]: word for word, target in KINDS.items()}
"""Class -> word."""

__all__ = ["ALIASES", "CLASSES", "FAMILIES", "KINDS", "Constraint", "from_dict", "kind", "parse", *CLASSES]


def __getattr__(name: str) -> Any:
    if name == "Constraint":
        from cpsudoku.constraints.base import Constraint

        return Constraint
    if name not in CLASSES:
        raise AttributeError(f"module 'cpsudoku.constraints' has no attribute {name!r}")
    return kind(CLASSES[name])


def __dir__() -> list[str]:
    return __all__
