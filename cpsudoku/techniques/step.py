"""One step of a solution path: what is concluded, from which pattern, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.board.arrays import grid_array, mask_array, pair_array
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.mixins import Evaluable, RichDisplay
from cpsudoku.techniques import words
from cpsudoku.techniques.ladder import MOST_ROWS, NESTED_RATINGS, SPECIAL, TECHNIQUES
from cpsudoku.techniques.words import Words

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

CAUSES = ("assumption", "cell", "box", "row", "column", "pattern")
"""Why a node of a chain follows, by number."""


class Rule(NamedTuple):
    """The pattern behind a statement of a chain (cause 5), for those who check it.

    `kind` is locking, hidden-pair, naked-pair or x-wing, with its base `houses`, its `cover` and `digits` (a mask), or
    chain, with its number `nested` among those inside.
    """

    kind: str
    houses: tuple[int, ...]
    cover: tuple[int, ...] = ()
    digits: int = 0
    nested: int = -1


class Node(NamedTuple):
    """A statement of a chain: the cell holds the digit (`on`), or it does not.

    `cause` is a number of `CAUSES`: the cell or house that forces it, or 0 for the assumption. `parents` are the
    numbers of the statements it follows from; parents come before children. `why` describes a pattern (cause 5).
    Spelled out for a certificate, it has the pattern as `rule`; `besides` are statements a chain inside rests on that
    the scale does not count.
    """

    cell: int
    digit: int
    on: bool
    cause: int
    parents: tuple[int, ...]
    why: str = ""
    rule: Rule | None = None
    besides: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{words.cell(self.cell)} {'=' if self.on else '≠'} {self.digit}"


class Chain(NamedTuple):
    """All statements of a chain step and, for each of its branches, the number of the one it ends in.

    A forcing chain and a cycle have one branch, a contradiction or a reduction two, cell and region chains one for each
    candidate or position. Branches do not share nodes. `nested` are the chains inside, where they are spelled out.
    """

    nodes: tuple[Node, ...]
    targets: tuple[int, ...]
    nested: tuple[Nested, ...] = ()

    def branch(self, target: int) -> list[int]:
        """The statements the target rests on, itself included, ascending: so that each follows its parents."""
        seen = {target}
        waiting = [target]
        while waiting:
            for parent in self.nodes[waiting.pop()].parents:
                if parent not in seen:
                    seen.add(parent)
                    waiting.append(parent)
        return sorted(seen)


class Nested(NamedTuple):
    """A chain inside a chain: its technique, the house of region chains, its statements."""

    technique: str
    houses: tuple[int, ...]
    chain: Chain


@dataclass(frozen=True, repr=False)
class Step(Evaluable, RichDisplay):
    """A deduction of the ladder.

    technique   its word on the ladder (`ladder.TECHNIQUES`)
    name        its customary name
    rating      difficulty: a number of the scale with one decimal, exactly its literal
    placement   (cell, digit) or None
    removals    (cell, digit) pairs, by cell; those that follow from the placement alone are not listed
    houses, cover, cells, digits, extra
                the pattern; their meaning and order are stated by the technique's file; digits are masks
    variant     its type (loops, BUG) or level (nested chains)
    chain       the statements of a chain step
    before      candidates of the cells before the step, as masks; grid, the digits then (0 where empty)
    geometry    the board
    """

    technique: str
    name: str
    rating: float
    placement: tuple[int, int] | None
    removals: tuple[tuple[int, int], ...]
    houses: tuple[int, ...] = ()
    cover: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    digits: int = 0
    extra: int = 0
    variant: int = 0
    chain: Chain | None = None
    before: tuple[int, ...] = field(default=(), repr=False, compare=False)
    grid: bytes = field(default=b"", repr=False, compare=False)
    geometry: Geometry = CLASSIC

    def argument(self) -> str:
        """The argument of its technique, in words."""
        from cpsudoku.techniques import argument  # techniques import this file

        return argument(self)

    @property
    def words(self) -> Words:
        """The names of the board's cells and houses."""
        return Words(self.geometry)

    @property
    def cell(self) -> int | None:
        """The cell of the placement; None where only candidates go."""
        return self.placement[0] if self.placement else None

    @property
    def digit(self) -> int | None:
        """The digit of the placement; None where only candidates go."""
        return self.placement[1] if self.placement else None

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The step as numpy arrays: `grid` (rows, columns), the digits before it, 0 where empty; and, of shape
        (rows, columns, digits), True where: `candidates` before it, `placed` and `removed` by it."""
        placed = [self.placement] if self.placement else []
        return {
            "grid": grid_array(self.grid or bytes(self.geometry.size), self.geometry),
            "candidates": mask_array(self.before or (0,) * self.geometry.size, self.geometry),
            "placed": pair_array(placed, self.geometry),
            "removed": pair_array(self.removals, self.geometry),
        }

    @property
    def place(self) -> str:
        """`r2c5=3`, or empty."""
        return f"{self.words.cell(self.placement[0])}={self.placement[1]}" if self.placement else ""

    @property
    def remove(self) -> str:
        """`r1c7-24 r3c7-4`: what each cell loses."""
        found: dict[int, str] = {}
        for cell, digit in self.removals:
            found[cell] = found.get(cell, "") + ("," if cell in found and self.geometry.side > 9 else "") + str(digit)
        return " ".join(f"{self.words.cell(cell)}-{digits}" for cell, digits in found.items())

    @property
    def conclusion(self) -> str:
        """`r2c5 = 3`, or what goes: `no 2 in r1c7 and r3c7, no 4 in r1c7`."""
        if self.placement:
            return f"{self.words.cell(self.placement[0])} = {self.placement[1]}"
        found: dict[int, list[int]] = {}
        for cell, digit in self.removals:
            found.setdefault(digit, []).append(cell)
        return ", ".join(f"no {digit} in {self.words.cells(found[digit])}" for digit in sorted(found))

    @property
    def sentence(self) -> str:
        """The whole argument, in a sentence or, for chains, a paragraph."""
        name = self.name[:1].upper() + self.name[1:]
        return f"{name}: {self.argument()}: {self.conclusion}."

    def to_dict(self) -> dict[str, Any]:
        """Plain data: cells as "r1c1", digits as numbers.

        `place` is {"cell", "digit"}, absent where nothing is placed; `remove` a list of {"cell", "digits"}.
        """
        lost: dict[int, list[int]] = {}
        for cell, digit in self.removals:
            lost.setdefault(cell, []).append(digit)
        found: dict[str, Any] = {
            "rating": self.rating,
            "technique": self.technique,
            "name": self.name,
            "remove": [{"cell": self.words.cell(cell), "digits": digits} for cell, digits in lost.items()],
            "text": self.sentence,
            "houses": [self.words.house(house) for house in self.houses],
            "cover": [self.words.house(house) for house in self.cover],
            "cells": [self.words.cell(cell) for cell in self.cells],
            "digits": self.words.digits_of(self.digits),
        }
        found = {key: value for key, value in found.items() if value != []}
        if self.placement:
            found["place"] = {"cell": self.words.cell(self.placement[0]), "digit": self.placement[1]}
        if self.chain:
            found["chain"] = {
                "nodes": [
                    {"cell": self.words.cell(n.cell), "digit": n.digit, "on": n.on, "cause": CAUSES[n.cause]}
                    | {"parents": list(n.parents)}
                    | ({"why": n.why} if n.why else {})
                    for n in self.chain.nodes
                ],
                "targets": list(self.chain.targets),
            }
        return found

    def graph(self) -> nx.DiGraph[Any]:
        """The implications as a graph: an edge from each statement to those that follow from it.

        Nodes are numbers with `cell`, `digit`, `on`, `label` and `cause`. Of a step without a chain: from each
        candidate of the pattern's cells to each conclusion.
        """
        import networkx as nx

        graph: nx.DiGraph[Any] = nx.DiGraph(technique=self.technique, rating=self.rating)
        if self.chain:
            for number, node in enumerate(self.chain.nodes):
                graph.add_node(
                    number,
                    cell=node.cell,
                    digit=node.digit,
                    on=node.on,
                    label=str(node),
                    cause=CAUSES[node.cause],
                    target=number in self.chain.targets,
                )
                graph.add_edges_from((parent, number) for parent in node.parents)
            return graph
        held = self.before or (0,) * self.geometry.size
        pattern = [(cell, digit) for cell in self.cells for digit in self.words.digits_of(held[cell])]
        if self.placement:
            results = [(*self.placement, True)]
        else:
            results = [(cell, digit, False) for cell, digit in self.removals]
        for number, (cell, digit) in enumerate(pattern):
            label = f"{self.words.cell(cell)} has {digit}"
            graph.add_node(number, cell=cell, digit=digit, on=True, label=label, cause="pattern", target=False)
        for number, (cell, digit, on) in enumerate(results, len(pattern)):
            label = f"{self.words.cell(cell)} {'=' if on else '≠'} {digit}"
            graph.add_node(number, cell=cell, digit=digit, on=on, label=label, cause="pattern", target=True)
            graph.add_edges_from((k, number) for k in range(len(pattern)))
        return graph

    def __str__(self) -> str:
        return f"{self.rating:.1f}  {self.sentence}"


def technique_name(code: int) -> tuple[str, str]:
    """(key, customary name) of a technique as `rater.describe` gives it."""
    row, variant, special = code % MOST_ROWS, code % SPECIAL // MOST_ROWS, code >= SPECIAL
    technique = TECHNIQUES[row]
    if technique.key == "unique-loop":
        return technique.key, f"unique {'rectangle' if special else 'loop'} type {variant}"
    if technique.key == "bug":
        return technique.key, f"BUG type {variant}"
    if technique.key == "x-chain" and special:
        return technique.key, "turbot fish"
    if technique.levels > 1 and variant:
        return technique.key, f"{technique.name} ({NESTED_NAMES[variant]})"
    return technique.key, technique.name


NESTED_NAMES = (
    "",
    "+",
    "+ forcing chains",
    "+ multiple forcing chains",
    "+ dynamic forcing chains",
    "+ dynamic forcing chains (+)",
)
"""What dynamic chains of each level may use besides."""
assert len(NESTED_NAMES) == len(NESTED_RATINGS)
