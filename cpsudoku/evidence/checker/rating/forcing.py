"""Deductions from chains: single chains and cycles, nishio, cell and region chains, dynamic chains of every level.

Number: the base of the technique (of dynamic chains: 8.5 and half a point a level), and 0.1 for each of the lengths
4, 6, 8, 12, 16, 24, 32, 48, ... that the number of statements less two exceeds.
"""

from __future__ import annotations

from ..errors import require, shown
from .board import INSIDE, PEERS, Candidate, Grid
from .claim import Chain, Claim, Deduction, Node
from .nodes import RANK, Conclusion, Replayed

BASES = {
    "x-cycle": 65,
    "y-cycle": 65,
    "cycle": 70,
    "x-chain": 66,
    "forcing-chain": 70,
    "nishio": 75,
    "cell-chains": 80,
    "region-chains": 80,
    "dynamic-cell-chains": 85,
    "dynamic-region-chains": 85,
    "dynamic-contradiction": 85,
    "dynamic-double-chains": 85,
}


def chain(claim: Claim, grid: Grid) -> Deduction:
    """A chain step."""
    found = deduced(claim.chain, grid)
    require(claim.level == found.level, f"level {claim.level}; what it uses makes it {found.level}")
    return Deduction(BASES[claim.technique] + 5 * found.level + longer(found.length), found.place, found.removals)


def longer(length: int) -> int:
    """The tenths a chain of so many statements adds."""
    ceiling, tenths = 4, 0
    while length - 2 > ceiling:
        ceiling = ceiling * 3 // 2 if tenths % 2 == 0 else ceiling * 4 // 3
        tenths += 1
    return tenths


def deduced(chain: Chain, grid: Grid) -> Conclusion:
    """What follows from the chain on the grid. Raises Rejected unless every statement follows."""
    technique = chain.technique
    require(technique in BASES, f"{shown(technique)} is no chain of the scale")
    if technique in ("x-cycle", "y-cycle", "cycle"):
        return _cycle(chain, grid)
    if technique in ("x-chain", "forcing-chain"):
        return _single(chain, grid)
    dynamic = technique == "nishio" or technique.startswith("dynamic-")
    replayed = Replayed(
        chain,
        grid,
        deduced,
        dynamic=dynamic,
        in_cells=technique != "nishio",
        patterns=technique.startswith("dynamic-"),
    )
    ranks = replayed.ranks()
    require(not ranks & {2, 3} or not ranks & {4}, "chains inside of levels that do not go together")
    if technique in ("nishio", "dynamic-contradiction"):
        place, target = None, _contradicted(replayed)
    elif technique == "dynamic-double-chains":
        target = _double(replayed, grid)
    else:
        target = _cases(replayed, grid)
    if target.on:
        place = target.cell, target.digit
        removals = grid.among([target.cell], grid.held[target.cell] - {target.digit})
    else:
        place, removals = None, frozenset([(target.cell, target.digit)])
    rank = RANK.get(technique, 5 if replayed.level else 4)
    return Conclusion(place, removals, replayed.length(), replayed.level, rank, replayed.sameness())


def _contradicted(replayed: Replayed) -> Node:
    """From one assumption follow a statement and its negation: the assumption's negation."""
    require(len(replayed.chain.targets) == 2, "a contradiction has two branches")
    first, second = (replayed.chain.nodes[target] for target in replayed.chain.targets)
    require(first.says == (second.cell, second.digit, not second.on), "the two branches do not contradict each other")
    assumed, again = (replayed.assumption(target) for target in replayed.chain.targets)
    require(assumed.says == again.says, "the branches have different assumptions")
    return assumed._replace(on=not assumed.on)


def _one_end(replayed: Replayed) -> Node:
    ends = [replayed.chain.nodes[target] for target in replayed.chain.targets]
    require(len({end.says for end in ends}) == 1, "the branches end in different statements")
    return ends[0]


