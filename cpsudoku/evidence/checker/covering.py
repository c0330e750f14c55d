"""A tree that shows: no *clues* cells meet all of some sets.

A node covers the sets of cells that contain some cells (`chosen`), lack others (`out`) and have up to *left* more.
Its weights are numbers on sets that no chosen cell meets. Each further cell meets sets of some weight together, its
load; where all weights are more than *left* times the greatest load, no such cells meet them all: the node is closed.
A cell is out where the weights are more than its own load and *left* - 1 times the greatest. A node that is not closed
names a cell, and stands for two that follow it: one in which that cell is chosen, with all nodes below, and one in
which it is out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from . import work
from .errors import Rejected, require, shown

Weights = Sequence[Sequence[int]]
"""(number of a set, weight) each."""


def check_tree(tree: object, sets: Sequence[Sequence[int]], names: Mapping[str, int], clues: int) -> None:
    """Raises Rejected unless the nodes of *tree*, in their order, close: no *clues* cells meet all *sets*.

    *names*: the board's cells by name.
    """
    if not isinstance(tree, list):
        raise Rejected(f"the tree is {shown(tree)}: no list of nodes")
    open_: list[tuple[frozenset[int], frozenset[int], int]] = [(frozenset(), frozenset(), clues)]
    for number, node in enumerate(tree, start=1):
        require(bool(open_), f"node {number} of the tree has no place: all before are closed")
        chosen, out, left = open_.pop()
        if not isinstance(node, dict) or not {"weights"} <= set(node) <= {"weights", "cell"}:
            raise Rejected(f"node {number} of the tree is {shown(node)}: no weights, perhaps with a cell")
        work.spend(len(names), held=70 * (len(chosen) + len(out)))
        free = {*names.values()} - chosen - out
        closed, gone = weighed(_weights(node["weights"], sets, chosen, number), sets, free, left)
        if "cell" not in node:
            require(closed, f"node {number} of the tree is not closed by its weights")
            continue
        cell = names.get(node["cell"]) if isinstance(node["cell"], str) else None
        if cell is None:
            raise Rejected(f"node {number} of the tree names {shown(node['cell'])}: no cell of the board")
        out |= gone
        require(left > 0 and cell not in chosen | out, f"node {number} of the tree names a cell that is not open")
        open_ += [(chosen, out | {cell}, left), (chosen | {cell}, out, left - 1)]
    require(not open_, "the tree ends before all its nodes are closed")


def weighed(
    weights: Weights, sets: Sequence[Sequence[int]], free: Collection[int], left: int
) -> tuple[bool, frozenset[int]]:
    """(whether the weights close the node, the cells that they show to be out).

    *free*: the cells neither chosen nor out. No chosen cell meets a set with a weight.
    """
    load: dict[int, int] = {}
    work.spend(sum(len(sets[number]) for number, _ in weights))
    for number, weight in weights:
        for cell in sets[number]:
            if cell in free:
                load[cell] = load.get(cell, 0) + weight
    total, most = sum(weight for _, weight in weights), max(load.values(), default=0)
    if total > left * most:
        return True, frozenset()
    return False, frozenset(c for c in free if load.get(c, 0) + (left - 1) * most < total)


def _weights(given: object, sets: Sequence[Sequence[int]], chosen: frozenset[int], node: int) -> Weights:
    if not isinstance(given, list):
        raise Rejected(f"the weights of node {node} are {shown(given)}: no list")
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(part) is int for part in pair):
            raise Rejected(f"node {node} has {shown(pair)} among its weights: not a rival's number and a weight")
        number, weight = pair
        require(0 <= number < len(sets) and weight > 0, f"node {node} has weight {weight} on rival {number}")
        require(chosen.isdisjoint(sets[number]), f"node {node} has a weight on rival {number}, which is met")
    return given
