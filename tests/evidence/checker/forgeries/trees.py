"""Bounds forged by a tree: each is stopped by one guard of the checker. (words of the refusal, what makes it)"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from cpsudoku.evidence.certificate import _Search

from .honest import GRID, Data, bound

NAMES = [f"r{1 + cell // 4}c{1 + cell % 4}" for cell in range(16)]
FIRST = "r1c1"
Node = dict[str, Any]


@cache
def sets() -> tuple[tuple[int, ...], ...]:
    """The cells where each rival of the bound differs from the grid."""
    return tuple(
        tuple(i for i, (a, b) in enumerate(zip(GRID, rival, strict=True)) if a != b) for rival in bound()["rivals"]
    )


def nodes(left: int, chosen: frozenset[int] = frozenset(), out: frozenset[int] = frozenset()) -> list[Node]:
    """The nodes that close one, as they are made."""
    search = _Search(sets(), 16, NAMES, 1000)
    assert search.closed(chosen, out, left)
    return search.nodes


def by_tree(tree: Any, clues: int = 4, **more: Any) -> Data:
    """The bound with a tree in place of formula and proof."""
    data = {key: value for key, value in bound().items() if key not in ("cnf", "drat", "lrat")}
    return {**data, "clues": clues, "tree": tree, **more}


def rooted(change: Callable[[list[Any]], None]) -> Data:
    """A tree of one node that shows two clues too few, with other weights."""
    disjoint: list[int] = []
    for number, cells in enumerate(sets()):
        if all(set(cells).isdisjoint(sets()[other]) for other in disjoint):
            disjoint.append(number)
    weights: list[Any] = [[number, 1] for number in disjoint[:3]]
    assert len(weights) == 3
    change(weights)
    return by_tree([{"weights": weights}], clues=3)


def replaced(pair: Callable[[int, int], Any]) -> Data:
    def change(weights: list[Any]) -> None:
        weights[0] = pair(*weights[0])

    return rooted(change)


def split(*parts: list[Node], cell: str = FIRST, clues: int = 4) -> Data:
    """A tree whose root has no weights and names a cell."""
    return by_tree([{"weights": [], "cell": cell}, *(node for part in parts for node in part)], clues)


def chosen_twice() -> Data:
    one = frozenset({0})
    again = [{"weights": [], "cell": FIRST}]
    return split(again, nodes(1, one), nodes(2, one), nodes(3, frozenset(), one))


def on_a_set_that_is_met() -> Data:
    met = next(number for number, cells in enumerate(sets()) if 0 in cells)
    return split([{"weights": [[met, 1]]}], nodes(1, frozenset(), frozenset({0})), clues=2)


def beyond_the_last() -> Data:
    free = next(number for number, cells in enumerate(sets()) if 0 not in cells)
    return split([{"weights": [[free, 1]]}], [{"weights": [[free, 1]]}], clues=1)


TREES: dict[str, tuple[str, Callable[[], Data]]] = {
    "tree and proof": ("a tree and a formula", lambda: by_tree(nodes(3), drat="0\n")),
    "neither tree nor proof": (
        "no tree, and no drat",
        lambda: {key: value for key, value in bound().items() if key not in ("drat", "lrat")},
    ),
    "tree that is none": ("no list of nodes", lambda: by_tree(5)),
    "tree without nodes": ("ends before", lambda: by_tree([])),
    "node too many": ("has no place", lambda: by_tree([*nodes(3), {"weights": []}])),
    "node that is none": ("no weights", lambda: by_tree([5])),
    "node without weights": ("no weights", lambda: by_tree([{}])),
    "node that is open": ("not closed by its weights", lambda: by_tree([{"weights": []}])),
    "node of no cell": ("no cell of the board", lambda: split(nodes(2), nodes(3), cell="r9c9")),
    "cell chosen twice": ("not open", chosen_twice),
    "cell beyond the last": ("not open", beyond_the_last),
    "weights that are none": ("no list", lambda: by_tree([{"weights": 5}])),
    "weight in a tuple": ("not a rival's number", lambda: replaced(lambda number, weight: (number, weight))),
    "weight of three": ("not a rival's number", lambda: replaced(lambda number, weight: [number, weight, 1])),
    "broken weight": ("not a rival's number", lambda: replaced(lambda number, weight: [number, float(weight)])),
    "weight on a rival from the end": (
        "on rival -",
        lambda: replaced(lambda number, weight: [number - len(sets()), weight]),
    ),
    "weight on no rival": ("on rival 999999", lambda: replaced(lambda _, weight: [999_999, weight])),
    "weight of nothing": ("weight 0", lambda: rooted(lambda weights: weights.append([0, 0]))),
    "weight on a rival that is met": ("which is met", on_a_set_that_is_met),
}
