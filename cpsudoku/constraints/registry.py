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
    "all_different": ".different:AllDifferent",
    "and": ".composites:And",
    "anti_king": ".board_rules:AntiKing",
    "anti_knight": ".board_rules:AntiKnight",
    "anti_taxicab": ".board_rules:AntiTaxicab",
    "arrow": ".sums:Arrow",
    "between": ".automata:Between",
    "cage": ".cages:Cage",
    "candidates": ".cells:Candidates",
    "clone": ".pairs:Clone",
    "connected": ".board_rules:Connected",
    "contains": ".counting:Contains",
    "count_distinct": ".counting:CountDistinct",
    "counting_circles": ".counting:CountingCircles",
    "diagonal": ".different:Diagonal",
    "difference": ".pairs:Difference",
    "disjoint_groups": ".different:DisjointGroups",
    "double_arrow": ".sums:DoubleArrow",
    "doublers": ".doublers:Doublers",
    "dutch_flatmates": ".board_rules:DutchFlatmates",
    "entropic": ".digit_classes:Entropic",
    "equal_sum": ".sums:EqualSum",
    "equality_cage": ".cages:EqualityCage",
    "even": ".cells:Even",
    "extra_region": ".different:ExtraRegion",
    "full_rank": ".full_rank:FullRank",
    "global_entropy": ".digit_classes:GlobalEntropy",
    "global_mod": ".digit_classes:GlobalMod",
    "greater": ".pairs:Greater",
    "hidden_skyscraper": ".outside:HiddenSkyscraper",
    "indexing": ".indexing:Indexing",
    "little_killer": ".sums:LittleKiller",
    "lockout": ".automata:Lockout",
    "look_and_say": ".counting:LookAndSay",
    "lunchbox": ".cages:Lunchbox",
    "maximum": ".pairs:Maximum",
    "minimum": ".pairs:Minimum",
    "modular": ".digit_classes:Modular",
    "nabner": ".lines:Nabner",
    "negative": ".board_rules:Negative",
    "non_consecutive": ".board_rules:NonConsecutive",
    "not": ".composites:Not",
    "numbered_room": ".outside:NumberedRoom",
    "odd": ".cells:Odd",
    "or": ".composites:Or",
    "pairwise": ".lines:Pairwise",
    "palindrome": ".lines:Palindrome",
    "quadruple": ".counting:Quadruple",
    "ratio": ".pairs:Ratio",
    "regex": ".regular:Regex",
    "region_sum_line": ".sums:RegionSumLine",
    "rellik_cage": ".cages:RellikCage",
    "renban": ".lines:Renban",
    "same_values": ".counting:SameValues",
    "sandwich": ".outside:Sandwich",
    "skyscraper": ".outside:Skyscraper",
    "slow_thermo": ".lines:SlowThermo",
    "sum": ".sums:Sum",
    "sum_line": ".automata:SumLine",
    "thermo": ".lines:Thermometer",
    "value_indexing": ".indexing:ValueIndexing",
    "whisper": ".lines:Whisper",
    "windoku": ".different:Windoku",
    "x_sum": ".outside:XSum",
    "xv": ".pairs:Xv",
    "zipper": ".sums:Zipper",
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
