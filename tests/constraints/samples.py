"""A rule or two of every kind, each on a board small enough to try every filling."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import KINDS, parse
from cpsudoku.constraints.base import Constraint

LINE5 = Geometry.shaped(1, 5, 1, 4, latin=False)
LINE4 = Geometry.shaped(1, 4, 1, 5, latin=False)
ZERO4 = Geometry.shaped(1, 4, 0, 4, latin=False)
THIRDS = Geometry.shaped(2, 2, 1, 6, latin=False)
SQUARE = Geometry.shaped(3, 3, 1, 2, latin=False)
LATIN3 = Geometry.shaped(3, 3, 1, 3, latin=False)
BOXES = Geometry.shaped(2, 4, 1, 3, regions=[(0, 1, 4), (2, 3, 7)], latin=False)
TWO = Geometry.shaped(2, 2, 1, 5, latin=False)
WIDE = Geometry.shaped(2, 3, 1, 4)
NINES = Geometry.shaped(3, 1, 1, 9, latin=False)

SAMPLES: dict[str, list[tuple[Geometry, str]]] = {
    "all_different": [(LINE5, "all-different r1c1 r1c3 r1c4"), (LINE4, "all-different r1c1-r1c4")],
    "and": [(LINE4, "and { thermo r1c1-r1c3 ; count-distinct r1c4 / r1c1-r1c3 }")],
    "anti_king": [(SQUARE, "anti-king")],
    "anti_knight": [(SQUARE, "anti-knight"), (BOXES, "anti-knight")],
    "anti_taxicab": [(BOXES, "anti-taxicab")],
    "arrow": [
        (LINE4, "arrow r1c1 / r1c2-r1c4"),
        (ZERO4, "arrow r1c1 r1c2 / r1c3 r1c4"),
    ],
    "between": [(LINE4, "between r1c1-r1c4")],
    "cage": [
        (LINE4, "cage 9 r1c1-r1c3"),
        (LINE4, "cage r1c1-r1c4"),
        (LINE4, "cage root=3 r1c1-r1c4"),
        (ZERO4, "cage 3 r1c1-r1c3"),
    ],
    "candidates": [(LINE4, "candidates 1,3 r1c1 r1c2")],
    "clone": [(LINE4, "clone r1c1 r1c2 / r1c3 r1c4")],
    "connected": [(SQUARE, "connected 2"), (BOXES, "connected 1,3")],
    "contains": [(LINE4, "contains 1,1,2 r1c1-r1c4"), (LINE4, "contains 1,1,2 exact=yes r1c1-r1c4")],
    "count_distinct": [(LINE5, "count-distinct r1c1 / r1c2-r1c5")],
    "counting_circles": [(LINE5, "counting-circles r1c1-r1c5"), (ZERO4, "counting-circles r1c1-r1c4")],
    "diagonal": [(LATIN3, "diagonal +"), (LATIN3, "not { diagonal - }")],
    "difference": [(LINE4, "difference 2 r1c1 r1c2"), (LINE4, "difference r1c1 r1c2")],
    "disjoint_groups": [(BOXES, "disjoint-groups"), (LINE4, "disjoint-groups r1c1 r1c2 / r1c3 r1c4")],
    "double_arrow": [(LINE4, "double-arrow r1c1-r1c4")],
    "doublers": [],
    "dutch_flatmates": [(NINES, "dutch-flatmates")],
    "entropic": [(THIRDS, "entropic r1c1 r1c2 r2c2 r2c1"), (THIRDS, "entropic r1c1 r1c2")],
    "equal_sum": [(LINE5, "equal-sum r1c1 r1c2 / r1c3 / r1c4 r1c5")],
    "equality_cage": [
        (LINE4, "equality-cage r1c1-r1c4"),
        (LINE5, "equality-cage r1c1-r1c4"),
        (LINE4, "equality-cage r1c1 r1c2"),
    ],
    "even": [(LINE4, "even r1c1 r1c2")],
    "extra_region": [(LINE5, "extra-region r1c1-r1c4")],
    "full_rank": [
        (Geometry.shaped(2, 2, 1, 3, latin=False), "full-rank 3 r1c1 r1c2"),
        (Geometry.shaped(2, 2, 1, 3, latin=False), "full-rank 5 ties=any r2c2 r2c1"),
        (Geometry.shaped(2, 2, 1, 4, latin=False), "full-rank 2 ties=none r1c1 r2c1"),
    ],
    "global_entropy": [(THIRDS, "global-entropy")],
    "global_mod": [(THIRDS, "global-mod")],
    "greater": [(LINE4, "greater r1c1 r1c2")],
    "hidden_skyscraper": [(LINE4, "hidden-skyscraper 2 r1c1-r1c4"), (ZERO4, "hidden-skyscraper 0 r1c1-r1c4")],
    "indexing": [
        (LINE4, "indexing col r1c1 r1c2"),
        (BOXES, "indexing row r1c1 r2c3"),
        (BOXES, "indexing box r1c1 r2c4"),
    ],
    "little_killer": [(LATIN3, "little-killer 5 r1c1 r2c2 r3c3")],
    "lockout": [(LINE4, "lockout 2 r1c1-r1c4"), (LINE4, "lockout r1c1-r1c3")],
    "look_and_say": [(LINE4, "look-and-say 2-1,1-3 r1c1-r1c4"), (LINE4, "look-and-say 0-2 r1c1-r1c2")],
    "lunchbox": [(LINE4, "lunchbox 4 r1c1-r1c4"), (ZERO4, "lunchbox 0 r1c1-r1c3")],
    "maximum": [(SQUARE, "maximum r1c1 r1c2"), (BOXES, "maximum r1c2 r2c4")],
    "minimum": [(SQUARE, "minimum r2c2"), (BOXES, "minimum r1c2 r2c4")],
    "modular": [(LINE4, "modular 3 r1c1-r1c4"), (LINE5, "modular 2 r1c1-r1c5"), (LINE4, "modular 3 r1c1 r1c2")],
    "nabner": [(LINE4, "nabner r1c1-r1c3")],
    "negative": [(TWO, "negative difference,ratio r1c1 r1c2 / r1c2 r2c2"), (LINE4, "negative xv sum=5,6 r1c1 r1c2")],
    "non_consecutive": [(TWO, "non-consecutive"), (LINE4, "non-consecutive")],
    "not": [
        (LINE4, "not { cage 9 r1c1-r1c3 }"),
        (LINE4, "not { thermo r1c1-r1c3 }"),
        (LINE4, "not { sandwich 5 r1c1-r1c4 }"),
        (LINE5, "not { zipper r1c1-r1c5 }"),
        (LINE5, "not { count-distinct r1c1 / r1c2-r1c5 }"),
        (LINE4, "not { or { thermo r1c1-r1c3 | sum 4 r1c1-r1c3 ; odd r1c4 } }"),
        (LINE4, "not { value-indexing r1c1-r1c4 }"),
    ],
    "numbered_room": [(LINE4, "numbered-room 3 r1c1-r1c4"), (ZERO4, "numbered-room 0 r1c1-r1c4")],
    "odd": [(LINE4, "odd r1c1 r1c2")],
    "or": [
        (LINE4, "or { thermo r1c1-r1c3 | cage 9 r1c1-r1c3 ; odd r1c4 }"),
        (LINE5, "or { count-distinct r1c1 / r1c2-r1c5 | count-distinct r1c2 / r1c3-r1c5 }"),
        (LINE4, "or { candidates 1 r1c1 | sandwich 5 r1c1-r1c4 | candidates 2 r1c2 }"),
    ],
    "pairwise": [(LINE4, "pairwise 1-2,2-3,3-3 r1c1-r1c3"), (LINE4, "pairwise 1-2,2-3,1-3 all r1c1-r1c3")],
    "palindrome": [(LINE5, "palindrome r1c1-r1c5"), (LINE4, "palindrome r1c1-r1c4")],
    "quadruple": [(THIRDS, "quadruple 2,2,3 r1c1 r1c2 r2c1 r2c2")],
    "ratio": [(LINE4, "ratio 3 r1c1 r1c2"), (ZERO4, "ratio r1c1 r1c2")],
    "regex": [
        (LINE4, "regex (12|[3-4])*5? r1c1-r1c4"),
        (LINE5, "regex 1{2,3}[^1].* r1c1-r1c5"),
        (LINE4, "regex (1|2.){2} r1c1-r1c4"),
    ],
    "region_sum_line": [(BOXES, "region-sum-line r1c1-r1c4"), (BOXES, "region-sum-line r1c1 r1c2 r1c3 r2c3")],
    "rellik_cage": [(LINE4, "rellik-cage 4 r1c1-r1c3"), (ZERO4, "rellik-cage 0 r1c1-r1c3")],
    "renban": [(LINE4, "renban r1c1-r1c3"), (LINE5, "renban r1c1-r1c4")],
    "same_values": [(LINE5, "same-values r1c1 r1c2 / r1c3 r1c4"), (LINE4, "same-values r1c1 / r1c3 / r1c4")],
    "sandwich": [(LINE4, "sandwich 3 r1c1-r1c4"), (LINE4, "sandwich 0 r1c1-r1c4"), (ZERO4, "sandwich 2 r1c1-r1c4")],
    "skyscraper": [(LINE4, "skyscraper 2 r1c1-r1c4"), (ZERO4, "skyscraper 2 r1c1-r1c4")],
    "slow_thermo": [(LINE4, "slow-thermo r1c1-r1c4")],
    "sum": [
        (WIDE, "sum 15 r1c1-r1c3 r2c1-r2c3"),
        (WIDE, "sum 1 2,2,2,-1,-1,-3 r1c1-r1c3 r2c1-r2c3"),
        (WIDE, "not { sum 15 r1c1-r1c3 r2c1-r2c3 }"),
        (LINE4, "sum 9 r1c1-r1c3"),
        (LINE4, "sum 1 2,-1,1 r1c1-r1c3"),
        (LINE4, "sum 9 r1c1 r1c1 r1c2"),
    ],
    "sum_line": [
        (LINE5, "sum-line 4 r1c1-r1c5"),
        (LINE4, "sum-line 5 loop=yes r1c1-r1c4"),
        (ZERO4, "sum-line 3 loop=yes r1c1-r1c4"),
    ],
    "thermo": [(LINE4, "thermo r1c1-r1c4"), (LINE5, "thermo r1c5-r1c3")],
    "value_indexing": [(LINE5, "value-indexing r1c1-r1c5")],
    "whisper": [(LINE4, "whisper 2 r1c1-r1c4"), (LINE4, "whisper r1c1-r1c3")],
    "windoku": [(LINE4, "windoku r1c1 r1c2 / r1c3 r1c4")],
    "x_sum": [(LINE4, "x-sum 6 r1c1-r1c4"), (ZERO4, "x-sum 0 r1c1-r1c4")],
    "xv": [(LINE4, "xv 5 r1c1 r1c2")],
    "zipper": [(LINE5, "zipper r1c1-r1c5"), (LINE4, "zipper r1c1-r1c4")],
}
CASES = [(board, text) for word in KINDS for board, text in SAMPLES[word]]


def placed(board: Geometry, text: str) -> Constraint:
    """The rule on its board."""
    return parse(text).on(board)


@lru_cache(maxsize=16)
def fillings(board: Geometry) -> tuple[tuple[int, ...], ...]:
    """Every filling of a board that keeps its houses."""
    every = product(range(board.lo, board.hi + 1), repeat=board.size)
    houses = [house.cells for house in board.houses]
    return tuple(v for v in every if all(len({v[cell] for cell in house}) == len(house) for house in houses))
