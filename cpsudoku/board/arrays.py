"""Grids and candidates as numpy arrays and nested lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Cell, Geometry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def rows_of(cells: bytes, geometry: Geometry) -> list[list[int]]:
    """The digits row by row; one less than the lowest digit (0 on usual boards) where a cell is empty."""
    shift, width = geometry.lo - 1, geometry.columns
    return [[cell + shift for cell in cells[at : at + width]] for at in range(0, geometry.size, width)]


def grid_array(cells: bytes, geometry: Geometry) -> NDArray[np.int16]:
    """The same as an array of shape (rows, columns), a fresh one each time."""
    import numpy as np

    found = np.frombuffer(cells, dtype=np.uint8).astype(np.int16) + (geometry.lo - 1)
    return found.reshape(geometry.rows, geometry.columns)


def mask_array(masks: Sequence[int], geometry: Geometry) -> NDArray[np.bool_]:
    """Candidates of shape (rows, columns, digits): [r, c, k] is true where the k-th digit, from 0, is one."""
    import numpy as np

    n = geometry.side
    found = np.array([[mask >> k & 1 for k in range(n)] for mask in masks], dtype=bool)
    return found.reshape(geometry.rows, geometry.columns, n)


def pair_array(pairs: Iterable[tuple[Cell, int]], geometry: Geometry) -> NDArray[np.bool_]:
    """(cell, digit) pairs in the same shape; digits as the board counts them."""
    masks = [0] * geometry.size
    for cell, digit in pairs:
        masks[cell] |= 1 << (digit - geometry.lo)
    return mask_array(masks, geometry)


def as_numpy(found: NDArray[Any], dtype: Any, copy: bool | None) -> NDArray[Any]:
    """What `__array__` hands to numpy. Raises ValueError where no copy may be made: there is no array to share."""
    if copy is False:
        raise ValueError("cells are kept as bytes: an array of them is always a copy")
    return found if dtype is None else found.astype(dtype)
