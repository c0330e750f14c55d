"""Ways to dig a puzzle out of a grid, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import Orbit, orbits
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.digging import Deletion, dig
from cpsudoku.subsets.clue_oracles import ClueOracle

if TYPE_CHECKING:
    from cpsudoku.generation.recipe import Recipe

PRESETS = {"easy": (4.72, 0.5), "medium": (5.27, 0.5), "difficult": (5.72, 0.5), "extreme": (6.22, 0.5)}
"""Difficulty -> (nr, vari) of dig `per-box`, as the original's help page has them."""


def minimal(
    recipe: Recipe, solution: Solution, stream: Stream, oracle: ClueOracle, *, thorough: bool = True
) -> Deletion:
    """Clues, or orbits, go in random order as long as the puzzle stays unique (top-down reduction).

    With a clue range and minimality not insisted on, digging stops at a number of clues drawn from the range.

    Not *thorough* is dig `until-ambiguous`, the rule of the C# RecursiveGenerator: the first removal that loses
    uniqueness is taken back, and that is the puzzle. Uniqueness is monotone along the order, so the place is found by
    bisection: at most 7 questions at 9x9 instead of some 37. From grids of fill `recursive` the mean is 44.4 clues.
    """
    fewest = goal(recipe, stream)
    order = stream.shuffled(orbits(recipe.geometry, recipe.symmetry))
    return dig(oracle, solution, order, fewest=fewest, thorough=thorough, limits=recipe.limits)


def goal(recipe: Recipe, stream: Stream) -> int:
    """The number of clues at which digging stops; 0 where it goes on to the end."""
    if recipe.minimal is not False or recipe.clues is None:
        return 0
    fewest, most = recipe.clues
    return fewest + stream.number(most - fewest + 1)


def per_box(recipe: Recipe, solution: Solution, stream: Stream, oracle: ClueOracle) -> Deletion:
    """Scilab's `sudoku_delrandom(X, nr, vari)`; the result is not `settled`.

    From each box d = min(n - 2, round(u)) cells go, u uniform between nr - vari and nr + vari, the cells at random. (At
    9x9 n - 2 is the 7 of the original.) Uniqueness is not implied: clues are put back in random order until the puzzle
    is unique, or it is left raw, as published.

    With a symmetry, boxes that it maps onto each other share one quota d, which random orbits of cells make up exactly.
    Where they cannot (rot90 takes 0, 1, 4, 5, 8 or 9 cells from the middle box), the next lower or higher number goes,
    by the toss of a coin, so that the mean stays. Boxes that the symmetry does not map onto each other (of jigsaws, or
    2x3 ones turned) lose orbits while all they touch have cells to lose: fewer than d.
    """
    board = recipe.geometry
    order = chosen(board, recipe.nr, recipe.vari, orbits(board, recipe.symmetry), stream)
    if recipe.raw:
        gone = {cell for group in order for cell in group}
        return Deletion(frozenset(range(board.size)) - gone, False, 0)
    # putting clues back in random order until unique = digging in the reverse of that order until ambiguous
    return dig(oracle, solution, order, thorough=False, limits=recipe.limits)


def chosen(board: Geometry, nr: float, vari: float, groups: Sequence[Orbit], stream: Stream) -> list[Orbit]:
    """The groups of cells that go, in a random order."""
    together = _boxes_together(board, groups)
    cells_of = [_per_box(board, group) for group in groups]
    even = all(len(set(lost.values())) == 1 and set(lost) == set(together[min(lost)]) for lost in cells_of)
    quota = {boxes: quota_of(board.side, nr, vari, stream) for boxes in dict.fromkeys(together)}
    if not even:
        # boxes the symmetry does not map onto each other, such as those of a jigsaw
        return _while_it_fits(board, {box: quota[boxes] for box, boxes in enumerate(together)}, groups, stream)
    weights: dict[tuple[int, ...], list[int]] = {boxes: [] for boxes in quota}
    for lost in cells_of:
        weights[together[min(lost)]].append(next(iter(lost.values())))
    quota = {boxes: _attainable(wanted, weights[boxes], stream) for boxes, wanted in quota.items()}
    order = stream.shuffled(groups)
    owner = [together[board.box_of(group[0])] for group in order]
    weight = [len(group) // len(boxes) for group, boxes in zip(order, owner)]
    # what the groups after each one can still make up, as bits
    after: list[int] = []
    sums = dict.fromkeys(quota, 1)
    for boxes, each in zip(reversed(owner), reversed(weight)):
        after.append(sums[boxes])
        sums[boxes] |= sums[boxes] << each
    found: list[Orbit] = []
    for group, boxes, each, rest in zip(order, owner, weight, reversed(after)):
        left = quota[boxes] - each
        if left >= 0 and rest >> left & 1:
            quota[boxes] = left
            found.append(group)
    return found


def _per_box(board: Geometry, group: Orbit) -> Counter[int]:
    return Counter(map(board.box_of, group))


def _boxes_together(board: Geometry, groups: Sequence[Orbit]) -> list[tuple[int, ...]]:
    """For each box those that share a group with it, directly or not, itself among them."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(board.side))
    for group in groups:
        nx.add_path(graph, map(board.box_of, group))
    found: list[tuple[int, ...]] = [()] * board.side
    for part in nx.connected_components(graph):
        for box in part:
            found[box] = tuple(sorted(part))
    return found


def _attainable(wanted: int, weights: Sequence[int], stream: Stream) -> int:
    """*wanted* where some of the *weights* sum to it, else one of the two nearest sums, *wanted* on average."""
    sums = 1
    for weight in weights:
        sums |= sums << weight
    lower = next(k for k in range(wanted, -1, -1) if sums >> k & 1)
    if lower == wanted or not sums >> wanted:
        return lower
    upper = next(k for k in count(wanted) if sums >> k & 1)
    return upper if stream.fraction() * (upper - lower) < wanted - lower else lower


def _while_it_fits(board: Geometry, quota: dict[int, int], groups: Sequence[Orbit], stream: Stream) -> list[Orbit]:
    """Groups in random order, each where every box it touches still has as many cells to lose."""
    found: list[Orbit] = []
    for group in stream.shuffled(groups):
        wanted = _per_box(board, group)
        if all(quota[box] >= cells for box, cells in wanted.items()):
            for box, cells in wanted.items():
                quota[box] -= cells
            found.append(group)
    return found


def quota_of(side: int, nr: float, vari: float, stream: Stream) -> int:
    """Cells one box loses: min(n - 2, round(uniform[nr - vari, nr + vari])), at least 0; halves round up."""
    drawn = floor(nr - vari + 2 * vari * stream.fraction() + 0.5)
    return max(0, min(max(side - 2, 1), drawn))


class Dig(NamedTuple):
    """A function that digs, one sentence on its bias, and figures for single cells dug from uniform 9x9 grids."""

    dig: Callable[[Recipe, Solution, Stream, ClueOracle], Deletion]
    bias: str
    numbers: str = ""


DIGS = {
    "minimal": Dig(
        minimal,
        "top-down: favours puzzles with few clues",
        "mean about 24.4 clues, sd 1.1; the mean of all minimal puzzles is about 26.577",
    ),
    "until-ambiguous": Dig(
        partial(minimal, thorough=False),
        "stops at the first clue that is needed; seldom minimal",
        "mean 44.85 clues, sd 8.2",
    ),
    "per-box": Dig(per_box, "the same number of cells from every box, give or take vari; raw puzzles are not unique"),
}
