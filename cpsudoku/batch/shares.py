"""Parts of a data set by name: their shares, and the number that a seed draws for a canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from cpsudoku.errors import UsageError

DRAWN = 8
"""Bytes of what `drawn` returns."""


def shares_of(given: Mapping[str, float] | str, option: str = "splits") -> dict[str, float]:
    """Names with shares that add up to 1, from a mapping or a text such as `train=8,test=2`. Raises UsageError."""
    wrong = UsageError(f"{option} {given!r}: names with shares above 0, such as train=8,test=2")
    parts = given
    if isinstance(parts, str):
        pairs = [part.partition("=") for part in parts.split(",")]
        parts = {name.strip(): share.strip() for name, _, share in pairs}  # type: ignore[misc]
        if len(parts) < len(pairs):
            raise UsageError(f"{option} {given!r}: a name is there twice")
    try:
        found = {name: float(share) for name, share in parts.items()}
    except (TypeError, ValueError):
        raise wrong from None
    if not found or not all(name and 0 < share < float("inf") for name, share in found.items()):
        raise wrong
    total = sum(found.values())
    return {name: share / total for name, share in found.items()}


def drawn(form: bytes, seed: int) -> bytes:
    """The DRAWN bytes that *seed* draws for a canonical form: the same for all puzzles or grids of its class."""
    return blake2b(form, digest_size=DRAWN, key=str(seed).encode()).digest()
