"""Refuting few clues in random classic grids, and proving such bounds.

    python benchmarks/fewest.py [--grids 5] [--clues 14,15,16] [--proven 12,13,14] [--seed 0]

Grids are drawn uniformly. For each number of clues: CPU seconds to list the unavoidable sets and to search through all
sets of so many clues (median and most), branches, and solution counts. Then, for each bound "no puzzle of so many
clues", CPU seconds to make a certificate and to check it, and its nodes. McGuire, Tugemann and Civario (2012) give
3.6 s a grid for 16 clues.
"""

from __future__ import annotations

import json
from statistics import median
from time import process_time

from measuring import command_line

from cpsudoku.board.puzzle import Solution
from cpsudoku.evidence.certificate import certify_bound
from cpsudoku.evidence.checker import check_certificate
from cpsudoku.kernels.classic.fewclues import NONE, FewClues
from cpsudoku.kernels.classic.uniform import uniform
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.minimum import CERTIFIED_SIZE, SEED_SIZE, unavoidable_sets


def refuted(solution: Solution, clues: int) -> tuple[float, int, int]:
    """(CPU seconds, branches, solution counts). Raises SystemExit where the grid has such a puzzle."""
    began = process_time()
    run = FewClues(solution.cells, unavoidable_sets(solution, SEED_SIZE[9]), clues)
    if run.run(1 << 62) != NONE:
        raise SystemExit(f"{solution.line()} has a puzzle of {clues} clues")
    branches, counts, _ = run.counters()
    return process_time() - began, branches, counts


def proven(solution: Solution, clues: int) -> tuple[float, float, int] | None:
    """(CPU seconds to make and to check, nodes) of the certificate that there is no puzzle of so many clues."""
    began = process_time()
    certificate = certify_bound(solution, unavoidable_sets(solution, CERTIFIED_SIZE), clues + 1)
    if certificate is None:
        return None
    line, middle = certificate.line(), process_time()
    check_certificate(json.loads(line))
    return middle - began, process_time() - middle, len(certificate.data["tree"])


def main() -> None:
    """Prints a line a number of clues."""
    options = command_line(__doc__, grids=5, clues="14,15,16", proven="12,13,14", seed=0).parse_args()
    grids = [Solution(uniform(Stream(options.seed + k))) for k in range(options.grids)]
    for clues in map(int, filter(None, options.clues.split(","))):
        runs = [refuted(grid, clues) for grid in grids]
        seconds = [run[0] for run in runs]
        print(
            f"no puzzle of {clues} clues: {median(seconds):.2f} s (most {max(seconds):.2f} s), "
            f"{median(run[1] for run in runs):,} branches, {median(run[2] for run in runs):,} solution counts"
        )
    for clues in map(int, filter(None, options.proven.split(","))):
        certificates = [done for grid in grids if (done := proven(grid, clues)) is not None]
        if certificates:
            making, checking, nodes = zip(*certificates)
            print(
                f"certificate of at least {clues + 1}: {len(certificates)} of {len(grids)} grids, made in "
                f"{median(making):.2f} s (most {max(making):.2f} s), checked in "
                f"{median(checking):.3f} s, {median(nodes):,} nodes"
            )


if __name__ == "__main__":
    main()
