"""Which kinds of rule there are: word -> class, without importing one before it is wanted; and rules from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import ConstraintError, brief, nearest, unknown
from cpsudoku.plugins import Group, expected

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

_FILES = {
    "automata": ("between", "lockout", "sum_line"),
    "board_rules": ("anti_king", "anti_knight", "anti_taxicab", "connected", "dutch_flatmates"),
    "cages": ("cage", "equality_cage", "lunchbox", "rellik_cage"),
    "cells": ("candidates", "even", "odd"),
    "composites": ("and", "doublers", "not", "or"),
    "counting": ("contains", "count_distinct", "counting_circles", "look_and_say", "quadruple", "same_values"),
    "different": ("all_different", "diagonal", "disjoint_groups", "extra_region", "windoku"),
    "digit_classes": ("entropic", "global_entropy", "global_mod", "modular"),
    "indexing": ("indexing", "value_indexing"),
    "lines": ("nabner", "pairwise", "palindrome", "renban", "slow_thermo", "thermo", "whisper"),
    "outside": ("full_rank", "hidden_skyscraper", "numbered_room", "sandwich", "skyscraper", "x_sum"),
    "pairs": ("clone", "difference", "greater", "maximum", "minimum", "negative", "non_consecutive", "ratio", "xv"),
    "regular": ("regex",),
    "sums": ("arrow", "double_arrow", "equal_sum", "little_killer", "region_sum_line", "sum", "zipper"),
}
"""File of this package -> the kinds in it."""


def _class_name(word: str) -> str:
    """The word in CamelCase."""
    return "Thermometer" if word == "thermo" else "".join(map(str.capitalize, word.split("_")))


KINDS = dict(sorted((word, f".{file}:{_class_name(word)}") for file, words in _FILES.items() for word in words))
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


def _kind_of(name: str, found: Any) -> type[Constraint]:
    """The class that a plug-in adds. Raises TypeError, ValueError."""
    from cpsudoku.constraints.base import Constraint

    if not (isinstance(found, type) and issubclass(found, Constraint)):
        raise expected("a subclass of cpsudoku.constraints.Constraint", found)
    if found.word != name:
        raise ValueError(f"its word is {found.word!r}")
    return found


ADDED = Group("kinds", lambda: {*KINDS, *ALIASES, *FAMILIES}, _kind_of)
"""The kinds that other packages add; a name is the word of its kind, with underscores."""


def kind(word: str) -> type[Constraint]:
    """The class of a word, hyphens or underscores. Raises ConstraintError listing the words."""
    key = word.lower().replace("-", "_")
    key = ALIASES.get(key, key)
    if key in FAMILIES and key not in KINDS:
        raise ConstraintError(f"{brief(word)} is a family of rules: say which, {' or '.join(FAMILIES[key])}")
    if key not in KINDS:
        added = ADDED.get(key)
        if added is None:
            raise _unknown("rule", word, [*KINDS, *ADDED.names()])
        return added
    return _class(KINDS[key])


@lru_cache(maxsize=256)
def _class(place: str) -> type[Constraint]:
    """The class at `module:name`."""
    module, _, cls = place.partition(":")
    found: type[Constraint] = getattr(import_module(module, __package__), cls)
    return found


def words() -> list[str]:
    """Every kind as the command line writes it."""
    return _hyphened([*KINDS, *ADDED.working()])


def kinds_of(word: str) -> tuple[str, ...]:
    """The words of the kinds that a kind, an alias or a family (`killer`, `kropki`, `xv`) stands for.

    Raises ConstraintError listing both.
    """
    key = word.lower().replace("-", "_")
    if key in FAMILIES:
        return FAMILIES[key]
    key = ALIASES.get(key, key)
    if key not in KINDS and key not in ADDED.names():
        raise _unknown("kind of rule", word, (*FAMILIES, *KINDS, *ADDED.names()))
    return (key,)


def _unknown(what: str, word: str, names: Iterable[str]) -> ConstraintError:
    """The error for a word that is not one of *names*; it suggests similar ones."""
    return ConstraintError(unknown(what, word, _hyphened(names), _hyphened(ALIASES)))


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
    strange = [name for name in parts if name not in fields]
    if strange:
        takes = f"it takes {', '.join(fields)}" if fields else "it takes none"
        raise ConstraintError(f"{word}: part {brief(strange[0])} is unknown{nearest(strange[0], fields)}; {takes}")
    missing = [name for name, field in fields.items() if name not in parts and field.default is MISSING]
    if missing:
        raise ConstraintError(f"{word}: {missing[0]} is missing; it takes {', '.join(fields)}")
    return cls(**parts)