def _double(replayed: Replayed, grid: Grid) -> Node:
    """What follows both from a statement and from its negation."""
    require(len(replayed.chain.targets) == 2, "double chains have two branches")
    first, second = (replayed.assumption(target) for target in replayed.chain.targets)
    require(first.says == (second.cell, second.digit, not second.on), "the assumptions are not each other's negation")
    require(len(grid.held[first.cell]) > 2, "their cell has two candidates")
    return _one_end(replayed)


def _cases(replayed: Replayed, grid: Grid) -> Node:
    """What follows from every candidate of a cell, or from every place of a digit in a house."""
    cases = [replayed.assumption(target) for target in replayed.chain.targets]
    require(all(case.on for case in cases), "a case is an assumption that something is not so")
    stated = [(case.cell, case.digit) for case in cases]
    require(len(set(stated)) == len(stated), "a case twice")
    if "region" in replayed.chain.technique:
        require(len(replayed.chain.houses) == 1, "not one house")
        expected = grid.among(INSIDE[replayed.chain.houses[0]], [cases[0].digit])
        require(len(expected) > 1, "the digit has one place in the house")
    else:
        expected = grid.among([cases[0].cell], range(1, 10))
        require(len(expected) > 1 + (not replayed.dynamic), "the cell has too few candidates")
    require(set(stated) == expected, "the cases are not all there are")
    return _one_end(replayed)


def _straight(chain: Chain, grid: Grid) -> None:
    """A chain in which each statement follows from the one before."""
    Replayed(chain, grid, deduced, dynamic=False, in_cells=not chain.technique.startswith("x-"))
    require(chain.targets == (len(chain.nodes) - 1,), "not one chain")
    for number, node in enumerate(chain.nodes):
        require(node.parents == ((number - 1,) if number else ()), "a statement does not follow from the one before")
    if chain.technique in ("cycle", "forcing-chain"):
        kinds = {node.by == "cell" for node in chain.nodes[1:]}
        require(True in kinds, "without links inside cells it is an X-chain or X-cycle")


def _single(chain: Chain, grid: Grid) -> Conclusion:
    """A statement refuted by a chain that leads to its negation."""
    _straight(chain, grid)
    start, end = chain.nodes[0], chain.nodes[-1]
    require(start.says == (end.cell, end.digit, not end.on), "the chain does not end in the negation of its start")
    says = [node.says for node in chain.nodes]
    require(len(set(says)) == len(says), "a statement twice")
    candidate = end.cell, end.digit
    if not end.on:
        return Conclusion(None, frozenset([candidate]), len(says), 0, 2, tuple(says))
    rest = grid.among([end.cell], grid.held[end.cell] - {end.digit})
    return Conclusion(candidate, rest, len(says), 0, 2, tuple(says))


def _cycle(chain: Chain, grid: Grid) -> Conclusion:
    """Statements that lead back to the first hold together or fail together: what sees both sorts of a digit goes."""
    _straight(chain, grid)
    start, round_ = chain.nodes[0], chain.nodes[1:]
    require(start.on and start.says == round_[-1].says, "the chain does not lead back to its start")
    says = [node.says for node in round_]
    require(len(set(says)) == len(says) >= 4, "a statement twice")
    if chain.technique == "y-cycle":
        require(all(node.by == "cell" for node in round_ if node.on), "a strong link that is not inside a cell")
    elif chain.technique == "cycle":
        require(any(node.by != "cell" for node in round_ if node.on), "strong links inside cells alone are a Y-cycle")
    cells = {node.cell for node in round_}
    gone: set[Candidate] = set()
    for digit in range(1, 10):
        on, off = (
            frozenset().union(*(PEERS[node.cell] for node in round_ if node.digit == digit and node.on is sort))
            for sort in (True, False)
        )
        gone |= grid.among((on & off) - cells, [digit])
    return Conclusion(None, frozenset(gone), len(says), 0, 2, ("cycle", tuple(says)))
