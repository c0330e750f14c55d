"""Chains of statements, replayed: each must follow from its parents on the grid by the reason it states.

A statement is "the cell is the digit" (on) or "it is not" (off). It follows
  assumption   from nothing
  off          by cell from another digit on in the cell; by box, row or column from the digit on in the house
  on           by cell from all other candidates of the cell being off; by a house from all other places of the digit
               in it being off. Static chains follow from one statement: the cell (the house) holds two.
  off, by a pattern (locking, hidden-pair, naked-pair, x-wing) that is there once its parents are off, and they are
               exactly those without which it would not be
  off, by a chain on the grid that its parents (and what it rests on `besides`) leave
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from .. import work
from ..errors import Rejected, require
from .board import INSIDE, OF, Candidate, Grid, kind, name
from .claim import Chain, Node


class Conclusion(NamedTuple):
    """What follows from a chain; `length` in statements, `level` of its patterns, `rank` as a chain inside another.

    Chains with equal `same` are one.
    """

    place: Candidate | None
    removals: frozenset[Candidate]
    length: int
    level: int
    rank: int
    same: object


Deduce = Callable[[Chain, Grid], Conclusion]
"""What follows from a chain on a grid."""
RANK = dict.fromkeys(("x-cycle", "y-cycle", "cycle", "x-chain", "forcing-chain"), 2)
RANK |= dict.fromkeys(("cell-chains", "region-chains"), 3)
"""Technique -> its rank inside others; dynamic chains rank 4, with patterns 5."""
HOUSE_KINDS = {"box": 0, "row": 1, "column": 2}
Parents = frozenset[Candidate]
PATTERN = 300
"""Steps (`work`) that a pattern takes at most."""


class Replayed:
    """A chain whose every statement has been found to follow.

    *deduced* says what chains inside show.
    *dynamic*: statements may follow from several; *in_cells*: links inside cells; *patterns*: patterns and chains too.
    `branch(target)` are the statements the target rests on, breadth first, as the scale counts them. `level` is 0
    without patterns, 1 with, 2 with static chains inside, 3 with multiple ones, 4 with dynamic ones, 5 where these use
    patterns.
    """

    def __init__(
        self,
        chain: Chain,
        grid: Grid,
        deduced: Deduce,
        *,
        dynamic: bool,
        in_cells: bool = True,
        patterns: bool = False,
    ):
        self.chain, self.grid, self.deduced = chain, grid, deduced
        self.dynamic, self.in_cells, self.patterns = dynamic, in_cells, patterns
        self.level = 0
        self.removed: dict[tuple[int, Parents, Parents], tuple[frozenset[Candidate], int, bool]] = {}
        """(chain inside, its parents, what is besides) -> its removals, its level, whether it is dynamic."""
        self.lengths: dict[int, tuple[object, int]] = {}
        """Chain inside -> what makes it the same as another, its length."""
        require(chain.targets, "no chain of statements")
        for number, node in enumerate(chain.nodes):
            try:
                self._follow(node)
            except Rejected as error:
                text = f"{name(node.cell)} {'=' if node.on else '≠'} {node.digit}"
                raise Rejected(f"statement {number} ({text}, by {node.by}): {error}") from None

    def branch(self, target: int, besides: bool = False) -> list[int]:
        """The target and all it rests on, breadth first; *besides*: with what the scale does not count."""
        found = [target]
        seen = {target}
        for number in found:
            node = self.chain.nodes[number]
            work.spend(4 + len(node.parents) + len(node.besides), held=200)
            for parent in node.parents + (node.besides if besides else ()):
                if parent not in seen:
                    seen.add(parent)
                    found.append(parent)
        says = {self.chain.nodes[number].says for number in found}
        require(len(says) == len(found), "a branch has a statement twice")
        return found

    def assumption(self, target: int) -> Node:
        """The one assumption the target rests on."""
        found = [self.chain.nodes[k] for k in self.branch(target, True) if self.chain.nodes[k].by == "assumption"]
        require(len(found) == 1, f"a branch rests on {len(found)} assumptions")
        return found[0]

    def length(self) -> int:
        """The statements of all branches, and those of each different chain inside them."""
        total = 0
        inside: dict[object, int] = {}
        for target in self.chain.targets:
            branch = self.branch(target)
            total += len(branch)
            for number in branch:
                inner = self.chain.nodes[number].inner
                if inner >= 0:
                    same, length = self.lengths[inner]
                    inside.setdefault(same, length)
        return total + sum(inside.values())

    def sameness(self) -> object:
        """Chains are one where their branches say the same in the same order."""
        nodes = self.chain.nodes
        return tuple(tuple(nodes[number].says for number in self.branch(target)) for target in self.chain.targets)

    def _follow(self, node: Node) -> None:
        work.spend(30 + 2 * len(node.parents) + len(node.besides), held=200)
        require(self.grid.has(node.cell, node.digit), "no candidate")
        parents = [self.chain.nodes[parent] for parent in node.parents]
        if node.by == "assumption":
            require(not parents and not node.besides, "an assumption has no parents")
            return
        require(
            node.by == "chain" or (node.inner < 0 and not node.besides), "no chain, but something inside or besides"
        )
        if node.by == "cell" or node.by in HOUSE_KINDS:
            require(node.by != "cell" or self.in_cells, "a link inside a cell")
            self._link(node, parents)
            return
        require(self.patterns and not node.on, "such a chain has no patterns")
        require(parents and not any(parent.on for parent in parents), "a pattern follows from candidates that are off")
        off = frozenset((parent.cell, parent.digit) for parent in parents)
        if node.by == "chain":
            self._chain_inside(node, off)
            return
        require(node.by in PATTERNS, f"no reason of the scale; known: {', '.join(PATTERNS)}, chain")
        self.level = max(self.level, 1)
        work.spend(PATTERN)
        PATTERNS[node.by](node, off, self.grid, self.grid.without(off))

    def _link(self, node: Node, parents: list[Node]) -> None:
        house = frozenset([node.cell]) if node.by == "cell" else INSIDE[OF[node.cell][HOUSE_KINDS[node.by]]]
        if not node.on:
            require(len(parents) == 1 and parents[0].on, "it is off because one other is on")
            (other,) = parents
            same = other.digit == node.digit
            require(other.cell in house and same == (node.by != "cell") and other.says[:2] != node.says[:2], "no link")
            return
        require(not any(parent.on for parent in parents), "it is on because others are off")
        others = self.grid.among(house, range(1, 10) if node.by == "cell" else [node.digit]) - {node.says[:2]}
        off = {(parent.cell, parent.digit) for parent in parents}
        require(off == others, "its parents are not all the others")
        require(off and (self.dynamic or len(off) == 1), "it follows from several statements, or none")

    def _chain_inside(self, node: Node, off: Parents) -> None:
        require(0 <= node.inner < len(self.chain.inner), "no such chain inside")
        others = [self.chain.nodes[other] for other in node.besides]
        require(not any(other.on for other in others), "what it rests on besides is not off")
        besides = frozenset((other.cell, other.digit) for other in others)
        key = node.inner, off, besides
        if key not in self.removed:
            inside = self.chain.inner[node.inner]
            found = self.deduced(inside, self.grid.without(off | besides))
            dynamic = inside.technique.startswith("dynamic-")
            require(not besides or (dynamic and found.level), "only chains inside chains inside rest on more")
            require(inside.technique != "nishio" and found.level <= 2, "such a chain is not used inside others")
            self.removed[key] = found.removals, found.level, dynamic
            self.lengths[node.inner] = found.same, found.length
            self.level = max(self.level, found.rank)
        require((node.cell, node.digit) in self.removed[key][0], "the chain inside does not refute it")

    def ranks(self) -> set[int]:
        """2, 3, 4, 5: the kinds of the chains inside."""
        return {RANK.get(self.chain.inner[k].technique, 4) for k, _, _ in self.removed}


# ------------------------------------------------------- patterns inside chains


def _exactly(off: Parents, needed: frozenset[Candidate]) -> None:
    require(off == needed, "its parents are not those without which there would be no such pattern")


def _locking(node: Node, off: Parents, before: Grid, grid: Grid) -> None:
    require(len(node.houses) == len(node.cover) == 1 and node.digits == {node.digit}, "not base, cover and digit")
    base, cover = node.houses[0], node.cover[0]
    # two places in both houses: they are a box and a line that cross, or one house, which has no rest
    require(len(grid.places(base, node.digit)) > 1, "the digit is not confined to where the houses cross")
    _exactly(off, before.among(INSIDE[base] - INSIDE[cover], [node.digit]))
    require(node.cell in INSIDE[cover] - INSIDE[base], "not in the rest of the cover house")


def _hidden_pair(node: Node, off: Parents, before: Grid, grid: Grid) -> None:
    require(len(node.houses) == 1 and len(node.digits) == 2, "not a house and two digits")
    (house,) = node.houses
    first, second = (grid.places(house, digit) for digit in sorted(node.digits))
    require(first == second and len(first) == 2 and grid.empty(house) > 4, "no hidden pair")
    _exactly(off, before.among(INSIDE[house] - set(first), node.digits))
    require(node.cell in first and node.digit not in node.digits, "not another digit in the pair's cells")


def _naked_pair(node: Node, off: Parents, before: Grid, grid: Grid) -> None:
    require(len(node.houses) == 1 and len(node.digits) == 2 and node.digit in node.digits, "not a house and two digits")
    (house,) = node.houses
    require(node.cell in INSIDE[house] and grid.empty(house) >= 4, "not in the house, or too few empty cells")
    cells = [cell for cell in sorted(INSIDE[house] - {node.cell}) if grid.held[cell] == node.digits]
    needed = (before.among(pair, set(range(1, 10)) - node.digits) for pair in combinations(cells, 2))
    require(any(found == off for found in needed), "its parents do not leave two cells with the two digits alone")


def _x_wing(node: Node, off: Parents, before: Grid, grid: Grid) -> None:
    require(len(set(node.houses)) == len(node.houses) == 2 and node.digits == {node.digit}, "not two lines and a digit")
    kinds = {kind(house) for house in node.houses}
    require(len(kinds) == 1 and kinds != {"box"}, "the lines are not parallel")
    across = 2 if kinds == {"row"} else 1
    lines = [{OF[cell][across] for cell in grid.places(house, node.digit)} for house in node.houses]
    require(lines[0] == lines[1] and len(lines[0]) == 2 and grid.digit.count(node.digit) <= 5, "no X-wing")
    base = INSIDE[node.houses[0]] | INSIDE[node.houses[1]]
    cover = frozenset().union(*(INSIDE[line] for line in lines[0]))
    _exactly(off, before.among(base - cover, [node.digit]))
    require(node.cell in cover - base, "not in the rest of the crossing lines")


PATTERNS = {"locking": _locking, "hidden-pair": _hidden_pair, "naked-pair": _naked_pair, "x-wing": _x_wing}
