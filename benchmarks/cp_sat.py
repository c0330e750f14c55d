"""Uniqueness with engine cp-sat against cpmpy, in one run, on one core.

cpmpy states the puzzle as AllDifferent over 27 houses, solves it with OR-Tools (one worker), forbids the solution
and solves again. Three forms of it run, and the fastest counts: the solver object kept (only the blocking
constraint is new for the second solve), with and without clues as constants, and the model solved twice.
Puzzle by puzzle all take turns; CPU time.

    pip install -r benchmarks/requirements.txt
    python benchmarks/cp_sat.py FILE... [--puzzles 60]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from time import process_time

import cpmpy

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.engines.registry import engine

HOUSES = [house.cells for house in CLASSIC.houses]


def stated(cells: bytes) -> tuple[cpmpy.Model, cpmpy.expressions.variables.NDVarArray]:
    """The puzzle as a cpmpy model, and its variables."""
    grid = cpmpy.intvar(1, 9, shape=81)
    model = cpmpy.Model([cpmpy.AllDifferent([grid[cell] for cell in house]) for house in HOUSES])
    model += [grid[cell] == digit for cell, digit in enumerate(cells) if digit]
    return model, grid


def clues_as_constants(cells: bytes) -> bool:
    """Unique? With variables for the open cells alone, and one solver object for both solves."""
    grid = [digit or cpmpy.intvar(1, 9) for digit in cells]
    model = cpmpy.Model([cpmpy.AllDifferent([grid[cell] for cell in house]) for house in HOUSES])
    solver = cpmpy.SolverLookup.get("ortools", model)
    if not solver.solve(num_search_workers=1):
        return False
    solver += cpmpy.any([cell != cell.value() for cell in grid if not isinstance(cell, int)])
    return not solver.solve(num_search_workers=1)


def solver_kept(cells: bytes) -> bool:
    """Unique? With one solver object for both solves."""
    model, grid = stated(cells)
    solver = cpmpy.SolverLookup.get("ortools", model)
    if not solver.solve(num_search_workers=1):
        return False
    solver += cpmpy.any(grid != grid.value())
    return not solver.solve(num_search_workers=1)


def model_twice(cells: bytes) -> bool:
    """Unique? With the model solved, extended and solved again."""
    model, grid = stated(cells)
    if not model.solve(solver="ortools", num_search_workers=1):
        return False
    model += cpmpy.any(grid != grid.value())
    return not model.solve(solver="ortools", num_search_workers=1)


def ours(name: str, **options: str) -> Callable[[bytes], bool]:
    """Unique? By an engine of the package."""
    subject = engine(name, CLASSIC, **options)

    def unique(cells: bytes) -> bool:
        outcome = subject.search(cells, 2)
        return outcome.complete and len(outcome.solutions) == 1

    return unique


WAYS: dict[str, Callable[[bytes], bool]] = {
    "cp-sat, singles first": ours("cp-sat"),
    "cp-sat cp-exactly-one": ours("cp-sat", encoding="cp-exactly-one"),
    "cp-sat cp-alldifferent": ours("cp-sat", encoding="cp-alldifferent"),
    "cp-sat:blocking cp-exactly-one": ours("cp-sat:blocking", encoding="cp-exactly-one"),
    "cp-sat:blocking cp-alldifferent": ours("cp-sat:blocking", encoding="cp-alldifferent"),
    "cpmpy, clues as constants": clues_as_constants,
    "cpmpy, solver kept": solver_kept,
    "cpmpy, model twice": model_twice,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=60)
    arguments = parser.parse_args()
    print(f"cpmpy {version('cpmpy')}, ortools {version('ortools')}")
    for file in arguments.files:
        lines = [line.partition(",")[0] for line in file.read_text().split() if len(line) >= 81]
        lines = random.Random(0).sample(lines, min(arguments.puzzles, len(lines)))
        puzzles = [bytes(0 if symbol in ".0" else int(symbol) for symbol in line[:81]) for line in lines]
        spent = dict.fromkeys(WAYS, 0.0)
        for way in WAYS.values():
            way(puzzles[0])
        for turn, cells in enumerate(puzzles):
            answers = set()
            for name in list(WAYS)[turn % len(WAYS) :] + list(WAYS)[: turn % len(WAYS)]:
                start = process_time()
                answers.add(WAYS[name](cells))
                spent[name] += process_time() - start
            assert len(answers) == 1, f"answers differ: {lines[turn]}"
        best = min(seconds for name, seconds in spent.items() if name.startswith("cpmpy"))
        print(f"\n{file.name}, {len(puzzles)} puzzles")
        for name, seconds in spent.items():
            print(f"  {name:34} {len(puzzles) / seconds:8,.0f}/s  {best / seconds:6.1f}x the fastest cpmpy")


if __name__ == "__main__":
    main()
