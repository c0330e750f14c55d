"""Large boards with random holes: where each engine ends, and where SAT overtakes backtracking.

A board is a pattern grid, its digits, rows, columns, bands and stacks shuffled, of which a random
share of the cells stays. Few clues leave much freedom, many leave singles only; between them lies a
narrow range of hard fill ratios, and it moves with the size. (Such puzzles may have several
solutions; the task is to find one.) Boards with regions or extra houses start from a grid that SAT finds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cpsudoku.board.geometry import Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.comparison.contestant import DEFAULT_ENGINES, line_up
from cpsudoku.comparison.memory import BASELINE, peak, peaks
from cpsudoku.comparison.runs import Run, description, run
from cpsudoku.comparison.table import Table
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.registry import engine
from cpsudoku.engines.sat.pysat_solvers import random_solution, refutation
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formula.catalog import load
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import clause_lines
from cpsudoku.formula.reduced import formula_for
from cpsudoku.formula.rules import rules
from cpsudoku.version import __version__

SIDES = (9, 16, 25, 36, 49)
FILLS = (0.20, 0.30, 0.35, 0.40, 0.45, 0.50, 0.60, 0.65)
LARGEST_SIDE = 225
"""The largest square of a square whose digits fit a byte."""


def board(of: int | Geometry, fill: float, seed: int) -> Puzzle:
    """The board of this side, or geometry, with `round(fill * cells)` clues; the same for the same arguments.

    Raises UsageError for a fill outside 0 to 1, a side beyond 225, or a geometry without any grid, GeometryError for a
    side without a customary box.
    """
    if not 0 <= fill <= 1:
        raise UsageError(f"fill {fill}: a share of the cells, 0 to 1")
    side = of if isinstance(of, int) else of.side
    if side > LARGEST_SIDE:
        raise UsageError(f"side {side}: boards up to {LARGEST_SIDE}x{LARGEST_SIDE} are made")
    geometry = square(side) if isinstance(of, int) else of
    chance = Random(f"{seed}/{side}/{fill:.4f}" if isinstance(of, int) else f"{seed}/{geometry!r}/{fill:.4f}")
    grid = (
        _patterned(geometry, chance) if geometry.regions is None and not geometry.extras else _found(geometry, chance)
    )
    kept = chance.sample(range(side * side), round(fill * side * side))
    cells = bytearray(side * side)
    for cell in kept:
        cells[cell] = grid[cell]
    return Puzzle(bytes(cells), geometry)


def _patterned(geometry: Geometry, chance: Random) -> list[int]:
    """A pattern grid, its digits, rows, columns, bands and stacks shuffled."""
    side = geometry.side
    rows, columns = geometry.box_rows, geometry.box_cols

    def shuffled(groups: int, members: int) -> list[int]:
        order = chance.sample(range(groups), groups)
        return [group * members + member for group in order for member in chance.sample(range(members), members)]

    digits = chance.sample(range(1, side + 1), side)
    row_order, column_order = shuffled(side // rows, rows), shuffled(side // columns, columns)
    return [
        digits[(columns * (row % rows) + row // rows + column) % side] for row in row_order for column in column_order
    ]


def _found(geometry: Geometry, chance: Random) -> list[int]:
    """A grid of a board with regions or extra houses: the first that a SAT solver finds from random phases."""
    groups = [list(members) for _, members in rules(load("extended"), geometry).groups]
    atoms = range(1, geometry.size * geometry.side + 1)
    model = random_solution(groups, chance.sample(atoms, geometry.size))
    if model is None:
        raise UsageError(f"no grid keeps the houses of {geometry}")
    grid = [0] * geometry.size
    for atom in model:
        if 0 < atom <= len(atoms):
            grid[(atom - 1) // geometry.side] = (atom - 1) % geometry.side + 1
    return grid


def compare_large(
    *,
    sides: Iterable[int] = SIDES,
    geometry: Geometry | None = None,
    fills: Iterable[float] = FILLS,
    boards: int = 3,
    engines: Iterable[str] = DEFAULT_ENGINES,
    encodings: Iterable[str | Path | Encoding] = (),
    simplify: Sequence[str] = (),
    task: str = "solve",
    timeout: float = 10.0,
    seed: int = 0,
    memory: bool = False,
    advance: Callable[[int], None] = lambda steps: None,
) -> Table:
    """*boards* boards of each size and fill ratio with every engine, as a Table whose sets are such as `25x25 at 0.45`.

    *geometry*: that board alone, in place of *sides*: jigsaws, extra houses, boxes of any shape.

    *memory*: as in `compare`.
    An engine that solved nothing of a size that leaves it out of the greater ones; `about["left out"]` names it.
    Raises as `compare` does.
    """
    contestants = line_up(engines, encodings, simplify)
    labels = [contestant.label for contestant in contestants]
    fills = list(fills)
    found: list[Run] = []
    left_out: list[str] = []
    used: dict[tuple[str, str], float] = {}
    for side in sorted(sides) if geometry is None else [geometry.side]:
        here: list[Run] = []
        for fill in fills:
            puzzles = [(k + 1, board(geometry or side, fill, seed + k)) for k in range(boards)]
            name = f"{side}x{side} at {fill:.2f}"
            here += run({name: puzzles}, contestants, task=task, timeout=timeout, seed=seed, advance=advance)[0]
            if memory:
                group = {name: puzzles}
                used |= peaks(group, contestants, task=task, timeout=timeout, seed=seed, advance=advance)
        found += here
        solving = {one.contestant for one in here if one.solved}
        for contestant in contestants:
            if contestant not in solving:
                left_out.append(f"{contestant.label} beyond {side}x{side}")
        contestants = [contestant for contestant in contestants if contestant in solving]
    about = {
        "engines": labels,
        "task": task,
        "timeout": timeout,
        "board": None if geometry is None else str(geometry),
        "boards": boards,
        "seed": seed,
        "left out": ", ".join(left_out) or None,
        **({BASELINE: round(peak(None, (), seed, 1, None) or 0, 1)} if memory else {}),
        **description(),
    }
    return Table(tuple(found), about, {}, used)


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
