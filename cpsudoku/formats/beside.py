"""Keys of a JSON object that state a rule which its reader does not know: passed over, they make another puzzle."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any

from cpsudoku.constraints.registry import ALIASES, FAMILIES, KINDS

_RULE = re.compile(
    "cage|killer|thermo|arrow|kropki|dots?$|lines?$|region|jigsaw|diagonal|constraint|rule|extra|sum|knight|king|even|odd"
    "|windoku|hyper|whisper|renban|palindrome|inequal|greater|variant",
    re.IGNORECASE,
)
_WORDS = frozenset(KINDS) | frozenset(ALIASES) | frozenset(FAMILIES)


def rules_beside(value: Mapping[str, Any], known: Container[str]) -> list[str]:
    """Those of *value*'s keys that are not *known*, sound like a rule, and hold a list, an object or true."""
    return [
        key
        for key, entry in value.items()
        if (entry is True or is_structure(entry)) and key not in known and _sounds(key)
    ]


def unkept(value: Mapping[str, Any], kept: Container[str]) -> list[str]:
    """Those of *value*'s keys that say something and are not *kept*: what a conversion loses, by name."""
    return [str(key) for key, entry in value.items() if entry not in (None, False, "", [], {}) and key not in kept]


def _sounds(key: str) -> bool:
    return key.lower().replace("-", "_") in _WORDS or _RULE.search(key) is not None


def is_structure(value: object) -> bool:
    """A list or an object that is not empty."""
    return isinstance(value, dict | list) and bool(value)
