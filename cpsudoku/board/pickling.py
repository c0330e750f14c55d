"""Pickling of values that cache what they derive."""

from __future__ import annotations

from typing import Any


class CopiedState:
    """Pickled from a copy of its attributes, as another thread may cache one more while the pickle is written."""

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__.copy()
