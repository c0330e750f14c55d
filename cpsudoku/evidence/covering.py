"""Trees which show that no few cells meet all of some sets; `checker/covering.py` has what they are.

The weights are the dual solution of a linear program, the least sum of cells' shares such that every set has 1 in all:
far better than sets without common cells. On classic grids one node refutes 11 clues or 12, some hundred refute 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.budget import check_deadline
from cpsudoku.evidence.checker.covering import weighed

UNIT = 10_000
"""What the weights of the sets of one cell are together, about."""
Node = dict[str, Any]


def covering_tree(
    sets: Sequence[Sequence[Cell]], size: int, clues: int, names: Sequence[str], most: int
) -> list[Node] | None:
    """The nodes of a tree which shows that no *clues* of *size* cells meet all *sets*; None where they do, or where
    more than *most* nodes would be needed.

    Raises BudgetSpent at a deadline (see `budget.until`). Some 3 ms a node.
    """
    search = _Search(sets, size, names, most)
    return search.nodes if search.closed(frozenset(), frozenset(), clues) else None


class _Search:
    def __init__(self, sets: Sequence[Sequence[Cell]], size: int, names: Sequence[str], most: int):
        self.sets, self.size, self.names, self.most = sets, size, names, most
        # imported by name, as engines are: the command must not depend on OR-Tools
        self.program = import_module("cpsudoku.engines.cp_library").LinearProgram(size, sets)
        self.nodes: list[Node] = []

    def closed(self, chosen: frozenset[Cell], out: frozenset[Cell], left: int) -> bool:
        """Append the nodes of this one, and say whether they close it."""
        check_deadline()
        if len(self.nodes) == self.most:
            return False
        unmet = [number for number, members in enumerate(self.sets) if chosen.isdisjoint(members)]
        if not unmet:
            return False
        narrowest = min(unmet, key=lambda number: sum(cell not in out for cell in self.sets[number]))
        node: Node = {"weights": [[narrowest, 1]]}
        self.nodes.append(node)
        shares: Sequence[float] = [1.0] * self.size
        if left > 0 and not out.issuperset(self.sets[narrowest]):
            shares, duals = self.program.solved(chosen, out)
            node["weights"] = [[n, weight] for n in unmet if (weight := round(UNIT * duals[n])) > 0]
        done, gone = weighed(node["weights"], self.sets, set(range(self.size)) - chosen - out, left)
        if done:
            return True
        out |= gone
        if not gone:
            node["weights"] = []
        narrowest = min(unmet, key=lambda number: sum(cell not in out for cell in self.sets[number]))
        free = [cell for cell in self.sets[narrowest] if cell not in out]
        if not free:
            cell = next((cell for cell in range(self.size) if cell not in chosen | out), None)
            if cell is None:
                return False
        else:
            cell = max(free, key=lambda cell: shares[cell])
        node["cell"] = self.names[cell]
        return self.closed(chosen | {cell}, out, left - 1) and self.closed(chosen, out | {cell}, left)
