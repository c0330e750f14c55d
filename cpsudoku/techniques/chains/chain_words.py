"""Chains for people: from the engine's nodes to statements, and from statements to sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.techniques import words
from cpsudoku.techniques.chains.links import CANDIDATES, OFF
from cpsudoku.techniques.step import Chain, Node, Step

RawNode = tuple[int, int, list[int], int]
"""Node of `links` (0 .. 1457), cause, parent nodes, what its pattern is about (see `advanced`)."""

NESTED = {
    (4, 2): "an X-chain or X-cycle",
    (4, 3): "a Y-cycle",
    (4, 4): "a forcing chain or cycle",
    (5, 5): "cell forcing chains",
    (5, 6): "region forcing chains",
    (6, 1): "dynamic double forcing chains",
    (6, 5): "dynamic cell forcing chains",
    (6, 6): "dynamic region forcing chains",
    (6, 7): "dynamic contradiction forcing chains",
}


def pattern(about: int) -> str:
    """What a pattern inside a chain is, from its word."""
    kind, first, second, digits = about & 15, about >> 4 & 63, about >> 10 & 63, words.digits(about >> 16)
    if kind == 0:
        return f"{digits} of {words.house(first)} confined to {words.house(second)}"
    if kind == 3:
        return f"X-wing of {digits} in {words.houses((first, second))}"
    if kind < 3:
        return f"{'hidden' if kind == 1 else 'naked'} pair {digits} in {words.house(first)}"
    return f"{NESTED[kind, first]}{' + forcing chains' if second else ''} on the grid so reduced"


def evidence(chains: Sequence[Sequence[RawNode]]) -> Chain:
    """The statements of the chains, one after the other; each chain ends in its target."""
    nodes: list[Node] = []
    targets: list[int] = []
    for chain in chains:
        number: dict[int, int] = {}
        for node, cause, parents, about in chain:
            known = tuple(number[parent] for parent in parents if parent in number)
            candidate = node % CANDIDATES
            why = pattern(about) if cause == 5 else ""
            number[node] = len(nodes)
            nodes.append(Node(candidate % 81, candidate // 81 + 1, node < OFF, cause, known, why))
        targets.append(len(nodes) - 1)
    return Chain(tuple(nodes), tuple(targets))


def reason(node: Node) -> str:
    """Where the statement follows: a cell, a house, or a pattern."""
    if node.cause == 5:
        return node.why
    if node.cause == 1:
        return "its cell"
    house = (node.cell // 27 * 3 + node.cell % 9 // 3, 9 + node.cell // 9, 18 + node.cell % 9)[node.cause - 2]
    return words.house(house)


def spelled(chain: Chain, numbers: Iterable[int], known: frozenset[tuple[int, int, bool]] = frozenset()) -> str:
    """The statements in order, each with its reason; what it rests on is named unless that is the one before alone.

    Statements of *known* are left out.
    """
    parts = []
    before = -1
    for number in numbers:
        node = chain.nodes[number]
        if node.cause == 0 or (node.cell, node.digit, node.on) in known:
            before = number
            continue
        others = [str(chain.nodes[parent]) for parent in node.parents]
        by = "" if list(node.parents) == [before] else f" by {words.listing(others)}"
        parts.append(f"{node} ({reason(node)}{by})")
        before = number
    return ", ".join(parts)


def statement(node: Node) -> tuple[int, int, bool]:
    """What it says, whatever it follows from."""
    return node.cell, node.digit, node.on


def line(step: Step) -> str:
    """A chain of one branch: `if a, then b (row 1), c (box 2), ...`."""
    assert step.chain
    numbers = step.chain.branch(step.chain.targets[0])
    return f"if {step.chain.nodes[numbers[0]]}, then {spelled(step.chain, numbers)}"


def contradiction(step: Step) -> str:
    """Two branches of one assumption that end in a statement and its negation."""
    chain = step.chain
    assert chain
    first, second = (chain.branch(target) for target in chain.targets)
    start = next(chain.nodes[number] for number in [*first, *second] if chain.nodes[number].cause == 0)
    shared = frozenset(statement(chain.nodes[number]) for number in first)
    ends = [chain.nodes[target] for target in chain.targets]
    halves = [spelled(chain, first) or str(ends[0]), spelled(chain, second, shared) or str(ends[1])]
    return f"if {start}, then {halves[0]}; but then also {halves[1]}, a contradiction"


def cases(step: Step) -> str:
    """One branch a case, all with the same end."""
    chain = step.chain
    assert chain
    parts = []
    for target in chain.targets:
        numbers = chain.branch(target)
        start = next((chain.nodes[number] for number in numbers if chain.nodes[number].cause == 0), chain.nodes[target])
        text = spelled(chain, numbers)
        parts.append(f"if {start}, then {text}" if text else f"if {start}, nothing is left to show")
    return f"{'; '.join(parts)}; one of these is the case"
