"""Which kinds of rule there are: word -> class, without importing one before it is wanted; and rules from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import ConstraintError, brief

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

KINDS = {
    "all_different": ".all_different:AllDifferent",
    "and": ".every:And",
    "anti_king": ".anti_king:AntiKing",
    "anti_knight": ".anti_knight:AntiKnight",
    "anti_taxicab": ".anti_taxicab:AntiTaxicab",
    "arrow": ".arrow:Arrow",
    "between": ".between:Between",
    "cage": ".cage:Cage",
    "candidates": ".candidates:Candidates",
    "clone": ".clone:Clone",
    "connected": ".connected:Connected",
    "contains": ".contains:Contains",
    "count_distinct": ".count_distinct:CountDistinct",
    "counting_circles": ".counting_circles:CountingCircles",
    "diagonal": ".diagonal:Diagonal",
    "difference": ".difference:Difference",
    "disjoint_groups": ".disjoint_groups:DisjointGroups",
    "double_arrow": ".double_arrow:DoubleArrow",
    "doublers": ".doublers:Doublers",
    "dutch_flatmates": ".dutch_flatmates:DutchFlatmates",
    "entropic": ".entropic:Entropic",
    "equal_sum": ".equal_sum:EqualSum",
    "equality_cage": ".equality_cage:EqualityCage",
    "even": ".even:Even",
    "extra_region": ".extra_region:ExtraRegion",
    "full_rank": ".full_rank:FullRank",
    "global_entropy": ".global_entropy:GlobalEntropy",
    "global_mod": ".global_mod:GlobalMod",
    "greater": ".greater:Greater",
    "hidden_skyscraper": ".hidden_skyscraper:HiddenSkyscraper",
    "indexing": ".indexing:Indexing",
    "little_killer": ".little_killer:LittleKiller",
    "lockout": ".lockout:Lockout",
    "look_and_say": ".look_and_say:LookAndSay",
    "lunchbox": ".lunchbox:Lunchbox",
    "maximum": ".maximum:Maximum",
    "minimum": ".minimum:Minimum",
    "modular": ".modular:Modular",
    "nabner": ".nabner:Nabner",
    "negative": ".negative:Negative",
    "non_consecutive": ".non_consecutive:NonConsecutive",
    "not": ".negation:Not",
    "numbered_room": ".numbered_room:NumberedRoom",
    "odd": ".odd:Odd",
    "or": ".either:Or",
    "pairwise": ".pairwise:Pairwise",
    "palindrome": ".palindrome:Palindrome",
    "quadruple": ".quadruple:Quadruple",
    "ratio": ".ratio:Ratio",
    "regex": ".regular:Regex",
    "region_sum_line": ".region_sum_line:RegionSumLine",
    "rellik_cage": ".rellik_cage:RellikCage",
    "renban": ".renban:Renban",
    "same_values": ".same_values:SameValues",
    "sandwich": ".sandwich:Sandwich",
    "skyscraper": ".skyscraper:Skyscraper",
    "slow_thermo": ".slow_thermo:SlowThermo",
    "sum": ".sums:Sum",
    "sum_line": ".sum_line:SumLine",
    "thermo": ".thermo:Thermometer",
    "value_indexing": ".value_indexing:ValueIndexing",
    "whisper": ".whisper:Whisper",
    "windoku": ".windoku:Windoku",
    "x_sum": ".x_sum:XSum",
    "xv": ".xv:Xv",
    "zipper": ".zipper:Zipper",
}
"""Word -> module:class, loaded when first wanted. A module of this package begins with a dot."""

ALIASES = {
    "killer": "cage",
    "thermometer": "thermo",
    "german_whisper": "whisper",
    "white": "difference",
    "black": "ratio",
    "kropki_white": "difference",
    "kropki_black": "ratio",
}
"""What people also call a kind -> its word."""

FAMILIES = {
    "killer": ("cage",),
    "kropki": ("difference", "ratio"),
    "xv": ("xv",),
}
"""What people call a sort of puzzle -> the kinds of rule it has."""


def kind(word: str) -> type[Constraint]:
    """The class of a word, hyphens or underscores. Raises ConstraintError listing the words."""
    key = word.lower().replace("-", "_")
    key = ALIASES.get(key, key)
    if key in FAMILIES and key not in KINDS:
        raise ConstraintError(f"{brief(word)} is a family of rules: say which, {' or '.join(FAMILIES[key])}")
    if key not in KINDS:
        raise _unknown("rule", word, KINDS)
    return _class(KINDS[key])


@lru_cache(maxsize=256)
def _class(place: str) -> type[Constraint]:
    """The class at `module:name`."""
    module, _, cls = place.partition(":")
    found: type[Constraint] = getattr(import_module(module, __package__), cls)
    return found


def kinds_of(word: str) -> tuple[str, ...]:
    """The words of the kinds that a kind, an alias or a family (`killer`, `kropki`, `xv`) stands for.

    Raises ConstraintError listing both.
    """
    key = word.lower().replace("-", "_")
    if key in FAMILIES:
        return FAMILIES[key]
    key = ALIASES.get(key, key)
    if key not in KINDS:
        raise _unknown("kind of rule", word, (*FAMILIES, *KINDS))
    return (key,)


def _unknown(what: str, word: str, names: Iterable[str]) -> ConstraintError:
    """The error for a word that is none of *names*, with those that look like it first."""
    from difflib import get_close_matches  # 3 ms, and only where something is wrong

    known = _hyphened(names)
    near = get_close_matches(word[:40].lower().replace("_", "-"), [*known, *_hyphened(ALIASES)])
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return ConstraintError(f"{what} {brief(word)} is unknown; {meant}known: {', '.join(known)}")


def _hyphened(names: Iterable[str]) -> list[str]:
    return [name.replace("_", "-") for name in names]


def from_dict(record: Mapping[str, Any]) -> Constraint:
    """The rule of a record `{"type": word, ...}`. Raises ConstraintError for unknown keys and missing parts."""
    if not isinstance(record, Mapping) or not isinstance(record.get("type"), str):
        raise ConstraintError(f'{brief(record)} is no rule; a rule is {{"type": word, ...}}')
    cls = kind(record["type"])
    return built(cls, {str(key): value for key, value in record.items() if key != "type"})


def built(cls: type[Constraint], parts: dict[str, Any]) -> Constraint:
    """The rule with these parts by name. Raises ConstraintError for unknown and missing ones."""
    fields = {field.name: field for field in cls._fields()}
    word = cls.word.replace("_", "-")
    unknown = [name for name in parts if name not in fields]
    if unknown:
        takes = f"it takes {', '.join(fields)}" if fields else "it takes none"
        raise ConstraintError(f"{word}: part {brief(unknown[0])} is unknown; {takes}")
    missing = [name for name, field in fields.items() if name not in parts and field.default is MISSING]
    if missing:
        raise ConstraintError(f"{word}: {missing[0]} is missing; it takes {', '.join(fields)}")
    return cls(**parts)
