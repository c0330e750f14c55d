"""Export of chains for certificates: everything a chain rests on, chains inside chains included.

Ratings do not need this: a search keeps of the chains inside a chain only what its number depends on. For the one
deduction that was chosen they are searched for once more, on the grid each was found on, and taken by fingerprint.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.errors import EnginesDisagree
from cpsudoku.techniques.chains.chain_words import pattern
from cpsudoku.techniques.chains.forcing import ForcingNets
from cpsudoku.techniques.chains.links import CANDIDATES, OFF
from cpsudoku.techniques.chains.static import StaticChains
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
_STATIC_NETS = tuple(MULTIPLE.values())


class ChainExport:
    """The engines of the second search; they serve any number of deductions, one at a time."""

    def __init__(self) -> None:
        self._statics = StaticChains()
        self._multiple = ForcingNets(False, False, 0)
        self._nets = ForcingNets(True, False, 1)

    def of(self, technique: str, engine: Any) -> Chain:
        """The deduction of this technique that the chain engine found last."""
        if technique in STATIC.values():
            return _line(engine.statics.winner()[2])
        nets = engine.nishio if technique == "nishio" else engine.multiple if technique in _STATIC_NETS else engine.nets
        return self._exported(nets, nets.winner()[3])

    def _exported(self, nets: Any, ends: list[tuple[int, int, int]]) -> Chain:
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
        if cause != 5:
            return cause, parents, "", None, []
        kind, first, second, digits = about & 15, about >> 4 & 63, about >> 10 & 63, about >> 16
        if kind < 4:
            houses = (first, second) if kind == 3 else (first,)
            return cause, parents, pattern(about), Rule(RULES[kind], houses, (second,) * (kind == 0), digits), []
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
        return cause, parents, pattern(about), Rule("chain", (), (), 0, at), besides

    def _inner(self, kind: int, level: int, fingerprint: int, values: bytes, masks: list[int]) -> Nested:
        """The chain of this kind, level and fingerprint on the grid. Raises EnginesDisagree where there is none."""
        engine: Any = self._statics if kind == 4 else self._multiple if kind == 5 else self._nets
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
    from cpsudoku.techniques.core.board_grid import LAYOUT

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
