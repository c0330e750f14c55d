"""How much unit propagation alone finds under each encoding."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from tests.selection import long_after

from .plain import solver_for

SAMPLE = Path(__file__).parent.parent / "puzzles" / "17_clue_sample.txt"
PUZZLES = [
    bytes(int(c) if c != "." else 0 for c in line)
    for line in SAMPLE.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
EXTENDED = 223
FIXED = {
    **{name: EXTENDED for name in catalog.names("cnf") if name.startswith("extended")},
    **{"minimal": 0, "natural": 0, "order": 0, "log": 0, "triad": 371},
}
"""Of the 500 sample puzzles, those that one `propagate` fixes in every cell."""


def propagated(name: str, cells: bytes, solver: object) -> set[int] | None:
    """Cell literals implied by the clues; None where propagation finds a conflict."""
    cnf = formula(catalog.load(name), CLASSIC)
    ok, literals = solver.propagate(assumptions=cnf.assumptions(cells))  # type: ignore[attr-defined]
    return {x for x in literals if abs(x) <= cnf.cell_variables} if ok else None


@pytest.mark.long
@pytest.mark.parametrize("name", long_after(4, FIXED))
def test_puzzles_fixed_by_propagation(name: str) -> None:
    """The exact number of 17-clue puzzles that propagation alone fixes: none, naked and hidden singles, or triads."""
    cnf = formula(catalog.load(name), CLASSIC)
    with solver_for(cnf) as solver:
        fixed = sum(len(propagated(name, cells, solver) or ()) == cnf.cell_variables for cells in PUZZLES)
    assert fixed == FIXED[name]


def singles(board: Geometry, cells: bytes) -> list[set[int]]:
    """Candidates left when naked and hidden singles are exhausted, by the definition."""
    n = board.side
    left = [{digit} if digit else set(range(1, n + 1)) for digit in cells]
    changed = True
    while changed:
        changed = False
        for cell in range(board.size):
            if len(left[cell]) == 1:
                for peer in board.peers[cell]:
                    changed |= left[cell] <= left[peer]
                    left[peer] -= left[cell]
        for house in board.houses:
            for digit in range(1, n + 1):
                places = [cell for cell in house.cells if digit in left[cell]]
                if len(places) == 1 and len(left[places[0]]) > 1:
                    left[places[0]] = {digit}
                    changed = True
    return left


@pytest.mark.parametrize("name", [name for name in catalog.names("cnf") if name.startswith("extended")])
def test_propagation_of_extended_encodings_is_naked_and_hidden_singles(name: str) -> None:
    """Under every at-most-one method, the candidates left are those that singles leave."""
    with solver_for(formula(catalog.load(name), CLASSIC)) as solver:
        for cells in PUZZLES[:40]:
            literals = propagated(name, cells, solver)
            assert literals is not None
            left = singles(CLASSIC, cells)
            expected = {cell * 9 + d for cell in range(81) for d in range(1, 10) if d not in left[cell]}
            assert {-x for x in literals if x < 0} == expected
