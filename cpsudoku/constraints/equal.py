"""What rules of equal sums share."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.constraints.base import Values, reachable
from cpsudoku.constraints.primitives import EqualSums, Statement


def same_sums(values: Values, groups: Sequence[Sequence[int]], digits: range) -> bool:
    """Whether the groups can have the same sum, each cell for itself."""
    ends = [reachable([(values[cell], 1) for cell in group], digits) for group in groups]
    return not ends or max(low for low, _ in ends) <= min(high for _, high in ends)


def equal_sums(groups: Sequence[Sequence[int]]) -> Statement:
    """All groups have the same sum."""
    if len(groups) < 2:
        return ()
    return (EqualSums(tuple(tuple((cell, 1) for cell in group) for group in groups)),)
