"""Kinds of rules about cells: each states Sudoku for CP-SAT, and propagates what it is there for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.budget import NO_LIMITS, Budget
from cpsudoku.engines.cp_library import empty_model, solve
from cpsudoku.engines.cp_sat import LEAN, LEAN_MATCHING
from cpsudoku.engines.registry import engine
from cpsudoku.formula import catalog
from cpsudoku.formula.cell_kinds import CELL_KINDS, CpModel, intervals
from tests.selection import long_after

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize("name", catalog.names("cp"))
@pytest.mark.parametrize("way", long_after(1, ["cp-sat", "cp-sat:blocking"]))
def test_every_encoding_states_sudoku(name: str, way: str) -> None:
    """288 grids on the empty 4x4 board, those of a jigsaw and an X board, one solution of a classic puzzle."""
    for board, grids in ((boxes(2, 2), 288), (Geometry.jigsaw("AABBAACBDDCBDDCC"), None), (X, 48)):
        outcome = engine(way, board, encoding=name).search(bytes(16), 0)
        expected = len(engine("bitmask", board).search(bytes(16), 0).solutions) if grids is None else grids
        assert outcome.complete
        assert len(set(outcome.solutions)) == len(outcome.solutions) == expected
    cells = bytes(0 if x == "." else int(x) for x in PUZZLE)
    outcome = engine(way, CLASSIC, encoding=name).search(cells, 2)
    assert outcome.complete
    assert outcome.solutions == (bytes(map(int, SOLVED)),)


X = Geometry(2, 2, extras=("diagonals",))


def test_a_matching_is_filtered_without_search() -> None:
    """Five cells for four digits: Regin's algorithm sees it at once (some versions count that as a conflict),
    exactly-one alone has to try."""
    spent = {}
    for name, parameters in (("plain", LEAN), ("filtered", LEAN_MATCHING)):
        cp = empty_model()
        atoms = {atom: cp.new_bool_var("") for atom in range(1, 82)}
        CELL_KINDS["matching"].cp_sat(cast(CpModel, SimpleNamespace(cp=cp, side=9, atoms=atoms)), range(9))
        for cell in range(5):
            cp.add_bool_and([~atoms[cell * 9 + digit] for digit in range(5, 10)])
        answer = solve(cp, parameters, Budget(NO_LIMITS), 0)
        assert answer.status == "infeasible"
        spent[name] = answer.counters["conflicts"]
    assert spent["filtered"] <= 1 < spent["plain"]


def test_intervals_leave_out_the_whole() -> None:
    """n (n + 1) / 2 intervals less the one of all digits."""
    assert intervals(3) == [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
    assert len(intervals(9)) == 44
