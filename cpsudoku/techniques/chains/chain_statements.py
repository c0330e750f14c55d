"""Chains as statements: what the engine found as nodes of a `Chain`, and those in sentences.

Ratings do not need the chains inside a chain: a search keeps of them only what its number depends on. For a certificate
those of the chosen deduction are searched for once more, on the grid each was found on, and taken by fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from cpsudoku.errors import EnginesDisagree
from cpsudoku.techniques import words
from cpsudoku.techniques.chains.forcing import ForcingNets
from cpsudoku.techniques.chains.links import CANDIDATES, OFF
from cpsudoku.techniques.chains.static import StaticChains
from cpsudoku.techniques.core.board_grid import LAYOUT
from cpsudoku.techniques.step import Chain, Nested, Node, Rule

RULES = ("locking", "hidden-pair", "naked-pair", "x-wing")
STATIC = {(1, 0): "x-cycle", (1, 1): "y-cycle", (1, 2): "cycle", (2, 0): "x-chain", (2, 2): "forcing-chain"}
MULTIPLE = {5: "cell-chains", 6: "region-chains"}
DYNAMIC = {
    1: "dynamic-double-chains",
    5: "dynamic-cell-chains",
    6: "dynamic-region-chains",
    7: "dynamic-contradiction",
}
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


class ChainStatements:
    """Turns the deduction that a search found last into a `Chain`, one at a time; *nested*: with the chains inside."""

    def __init__(self, nested: bool = False) -> None:
        self.nested = nested

    @cached_property
    def _searches(self) -> dict[int, Any]:
        """The searches for chains inside a chain, by kind of pattern."""
        return {4: StaticChains(), 5: ForcingNets(False, False, 0), 6: ForcingNets(True, False, 1)}

    def of(self, search: Any) -> Chain:
        """The deduction that this search found last."""
        *_, found = search.winner()
        return _line(found) if isinstance(search, StaticChains) else self._exported(search, found)

    def _exported(self, nets: Any, ends: list[tuple[int, int, int]]) -> Chain:
        """The statements of all chains, one chain after the other, each ended by its target; parents come first."""
        nodes: list[Node] = []
        targets: list[int] = []
        inner: list[Nested] = []
        known: dict[tuple[int, int], int] = {}
        for slot, target, word in ends:
            number: dict[int, int] = {}
            waiting = [target]
            reasons: dict[int, tuple[Any, ...]] = {}
            while waiting:
                node = waiting[-1]
                if node not in number and node not in reasons:
                    reason = self._reason(nets, slot, node, word if node == target else 0, inner, known)
                    reasons[node] = reason
                    waiting += [p for p in (*reversed(reason[4]), *reversed(reason[1])) if p not in number]
                    continue
                waiting.pop()
                if node not in number:
                    cause, parents, why, rule, besides = reasons[node]
                    number[node] = len(nodes)
                    x = node % CANDIDATES
                    after, beside = (tuple(number[other] for other in others) for others in (parents, besides))
                    nodes.append(Node(x % 81, x // 81 + 1, node < OFF, cause, after, why, rule, beside))
            targets.append(number[target])
        return Chain(tuple(nodes), tuple(targets), tuple(inner))

    def _reason(
        self, nets: Any, slot: int, node: int, word: int, inner: list[Nested], known: dict[tuple[int, int], int]
    ) -> tuple[int, list[int], str, Rule | None, list[int]]:
        """(cause, parents, words, rule, what the rule needs besides) of a node."""
        cause, parents, about, number, fingerprint, count = nets.statement(slot, node, word)
        why = pattern(about) if cause == 5 else ""
        if cause != 5 or not self.nested:
            return cause, parents, why, None, []
        kind, first, second, digits = about & 15, about >> 4 & 63, about >> 10 & 63, about >> 16
        if kind < 4:
            houses = (first, second) if kind == 3 else (first,)
            return cause, parents, why, Rule(RULES[kind], houses, (second,) * (kind == 0), digits), []
        refuted = nets.refuted(slot, count)
        if (slot, number) not in known:
            values, masks = nets.origin_grid()
            for x in refuted:
                masks[x % 81] &= ~(1 << x // 81)
            found = self._inner(kind, second, fingerprint, values, masks)
            if found not in inner:
                inner.append(found)
            known[slot, number] = inner.index(found)
        at = known[slot, number]
        besides: list[int] = []
        if kind == 6 and second:
            lost = set(refuted) - {parent - OFF for parent in parents}
            besides = [OFF + x for x in sorted(lost & _concerned(inner[at].chain))]
        return cause, parents, why, Rule("chain", (), (), 0, at), besides

    def _inner(self, kind: int, level: int, fingerprint: int, values: bytes, masks: list[int]) -> Nested:
        """The chain of this kind, level and fingerprint on the grid. Raises EnginesDisagree where there is none."""
        engine = self._searches[kind]
        found = engine.all_chains(masks) if kind == 4 else engine.all_chains(values, masks, level)
        if fingerprint not in found:
            raise EnginesDisagree("a chain inside a chain is not found again on its grid")
        if kind == 4:
            form, mode, nodes = found[fingerprint]
            return Nested(STATIC[form, mode], (), _line(nodes))
        key, origin, _, ends = found[fingerprint]
        name = (MULTIPLE if kind == 5 else DYNAMIC)[key]
        return Nested(name, (origin // 9,) if key == 6 else (), self._exported(engine, ends))


def _line(nodes: list[tuple[int, int]]) -> Chain:
    """A static chain or cycle: each statement follows from the one before."""
    found = tuple(
        Node(node % 81, node % CANDIDATES // 81 + 1, node < OFF, cause if number else 0, (number - 1,) * (number > 0))
        for number, (node, cause) in enumerate(nodes)
    )
    return Chain(found, (len(found) - 1,))


def _concerned(chain: Chain) -> set[int]:
    """The candidates whose absence the patterns and chains inside this chain may rest on."""
    found: set[int] = set()
    for node in chain.nodes:
        if node.rule and node.rule.kind != "chain":
            for house in node.rule.houses:
                found |= {81 * d + cell for cell in LAYOUT.houses[house] for d in range(9)}
    for inner in chain.nested:
        found |= _concerned(inner.chain)
        for node in inner.chain.nodes:
            if node.on and node.cause == 1:
                found |= {81 * d + node.cell for d in range(9)}
            elif node.on and node.cause:
                house = LAYOUT.houses_of[node.cell][node.cause - 2]
                found |= {81 * (node.digit - 1) + cell for cell in LAYOUT.houses[house]}
    return found


def reason(node: Node) -> str:
    """The reason of a statement: a cell, a house, or a pattern."""
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
    """The statement itself, without its reasons."""
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
