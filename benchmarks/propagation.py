"""How much unit propagation alone solves, by encoding: `python benchmarks/propagation.py FILE...`

For each file of 9x9 puzzles and each encoding of the catalog: the puzzles that one `propagate` call fixes in
every cell, and the mean number of cells fixed. The counts do not depend on the machine or the solver;
minimal and natural fix no 17-clue puzzle, extended is naked and hidden singles, triad adds locked candidates.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="one puzzle of 81 characters a line")
    parser.add_argument("--encodings", default=",".join(catalog.names("cnf")))
    options = parser.parse_args()
    for path in options.files:
        puzzles = [read(line) for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
        print(f"{path.name}: {len(puzzles)} puzzles")
        print(f"{'encoding':30}{'fixed':>8}{'share':>9}{'mean cells':>12}{'us each':>9}")
        for name in options.encodings.split(","):
            fixed, cells, seconds = propagated(name, puzzles)
            share, each = fixed / len(puzzles), seconds / len(puzzles) * 1e6
            print(f"{name:30}{fixed:8}{share:9.2%}{cells / len(puzzles):12.2f}{each:9.0f}", flush=True)


def read(line: str) -> bytes:
    """The first 81 characters, as bytes."""
    return bytes(int(c) if c.isdigit() else 0 for c in line[:81])


def propagated(name: str, puzzles: list[bytes]) -> tuple[int, int, float]:
    """Puzzles fixed in every cell, cells fixed in all, CPU seconds."""
    made = formula(catalog.load(name), CLASSIC)
    solver = Incremental("minicard" if made.atmosts else "glucose3", made.clauses, made.atmosts)
    per_cell = made.cells.per_cell
    fixed = cells = 0
    started = time.process_time()
    with solver:
        for puzzle in puzzles:
            _, literals = solver.propagate(made.assumptions(puzzle))
            if made.is_direct:
                full = 81 - made.decode(literals).count(0)
            else:
                known = Counter((abs(x) - 1) // per_cell for x in literals if abs(x) <= made.cell_variables)
                full = list(known.values()).count(per_cell)
            cells += full
            fixed += full == 81
    return fixed, cells, time.process_time() - started


if __name__ == "__main__":
    main()
