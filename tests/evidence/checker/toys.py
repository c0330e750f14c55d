"""A rule beyond houses that only tests know: two cells of different digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Unequal(NamedTuple):
    """The digits of two cells differ."""

    a: int
    b: int
    kind: str = "unequal"

    @classmethod
    def read(cls, stated: Mapping[str, Any], side: int) -> Unequal:
        """From `{"kind": "unequal", "cells": [a, b]}`."""
        return cls(*stated["cells"])

    def holds(self, digits: Sequence[int]) -> bool:
        """Do they differ?"""
        return digits[self.a] != digits[self.b]

    def clauses(self, side: int, last: int) -> tuple[int, Iterable[tuple[int, ...]]]:
        """Not both have a digit, for each digit."""
        pairs = [tuple(sorted((-(self.a * side + d), -(self.b * side + d)))) for d in range(1, side + 1)]
        return last, pairs
