"""How uniform are the fills? Chi-square on the 288 grids of 4x4, and the sign of 9x9 grids, with p-values.

    python benchmarks/uniformity.py [--draws 28800]

The sign of a grid is the product of the signs of its 27 row, column and box permutations; half of all 9x9 grids have
each. The p-value is the chance of a result at least as far out under exact uniformity (Wilson-Hilferty, normal).
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import permutations
from math import erfc, sqrt

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.generation.filling import FILLS, fill
from cpsudoku.generation.filling.uniform import reduced_grids
from cpsudoku.kernels.randomness import Stream, derive


def upper_tail(chi_square: float, freedom: int) -> float:
    """Chance of a greater chi-square, by the cube-root normal approximation."""
    k = 2 / (9 * freedom)
    z = ((chi_square / freedom) ** (1 / 3) - (1 - k)) / sqrt(k)
    return erfc(z / sqrt(2)) / 2


def sign(grid: bytes) -> int:
    product = 1
    for house in CLASSIC.houses:
        digits = [grid[cell] for cell in house.cells]
        product *= (-1) ** sum(a > b for i, a in enumerate(digits) for b in digits[i + 1 :])
    return product


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=28_800)
    parser.add_argument("--signs", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    small = boxes(2, 2)
    renamings = [bytes([0, *names, *range(5, 256)]) for names in permutations(range(1, 5))]
    every = [grid.translate(names) for grid in reduced_grids(small) for names in renamings]
    print(f"{'fill':10s} {'grids met':>9s} {'chi-square':>11s} {'p (4x4)':>9s}   {'+ signs':>8s} {'p (9x9 sign)':>13s}")
    for name in FILLS:
        streams = (Stream(derive(options.seed, index)) for index in range(options.draws))
        counts = Counter(fill(name, small, stream) for stream in streams)
        expected = options.draws / len(every)
        chi = sum((counts.get(grid, 0) - expected) ** 2 / expected for grid in every)
        streams = (Stream(derive(options.seed, index)) for index in range(options.signs))
        plus = sum(sign(fill(name, CLASSIC, stream)) > 0 for stream in streams)
        p_sign = erfc(abs(plus - options.signs / 2) / sqrt(options.signs / 4) / sqrt(2))
        row = f"{name:10s} {len(counts):9d} {chi:11.1f} {upper_tail(chi, len(every) - 1):9.2g}"
        print(f"{row}   {plus / options.signs:8.4f} {p_sign:13.2g}")


if __name__ == "__main__":
    main()
