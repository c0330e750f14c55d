"""Which parameters of a test every run sees, and which only one with the long tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def long_after(plain: int, values: Iterable[Any]) -> list[Any]:
    """Values for `parametrize`: those after the first *plain* are marked long. A tuple is several parameters."""
    first = list(values)
    later = [value if isinstance(value, tuple) else (value,) for value in first[plain:]]
    return [*first[:plain], *(pytest.param(*value, marks=pytest.mark.long) for value in later)]
