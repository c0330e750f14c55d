"""A rule beyond houses that only tests know: two cells of different digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Unequal(NamedTuple):
    """The digits of two cells differ."""

    a: int
    b: int
    kind: str = "unequal"

    @classmethod
    def read(cls, stated: Mapping[str, Any], place: Any) -> Unequal:
        """From `{"type": "unequal", "cells": [a, b]}`."""
        return cls(*stated["cells"])

    def holds(self, digits: Sequence[int]) -> bool:
        """Do they differ?"""
        return digits[self.a] != digits[self.b]

    def cost(self) -> int:
        """Steps of `holds`."""
        return 1

    def write(self, sheet: Any) -> None:
        """Not both have a digit, for each digit."""
        for digit in sheet.digits:
            sheet.add(-sheet.literal(self.a, digit), -sheet.literal(self.b, digit))
