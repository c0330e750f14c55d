"""Answer set programming: clingo grounds the rules of Sudoku and searches for stable models.

One choice rule a cell, one constraint for two equal digits in a house, as textbooks have it; clues are facts. Source:
Gebser, Kaminski, Kaufmann, Schaub, Multi-shot ASP solving with clingo, TPLP 2019.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.engines.optional_solvers import Model, OptionalSolver

PROGRAM = """
1 { holds(C, D) : digit(D) } 1 :- cell(C).
:- in(H, A), in(H, B), A < B, holds(A, D), holds(B, D).
holds(C, D) :- clue(C, D).
#show holds/2.
"""


class _Program(Model):
    def __init__(self, clingo: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._clingo, self._size = clingo, geometry.size
        self._control = clingo.Control(["--warn=none", f"--seed={seed}"])
        facts = [f"cell(0..{geometry.size - 1}). digit(1..{geometry.side})."]
        facts += [f"in({k},{cell})." for k, house in enumerate(geometry.houses) for cell in house.cells]
        facts += [f"clue({cell},{digit})." for cell, digit in enumerate(cells) if digit]
        self._control.add("base", [], PROGRAM + "\n".join(facts))
        self._control.ground([("base", [])])

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`."""
        grid = bytearray(self._size)

        def enter(model: Any) -> None:
            for atom in model.symbols(shown=True):
                grid[atom.arguments[0].number] = atom.arguments[1].number

        if left.conflicts is not None:
            self._control.configuration.solve.solve_limit = f"{left.conflicts},umax"
        with self._control.solve(on_model=enter, async_=True) as handle:
            if not handle.wait(left.seconds):
                handle.cancel()
                raise BudgetSpent
            answer = handle.get()
        if answer.satisfiable:
            return bytes(grid)
        if answer.unsatisfiable:
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        number, function = self._clingo.Number, self._clingo.Function
        with self._control.backend() as backend:
            atoms = [
                backend.add_atom(function("holds", [number(cell), number(digit)])) for cell, digit in enumerate(grid)
            ]
            backend.add_rule([], atoms)

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        counts = self._control.statistics.get("solving", {}).get("solvers", {})
        found = {"conflicts": counts.get("conflicts"), "decisions": counts.get("choices")}
        return {name: float(value) for name, value in found.items() if value is not None}


class ClingoEngine(OptionalSolver):
    """`clingo`: see the module."""

    name = "clingo"
    library = "clingo"
    package = "clingo"
    model = _Program
