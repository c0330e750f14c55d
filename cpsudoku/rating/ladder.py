# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The ladder: every technique of the scale, its base rating and its place in the search order.

The order of the search is the order of `rung`; it is not sorted by rating, and the first deduction found is applied
even where a later rung would rate lower. Numbers and order are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat,
2006), the program behind the community's "SE rating".
"""

from typing import NamedTuple

import cython


class Technique(NamedTuple):
    """`key` is the word of the interface, `rating` the base on the scale, `rung` the place in the search order.

    `family` groups techniques for masks: single, direct, locking, set, fish, wing, uniqueness, exclusion, chain.
    """

    key: str
    name: str
    rating: float
    rung: int
    family: str


TECHNIQUES = (
    Technique("last-cell", "hidden single", 1.0, 1, "single"),
    Technique("hidden-single-box", "hidden single", 1.2, 1, "single"),
    Technique("hidden-single-line", "hidden single", 1.5, 1, "single"),
    Technique("direct-pointing", "direct pointing", 1.7, 2, "direct"),
    Technique("direct-claiming", "direct claiming", 1.9, 2, "direct"),
    Technique("direct-hidden-pair", "direct hidden pair", 2.0, 3, "direct"),
    Technique("naked-single", "naked single", 2.3, 4, "single"),
    Technique("direct-hidden-triplet", "direct hidden triplet", 2.5, 5, "direct"),
    Technique("pointing", "pointing", 2.6, 6, "locking"),
    Technique("claiming", "claiming", 2.8, 6, "locking"),
    Technique("naked-pair", "naked pair", 3.0, 7, "set"),
    Technique("x-wing", "X-wing", 3.2, 8, "fish"),
    Technique("hidden-pair", "hidden pair", 3.4, 9, "set"),
    Technique("naked-triplet", "naked triplet", 3.6, 10, "set"),
    Technique("swordfish", "swordfish", 3.8, 11, "fish"),
    Technique("hidden-triplet", "hidden triplet", 4.0, 12, "set"),
    Technique("xy-wing", "XY-wing", 4.2, 13, "wing"),
    Technique("xyz-wing", "XYZ-wing", 4.4, 14, "wing"),
    Technique("unique-loop", "unique rectangle or loop", 4.5, 15, "uniqueness"),
    Technique("naked-quad", "naked quad", 5.0, 16, "set"),
    Technique("jellyfish", "jellyfish", 5.2, 17, "fish"),
    Technique("hidden-quad", "hidden quad", 5.4, 18, "set"),
    Technique("bug", "BUG", 5.6, 19, "uniqueness"),
    Technique("aligned-pair", "aligned pair exclusion", 6.2, 20, "exclusion"),
    Technique("x-cycle", "bidirectional X-cycle", 6.5, 21, "chain"),
    Technique("y-cycle", "bidirectional Y-cycle", 6.5, 21, "chain"),
    Technique("cycle", "bidirectional cycle", 7.0, 21, "chain"),
    Technique("x-chain", "forcing X-chain", 6.6, 21, "chain"),
    Technique("forcing-chain", "forcing chain", 7.0, 21, "chain"),
    Technique("aligned-triplet", "aligned triplet exclusion", 7.5, 22, "exclusion"),
    Technique("nishio", "nishio forcing chains", 7.5, 23, "chain"),
    Technique("cell-chains", "cell forcing chains", 8.0, 24, "chain"),
    Technique("region-chains", "region forcing chains", 8.0, 24, "chain"),
    Technique("dynamic-cell-chains", "dynamic cell forcing chains", 8.5, 25, "chain"),
    Technique("dynamic-region-chains", "dynamic region forcing chains", 8.5, 25, "chain"),
    Technique("dynamic-contradiction", "dynamic contradiction forcing chains", 8.5, 25, "chain"),
    Technique("dynamic-double-chains", "dynamic double forcing chains", 8.5, 25, "chain"),
)
"""Row number = `Hint.technique`. Dynamic chains of level n (rungs 26 to 30) use the rows of rung 25, with n in
`variant`."""

NESTED_RATINGS = (8.5, 9.0, 9.5, 10.0, 10.5, 11.0)
"""Base rating of dynamic chains by level."""

LAST_RUNG = 30

RATING = cython.declare(cython.double[64])
LAST_CELL = cython.declare(cython.int, 0)
HIDDEN_SINGLE_BOX = cython.declare(cython.int, 1)
HIDDEN_SINGLE_LINE = cython.declare(cython.int, 2)
DIRECT_POINTING = cython.declare(cython.int, 3)
DIRECT_CLAIMING = cython.declare(cython.int, 4)
DIRECT_HIDDEN_PAIR = cython.declare(cython.int, 5)
NAKED_SINGLE = cython.declare(cython.int, 6)
DIRECT_HIDDEN_TRIPLET = cython.declare(cython.int, 7)
POINTING = cython.declare(cython.int, 8)
CLAIMING = cython.declare(cython.int, 9)
NAKED_PAIR = cython.declare(cython.int, 10)
X_WING = cython.declare(cython.int, 11)
HIDDEN_PAIR = cython.declare(cython.int, 12)
NAKED_TRIPLET = cython.declare(cython.int, 13)
SWORDFISH = cython.declare(cython.int, 14)
HIDDEN_TRIPLET = cython.declare(cython.int, 15)
XY_WING = cython.declare(cython.int, 16)
XYZ_WING = cython.declare(cython.int, 17)
UNIQUE_LOOP = cython.declare(cython.int, 18)
NAKED_QUAD = cython.declare(cython.int, 19)
JELLYFISH = cython.declare(cython.int, 20)
HIDDEN_QUAD = cython.declare(cython.int, 21)
BUG = cython.declare(cython.int, 22)
ALIGNED_PAIR = cython.declare(cython.int, 23)
X_CYCLE = cython.declare(cython.int, 24)
Y_CYCLE = cython.declare(cython.int, 25)
CYCLE = cython.declare(cython.int, 26)
X_CHAIN = cython.declare(cython.int, 27)
FORCING_CHAIN = cython.declare(cython.int, 28)
ALIGNED_TRIPLET = cython.declare(cython.int, 29)
NISHIO = cython.declare(cython.int, 30)
CELL_CHAINS = cython.declare(cython.int, 31)
REGION_CHAINS = cython.declare(cython.int, 32)
DYNAMIC_CELL = cython.declare(cython.int, 33)
DYNAMIC_REGION = cython.declare(cython.int, 34)
DYNAMIC_CONTRADICTION = cython.declare(cython.int, 35)
DYNAMIC_DOUBLE = cython.declare(cython.int, 36)

RATING = [technique.rating for technique in TECHNIQUES] + [0.0] * (64 - len(TECHNIQUES))
