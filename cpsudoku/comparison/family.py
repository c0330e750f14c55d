"""Large boards as a family of instances for any SAT solver: formulas, solutions, proofs, and how they were made.

Two formulas are written for each board. NAME.cnf states the puzzle; NAME.txt has the puzzle and its solution.
NAME.unique.cnf excludes that solution, so it is unsatisfiable exactly where the solution is the only one. If that is
proven in time, NAME.unique.drat is the proof; if there is another solution, NAME.txt has it, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.comparison.large import FILLS, SIDES, board
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.registry import engine
from cpsudoku.engines.sat.pysat_solvers import refutation
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formula.catalog import load
from cpsudoku.formula.exporters import clause_lines
from cpsudoku.formula.reduced import formula_for
from cpsudoku.version import __version__

ENCODING = "extended"


def write_family(
    folder: str | Path,
    *,
    sides: Iterable[int] = SIDES,
    geometry: Geometry | None = None,
    fills: Iterable[float] = FILLS,
    boards: int = 3,
    encoding: str = ENCODING,
    seconds: float = 10.0,
    seed: int = 0,
    advance: Callable[[int], None] = lambda steps: None,
) -> list[dict[str, Any]]:
    """Write the family into *folder*, family.json last: what each instance is, and all it takes to make it again.

    *seconds*: of search for a solution, and for a proof, each; a board that takes longer is left out, and `left_out`
    says why. The same arguments write the same formulas. *advance* is called with 1 after each board. Raises
    UsageError where the folder cannot be written, EncodingError for an encoding that is not for SAT, or has more than
    clauses.
    """
    place = Path(folder)
    stated = load(encoding)
    found = []
    fills = list(fills)
    with file_errors(folder):
        place.mkdir(parents=True, exist_ok=True)
        for of in [geometry] if geometry is not None else sorted(sides):
            for fill in fills:
                for k in range(boards):
                    found.append(_instance(place, of, fill, seed + k, stated, seconds))
                    advance(1)
        about = {"cpsudoku": __version__, "encoding": stated.name, "seed": seed, "seconds": seconds}
        text = json.dumps({"about": about, "instances": found}, indent=1)
        (place / "family.json").write_text(text + "\n", encoding="utf-8")
    return found


def _instance(place: Path, of: Any, fill: float, seed: int, encoding: Any, seconds: float) -> dict[str, Any]:
    """One board's files, and its entry in family.json."""
    puzzle = board(of, fill, seed)
    side, cells = puzzle.geometry.side, puzzle.cells
    name = f"sudoku-{side}x{side}-{round(100 * fill):02d}-{seed}"
    formula = formula_for(encoding, puzzle.geometry, cells)
    if formula.atmosts:
        raise UsageError(f"{encoding.name}: it has at-most constraints of its own, which DIMACS lacks")
    instance: dict[str, Any] = {"name": name, "board": repr(puzzle.geometry), "fill": fill, "seed": seed}
    count = len(formula.clauses) + puzzle.clue_count
    instance |= {"clues": puzzle.clue_count, "variables": formula.variables, "clauses": count}
    outcome = engine("sat", puzzle.geometry).search(cells, 1, Limits(seconds))
    if not outcome.solutions:
        return instance | {"left_out": f"no solution found in {seconds:g} s"}
    solution = outcome.solutions[0]
    clauses = [*formula.clauses, *([x] for x in formula.assumptions(cells))]
    rival = [*clauses, formula.blocking_clause(solution)]
    _cnf(place / f"{name}.cnf", formula.variables, clauses, name, "satisfiable")
    lines = [puzzle.line(), " ".join(map(str, solution))]
    answer = refutation(rival, "cadical153", Limits(seconds))
    if isinstance(answer, Sat):
        instance["unique"] = False
        lines.append(" ".join(map(str, formula.decode(answer.model[: formula.cell_variables]))))
    elif isinstance(answer, Unknown):
        instance["unique"] = None
    else:
        instance["unique"] = True
        proof = clause_lines(answer)
        (place / f"{name}.unique.drat").write_text(proof if answer else "0\n", encoding="ascii")
    status = {True: "unsatisfiable", False: "satisfiable", None: "not known"}[instance["unique"]]
    _cnf(place / f"{name}.unique.cnf", formula.variables, rival, name, status)
    (place / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return instance


def _cnf(path: Path, variables: int, clauses: list[list[int]], name: str, status: str) -> None:
    with path.open("w", encoding="ascii") as file:
        file.write(f"c {name}, by cpsudoku {__version__}\nc {status}\np cnf {variables} {len(clauses)}\n")
        file.write(clause_lines(clauses))
