"""Ways of an automaton, by the word of an encoding; `kernels.clauses.machines` says what they are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Sheet
from cpsudoku.kernels.clauses.machines import EDGES, FORWARD, LAYERED, columns_of, narrowed, written

__all__ = ["MACHINES", "Layer", "columns_of", "narrowed"]

Layer = tuple["array[int]", "array[int]", "array[int]"]
"""States, labels and next states of the transitions; a label is its place among the layer's literals."""

MACHINES: dict[str, Callable[[Sheet, Sequence[Layer], Sequence[Sequence[int]]], None]] = {
    "edges": partial(written, way=EDGES),
    "forward": partial(written, way=FORWARD),
    "layered": partial(written, way=LAYERED),
}
"""Each takes a sheet, the layers, and of each layer its literals, of which exactly one is true."""
