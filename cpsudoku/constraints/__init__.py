"""Rules that are not houses: one file a kind, one line in `registry`; what each means is in its own file.

    Puzzle(cells, geometry, constraints=[Cage("r1c1 r1c2", 9), Thermometer("r3c1-r3c5")])

Every class is imported from here, and loaded when first used. `parse("cage 9 r1c1 r1c2")` reads the text form,
`from_dict` the record; `rule.text` and `rule.to_dict()` write them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpsudoku.constraints.registry import ALIASES, FAMILIES, KINDS, from_dict, kind
from cpsudoku.constraints.text import parse

if TYPE_CHECKING:
    from cpsudoku.constraints.all_different import AllDifferent as AllDifferent
    from cpsudoku.constraints.anti_king import AntiKing as AntiKing
    from cpsudoku.constraints.anti_knight import AntiKnight as AntiKnight
    from cpsudoku.constraints.anti_taxicab import AntiTaxicab as AntiTaxicab
    from cpsudoku.constraints.arrow import Arrow as Arrow
    from cpsudoku.constraints.base import Constraint as Constraint
    from cpsudoku.constraints.between import Between as Between
    from cpsudoku.constraints.cage import Cage as Cage
    from cpsudoku.constraints.candidates import Candidates as Candidates
    from cpsudoku.constraints.clone import Clone as Clone
    from cpsudoku.constraints.connected import Connected as Connected
    from cpsudoku.constraints.contains import Contains as Contains
    from cpsudoku.constraints.count_distinct import CountDistinct as CountDistinct
    from cpsudoku.constraints.counting_circles import CountingCircles as CountingCircles
    from cpsudoku.constraints.diagonal import Diagonal as Diagonal
    from cpsudoku.constraints.difference import Difference as Difference
    from cpsudoku.constraints.disjoint_groups import DisjointGroups as DisjointGroups
    from cpsudoku.constraints.double_arrow import DoubleArrow as DoubleArrow
    from cpsudoku.constraints.doublers import Doublers as Doublers
    from cpsudoku.constraints.dutch_flatmates import DutchFlatmates as DutchFlatmates
    from cpsudoku.constraints.either import Or as Or
    from cpsudoku.constraints.entropic import Entropic as Entropic
    from cpsudoku.constraints.equal_sum import EqualSum as EqualSum
    from cpsudoku.constraints.equality_cage import EqualityCage as EqualityCage
    from cpsudoku.constraints.even import Even as Even
    from cpsudoku.constraints.every import And as And
    from cpsudoku.constraints.extra_region import ExtraRegion as ExtraRegion
    from cpsudoku.constraints.full_rank import FullRank as FullRank
    from cpsudoku.constraints.global_entropy import GlobalEntropy as GlobalEntropy
    from cpsudoku.constraints.global_mod import GlobalMod as GlobalMod
    from cpsudoku.constraints.greater import Greater as Greater
    from cpsudoku.constraints.hidden_skyscraper import HiddenSkyscraper as HiddenSkyscraper
    from cpsudoku.constraints.indexing import Indexing as Indexing
    from cpsudoku.constraints.little_killer import LittleKiller as LittleKiller
    from cpsudoku.constraints.lockout import Lockout as Lockout
    from cpsudoku.constraints.look_and_say import LookAndSay as LookAndSay
    from cpsudoku.constraints.lunchbox import Lunchbox as Lunchbox
    from cpsudoku.constraints.maximum import Maximum as Maximum
    from cpsudoku.constraints.minimum import Minimum as Minimum
    from cpsudoku.constraints.modular import Modular as Modular
    from cpsudoku.constraints.nabner import Nabner as Nabner
    from cpsudoku.constraints.negation import Not as Not
    from cpsudoku.constraints.negative import Negative as Negative
    from cpsudoku.constraints.non_consecutive import NonConsecutive as NonConsecutive
    from cpsudoku.constraints.numbered_room import NumberedRoom as NumberedRoom
    from cpsudoku.constraints.odd import Odd as Odd
    from cpsudoku.constraints.pairwise import Pairwise as Pairwise
    from cpsudoku.constraints.palindrome import Palindrome as Palindrome
    from cpsudoku.constraints.quadruple import Quadruple as Quadruple
    from cpsudoku.constraints.ratio import Ratio as Ratio
    from cpsudoku.constraints.region_sum_line import RegionSumLine as RegionSumLine
    from cpsudoku.constraints.regular import Regex as Regex
    from cpsudoku.constraints.rellik_cage import RellikCage as RellikCage
    from cpsudoku.constraints.renban import Renban as Renban
    from cpsudoku.constraints.same_values import SameValues as SameValues
    from cpsudoku.constraints.sandwich import Sandwich as Sandwich
    from cpsudoku.constraints.skyscraper import Skyscraper as Skyscraper
    from cpsudoku.constraints.slow_thermo import SlowThermo as SlowThermo
    from cpsudoku.constraints.sum_line import SumLine as SumLine
    from cpsudoku.constraints.sums import Sum as Sum
    from cpsudoku.constraints.thermo import Thermometer as Thermometer
    from cpsudoku.constraints.value_indexing import ValueIndexing as ValueIndexing
    from cpsudoku.constraints.whisper import Whisper as Whisper
    from cpsudoku.constraints.windoku import Windoku as Windoku
    from cpsudoku.constraints.x_sum import XSum as XSum
    from cpsudoku.constraints.xv import Xv as Xv
    from cpsudoku.constraints.zipper import Zipper as Zipper

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
