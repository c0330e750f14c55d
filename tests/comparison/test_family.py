"""Boards written for other solvers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.comparison.large import board, compare_large, write_family
from cpsudoku.errors import UsageError

JIGSAW = Geometry.jigsaw("1112132233243444")


@pytest.mark.parametrize("geometry", [None, JIGSAW, Geometry(2, 3, extras=("diagonals",))])
def test_formulas_solutions_and_proofs_agree(tmp_path: Path, geometry: Geometry | None) -> None:
    """By another solver: the first formula has the solution, the second is unsatisfiable exactly where said."""
    write_family(tmp_path, sides=[4, 6], geometry=geometry, fills=[0.3, 0.7], boards=2, seed=5)
    family = json.loads((tmp_path / "family.json").read_text())
    assert len(family["instances"]) == (8 if geometry is None else 4)
    assert {one["unique"] for one in family["instances"]} == {True, False} or geometry is not None
    for one in family["instances"]:
        text, *grids = (tmp_path / f"{one['name']}.txt").read_text().splitlines()
        of = geometry or int(one["name"].split("-")[1].split("x")[0])
        puzzle = board(of, one["fill"], one["seed"])
        assert text == puzzle.line()
        assert len(grids) == (1 if one["unique"] else 2)
        assert all(puzzle.is_solved_by(bytes(map(int, grid.split()))) for grid in grids)
        formulas = [CNF(from_file=str(tmp_path / f"{one['name']}{end}.cnf")) for end in ("", ".unique")]
        assert len(formulas[0].clauses) == one["clauses"] == len(formulas[1].clauses) - 1
        for formula, satisfiable in zip(formulas, (True, not one["unique"])):
            with Solver("glucose4", bootstrap_with=formula) as solver:
                assert solver.solve() == satisfiable
        assert (tmp_path / f"{one['name']}.unique.drat").exists() == one["unique"]


def test_proofs_are_proofs(tmp_path: Path) -> None:
    """Dratify, which shares nothing with us, accepts each."""
    dratify = pytest.importorskip("dratify")
    write_family(tmp_path, sides=[9], fills=[0.42, 0.5], boards=3, seed=1)
    proofs = sorted(tmp_path.glob("*.drat"))
    assert proofs
    for proof in proofs:
        formula = dratify.parse_dimacs(proof.with_suffix(".cnf").read_text())
        assert dratify.check_proof(formula, proof.read_text()).ok


def test_the_same_again(tmp_path: Path) -> None:
    """The same arguments, the same bytes; a board that takes too long is left out, and said to be."""
    for name in ("one", "two"):
        write_family(tmp_path / name, sides=[9], fills=[0.5], boards=1, seed=3)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    left = write_family(tmp_path / "three", sides=[25], fills=[0.4], boards=1, seconds=0.0)
    assert left[0]["left_out"] == "no solution found in 0 s"
    assert [path.name for path in (tmp_path / "three").iterdir()] == ["family.json"]
    with pytest.raises(UsageError, match="at-most constraints"):
        write_family(tmp_path, sides=[4], encoding="extended-native")


def test_a_board_of_ones_own_is_compared() -> None:
    """In place of the sizes."""
    table = compare_large(geometry=JIGSAW, fills=[0.5], boards=2, engines=["bitmask", "dlx:native"])
    assert {run.board for run in table.runs} == {str(JIGSAW)}
    assert all(run.solved for run in table.runs)
    assert table.about["board"] == str(JIGSAW)
    full = board(JIGSAW, 1.0, 2)
    assert Puzzle(full.cells, JIGSAW).is_solved_by(full.cells)
